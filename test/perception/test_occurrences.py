"""An occurrence has onset, end, peak and repeats, debounced at both ends (rules.md §2.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.wording.spread import Spread
from robot_memory.ledger import Key, Kind, Severity
from robot_memory.perception.occurrences.detection import SILENT, Debounce, Detection
from robot_memory.perception.occurrences.occurrence import Occurrence
from robot_memory.perception.occurrences.occurrence_limiter import LogEntryBudget
from robot_memory.perception.occurrences.occurrence_machine import OccurrenceMachine

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
FAULT = Detection(
    Key("test", "motor 3", "hot"), present=True, text="Motor 3 is hot",
    debounce=Debounce(onset=1.0, end=5.0, quiet=60.0),
)  # fmt: skip
GONE = replace(FAULT, present=False)
RISING = replace(FAULT, text="Motor 3 has …")
MOMENT = replace(FAULT, debounce=Debounce(onset=0.0, end=3.0, quiet=90.0, momentary=True))


class Told(list[tuple[Kind, float]]):
    """The machine's output, with copies of the numbers at that moment."""

    def __init__(self) -> None:
        super().__init__()
        self.machine = OccurrenceMachine(self.take, LogEntryBudget(100))
        self.seen: list[tuple[Kind, float, bool | None]] = []
        self.held: list[tuple[Kind, bool, float]] = []
        self.details: list[tuple[int, float, Severity, str]] = []
        self.texts: list[str] = []

    def take(self, kind: Kind, occurrence: Occurrence, stamp: float) -> None:
        self.append((kind, stamp))
        self.seen.append((kind, stamp, occurrence.is_seen))
        self.held.append((kind, occurrence.is_intermittent, occurrence.held_until(stamp)))
        self.texts.append(str(occurrence.varying_text))
        detection = occurrence.detection
        self.details.append(
            (occurrence.repeats, occurrence.peak, detection.severity, detection.text)
        )

    def see(self, detection: Detection, stamp: float) -> None:
        self.machine.process(detection, stamp, "/motors")

    def hold(self, detection: Detection, begin: float, end: float, step: float = 0.5) -> None:
        """Repeat a detection from ``begin`` to ``end`` while time passes."""
        for count in range(round((end - begin) / step)):
            self.machine.advance(begin + count * step)
            self.machine.process(detection, begin + count * step, "/motors")

    def flap(self, begin: float, end: float, on: float, off: float, step: float) -> None:
        while begin < end:
            self.hold(FAULT, begin, begin + on, step)
            self.hold(GONE, begin + on, begin + on + off, step)
            begin += on + off

    def count(self, kind: Kind) -> int:
        return sum(item[0] is kind for item in self)


@pytest.fixture
def told() -> Told:
    return Told()


def test_a_fault_shorter_than_its_debounce_time_is_not_reported(told: Told):
    told.see(FAULT, 0.0)
    told.see(FAULT, 0.6)
    told.see(GONE, 0.9)
    told.machine.advance(100.0)

    assert told == []


def test_a_fault_is_confirmed_without_a_repeated_report(told: Told):
    told.see(FAULT, 10.0)
    told.machine.advance(11.5)

    assert told == [(Kind.ONSET, 10.0)]


def test_the_end_time_is_when_the_fault_disappeared_not_when_confirmed(told: Told):
    told.hold(FAULT, 0.0, 20.0)
    told.hold(GONE, 20.0, 40.0)

    assert told[-1] == (Kind.END, 20.0)


def test_a_short_absence_is_a_repeat_of_the_same_occurrence(told: Told):
    told.hold(FAULT, 0.0, 10.0)
    told.hold(GONE, 10.0, 14.0)
    told.hold(FAULT, 14.0, 20.0)
    told.hold(GONE, 20.0, 40.0)

    assert told == [(Kind.ONSET, 0.0), (Kind.END, 20.0)]
    assert told.details[-1][0] == 1


