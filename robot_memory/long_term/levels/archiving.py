"""The archives of retention: files are compressed before they are removed (rules.md §7.4).

Each night adds a file or two to an archive folder. Once there are more than :data:`LOOSE` files,
they become members of ``packed-0001.tar``, which grows up to :data:`LARGEST` before the next one is
begun. The members are the unchanged compressed files. The total size of all archives is bounded.

See docs/reference/levels.md, "Retention".
"""

from __future__ import annotations

import errno
import filecmp
import gzip
import io
import itertools
import logging
import math
import os
import re
import shutil
import tarfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.levels.json_files import LOCK

_PIECE = 1 << 16  # bytes
_GONE = ".archived"  # suffix of an archived folder that is still to be removed
_LOG = logging.getLogger(__name__)
_EMPTY = bytes(2 * tarfile.BLOCKSIZE)
#: Files of an archive folder that are not packed: a month of nights.
LOOSE = 31
#: Bytes of a packed archive; each packing rewrites it, so it must not be large.
LARGEST = 8_000_000
_PACKED = re.compile(r"packed-(\d{4,})\.tar")


def archive_file(path: Path, folder: Path) -> Path:
    """Move a file into an archive folder, compressed; return its new path.

    After a crash it is in at least one of the two places; the next call finishes the move.
    """
    target = archive_beginning(path, math.inf, path.name, folder)
    path.unlink()
    files.sync_folder(path.parent)
    return target


def archive_folder(path: Path, folder: Path) -> Path:
    """Move a folder with all its files into an archive folder, as one compressed file.

    Raises FileNotFoundError if another process has just moved it.
    """
    with file_lock.locked(path.parent / LOCK):
        if not path.exists():
            raise FileNotFoundError(errno.ENOENT, "has just been archived", str(path))
        target = _keep(f"{path.name}.tar.gz", folder, lambda out: _tar(path, out))
        doomed = path.with_name(f".{path.name}{_GONE}")
        path.rename(doomed)
        files.sync_folder(path.parent)
        _remove(doomed)
        return target


def sweep(folder: Path) -> None:
    """Remove what a crash left of archived folders."""
    if not folder.is_dir():
        return
    with file_lock.locked(folder / LOCK):
        for doomed in folder.glob(f".*{_GONE}"):
            if doomed.is_dir() and not doomed.is_symlink():  # otherwise not ours
                _remove(doomed)


def _remove(doomed: Path) -> None:
    """Remove an archived folder; if that fails, the next :func:`sweep` continues."""
    try:
        shutil.rmtree(doomed)
    except OSError as error:  # a file's error has only the last part of the path
        problem = f"{error.strerror}; it is archived, and is removed by the next retention"
        raise OSError(error.errno, problem, str(doomed)) from error


def archive_bytes(data: bytes, name: str, folder: Path) -> Path:
    """Store data in an archive folder, compressed, as ``name`` with .gz; return the path."""
    packed = gzip.compress(data, mtime=0)
    return _keep(f"{name}.gz", folder, lambda out: out.write(packed))


def archive_beginning(path: Path, size: float, name: str, folder: Path) -> Path:
    """Store the first bytes of a file in an archive folder, compressed, as ``name`` with .gz."""

    def write(out: IO[bytes]) -> None:
        left = size
        with _compressed(out) as packed, files.open_regular(path) as source:
            while left and (piece := source.read(int(min(left, _PIECE)))):
                packed.write(piece)
                left -= len(piece)

    return _keep(f"{name}.gz", folder, write)


def _compressed(out: IO[bytes]) -> gzip.GzipFile:
    return gzip.GzipFile("", "wb", fileobj=out, mtime=0)


def _keep(name: str, folder: Path, write: Callable[[IO[bytes]], object]) -> Path:
    """Write an archive durably under a free name; equal content is stored only once."""
    files.make_private_folder(folder)
    wanted = folder / name
    temporary = wanted.with_name(f".{wanted.name}.tmp")
    outcome = "nothing was archived"
    try:
        files.write_durably(temporary, b"", like=wanted, outcome=outcome)
        with naming(wanted, outcome), temporary.open("r+b") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        paths = map(folder.joinpath, _names(name))
        target = next(path for path in paths if not _is_other(path, temporary))
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    files.sync_folder(folder)
    return target


def _names(wanted: str) -> Iterator[str]:
    """Yield a name, then variants with a number before it, for other content."""
    return itertools.chain([wanted], (f"{number}-{wanted}" for number in itertools.count(2)))


def _is_other(path: Path, made: Path) -> bool:
    filecmp.clear_cache()  # its cache relies on modification times, which some disks round
    return path.exists() and not filecmp.cmp(path, made, shallow=False)


