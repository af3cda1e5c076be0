"""Findings: what has one cause is told once, and what many components do at once is no fault."""

from __future__ import annotations

from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.findings import Finding, Findings
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.occurrences.detection import UNDER


def finding(
    component: str, quantity: str, kind: str = "level_shift", *, since: float = 100.0,
    score: float = 0.95, topic: str = "/topic",
) -> Finding:  # fmt: skip
    name = SignalName(component, quantity)
    return Finding(name, topic, kind, since, 0.5, score, 1.0, last_seen=since)


def tell(findings: Findings, *added: Finding, until: float = 200.0) -> list[str]:
    """Add findings that last, and return the sentences of what is told by itself."""
    return [text for text, under in tell_all(findings, *added, until=until) if not under]


def tell_all(
    findings: Findings, *added: Finding, until: float = 200.0
) -> list[tuple[str, list[str] | None]]:
    """Return what is told, each with the key of what it is told under."""
    for one in added:
        findings.report(one)
    for one in added:
        one.last_seen = until
    told = [detection for _, detection in findings.advance(0.0)]
    return [(detection.text, detection.detail.get(UNDER)) for detection in told]


def test_something_unusual_is_reported_when_it_has_lasted():
    findings = Findings(AlarmBudget(0.1))
    one = finding("/motor", "current")
    findings.report(one)
    one.last_seen = 110.0

    assert list(findings.advance(0.0)) == []
    one.last_seen = 130.0
    ((topic, detection),) = findings.advance(0.0)
    assert (topic, detection.at) == ("/topic", 100.0)
    assert detection.text == "/motor current leaves the range that is normal for it"
    assert detection.key.as_list() == ["signal", "/motor", "current shifted"]


def test_what_is_over_before_it_is_reported_is_not_reported():
    findings = Findings(AlarmBudget(0.1))
    one = finding("/motor", "current")
    findings.report(one)
    one.is_present, one.last_seen = False, 200.0

    assert list(findings.advance(0.0)) == []


def test_it_is_reported_until_it_is_over():
    findings = Findings(AlarmBudget(0.1))
    one = finding("/motor", "current")
    tell(findings, one)

    assert [detection.present for _, detection in findings.advance(0.0)] == [True]
    one.is_present = False
    assert [detection.present for _, detection in findings.advance(0.0)] == [False]
    assert list(findings.advance(0.0)) == []


def test_one_cause_is_reported_by_its_clearest_signal():
    told = tell(
        Findings(AlarmBudget(0.1)),
        finding("/motor", "current", "variance", score=1.0),
        finding("/encoder", "position", "frozen", since=105.0),
    )

    assert told == ["/encoder position stands still at one value"]


def test_several_quantities_of_one_component_are_that_component():
    told = tell(
        Findings(AlarmBudget(0.1)),
        finding("/imu", "angular_velocity.x", "frozen"),
        finding("/imu", "linear_acceleration.z", "frozen", since=101.0),
    )

    assert told == ["/imu stands still at one value"]


def test_what_many_components_do_at_once_is_another_mode_of_the_robot():
    told = tell(
        Findings(AlarmBudget(0.1)), *(finding(f"/joints {name}", "effort") for name in "abcd")
    )

    assert told == []


def test_all_sensors_of_a_topic_that_stand_still_have_a_driver_that_does():
    told = tell(
        Findings(AlarmBudget(0.1)),
        *(finding(f"/joints {name}", "effort", "frozen") for name in "abcd"),
    )

    assert told == ["/topic stands still at one value"]


def test_what_follows_soon_after_an_entry_follows_from_it():
    findings = Findings(AlarmBudget(0.1))
    tell(findings, finding("/motor", "current"))
    later = finding("/motor", "temperature", since=150.0)

    assert tell(findings, later) == ["/motor current leaves the range that is normal for it"]


def test_what_has_the_same_cause_is_told_under_it_and_none_is_lost():
    findings = Findings(AlarmBudget(0.1))
    told = tell_all(
        findings, finding("/motor", "current"), finding("/fan", "speed", since=110.0, score=0.93)
    )
    told += tell_all(findings, finding("/motor", "temperature", since=150.0), until=300.0)

    motor, current = (
        "leaves the range that is normal for it",
        ["signal", "/motor", "current shifted"],
    )
    assert dict(told) == {
        f"/motor current {motor}": None,
        f"/fan speed {motor}": current,
        f"/motor temperature {motor}": current,
    }


def test_what_many_components_do_at_once_is_told_if_it_lasts():
    findings = Findings(AlarmBudget(0.1))
    ones = [finding(f"/joints {name}", "effort") for name in "abcd"]

    assert tell_all(findings, *ones, until=690.0) == []
    for one in ones:
        one.last_seen = 705.0
    first, *others = [detection for _, detection in findings.advance(0.0)]
    assert UNDER not in first.detail
    assert [one.detail[UNDER] for one in others] == [first.key.as_list()] * 3


def test_what_follows_a_recovery_is_told_if_it_outlives_ten_minutes():
    findings = Findings(AlarmBudget(0.1))
    first = finding("/motor", "current", "variance")
    tell(findings, first)
    first.is_present = False
    list(findings.advance(300.0))
    later = finding("/motor", "temperature", since=600.0)
    tell(findings, later, until=700.0)

    later.last_seen = 901.0
    assert [detection.text for _, detection in findings.advance(901.0)] == [
        "/motor temperature leaves the range that is normal for it"
    ]


