"""Merges the small files of an archive folder into few, and bounds what all archives take.

Each night adds a file or two to an archive. Once there are more than :data:`LOOSE`, they become
members of ``packed-0001.tar``, which grows up to :data:`LARGEST` before the next one is begun. The
members are the compressed files as they were.

See docs/reference/levels.md, "Retention".
"""

from __future__ import annotations

import io
import logging
import re
import tarfile
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from robot_memory.foundation.disk import files

_LOG = logging.getLogger(__name__)
_EMPTY = bytes(2 * tarfile.BLOCKSIZE)
#: Files of an archive folder that are not packed: a month of nights.
LOOSE = 31
#: Bytes of a packed archive; each packing writes one anew, so that it must not be large.
LARGEST = 8_000_000
_PACKED = re.compile(r"packed-(\d{4,})\.tar")


def pack(folder: Path) -> int:
    """Pack the files of an archive folder where there are many; return how many were packed.

    A crash leaves a file in both places at most; it is then packed once.
    """
    loose = sorted(files_in(folder, "*.gz"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    if len(loose) <= LOOSE:
        return 0
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
    return len(loose)


def packed_names(folder: Path) -> Iterator[str]:
    """Yield the names of the files that are packed in an archive folder."""
    for path in files_in(folder, "packed-*.tar"):
        with (
            suppress(tarfile.TarError),
            files.open_regular(path) as file,
            tarfile.open(fileobj=file, mode="r:") as tar,
        ):
            yield from tar.getnames()


def beyond(folders: Iterable[Path], most: int) -> list[Path]:
    """Return which archives leave so that all together take no more than ``most`` bytes.

    It is always the oldest one of the folder that takes most: many events of an agent take the
    place of older events, and of nothing that people said.
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
    """Return the archives in a folder with their sizes."""
    found = [(path.stat(), path) for path in files_in(folder, "*.tar", "*.gz")]
    found.sort(key=lambda pair: (pair[0].st_mtime_ns, pair[1].name))
    return [(status.st_size, path) for status, path in found]


def files_in(folder: Path, *patterns: str) -> list[Path]:
    """Return the regular files of an archive folder; no links, and nothing that is being made."""
    found = (path for pattern in patterns for path in folder.glob(pattern))
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _newest(folder: Path) -> tuple[int, bytes]:
    """Return the number and the bytes of the packed archive that grows."""
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
    """Return a packed archive with more members; one that it holds already is not repeated."""
    out = io.BytesIO(held)
    known = {}
    if held:
        with tarfile.open(fileobj=io.BytesIO(held), mode="r:") as tar:
            known = {item.name: _content(tar, item) for item in tar.getmembers()}
    with tarfile.open(fileobj=out, mode="a" if held else "w:", format=tarfile.PAX_FORMAT) as tar:
        for path in paths:
            data = files.read_regular(path)
            name, number = path.name, 1
            while name in known and known[name] != data:
                number += 1
                name = f"{number}-{path.name}"
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
