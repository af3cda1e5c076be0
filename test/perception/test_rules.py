"""config/rules.yaml: the watched topics, and every mistake with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
import robot_messages as ros
from watching import SHIPPED, Watching

from robot_memory.foundation.errors import InvalidRules
from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rules.yaml"


def mistakes(file: Path, text: str) -> list[str]:
    """The defects of a rules file, without its path: ``3: …``."""
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidRules) as caught:
        load_rules(file)
    assert caught.value.defects, caught.value
    return [str(defect).removeprefix(f"{file}:") for defect in caught.value.defects]


# -- what is shipped -----------------------------------------------------------------------


def test_the_shipped_rules_are_valid():
    assert load_rules(Path(default_rules_file())) == SHIPPED


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


# -- mistakes ------------------------------------------------------------------------------

#: A rule with a mistake, on one line, and words of the reason.
MISTAKES_OF_RULES = {
    "an unknown tag": ("!!python/name:os.system {topic: /a}", "is not YAML"),
    "a rule that is a text": ("battery", "is not a mapping"),
    "a rule that is nothing": ("", "is not a mapping"),
    "an unknown field": ("{topic: /a, detector: log, colour: red}", "'colour' is not one of"),
    "a field twice": ("{topic: /a, detector: log, topic: /b}", "'topic' is given twice"),
    "no detector": ("{topic: /a}", "names no detector; they are action"),
    "an unknown detector": ("{topic: /a, detector: vibes}", "'vibes' is not one of action"),
    "a detector that is a list": ("{topic: /a, detector: [log]}", "is not one of"),
    "neither topic nor type": ("{detector: log}", "neither a topic nor a type"),
    "a topic that is a number": ("{topic: 7, detector: log}", "7 is not a topic"),
    "a topic with a space": ("{topic: /a b, detector: log}", "is not a topic"),
    "a type of ROS 1": ("{type: sensor_msgs/BatteryState, detector: battery}",
                        "did you mean sensor_msgs/msg/BatteryState?"),
    "a type that is none": ("{type: Battery, detector: rate}", "is not a message"),
    "a type that the detector cannot read": ("{type: sensor_msgs/msg/Imu, detector: battery}",
                                             "reads sensor_msgs/msg/BatteryState, not sensor_msgs"),
    "no field where one is read": ("{topic: /a, detector: flag}", "no field"),
    "a field where none is read": ("{topic: /a, detector: log, field: data}", "takes no field"),
    "a field that is no path": ("{topic: /a, detector: flag, field: data..x}",
                                "'data..x' is not a field path: '..x' at character 5"),
    "except that is a number": ("{topic: /a, detector: log, except: 5}", "except is not a list"),
    "options that are a list": ("{topic: /a, detector: log, options: [apart]}",
                                "options is not a mapping"),
}  # fmt: skip
#: A detector, its options, and words of the defect.
MISTAKES_OF_OPTIONS = {
    "of another detector": ("log", "low: 0.1", "'low' is not one of"),
    "a text": ("log", "apart: soon", "is not a number"),
    "true": ("log", "apart: true", "is not a number"),
    "not a number at all": ("log", "apart: .nan", "not a finite"),
    "without end": ("log", "apart: .inf", "not a finite"),
    "below its bounds": ("log", "apart: -1", "-1 is below 0"),
    "percent where a share is meant": ("battery", "low: 20", "20 is above 1"),
    "one of which another one cannot be judged":
        ("battery", "low: 0.5, low_end: soon", "option low_end: 'soon' is not a number"),
    "hysteresis the wrong way round": ("battery", "low: 0.5", "low_end is below low"),
}  # fmt: skip
#: A file, the line of its mistake, and words of the reason.
MISTAKES_OF_FILES = {
    "no YAML": ("rules:\n  - {topic: /a\n  - b\n", 3, "is not YAML"),
    "a tab": ("rules:\n\t- a\n", 2, "is not YAML"),
    "an empty file": ("", 1, "has no list `rules`"),
    "rules that are no list": ("# rules\nrules: {topic: /a}\n", 2, "has no list `rules`"),
    "another field": ("rules: []\nrule: 3\n", 2, "'rule' is not one of the file: rules"),
    "rules twice": ("rules: []\nrules: [{topic: /a, detector: log}]\n", 2, "is given twice"),
    "except with a number": (
        "rules:\n  - topic: /a\n    detector: log\n    except:\n      - /b\n      - 5\n", 6,
        "5 is not a topic",
    ),
    "an unknown option": (
        "rules:\n  - topic: /a\n    detector: log\n    options:\n      loud: 1\n", 5,
        "'loud' is not one of this detector's options: apart, steadiness",
    ),
}  # fmt: skip
MISTAKES = {
    **{name: (f"rules:\n  - {rule}\n", 2, why) for name, (rule, why) in MISTAKES_OF_RULES.items()},
    **{
        f"an option: {name}": (
            f"rules:\n  - {{topic: /a, detector: {detector}, options: {{{options}}}}}\n", 2, why,
        )
        for name, (detector, options, why) in MISTAKES_OF_OPTIONS.items()
    },
    **MISTAKES_OF_FILES,
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


def test_a_missing_rules_file_is_refused_with_its_name(file: Path):
    with pytest.raises(InvalidRules, match=r"rules\.yaml.*No such file"):
        load_rules(file)


def test_a_rules_file_that_is_not_utf8_is_refused(file: Path):
    file.write_bytes(b"\xff\xfe\x00rules")

    with pytest.raises(InvalidRules, match="is not UTF-8 text"):
        load_rules(file)


# -- bindings ------------------------------------------------------------------------------


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


def test_a_rule_does_not_bind_its_exceptions():
    rule = Rule("rate", type=ros.IMU, exceptions=("/spare/*", "*_raw"))

    assert rule.binds("/imu", ros.IMU)
    assert not rule.binds("/spare/imu", ros.IMU)
    assert not rule.binds("/imu_raw", ros.IMU)


def test_a_rule_without_a_type_binds_what_its_detector_can_read():
    assert Rule("battery", topic="/a").binds("/a", ros.BATTERY)
    assert not Rule("battery", topic="/a").binds("/a", ros.IMU)
    assert Rule("rate", topic="/a").binds("/a", "std_msgs/msg/Float32")


def test_the_first_of_two_rules_for_one_topic_and_detector_applies():
    rules = [Rule("battery", topic="/battery", options={"low": 0.05}), Rule("battery")]
    robot = Watching(rules)
    robot.every(1.0, 60.0, lambda now: robot.battery(24.0, 0.15))
    assert robot.rows == []
    robot.every(1.0, 120.0, lambda now: robot.battery(24.0, 0.04))

    assert list(robot.lessons.values()) == [1]
