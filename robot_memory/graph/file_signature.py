"""Noticing that a file is not what it was."""

from __future__ import annotations

from pathlib import Path

#: What changes whenever a file does; None where there is none.
Signature = tuple[int, ...] | None


def sign(path: Path) -> Signature:
    """Return the signature of a file: cheap to ask for."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