def test_what_comes_much_later_is_another_entry():
    findings = Findings(AlarmBudget(0.1))
    tell(findings, finding("/motor", "current"))
    later = finding("/imu", "x", since=1000.0)

    assert "/imu x leaves the range that is normal for it" in tell(findings, later, until=1100.0)


def test_the_same_cause_is_the_same_entry_though_another_signal_says_more():
    findings = Findings(AlarmBudget(0.1))
    first = finding("/motor", "current", score=0.95)
    tell(findings, first)
    first.is_present = False
    tell(findings)

    again = tell(
        findings,
        finding("/wheel", "speed", since=9000.0, score=1.0),
        finding("/motor", "current", since=9000.0, score=0.91),
        until=9100.0,
    )

    assert again == ["/motor current leaves the range that is normal for it"]


def test_what_is_not_heard_any_more_is_not_reported_for_ever():
    findings = Findings(AlarmBudget(0.1))
    one = finding("/motor", "current")
    tell(findings, one)

    assert len(list(findings.advance(one.last_seen + 599.0))) == 1
    assert list(findings.advance(one.last_seen + 600.0)) == []


def test_what_follows_in_a_component_that_has_just_recovered_follows_from_it():
    findings = Findings(AlarmBudget(0.1))
    first = finding("/motor", "current", "variance")
    tell(findings, first)
    first.is_present = False
    list(findings.advance(300.0))

    assert tell(findings, finding("/motor", "temperature", since=600.0), until=700.0) == []
    assert tell(findings, finding("/motor", "temperature", since=950.0), until=1050.0) != []


def test_what_a_component_had_before_is_reported_however_soon_it_comes_again():
    findings = Findings(AlarmBudget(0.1))
    for since in (100.0, 400.0):
        one = finding("/motor", "current", since=since)
        assert tell(findings, one, until=since + 100.0)
        one.is_present = False
        list(findings.advance(since + 150.0))


def test_what_was_reported_before_a_restart_is_reported_by_the_same_name():
    before = Findings(AlarmBudget(0.1))
    tell(before, finding("/motor", "current", score=0.91))
    after = Findings(AlarmBudget(0.1))
    after.restore(before.state())

    assert tell(after, finding("/motor", "current"), finding("/motor", "speed", score=1.0)) == [
        "/motor current leaves the range that is normal for it"
    ]


def test_counters_of_a_driver_that_begin_anew_are_that_driver():
    parts = [finding(f"base: {name}", "count", "counter") for name in ("Bus", "Board", "Rail")]

    assert tell(Findings(AlarmBudget(0.1)), *parts) == ["base begins to count anew"]


def test_a_restart_beside_other_changes_is_reported_by_its_own_name():
    told = tell(
        Findings(AlarmBudget(0.1)),
        finding("base: Bus", "Packets", "counter"), finding("/motor", "current"),
        finding("/fan", "speed"),
    )  # fmt: skip

    assert told == ["base: Bus Packets begins to count anew"]


def brief(findings: Findings, since: float, *components: str) -> list[str]:
    """Some components do something unusual for five seconds."""
    ones = [finding(component, "speed", "apart", since=since) for component in components]
    for one in ones:
        findings.report(one)
        one.is_present, one.last_seen = False, since + 5.0
    return [detection.text for _, detection in findings.advance(since + 5.0)]


def test_what_is_brief_but_comes_again_and_again_is_reported():
    findings = Findings(AlarmBudget(0.1))
    told = [brief(findings, since, "/wheel") for since in (100.0, 300.0, 500.0)]

    assert told[:2] == [[], []]
    assert set(told[2]) == {"/wheel speed differs from the others of its kind"}


def test_what_several_quantities_of_a_component_do_briefly_is_the_component():
    findings = Findings(AlarmBudget(0.1))
    told: list[str] = []
    for since in (100.0, 300.0, 500.0):
        ones = [finding("/imu", axis, "apart", since=since) for axis in ("x", "y")]
        for one in ones:
            findings.report(one)
        for one in ones:  # one is over before the other
            one.is_present, one.last_seen = False, since + 5.0
            told += [detection.text for _, detection in findings.advance(since + 5.0)]

    assert set(told) == {"/imu differs from the others of its kind"}


def test_shaking_for_seconds_is_work_that_begins_and_ends():
    findings = Findings(AlarmBudget(0.1))
    told = []
    for lasting in (5.0, 12.0):
        for since in (100.0, 300.0, 500.0, 700.0):
            one = finding("/imu", "x", "variance", since=since + 10_000.0 * lasting)
            findings.report(one)
            one.is_present, one.last_seen = False, one.since + lasting
            told += [lasting for _ in findings.advance(one.last_seen)]

    assert set(told) == {12.0}


def test_what_is_brief_and_rare_is_a_freak():
    findings = Findings(AlarmBudget(0.1))

    assert not any(brief(findings, 100_000.0 * count, "/wheel") for count in range(20))


def test_what_many_components_do_briefly_is_no_fault_of_any():
    findings = Findings(AlarmBudget(0.1))

    assert not any(brief(findings, 200.0 * count, "/a", "/b", "/c", "/d") for count in range(6))


def test_what_was_brief_before_a_restart_still_counts():
    before = Findings(AlarmBudget(0.1))
    for since in (100.0, 300.0):
        brief(before, since, "/wheel")
    list(before.advance(400.0))
    after = Findings(AlarmBudget(0.1))
    after.restore(before.state())
    list(after.advance(90_000.0))

    assert set(brief(after, 90_100.0, "/wheel")) == {
        "/wheel speed differs from the others of its kind"
    }
