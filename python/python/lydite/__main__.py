"""The program `lydite`."""

from __future__ import annotations

import signal
import sys

from . import _lydite


def main() -> int:
    """Runs the program as the command line says."""
    # The program handles Ctrl-C and closed pipes itself, as if Python were not there.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _lydite.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
