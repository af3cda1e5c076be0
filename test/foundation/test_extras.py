"""Install hints name libraries that exist, and the source folder."""

from __future__ import annotations

import configparser
import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from robot_memory.foundation.extras import LIBRARIES, how_to_install

ROOT = Path(__file__).resolve().parents[2]
#: An install from an index by this package's name, which anybody could register there.
FROM_AN_INDEX = re.compile(
    r"(?:\bpip3?|\bpipx|\buv|\buv tool) (?:install|add|run)\b[^\n]*[\s'\"=]robot[_-]memory\b(?!/)"
    r"|\buvx [^\n]*\brobot[_-]memory\b"
    r"|['\"`]robot[_-]memory\["
)


def texts() -> Iterator[tuple[str, str]]:
    """Yield the path and content of each text file in the repository."""
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [name for name in folders if not name.startswith((".", "__pycache__"))]
        for path in (Path(folder, name) for name in files if not name.startswith(".")):
            with contextlib.suppress(UnicodeDecodeError):
                yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_no_text_tells_to_install_this_package_from_a_package_index():
    found = {name: hit[0] for name, text in texts() for hit in FROM_AN_INDEX.finditer(text)}
    assert found == {}


def test_install_hints_list_the_libraries_of_setup_cfg():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")
    extras = {name: tuple(said.split()) for name, said in setup["options.extras_require"].items()}
    del extras["test"]
    assert extras == LIBRARIES


def test_an_install_hint_shows_both_pip_commands():
    assert how_to_install("replay") == (
        "`pip install 'rosbags>=0.11.9' 'pyulog>=1.1'`, or `pip install '.[replay]'` in the folder "
        "of the source"
    )
