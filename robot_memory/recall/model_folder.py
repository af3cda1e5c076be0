"""Where an embedding model lies on this machine: in a folder, or in a Python package."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from robot_memory.errors import Defect, InvalidSettings


def folders_of(where: str) -> list[Path]:
    """Return the folder of that path, or the folders of the package of that name.

    The package is not imported.

    Args:
        where: a path, or the name of a package as it is installed, such as ``wordllama``.

    Raises:
        InvalidSettings: there is neither; says what to install.
    """
    path = Path(where).expanduser()
    if path.is_dir():
        return [path.resolve()]
    name = where.replace("-", "_")
    spec = importlib.util.find_spec(name) if name.isidentifier() else None
    if spec is None:
        problem = f"is neither a folder nor a package; try `pip install {where}`"
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
