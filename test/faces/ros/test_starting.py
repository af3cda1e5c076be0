"""A node that cannot start gives the reason in a sentence, and changes nothing.

Its exit status is 2 if a person must change its arguments, and 3 if the problem may pass.
"""

from __future__ import annotations

import re
from unittest.mock import Mock

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import GetContext
from telling import diagnostics

from robot_memory import RobotMemory
from robot_memory.faces.ros import node_process
from robot_memory.faces.ros.node_process import answer, files_for_others
from robot_memory.faces.ros.spinning import Stop
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.settings import Settings

pytestmark = pytest.mark.ros


def refusal(node, status: int = 2) -> str:
    """Return the output of a node that does not start."""
    assert node.wait() == status, node.log.read_text()
    text = node.log.read_text()
    assert "Traceback" not in text
    return text


def test_an_invalid_rules_file_is_refused_at_the_start(start_node, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text("rules:\n  - {detector: telepathy, topic: /mind}\n  - {detector: rate}\n")

    said = refusal(start_node("-p", f"rules_file:={rules}"))

    assert f"robot_memory: {rules} cannot be used" in said
    assert f"{rules}:2: detector 'telepathy' is not one of" in said
    assert f"{rules}:3: names neither a topic nor a type" in said


def test_a_memory_file_of_another_robot_is_refused_and_unchanged(start_node, home, clock):
    settings = Settings(rrn="RRN-000000000001")
    with RobotMemory.open(home, settings=settings, clock=clock) as memory:
        memory.remember("environment_note", "Ramp is steep")
    before = (home / "robot-memory.md").read_bytes()

    said = refusal(start_node("-p", "rrn:=RRN-000000000002"))

    assert "belongs to RRN-000000000001, this robot is RRN-000000000002" in said
    assert (home / "robot-memory.md").read_bytes() == before


def test_an_unwritable_home_is_refused_at_the_start(start_node, tmp_path):
    (tmp_path / "file").write_text("no folder")

    said = refusal(start_node("-p", f"home:={tmp_path}/file/home"), status=3)

    assert f"cannot use {tmp_path}/file/home: Not a directory" in said


def test_a_home_kept_by_another_node_is_refused(start_node, robot):
    first = start_node()
    robot.call(GetContext, "/robot_memory/get_context")

    said = refusal(start_node("-r", "__node:=second"), status=3)

    assert f"is kept by another robot_memory node (process {first.process.pid})" in said
    assert first.process.poll() is None


def test_all_invalid_parameters_and_qos_overrides_are_reported_at_once(start_node, home):
    parameters = {
        "rrn": "R2-D2", "decay_per_day": "2.0", "save_interval": "soon", "token_budget": "0",
    }  # fmt: skip
    overrides = {
        "/battery.subscription.reliability": ("perfect", "'perfect' is not one of"),
        "/imu.subscription.depth": ("0", "0 is not a whole number from 1 to 100000"),
        "/robot_memory/events.publisher.durability": ("unknown", "'unknown' is not one of"),
        "/robot_memory/events.publisher.deadline": ("1", "policy deadline cannot be overridden"),
        "battery.subscription.depth": ("5", "is not qos_overrides./TOPIC.publisher.POLICY"),
        "/robot_memory/peers.publisher.depth": ("5", "the QoS of /robot_memory/peers cannot be"),
        "/rosout.publisher.depth": ("5", "the QoS of /rosout cannot be overridden"),
    }
    given = parameters | {f"qos_overrides.{name}": value for name, (value, _) in overrides.items()}
    arguments = [word for name, value in given.items() for word in ("-p", f"{name}:={value}")]

    said = refusal(start_node(*arguments))

    assert "the parameters cannot be used" in said
    assert all(f"  {name}: " in said for name in parameters)
    for name, (_, words) in overrides.items():
        (line,) = (line for line in said.splitlines() if f"  qos_overrides.{name}: " in line)
        assert words in line
    assert not home.exists()


def test_a_missing_parameter_file_is_refused_at_the_start(start_node, tmp_path, home):
    said = refusal(start_node("--params-file", f"{tmp_path}/missing.yaml"))

    assert f"{tmp_path}/missing.yaml: there is no such file" in said
    assert "nothing was started" in said
    assert not home.exists()


def test_files_and_parameters_that_set_nothing_for_this_node_are_reported(
    start_node, robot, tmp_path
):
    near, shared = tmp_path / "near.yaml", tmp_path / "shared.yaml"
    near.write_text("/robot_memory: {ros__parameters: {accept_writes: false}}")
    ours = "/**/robot_memory: {ros__parameters: {inject_min: 0.4}}"
    shared.write_text(f"/driver: {{ros__parameters: {{rate: 3}}}}\n{ours}")
    files = ("--params-file", str(near), "--params-file", str(shared))
    node = start_node(*files, "-p", "decay_perday:=0.1", namespace="/robot1")
    robot.call(GetContext, "/robot1/robot_memory/get_context")

    assert node.logged(f"{near} sets nothing for /robot1/robot_memory")
    assert node.logged("it names /robot_memory; if it is meant for this node, let it name /robot1/")
    assert not node.logged(f"{shared} sets nothing")
    assert node.logged("there is no parameter decay_perday: ignored")


@pytest.mark.parametrize(
    ("text", "is_ours"),
    [
        ("robot_memory: {P}", False), ("r1: {robot_memory: {P}}", True), ("r1/*: {P}", True),
        ("'/*': {P}", False), ("'**': {P}", True), ("/**/robot_memory: {P}", True),
        ("/r1/robot_memory2: {P}", False), ("", False),
        ("x**: {P}", False), ("/r1/**x: {P}", False), ("'/***': {P}", False), ("'(': {P}", False),
        ("/r1/robot*: {P}", False), ("/r1/*/*: {P}", False), ("'/**/**/**': {P}", True),
        ("'**': {r1: {'**': {robot_memory: {P}}}}", True), ("/r1/robot_memory/x: {P}", False),
        ("'" + "/**" * 200 + "/x': {P}", False),
    ],
)  # fmt: skip
def test_names_in_parameter_files_are_matched_as_in_ros(tmp_path, text, is_ours):
    file = tmp_path / "params.yaml"
    file.write_text(text.replace("P", "ros__parameters: {inject_min: 0.4}"))
    told = files_for_others(["--ros-args", "--params-file", str(file)], "/r1/robot_memory")

    assert told == [] if is_ours else f"{file} sets nothing for /r1/robot_memory" in told[0]


def test_arguments_that_ros_cannot_parse_are_refused(start_node, tmp_path):
    file = tmp_path / "params.yaml"
    file.write_text("robot_memory: [1, 2")

    assert "params.yaml" in refusal(start_node("--params-file", str(file)))
    assert "1st" in refusal(start_node("-r", "__node:=1st", home="other"))
    said = refusal(start_node("-p", "use_sim_time:=perhaps", home="third"))
    assert "use_sim_time: 'perhaps' is not true or false" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--home /x", "type `ros2 run robot_memory robot_memory --ros-args -p home:=/x`"),
        ("--home=/x", "--ros-args -p home:=/x`"),
        ("home:=/x", "--ros-args -p home:=/x`"),
        ("--token-budget", "--ros-args -p token_budget:=VALUE`"),
        ("-p home:=/x", "put --ros-args before it: `ros2 run robot_memory robot_memory"),
        ("show --all", "type `robot-memory show --all`"),
        ("battery:=power", "put --ros-args -r before it"),
        ("--wrong", "`--help` lists what the node takes"),
        ("--wrong --ros-args -p token_budget:=400", "`--wrong` is no option of the node"),
    ],
)  # fmt: skip
def test_an_unknown_option_is_refused_with_the_correct_command(words, said):
    with pytest.raises(InvalidInput, match=f"nothing was started: .*{re.escape(said)}"):
        answer(["robot_memory", *words.split()])


