"""config/rules.yaml: which topics are watched, and every mistake in it with file, line, reason."""

from __future__ import annotations

from pathlib import Path

import pytest
import robot_messages as ros
from watching import SHIPPED, Watching

from robot_memory.foundation.errors import InvalidRules
from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rules.yaml"


def mistakes(file: Path, text: str) -> list[str]:
    """What is wrong with rules, without the path: ``3: …``."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidRules) as caught:
        load_rules(file)
    assert caught.value.defects, caught.value
    return [str(defect).removeprefix(f"{file}:") for defect in caught.value.defects]


# -- what is shipped -----------------------------------------------------------------------


def test_the_rules_shipped_are_right():
    assert load_rules(Path(default_rules_file())) == SHIPPED


@pytest.mark.parametrize("rule", SHIPPED, ids=lambda rule: rule.describe())
def test_every_rule_can_say_what_it_does(rule: Rule):
    assert rule.detector in rule.describe()


def test_every_option_is_explained_on_the_page_that_the_rules_file_names():
    page = "docs/reference/detectors.md"
    assert page in Path(default_rules_file()).read_text(encoding="utf-8")
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
    for detector in DETECTORS.values():
        for name, option in detector.OPTIONS.items():
            assert f"| `{name}` | {option.default:g} |" in text


def test_a_rule_is_read_as_it_is_written(file: Path):
    file.write_text(
        "rules:\n"
        "  - topic: /spare/*\n"
        "    type: sensor_msgs/msg/BatteryState\n"
        "    except: [/spare/old, '*_raw']\n"
        "    detector: battery\n"
        "    options: {low: 0.1, warm_up: 60}\n"
    )

    assert load_rules(file) == (
        Rule(
            "battery",
            "/spare/*",
            ros.BATTERY,
            exceptions=("/spare/old", "*_raw"),
            options={"low": 0.1, "warm_up": 60.0},
        ),
    )


def test_a_rule_names_the_field_that_is_read(file: Path):
    file.write_text("rules:\n  - {topic: /arm, field: 'effort[*]', detector: flag}\n")

    assert load_rules(file) == (Rule("flag", "/arm", field=FieldPath.parse("effort[*]")),)


def test_no_rules_at_all_watch_nothing(file: Path):
    file.write_text("rules: []\n")

    assert load_rules(file) == ()


# -- mistakes ------------------------------------------------------------------------------

#: A mistake, the line that it is on, and words of its reason.
MISTAKES = {
    "no YAML": ("rules:\n  - {topic: /a\n  - b\n", 3, "is not YAML"),
    "a tab": ("rules:\n\t- a\n", 2, "is not YAML"),
    "an unknown tag": ("rules:\n  - !!python/name:os.system {topic: /a}\n", 2, "is not YAML"),
    "an empty file": ("", 1, "has no list `rules`"),
    "a list": ("- a\n", 1, "has no list `rules`"),
    "rules that are no list": ("# rules\nrules: {topic: /a}\n", 2, "has no list `rules`"),
    "another field": ("rules: []\nrule: 3\n", 2, "'rule' is not one of the file: rules"),
    "rules twice": ("rules: []\nrules: [{topic: /a, detector: log}]\n", 2, "is given twice"),
    "a rule that is a text": ("rules:\n  - battery\n", 2, "is not a mapping"),
    "a rule that is nothing": ("rules:\n  -\n", 2, "is not a mapping"),
    "an unknown field": (
        "rules:\n  - topic: /a\n    detector: log\n    colour: red\n", 4, "'colour' is not one of",
    ),
    "a field twice": (
        "rules:\n  - topic: /a\n    detector: log\n    topic: /b\n", 4, "'topic' is given twice",
    ),
    "no detector": ("rules:\n\n  - {topic: /a}\n", 3, "names no detector; they are action"),
    "an unknown detector": (
        "rules:\n  - topic: /a\n    detector: vibes\n", 3, "detector 'vibes' is not one of action",
    ),
    "a detector that is a list": ("rules:\n  - {topic: /a, detector: [log]}\n", 2, "is not one of"),
    "neither topic nor type": ("rules:\n  - {detector: log}\n", 2, "neither a topic nor a type"),
    "a topic that is a number": ("rules:\n  - {topic: 7, detector: log}\n", 2, "7 is not a topic"),
    "a topic with a space": ("rules:\n  - {topic: /a b, detector: log}\n", 2, "is not a topic"),
    "a type of ROS 1": (
        "rules:\n  - {type: sensor_msgs/BatteryState, detector: battery}\n", 2,
        "did you mean sensor_msgs/msg/BatteryState?",
    ),
    "a type that is none": ("rules:\n  - {type: Battery, detector: rate}\n", 2, "is not a message"),
    "a type that the detector cannot read": (
        "rules:\n  - {type: sensor_msgs/msg/Imu, detector: battery}\n", 2,
        "reads sensor_msgs/msg/BatteryState, not sensor_msgs/msg/Imu",
    ),
    "no field where one is read": ("rules:\n  - {topic: /a, detector: flag}\n", 2, "no field"),
    "a field where none is read": (
        "rules:\n  - topic: /a\n    detector: log\n    field: data\n", 4, "takes no field",
    ),
    "a field that is no path": (
        "rules:\n  - topic: /a\n    detector: flag\n    field: data..x\n", 4,
        "'data..x' is not a field path: '..x' at character 5",
    ),
    "except that is a text": (
        "rules:\n  - {topic: /a, detector: log, except: /b}\n", 2, "except is not a list",
    ),
    "except that is a number": (
        "rules:\n  - {topic: /a, detector: log, except: 5}\n", 2, "except is not a list",
    ),
    "except with a number": (
        "rules:\n  - topic: /a\n    detector: log\n    except:\n      - /b\n      - 5\n", 6,
        "5 is not a topic",
    ),
    "options that are a list": (
        "rules:\n  - {topic: /a, detector: log, options: [apart]}\n", 2, "options is not a mapping",
    ),
    "an unknown option": (
        "rules:\n  - topic: /a\n    detector: log\n    options:\n      loud: 1\n", 5,
        "'loud' is not one of this detector's options: apart, steadiness",
    ),
    "an option of another detector": (
        "rules:\n  - {topic: /a, detector: log, options: {low: 0.1}}\n", 2, "'low' is not one of",
    ),
    "an option that is a text": (
        "rules:\n  - {topic: /a, detector: log, options: {apart: soon}}\n", 2, "is not a number",
    ),
    "an option that is true": (
        "rules:\n  - {topic: /a, detector: log, options: {apart: true}}\n", 2, "is not a number",
    ),
    "an option that is not a number at all": (
        "rules:\n  - {topic: /a, detector: log, options: {apart: .nan}}\n", 2, "not a finite",
    ),
    "an option without end": (
        "rules:\n  - {topic: /a, detector: log, options: {apart: .inf}}\n", 2, "not a finite",
    ),
    "an option below its bounds": (
        "rules:\n  - {topic: /a, detector: log, options: {apart: -1}}\n", 2, "-1 is below 0",
    ),
    "percent where a share is meant": (
        "rules:\n  - {topic: /a, detector: battery, options: {low: 20}}\n", 2, "20 is above 1",
    ),
    "an option of which another one cannot be judged": (
        "rules:\n  - {topic: /a, detector: battery, options: {low: 0.5, low_end: soon}}\n", 2,
        "option low_end: 'soon' is not a number",
    ),
    "hysteresis the wrong way round": (
        "rules:\n  - {topic: /a, detector: battery, options: {low: 0.5}}\n", 2,
        "low_end is below low",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line_and_reason(file: Path, name: str):
    text, line, reason = MISTAKES[name]
    (told,) = mistakes(file, text)

    assert told.startswith(f"{line}: ")
    assert reason in told


def test_all_mistakes_are_reported_at_once(file: Path):
    told = mistakes(
        file,
        "rules:\n"
        "  - {topic: /a, detector: vibes, colour: red, except: 5}\n"
        "  - {type: sensor_msgs/msg/BatteryState, detector: battery}\n"
        "  - detector: battery\n"
        "    options: {low: 20, high: 3}\n"
        "  - nonsense\n",
    )

    assert [line.partition(":")[0] for line in told] == ["2", "2", "2", "4", "5", "5", "6"]


@pytest.mark.parametrize("name", MISTAKES)
def test_of_a_file_with_a_mistake_nothing_is_used(file: Path, name: str):
    text, _, _ = MISTAKES[name]
    file.write_text(text)

    with pytest.raises(InvalidRules, match="cannot be used"):
        load_rules(file)


def test_a_file_that_is_missing_is_named(file: Path):
    with pytest.raises(InvalidRules, match=r"rules\.yaml.*No such file"):
        load_rules(file)


def test_a_file_that_is_no_text_is_named(file: Path):
    file.write_bytes(b"\xff\xfe\x00rules")

    with pytest.raises(InvalidRules, match="is not UTF-8 text"):
        load_rules(file)


# -- what they bind ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "topic", "binds"),
    [
        ("/battery", "/battery", True),
        ("/battery", "/battery2", False),
        ("/battery", "/left/battery", False),
        ("*/battery", "/left/battery", True),
        ("*battery", "/battery", True),
        ("/battery?", "/battery2", True),
        ("/battery?", "/battery", False),
        ("/Battery", "/battery", False),
        ("*", "/whatever/it/is", True),
    ],
)
def test_a_topic_is_bound_by_name_or_pattern(pattern: str, topic: str, binds: bool):
    assert Rule("battery", topic=pattern).binds(topic, ros.BATTERY) is binds


def test_exceptions_are_left_out():
    rule = Rule("rate", type=ros.IMU, exceptions=("/spare/*", "*_raw"))

    assert rule.binds("/imu", ros.IMU)
    assert not rule.binds("/spare/imu", ros.IMU)
    assert not rule.binds("/imu_raw", ros.IMU)


def test_a_rule_without_a_type_binds_what_its_detector_can_read():
    assert Rule("battery", topic="/a").binds("/a", ros.BATTERY)
    assert not Rule("battery", topic="/a").binds("/a", ros.IMU)
    assert Rule("rate", topic="/a").binds("/a", "std_msgs/msg/Float32")


def test_of_two_rules_for_one_topic_and_detector_the_first_counts():
    rules = [Rule("battery", topic="/battery", options={"low": 0.05}), Rule("battery")]
    robot = Watching(rules)
    robot.every(1.0, 60.0, lambda now: robot.battery(24.0, 0.15))
    assert robot.rows == []
    robot.every(1.0, 120.0, lambda now: robot.battery(24.0, 0.04))

    assert list(robot.lessons.values()) == [1]
