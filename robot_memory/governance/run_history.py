"""All runs so far, each reconstructed from its receipts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.contract_rules import PriorRuns, families_of, propose_again
from robot_memory.governance.file_change import CIRCUMSTANCES, FileChange
from robot_memory.governance.mutation_contract import (
    NEUTRAL_SCORE,
    SCORE,
    FieldFamily,
    is_score,
    value_at,
)
from robot_memory.governance.packet import Packet, packet_of
from robot_memory.governance.receipts import Receipt, Receipts, name_of


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
        return bool(self.before.record.get("dry_run", False))

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
        record = self.before.record
        return str(record["packet"]["packet_id"] if "packet" in record else record["proposal_id"])

    @property
    def subject_sha256(self) -> str:
        """What the approval of it is bound to: the digest of the packet, or of the change."""
        record = self.before.record
        return str(record["packet_sha256" if "packet" in record else "change_sha256"])


@dataclass(frozen=True)
class Reversal:
    """What an operator signs so that a run is taken back."""

    id: str  # of the run
    digest: str  # the SHA-256 of its rollback file, which holds all that is restored
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
    def mutations(self) -> list[dict[str, Any]]:
        """The rows as they were and as they became."""
        return list(self.rollback.record["mutations"]) if self.rollback else []


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


_WINDOW = timedelta(hours=24)


class RunHistory:
    """All runs, oldest first: of rows, and of files of procedural memory.

    Raises:
        AssistRefused: a receipt is of no run.
    """

    def __init__(self, receipts: Sequence[Receipt]) -> None:
        runs: dict[str, Run] = {}
        for receipt in receipts:
            if receipt.stage == "before":
                begun = ChangeRun if receipt.is_procedural else RowRun
                runs[receipt.run_id] = begun(receipt)
            elif (
                receipt.run_id not in runs
                or receipt.is_procedural != runs[receipt.run_id].before.is_procedural
            ):
                raise AssistRefused(f"{receipt.ref} is of a run that has no before receipt")
            elif receipt.stage == "rollback":
                runs[receipt.run_id] = replace(runs[receipt.run_id], rollback=receipt)
            else:
                runs[receipt.run_id] = replace(runs[receipt.run_id], after=receipt)
        self.runs = tuple(runs.values())
        self.of_rows = tuple(run for run in self.runs if isinstance(run, RowRun))
        self._reversed = {run.reverses for run in self.runs if run.result == "rolled_back"}

    def get(self, run_id: str) -> Run | None:
        """Return a run by its id."""
        return next((run for run in self.runs if run.id == run_id), None)

    def unfinished(self) -> list[Run]:
        """Return the runs that a crash cut off."""
        return [run for run in self.runs if run.after is None]

    def standing(self) -> list[Run]:
        """Return the runs that are applied and not taken back."""
        applied = [run for run in self.runs if run.result == "applied"]
        return [run for run in applied if run.id not in self._reversed]

    def changes_standing(self) -> list[ChangeRun]:
        """Return the runs of procedural files that are applied and not taken back."""
        return [run for run in self.standing() if isinstance(run, ChangeRun)]

    def newest_of(self, target: str) -> str:
        """Return the id of the newest run that wrote a procedural file; empty where none did."""
        wrote = [run.id for run in self.runs if isinstance(run, ChangeRun)
                 and run.target == target and run.result in ("applied", "rolled_back")]  # fmt: skip
        return wrote[-1] if wrote else ""

    def of_packet(self, packet_id: str) -> list[RowRun]:
        """Return the runs that were to apply a packet."""
        return [
            run
            for run in self.of_rows
            if run.subject == packet_id and not run.is_dry and run.reverses is None
        ]

    def check_not_applied(self, packet_id: str, undone: str) -> None:
        """Refuse where a packet was applied; its approval, on which it was, is not replaced.

        Raises:
            AssistRefused: it was applied.
        """
        done = [run for run in self.of_packet(packet_id) if run.result == "applied"]
        if done:
            raise AssistRefused(
                f"{packet_id} was applied by the run {done[0].id} on the word of "
                f"{done[0].operator}; {undone}: {propose_again(done[0].packet.rows)}"
            )

    def past(self, packet: Packet, now: Instant, machine: str) -> PriorRuns:
        """Return what the runs so far leave open to a packet.

        What was applied within 24 hours counts, also where it was taken back, and to rows of
        whichever ledger. What a row had before is told by runs of its own ledger alone: in another
        one its number is that of another row.
        """
        recent = [
            run
            for run in self.of_rows
            if run.result == "applied"
            and not day_over(run.instant, now, same_machine=run.machine == machine)
        ]
        tries = self.of_packet(packet.id)
        return PriorRuns(
            attempts=sum(run.is_try for run in tries),
            was_applied=any(run.result == "applied" for run in tries),
            rows_in_24h=sum(len(run.mutations) for run in recent),
            families=_families(_of_ledger(packet.ledger_id, self.standing())),
            scores=_scores(_of_ledger(packet.ledger_id, recent)),
        )


def _of_ledger(ledger_id: str, runs: Iterable[Run]) -> list[RowRun]:
    return [run for run in runs if isinstance(run, RowRun) and run.ledger_id == ledger_id]


def day_over(then: Instant, now: Instant, *, same_machine: bool) -> bool:
    """Tell whether 24 hours have passed for certain: a set clock must not shorten them.

    Within a boot its uptime says so. After a restart of the same machine the present boot's uptime
    does; another machine may have been up before. Wall time counts where the kernel said at both
    times that it is synchronised: one that is merely plausible (rules.md §4.2) can be set.
    """
    day = _WINDOW.total_seconds()
    if then.boot == now.boot:
        return now.uptime - then.uptime >= day
    if same_machine and now.uptime >= day:
        return True
    return then.synchronised and now.synchronised and now.time - then.time >= _WINDOW


def _families(runs: Iterable[RowRun]) -> dict[int, frozenset[FieldFamily]]:
    found: dict[int, frozenset[FieldFamily]] = defaultdict(frozenset)
    for run in runs:
        for candidate in run.packet.candidates:
            found[candidate.observation_id] |= families_of(candidate)
    return found


def _scores(recent: Iterable[RowRun]) -> dict[int, float]:
    found: dict[int, float] = {}
    for run in recent:
        for mutation in run.mutations:
            before, after = mutation["before_detail_json"], mutation["after_detail_json"]
            if value_at(before, SCORE) != value_at(after, SCORE):
                score = value_at(before, SCORE)
                found.setdefault(
                    mutation["observation_id"], score if is_score(score) else NEUTRAL_SCORE
                )
    return found


class RunLog:
    """All runs so far. The caller holds the governance lock until the last append.

    Raises:
        AssistRefused: the receipts are not what was written.
    """

    def __init__(self, receipts: Receipts) -> None:
        self._folder = receipts
        self.receipts = receipts.whole()  # oldest first
        self.history = RunHistory(self.receipts)

    def append(self, stage: str, record: Mapping[str, Any]) -> Receipt:
        """Write the next receipt; see :meth:`Receipts.append` for what it raises."""
        receipt = self._folder.append(stage, record)
        self.receipts.append(receipt)
        self.history = RunHistory(self.receipts)
        return receipt

    def check(self, stage: str, record: Mapping[str, Any]) -> None:
        """Check that a receipt could be written next.

        Raises:
            InvalidPacket: it does not fit its schema.
        """
        self._folder.checked(stage, record)

    def rollback_ref(self, run_id: str) -> str:
        """Return the name that the rollback file of a run will have, behind its before receipt."""
        return name_of(len(self.receipts) + 2, "rollback", run_id)
