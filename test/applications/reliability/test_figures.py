"""Failures, repairs, availability and trends of simulated operation."""

from __future__ import annotations

import math
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.applications.reliability.failure import check_faults, failures_of
from robot_memory.applications.reliability.operating_time import ChangePoint, OperatingTime
from robot_memory.applications.reliability.rate_statistics import find_trend
from robot_memory.applications.reliability.reliability_figures import KnownPeriod, figures_of
from robot_memory.applications.reliability.reliability_report import (
    ReliabilityReport,
    reliability_lines,
    repair_text,
)
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.region import Region, RegionSide

MONDAY = datetime(2026, 11, 30, 8, tzinfo=timezone.utc)
HOUR = 3600.0
LONG = 100.0  # h
BOOT = "b1"


def at(hours: float, boot: str = BOOT) -> Instant:
    return Instant(MONDAY + timedelta(hours=hours), hours * HOUR, boot, True)


def running(hours: float, *, boot: str = BOOT, step: float = 0.1) -> OperatingTime:
    """The operating time of a robot that runs without a break from Monday on."""
    ends = [step * number for number in range(1, round(hours / step) + 1)]
    return OperatingTime.of(OperatingSample(at(end, boot), step * HOUR) for end in ends)


def period(hours: float, begin: float = 0.0, end: float | None = None) -> KnownPeriod:
    until = hours if end is None else end
    return KnownPeriod(at(begin).time, at(until).time, running(hours))


def row(kind: Kind, hours: float, component: str = "left encoder", **fields) -> Observation:
    given = {
        "key": Key("diagnostics", component, fields.pop("symptom", "fails")),
        "component": component, "entry_id": f"mem-{component}", "severity": Severity.ERROR,
        **fields,
    }  # fmt: skip
    return Observation(kind, at(hours, given.pop("boot", BOOT)), f"{component} fails", **given)


def fault(onset: float, lasted: float = 0.1, **fields) -> list[Observation]:
    end = row(Kind.END, onset + lasted, detail={"lasted": lasted * HOUR}, **fields)
    return [row(Kind.ONSET, onset, **fields), end]


def figures(rows, whole: KnownPeriod, **options):
    return figures_of(failures_of(rows), whole, **options)


def test_the_failure_rate_is_failures_per_operating_hour():
    result = figures([*fault(1.0), *fault(5.0)], period(10.0))

    assert result.rate.value == pytest.approx(0.2)
    assert result.mtbf_hours[0] == pytest.approx(5.0)
    assert result.rate.high == pytest.approx(7.2247 / 10.0, rel=1e-4)


def test_time_in_which_the_robot_did_not_run_does_not_count_as_exposure():
    two_shifts = [OperatingSample(at(hour), HOUR) for hour in (1, 2, 25, 26)]
    whole = KnownPeriod(at(0).time, at(48).time, OperatingTime.of(two_shifts))

    assert figures(fault(1.5), whole).rate.exposure == pytest.approx(4.0)


def test_thinned_samples_keep_the_running_time():
    thinned = [OperatingSample(at(hour), 2 * HOUR) for hour in (1, 2)]

    assert OperatingTime.of(thinned).between(at(-9).time, at(9).time) == pytest.approx(4 * HOUR)


def test_only_whole_days_with_a_known_distance_count_per_kilometre():
    tuesday = at(24).time.date()
    whole = KnownPeriod(at(0).time, at(40).time, running(40.0), {tuesday: 2500.0})

    rate = figures([*fault(3.0), *fault(20.0)], whole).per_kilometre

    assert (rate.count, rate.exposure) == (1, 2.5)  # Tuesday begins sixteen hours after that


@pytest.mark.parametrize(("begin", "end"), [(0, 30), (20, 40)])
def test_a_day_partly_in_the_period_has_no_known_distance(begin, end):
    tuesday = at(24).time.date()
    part = KnownPeriod(at(begin).time, at(end).time, running(40.0), {tuesday: 2500.0})

    assert figures(fault(21.0), part).per_kilometre is None


def test_a_failure_that_ends_after_the_period_is_open_at_the_end_of_the_period():
    result = figures(fault(3.0, 4.0), period(10.0, end=5.0))

    assert (result.open_failures, result.repair) == (1, None)
    assert result.down_hours == pytest.approx(2.0)


