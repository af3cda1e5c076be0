"""Where an embedding model lies on this machine: in a folder, or in a Python package.

See docs/reference/recall.md, "A model".
"""

from __future__ import annotations

import importlib.util
import os
from collections import deque
from itertools import islice
from pathlib import Path

from robot_memory.errors import Defect, InvalidSettings

# Files and folders, of a folder that may be a model's. A model has some dozen, with the library
# that carries it some thousand; a home or a disk takes seconds to go through.
_MOST_FILES = 10_000


def files_of(where: str) -> list[list[Path]]:
    """Return the files below the folder of that path, or below each folder of a package.

    The nearest come first. The package is not imported, links to folders are not followed.

    Args:
        where: a path, or the name of a package as it is installed, such as ``wordllama``.

    Raises:
        InvalidSettings: there is neither, or more than a model has; says what to do.
    """
    return [_files_below(folder, where) for folder in _folders_of(where)]


def _files_below(folder: Path, where: str) -> list[Path]:
    files: list[Path] = []
    folders = deque([folder])
    left = _MOST_FILES
    while folders:
        found = _entries(folders.popleft(), left + 1)
        left -= len(found)
        if left < 0:
            problem = f"has more than {_MOST_FILES:,} files and folders"
            raise refusal(where, f"{problem}; name the folder of the model itself")
        for entry in found:
            (folders if entry.is_dir(follow_symlinks=False) else files).append(Path(entry.path))
    return files


def _entries(folder: Path, most: int) -> list[os.DirEntry[str]]:
    """Return at most so many of what a folder has, by name; nothing where it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted(islice(entries, most), key=lambda entry: entry.name)
    except OSError:
        return []


def _folders_of(where: str) -> list[Path]:
    path = Path(where).expanduser()
    if path.is_dir():
        return [path.resolve()]
    name = where.replace("-", "_")
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None:
        problem = (
            "is neither a folder nor an installed package; docs/reference/recall.md names some"
        )
        raise refusal(where, problem)
    return [Path(folder) for folder in spec.submodule_search_locations or ()]


def refusal(where: str, problem: str) -> InvalidSettings:
    """Return the error that a model cannot be used, and why."""
    what = "the embedding model cannot be used; recall compares words only"
    return InvalidSettings(what, [Defect("embedding_model", f"{where!r:.200} {problem}")])


def require(library: str, where: str) -> None:
    """Make sure that a library is installed.

    Raises:
        InvalidSettings: it is not; says how to install it.
    """
    if importlib.util.find_spec(library) is None:
        pip_name = library.replace("_", "-")
        raise refusal(where, f"needs `pip install {pip_name}`, which is not there")