def test_the_occurrence_of_a_silent_source_ends_at_its_last_report(told: Told):
    told.hold(FAULT, 0.0, 30.0)
    told.machine.advance(29.5 + 59.0)
    assert told == [(Kind.ONSET, 0.0)]
    told.machine.advance(29.5 + 60.0)

    assert told[-1] == (Kind.END, 29.5)


SILENCE = Detection(
    Key("rate", "/motors", "silent"), present=True, text="/motors falls silent", kind=SILENT,
    debounce=Debounce(onset=0.0, end=5.0),
)  # fmt: skip


def test_a_fault_is_marked_unseen_while_its_topic_is_silent(told: Told):
    told.hold(FAULT, 0.0, 30.0)
    told.see(SILENCE, 36.0)
    assert told.seen[-1] == (Kind.PRESENT, 29.5, False)
    told.see(replace(SILENCE, key=Key("together", "/left", "silent"),
                     detail={"members": ["/motors", "/left/imu"]}), 37.0)  # fmt: skip
    assert [seen for *_, seen in told.seen].count(False) == 1
    told.see(replace(SILENCE, present=False), 50.0)
    told.see(FAULT, 50.0)
    assert told.seen[-1] == (Kind.PRESENT, 50.0, True)
    told.see(GONE, 51.0)
    told.machine.advance(60.0)

    assert (Kind.END, 51.0, None) in told.seen


def test_a_fault_that_disappeared_during_silence_ends_when_it_was_last_seen(told: Told):
    told.hold(FAULT, 0.0, 30.0)
    told.see(SILENCE, 36.0)
    told.hold(GONE, 80.0, 90.0)

    assert told[-1] == (Kind.END, 29.5)


def test_a_fault_from_before_a_restart_is_marked_unseen_until_it_is_reported(told: Told):
    told.machine.resume(FAULT, "/motors", 0.0, 20.0, 20.0)
    assert told.seen == [(Kind.PRESENT, 20.0, False)]
    told.see(FAULT, 40.0)

    assert told.seen[-1] == (Kind.PRESENT, 40.0, True)


def test_a_quickly_recurring_fault_is_intermittent_and_only_active_time_counts(told: Told):
    for begin in range(0, 300, 30):
        told.hold(FAULT, begin, begin + 4.0)
        told.hold(GONE, begin + 4.0, begin + 30.0)
    told.machine.advance(900.0)

    assert next(kind for kind, intermittent, _ in told.held if intermittent) is Kind.ONSET
    assert sum(held for kind, _, held in told.held if kind is Kind.END) == pytest.approx(
        40.0, abs=6
    )


def test_the_end_has_the_greatest_magnitude(told: Told):
    for stamp, magnitude in ((0.0, 1.0), (2.0, 7.0), (4.0, 3.0)):
        told.see(replace(FAULT, magnitude=magnitude), stamp)
    told.see(GONE, 5.0)
    told.machine.advance(30.0)

    assert told.details[-1][1] == 7.0


@pytest.mark.parametrize("period", [1.0, 8.0])
def test_a_status_that_flaps_for_an_hour_is_one_occurrence_with_repeats(told: Told, period: float):
    told.hold(FAULT, -2.0, 0.0)
    told.flap(0.0, HOUR, period / 2, period / 2, period / 4)
    told.machine.advance(HOUR + 30.0)

    assert told.count(Kind.ONSET) == 1
    assert told.details[-1][0] == pytest.approx(HOUR / period, abs=1)


@pytest.mark.parametrize(("off", "most"), [(20.0, 3), (50.0, 4), (120.0, 73), (480.0, 121)])
def test_a_slowly_flapping_status_makes_a_limited_number_of_occurrences(
    told: Told, off: float, most: int
):
    told.flap(0.0, DAY, 20.0, off, 10.0)

    assert told.count(Kind.ONSET) <= most


def test_faults_a_quarter_of_an_hour_apart_are_separate_occurrences(told: Told):
    told.flap(0.0, DAY, 10.0, 15 * MINUTE, 5.0)

    assert told.count(Kind.ONSET) == 95


