"""An operator's approval of a packet, proposal, rollback or limit (002, 004, rules.md §8.9).

See docs/reference/governance.md, "Approval"; docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.foundation.time import stamps
from robot_memory.governance import schemas
from robot_memory.governance.operators import Operators
from robot_memory.governance.signing import check_statement, sign_statement

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys


# By scope; every other one is of rows.
_COMMANDS = {
    "procedural": "levels approve",
    "limit": "limits approve",
    "place": "limits approve",
    "withdrawn": "limits withdraw",
}
_ID = re.compile(r"[\w-]{1,100}", re.ASCII)
_NO_TERMS: Mapping[str, Any] = MappingProxyType({})


class ApprovalSubject(Protocol):
    """What can be approved: a packet of changes, a change of a file, a rollback, a limit."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def digest(self) -> str:
        """The SHA-256 of all that is approved."""

    @property
    def scope(self) -> str:
        """What it is about: ``ledger:ID``, ``procedural``, ``rollback``, or a scope of a limit."""

    @property
    def rrn(self) -> str:
        """The robot, which the digest holds too; empty of a packet and a run: their home has it."""


def named(rrn: str) -> dict[str, str]:
    """Return the field that names a robot; none where there is none to name."""
    return {"rrn": rrn} if rrn else {}


def check_named(rrn: str) -> None:
    """Refuse where what is to be signed cannot name the robot.

    Raises:
        AssistRefused: it has no name.
    """
    if not rrn:
        raise AssistRefused(
            "this robot has no name (RRN) yet, so an approval would fit any robot; nothing was "
            "signed: start its node once, or write an entry with `robot-memory remember`"
        )


def sign_approval(
    subject: ApprovalSubject, keys: RobotKeys, now: datetime, terms: Mapping[str, Any] = _NO_TERMS
) -> dict[str, Any]:
    """Return an operator's approval; it is stored nowhere and needs no memory home."""
    statement: dict[str, Any] = {
        "kind": schemas.APPROVAL,
        "subject": subject.id,
        "subject_sha256": subject.digest,
        "scope": subject.scope,
        **named(subject.rrn),
        "operator": keys.rrn,
        "approved_at": stamps.to_text(now),
        **terms,
    }
    return sign_statement(statement, keys)


def approve(
    folder: Path, subject: ApprovalSubject, keys: RobotKeys, operators: Operators, now: datetime,
    terms: Mapping[str, Any] = _NO_TERMS,
) -> None:  # fmt: skip
    """Sign an operator's approval and store it, in place of an earlier one.

    Args:
        terms: of a limit: what was approved; of a rollback of a file: its newest run. It is
            signed with it.

    Raises:
        AssistRefused: the operator is not enrolled, with these keys; or they are a robot's.
        OSError: the disk refused; nothing was approved.
    """
    operators.check_signer(keys.card)
    store_approval(folder, sign_approval(subject, keys, now, terms))


def take_approval(
    folder: Path, subject: ApprovalSubject, record: Mapping[str, Any], operators: Operators
) -> None:
    """Store an approval that an operator signed elsewhere, in place of an earlier one.

    Raises:
        InvalidPacket: it is no approval, or its signature does not hold; nothing was stored.
        AssistRefused: it is of another change, or whoever signed it is no operator, or a robot.
        OSError: the disk refused; nothing was approved.
    """
    schemas.check(record, schemas.APPROVAL, f"the signed approval of {subject.id}")
    if not _is_of(record, subject):
        why = _robot_meant(record, subject) or (
            f"this is an approval of {record['subject']} with the digest "
            f"{record['subject_sha256'][:12]}…, not of {subject.id} as it is "
            f"({subject.digest[:12]}…), which was changed or refused since, or its file was changed"
        )
        raise AssistRefused(
            f"{why}; nothing was changed: download {subject.id} again from this robot, and sign "
            "that file"
        )
    operators.check_signer(operators.card(str(record["operator"])))
    check_statement(record, operators, f"the approval of {subject.id}", _command(subject))
    store_approval(folder, record)


