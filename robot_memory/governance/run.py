"""A run, reconstructed from its receipts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance import schemas
from robot_memory.governance.file_change import CIRCUMSTANCES, FileChange
from robot_memory.governance.packet import Packet, packet_of
from robot_memory.governance.receipts import Receipt


@dataclass(frozen=True)
class Run:
    """One run: of making a change, of trying one, or of taking a run back."""

    before: Receipt
    rollback: Receipt | None = None
    after: Receipt | None = None

    @property
    def id(self) -> str:
        """Its run id."""
        return self.before.run_id

    @property
    def operator(self) -> str:
        """On whose word it was begun."""
        return str(self.before.record["operator"])

    @property
    def approval(self) -> dict[str, str]:
        """Digest and ``kid`` of the approval that it rests on; empty where on none, or unknown."""
        return dict(self.before.record.get("approval", {}))

    @property
    def approval_id(self) -> str:
        """What that approval is of: a packet or a proposal, or the run that it takes back."""
        return self.reverses or self.subject

    @property
    def reversal(self) -> Reversal | None:
        """What is signed so that it is taken back; None where it changed nothing."""
        return Reversal(self.id, self.rollback.sha256) if self.rollback else None

    @property
    def is_dry(self) -> bool:
        """Whether it was to change nothing."""
        return False

    @property
    def action(self) -> str:
        """``apply`` or ``rollback``."""
        return str(self.before.record["action"])

    @property
    def reverses(self) -> str | None:
        """The run that it took back; None for one that applies."""
        reverses: str | None = self.before.record["reverses"]
        return reverses

    @property
    def result(self) -> str:
        """``applied``, ``aborted``, ``rolled_back``; empty while it is unfinished."""
        return str(self.after.record["result"]) if self.after else ""

    @property
    def instant(self) -> Instant:
        """When it began."""
        clock = self.before.record["clock"]
        time = stamps.from_text(self.before.record["ts"])
        synchronised = clock.get("synchronised", False)
        return Instant(time, clock["uptime"], clock["boot"], clock["trusted"], synchronised)

    @property
    def machine(self) -> str | None:
        """The digest of the machine that it ran on; None where its receipt does not say."""
        machine: str | None = self.before.record["clock"].get("machine")
        return machine

    @property
    def subject(self) -> str:
        """The id of what an operator approved: of a packet, or of a proposal."""
        raise NotImplementedError

    @property
    def subject_sha256(self) -> str:
        """What the approval of it is bound to, as the before receipt has it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Reversal:
    """What an operator signs so that a run is taken back.

    Attributes:
        id: of the run.
        digest: the SHA-256 of its rollback file, which holds all that is restored.
    """

    id: str
    digest: str
    scope: str = "rollback"
    rrn = ""  # the run's id is of one home


class RowRun(Run):
    """One of rows of the ledger (document 004)."""

    @property
    def packet(self) -> Packet:
        """What it was about."""
        return packet_of(self.before.record["packet"])

    @property
    def is_try(self) -> bool:
        """Whether it counts for ``max_retries_per_packet``: it began to write, or was cut off.

        What the contract stops may pass later: a cap of 24 hours is over, or another run is taken
        back. Whoever may call ``~/apply_packet`` must not use up the tries until then.
        """
        is_stopped = self.result == "aborted" and self.rollback is None
        return not is_stopped or (self.after is not None and bool(self.after.record["recovered"]))

    @property
    def ledger_id(self) -> str:
        """The ledger whose rows are meant."""
        return str(self.before.record["packet"]["ledger_id"])

    @property
    def is_dry(self) -> bool:
        """Whether it was to change nothing."""
        return bool(self.before.record["dry_run"])

    @property
    def mutations(self) -> list[dict[str, Any]]:
        """The rows as they were and as they became."""
        return list(self.rollback.record["mutations"]) if self.rollback else []

    @property
    def subject(self) -> str:
        """The id of the packet."""
        return str(self.before.record["packet"]["packet_id"])

    @property
    def subject_sha256(self) -> str:
        """The digest of the packet."""
        return str(self.before.record["packet_sha256"])


class ChangeRun(Run):
    """One of a file of procedural memory (document 002)."""

    @property
    def target(self) -> str:
        """The file, below ``procedural/``."""
        return str(self.before.record["target"])

    @property
    def change(self) -> FileChange | None:
        """What it did or was to do; None where it has no rollback file."""
        if self.rollback is None:
            return None
        record = self.rollback.record
        texts = record["before_text"], record["after_text"]
        signed = (str(self.before.record.get(name, "")) for name in CIRCUMSTANCES)
        return FileChange(record["proposal_id"], record["target"], *texts, *signed)

    @property
    def subject(self) -> str:
        """The id of the proposal."""
        return str(self.before.record["proposal_id"])

    @property
    def subject_sha256(self) -> str:
        """The digest of the change."""
        return str(self.before.record["change_sha256"])


def run_of(before: Receipt) -> Run:
    """Return the run that a before receipt begins."""
    is_of_file = before.record["kind"] == schemas.PROCEDURAL_BEFORE
    return ChangeRun(before) if is_of_file else RowRun(before)
