"""Deviations that began together are reported together, and none is left out."""

from __future__ import annotations

from robot_memory.perception.normal.columns import ColumnKind, Signal
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.deviation_groups import DeviationGroups


def deviation(name: str, begin: float, nats: float = 15.0, topic: str = "") -> Deviation:
    signal = Signal(f"/{name}", "current", topic or f"/{name}")
    return Deviation(
        ColumnKind.LEVEL, signal, signal.topic, column=0, sign=1, begin=begin, told=begin + 20.0,
        usual=1.0, low=0.9, high=1.1, circumstances=(), nats=nats, before=0.0, size=1.0, since=0,
        value=2.0, last=begin, onset=begin,
    )  # fmt: skip


def told(groups: DeviationGroups, stamp: float) -> list[tuple[str, str]]:
    return [(one.topic.strip("/"), lead.topic.strip("/")) for one, lead in groups.advance(stamp)]


def signals(groups: DeviationGroups, stamp: float) -> list[tuple[Signal, Signal]]:
    return [(one.signal, lead.signal) for one, lead in groups.advance(stamp)]


def test_the_deviation_with_most_evidence_leads_those_within_a_minute():
    groups = DeviationGroups()
    groups.add(deviation("pump", 100.0, nats=15.0))
    groups.add(deviation("valve", 130.0, nats=20.0))

    assert told(groups, 130.0) == []
    assert told(groups, 150.0) == [("valve", "valve"), ("pump", "valve")]
    assert told(groups, 160.0) == []


def test_a_stuck_number_is_reported_before_its_abnormal_level():
    groups = DeviationGroups()
    low, still = deviation("pump", 100.0, nats=20.0), deviation("pump", 110.0, nats=15.0)
    still.kind, still.sign, still.signal = ColumnKind.SPREAD, -1, low.signal
    groups.add(low)
    groups.add(still)

    assert list(groups.advance(150.0)) == [(still, still), (low, still)]


def test_deviations_in_a_topic_within_five_minutes_join_the_first_one():
    groups = DeviationGroups()
    groups.add(deviation("pump", 100.0, topic="/drive"))
    groups.add(deviation("valve", 390.0, topic="/drive"))

    found = [(one.component, lead.component) for one, lead in signals(groups, 450.0)]
    assert found == [("/pump", "/pump"), ("/valve", "/pump")]


def test_a_much_later_deviation_in_a_topic_is_reported_by_itself():
    groups = DeviationGroups()
    groups.add(deviation("pump", 100.0, topic="/drive"))
    groups.add(deviation("valve", 900.0, topic="/drive"))

    found = [(one.component, lead.component) for one, lead in signals(groups, 950.0)]
    assert found == [("/pump", "/pump"), ("/valve", "/valve")]


def test_deviations_after_the_end_of_the_first_one_form_their_own_group():
    groups, jump = DeviationGroups(), deviation("jump", 100.0, topic="/drive")
    groups.add(jump)
    assert told(groups, 150.0) == [("drive", "drive")]
    jump.end = 140.0
    groups.add(deviation("speed", 160.0, nats=6.0, topic="/drive"))
    groups.add(deviation("current", 160.0, nats=9.0, topic="/drive"))

    found = [(one.component, lead.component) for one, lead in signals(groups, 170.0)]
    assert found == [("/current", "/current"), ("/speed", "/current")]


def test_simultaneous_deviations_in_six_topics_are_not_reported():
    groups = DeviationGroups()
    for number in range(6):
        groups.add(deviation(f"part{number}", 100.0))

    assert told(groups, 200.0) == []


def crowd(groups: DeviationGroups, count: int = 6, begin: float = 100.0) -> list[Deviation]:
    """Let many topics deviate at once."""
    many = [deviation(f"part{number}", begin) for number in range(count)]
    for one in many:
        groups.add(one)
    return many


def last_at(many: list[Deviation], stamp: float) -> None:
    for one in many:
        one.last = stamp


