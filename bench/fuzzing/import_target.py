"""Spoiled exports of memories: their bytes, and the members and manifest of their archive.

Most spoiled members come with a matching manifest, so that they pass the digest check.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
import tarfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.mutation import ODD_TEXTS, mutated_bytes, mutated_json
from robot_memory.applications.transfer.exported_files import NAME, Manifest
from robot_memory.applications.transfer.importing import import_home
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.home import Home

_RRN = "RRN-000000000001"
_PARTS = {"robot-memory.md": b"free text", "level/a.json": b"{}", "facts/b.jsonl": b"{}\n"}
_NAMES = (
    *ODD_TEXTS, *_PARTS, NAME, ".", "..", "/", "./robot-memory.md", "level", "level/a.json/b",
    "level//a.json", "level/../../b", "keys/a", "./keys", "index.db", "x/" * 300 + "a", "x" * 300,
    "\udcff", "a\\b", "~/a", ".git/hooks/a", "observations.db-wal",
)  # fmt: skip
_TYPES = (
    tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.DIRTYPE,
    tarfile.FIFOTYPE, tarfile.CONTTYPE, tarfile.GNUTYPE_SPARSE, tarfile.AREGTYPE, b"\0", b"9",
)  # fmt: skip
_EXTENDED = ("path", "linkpath", "size", "GNU.sparse.major", "GNU.sparse.size", "GNU.sparse.map")
_SIZES = (-1, -512, -1024, -10_000, 5, 600, 10**10, 10**12)

_Member = tuple[tarfile.TarInfo, bytes]


def import_target(folder: Path) -> FuzzTarget:
    """Import into a home that does not exist yet."""
    source, home = folder / "robot.tar.gz", folder / "inner" / "home"

    def read(data: bytes) -> str:
        source.write_bytes(data)
        try:
            manifest = import_home(source, Home(home, home / "robot-memory.md")).manifest
            _check(home, manifest)
        except InvalidInput:
            if home.exists():
                raise BrokenPromise("a home was made of what was refused") from None
            raise
        finally:
            shutil.rmtree(home, ignore_errors=True)
            if sorted(one.name for one in folder.rglob("*")) != ["inner", "robot.tar.gz"]:
                raise BrokenPromise("something was written outside of the home")
        return "imported"

    return FuzzTarget("import", (_seed(),), read, (InvalidInput,), mutated_export)


def _check(home: Path, manifest: Manifest) -> None:
    for name, digest in manifest.files.items():
        if hashlib.sha256((home / name).read_bytes()).hexdigest() != digest:
            raise BrokenPromise(f"{name!r:.80} is not what its digest says")


def mutated_export(data: bytes, random: Random) -> bytes:
    """Return an export that is spoiled as a file, as an archive, or in its members."""
    match random.randrange(8):
        case 0:
            return mutated_bytes(data, random)
        case 1:
            used = gzip.decompress(data).rstrip(b"\0")
            return gzip.compress(mutated_bytes(used, random) + bytes(1024), 1)
    members = _members(data)
    for _ in range(random.randint(1, 3)):
        _spoil(members, random)
    if random.random() < 0.7:
        members = _with_manifest(members, random)
    with suppress(ValueError, tarfile.TarError):  # some names do not fit into a header
        return _packed(members, random.choice((tarfile.PAX_FORMAT, tarfile.GNU_FORMAT)))
    return data[: random.randrange(len(data))]


def _spoil(members: list[_Member], random: Random) -> None:
    at = random.randrange(len(members))
    info, data = members[at]
    match random.randrange(8):
        case 0 | 1:
            info.name = random.choice(_NAMES)
        case 2:
            info.type = random.choice(_TYPES)
            info.linkname = random.choice(_NAMES)
        case 3:
            members[at] = info, mutated_bytes(data, random)
        case 4:
            value = random.choice((*map(str, _SIZES), "9" * 20, *_NAMES))
            info.pax_headers = {random.choice(_EXTENDED): value}
        case 5:
            members.insert(random.randrange(len(members) + 1), (_like(info), data))
        case 6 if len(members) > 1:
            del members[at]
        case 7:
            info.size = random.choice(_SIZES)


def _with_manifest(members: Sequence[_Member], random: Random) -> list[_Member]:
    """Return the members with a new manifest for them, which may be spoiled itself."""
    kept = [(info, data) for info, data in members if info.name != NAME]
    digests = {info.name: hashlib.sha256(data).hexdigest() for info, data in kept}
    text = _manifest(digests)
    if random.random() < 0.2:
        text = mutated_json(text, random)
    return [*kept, (tarfile.TarInfo(NAME), text)]


def _manifest(digests: dict[str, str]) -> bytes:
    return Manifest(_RRN, "2026-12-01T12:00:00Z", "1.0", digests).to_json()


def _seed() -> bytes:
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in _PARTS.items()}
    parts = {**_PARTS, NAME: _manifest(digests)}
    return _packed([(tarfile.TarInfo(name), data) for name, data in parts.items()])


def _members(data: bytes) -> list[_Member]:
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        files = [(info, archive.extractfile(info)) for info in archive]
        return [(_like(info), file.read() if file else b"") for info, file in files]


def _like(info: tarfile.TarInfo) -> tarfile.TarInfo:
    made = tarfile.TarInfo(info.name)
    made.type, made.linkname, made.pax_headers = info.type, info.linkname, dict(info.pax_headers)
    return made


def _packed(members: Sequence[_Member], form: int = tarfile.PAX_FORMAT) -> bytes:
    """Return the archive; a member of any type has its data after its header."""
    raw = bytearray()
    for info, data in members:
        info.size = info.size or len(data)  # _spoil may have set another size
        raw += info.tobuf(form, "utf-8", "surrogateescape") + data + bytes(-len(data) % 512)
    return gzip.compress(bytes(raw) + bytes(1024), 1)
