"""Which packages depend on which, according to the installed packages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from configparser import ConfigParser
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

ROOT = Path(__file__).parents[2]


def compared(name: str) -> str:
    """Return a package's name in the normal form of PyPI."""
    return re.sub(r"[-_.]+", "-", re.split(r"[^\w.-]", name.strip())[0]).lower()


def asked_for() -> dict[str, list[str]]:
    """Return the requirements in setup.cfg for each extra, and for the core (empty name)."""
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", encoding="utf-8")
    parts = {"": config["options"]["install_requires"], **config["options.extras_require"]}
    return {
        extra: [compared(line) for line in text.split("\n") if line and line[0] != "#"]
        for extra, text in parts.items()
    }


def with_needs(names: Iterable[str]) -> set[str]:
    """Return packages, and all their dependencies."""
    found: set[str] = set()
    waiting = [compared(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _needs_of(name)
    return found


@cache
def _needs_of(name: str) -> list[str]:
    try:
        lines = requires(name) or ()
    except PackageNotFoundError:  # needed only by another version of Python
        return []
    return [compared(line) for line in lines if "extra" not in line.partition(";")[2]]


@cache
def core_packages() -> frozenset[str]:
    """Return the packages that `pip install .[test]` installs into a new environment."""
    return frozenset({"robot-memory", "pip"}) | with_needs(asked_for()[""] + asked_for()["test"])


@cache
def brought_by() -> dict[str, set[str]]:
    """Return the packages that provide each importable module."""
    return {
        module: {compared(name) for name in names}
        for module, names in packages_distributions().items()
    }
