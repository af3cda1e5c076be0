"""A copy of the package, which one mutation at a time makes wrong."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mutation.listed import ROOT, DoesNotApplyError, Mutation

_PACKAGE = "robot_memory"


class Sources:
    """The copy.

    Args:
        folder: where ``robot_memory/`` is made; put it on the path of modules.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT / _PACKAGE, folder / _PACKAGE)
        shutil.copytree(ROOT / "config", folder / "config")

    @contextmanager
    def mutated(self, mutation: Mutation) -> Iterator[None]:
        """Apply a mutation for as long as this is entered.

        Raises:
            DoesNotApplyError: the file is not there, or not what the mutation changes.
        """
        path = self.folder / mutation.file
        if not path.is_file():
            raise DoesNotApplyError(f"there is no {mutation.file}")
        before, status = path.read_text(encoding="utf-8"), path.stat()
        after = mutation.apply_to(before)
        try:
            path.write_text(after, encoding="utf-8")
            _forget_bytecode(path)
            yield
        finally:
            path.write_text(before, encoding="utf-8")
            os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
            _forget_bytecode(path)


def _forget_bytecode(path: Path) -> None:
    """Python takes a source of the same size and second for the one that it has compiled."""
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)
