"""Time that cannot be relied on (rules.md §2.6 and §4.2 to §4.4), with real files."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from entry_builders import (
    NOON,
    Machine,
    at,
    make_entry,
    observe,
    open_memory,
    run_for,
    the_entry,
)

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument
from robot_memory.entries.pruning import PruningGuard
from robot_memory.foundation.errors import WrongTimeKind
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


@pytest.mark.parametrize("saved_before", [True, False])
@pytest.mark.parametrize("restarted", [True, False])
@pytest.mark.parametrize("known_until", [None, NOON, NOON + 100 * DAY, NOON + 365 * DAY - HOUR])
def test_1970_boot_seen_at_30_s_synchronised_at_90_s_the_rows_time_is_60_s_before_now(
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
    memory.tick()  # the file follows within two seconds
    entry = file_of(home).entries[the_entry(memory).id]
    assert entry.first_seen == entry.last_reinforced == now - timedelta(seconds=60)
    assert entry.extra["resolved_at"] == now - timedelta(seconds=30)
    if known_until:
        assert the_entry(memory, "old").first_seen == known_until
    memory.close()


@pytest.mark.parametrize("shift", [20, 45, 3600, -600])
def test_times_move_once_whatever_happens_after(home, shift):
    """Also where right and provisional times overlap, and the file is folded anew."""
    machine = Machine(NOON, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory, "old")
    machine.restart(EPOCH)
    memory = RobotMemory.open(home, clock=machine.clock())
    uptimes = [19.3, 41.9, 60.7]
    for number, uptime in enumerate(uptimes):
        machine.run(uptime - machine.uptime)
        observe(memory, f"part {number}")
    machine.run(90 - machine.uptime)
    machine.wall, machine.synchronised = NOON + timedelta(seconds=90 + shift), True
    memory.tick()
    late = Instant(NOON + timedelta(seconds=85.5), 85.5, machine.boot, trusted=False)
    observe(memory, "part 3", instant=late)  # seen before that, stored after it
    machine.run(1)
    memory.tick()
    memory.save()
    expected = memory.entries()
    for number, uptime in enumerate([*uptimes, 85.5]):
        seen = the_entry(memory, f"part {number}").first_seen
        assert seen == NOON + timedelta(seconds=uptime + shift)
    memory.close()
    (home / "robot-memory.md").unlink()
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        assert memory.entries() == expected


def test_another_process_sees_the_right_times_too(home):
    machine = Machine(EPOCH)
    memory, other = (RobotMemory.open(home, clock=machine.clock()) for _ in range(2))
    machine.run(30)
    observe(memory)
    assert the_entry(other).first_seen == BUILD_DATE + timedelta(seconds=30)
    machine.run(60)
    machine.wall, machine.synchronised = NOON, True
    memory.tick()
    for view in (memory, other):
        view.tick()
        assert the_entry(view).first_seen == NOON - timedelta(seconds=60)
        view.close()


# -- an absurd clock (§4.3) ----------------------------------------------------------------------


@pytest.mark.parametrize("wall", [NOON + 3650 * DAY, EPOCH])
def test_a_clock_far_off_without_synchronisation_changes_no_byte(home, wall):
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


def test_pruning_needs_trusted_time():
    guard = PruningGuard(instant(), NOON)

    assert guard.allows(later(instant(), 1))
    assert not guard.allows(later(instant(), 2, trusted=False))


@pytest.mark.parametrize(
    ("newest", "start", "then", "is_held"),
    [
        (NOON, instant(NOON + 24 * HOUR), later(instant(NOON + 24 * HOUR), 1), False),
        (NOON, instant(NOON + 25 * HOUR), instant(NOON + 25 * HOUR), True),  # a gap
        (NOON + 3650 * DAY, instant(), instant(), True),  # the last row is ahead
        (NOON, instant(), later(instant(NOON + 0.9 * HOUR), 10), False),
        (NOON, instant(), later(instant(NOON + 1.1 * HOUR), 10), True),  # a step
        (NOON, instant(), later(instant(NOON - 2 * HOUR), 10), True),
        (NOON, instant(), later(instant(NOON + 3650 * DAY), 10), True),
        (NOON, instant(), later(instant(), 3 * 86_400), True),  # suspended, both clocks go on
    ],
)
def test_after_a_gap_or_a_step_of_time_pruning_waits_for_24_hours(newest, start, then, is_held):
    guard = PruningGuard(start, newest)

    assert guard.allows(then) is not is_held
    assert guard.allows(later(then, 86_399)) is not is_held
    assert guard.allows(later(then, 86_400))


def test_a_clock_that_was_set_anew_has_no_steps():
    """Each command line with --now begins an uptime of its own."""
    guard = PruningGuard(instant(NOON + 5 * HOUR), NOON, earlier=instant(NOON))

    assert guard.allows(instant(NOON + 5 * HOUR))


def faded(home, machine):
    """A home in which one entry has faded while the robot was switched off for a month."""
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory, "faded")
    machine.restart(machine.wall + 30 * DAY, synchronised=True)
    return RobotMemory.open(home, clock=machine.clock())


def test_what_faded_while_switched_off_gets_a_day_to_come_back(home):
    machine = Machine(NOON, synchronised=True)
    memory = faded(home, machine)
    run_for(machine, memory, 23)
    assert archived(home) == []
    run_for(machine, memory, 2)

    assert archived(home) == ["faded fails"]
    assert memory.entries() == []
    memory.close()


def test_another_process_does_not_prune_it_either(home):
    machine = Machine(NOON, synchronised=True)
    memory = faded(home, machine)
    machine.run(600)
    observe(memory, "new")
    memory.save()
    with RobotMemory.open(home, clock=machine.clock()) as command_line:
        command_line.remember("environment_note", "Dock is slippery")

    assert archived(home) == []
    memory.close()


def test_nor_does_the_next_process_of_the_same_boot(home):
    machine = Machine(NOON, synchronised=True)
    for _ in range(4):
        memory = faded(home, machine) if not home.exists() else RobotMemory.open(
            home, clock=machine.clock()
        )  # fmt: skip
        run_for(machine, memory, 5)
        observe(memory, "new")
        memory.close()
    assert archived(home) == []
    memory = RobotMemory.open(home, clock=machine.clock())
    run_for(machine, memory, 5)

    assert archived(home) == ["faded fails"]
    memory.close()


def test_24_hours_of_uptime_may_be_spread_over_boots(home):
    machine = Machine(NOON, synchronised=True)
    memory = faded(home, machine)
    for _ in range(2):
        run_for(machine, memory, 10)
        observe(memory, "new")
        memory.close()
        machine.restart(machine.wall + 14 * HOUR, synchronised=True)
        memory = RobotMemory.open(home, clock=machine.clock())
        memory.tick()
        assert archived(home) == []
    run_for(machine, memory, 3)
    assert archived(home) == []
    run_for(machine, memory, 2)

    assert archived(home) == ["faded fails"]
    memory.close()


def test_a_step_between_two_processes_of_one_boot_is_noticed(home):
    machine = Machine(NOON, synchronised=True)
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        observe(memory, "faded")
        for _ in range(11):
            machine.run(0.9 * 86_400)
            observe(memory, "new")
            memory.save()
    assert archived(home) == []  # after 9.9 days it is worth 0.105
    machine.run(60)
    machine.wall += 5 * HOUR
    with RobotMemory.open(home, clock=machine.clock()) as memory:
        run_for(machine, memory, 23)
        assert archived(home) == []
        run_for(machine, memory, 2)
    assert archived(home) == ["faded fails"]


def test_only_what_faded_is_pruned_and_resolved_entries_stay(home, clock):
    with open_memory(home, clock) as memory:
        for component in ("faded", "cleared", "lidar"):
            observe(memory, component)
        memory.resolve(the_entry(memory, "cleared").id)
        for day in range(1, 12):
            clock.set(at(day))
            observe(memory, "lidar")
            memory.save()

    assert archived(home) == ["faded fails"]
    texts = [entry.text for entry in file_of(home).entries.values()]
    assert texts == ["cleared fails", "lidar fails"]


def test_the_archive_says_when_and_why(home, clock):
    events = []
    with RobotMemory.open(home, clock=clock, on_event=events.append) as memory:
        observe(memory, "faded")
        for day in range(1, 12):
            clock.set(at(day))
            observe(memory, "lidar")
            memory.save()
    text = (home / "robot-memory.archive.md").read_text()
    (entry,) = MemoryDocument(text).entries.values()

    assert MemoryDocument(text).defects == []
    assert entry.extra["archived_because"] == "pruned"
    assert entry.time_of("archived_at") == at(11)
    assert replace(entry, extra={}) == make_entry("faded fails")
    assert [event.kind for event in events if event.entry.text == "faded fails"] == [
        "created", "pruned",
    ]  # fmt: skip
    assert (home / "robot-memory.archive.md").stat().st_mode & 0o777 == 0o600


# -- one kind of time (§4.4) ---------------------------------------------------------------------


def test_a_home_of_one_kind_of_time_refuses_the_others(home, clock):
    with open_memory(home, clock) as memory:
        observe(memory)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    for kind in ("recording", "simulated"):
        with pytest.raises(WrongTimeKind, match=f"wall time, not {kind}"):
            RobotMemory.open(home, clock=ManualClock(NOON, kind=kind, boot="x"))

    assert {path: path.read_bytes() for path in home.rglob("*") if path.is_file()} == before


def test_a_recordings_home_is_read_at_the_end_of_the_recording(home):
    clock = ManualClock(NOON, kind="recording", boot="bag")
    with RobotMemory.open(home, clock=clock) as memory:
        observe(memory)
    with RobotMemory.open(home, read_only=True) as reader:
        assert reader.clock.now().time == NOON
        ((confidence, _),) = reader.entries()
    assert confidence == 0.6


def test_the_night_shift_keeps_the_archive_small_and_every_entry_can_still_return(home, clock):
    with open_memory(home, clock, archive_entries_max=100) as memory:
        for number in range(120):
            memory.observe(failing(memory, f"part {number}"))
        memory.flush()
        for day in range(1, 4):
            clock.set(at(day))
            memory.save()
        assert len(archived(home)) == 120
        report = memory.consolidate(["clean"])
        assert report.steps[0].done["entries_compressed"] == 20
        assert len(archived(home)) == 100
        observe(memory, "part 0")
        assert the_entry(memory, "part 0").first_seen == at(0)
        assert the_entry(memory, "part 0").observation_count == 2


def failing(memory, component, confidence=0.2):
    """Return a weak observation of a failing component."""
    return Observation(
        Kind.ONSET, memory.clock.now(), f"{component} fails", component=component,
        confidence=confidence,
        key=Key("diagnostics", component, "fails"), entry_type="hardware_observation",
    )  # fmt: skip


# -- a clock that is wrong though the kernel calls it synchronised ---------------------------------


@pytest.mark.parametrize("years", [10, -10])
@pytest.mark.parametrize("restarted", [True, False])
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


def test_above_entries_max_the_weakest_are_archived_and_logged(home, clock, caplog):
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