def test_a_lasting_fault_is_reported_once_an_hour(told: Told):
    told.hold(FAULT, 0.0, 5 * HOUR, 10.0)

    assert [stamp for kind, stamp in told if kind is Kind.PRESENT] == [
        HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR,
    ]  # fmt: skip


def test_a_long_time_gap_ends_the_open_occurrence(told: Told):
    told.hold(FAULT, 0.0, 10.0)
    told.see(FAULT, 5 * HOUR)
    told.see(FAULT, 5 * HOUR + 2.0)

    assert told == [(Kind.ONSET, 0.0), (Kind.END, 9.5), (Kind.ONSET, 5 * HOUR)]


def test_a_worsening_fault_is_reported_at_once_and_keeps_its_text(told: Told):
    told.hold(FAULT, 0.0, 10.0)
    worse = replace(FAULT, severity=Severity.ERROR, text="Motor 3 is on fire")
    told.hold(worse, 10.0, 20.0)
    told.hold(FAULT, 20.0, 30.0)

    assert told == [(Kind.ONSET, 0.0), (Kind.PRESENT, 10.0)]
    assert told.details[-1][2:] == (Severity.ERROR, "Motor 3 is hot")


def test_the_text_stays_the_same_from_one_occurrence_to_the_next(told: Told):
    told.hold(FAULT, 0.0, 10.0)
    told.hold(GONE, 10.0, 100.0)
    told.hold(replace(FAULT, severity=Severity.ERROR, text="Motor 3 is on fire"), 100.0, 110.0)

    assert [text for *_, text in told.details] == ["Motor 3 is hot"] * 3
    assert told.details[-1][2] is Severity.ERROR


def test_a_fault_that_worsens_before_confirmation_begins_with_the_worse_level(told: Told):
    told.see(FAULT, 0.0)
    told.see(replace(FAULT, severity=Severity.ERROR, text="Motor 3 is on fire"), 0.5)
    told.machine.advance(2.0)

    assert told.details == [(0, 0.0, Severity.ERROR, "Motor 3 is on fire")]


def test_stale_is_less_than_a_warning(told: Told):
    told.hold(replace(FAULT, severity=Severity.STALE), 0.0, 5.0)
    told.hold(FAULT, 5.0, 10.0)

    assert told.details[-1][2] is Severity.WARN


def test_momentary_events_close_together_are_one_occurrence(told: Told):
    for count in range(50):
        told.see(MOMENT, count * 2.0)
    told.machine.advance(98.0 + 90.0)

    again = [(Kind.PRESENT, stamp) for stamp in (10.0, 20.0, 40.0, 80.0)]
    assert told == [(Kind.ONSET, 0.0), *again, (Kind.END, 98.0)]
    assert told.details[-1][0] == 49


def test_momentary_events_of_many_parts_make_a_limited_number_of_occurrences(told: Told):
    things = [replace(MOMENT, key=Key("test", f"motor {number}", "hot")) for number in range(100)]
    for turn in range(60):
        for thing in things:
            told.see(thing, turn * 50.0)

    assert told.count(Kind.ONSET) <= 100 + 300 + 6 * 50


def test_an_occurrence_goes_on_after_a_restart(told: Told):
    told.machine.resume(FAULT, "/motors", onset=0.0, last=100.0, alive=100.0)
    told.hold(FAULT, 110.0, 120.0)
    told.hold(GONE, 120.0, 140.0)

    assert told == [(Kind.PRESENT, 100.0), (Kind.PRESENT, 110.0), (Kind.END, 120.0)]


def test_a_resumed_occurrence_that_is_not_seen_again_ends(told: Told):
    told.machine.resume(FAULT, "/motors", onset=0.0, last=100.0, alive=100.0)
    told.machine.advance(200.0)
    told.hold(FAULT, 200.0, 203.0)

    assert told == [(Kind.PRESENT, 100.0), (Kind.END, 100.0), (Kind.ONSET, 200.0)]


