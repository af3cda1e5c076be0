"""What the stages after detection change: which entries there are with one of them switched off.

python3 tools/bootstrap.py run -- python bench/normal/stages.py RECORDING…

The recordings are played once, and the detections are kept. Then they pass through the later stages
several times, each time without one stage.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from trial import run

from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation
from robot_memory.perception import perception
from robot_memory.perception.fault_grouping.fault_chain import FaultChain
from robot_memory.perception.occurrences.detection import UNDER
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import LogEntryBudget
from robot_memory.perception.occurrences.occurrence_machine import OccurrenceMachine
from robot_memory.perception.occurrences.occurrence_rows import to_observation
from robot_memory.perception.rules_file import load_rules

#: Leads are detected by the chain of effects, so "leads and effects" shows the change by effects.
_STAGES = ("", "leads", "leads and effects", "flap damping", "limits")
_Call = tuple[str, tuple[Any, ...]]


def recorded(paths: Sequence[Path]) -> list[_Call]:
    """Play recordings; return the calls of the occurrence machine."""
    calls: list[_Call] = []

    class Recording(OccurrenceMachine):
        """Keeps the calls from outside, not those that it makes itself."""

        _is_within = False

        def _note(self, name: str, *values: Any) -> None:
            if self._is_within:
                getattr(OccurrenceMachine, name)(self, *values)
                return
            calls.append((name, values))
            self._is_within = True
            try:
                getattr(OccurrenceMachine, name)(self, *values)
            finally:
                self._is_within = False

        def process(self, *values: Any) -> None:
            self._note("process", *values)

        def advance(self, stamp: float) -> None:
            self._note("advance", stamp)

        def finish(self, stamp: float) -> None:
            self._note("finish", stamp)

    perception.OccurrenceMachine = Recording  # type: ignore[misc]
    run(paths, load_rules(default_rules_file()))
    return calls


class Pipeline:
    """The stages after detection, with one switched off.

    Args:
        without: the stage to switch off; empty: none.
    """

    def __init__(self, without: str) -> None:
        self.rows: list[Observation] = []
        self._without = without
        self._clock = ManualClock(
            datetime.fromtimestamp(0.0, timezone.utc), kind="recording", boot=""
        )
        most = 10**6 if without == "limits" else Settings().log_entries_per_day
        self.machine = OccurrenceMachine(self._emit, LogEntryBudget(most, lambda key: False))
        if without == "flap damping":
            self.machine._damping.ended = lambda *values: None  # type: ignore[method-assign]
        if without == "limits":
            self.machine._limiter.admits = lambda *values: True  # type: ignore[method-assign]
        self.causes = FaultChain(self.machine.last_detected, self.machine.is_absent)

    def call(self, name: str, values: tuple[Any, ...]) -> None:
        """Repeat a recorded call."""
        stamp = values[1] if name == "process" else values[0]
        self._clock.set(datetime.fromtimestamp(max(stamp, 0.0), timezone.utc))
        if name == "process" and self._without == "leads":
            detail = {key: it for key, it in values[0].detail.items() if key != UNDER}
            values = (replace(values[0], detail=detail), *values[1:])
        getattr(self.machine, name)(*values)
        if self._without == "leads and effects":
            return
        self.rows += self.causes.advance(stamp) if name == "advance" else ()
        self.rows += self.causes.finish() if name == "finish" else ()

    def _emit(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        row = to_observation(kind, occurrence, self._clock.now().earlier(stamp), {})
        if self._without == "leads and effects":
            self.rows.append(row)
        else:
            self.rows += self.causes.take(row, stamp)


def main() -> None:
    """Print the number of entries and onsets without each stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", type=Path, nargs="+")
    calls = recorded(parser.parse_args().recordings)
    for without in _STAGES:
        pipeline = Pipeline(without)
        for name, values in calls:
            pipeline.call(name, values)
        onsets = [row for row in pipeline.rows if row.kind is Kind.ONSET]
        entries = {row.key for row in onsets}
        print(f"without {without or 'nothing'}: {len(entries)} entries, {len(onsets)} onsets")


if __name__ == "__main__":
    main()
