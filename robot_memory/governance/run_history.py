"""All runs so far, reconstructed from their receipts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.contract_rules import PriorRuns, families_of, propose_again
from robot_memory.governance.mutation_contract import NEUTRAL_SCORE, SCORE, FieldFamily, is_score
from robot_memory.governance.packet import Packet
from robot_memory.governance.receipts import Receipt, Receipts, name_of
from robot_memory.governance.row_detail import value_at
from robot_memory.governance.run import ChangeRun, RowRun, Run, run_of

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
                runs[receipt.run_id] = run_of(receipt)
            elif not _belongs(receipt, runs.get(receipt.run_id)):
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

    def rows_standing(self) -> list[RowRun]:
        """Return the runs of rows that are applied and not taken back."""
        return [run for run in self.standing() if isinstance(run, RowRun)]

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
        """Check that a packet may still be approved, or withdrawn.

        Its approval is what it was applied on, so it is not replaced.

        Args:
            undone: what is not done, for the error.

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

        Args:
            packet: what is to be applied.
            machine: digest of the machine that this runs on.
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
            families=_families(_of_ledger(packet.ledger_id, self.rows_standing())),
            scores=_scores(_of_ledger(packet.ledger_id, recent)),
        )


def _belongs(receipt: Receipt, run: Run | None) -> bool:
    return run is not None and receipt.is_procedural == run.before.is_procedural


def _of_ledger(ledger_id: str, runs: Iterable[RowRun]) -> list[RowRun]:
    return [run for run in runs if run.ledger_id == ledger_id]


def day_over(then: Instant, now: Instant, *, same_machine: bool) -> bool:
    """Tell whether 24 hours have passed for certain: a set clock must not shorten them.

    Within a boot its uptime says so. After a restart of the same machine the present boot's uptime
    does; another machine may have been up before. Wall time counts where the kernel said at both
    times that it is synchronised: one that is merely plausible (rules.md §4.2) can be set.

    Args:
        same_machine: whether the boots are of one machine, so that another boot was an earlier one.
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

    Attributes:
        receipts: all of them, oldest first.
    """

    def __init__(self, receipts: Receipts) -> None:
        self._folder = receipts
        self.receipts = receipts.whole()
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