def test_without_failures_only_a_lower_bound_of_the_mtbf_is_known():
    result = figures([], period(10.0))

    assert result.failures == 0
    assert result.mtbf_hours == (None, pytest.approx(10.0 / 3.6889, rel=1e-4), None)


def test_without_running_time_there_are_no_rates():
    result = figures(fault(1.0), KnownPeriod(at(0).time, at(9).time, OperatingTime.of([])))

    assert (result.rate, result.availability, result.down_hours) == (None, None, None)
    assert result.mtbf_hours == (None, None, None)


def test_an_open_fault_counts_as_a_failure_without_a_repair():
    result = figures([row(Kind.ONSET, 4.0)], period(10.0))

    assert (result.failures, result.open_failures, result.repair) == (1, 1, None)
    assert result.availability == pytest.approx(0.4)


def test_a_single_logged_line_is_a_failure_without_down_time_until_it_is_repeated():
    line = row(Kind.ONSET, 1.0, detail={"momentary": True})
    again = row(Kind.PRESENT, 3.0, detail={"momentary": True, "lasted": 2.0 * HOUR})
    once, repeated = figures([line], period(10.0)), figures([line, again], period(10.0))

    assert (once.open_failures, once.availability) == (0, 1.0)
    assert repeated.open_failures == 1
    assert repeated.availability == pytest.approx(0.1)


def test_a_fault_open_at_switch_off_counts_until_it_was_last_seen():
    old = [row(Kind.ONSET, 1.0, boot="b0"), row(Kind.PRESENT, 2.0, boot="b0")]

    result = figures(old, period(10.0))

    assert (result.failures, result.open_failures, result.repair) == (1, 0, None)
    assert result.down_hours == pytest.approx(1.0)


def test_a_fault_with_a_second_onset_and_no_end_was_not_open_in_between():
    rows = [row(Kind.ONSET, 1.0), row(Kind.PRESENT, 2.0), *fault(6.0, 1.0)]

    result = figures(rows, period(10.0))

    assert (result.failures, result.open_failures, result.repair.count) == (2, 0, 1)
    assert result.down_hours == pytest.approx(2.0)


def test_overlapping_faults_count_once_as_down_time():
    rows = [*fault(1.0, 2.0), *fault(2.0, 2.0, component="arm")]

    result = figures(sorted(rows, key=lambda one: one.time), period(10.0))

    assert result.down_hours == pytest.approx(3.0)
    assert result.repair.mean == pytest.approx(2.0 * HOUR)


def test_a_warning_does_not_count_as_a_failure():
    result = figures(fault(1.0, severity=Severity.WARN), period(10.0))

    assert (result.failures, result.warnings, result.open_warnings) == (0, 1, 0)


def test_a_present_warning_is_listed_beside_failures_and_availability():
    result = figures([row(Kind.ONSET, 1.0, severity=Severity.WARN)], period(10.0))

    text = "\n".join(reliability_lines(ReliabilityReport(
        since=MONDAY, until=MONDAY, operating_hours=10.0, figures=(result,)
    )))  # fmt: skip
    assert "0 open; 1 warnings, 1 still there" in text
    assert "availability  100.00 % (warnings are no failures)" in text


def test_a_warning_that_becomes_an_error_counts_as_a_failure():
    rows = [row(Kind.ONSET, 1.0, severity=Severity.WARN), row(Kind.END, 2.0)]

    assert figures(rows, period(10.0)).failures == 1


@pytest.mark.parametrize(
    "symptom", ["emergency_stop", "e-stop pressed", "Manual mode", "operator stop"]
)
def test_an_action_of_a_person_is_a_takeover_and_not_a_failure(symptom):
    (record,) = failures_of(fault(1.0, symptom=symptom))

    assert record.is_takeover
    assert not record.is_failure


def test_a_protective_stop_is_a_failure_and_not_a_takeover():
    (record,) = failures_of(fault(1.0, symptom="protective_stop"))

    assert record.is_failure