def _tar(path: Path, out: IO[bytes]) -> None:
    """Pack the regular files of a folder; any other kind of file raises InvalidInput."""
    with (
        _compressed(out) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for item in sorted(path.rglob("*")):
            if item.is_symlink() or not (item.is_file() or item.is_dir()):
                raise InvalidInput(f"{item} is not a regular file; {path} was not archived")
            tar.add(item, arcname=str(item.relative_to(path.parent)), recursive=False)


def pack(folder: Path) -> None:
    """Pack the files of an archive folder if there are many.

    After a crash a file may be in both places; it is still packed only once.
    """
    loose = sorted(_files_in(folder, "*.gz"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if len(loose) <= LOOSE:
        return
    left = loose
    number, held = _newest(folder)
    while left:
        taken = list(_fitting(left, LARGEST - len(held))) or ([] if held else left[:1])
        if taken:
            target = folder / f"packed-{number:04d}.tar"
            files.replace_durably(target, _with_members(held, taken))
            for path in taken:
                path.unlink()
            files.sync_folder(folder)
            left = left[len(taken) :]
        number, held = number + 1, b""


def packed_names(folder: Path) -> Iterator[str]:
    """Yield the names of the files packed in an archive folder."""
    for path in _files_in(folder, "packed-*.tar"):
        with (
            suppress(tarfile.TarError),
            files.open_regular(path) as file,
            tarfile.open(fileobj=file, mode="r:") as tar,
        ):
            yield from tar.getnames()


def beyond(folders: Iterable[Path], most: int) -> list[Path]:
    """Return the archives to remove so that all together take at most ``most`` bytes.

    It is always the oldest archive of the largest folder: many events of an agent displace older
    events, and nothing that people said.
    """
    kept = [deque(_oldest_first(folder)) for folder in folders]
    sizes = [sum(size for size, _ in files) for files in kept]
    leaving = []
    while sum(sizes) > most:
        largest = sizes.index(max(sizes))
        size, path = kept[largest].popleft()
        sizes[largest] -= size
        leaving.append(path)
    return leaving


def _oldest_first(folder: Path) -> list[tuple[int, Path]]:
    """Return the archives in a folder with their sizes, oldest first."""
    found = [(path.stat(), path) for path in _files_in(folder, "*.tar", "*.gz")]
    found.sort(key=lambda pair: (pair[0].st_mtime_ns, pair[1].name))
    return [(status.st_size, path) for status, path in found]


def _files_in(folder: Path, *patterns: str) -> list[Path]:
    """Return the regular files of an archive folder; no links, no temporary files."""
    found = (path for pattern in patterns for path in folder.glob(pattern))
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _newest(folder: Path) -> tuple[int, bytes]:
    """Return the number and the bytes of the packed archive that is still growing."""
    numbers = [match[1] for path in folder.iterdir() if (match := _PACKED.fullmatch(path.name))]
    number = max(map(int, numbers), default=1)
    held = files.read_existing(folder / f"packed-{number:04d}.tar") or b""
    try:
        with tarfile.open(fileobj=io.BytesIO(held or _EMPTY), mode="r:") as tar:
            tar.getmembers()
    except tarfile.TarError as error:
        _LOG.error("%s: packed-%04d.tar: %s; it stays, the next is begun", folder, number, error)
        return number + 1, b""
    return number, held


def _fitting(paths: Iterable[Path], room: int) -> Iterator[Path]:
    for path in paths:
        room -= path.stat().st_size + 2 * tarfile.BLOCKSIZE
        if room < 0:
            return
        yield path


def _with_members(held: bytes, paths: Iterable[Path]) -> bytes:
    """Return a packed archive with members added; members that it holds are not repeated."""
    out = io.BytesIO(held)
    known = {}
    if held:
        with tarfile.open(fileobj=io.BytesIO(held), mode="r:") as tar:
            known = {item.name: _content(tar, item) for item in tar.getmembers()}
    with tarfile.open(fileobj=out, mode="a" if held else "w:", format=tarfile.PAX_FORMAT) as tar:
        for path in paths:
            data = files.read_regular(path)
            name = next(one for one in _names(path.name) if known.get(one, data) == data)
            if name not in known:
                item = tarfile.TarInfo(name)
                item.size, item.mtime = len(data), int(path.stat().st_mtime)
                item.mode = files.PRIVATE_FILE
                tar.addfile(item, io.BytesIO(data))
                known[name] = data
    return out.getvalue()


def _content(tar: tarfile.TarFile, item: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(item)
    return file.read() if file is not None else b""
