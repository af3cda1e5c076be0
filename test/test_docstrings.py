"""Docstrings: the modules, functions and exceptions they name exist."""

from __future__ import annotations

import builtins
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from test_package import MODULES, PACKAGE

_MODULE = re.compile(r":mod:`~?(\.*[\w.]+)`")
_OTHER = re.compile(r":(?:class|func|meth|data|attr|exc):`~?([\w.]+)`")
_RAISES = re.compile(r"^ *Raises:\n((?:(?! *$| *\"\"\").*\n)+)", re.MULTILINE)
_RAISED = re.compile(r"^ +((?:(?:[a-z]\w*\.)?[A-Z]\w+(?:, )?)+): ", re.MULTILINE)
_DEFINED = re.compile(r"^ *(?:class|def|async def) (\w+)|^ *(\w+)(?::[^=\n]+)? = ", re.MULTILINE)
_IMPORTED = re.compile(r"^ *(?:from [\w.]+ )?import (.+)$|^    (\w+(?: as \w+)?),$", re.MULTILINE)


@cache
def known_names() -> frozenset[str]:
    """All names that the package defines or imports, and Python's own."""
    found = set(dir(builtins))
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        found.update(name for pair in _DEFINED.findall(text) for name in pair)
        found.update(re.findall(r"\w+", " ".join(map(" ".join, _IMPORTED.findall(text)))))
        found.update(re.findall(r"\bself\.(\w+)", text))
    return frozenset(found)


def missing_names(path: Path, text: str) -> list[str]:
    """Return the names in a module's docstrings that do not exist."""
    modules = [name for name in _MODULE.findall(text) if not is_module(name, path)]
    raised = (line for block in _RAISES.findall(text) for line in _RAISED.findall(block))
    others = [*_OTHER.findall(text), *(name for line in raised for name in line.split(", "))]
    return modules + [
        name
        for name in others
        if name.rpartition(".")[2] not in known_names() and not is_of_library(name)
    ]


def is_of_library(name: str) -> bool:
    """Whether a name belongs to an imported module, such as ``sqlite3.Error``."""
    return name.partition(".")[0] in known_names() - {""}


def is_module(name: str, path: Path) -> bool:
    """Whether a module exists, in the package or in Python's standard library."""
    folder = path.parent
    if name.startswith("."):
        relative = name.lstrip(".")
        for _ in range(len(name) - len(relative) - 1):
            folder = folder.parent
        parts = relative.split(".")
    elif name.startswith("robot_memory"):
        folder, parts = PACKAGE.parent, name.split(".")
    else:
        return name in sys.stdlib_module_names
    place = folder.joinpath(*parts)
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def test_every_name_in_a_docstring_exists():
    missing = {
        str(path.relative_to(PACKAGE)): names
        for path in MODULES
        if (names := missing_names(path, path.read_text(encoding="utf-8")))
    }

    assert missing == {}


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("see :mod:`.no_such_module`", [".no_such_module"]),
        ("see :class:`.NoSuchClass`", [".NoSuchClass"]),
        ("    Raises:\n        NoSuchError: always.\n", ["NoSuchError"]),
        ("    Raises:\n        OSError, NoSuchError: now and\n            then: seldom.\n",
         ["NoSuchError"]),
        ("see :mod:`.settings` and :meth:`.Clock.now`\n    Raises:\n        OSError: now.\n", []),
    ],
)  # fmt: skip
def test_a_name_that_does_not_exist_is_found(text: str, missing: list[str]):
    assert missing_names(PACKAGE / "foundation" / "home.py", text) == missing