def test_a_folded_day_counts_all_its_occurrences():
    folded = {"first": "2026-11-30T09:00:00.000000Z", "last": "2026-11-30T12:00:00.000000Z",
              "count": 7, "seconds": 700.0, "worst": "error"}  # fmt: skip
    result = figures([row(Kind.ONSET, 4.0, detail={"folded": folded})], period(10.0))

    assert result.failures == 7
    assert result.repair.mean == pytest.approx(100.0)
    assert result.repair.median is None
    assert result.down_hours == pytest.approx(700.0 / HOUR)


def test_the_median_repair_has_an_interval_from_three_repairs_on():
    two = figures([*fault(1.0, 0.1), *fault(5.0, 0.4)], period(10.0)).repair
    three = [*fault(1.0, 0.1), *fault(3.0, 0.2), *fault(5.0, 0.4)]
    found = figures(three, period(10.0)).repair

    assert (two.low, two.high) == (None, None)
    assert two.median == pytest.approx(0.2 * HOUR)
    assert found.median == pytest.approx(0.2 * HOUR)
    # half = t(0.975; 2) · s / √3, where s is ln 2
    half = 4.30265 * math.log(2) / math.sqrt(3)
    assert math.log(found.high / found.median) == pytest.approx(half, rel=1e-4)


def test_repair_times_too_different_for_an_interval_say_so():
    repair = figures([*fault(1.0, 1e-4), *fault(3.0, 1.0), *fault(5.0, 0.01)], period(10.0)).repair

    assert (repair.low, repair.high) == (None, None)
    assert repair_text(repair).endswith("mean of 3; too few, or too different, to say more")


def test_a_fault_from_before_the_period_counts_as_down_time_but_not_as_a_failure():
    result = figures(fault(1.0, 3.0), period(10.0, begin=2.0))

    assert (result.failures, result.repair.count) == (0, 1)
    assert result.down_hours == pytest.approx(2.0)


def test_repeated_failed_goals_count_as_failures_and_repeated_log_lines_do_not():
    def came_again(detector: str) -> list[Observation]:
        own = {"component": "dock", "detector": detector, "key": Key(detector, "dock", "aborts")}
        begins = row(Kind.ONSET, 1.0, detail={"momentary": True}, **own)
        again = {"momentary": True, "lasted": 2.0 * HOUR, "repeats": 20}
        goes_on = row(Kind.PRESENT, 3.0, detail=again, **own)
        ends = {"momentary": True, "lasted": 3.0 * HOUR, "repeats": 31}
        return [begins, goes_on, row(Kind.END, 4.0, detail=ends, **own)]

    day = at(0).time.date()
    whole = KnownPeriod(at(-8).time, at(16).time, running(16.0), goals={"dock": {day: 320.0}})
    aborts = figures(came_again("action"), whole, component="dock")

    assert (aborts.failures, aborts.rate.count, aborts.per_mission.value) == (32, 32, 0.1)
    assert figures(came_again("log"), whole, component="dock").failures == 1


def test_less_than_a_day_of_operation_shows_no_trend():
    late = [1.0 - 0.5**number for number in range(1, 9)]

    assert find_trend(late, 23.9).verdict == "too little operation"
    assert find_trend(late, 24.0).p is not None


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(0.0, 9.8), max_size=12, unique=True), st.floats(0.5, 9.5))
def test_two_parts_of_a_period_add_up_to_the_whole(onsets, cut):
    rows = [one for onset in sorted(onsets) for one in fault(onset, 0.01)]
    whole, early, late = (
        figures(rows, one) for one in (period(10.0), period(10.0, end=cut), period(10.0, begin=cut))
    )

    assert early.failures + late.failures == whole.failures
    assert early.down_hours + late.down_hours == pytest.approx(whole.down_hours, abs=1e-6)
    exposures = early.rate.exposure + late.rate.exposure
    assert exposures == pytest.approx(whole.rate.exposure)


def test_ever_more_frequent_failures_are_a_rising_trend():
    late = find_trend([1.0 - 0.5**number for number in range(1, 9)], LONG)
    early = find_trend([0.5**number for number in range(1, 9)], LONG)

    assert (late.verdict, early.verdict) == ("rising", "falling")


