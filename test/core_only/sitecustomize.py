"""Hides all installed packages except those of the core and its tests from Python.

If this folder is on PYTHONPATH, each starting Python imports this module first, including those
that tests start.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec
from importlib.metadata import Distribution, DistributionFinder
from types import ModuleType
from typing import Any

from packages import brought_by, compared, core_packages

#: Where a process finds the result of its parent's work.
KEPT = "ROBOT_MEMORY_CORE_ONLY"


class CoreOnly:
    """Delegates to another finder, except for hidden packages."""

    def __init__(self, finder: Any, core: set[str], hidden: set[str]) -> None:
        self._finder = finder
        self._core = core
        self._hidden = hidden

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in self._hidden:
            return None
        return self._finder.find_spec(name, path, target)

    def find_distributions(self, context: DistributionFinder.Context) -> Iterator[Distribution]:
        for found in getattr(self._finder, "find_distributions", lambda context: ())(context):
            if compared(found.metadata["Name"]) in self._core:
                yield found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)


def hide() -> None:
    if KEPT not in os.environ:
        core = core_packages()
        hidden = (module for module, packages in brought_by().items() if not core & packages)
        os.environ[KEPT] = f"{' '.join(core)};{' '.join(hidden)}"
    core_part, _, hidden_part = os.environ[KEPT].partition(";")
    names = set(core_part.split()), set(hidden_part.split())
    sys.meta_path[:] = [CoreOnly(finder, *names) for finder in sys.meta_path]
    brought_by.cache_clear()  # less from now on


hide()
