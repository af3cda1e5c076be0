"""A digest that identifies a recording by its content, whatever its name (rules.md §4.8)."""

from __future__ import annotations

import hashlib
from pathlib import Path

STEP = 1 << 20


def content_digest(path: Path) -> str:
    """SHA-256 of a recording's content, in hex.

    A folder has that of its files; what only describes them (`metadata.yaml`) does not count, so
    that a file has the same digest alone and in its folder.
    """
    if path.is_file():
        return _file_digest(path)
    files = [file for file in path.iterdir() if file.is_file() and file.suffix != ".yaml"]
    digests = sorted(_file_digest(file) for file in files)
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _file_digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(STEP):
            digest.update(data)
    return digest.hexdigest()
