"""What was done so far, as the receipts tell it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.errors import AssistRefused
from robot_memory.governance.contract import NEUTRAL_SCORE, SCORE, Family, is_score
from robot_memory.governance.detail import value_at
from robot_memory.governance.packet import Packet, packet_of
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.rules import Past, families_of

_WINDOW = timedelta(hours=24)


@dataclass(frozen=True)
class Run:
    """One run: of applying a packet, of trying it, or of taking a run back."""

    before: Receipt
    rollback: Receipt | None = None
    after: Receipt | None = None

    @property
    def id(self) -> str:
        """Its run id."""
        return self.before.run_id

    @property
    def packet(self) -> Packet:
        """What it was about."""
        return packet_of(self.before.record["packet"])

    @property
    def is_dry(self) -> bool:
        """Whether it was to change nothing."""
        return bool(self.before.record["dry_run"])

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
    def mutations(self) -> list[dict[str, Any]]:
        """The rows as they were and as they became."""
        return list(self.rollback.record["mutations"]) if self.rollback else []

    @property
    def instant(self) -> Instant:
        """When it began."""
        clock = self.before.record["clock"]
        time = stamps.from_text(self.before.record["ts"])
        return Instant(time, clock["uptime"], clock["boot"], clock["trusted"])


class History:
    """All runs, oldest first.

    Raises:
        AssistRefused: a receipt is of no run.
    """

    def __init__(self, receipts: Sequence[Receipt]) -> None:
        runs: dict[str, Run] = {}
        for receipt in receipts:
            if receipt.stage == "before":
                runs[receipt.run_id] = Run(receipt)
            elif receipt.run_id not in runs:
                raise AssistRefused(f"{receipt.ref} is of a run that has no before receipt")
            elif receipt.stage == "rollback":
                runs[receipt.run_id] = replace(runs[receipt.run_id], rollback=receipt)
            else:
                runs[receipt.run_id] = replace(runs[receipt.run_id], after=receipt)
        self.runs = tuple(runs.values())
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

    def of_packet(self, packet_id: str) -> list[Run]:
        """Return the runs that were to apply a packet."""
        return [
            run
            for run in self.runs
            if run.packet.id == packet_id and not run.is_dry and run.reverses is None
        ]

    def past(self, packet: Packet, now: Instant) -> Past:
        """Return what the runs so far leave open to a packet.

        What was applied within 24 hours counts, also where it was taken back.
        """
        recent = [
            run for run in self.runs if run.result == "applied" and not day_over(run.instant, now)
        ]
        tries = self.of_packet(packet.id)
        return Past(
            attempts=len(tries),
            was_applied=any(run.result == "applied" for run in tries),
            rows_in_24h=sum(len(run.mutations) for run in recent),
            families=_families(self.standing()),
            scores=_scores(recent),
        )


def day_over(then: Instant, now: Instant) -> bool:
    """Tell whether 24 hours have passed for certain: a set clock must not shorten them.

    Within a boot its uptime says so. After a restart the present boot's uptime does, or wall time
    where both times are trusted (rules.md §4.2).
    """
    day = _WINDOW.total_seconds()
    if then.boot == now.boot:
        return now.uptime - then.uptime >= day
    return now.uptime >= day or (then.trusted and now.trusted and now.time - then.time >= _WINDOW)


def _families(runs: Iterable[Run]) -> dict[int, frozenset[Family]]:
    found: dict[int, frozenset[Family]] = defaultdict(frozenset)
    for run in runs:
        for candidate in run.packet.candidates:
            found[candidate.observation_id] |= families_of(candidate)
    return found


def _scores(recent: Iterable[Run]) -> dict[int, float]:
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
