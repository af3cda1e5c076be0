"""Finds the files of ``config/``: from a checkout, and after pip or colcon has installed them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]  # of a symlinked install: the checkout's


def config_file(name: str, package: Path = _PACKAGE) -> Path:
    """Return a file that is shipped in ``config/``.

    Raises:
        FileNotFoundError: the installation is not complete.
    """
    for folder in _folders(package):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(
        f"robot_memory was installed without its file config/{name}; install it again"
    )


def _folders(package: Path) -> Iterator[Path]:
    yield package / "config"  # pip
    for prefix in package.parents:
        yield prefix / "share" / "robot_memory" / "config"  # colcon
    yield package.parent / "config"  # a checkout
