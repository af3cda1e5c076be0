"""One battery is told once, by however many drivers and in whatever quantity."""

from __future__ import annotations

import pytest
from entries_of import entries_of, texts_of, told_beside
from robot_messages import OK, WARN, status
from watching import Watching

LOG_WARN = 30


def test_voltage_percentage_warning_and_log_of_one_pack_are_one_entry(robot: Watching):
    def discharge(now: float) -> None:
        robot.battery(24.0, 0.3 - 0.003 * now)
        is_low = now >= 45.0
        robot.diagnose(status("board: Battery", WARN if is_low else OK, "Charge low" * is_low))
        if now in (50.0, 55.0):
            robot.log("dock", f"Battery at {30 - 0.3 * now:.0f}%, please charge", LOG_WARN)

    robot.every(1.0, 60.0, discharge)

    assert texts_of(robot) == ["Battery runs low in operation"]
    assert told_beside(robot)[0] == "board: Battery warns: Charge low"
    assert len(told_beside(robot)) == 3


def test_who_told_first_names_the_entry_on_later_days_too(robot: Watching):
    robot.log("dock", "Battery at 12%, please charge", LOG_WARN)
    robot.wait(3600.0)
    robot.log("power", "Battery voltage low: 21.5 V", LOG_WARN)
    robot.wait(7200.0)

    (entry,) = entries_of(robot)
    assert entry.text == "dock logs a warning: Battery at 12%, please charge"
    assert entry.observation_count == 2


def test_what_names_a_battery_outlives_a_restart(robot: Watching):
    robot.log("dock", "Battery at 12%, please charge", LOG_WARN)
    after = Watching(baselines=robot.perception.baselines.states())
    after.log("power", "Battery voltage low: 21.5 V", LOG_WARN)

    assert after.onsets[0].key == robot.onsets[0].key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Battery 1 low", "Battery 2 low"),
        ("Left battery low", "Right battery low"),
        ("Battery low", "Remote battery low"),
        ("Battery low", "Battery temperature low"),
        ("Battery low", "Battery cell 3 voltage low"),
    ],
)
def test_other_packs_and_other_faults_stay_apart(robot: Watching, one: str, other: str):
    robot.log("bms", one, LOG_WARN)
    robot.log("bms", other, LOG_WARN)

    assert len(texts_of(robot)) == 2


def test_values_of_another_driver_have_no_place_in_the_text(robot: Watching):
    robot.log("power", "Battery voltage low: 21.5 V", LOG_WARN)
    robot.wait(600.0)
    robot.log("dock", "Battery at 12%, please charge", LOG_WARN)
    robot.wait(1200.0)
    robot.log("power", "Battery voltage low: 20.5 V", LOG_WARN)

    assert texts_of(robot) == ["power logs a warning: Battery voltage low: 20.5–21.5 V"]
