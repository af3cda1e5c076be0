"""The JSON Schemas of all files that governance writes, one schema file per kind.

They use a subset of JSON Schema (2020-12), which this module checks.
"""

from __future__ import annotations

import errno
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.foundation.time import stamps
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
_NO_FILE = (errno.ENOENT, errno.EINVAL)  # EINVAL: files.open_regular found no regular file


@cache
def schema_of(kind: str) -> dict[str, Any]:
    """Return the schema for a kind."""
    schema: dict[str, Any] = json.loads((_FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
    return schema


def check(record: Any, kind: str, where: str) -> None:
    """Check a record, before it is written and after it was read.

    Raises:
        InvalidPacket: lists all its defects.
    """
    defects = defects_of(record, schema_of(kind))
    if defects:
        raise InvalidPacket(f"{where} is no {kind}; nothing was done", defects)


def check_one_of(record: Any, kinds: Sequence[str], where: str) -> None:
    """Check a record of one of several kinds; the first kind is assumed if it names none.

    Raises:
        InvalidPacket: lists all its defects.
    """
    named = record.get("kind") if isinstance(record, dict) else None
    check(record, next((kind for kind in kinds if kind == named), kinds[0]), where)


def parse(data: bytes, kind: str | Sequence[str], where: str) -> dict[str, Any]:
    """Read a record of a kind, or of one of several kinds.

    Raises:
        InvalidPacket: it is no JSON, or has defects; lists all.
    """
    try:
        record = read_json(data)
    except ValueError as error:
        defect = Defect("", f"is not JSON: {error}")
        raise InvalidPacket(f"{where} cannot be read; nothing was done", [defect]) from None
    check_one_of(record, [kind] if isinstance(kind, str) else kind, where)
    return dict(record)


def read(path: Path, kind: str | Sequence[str]) -> dict[str, Any]:
    """Read the file of a record of a kind, or of one of several kinds.

    Raises:
        InvalidPacket: it is no file, no JSON, or has defects; lists all.
    """
    return parse(data_of(path), kind, str(path))


def data_of(path: Path) -> bytes:
    """Return the content of a regular file; anything else is refused.

    Raises:
        InvalidPacket: it is something else (a folder, a named pipe), or a broken link.
        OSError: the file cannot be read; the error names it.
    """
    try:
        return read_regular(path)
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        defect = Defect("", f"is not a file: {error.strerror}")
        raise InvalidPacket(f"{path} cannot be read; nothing was done", [defect]) from None


def write(path: Path, record: Any, kind: str) -> None:
    """Check a record, and write its file atomically and durably.

    Raises:
        InvalidPacket: it does not fit its schema; nothing was written.
        OSError: the disk refused; the error names the file, which is unchanged.
    """
    check(record, kind, str(path))
    json_files.write(path, pretty(record))


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(read_regular(path)).hexdigest()


def pretty(record: Any) -> bytes:
    """Return the text of a record's file."""
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=2, sort_keys=True)
    return text.encode() + b"\n"


def schema_files() -> dict[Path, str]:
    """Return the files of all schemas in order, each with its SHA-256."""
    paths = [_FOLDER / f"{kind}.json" for kind in KINDS]
    return {path: sha256_of(path) for path in paths}


def schemas_digest() -> str:
    """Return the SHA-256 of all schemas, to which a sign-off is bound."""
    data = b"".join((_FOLDER / f"{kind}.json").read_bytes() for kind in KINDS)
    return hashlib.sha256(data).hexdigest()


# -- checking --------------------------------------------------------------------------------------

Schema = Mapping[str, Any]

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}
_TIME = "date-time"
_KNOWN = frozenset(
    "$schema $id title description type const enum properties required additionalProperties items "
    "minItems maxItems minLength maxLength minProperties pattern format minimum maximum".split()
)


def defects_of(value: Any, schema: Schema, path: str = "") -> list[Defect]:
    """Return all defects of a value, each with its path; empty if it fits the schema.

    Raises:
        ValueError: the schema has a keyword or format that is not checked here.
    """
    unknown = schema.keys() - _KNOWN
    if unknown:
        raise ValueError(f"a schema asks for {sorted(unknown)}, which is not checked")
    if schema.get("format", _TIME) != _TIME:
        raise ValueError(f"a schema asks for the format {schema['format']!r}, which is not checked")
    types = schema.get("type")
    allowed = [types] if isinstance(types, str) else types
    if allowed is not None and not any(_TYPES[name](value) for name in allowed):
        return [Defect(path, f"{value!r:.40} is no {' or '.join(allowed)}")]
    return [*_value_defects(value, schema, path), *_part_defects(value, schema, path)]


def _value_defects(value: Any, schema: Schema, path: str) -> Iterator[Defect]:
    if "const" in schema and value != schema["const"]:
        yield Defect(path, f"{value!r:.40} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        yield Defect(path, f"{value!r:.40} is not one of {', '.join(map(str, schema['enum']))}")
    if isinstance(value, str) and "pattern" in schema and not _matches(schema["pattern"], value):
        yield Defect(path, f"{value!r:.40} does not match {schema['pattern']}")
    if isinstance(value, str) and "format" in schema and not _is_time(value):
        yield Defect(path, f"{value!r:.40} is not a valid time")
    for size, low, high in _sizes(value):
        if low in schema and size < schema[low]:
            yield Defect(path, f"{size} is below {low} {schema[low]}")
        if high in schema and size > schema[high]:
            yield Defect(path, f"{size} is above {high} {schema[high]}")


def _matches(pattern: str, text: str) -> bool:
    """Match like ECMAScript: $ matches only at the very end, and digits are ASCII only."""
    exact = pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern
    return re.search(exact, text, re.ASCII) is not None


def _is_time(text: str) -> bool:
    try:
        stamps.from_text(text)
    except ValueError:
        return False
    return True


def _sizes(value: Any) -> Iterator[tuple[float, str, str]]:
    if isinstance(value, str):
        yield len(value), "minLength", "maxLength"
    elif isinstance(value, list):
        yield len(value), "minItems", "maxItems"
    elif isinstance(value, dict):
        yield len(value), "minProperties", ""
    elif _TYPES["number"](value):
        yield value, "minimum", "maximum"


def _part_defects(value: Any, schema: Schema, path: str) -> Iterator[Defect]:
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from defects_of(item, schema["items"], f"{path}[{index}]")
    if not isinstance(value, dict):
        return
    for name in schema.get("required", ()):
        if name not in value:
            yield Defect(_join(path, name), "is missing")
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, part in value.items():
        if name in properties:
            yield from defects_of(part, properties[name], _join(path, name))
        elif others is False:
            yield Defect(_join(path, name), "is not a known field")
        elif isinstance(others, Mapping):
            yield from defects_of(part, others, _join(path, name))


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
