"""The JSON Schemas of all files that governance writes: one file for each kind, named after it."""

from __future__ import annotations

import errno
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.governance.schema_check import defects_of
from robot_memory.long_term.levels import json_files

BEFORE = "openclaw-mem.optimize.assist.before.v1"
AFTER = "openclaw-mem.optimize.assist.after.v1"
ROLLBACK = "openclaw-mem.optimize.assist.rollback.v1"
PROCEDURAL_BEFORE = "robot-memory.procedural.before.v1"
PROCEDURAL_AFTER = "robot-memory.procedural.after.v1"
PROCEDURAL_ROLLBACK = "robot-memory.procedural.rollback.v1"
PACKET = "robot-memory.assist.packet.v1"
APPROVAL = "robot-memory.approval.v1"
SIGN_OFF = "robot-memory.assist.sign-off.v1"
REHEARSAL = "robot-memory.assist.rehearsal.v1"
WITHDRAWAL = "robot-memory.assist.withdrawal.v1"
OPERATOR = "robot-memory.assist.operator.v1"
KINDS = (
    BEFORE, AFTER, ROLLBACK, PROCEDURAL_BEFORE, PROCEDURAL_AFTER, PROCEDURAL_ROLLBACK,
    PACKET, APPROVAL, SIGN_OFF, REHEARSAL, OPERATOR, WITHDRAWAL,
)  # fmt: skip

_FOLDER = Path(__file__).parent
_NO_FILE = (errno.ENOENT, errno.EINVAL)  # EINVAL: files.open_regular found something else there


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """Return the schema of a kind."""
    schema: dict[str, Any] = json.loads((_FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return schema


def check(record: Any, kind: str, where: str) -> None:
    """Check a record: before it is written, and when it has been read."""
    defects = defects_of(record, schema_of(kind))
    if defects:
        raise InvalidPacket(f"{where} is no {kind}; nothing was done", defects)


def check_one_of(record: Any, kinds: Sequence[str], where: str) -> None:
    """Check a record of any of some kinds: of the first of them where it names none."""
    named = record.get("kind") if isinstance(record, dict) else None
    check(record, next((kind for kind in kinds if kind == named), kinds[0]), where)


def parse(data: bytes, kind: str | Sequence[str], where: str) -> dict[str, Any]:
    """Read a record of a kind, or of any of some kinds."""
    try:
        record = read_json(data)
    except ValueError as error:
        defect = Defect("", f"is not JSON: {error}")
        raise InvalidPacket(f"{where} cannot be read; nothing was done", [defect]) from None
    check_one_of(record, [kind] if isinstance(kind, str) else kind, where)
    return dict(record)


def read(path: Path, kind: str | Sequence[str]) -> dict[str, Any]:
    """Read the file of a record of a kind, or of any of some kinds."""
    return parse(data_of(path), kind, str(path))


def data_of(path: Path) -> bytes:
    """Return what is in a file; something else there (a folder, a named pipe) is refused."""
    try:
        return read_regular(path)
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        defect = Defect("", f"is not a file: {error.strerror}")
        raise InvalidPacket(f"{path} cannot be read; nothing was done", [defect]) from None


def write(path: Path, record: Any, kind: str) -> None:
    """Check a record, and write its file in one step and durably."""
    check(record, kind, str(path))
    json_files.write(path, pretty(record))


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(read_regular(path)).hexdigest()


def pretty(record: Any) -> bytes:
    """Return a record as it stands in its file."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True)
    return text.encode() + b"\n"


def schema_files() -> dict[Path, str]:
    """Return the files of all schemas, in order, each with its SHA-256."""
    paths = [_FOLDER / f"{kind}.json" for kind in KINDS]
    return {path: sha256_of(path) for path in paths}


def schemas_digest() -> str:
    """Return the SHA-256 of all schemas, which a sign-off is bound to."""
    data = b"".join((_FOLDER / f"{kind}.json").read_bytes() for kind in KINDS)
    return hashlib.sha256(data).hexdigest()
