"""The modules that a test file imports at collection, directly or through its imports."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: Folders on the tests' import path; the first with a matching file counts.
_ABOVE = (ROOT / "bench", ROOT / "tools", ROOT / "demo", ROOT)
#: Statements that run at import begin at a line's start.
_IMPORT = re.compile(r"^(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.M)
_LONG_TEXT = re.compile(r'"""(?:.|\n)*?"""')  # also programs that tests run
_SKIP = re.compile(r"""^(?:\w+ = )?pytest\.importorskip\(\s*"([\w.]+)\"""", re.M)


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """Return the position and name of each module that a file imports at its own import."""
    text, found = _code(path), []
    for match in _IMPORT.finditer(text):
        of, names, plain = match.groups("")
        if of.startswith("."):
            package, below = _package_of(path), of.lstrip(".")
            upper = len(of) - len(below) - 1
            of = ".".join([*package[: len(package) - upper], *filter(None, [below])])
        names_of = re.findall(r"\w+", names)
        parts = [f"{of}.{name}" for name in names_of if f"{of}.{name}" in _files()]
        found += [(match.start(), name) for name in (plain or of, *parts)]
    return found


@cache
def skipped_without(path: Path) -> list[tuple[int, str]]:
    """Return the position and name of each module without which a test file is skipped."""
    own = [(match.start(), match[1]) for match in _SKIP.finditer(_code(path))]
    return own + [
        (place, module)
        for place, helper in helpers_of(path)
        for _, module in skipped_without(helper)
    ]


def from_elsewhere(name: str) -> frozenset[str]:
    """Return the modules outside the repository that a module imports in the end.

    Imports of files beside the tests are left out: each such file is checked by itself.
    """
    return _all_from_elsewhere()[name] if name in _files() else _outside(name)


@cache
def helpers_of(path: Path) -> list[tuple[int, Path]]:
    """Return the files beside the tests that a file imports, with positions."""
    found = ((place, _files().get(name)) for place, name in imported(path))
    return [(place, other) for place, other in found if other and _is_of_tests(other)]


def _is_of_tests(path: Path) -> bool:
    return path.is_relative_to(ROOT / "test")


@cache
def _code(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return _LONG_TEXT.sub(lambda match: " " * len(match[0]), text)


@cache
def _all_from_elsewhere() -> dict[str, frozenset[str]]:
    """Return the outside modules for each module of the repository, including indirect imports."""
    inside, found = {}, {}
    for module, path in _files().items():
        if _is_of_tests(path):
            inside[module], found[module] = set(), frozenset()
            continue
        names = {part for _, name in imported(path) for part in _with_parents(name)}
        inside[module] = (names | set(_with_parents(module))) & set(_files())
        found[module] = frozenset().union(*map(_outside, names))
    grown = True
    while grown:
        grown = False
        for module, names in inside.items():
            all_of_it = found[module].union(*(found[name] for name in names))
            grown |= len(all_of_it) > len(found[module])
            found[module] = all_of_it
    return found


@cache
def _files() -> dict[str, Path]:
    """Return the repository's files by their import names in tests."""
    files = {}
    for folder in _ABOVE:
        for path in (folder / "robot_memory" if folder == ROOT else folder).rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            files[".".join(part for part in parts if part != "__init__")] = path
    return files | {path.stem: path for path in (ROOT / "test").rglob("*.py")}


def _package_of(path: Path) -> list[str]:
    """Return the package to which a file's relative imports refer."""
    above = next(folder for folder in _ABOVE if path.is_relative_to(folder))
    return list(path.parent.relative_to(above).parts)


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts) + 1)]


def _outside(name: str) -> frozenset[str]:
    root = name.partition(".")[0]
    if name in _files() or root in sys.stdlib_module_names:
        return frozenset()
    if root not in _files():
        return frozenset([root])
    # Generated from msg/ and srv/ by the build.
    return frozenset([name] if name in ("robot_memory.msg", "robot_memory.srv") else [])
