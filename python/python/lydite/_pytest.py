"""For pytest: when `assert report.f1 > 0.5` fails, the scores and the worst questions are shown."""

from __future__ import annotations

from typing import Any, Optional


def pytest_assertrepr_compare(config: Any, op: str, left: Any, right: Any) -> Optional[list[str]]:
    """Explains a score that is compared with a number."""
    import sys

    report = getattr(sys.modules.get("lydite._report"), "last_read", None)
    if report is None or not isinstance(left, float) or not isinstance(right, (int, float)):
        return None
    if left not in report.scores().values():
        return None
    worst = sorted(report.systems[0]["questions"], key=lambda one: (one["f1"], -one["fn"]))[:5]
    # pytest cuts what is longer than eight lines.
    shown = f"{report!r}: P {report.precision:.4f}, R {report.recall:.4f}; the lowest scores:"
    lines = [f"{left:.4f} {op} {right}", shown]
    for one in worst:
        lines.append(
            f"  question {one['id']}: F1 {one['f1']:.4f}, {one['status']}, "
            f"{one['tp']} right, {one['fp']} wrong, {one['fn']} missed"
        )
    return lines
