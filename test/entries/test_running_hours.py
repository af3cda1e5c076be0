"""An entry is shown with the rate of its fault per hour of operation."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from entry_builders import KEY, NOON, make_entry

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.running_hours import RunningHours
from robot_memory.faces.cli.main import main
from robot_memory.faces.mcp.bounded_text import entry_with_evidence
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.recent_rows import DrivenOnsets, RunningHour
from robot_memory.ledger.sample_table import OperatingSample
from robot_memory.memory import RobotMemory


def hours(count: int, *, driven: float = 0.0, onsets: tuple[int, int] = (0, 0)) -> RunningHours:
    known = [RunningHour(NOON + timedelta(hours=n), 3600.0, driven) for n in range(count)]
    return RunningHours(known, lambda _: DrivenOnsets(*onsets))


def fault(text: str, count: int, **fields: object):
    return make_entry(text, extra={"key": KEY.as_list()}, observation_count=count, **fields)


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (3, "about once in 3 h of operation"),
        (10, "about once an hour of operation"),
        (19, "about twice an hour of operation"),
        (300, "about 30 times an hour of operation"),
    ],
)
def test_the_rate_is_given_by_hours_of_operation(count: int, words: str):
    assert str(hours(10).rate_of(fault("gripper opens late", count))) == words


@pytest.mark.parametrize(
    ("first_seen", "exposure"), [(0.0, 10.0), (2.0, 8.0), (2.5, 7.5), (7.75, 2.25)]
)
def test_hours_before_an_entry_was_first_seen_do_not_count(first_seen: float, exposure: float):
    entry = fault("gripper opens late", 30, first_seen=NOON + timedelta(hours=first_seen))

    rate = hours(10).rate_of(entry)

    assert rate is not None
    assert rate.as_record()["exposure_hours"] == exposure


def came(*times: float, starts: tuple[float, ...] = (0.0,)) -> float:
    """Return the usualness of a fault with onsets at these hours, after ten hours of operation."""
    known = [RunningHour(NOON + timedelta(hours=n), 3600.0, 0.0) for n in range(10)]
    onsets = [(NOON + timedelta(hours=hour), 1) for hour in sorted(times, reverse=True)]
    began = [NOON + timedelta(hours=hour) for hour in starts]
    return RunningHours(known, times_of=lambda _: onsets, starts=began).usualness_of("mem-1")


STARTS = (0.0, 2.0, 4.0, 6.0, 9.98)


@pytest.mark.parametrize(
    ("times", "starts", "least", "most"),
    [
        ((9.9,), (0.0,), 0.0, 0.1),  # for the first time, just now
        ((0.05,), (0.0,), 0.95, 1.0),  # long ago
        ((1.0, 3.5, 6.0, 8.5), (0.0,), 0.9, 1.0),  # spread evenly
        ((2.0, 9.2, 9.5, 9.8), (0.0,), 0.0, 0.1),  # more often than before
        ([start + 0.01 for start in STARTS], STARTS, 0.8, 1.0),  # at each start
        ((0.01, 2.01, 4.01, 6.01, 9.99), (0.0,), 0.0, 0.1),  # again soon, without a start
    ],
)
def test_a_new_or_more_frequent_fault_is_not_usual(times, starts, least, most):
    assert least <= came(*times, starts=starts) <= most


@pytest.mark.parametrize(
    ("driven", "onsets"),
    [
        (1800.0, (10, 6)),  # half of the onsets come while the robot stands, too
        (3500.0, (10, 10)),  # the robot drives nearly always: no way to tell
        (1800.0, (2, 2)),  # too few onsets with a known speed
        (600.0, (10, 10)),  # it drove for less than two hours
    ],
)
def test_a_fault_that_may_come_without_driving_has_a_rate_by_hours_of_operation(
    driven: float, onsets
):
    known = hours(10, driven=driven, onsets=onsets)

    assert str(known.rate_of(fault("left wheel encoder drops out", 10))) == (
        "about once an hour of operation"
    )


@pytest.mark.parametrize(
    ("times", "course"),
    [
        ((1.0, 4.0, 8.0, 10.0, 14.0, 18.0), ""),  # spread evenly
        ((1.0, 12.0, 14.0, 16.0, 18.0), ""),  # too few to be sure
        ((0.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5), ", more often lately"),
        ((0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5), ", less often lately"),
        ((0.5, *(16.0 + n / 20 for n in range(10))), ""),  # many onsets of one disturbance
    ],
)
def test_the_rate_says_whether_a_fault_became_more_or_less_frequent(times, course):
    rate = hours_with(times).rate_of(fault("gripper opens late", 20, first_seen=NOON))

    assert str(rate) == f"about once an hour of operation{course}"


def hours_with(times, each=1) -> RunningHours:
    """Twenty hours of operation, with onsets of a fault at these hours."""
    onsets = [(NOON + timedelta(hours=hour), each) for hour in sorted(times, reverse=True)]
    known = [RunningHour(NOON + timedelta(hours=n), 3600.0, 0.0) for n in range(20)]
    return RunningHours(known, times_of=lambda _: onsets)


@pytest.mark.parametrize(
    ("known", "entry"),
    [
        (RunningHours(), fault("gripper opens late", 30)),
        (hours(1), fault("gripper opens late", 30)),
        (hours(10), fault("gripper opens late", 2)),
        (hours(10), fault("gripper opens late", 30, first_seen=NOON - timedelta(days=1))),
        (hours(10), make_entry("a note", observation_count=30)),
    ],
)
def test_no_rate_is_given_with_too_little_data(known: RunningHours, entry):
    assert known.rate_of(entry) is None


def lived(memory: RobotMemory, clock: ManualClock) -> MemoryEntry:
    """Let a robot drive half the time for six hours, with one fault an hour while it drives."""
    for n in range(6):
        clock.set(NOON + timedelta(hours=n))
        instant = clock.now()
        driving = OperatingSample(instant, 1800.0, {"speed": 0.4})
        standing = OperatingSample(instant, 1800.0, {"speed": 0.0})
        memory.ledger.add_exposure({}, instant, [driving, standing])
        memory.observe(
            Observation(
                Kind.ONSET,
                instant,
                "left wheel drops out",
                key=Key("log", "wheel", "drops"),
                confidence=0.9,
                entry_type="hardware_observation",
                context={"speed": 0.0},  # the fault stopped the robot
                detail={"before": {"speed": 0.4}},
            )
        )
    memory.flush()
    ((_, entry),) = memory.entries()
    return entry


def test_context_evidence_and_command_line_show_the_same_rate_of_an_entry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    clock = ManualClock(NOON, kind="wall", boot="boot")
    words = "about twice an hour of driving"
    with RobotMemory.open(tmp_path / "home", clock=clock) as memory:
        entry = lived(memory, clock)

        assert words in memory.context().text
        assert f'"words":"{words}"' in entry_with_evidence(memory, entry.id).replace(": ", ":")
    for verb in (["show"], ["why", entry.id]):
        assert main(["--home", str(tmp_path / "home"), *verb]) == 0
        assert words in capsys.readouterr().out
        assert main(["--home", str(tmp_path / "home"), *verb, "--json"]) == 0
        assert words in capsys.readouterr().out
