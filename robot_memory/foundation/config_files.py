"""Finds the files of ``config/``: from a checkout, and after pip or colcon has installed them."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]  # resolved, so a symlinked install uses the checkout


def config_file(name: str, package: Path = _PACKAGE) -> Path:
    """Return a file that is shipped in ``config/``.

    Raises:
        FileNotFoundError: the installation is not complete.
    """
    installed = (prefix / "share" / "robot_memory" / "config" for prefix in package.parents)
    # Installed by pip, by colcon, and in a checkout.
    for folder in (package / "config", *installed, package.parent / "config"):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(
        f"robot_memory was installed without its file config/{name}; install it again"
    )
