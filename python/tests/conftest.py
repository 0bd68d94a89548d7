"""Where tests find the real files, and a home of their own."""

import os
import sys
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("LYDITE_SHARED", Path(__file__).parents[3] / "shared"))
# The program that was installed along with the package.
PROGRAM = Path(sys.executable).with_name("lydite")


@pytest.fixture(autouse=True, scope="session")
def home(tmp_path_factory):
    os.environ["LYDITE_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.fixture
def shared():
    if not (SHARED / "data").is_dir():
        if os.environ.get("CI"):
            pytest.fail("the shared data is missing")
        pytest.skip("the shared data is not here")
    return SHARED / "data"