def test_a_deviation_that_outlasts_six_simultaneous_ones_is_reported():
    groups, fault = DeviationGroups(), deviation("pump", 122.0, nats=99.0)
    many = crowd(groups)
    groups.add(fault)
    assert told(groups, 200.0) == []
    for one in many:
        one.end = 260.0

    assert told(groups, 270.0) == [("pump", "pump")]


def test_simultaneous_deviations_that_end_together_are_not_reported():
    groups = DeviationGroups()
    many = crowd(groups)
    for one in many:
        one.end = 260.0

    assert told(groups, 270.0) == told(groups, 3000.0) == []


def test_deviations_in_six_topics_for_half_an_hour_are_reported_as_one_group():
    groups = DeviationGroups()
    many = crowd(groups)
    last_at(many, 1800.0)
    assert told(groups, 1800.0) == []
    last_at(many, 2000.0)
    found = told(groups, 2000.0)

    assert len(found) == 6
    assert len({lead for _, lead in found}) == 1


def test_all_deviations_of_one_topic_are_reported_however_many_there_are():
    groups = DeviationGroups()
    for number in range(12):
        groups.add(deviation(f"axis{number}", 100.0, topic="/imu"))

    assert len(told(groups, 200.0)) == 12


def test_finish_reports_the_waiting_deviations():
    groups = DeviationGroups()
    groups.add(deviation("pump", 100.0))

    assert [one.topic for one, _ in groups.finish()] == ["/pump"]


def test_a_calm_leading_deviation_is_reported_with_its_group_once_it_lasts():
    groups, calm = DeviationGroups(), deviation("tank", 100.0, nats=30.0)
    calm.is_calm, calm.last = True, 230.0
    groups.add(calm)
    groups.add(deviation("pump", 110.0))
    assert told(groups, 230.0) == []

    calm.last = 240.0
    assert told(groups, 240.0) == [("tank", "tank"), ("pump", "tank")]


def test_a_deviation_that_outlasts_a_short_calm_lead_takes_the_lead():
    groups, calm = DeviationGroups(), deviation("tank", 100.0, nats=30.0)
    calm.is_calm = True
    groups.add(calm)
    groups.add(deviation("pump", 110.0))
    assert told(groups, 150.0) == []

    calm.end = calm.last = 160.0
    assert told(groups, 170.0) == [("pump", "pump")]


def noise(begin: float, lasts: float, clarity: float = 1.5) -> Deviation:
    """Return a noise deviation that lasts ``lasts`` seconds."""
    one = deviation("joint", begin)
    one.kind, one.clarity, one.last = ColumnKind.SPREAD, clarity, begin + lasts
    return one


def test_noise_is_reported_after_it_has_lasted_for_a_minute():
    groups, one = DeviationGroups(), noise(100.0, lasts=50.0)
    groups.add(one)
    assert told(groups, 150.0) == []

    one.last = 160.0
    assert told(groups, 160.0) == [("joint", "joint")]


def test_noise_that_recurs_within_ten_minutes_is_reported_after_a_minute_in_total():
    groups, first = DeviationGroups(), noise(100.0, lasts=40.0)
    groups.add(first)
    first.end = first.last
    assert told(groups, 180.0) == []
    groups.add(noise(600.0, lasts=20.0))

    assert told(groups, 650.0) == [("joint", "joint")]


def test_noise_that_recurs_after_more_than_ten_minutes_counts_alone():
    groups, first = DeviationGroups(), noise(100.0, lasts=40.0)
    groups.add(first)
    first.end = first.last
    groups.add(noise(800.0, lasts=20.0))

    assert told(groups, 850.0) == []


def test_clear_noise_is_reported_at_once():
    groups = DeviationGroups()
    groups.add(noise(100.0, lasts=20.0, clarity=4.0))

    assert told(groups, 150.0) == [("joint", "joint")]