def test_the_laplace_score_is_the_deviation_of_the_mean_over_its_standard_error():
    # ten failures at a mean of 0.7 of the time: (0.7 - 0.5) · √120
    trend = find_trend([0.7] * 10, LONG)

    assert trend.score == pytest.approx(0.2 * math.sqrt(120.0))
    assert trend.p == pytest.approx(0.02846, abs=1e-4)


def test_five_failures_show_no_trend():
    assert find_trend([0.99] * 5, LONG).verdict == "too few failures"


def test_a_constant_rate_seldom_shows_a_trend():
    shown = sum(
        find_trend(list(np.random.default_rng(seed).random(12)), LONG).verdict != "none"
        for seed in range(200)
    )

    assert shown <= 20  # 10 of 200 are expected at 5 %


def test_an_unchanged_rate_is_called_changed_in_at_most_8_of_100_runs():
    whole, claimed = period(100.0), 0
    for seed in range(100):
        onsets = np.cumsum(np.random.default_rng(seed).exponential(4.0, 80))
        rows = [row(Kind.ONSET, float(onset)) for onset in onsets[onsets < 100.0]]
        change = figures(rows, whole, change=ChangePoint(at(60.0).time)).change
        claimed += change.verdict in ("better", "worse")

    assert claimed <= 8


def test_a_rate_that_falls_to_a_quarter_is_called_better_in_most_runs_and_never_worse():
    whole, verdicts = period(100.0), []
    for seed in range(50):
        random = np.random.default_rng(seed)
        before = np.cumsum(random.exponential(2.5, 80))
        after = 60.0 + np.cumsum(random.exponential(10.0, 40))
        onsets = [*before[before < 60.0], *after[after < 100.0]]
        rows = [row(Kind.ONSET, float(onset)) for onset in onsets]
        verdicts.append(figures(rows, whole, change=ChangePoint(at(60.0).time)).change.verdict)

    assert verdicts.count("better") >= 35
    assert "worse" not in verdicts


def test_the_interval_holds_the_true_median_repair_time_in_at_least_92_of_100_runs():
    true, held = 0.05, 0  # h
    for seed in range(100):
        lengths = true * np.random.default_rng(seed).lognormal(0.0, 0.8, 8)
        rows = [one for number, length in enumerate(lengths)
                for one in fault(2.0 * number, float(length))]  # fmt: skip
        repair = figures(rows, period(20.0)).repair
        held += repair.low <= true * HOUR <= repair.high

    assert held >= 92


def test_a_repair_without_later_failures_is_called_better():
    rows = [one for hour in range(1, 10) for one in fault(hour)]

    result = figures(rows, period(20.0), change=ChangePoint(at(9.5).time))

    assert result.change.verdict == "better"
    assert (result.change.before.count, result.change.after.count) == (9, 0)


def test_the_interval_holds_the_true_failure_rate_in_at_least_92_of_100_runs():
    true, whole = 0.2, period(60.0)
    held = 0
    for seed in range(100):
        random = np.random.default_rng(seed)
        onsets = np.cumsum(random.exponential(1.0 / true, 60))
        rows = [one for onset in onsets[onsets < 60.0] for one in fault(float(onset), 0.001)]
        rate = figures(rows, whole).rate
        held += rate.low <= true <= rate.high

    assert held >= 92


def test_a_fault_is_checked_only_by_operation_beyond_its_limit():
    ran = OperatingHistory.of(
        OperatingSample(at(hour), HOUR, {"speed": 0.5 if hour == 5 else 0.1})
        for hour in range(1, 9)
    )
    region = {"mem-left encoder": Region("speed", RegionSide.ABOVE, 0.3)}

    (check,) = check_faults(failures_of(fault(2.0)), ran, region, BOOT)

    assert check.last_checked == at(5).time
    assert check.exercised_hours == pytest.approx(1.0)


def test_an_open_fault_is_not_checked_by_any_operation():
    ran = OperatingHistory.of(OperatingSample(at(hour), HOUR) for hour in range(1, 9))

    (check,) = check_faults(failures_of([row(Kind.ONSET, 2.0)]), ran, {}, BOOT)

    assert (check.last_checked, check.exercised_hours) == (None, 0.0)
