"""Positions within the pictures."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import pairwise
from xml.etree import ElementTree

import pytest

pytest.importorskip("jinja2", reason="needs the extra `report`")

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.applications.report.markup import environment
from robot_memory.applications.report.pictures.activity_chart import Bars, activity_chart
from robot_memory.applications.report.pictures.canvas import (
    WIDTH,
    TimeScale,
    columns_of,
    label,
    nice_step,
)
from robot_memory.applications.report.pictures.charts import (
    ConfidenceCurve,
    FrameChart,
    Thresholds,
    TimelineChart,
    Track,
    cut_off,
    with_decay,
)
from robot_memory.applications.report.pictures.place_map import PlaceMap
from robot_memory.ledger import Key
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
SPANS = st.timedeltas(timedelta(0), timedelta(days=20_000))


def draw(name, *given):
    """Return a picture made by the templates, as elements."""
    macro = getattr(environment().get_template("pictures.html").module, name)
    return ElementTree.fromstring(macro(*given).strip())


def draw_curve(points, observed, begin, end, thresholds):
    return draw("curve", ConfidenceCurve("x", points, observed, begin, end, thresholds), "a", "c")


def draw_timeline(tracks, begin, end):
    return draw("timeline", TimelineChart(tracks, begin, end), "c")


def draw_activity(counts, seconds, begin, end):
    return draw("activity", activity_chart(counts, seconds, begin, end))


def draw_map(places, events):
    return draw("map", PlaceMap.of(places, events), "m")


def numbers(element, tag, *names):
    return [tuple(float(one.get(name)) for name in names) for one in element.iter(tag)]


def after(days):
    return NOON + timedelta(days=days)


# -- confidence ----------------------------------------------------------------------------------


def test_the_confidence_curve_decays_between_evidence_and_rises_with_it():
    line = with_decay([(NOON, 0.8), (after(4), 0.7)], after(6), 0.05)

    expected = [(NOON, 0.8), (after(4), 0.6), (after(4), 0.7), (after(6), 0.6)]
    assert [time for time, _ in line] == [time for time, _ in expected]
    assert [value for _, value in line] == pytest.approx([value for _, value in expected])


def test_the_confidence_curve_does_not_fall_below_zero():
    assert with_decay([(NOON, 0.1)], after(10), 0.05)[1:] == [(after(2), 0.0), (after(10), 0.0)]


def test_without_decay_the_confidence_curve_is_flat():
    assert with_decay([(NOON, 0.4)], after(9), 0.0) == [(NOON, 0.4), (after(9), 0.4)]


def test_a_curve_from_before_the_period_begins_with_its_value_at_the_start():
    line = cut_off(with_decay([(NOON, 0.8), (after(4), 0.9)], after(6), 0.05), after(2))

    assert [time for time, _ in line] == [after(2), after(4), after(4), after(6)]
    assert [value for _, value in line] == pytest.approx([0.7, 0.6, 0.9, 0.8])


def test_a_curve_that_begins_within_the_period_is_unchanged():
    line = [(after(1), 0.8), (after(2), 0.7)]

    assert cut_off(line, NOON) == line
    assert cut_off(line, after(3)) == []


def test_a_curve_ends_with_the_confidence_at_the_end():
    picture = draw_curve([(NOON, 0.8)], [NOON], NOON, after(4), Thresholds(0.3, 0.1, 0.05))

    ((_, y),) = numbers(picture, "circle", "cx", "cy")
    top, bottom = 8.0, 108.0
    assert (bottom - y) / (bottom - top) == pytest.approx(0.6)


def test_the_curve_of_an_older_entry_begins_at_the_left_edge():
    levels = Thresholds(0.3, 0.1, 0.05)
    picture = draw_curve([(NOON, 0.8)], [], after(4), after(8), levels)
    (line,) = picture.iter("polyline")

    assert line.get("points", "").split()[0] == "34,48"  # 0.6 of the way from 8 to 108


def test_a_curve_of_very_many_observations_stays_small():
    points = [(NOON + timedelta(minutes=n), 0.5 + 0.4 * (n % 2)) for n in range(50_000)]
    times = [time for time, _ in points]
    picture = draw_curve(points, times, NOON, times[-1], Thresholds(0.3, 0.1, 0.05))

    (line,) = picture.iter("polyline")
    assert len(line.get("points", "").split()) < 3000


# -- times ---------------------------------------------------------------------------------------


@given(SPANS)
def test_an_axis_has_at_most_eight_ticks_and_all_are_inside(span):
    scale = TimeScale.over(NOON, NOON + span, 10.0, 500.0)
    ticks = list(scale.ticks())

    assert len(ticks) <= 8
    assert all(10.0 <= one.x <= 500.0 for one in ticks)


@pytest.mark.parametrize("sides", [(262.0, 668.0), (48.0, 712.0), (34.0, 640.0)])
@given(begin=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)), span=SPANS)
def test_labels_of_a_time_axis_do_not_overlap(sides, begin, span):
    begin = begin.replace(tzinfo=timezone.utc)
    scale = TimeScale.over(begin, begin + span, *sides)
    ticks = list(scale.ticks())
    middles = [one.middle for one in ticks]

    assert all(later - middle >= 54.0 for middle, later in pairwise(middles))
    assert all(27.0 <= middle <= WIDTH - 27.0 for middle in middles[1:])


def test_a_time_outside_the_scale_is_drawn_at_the_edge():
    scale = TimeScale.over(NOON, after(2), 0.0, 100.0)

    assert [scale.x(after(-1)), scale.x(after(1)), scale.x(after(9))] == [0.0, 50.0, 100.0]


# -- activity ------------------------------------------------------------------------------------


@given(SPANS)
def test_bars_cover_the_period_and_their_number_is_bounded(span):
    bars = Bars.over(NOON, NOON + span)

    assert bars.number <= 133
    assert bars.first <= NOON
    assert NOON + span < bars.begin(bars.number)


@given(st.lists(st.timedeltas(timedelta(0), timedelta(days=300)), max_size=30))
def test_bars_together_contain_all_observations(times):
    bars = Bars.over(NOON, after(300))
    values = {NOON + time: 1.0 for time in times}

    assert sum(bars.sums(values)) == len(values)


def test_a_bar_is_an_hour_for_one_day_and_a_day_or_more_for_months():
    spans = (1, 60, 400)
    assert [Bars.over(NOON, after(days)).words for days in spans] == ["an hour", "a day", "4 days"]


def test_a_fine_bar_is_a_minute_to_an_hour_for_a_day_or_less():
    spans = (0.6, 4, 12, 24)
    words = [Bars.finely_over(NOON, NOON + timedelta(hours=hours)).words for hours in spans]

    assert words == ["a minute", "5 minutes", "15 minutes", "an hour"]


@given(st.timedeltas(timedelta(minutes=1), timedelta(days=20_000)))
def test_bars_are_within_the_period(span):
    begin, end = NOON + timedelta(minutes=50), NOON + timedelta(minutes=50) + span
    counts = {"detectors": {begin: 1, end.replace(second=0, microsecond=0): 1}}
    picture = draw_activity(counts, {NOON: 60.0}, begin, end)
    scale = TimeScale.over(begin, end, 48.0, 712.0)
    bars = [one for one in picture.iter("rect") if one.find("title") is not None]

    assert bars
    for bar in bars:
        left, width = float(bar.get("x", "")), float(bar.get("width", ""))
        assert left >= scale.x(begin) - 0.5
        assert left + width <= scale.x(end) + 0.5


def test_the_width_of_a_bar_is_proportional_to_its_time_span():
    counts = {"detectors": {NOON: 1}, "people": {}, "agents": {}}
    begin, end = NOON - timedelta(hours=12), NOON + timedelta(hours=12)
    picture = draw_activity(counts, {NOON: 3600.0}, begin, end)
    hour = (712.0 - 48.0) / 24.0

    for bar in [one for one in picture.iter("rect") if one.find("title") is not None]:
        assert float(bar.get("x", "")) == pytest.approx(48.0 + 12.0 * hour, abs=1.0)
        assert float(bar.get("width", "")) == pytest.approx(hour, abs=1.5)


def test_the_height_of_a_bar_is_proportional_to_its_number_of_observations():
    counts = {"detectors": {NOON: 4, NOON + timedelta(hours=1): 2}, "people": {}, "agents": {}}
    picture = draw_activity(counts, {}, NOON, after(1))

    heights = [
        one.get("height") for one in picture.iter("rect") if one.get("class") == "by-detector"
    ]
    assert heights[1:] == ["110", "55"]  # the first one belongs to the legend


def test_an_empty_period_can_be_drawn():
    picture = draw_activity({"detectors": {}}, {}, NOON, NOON)

    assert "0 observations" in "".join(picture.itertext())


# -- timeline ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "strokes"),
    [
        ([NOON, after(5), after(10)], 3),
        ([after(-3), after(5)], 1),  # one is outside the period
        ([NOON + timedelta(seconds=n) for n in range(1000)], 1),  # too close to be distinguished
    ],
    ids=["each", "outside", "at once"],
)
def test_each_distinct_position_of_observations_has_one_stroke_and_all_are_counted(times, strokes):
    picture = draw_timeline([Track("x", times, len(times))], NOON, after(10))

    (_, shape) = [one for one in picture.iter("path") if one.get("class") == "observed"]
    assert shape.get("d", "").count("M") == strokes
    assert f"{len(times):,}" in [one.text for one in picture.iter("text")]


@given(st.text(max_size=300))
def test_a_label_beside_a_picture_has_at_most_two_lines(words):
    lines = [line for _, line in label(words, 0.0)]

    assert 1 <= len(lines) <= 2
    assert all(len(one) <= 46 for one in lines)


# -- places --------------------------------------------------------------------------------------


def place_at(position, radius=1.0):
    return Place(
        "p", Key("bump", "base", "x"), position, radius, (1.0, 0.0, 1.0), 3, 3, 4, "t", "mem-1"
    )


def test_a_map_is_to_scale_in_both_directions():
    places = [
        (n, place_at(Position("map", x, y))) for n, (x, y) in enumerate([(0, 0), (3, 0), (0, 4)])
    ]
    (a, b, c) = numbers(draw_map(places, []), "circle", "cx", "cy")

    assert (b[0] - a[0]) / 3 == pytest.approx((a[1] - c[1]) / 4, rel=1e-3)


def test_a_map_of_satellite_positions_has_north_up():
    places = [
        (1, place_at(Position("wgs84", 8.0, 50.0))),
        (2, place_at(Position("wgs84", 8.0, 50.1))),
    ]
    ((_, south), (_, north)) = numbers(draw_map(places, []), "circle", "cx", "cy")

    assert north < south


def test_events_at_one_position_are_one_dot():
    here = Position("map", 0.0, 0.0)
    picture = draw_map([(1, place_at(here))], [here] * 5000)

    assert [one.get("class") for one in picture.iter("circle")] == ["event", "place"]


# -- signals -------------------------------------------------------------------------------------


def test_a_constant_signal_is_a_line_in_the_middle():
    picture = draw("frame", FrameChart({"/odom speed": [(-10.0, 2.0), (0.0, 2.0)]}), "f", "x", "c")

    (line,) = picture.iter("polyline")
    (_, first), (_, last) = (point.split(",") for point in line.get("points", "").split())
    assert first == last == "23"


# -- rounding ------------------------------------------------------------------------------------


@given(st.floats(1e-6, 1e12), st.integers(1, 20))
def test_a_nice_step_is_large_enough_and_not_much_larger(span, most):
    step = nice_step(span, most)

    assert span / most <= step * 1.00001
    assert step <= 2.6 * span / most


def test_positions_in_the_same_column_are_kept_once():
    assert columns_of([1.2, 1.9, 2.1, 1.2]) == [1.0, 2.0]
