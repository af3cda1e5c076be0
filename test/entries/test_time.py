"""Unreliable time (rules.md §2.6 and §4.2 to §4.4), with real files."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from entry_builders import (
    NOON,
    Machine,
    at,
    observe,
    open_memory,
    run_for,
    the_entry,
)

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.entries.pruning import PruningGuard
from robot_memory.foundation.time.clock import BUILD_DATE, Instant, ManualClock
from robot_memory.ledger import Key, Kind, Observation

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def file_of(home):
    return MemoryDocument((home / "robot-memory.md").read_text())


def archived(home):
    path = home / "robot-memory.archive.md"
    return (
        [e.text for e in MemoryDocument(path.read_text()).entries.values()] if path.exists() else []
    )


# -- times that become right (§4.2) --------------------------------------------------------------


@pytest.mark.parametrize(
    ("saved_before", "restarted", "known_until"),
    [(True, False, None), (False, True, NOON), (True, True, NOON + 100 * DAY),
     (False, False, NOON + 365 * DAY - HOUR)],
)  # fmt: skip
def test_a_row_of_an_unsynchronised_boot_gets_its_time_from_the_uptime(
    home, saved_before, restarted, known_until
):
    machine = Machine(known_until or NOON, synchronised=True)
    if known_until:
        with RobotMemory.open(home, clock=machine.clock()) as memory:
            observe(memory, "old")
    machine.restart(EPOCH)
    memory = RobotMemory.open(home, clock=machine.clock())
    machine.run(30)
    observe(memory)
    provisional = (known_until or BUILD_DATE) + timedelta(seconds=30)
    assert the_entry(memory).first_seen == provisional
    if saved_before:
        memory.save()
        assert file_of(home).entries[the_entry(memory).id].first_seen == provisional
    machine.run(30)
    if restarted:
        memory.close()
        memory = RobotMemory.open(home, clock=machine.clock())
    memory.resolve(the_entry(memory).id)
    machine.run(30)
    now = machine.wall = NOON + 365 * DAY
    machine.synchronised = True
    memory.tick()

    row = memory.why(the_entry(memory).id)[1][-1]
    assert row.time == now - timedelta(seconds=60)
    assert row.instant.trusted
    machine.run(2)
    memory.tick()  # the file is saved within two seconds
    entry = file_of(home).entries[the_entry(memory).id]
    assert entry.first_seen == entry.last_reinforced == now - timedelta(seconds=60)
    assert entry.extra["resolved_at"] == now - timedelta(seconds=30)
    if known_until:
        assert the_entry(memory, "old").first_seen == known_until
    memory.close()


# -- an absurd clock (§4.3) ----------------------------------------------------------------------


@pytest.mark.parametrize("wall", [NOON + 3650 * DAY, EPOCH])
def test_an_implausible_unsynchronised_clock_changes_no_byte_of_the_file(home, wall):
    machine = Machine(NOON, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory)
    before = (home / "robot-memory.md").read_bytes()
    machine.restart(wall)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        for _ in range(60):
            machine.run(3600)
            memory.tick()
        assert not memory.clock.now().trusted
        assert len(memory.entries()) == 1

    assert (home / "robot-memory.md").read_bytes() == before
    assert archived(home) == []


# -- when entries may be pruned (§2.6, §4.3) -----------------------------------------------------


def instant(wall=NOON, uptime=0.0, *, trusted=True):
    return Instant(wall, uptime, "b1", trusted)


def later(start, seconds, **fields):
    return replace(
        start, time=start.time + timedelta(seconds=seconds), uptime=start.uptime + seconds, **fields
    )


@pytest.mark.parametrize(
    ("newest", "start", "then", "is_held"),
    [
        (NOON, instant(NOON + 24 * HOUR), later(instant(NOON + 24 * HOUR), 1), False),
        (NOON, instant(NOON + 25 * HOUR), instant(NOON + 25 * HOUR), True),  # a gap
        (NOON + 3650 * DAY, instant(), instant(), True),  # the last row is ahead
        (NOON, instant(), later(instant(NOON + 0.9 * HOUR), 10), False),
        (NOON, instant(), later(instant(NOON + 1.1 * HOUR), 10), True),  # a step of the wall clock
        (NOON, instant(), later(instant(NOON - 2 * HOUR), 10), True),
        (NOON, instant(), later(instant(NOON + 3650 * DAY), 10), True),
        (NOON, instant(), later(instant(), 3 * 86_400), True),  # suspended: both clocks go on
    ],
)
def test_pruning_waits_24_hours_after_a_gap_or_a_step_of_the_clock(newest, start, then, is_held):
    guard = PruningGuard(start, newest)

    assert guard.allows(then) is not is_held
    assert guard.allows(later(then, 86_399)) is not is_held
    assert guard.allows(later(then, 86_400))


def faded(home, machine):
    """A memory with one entry that faded while the robot was switched off for a month."""
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory, "faded")
    machine.restart(machine.wall + 30 * DAY, synchronised=True)
    return RobotMemory.open(home, clock=machine.clock())


def test_an_entry_that_faded_while_the_robot_was_off_is_kept_for_a_day(home):
    machine = Machine(NOON, synchronised=True)
    memory = faded(home, machine)
    run_for(machine, memory, 23)
    assert archived(home) == []
    run_for(machine, memory, 2)

    assert archived(home) == ["faded fails"]
    assert memory.entries() == []
    memory.close()


# -- one kind of time (§4.4) ---------------------------------------------------------------------


def test_a_home_of_a_recording_is_read_as_of_the_end_of_the_recording(home):
    clock = ManualClock(NOON, kind="recording", boot="bag")
    with RobotMemory.open(home, clock=clock) as memory:
        observe(memory)
    with RobotMemory.open(home, read_only=True) as reader:
        assert reader.clock.now().time == NOON
        ((confidence, _),) = reader.entries()
    assert confidence == 0.6


def failing(memory, component, confidence=0.2):
    """Return a weak observation of a failing component."""
    return Observation(
        Kind.ONSET, memory.clock.now(), f"{component} fails", component=component,
        confidence=confidence,
        key=Key("diagnostics", component, "fails"), entry_type="hardware_observation",
    )  # fmt: skip


# -- a clock that is wrong though the kernel calls it synchronised -------------------------------


@pytest.mark.parametrize(("years", "restarted"), [(10, True), (-10, False)])
def test_notes_of_a_clock_ten_years_off_get_their_right_dates_once_it_is_set(
    home, years, restarted
):
    machine = Machine(NOON, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory, "old")
    machine.restart(NOON + DAY + years * 365 * DAY, synchronised=True)
    memory = RobotMemory.open(home, clock=machine.clock())
    machine.run(60)
    noted = memory.remember("environment_note", "Dock is slippery").id
    observe(memory)
    memory.tick()
    memory.save()
    if restarted:
        memory.close()
        memory = RobotMemory.open(home, clock=machine.clock())
    machine.run(3540)
    machine.wall = NOON + DAY + HOUR
    memory.tick()
    memory.save()

    right = NOON + DAY + timedelta(seconds=60)
    entries = {entry.id: entry for _, entry in memory.entries()}
    assert entries[noted].first_seen == entries[noted].last_reinforced == right
    assert the_entry(memory).last_reinforced == right
    assert the_entry(memory, "old").last_reinforced == NOON
    assert archived(home) == []
    (before,) = (value for value, entry in memory.entries() if entry.id == noted)
    machine.run(2 * 86400)
    (after,) = (value for value, entry in memory.entries() if entry.id == noted)
    assert after == pytest.approx(before - 0.1)
    memory.close()


def test_above_entries_max_the_weakest_entries_are_archived_and_logged(home, clock, caplog):
    with open_memory(home, clock, entries_max=100) as memory:
        note = memory.remember("environment_note", "Door 3 is narrow")
        for number in range(110):
            weak = 0.5 if number < 11 else 0.6
            memory.observe(failing(memory, f"part {number}", confidence=weak))
        memory.flush()
        clock.set(at(0.1))
        memory.save()

        kept = {entry.id for _, entry in memory.entries()}
        assert len(kept) == 100
        assert note.id in kept
        assert set(archived(home)) == {f"part {number} fails" for number in range(11)}
        (told,) = (line for line in caplog.messages if "entries_max" in line)
        assert "the 11 weakest move to" in told
        assert str(home / "robot-memory.archive.md") in told

        observe(memory, "part 0")
        assert the_entry(memory, "part 0").observation_count == 2
