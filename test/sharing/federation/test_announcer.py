"""When a robot publishes an update, and under which number."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import count

import pytest
from federation_builders import BLOCKED, LIP, NOON, at, instant, note
from robots import keys_of

from robot_memory.ledger import Ledger
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.robot_update import RobotUpdate, read_update
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, inflate

KEYS = keys_of(1)
DAY = 86400.0


def read(envelope: SignedEnvelope | None) -> RobotUpdate:
    assert envelope is not None
    return read_update(inflate(envelope.payload))


@pytest.fixture
def announcer() -> Announcer:
    numbers = count(1)
    return Announcer(KEYS, "session", lambda least: max(least, next(numbers)))


@pytest.fixture
def tell(announcer: Announcer) -> Callable[..., bool]:
    """A function that says whether an update is due at a time."""
    return lambda entries, seconds: announcer.due(entries, instant(seconds=seconds)) is not None


def test_a_robot_announces_its_shared_entries_as_soon_as_it_starts(announcer):
    update = read(announcer.due([note(BLOCKED)], instant()))

    assert [entry.text for entry in update.entries] == [BLOCKED]
    assert (update.rrn, update.session, update.issued) == (KEYS.rrn, "session", NOON)
    assert update.valid_until == at(days=7)


def test_nothing_is_announced_while_the_time_is_not_trusted(announcer):
    assert announcer.due([note()], instant(trusted=False)) is None
    assert announcer.due([note()], instant(seconds=1)) is not None


def test_unchanged_entries_are_announced_once_a_day(tell):
    assert [tell([note()], seconds) for seconds in (0, 1, 60, DAY - 1, DAY, DAY + 60)] == [
        True, False, False, False, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [[], [note(BLOCKED), note(LIP)], [note(LIP)], [note(LIP, id=note(BLOCKED).id)],
     [note(BLOCKED, type="behavior_pattern")]],
    ids=["withdrawn", "another", "other", "reworded", "of another type"],
)  # fmt: skip
def test_an_added_changed_or_withdrawn_entry_is_announced_after_one_second(tell, changed):
    tell([note(BLOCKED)], 0)

    assert [tell(changed, seconds) for seconds in (10, 10.9, 11)] == [False, False, True]


@pytest.mark.parametrize(
    "fields", [{"confidence": 0.85}, {"observation_count": 2}, {"last_reinforced": at(seconds=5)}]
)
def test_more_evidence_for_an_entry_is_announced_within_a_minute(tell, fields):
    tell([note()], 0)
    more = [note(**fields)]

    assert [tell(more, seconds) for seconds in (10, 12, 69, 70)] == [False, False, False, True]


def test_changes_within_a_second_are_announced_together(announcer):
    announcer.due([], instant())
    for number in range(5):
        shared = [note(f"Door {i} sticks") for i in range(number + 1)]
        assert announcer.due(shared, instant(seconds=10 + number * 0.2)) is None

    assert len(read(announcer.due(shared, instant(seconds=11))).entries) == 5


def test_continuous_changes_do_not_delay_announcements_forever(tell):
    tell([], 0)
    told = [tell([note(f"Door {n} sticks")], 10 + n / 2) for n in range(100)]

    assert 15 <= sum(told) <= 50


def test_an_undone_change_is_not_announced(tell):
    tell([note()], 0)
    tell([note(), note(LIP)], 10)
    tell([note()], 10.5)

    assert [tell([note()], seconds) for seconds in (20, 71, 200)] == [False] * 3


# --- Numbers that are never used again -----------------------------------------------------------


def numbers_of(ledger: Ledger) -> Callable[[int], int]:
    def take(least: int) -> int:
        with ledger.peer_transaction() as book:
            return book.next_sequence(least)

    return take


@pytest.fixture
def ledger(tmp_path):
    opened = Ledger(tmp_path / "observations.db")
    yield opened
    opened.close()


def test_a_sequence_number_is_the_time_in_milliseconds_or_the_next_unused_number(ledger):
    take = numbers_of(ledger)

    assert [take(1000), take(1000), take(999), take(5000), take(0)] == [
        1000,
        1001,
        1002,
        5000,
        5001,
    ]


def start(ledger: Ledger) -> Announcer:
    return Announcer(KEYS, "session", numbers_of(ledger))


def test_sequence_numbers_increase_over_restarts_even_if_the_clock_is_set_back(ledger):
    times = [instant(), instant(seconds=1), instant(days=-300), instant(days=-299), instant(days=2)]
    numbers = [read(start(ledger).due([], time)).sequence for time in times]

    assert numbers == sorted(set(numbers))


def test_sequence_numbers_increase_after_a_restore_from_a_backup(tmp_path):
    first = Ledger(tmp_path / "observations.db")
    read(start(first).due([], instant()))
    first.close()
    shutil.copy(tmp_path / "observations.db", tmp_path / "backup.db")
    used = []
    for seconds in range(1, 10):
        again = Ledger(tmp_path / "observations.db")
        used.append(read(start(again).due([], instant(seconds=seconds))).sequence)
        again.close()

    restored = Ledger(tmp_path / "backup.db")
    number = read(start(restored).due([], instant(seconds=60))).sequence
    restored.close()

    assert number > max(used)


def test_nothing_is_announced_if_the_sequence_number_cannot_be_stored():
    def full(least: int) -> int:
        raise OSError("disk full")

    announcer = Announcer(KEYS, "session", full)
    with pytest.raises(OSError, match="disk full"):
        announcer.due([note()], instant())

    assert announcer.sequence == 0


def test_each_start_of_a_node_has_its_own_session_id(robot):
    first = read(robot.exchange.due())
    robot.restart()
    second = read(robot.exchange.due())

    assert first.session != second.session
    assert second.sequence > first.sequence


# --- The whole exchange --------------------------------------------------------------------------


def test_shared_entries_are_read_after_new_evidence_or_every_five_seconds(listen, clock):
    """An idle robot does not read all its entries and places twice a second."""
    robot = listen()
    looks = []
    shared = robot.exchange._shared
    robot.exchange._shared = lambda: looks.append(clock.uptime) or shared()

    for _ in range(20):
        robot.exchange.due()
        clock.pass_by(0.5)
    assert looks == [0.0, 5.0]

    robot.memory.remember("environment_note", "Lift is out of order")
    robot.exchange.due()
    assert looks == [0.0, 5.0, 10.0]
