"""Compresses and stores files before retention removes them (rules.md §7.4).

See docs/reference/levels.md, "Retention".
"""

from __future__ import annotations

import errno
import gzip
import hashlib
import os
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import IO

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.json_files import LOCK

_PIECE = 1 << 16  # bytes
_GONE = ".archived"  # ends the name of a folder that only waits for its removal


def archive_file(path: Path, folder: Path) -> Path:
    """Move a file into an archive folder, compressed; return where it is now.

    A crash leaves it in one of the two places at least; the next call finishes the move.
    """
    target = _keep(path, folder, ".gz", lambda out: _gzip(path, out))
    path.unlink()
    files.sync_folder(path.parent)
    return target


def archive_folder(path: Path, folder: Path) -> Path:
    """Move a folder with all its files into an archive folder, as one compressed file.

    Raises:
        FileNotFoundError: somebody else has just moved it.
    """
    with file_lock.locked(path.parent / LOCK):
        if not path.exists():
            raise FileNotFoundError(errno.ENOENT, "has just been archived", str(path))
        target = _keep(path, folder, ".tar.gz", lambda out: _tar(path, out))
        doomed = path.with_name(f".{path.name}{_GONE}")
        path.rename(doomed)
        files.sync_folder(path.parent)
        _remove(doomed)
        return target


def sweep(folder: Path) -> None:
    """Remove what a crash left of folders that had been archived."""
    if not folder.is_dir():
        return
    with file_lock.locked(folder / LOCK):
        for doomed in folder.glob(f".*{_GONE}"):
            if doomed.is_dir() and not doomed.is_symlink():  # else it is none of ours
                _remove(doomed)


def _remove(doomed: Path) -> None:
    """Remove a folder that was archived.

    Raises:
        OSError: names the folder; the next :func:`sweep` goes on.
    """
    try:
        shutil.rmtree(doomed)
    except OSError as error:  # of a file it has only the last part of the path
        problem = f"{error.strerror}; it is archived, and is removed by the next retention"
        raise OSError(error.errno, problem, str(doomed)) from error


def archive_bytes(data: bytes, name: str, folder: Path) -> Path:
    """Keep data in an archive folder, compressed, under ``name`` and .gz; return where."""
    packed = gzip.compress(data, mtime=0)
    return _keep(Path(name), folder, ".gz", lambda out: out.write(packed))


def archive_beginning(path: Path, size: int, name: str, folder: Path) -> Path:
    """Keep the first bytes of a file in an archive folder, compressed, under ``name`` and .gz."""

    def write(out: IO[bytes]) -> None:
        with (
            gzip.GzipFile("", "wb", fileobj=out, mtime=0) as packed,
            files.open_regular(path) as source,
        ):
            left = size
            while left and (piece := source.read(min(left, _PIECE))):
                packed.write(piece)
                left -= len(piece)

    return _keep(Path(name), folder, ".gz", write)


def _keep(path: Path, folder: Path, suffix: str, write: Callable[[IO[bytes]], object]) -> Path:
    """Write an archive durably under a name that nothing else has; the same is kept once."""
    files.make_private_folder(folder)
    wanted = folder / f"{path.name}{suffix}"
    temporary = wanted.with_name(f".{wanted.name}.tmp")
    outcome = "nothing was archived"
    try:
        files.write_durably(temporary, b"", like=wanted, outcome=outcome)
        with naming(wanted, outcome), temporary.open("r+b") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        target = _free_name(temporary, wanted)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    files.sync_folder(folder)
    return target


def _free_name(made: Path, wanted: Path) -> Path:
    """Return a name for an archive: its own, or one with a number where that has other content."""
    target, number = wanted, 1
    while target.exists() and _digest(target) != _digest(made):
        number += 1
        target = wanted.with_name(f"{number}-{wanted.name}")
    return target


def _digest(path: Path) -> bytes:
    digest = hashlib.sha256()
    with files.open_regular(path) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.digest()


def _gzip(path: Path, out: IO[bytes]) -> None:
    with (
        gzip.GzipFile("", "wb", fileobj=out, mtime=0) as packed,
        files.open_regular(path) as source,
    ):
        shutil.copyfileobj(source, packed)


def _tar(path: Path, out: IO[bytes]) -> None:
    """Pack the plain files of a folder; whatever else there is keeps the folder where it is."""
    with (
        gzip.GzipFile("", "wb", fileobj=out, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for item in sorted(path.rglob("*")):
            if item.is_symlink() or not (item.is_file() or item.is_dir()):
                raise InvalidInput(f"{item} is not a regular file; {path} was not archived")
            tar.add(item, arcname=str(item.relative_to(path.parent)), recursive=False)