@pytest.mark.parametrize(
    ("word", "status", "said"),
    [
        ("--wrong", 2, "robot_memory: nothing was started: `--wrong` is no option of the node"),
        ("--help", 0, "usage: ros2 run robot_memory"), ("--version", 0, "robot_memory 0"),
    ],
)  # fmt: skip
def test_help_version_and_unknown_options_start_no_node(monkeypatch, capsys, word, status, said):
    for name, stand_in in (("_stop_on_signals", Stop), ("MemoryNode", None), ("rclpy", Mock())):
        monkeypatch.setattr(node_process, name, stand_in)

    assert node_process.run(["robot_memory", word]) == status
    told = capsys.readouterr()
    assert (told.err if status else told.out).startswith(said)
    assert not (told.out if status else told.err)


def test_a_ros_older_than_jazzy_is_refused(start_node, monkeypatch):
    monkeypatch.setenv("ROS_DISTRO", "humble")

    assert refusal(start_node()) == "robot_memory needs ROS 2 Jazzy or newer; this is humble\n"


#: Runs the node without one importable module.
WITHOUT = (
    "import sys; sys.modules['{}'] = None; "
    "from robot_memory.faces.ros.main import main; sys.exit(main())"
)


def test_a_python_without_rclpy_is_refused(start_node):
    said = refusal(start_node(python=("-c", WITHOUT.format("rclpy"))))

    assert said.startswith("robot_memory needs ROS 2 Jazzy or newer, sourced: ")


def test_a_jazzy_without_the_events_executor_is_supported(start_node, robot):
    module = "rclpy.experimental.events_executor"
    node = start_node(python=("-c", WITHOUT.format(module)))
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")

    robot.spin_until(lambda: publisher.publish(diagnostics()) or node.tells("Left encoder"))

    assert robot.call(GetContext, "/robot_memory/get_context").success
    assert node.stop() == 0
    assert not node.logged("Traceback")
