"""The section `episodes` of a rules file; every mistake is reported with file, line and reason."""

from __future__ import annotations

from pathlib import Path

import pytest
import robot_messages as ros

from robot_memory.foundation.errors import InvalidRules
from robot_memory.foundation.settings import default_rules_file
from robot_memory.long_term.episodes.rule_book import (
    OPTIONS,
    Begins,
    EpisodeField,
    EpisodeRule,
    FieldSource,
    Reward,
    Terminal,
    load_rule_book,
)
from robot_memory.perception.field_path import FieldPath
from robot_memory.perception.scope import Scope

RULE = """\
rules: []
episodes:
  - name: drive
    observation:
      velocity: {topic: /odom, type: nav_msgs/msg/Odometry, field: twist.twist.linear.x}
    action:
      command: {topic: [/cmd_vel, '*cmd*'], field: [linear.x, angular.z], except: ['*raw']}
    begins: changed
    goes_on: velocity
    reward: {onset: -1, topic: /earned, field: data}
    terminal: {topic: /task, field: data, done: 4, failed: [5, 6]}
    options: {period: 0.5}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rules.yaml"


def path(text: str) -> FieldPath:
    return FieldPath.parse(text)


def command(topic: str) -> FieldSource:
    return FieldSource(topic, "", (path("linear.x"), path("angular.z")), ("*raw",))


def test_an_episode_rule_is_read_with_all_its_fields(file: Path):
    file.write_text(RULE)

    (rule,) = load_rule_book(file).episodes
    assert rule == EpisodeRule(
        "drive",
        (EpisodeField("velocity", (FieldSource(
            "/odom", ros.ODOMETRY, (path("twist.twist.linear.x"),)),)),),
        (EpisodeField("command", (command("/cmd_vel"), command("*cmd*"))),),
        Begins.CHANGED,
        ("velocity",),
        Reward(FieldSource("/earned", "", (path("data"),)), -1.0),
        Terminal(FieldSource("/task", "", (path("data"),)), (4.0,), (5.0, 6.0)),
        {"period": 0.5},
    )  # fmt: skip


def test_each_episode_option_is_documented_in_the_default_rules_file():
    text = Path(default_rules_file()).read_text(encoding="utf-8")
    section = text[text.index("# Episodes for training") :]
    for name, option in OPTIONS.items():
        assert f"{name} {option.default:g}" in section


#: The text to replace in RULE, its replacement, and the line and words of the error.
MISTAKES = {
    "another section": ("rules: []", "rules: []\nepisode: []", 2, "'episode' is not one of the"),
    "a section that is a mapping": ("  - name: drive", "    name: drive", 3, "not a list of rules"),
    "an unknown field": ("begins: changed", "starts: changed", 8, "'starts' is not one of the"),
    "a rule that is a text": ("options: {period: 0.5}", "options: {}\n  - dock", 13, "is not a m"),
    "no name": ("name: drive", "begins: heard", 3, "has no name"),
    "a name that is none": ("name: drive", "name: 'a b'", 3, "'a b' is not a name"),
    "no observation": ("    observation:", "    goes_on:", 3, "names no observation"),
    "an observation that is a list": (
        "    observation:\n      velocity:", "    observation:\n      - ", 5, "names no obs",
    ),
    "no action": ("    action:", "    reward:", 3, "names no action"),
    "a value that is a text": (
        "command: {topic: [/cmd_vel, '*cmd*'], field: [linear.x, angular.z], except: ['*raw']}",
        "command: /cmd_vel", 7, "command is not a mapping of topic, type and field",
    ),
    "a value that is read nowhere": (
        "command: {topic: [/cmd_vel, '*cmd*'], field: [linear.x, angular.z], except: ['*raw']}",
        "command: []", 7, "command is read nowhere",
    ),
    "neither topic nor type": ("topic: /odom, type: nav_msgs/msg/Odometry, ", "", 5, "neither a"),
    "no field": (", field: twist.twist.linear.x", "", 5, "names no field"),
    "a field that is no path": ("[linear.x, angular.z]", "[linear..x]", 7, "is not a field path"),
    "no topic in a list": ("[/cmd_vel, '*cmd*']", "[]", 7, "topic is an empty list"),
    "a topic that is none": ("'*cmd*'", "'a b'", 7, "'a b' is not a topic name"),
    "a type of ROS 1": ("nav_msgs/msg/", "nav_msgs/", 5, "did you mean nav_msgs/msg/Odometry?"),
    "except that is a text": ("except: ['*raw']", "except: /b", 7, "except is not a list"),
    "all optional": ("field: twist", "optional: true, field: twist", 3, "each observation is opt"),
    "optional that is a word": (
        "field: twist", "optional: maybe, field: twist", 5, "optional: 'maybe' is not true or fals",
    ),
    "another beginning": ("begins: changed", "begins: soon", 8, "'soon' is not one of nonzero"),
    "what goes on is not observed": ("goes_on: velocity", "goes_on: [heat]", 9, "goes_on: 'heat'"),
    "a reward that is a number": (
        "reward: {onset: -1, topic: /earned, field: data}", "reward: 1", 10, "reward is not a map",
    ),
    "a reward that is nothing": (
        "reward: {onset: -1, topic: /earned, field: data}", "reward: {}", 10, "names neither onset",
    ),
    "a reward without a field": (", field: data}\n    t", "}\n    t", 10, "names no field"),
    "an onset that is a word": ("onset: -1", "onset: bad", 10, "onset: 'bad' is not a number"),
    "an onset that is not a number at all": ("onset: -1", "onset: .nan", 10, "is not a number"),
    "a terminal that is a text": (
        "terminal: {topic: /task, field: data, done: 4, failed: [5, 6]}", "terminal: /task", 11,
        "terminal is not a mapping",
    ),
    "a terminal that never comes": (
        ", done: 4, failed: [5, 6]", "", 11, "no value that means done or failed",
    ),
    "a terminal value that is a word": ("done: 4", "done: well", 11, "done: 'well' is not a"),
    "an unknown option": ("{period: 0.5}", "{perod: 1}", 12, "'perod' is not one of the options"),
    "an option out of bounds": ("period: 0.5", "period: 0", 12, "option period: 0 is below 0.01"),
    "options that are a list": ("{period: 0.5}", "[period]", 12, "options is not a mapping"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_reported_with_its_line_and_reason(file: Path, name: str):
    old, new, line, reason = MISTAKES[name]
    assert old in RULE
    file.write_text(RULE.replace(old, new, 1))

    with pytest.raises(InvalidRules) as caught:
        load_rule_book(file)
    told = [str(defect).removeprefix(f"{file}:") for defect in caught.value.defects]
    assert [it for it in told if it.startswith(f"{line}: ") and reason in it], told


def test_two_episode_rules_with_one_name_are_refused(file: Path):
    file.write_text(RULE + RULE.partition("episodes:\n")[2])

    with pytest.raises(InvalidRules, match="2 rules of episodes are named 'drive'"):
        load_rule_book(file)


@pytest.mark.parametrize(
    ("pattern", "topic", "namespace", "others", "binds"),
    [
        ("*/cmd_vel", "/cmd_vel", "/", (), True),
        ("*/cmd_vel", "/left/cmd_vel", "/", (), True),
        ("*/cmd_vel", "/r2/cmd_vel", "/", ("/r2",), False),
        ("*/cmd_vel", "/r1/cmd_vel", "/r1", (), True),
        ("*/cmd_vel", "/r2/cmd_vel", "/r1", (), False),
        ("/r2/cmd_vel", "/r2/cmd_vel", "/r1", (), True),
        ("cmd_vel", "/r1/cmd_vel", "/r1", (), True),
        ("cmd_vel", "/cmd_vel", "/r1", (), False),
    ],
)
def test_an_episode_source_matches_only_topics_of_this_robot(
    pattern, topic, namespace, others, binds
):
    source = FieldSource(pattern)

    assert source.binds(topic, "any", Scope(namespace=namespace, others=others)) is binds


def test_the_topics_of_a_rule_can_be_renamed(file: Path):
    file.write_text(RULE)
    (rule,) = load_rule_book(file).episodes

    named = rule.renamed(lambda topic: topic if "*" in topic else f"/r1{topic}")

    assert [source.topic for source in named.sources()] == [
        "/r1/odom", "/r1/cmd_vel", "*cmd*", "/r1/task", "/r1/earned",
    ]  # fmt: skip
