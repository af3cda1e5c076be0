"""Boots whose clock was wrong though the kernel called it synchronised (rules.md §4.5)."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from pathlib import Path

from entry_builders import NOON, Machine, observe, run_for, the_entry
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory import RobotMemory
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import OperatingSample
from robot_memory.ledger.observation import stamp_from_text, stamp_text
from robot_memory.ledger.row_order import STEP, corrections, stretches

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
YEARS = timedelta(days=3650)
START = NOON + 2 * YEARS  # the clocks of these tests never show a time before the build date


def value_of(memory, component):
    return next(value for value, entry in memory.entries()
                if entry.key and entry.key.component == component)  # fmt: skip


def test_a_future_time_in_the_file_without_a_row_is_corrected_to_now(home):
    machine = Machine(START, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory)
    file = home / "robot-memory.md"
    machine.restart(START + 2 * DAY, synchronised=True)
    file.write_text(file.read_text().replace("2046-", "2056-"))
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        assert the_entry(memory).last_reinforced > START + YEARS - 30 * DAY
        run_for(machine, memory, 25)
        entry = the_entry(memory)

    assert START + 3 * DAY <= entry.first_seen == entry.last_reinforced <= machine.wall


def test_operating_samples_get_correct_times_as_well(home):
    machine = Machine(START + YEARS, synchronised=True)

    def ran(memory):
        memory.add_exposure({}, [OperatingSample(memory.clock.now(), 10.0, {"speed": 0.5})])

    with RobotMemory.open(home, clock=machine.clock()) as memory:
        ran(memory)
        observe(memory)
    machine.restart(START - YEARS, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        ran(memory)
        machine.run(60)
        machine.wall = START
        memory.tick()
        assert START - timedelta(seconds=60) in {
            one.time for one in memory.ledger.operating_samples()
        }
        observe(memory)
        run_for(machine, memory, 26)
        times = [one.time for one in memory.ledger.operating_samples()]

    assert times == [START - timedelta(seconds=60)] * 2


# -- laws ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Boot:
    """One boot: its clock's offset, how long it runs, and how long the robot is off afterwards."""

    off: timedelta
    hours: int
    pause: timedelta


# Less than a day in all: a clock that was steady for a day is believed, right or wrong.
hours = st.integers(0, 24 * 3650).map(lambda number: number * HOUR)
offsets = st.one_of(st.just(0 * HOUR), hours, hours.map(lambda off: -off))
boots = st.lists(
    st.builds(Boot, offsets, st.integers(1, 5), st.integers(0, 12).map(lambda h: h * HOUR)),
    min_size=1, max_size=4,
)  # fmt: skip


@given(boots)
@settings(max_examples=5, deadline=None)
def test_after_any_sequence_of_wrong_clocks_entries_decay_and_none_is_lost(sequence):
    with tempfile.TemporaryDirectory() as folder:
        home, true, seen = Path(folder) / "home", START, []
        machine = Machine(START, synchronised=True)
        for number, boot in enumerate([Boot(0 * HOUR, 2, 0 * HOUR), *sequence]):
            machine.restart(true + boot.off, synchronised=True)
            with RobotMemory.open(home, clock=machine.clock()) as memory:
                observe(memory, f"part {number}")
                seen.append(f"part {number}")
                machine.run(boot.hours * 3600)
                memory.tick()
                assert all(value <= 0.6 for value, _ in memory.entries())
            true += boot.hours * HOUR + boot.pause
        machine.restart(true, synchronised=True)
        with RobotMemory.open(home, clock=machine.clock()) as memory:
            run_for(machine, memory, 23)
            assert len(memory.entries()) == len(seen)  # nothing is pruned for a day
            run_for(machine, memory, 25)
            for component in seen:
                assert the_entry(memory, component).last_reinforced >= START - HOUR
                assert value_of(memory, component) <= 0.6 - 0.05 * 1.9
                assert the_entry(memory, component).last_reinforced <= true + HOUR


# -- the rule itself -----------------------------------------------------------------------------


@given(boots)
@settings(max_examples=50, deadline=None)
def test_corrected_times_keep_order_and_durations_of_boots_and_are_stable(sequence):
    rows, true = [], START
    for number, boot in enumerate([Boot(0 * HOUR, 2, 0 * HOUR), *sequence]):
        for at in (0.0, 3600.0):
            stamp = true + boot.off + timedelta(seconds=at)
            rows.append((len(rows) + 1, f"b{number}", stamp_text(stamp), at))
        true += boot.hours * HOUR + boot.pause
    now = Instant(true + DAY, DAY.total_seconds(), "now", trusted=True)

    found = corrections(stretches(rows), now)

    moved = {one.stretch.first + number: one.time(at)
             for one in found for number, at in enumerate((0.0, 3600.0))}  # fmt: skip
    fixed = [(number, boot, stamp_text(moved[number]) if number in moved else stamp, at)
             for number, boot, stamp, at in rows]  # fmt: skip
    stamps = [stamp_from_text(stamp) for _, _, stamp, _ in fixed]
    assert all(before - STEP <= after for before, after in pairwise(stamps))
    assert stamps[0] >= START
    assert stamps[-1] <= true + STEP
    assert corrections(stretches(fixed), now) == []
