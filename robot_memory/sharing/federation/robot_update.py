"""The content of an update, as canonical JSON: its reader and its writer.

An update holds everything that the robot shares now: entries missing in it are withdrawn.

See docs/reference/peer-updates.md, "The message".
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput, InvalidUpdate
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.identity.rrn import RRN_FORM, is_rrn
from robot_memory.foundation.text.field_reader import FieldReader
from robot_memory.foundation.time import stamps
from robot_memory.sharing.federation.robot_profile import RobotProfile, read_profile
from robot_memory.sharing.federation.shared_entry import (
    MAX_DELETED,
    AuditHead,
    DeletedEntry,
    SharedEntry,
    read_audit_head,
    read_deleted,
    read_entry,
)

VERSION = 1
MAX_SEQUENCE = 2**53
MAX_ENTRIES = 256
#: The longest time that a robot is believed without a new update (rules.md §6.1).
VALIDITY = timedelta(days=7)
_SESSION = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


@dataclass(frozen=True)
class RobotUpdate:
    """One update."""

    rrn: str  # of the sender
    sequence: int  # grows with each update of that robot, also across restarts (rules.md §6.4)
    session: str  # a new word for each start of the robot's node
    issued: datetime  # when it was made, by that robot's clock, UTC
    valid_until: datetime  # it must not be used after that
    entries: tuple[SharedEntry, ...]  # the shared entries
    left_out: int = 0  # the number of weaker entries that did not fit
    # the head of its event log; None if it keeps none
    audit: AuditHead | None = None
    # after reading: the defects of unusable entries, each with its path
    defects: tuple[Defect, ...] = ()
    # the robot's description of itself; None if its operator did not enable it
    robot: RobotProfile | None = None
    # entries deleted on request: words under these ids that are not in this update must be deleted
    # everywhere
    deleted: tuple[DeletedEntry, ...] = ()


def write_update(update: RobotUpdate) -> bytes:
    """Return the bytes to sign."""
    record: dict[str, Any] = {
        "version": VERSION,
        "rrn": update.rrn,
        "sequence": update.sequence,
        "session": update.session,
        "issued": stamps.to_text(update.issued),
        "valid_until": stamps.to_text(update.valid_until),
        "entries": [entry.as_record() for entry in update.entries],
        "left_out": update.left_out,
    }
    if update.audit is not None:
        record["audit"] = update.audit.as_record()
    if update.robot is not None:
        record["robot"] = update.robot.as_record()
    if update.deleted:
        record["deleted"] = [one.as_record() for one in update.deleted]
    return canonical_json(record)


def read_update(data: bytes) -> RobotUpdate:
    """Read an update of :func:`write_update`; unknown fields are ignored, for newer versions.

    An unusable entry, deletion or description is skipped; the rest is used.

    Raises:
        InvalidUpdate: the update as a whole cannot be used; lists everything that is wrong.
    """
    record = _parse(data)
    reader = FieldReader(record)
    version = record.get("version")
    if version != VERSION or isinstance(version, bool):
        raise InvalidUpdate(
            f"the update has version {version!r:.80}, this robot reads {VERSION}; "
            "upgrade the older one"
        )
    rrn = reader.text("rrn")
    if not is_rrn(rrn):
        reader.refuse("rrn", f"{rrn!r:.80} is not {RRN_FORM}")
    sequence = reader.whole("sequence", 0, MAX_SEQUENCE)
    session = reader.text("session")
    if not _SESSION.fullmatch(session):
        reader.refuse("session", "is not 1 to 64 letters and digits")
    issued, valid_until = reader.time("issued"), reader.time("valid_until")
    left_out = reader.whole("left_out", 0, MAX_SEQUENCE)
    items = reader.items("entries", MAX_ENTRIES)
    deleted, defects = read_deleted(reader.items("deleted", MAX_DELETED, []), "deleted")
    audit = read_audit_head(record["audit"], "audit") if "audit" in record else None
    if isinstance(audit, Defect):
        raise InvalidUpdate("the update cannot be read", [*reader.defects, audit])
    if reader.defects:
        raise InvalidUpdate("the update cannot be read", reader.defects)
    entries, spoiled = _read_entries(items)
    defects += spoiled
    robot = read_profile(record["robot"], "robot") if "robot" in record else None
    if isinstance(robot, list):
        defects, robot = [*defects, *robot], None
    return RobotUpdate(
        rrn, sequence, session, issued, valid_until, entries, left_out, audit,
        tuple(defects), robot, deleted,
    )  # fmt: skip


def _read_entries(items: Sequence[object]) -> tuple[tuple[SharedEntry, ...], list[Defect]]:
    """Return the usable entries, each id once, and the defects of the others."""
    entries: dict[str, SharedEntry] = {}
    defects: list[Defect] = []
    for index, item in enumerate(items):
        path = f"entries[{index}]"
        try:
            entry = read_entry(item, path)
        except InvalidInput as error:
            defects.extend(error.defects)
            continue
        if entries.setdefault(entry.id, entry) is not entry:
            defects.append(Defect(f"{path}.id", "occurs twice"))
    return tuple(entries.values()), defects


def _parse(data: bytes) -> Mapping[str, Any]:
    """Read unambiguous JSON."""
    try:
        record = json.loads(
            data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_no_number
        )
    except (ValueError, RecursionError) as error:
        raise InvalidUpdate(f"the update is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise InvalidUpdate("the update is not a JSON object")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise ValueError("a field occurs twice in one object")
    return record


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")