def store_approval(folder: Path, record: Mapping[str, Any]) -> None:
    """Store an approval whose signer was checked, in place of an earlier one.

    Raises:
        OSError: the disk refused; nothing was stored.
    """
    schemas.write(approval_path(folder, str(record["subject"])), record, schemas.APPROVAL)


def approval_path(folder: Path, subject_id: str) -> Path:
    """Return the file of an approval, which need not be there; refuse what is no plain name.

    Raises:
        InvalidPacket: the id, which a person may have edited, is no plain name of a file.
    """
    if not _ID.fullmatch(subject_id):
        defect = Defect("id", f"{subject_id!r:.80} is not 1 to 100 letters, digits, '-' and '_'")
        raise InvalidPacket("no approval can have that name; nothing was changed", [defect])
    return folder / f"{subject_id}.json"


def find_approval(folder: Path, subject_id: str) -> Mapping[str, Any] | None:
    """Return what is said to be an approval; None where there is none.

    Raises:
        InvalidPacket: it cannot be read, or nothing can be approved under that id.
    """
    path = approval_path(folder, subject_id)
    if not path.exists():
        return None
    return schemas.read(path, schemas.APPROVAL)


def rests_on(folder: Path, subject_id: str, operator: str, operators: Operators) -> dict[str, str]:
    """Return which approval a run rests on, as its before receipt holds it.

    That is its SHA-256 and the key id of the operator; nothing where nobody approved.

    Raises:
        AssistRefused: the operator is not enrolled.
        InvalidPacket: the operator's card cannot be read.
    """
    path = approval_path(folder, subject_id)
    if not path.is_file():
        return {}
    return {"sha256": schemas.sha256_of(path), "kid": operators.card(operator).kid}


def approver_of(folder: Path, subject: ApprovalSubject, operators: Operators) -> str:
    """Return who approved a subject as it is; refuse where nobody did, or no operator.

    Raises:
        AssistRefused: nobody did, or it has changed since, or who did is no operator.
        InvalidPacket: the approval cannot be read, or its signature does not hold.
    """
    record = find_approval(folder, subject.id)
    if record is None:
        raise AssistRefused(
            f"nobody has approved {subject.id}; nothing was changed: an operator signs it with "
            f"`{_command(subject)}`"
        )
    return signer_of(record, subject, operators)


def signer_of(record: Mapping[str, Any], subject: ApprovalSubject, operators: Operators) -> str:
    """Return who signed an approval; refuse one of another subject, or of no operator.

    Raises:
        AssistRefused: the subject has changed since, or who signed it is no operator.
        InvalidPacket: its signature does not hold.
    """
    if not _is_of(record, subject):
        why = _robot_meant(record, subject) or (
            f"{subject.id} has changed since {record['operator']} approved it, so it is approved "
            "no longer"
        )
        raise AssistRefused(f"{why}; nothing was changed: sign it anew with `{_command(subject)}`")
    check_statement(record, operators, f"the approval of {subject.id}", _command(subject))
    return str(record["operator"])


def _is_of(record: Mapping[str, Any], subject: ApprovalSubject) -> bool:
    meant = (record["subject"], record["subject_sha256"], record["scope"])
    return meant == (subject.id, subject.digest, subject.scope)


def _robot_meant(record: Mapping[str, Any], subject: ApprovalSubject) -> str:
    """Return in words that what was signed is for another robot, or a file's for none by name."""
    robot = record.get("rrn", "" if subject.scope == "procedural" else subject.rrn)
    if not subject.rrn or robot == subject.rrn:
        return ""
    meant = f"for the robot {robot}" if robot else "without the robot's name, as versions before"
    return f"{record['operator']} signed {record['subject']} {meant}, and this is {subject.rrn}"


def _command(subject: ApprovalSubject) -> str:
    """Return what an operator types to sign it."""
    command = _COMMANDS.get(subject.scope, "assist approve")
    return f"robot-memory {command} {subject.id} --key FILE"
