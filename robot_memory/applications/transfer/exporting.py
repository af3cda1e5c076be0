"""Writes a memory into one file, while a node may continue to write to it.

Settings that refer to this machine are not exported.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
import stat
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

import yaml

from robot_memory import __version__
from robot_memory.applications.limits.limit_signature import LimitWithdrawal, subject_of
from robot_memory.applications.limits.limits_in_force import LimitsInForce
from robot_memory.applications.transfer.exported_files import (
    MEMORY_FILE,
    NAME,
    Manifest,
    is_exported,
    is_secret,
)
from robot_memory.entries.own_rrn import rrn_defects, rrn_in
from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.disk.scratch_folder import scratch_folder
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.home import Home
from robot_memory.foundation.settings import flat
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.unicode_text import as_name
from robot_memory.foundation.time import stamps
from robot_memory.ledger.database_recovery import copy_database
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.level_tree import LevelTree

ARCHIVE_FILE = "robot-memory.archive.md"
LEDGER = "observations.db"
SETTINGS_FILE = "settings.yaml"
#: Settings that name a path, a package, an address or a secret of the machine.
OF_THE_MACHINE = (
    "home", "memory_file", "rules_file", "federation.zenoh_config",
)  # fmt: skip


@dataclass(frozen=True)
class ExportedHome:
    """The result of an export."""

    manifest: Manifest  # the file's manifest
    # names of private keys and secrets found among the home's other files
    left_out: tuple[str, ...]
    # entries of limits that only ``governance/in_force`` holds, which is not exported: their
    # approvals are gone, and no import can hold them
    unapproved: tuple[str, ...] = ()


def export_home(home: Home, rrn: str, target: Path, now: datetime) -> ExportedHome:
    """Write a memory, without its keys, into a new file.

    The memory file is read first and the evidence last, so that the memory file never refers to
    rows that the copied evidence lacks.

    Args:
        rrn: the robot's RRN; empty if it has none.
        target: the new file, which must not exist.

    Raises:
        InvalidInput: there is no memory, its file names another robot, or the target exists or lies
            inside the home.
        OSError, sqlite3.Error: a disk refused; then there is no target.
    """
    if not home.ledger.exists() and not home.memory_file.exists():
        raise InvalidInput(f"there is no memory in {home.folder}; nothing was exported")
    if target.exists() or target.is_symlink():
        defect = Defect(str(target), "is there already; name a new file")
        raise InvalidInput("nothing was exported", [defect])
    if target.resolve().is_relative_to(home.folder.resolve()):
        raise InvalidInput("nothing was exported", [Defect(str(target), "is inside the memory")])
    scratch = scratch_folder(target.absolute().parent, "export")
    with scratch as folder, naming(target, "nothing was exported"):
        draft = folder / "draft"
        exported = _write(home, rrn, draft, folder, now)
        draft.replace(target)
        files.sync_folder(target.absolute().parent)
    return exported


def portable_settings(data: bytes) -> bytes:
    """Return a settings file in the form for an import.

    It is unchanged if it sets nothing about the machine, or cannot be read, which an import
    reports. Otherwise it is rewritten, with a first line that names the omitted settings.
    """
    try:
        values: object = yaml_reading.load(data.decode())
    except (UnicodeDecodeError, yaml.YAMLError):
        return data
    given = flat(values) if isinstance(values, Mapping) else {}
    left_out = [name for name in OF_THE_MACHINE if given.get(name)]
    if not left_out:
        return data
    kept = {name: value for name, value in given.items() if name not in left_out}
    head = f"# Left out by the export, to be set on the new machine: {', '.join(left_out)}\n"
    body = yaml.safe_dump(kept, allow_unicode=True, sort_keys=False) if kept else ""
    return (head + body).encode()


def _write(home: Home, rrn: str, draft: Path, scratch: Path, now: datetime) -> ExportedHome:
    digests: dict[str, str] = {}
    left_out: list[str] = []
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, files.PRIVATE_FILE)
    with (
        os.fdopen(descriptor, "wb") as raw,
        gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w") as archive,
    ):
        for path, name in _files(home):
            try:
                data = files.read_regular(path)
            except FileNotFoundError:
                continue  # moved or removed meanwhile
            if is_secret(PurePosixPath(name), data):
                left_out.append(name)
                continue
            if name == MEMORY_FILE and (defects := rrn_defects(rrn_in(data), rrn)):
                raise InvalidInput(f"{path} is of another robot; nothing was exported", defects)
            if name == SETTINGS_FILE:
                data = portable_settings(data)
            digests[name] = _add(archive, name, data)
        if home.ledger.exists():
            copy = scratch / LEDGER
            copy_database(home.ledger, copy)
            digests[LEDGER] = _add(archive, LEDGER, copy.read_bytes())
        manifest = Manifest(rrn, stamps.to_text(now), __version__, digests)
        _add(archive, NAME, manifest.to_json())
        archive.close()
        packed.close()
        raw.flush()
        os.fsync(raw.fileno())
    return ExportedHome(manifest, tuple(left_out), tuple(_held_here_alone(home, rrn)))


def _held_here_alone(home: Home, rrn: str) -> Iterator[str]:
    approved = {path.stem for path in (home.governance / "approvals").glob("*.json")}
    in_force = LimitsInForce(home.governance / "in_force", EventLog(LevelTree(home.folder)))
    for entry_id, record in sorted(in_force.signatures().items()):
        if entry_id not in approved and not isinstance(subject_of(rrn, record), LimitWithdrawal):
            yield entry_id


def _files(home: Home) -> Iterator[tuple[Path, str]]:
    """Yield all files but the evidence, with their paths in the archive; the memory file first."""
    for path, name in (
        (home.memory_file, MEMORY_FILE),
        (home.archive, ARCHIVE_FILE),
    ):
        if path.exists():
            yield path, name
    if not home.folder.exists():
        return
    special = {home.memory_file, home.archive, home.ledger}
    # If the memory file is elsewhere, a file with that name in the home does not belong to it.
    taken = {MEMORY_FILE, ARCHIVE_FILE}
    found = [(path, path.relative_to(home.folder)) for path in sorted(home.folder.rglob("*"))]
    # A hard link to a key is that key.
    private = {_file_number(path) for path, below in found if not is_exported(below)} - {None}
    for path, below in found:
        if as_name(below.as_posix()) in taken or path in special:
            continue
        if not is_exported(below) or _file_number(path) in private:
            continue
        if stat.S_ISREG(path.lstat().st_mode):
            yield path, below.as_posix()


def _file_number(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, or None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> str:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(data), files.PRIVATE_FILE
    archive.addfile(member, io.BytesIO(data))
    return hashlib.sha256(data).hexdigest()