def test_a_resumed_fault_is_reported_when_seen_and_then_once_an_hour(told: Told):
    told.machine.resume(FAULT, "/motors", onset=0.0, last=4000.0, alive=4000.0)
    told.hold(FAULT, 4010.0, 7650.0, 10.0)

    assert told == [(Kind.PRESENT, 4000.0), (Kind.PRESENT, 4010.0), (Kind.PRESENT, 7610.0)]


def test_changing_values_are_reported_when_the_duration_has_doubled(told: Told):
    for second in range(100):
        told.machine.advance(float(second))
        told.see(replace(RISING, spreads=(Spread.of(f"{82 + 2 * second} °C"),)), float(second))

    assert told == [(Kind.ONSET, 0.0), *((Kind.PRESENT, at) for at in (10.0, 20.0, 40.0, 80.0))]
    assert told.texts[-1] == "Motor 3 has 80–250 °C"  # rounded outwards


def test_the_last_time_of_a_fault_is_reported_when_the_node_stops(told: Told):
    told.hold(FAULT, 0.0, 30.0)
    told.machine.finish(31.0)

    assert told == [(Kind.ONSET, 0.0), (Kind.PRESENT, 29.5)]


@pytest.mark.parametrize(("stop", "kind"), [(60.0, Kind.PRESENT), (300.0, Kind.END)])
def test_momentary_events_without_a_recent_repeat_end_when_the_node_stops(
    told: Told, stop: float, kind: Kind
):
    moment = replace(MOMENT, debounce=replace(MOMENT.debounce, quiet=450.0))
    told.see(moment, 1.0)
    told.see(moment, 1.1)
    told.machine.advance(stop)
    told.machine.finish(stop)

    assert told == [(Kind.ONSET, 1.0), (kind, 1.1)]


def test_the_last_values_are_reported_when_the_node_stops(told: Told):
    for second in range(31):
        told.see(replace(RISING, spreads=(Spread.of(f"{82 + 2 * second} °C"),)), float(second))
    told.machine.finish(31.0)

    assert told[-1] == (Kind.PRESENT, 30.0)
    assert told.texts[-1] == "Motor 3 has 80–145 °C"


def test_constant_values_write_no_rows(told: Told):
    told.hold(replace(RISING, spreads=(Spread.of("82 °C"),)), 0.0, 100.0)

    assert told == [(Kind.ONSET, 0.0)]


def test_ended_occurrences_are_forgotten_after_some_time(told: Told):
    for number in range(20):
        key = Key("test", f"motor {number}", "hot")
        told.hold(replace(FAULT, key=key), number, number + 2.0)
        told.see(replace(GONE, key=key), number + 2.0)
    told.machine.advance(100.0)
    assert len(told.machine) == 20  # they may come back
    told.machine.advance(1000.0)

    assert len(told.machine) == 0


@pytest.mark.parametrize("period", [0.1, 0.5, 2.0])
def test_a_fault_that_flickers_too_fast_is_reported_if_it_continues(told: Told, period: float):
    told.flap(0.0, 120.0, period / 2, period / 2, period / 4)

    assert told.count(Kind.ONSET) == 1
    assert told[0] == (Kind.ONSET, 0.0)


def test_very_short_faults_far_apart_are_not_reported(told: Told):
    told.flap(0.0, 600.0, 0.5, 19.5, 0.25)

    assert told == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from([FAULT, GONE, MOMENT, replace(FAULT, severity=Severity.ERROR), None]),
            st.floats(0.0, 200.0),
        ),
        max_size=60,
    )
)
def test_onsets_and_ends_alternate_in_time_order_for_any_input(said: list):
    told, stamp = Told(), 0.0
    for detection, step in said:
        stamp += step
        if detection is None:
            told.machine.advance(stamp)
        else:
            told.see(detection, stamp)
    told.machine.advance(stamp + 10_000.0)
    turns = [kind for kind, _ in told if kind is not Kind.PRESENT]

    assert turns == [Kind.ONSET, Kind.END] * (len(turns) // 2)
    assert [stamp for _, stamp in told] == sorted(stamp for _, stamp in told)
    assert all(repeats >= 0 for repeats, *_ in told.details)
    assert len(told.machine) == 0
