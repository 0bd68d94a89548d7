"""The examples: those of the page, and those of the docstrings."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import lydite

PAGE = Path(__file__).parents[2] / "docs/python.md"


def test_the_page_runs_from_top_to_bottom():
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    assert len(blocks) > 6
    names: dict = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    names["test_the_system_is_good_enough"]()


def test_the_docstrings_run():
    ran = 0
    for module in pkgutil.iter_modules(lydite.__path__, "lydite."):
        if module.name in ("lydite.__main__", "lydite._lydite"):
            continue
        results = doctest.testmod(importlib.import_module(module.name))
        assert results.failed == 0, module.name
        ran += results.attempted
    assert ran > 20, ran
