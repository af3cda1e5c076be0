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


# By scope; all other scopes are of rows.
_COMMANDS = {
    "procedural": "levels approve",
    "limit": "limits approve",
    "place": "limits approve",
    "withdrawn": "limits withdraw",
}
_ID = re.compile(r"[\w-]{1,100}", re.ASCII)
_NO_TERMS: Mapping[str, Any] = MappingProxyType({})


class ApprovalSubject(Protocol):
    """A subject of an approval: a packet of changes, a file's change, a rollback, a limit."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that is approved."""

    @property
    def scope(self) -> str:
        """The scope: ``ledger:ID``, ``procedural``, ``rollback``, or a scope of a limit."""

    @property
    def rrn(self) -> str:
        """The robot, also in the digest; empty for packets and runs, whose home names the robot."""


def named(rrn: str) -> dict[str, str]:
    """Return the field that names a robot; empty without a name."""
    return {"rrn": rrn} if rrn else {}


def check_named(rrn: str) -> None:
    """Refuse if the robot has no name for the text to sign.

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
    """Return an operator's approval, without storing it; needs no memory home."""
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
    """Sign an operator's approval and store it, replacing an earlier one.

    Args:
        terms: signed too: for a limit, the approved limit; for a file's rollback, the file's newest
            run.

    Raises:
        AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
        OSError: the disk refused; nothing was approved.
    """
    operators.check_signer(keys.card)
    store_approval(folder, sign_approval(subject, keys, now, terms))


def take_approval(
    folder: Path, subject: ApprovalSubject, record: Mapping[str, Any], operators: Operators
) -> None:
    """Store an approval that an operator signed elsewhere, replacing an earlier one.

    Raises:
        InvalidPacket: it is no approval, or its signature does not hold; nothing was stored.
        AssistRefused: it is for another change, or the signer is no operator, or a robot.
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
    """Store an approval whose signer was checked, replacing an earlier one.

    Raises:
        OSError: the disk refused; nothing was stored.
    """
    schemas.write(approval_path(folder, str(record["subject"])), record, schemas.APPROVAL)


def approval_path(folder: Path, subject_id: str) -> Path:
    """Return the file of an approval, which may be missing; refuse ids that are no plain name.

    Raises:
        InvalidPacket: the id, which a person may have edited, is no plain file name.
    """
    if not _ID.fullmatch(subject_id):
        defect = Defect("id", f"{subject_id!r:.80} is not 1 to 100 letters, digits, '-' and '_'")
        raise InvalidPacket("no approval can have that name; nothing was changed", [defect])
    return folder / f"{subject_id}.json"


def find_approval(folder: Path, subject_id: str) -> Mapping[str, Any] | None:
    """Return an unchecked approval, or None if there is none.

    Raises:
        InvalidPacket: it cannot be read, or the id allows no approval.
    """
    path = approval_path(folder, subject_id)
    if not path.exists():
        return None
    return schemas.read(path, schemas.APPROVAL)


def rests_on(folder: Path, subject_id: str, operator: str, operators: Operators) -> dict[str, str]:
    """Return the approval of a run, for its before receipt.

    That is its SHA-256 and the operator's key id; empty if nobody approved.

    Raises:
        AssistRefused: the operator is not enrolled.
        InvalidPacket: the operator's card cannot be read.
    """
    path = approval_path(folder, subject_id)
    if not path.is_file():
        return {}
    return {"sha256": schemas.sha256_of(path), "kid": operators.card(operator).kid}


def approver_of(folder: Path, subject: ApprovalSubject, operators: Operators) -> str:
    """Return the operator who approved a subject in its present state.

    Raises:
        AssistRefused: nobody approved it, it has changed since, or the signer is no operator.
        InvalidPacket: the approval cannot be read, or its signature does not hold.
    """
    record = find_approval(folder, subject.id)
    if record is None:
        raise AssistRefused(
            f"nobody has approved {subject.id}; nothing was changed: an operator signs it with "
            f"`{_command(subject)}`"
        )
    return signer_of(record, subject, operators)


def valid_approver(folder: Path, subject: ApprovalSubject, operators: Operators) -> str:
    """Return the operator who approved a subject as it is; empty if no approval is valid."""
    try:
        return approver_of(folder, subject, operators)
    except (AssistRefused, InvalidPacket):
        return ""


def signer_of(record: Mapping[str, Any], subject: ApprovalSubject, operators: Operators) -> str:
    """Return the operator who signed an approval of a subject.

    Raises:
        AssistRefused: it is for another subject or an earlier state, or the signer is no operator.
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
    """Return why a signature is for another robot, or for no named robot (of a file); else ""."""
    robot = record.get("rrn", "" if subject.scope == "procedural" else subject.rrn)
    if not subject.rrn or robot == subject.rrn:
        return ""
    meant = f"for the robot {robot}" if robot else "without the robot's name, as versions before"
    return f"{record['operator']} signed {record['subject']} {meant}, and this is {subject.rrn}"


def _command(subject: ApprovalSubject) -> str:
    """Return the command with which an operator signs it."""
    command = _COMMANDS.get(subject.scope, "assist approve")
    return f"robot-memory {command} {subject.id} --key FILE"
