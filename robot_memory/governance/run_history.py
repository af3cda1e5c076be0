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
    """One run: applying a change, trying one, or rolling one back."""

    before: Receipt
    rollback: Receipt | None = None
    after: Receipt | None = None

    @property
    def id(self) -> str:
        """The run's id."""
        return self.before.run_id

    @property
    def operator(self) -> str:
        """The operator on whose approval it began."""
        return str(self.before.record["operator"])

    @property
    def approval(self) -> dict[str, str]:
        """The digest and ``kid`` of its approval; empty without one, or if unknown."""
        return dict(self.before.record.get("approval", {}))

    @property
    def approval_id(self) -> str:
        """The subject of that approval: a packet, a proposal, or the run to roll back."""
        return self.reverses or self.subject

    @property
    def reversal(self) -> Reversal | None:
        """The subject of a signature for its rollback; None if it changed nothing."""
        return Reversal(self.id, self.rollback.sha256) if self.rollback else None

    @property
    def is_dry(self) -> bool:
        """Whether it was a dry run."""
        return bool(self.before.record.get("dry_run", False))

    @property
    def action(self) -> str:
        """``apply`` or ``rollback``."""
        return str(self.before.record["action"])

    @property
    def reverses(self) -> str | None:
        """The run that it rolled back; None for a run that applies a change."""
        reverses: str | None = self.before.record["reverses"]
        return reverses

    @property
    def result(self) -> str:
        """``applied``, ``aborted`` or ``rolled_back``; empty while it is unfinished."""
        return str(self.after.record["result"]) if self.after else ""

    @property
    def instant(self) -> Instant:
        """The time when it began."""
        clock = self.before.record["clock"]
        time = stamps.from_text(self.before.record["ts"])
        synchronised = clock.get("synchronised", False)
        return Instant(time, clock["uptime"], clock["boot"], clock["trusted"], synchronised)

    @property
    def machine(self) -> str | None:
        """The digest of its machine; None if its receipt does not say."""
        machine: str | None = self.before.record["clock"].get("machine")
        return machine

    @property
    def subject(self) -> str:
        """The id of the approved packet or proposal."""
        record = self.before.record
        return str(record["packet"]["packet_id"] if "packet" in record else record["proposal_id"])

    @property
    def subject_sha256(self) -> str:
        """The digest of the packet or the change, to which its approval is bound."""
        record = self.before.record
        return str(record["packet_sha256" if "packet" in record else "change_sha256"])


@dataclass(frozen=True)
class Reversal:
    """The subject of an operator's signature for a rollback."""

    id: str  # of the run
    digest: str  # the SHA-256 of its rollback file, which holds everything to restore
    scope: str = "rollback"
    rrn = ""  # the run's id is of one home


class RowRun(Run):
    """A run on rows of the ledger (document 004)."""

    @property
    def packet(self) -> Packet:
        """The packet of the run."""
        return packet_of(self.before.record["packet"])

    @property
    def is_try(self) -> bool:
        """Whether it counts for ``max_retries_per_packet``: it began to write, or was interrupted.

        A run that the contract stops may pass later, when a daily cap has expired or another run
        was rolled back. Callers of ``~/apply_packet`` must not use up the retries until then.
        """
        is_stopped = self.result == "aborted" and self.rollback is None
        return not is_stopped or (self.after is not None and bool(self.after.record["recovered"]))

    @property
    def ledger_id(self) -> str:
        """The ledger of its rows."""
        return str(self.before.record["packet"]["ledger_id"])

    @property
    def mutations(self) -> list[dict[str, Any]]:
        """The rows before and after the change."""
        return list(self.rollback.record["mutations"]) if self.rollback else []


class ChangeRun(Run):
    """A run on a file of procedural memory (document 002)."""

    @property
    def target(self) -> str:
        """The file's path below ``procedural/``."""
        return str(self.before.record["target"])

    @property
    def change(self) -> FileChange | None:
        """Its actual or intended change; None without a rollback file."""
        if self.rollback is None:
            return None
        record = self.rollback.record
        texts = record["before_text"], record["after_text"]
        signed = (str(self.before.record.get(name, "")) for name in CIRCUMSTANCES)
        return FileChange(record["proposal_id"], record["target"], *texts, *signed)


_WINDOW = timedelta(hours=24)


class RunHistory:
    """All runs, oldest first: on rows, and on procedural files.

    Raises:
        AssistRefused: a receipt belongs to no run.
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
        """Return the interrupted runs."""
        return [run for run in self.runs if run.after is None]

    def standing(self) -> list[Run]:
        """Return the runs that are applied and not rolled back."""
        applied = [run for run in self.runs if run.result == "applied"]
        return [run for run in applied if run.id not in self._reversed]

    def changes_standing(self) -> list[ChangeRun]:
        """Return the runs on procedural files that are applied and not rolled back."""
        return [run for run in self.standing() if isinstance(run, ChangeRun)]

    def newest_of(self, target: str) -> str:
        """Return the id of the newest run that wrote a procedural file, or ""."""
        wrote = [run.id for run in self.runs if isinstance(run, ChangeRun)
                 and run.target == target and run.result in ("applied", "rolled_back")]  # fmt: skip
        return wrote[-1] if wrote else ""

    def of_packet(self, packet_id: str) -> list[RowRun]:
        """Return the runs that applied, or tried to apply, a packet."""
        return [
            run
            for run in self.of_rows
            if run.subject == packet_id and not run.is_dry and run.reverses is None
        ]

    def check_not_applied(self, packet_id: str, undone: str) -> None:
        """Refuse if a packet was applied; the approval behind it is never replaced.

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
        """Return the effect of the runs so far on a packet.

        Rows applied within 24 hours count, even if rolled back, in any ledger. A row's earlier
        scores and families come only from runs on its own ledger: in another one its id is another
        row's.
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
    """Whether 24 hours have certainly passed, even if the clock was set.

    Within a boot the uptime proves it. After a restart of the same machine, the present boot's
    uptime does; another machine may have been up earlier. Wall time counts only if the kernel
    called it synchronised at both times: a merely plausible time (rules.md §4.2) can be set.
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
        AssistRefused: the receipts are not as written.
    """

    def __init__(self, receipts: Receipts) -> None:
        self._folder = receipts
        self.receipts = receipts.whole()  # oldest first
        self.history = RunHistory(self.receipts)

    def append(self, stage: str, record: Mapping[str, Any]) -> Receipt:
        """Write the next receipt; raises as :meth:`Receipts.append`."""
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
        """Return the future name of a run's rollback file, which follows its before receipt."""
        return name_of(len(self.receipts) + 2, "rollback", run_id)
