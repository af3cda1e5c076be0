"""A robot's profile: opt-in, small, without names of people (rules.md §6.14)."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from federation_builders import NOON, talker
from fleet_builders import HearingFleet, described, fault
from robots import keys_of, rrn_of

from robot_memory import __version__
from robot_memory.applications.reliability.profile_source import ProfileSource
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.announcer import Announcer
from robot_memory.sharing.federation.robot_update import read_update, write_update
from robot_memory.sharing.federation.share_selection import fit
from robot_memory.sharing.federation.signed_envelope import inflate, packed_size

WHEEL = Key("slip", "left wheel", "slips")
TOLD = {
    "federation_describe": True, "federation_model": "Rover 3", "federation_site": "Hamburg",
    "federation_software": "4.2",
}  # fmt: skip


def onset(clock: ManualClock, kind: Kind = Kind.ONSET) -> Observation:
    return Observation(
        kind, clock.now(), "Left wheel slips", key=WHEEL, severity=Severity.ERROR, detector="slip",
        topic="/odom", component="left wheel", entry_type="hardware_observation", confidence=0.6,
    )  # fmt: skip


def remembering(home: Path, **chosen: Any) -> tuple[RobotMemory, ManualClock]:
    """Return a memory of three weeks with two operating hours each, and 1, 2 and 3 faults."""
    clock = ManualClock(NOON - timedelta(weeks=2), kind="wall", boot="test")
    memory = RobotMemory.open(home, settings=Settings(rrn=rrn_of(1), **chosen), clock=clock)
    for week in range(3):
        clock.set(NOON - timedelta(weeks=2 - week))
        memory.add_exposure({}, [OperatingSample(clock.now(), 7200.0, {})])
        for _ in range(week + 1):
            memory.observe(onset(clock))
            memory.observe(onset(clock, Kind.END))
    memory.flush()
    return memory, clock


def test_a_robot_sends_no_description_unless_its_operator_enables_it(tmp_path: Path) -> None:
    memory, _ = remembering(tmp_path / "home", federation_model="Rover 3")
    with memory:
        assert ProfileSource(memory).describe() is None


def test_a_secret_in_a_robots_description_is_not_sent(tmp_path: Path) -> None:
    told = dict.fromkeys(("model", "batch", "site", "floor", "software"), "password=hunter2")
    settings = {f"federation_{name}": text for name, text in told.items()}
    memory, _ = remembering(tmp_path / "home", federation_describe=True, **settings)
    with memory:
        assert "hunter2" not in str(ProfileSource(memory).describe())


def test_a_description_has_model_versions_running_time_and_faults_by_week(tmp_path: Path) -> None:
    memory, _ = remembering(tmp_path / "home", **TOLD)
    with memory:
        robot = ProfileSource(memory).describe()
        (entry,) = [entry for _, entry in memory.entries()]

    assert robot is not None
    assert (robot.model, robot.site, robot.batch) == ("Rover 3", "Hamburg", "")
    assert robot.versions == {"software": "4.2", "robot_memory": __version__}
    assert robot.minutes[-3:] == (120, 120, 120)
    assert robot.failures[-3:] == (1, 2, 3)
    assert [(one.id, one.component, one.onsets[-3:]) for one in robot.faults] == [
        (entry.id, "left wheel", (1, 2, 3))
    ]


def test_a_description_has_the_newest_version_of_each_part_and_no_serial_number(
    tmp_path: Path,
) -> None:
    memory, clock = remembering(tmp_path / "home", federation_describe=True)
    with memory:
        for name, version in (("firmware", "2.8"), ("Serial number", "A71"), ("firmware", "2.9")):
            memory.observe(
                Observation(
                    Kind.VERSION, clock.now(), f"lidar: {name} is {version}",
                    key=Key("version", "lidar", name), detector="version", component="lidar",
                    detail={"name": name, "version": version},
                )
            )  # fmt: skip
        memory.flush()
        robot = ProfileSource(memory).describe()

    assert robot is not None
    assert robot.versions == {"robot_memory": __version__, "lidar firmware": "2.9"}


def test_a_description_has_no_names_of_persons(tmp_path: Path) -> None:
    memory, _ = remembering(tmp_path / "home", **TOLD)
    with memory:
        memory.remember("environment_note", "The lift is slow", source="person:Ada")
        robot = ProfileSource(memory).describe()

    assert robot is not None
    assert "ada" not in json.dumps(robot.as_record()).casefold()


def test_the_counts_of_a_description_are_computed_at_most_every_ten_minutes(tmp_path: Path) -> None:
    memory, clock = remembering(tmp_path / "home", **TOLD)
    with memory:
        source = ProfileSource(memory)
        first = source.describe()
        memory.observe(onset(clock))
        memory.flush()
        again = source.describe()
        clock.set(NOON + timedelta(minutes=11))
        later = source.describe()

    assert first is not None and later is not None
    assert again is first
    assert later.failures[-1] == first.failures[-1] + 1


def test_a_description_is_sent_signed_and_read_back_unchanged() -> None:
    slip = fault()
    robot = described((slip, "left wheel", (0, 0, 0, 0, 0, 0, 1, 2)), versions={"software": "4.2"})
    announcer = Announcer(keys_of(1), "start", lambda least: least, describe=lambda: robot)

    envelope = announcer.due([slip], ManualClock(NOON, kind="wall", boot="test").now())

    assert envelope is not None
    assert read_update(inflate(envelope.payload)).robot == robot


def test_a_description_omits_faults_whose_entries_are_not_shared() -> None:
    slip, secret = fault(), fault("arm", "stalls")
    robot = described((slip, "left wheel", (1,) * 8), (secret, "arm", (1,) * 8))

    sent = fit(talker(1).update(slip, robot=robot))

    assert sent.robot is not None
    assert [one.component for one in sent.robot.faults] == ["left wheel"]


def test_a_description_with_twenty_faults_takes_less_than_a_kilobyte() -> None:
    slips = [fault(f"motor {number}") for number in range(20)]
    robot = described(
        *((one, f"motor {number}", (number % 3,) * 8) for number, one in enumerate(slips)),
        batch="2026-02", site="Hamburg", floor="2", versions={"software": "4.2", "firmware": "2.8"},
    )  # fmt: skip
    bare = talker(1).update(*slips)

    assert packed_size(replace(bare, robot=robot)) - packed_size(bare) < 700


@pytest.mark.parametrize(
    ("part", "value", "problem"),
    [
        ("week", "2026-12-01", "not the date of a Monday"),
        ("minutes", [1] * 9, "a list of at most 8 numbers"),
        ("minutes", [-1] * 8, "not a whole number from 0"),
        ("failures", [1], "1 weeks are not the 8 of minutes"),
        ("model", "x" * 65, "a string of at most 64 characters"),
        ("versions", {str(n): "1" for n in range(9)}, "an object of at most 8 texts"),
        ("faults", [{"id": 7}], "has no id of an entry"),
        ("faults", [{"id": "a", "onsets": [1]}], "1 weeks are not the 8 of minutes"),
    ],
)
def test_an_invalid_description_is_skipped_and_reported_with_its_path(
    small_fleet: HearingFleet, part: str, value: Any, problem: str
) -> None:
    (alex,) = small_fleet.trusting(1)
    record = json.loads(write_update(alex.update(fault(), robot=described())))
    record["robot"][part] = value

    envelope = alex.says_record(record)
    verdict = small_fleet.receiver.receive(envelope, 9000)

    assert (verdict.outcome.value, verdict.accepted) == ("accepted", 1)
    assert f"robot.{part}" in verdict.reason and problem in verdict.reason
    assert small_fleet.rows("SELECT model FROM robots") == [("",)]


def test_a_late_update_counts_in_the_weeks_that_it_describes(small_fleet: HearingFleet) -> None:
    alex, slip = talker(1), fault()
    small_fleet.believe(alex)
    small_fleet.hear(alex, slip, robot=described((slip, "left wheel", (0,) * 7 + (5,))))
    monday = datetime(2026, 12, 21, tzinfo=timezone.utc)

    small_fleet.at(monday + timedelta(days=1))
    later = described((slip, "left wheel", (5, 0, 0, 2)), minutes=(600,) * 4, week=monday.date())
    small_fleet.hear(alex, slip, robot=replace(later, week=monday.date()))

    assert small_fleet.rows("SELECT onsets FROM fault_weeks ORDER BY week") == [(5,), (2,)]
