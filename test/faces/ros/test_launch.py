"""The launch file: its arguments reach the node, and empty ones are not passed on."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from ament_index_python.packages import get_package_prefix
from processes import kill
from rcl_interfaces.srv import GetParameters
from robot_memory.srv import GetContext

from robot_memory import RobotMemory
from robot_memory.faces.cli.launch_arguments import take_arguments

pytestmark = pytest.mark.ros

FILE = Path(__file__).parents[3] / "launch/robot_memory.launch.py"
FLEET = FILE.with_name("fleet.launch.py")
needs_launch = pytest.mark.skipif(
    importlib.util.find_spec("launch_ros") is None,
    reason="no launch: it comes with a ROS 2 that is installed, not with the wheels",
)

#: The equivalent of `ros2 launch FILE NAME:=VALUE …`.
LAUNCH = """
import sys
from launch import LaunchDescription, LaunchService
from launch.actions import IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource

file, *given = sys.argv[1:]
service = LaunchService()
source = PythonLaunchDescriptionSource(file)
arguments = [tuple(item.split(":=", 1)) for item in given]
include = IncludeLaunchDescription(source, launch_arguments=arguments)
service.include_launch_description(LaunchDescription([include]))
sys.exit(service.run())
"""


#: A launch file that puts the memory into a namespace and remaps a topic.
OUTER = """
from launch import LaunchDescription
from launch.actions import GroupAction, IncludeLaunchDescription
from launch.launch_description_sources import PythonLaunchDescriptionSource
from launch_ros.actions import PushRosNamespace, SetRemap


def generate_launch_description():
    memory = IncludeLaunchDescription(PythonLaunchDescriptionSource("{file}"))
    remap = SetRemap("/diagnostics", "diagnostics")
    return LaunchDescription([GroupAction([PushRosNamespace("robot6"), remap, memory])])
"""


def test_an_include_gets_its_own_and_typed_arguments_but_none_of_an_earlier_one():
    names = {"home": "", "log_level": "", "namespace": "", "rrn": ""}
    set_by_all = {"log_level": "debug", "home": "/1", "rrn": "RRN-1", "other": "kept"}

    assert take_arguments(set_by_all, names, ["rrn:=RRN-1"]) == (
        {"home": "/1", "log_level": "debug", "namespace": "", "rrn": "RRN-1"}, []
    )  # fmt: skip
    set_by_all |= {"home": "/2"}
    given, spent = take_arguments(set_by_all, names, ["rrn:=RRN-1"])

    assert given == {"home": "/2", "log_level": "", "namespace": "", "rrn": "RRN-1"}
    assert spent == ["log_level"]
    assert set_by_all == {"log_level": "debug", "home": "/2", "rrn": "RRN-1", "other": "kept"}


def test_the_installed_executable_runs_and_the_launch_file_is_installed():
    prefix = Path(get_package_prefix("robot_memory"))
    assert (prefix / "share/robot_memory/launch" / FILE.name).exists()
    assert (prefix / "share/robot_memory/config/params.yaml").exists()

    arguments = ["--ros-args", "-p", "decay_per_day:=7.0"]
    answer = subprocess.run(
        [prefix / "lib/robot_memory/robot_memory", *arguments],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip

    assert answer.returncode == 2
    assert "decay_per_day: 7 1/day is above 1 1/day" in answer.stderr


class Launched:
    """A launch of the file in its own process group."""

    def __init__(self, log: Path, *arguments: str, file: Path = FILE) -> None:
        self._log = log
        with log.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", LAUNCH, file, *arguments],
                stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip

    def said(self) -> str:
        return self._log.read_text()

    def stop(self) -> int:
        """Press Ctrl-C: the terminal signals each process of the group."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(30)

    def end(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(5)


def is_heard(robot, topic: str, by: str) -> bool:
    hearers = robot.node.get_subscriptions_info_by_topic(topic)
    return by in {hearer.node_namespace for hearer in hearers}


@pytest.fixture
def launch(domain: int, tmp_path: Path):
    launched: list[Launched] = []

    def launch(*arguments: str) -> Launched:
        launched.append(Launched(tmp_path / "launch.log", *arguments))
        return launched[-1]

    yield launch
    for one in launched:
        one.end()


@needs_launch
def test_each_argument_reaches_the_node(launch, robot, tmp_path):
    params, rules, home = tmp_path / "params.yaml", tmp_path / "rules.yaml", tmp_path / "0123"
    params.write_text("/**:\n  ros__parameters: {token_budget: 321, rrn: RRN-000000000009}\n")
    rules.write_text("rules:\n  - {topic: /gauge, detector: rate}\n")
    launched = launch(
        "rrn:=RRN-000000000001", f"home:={home}", f"params_file:={params}",
        "hardware_ids:=base 7,lidar", "remap:=/diagnostics:=diagnostics /clock:=/sim/clock",
        f"rules_file:={rules}", "namespace:=robot1", "use_sim_time:=true", "log_level:=debug",
    )  # fmt: skip

    assert robot.call(GetContext, "/robot1/robot_memory/get_context").success
    names = ["rrn", "home", "rules_file", "token_budget", "use_sim_time", "hardware_ids"]
    values = robot.call(GetParameters, "/robot1/robot_memory/get_parameters", names=names).values
    assert values[5].string_value == "base 7,lidar"
    robot.spin_until(lambda: is_heard(robot, "/robot1/diagnostics", by="/robot1"))
    assert is_heard(robot, "/sim/clock", by="/robot1")

    assert [item.string_value for item in values[:3]] == [
        "RRN-000000000001", str(home), str(rules)
    ]  # fmt: skip
    assert values[3].integer_value == 321
    assert values[4].bool_value
    assert "[DEBUG]" in launched.said()
    launched.stop()
    assert "process has finished cleanly" in launched.said()
    assert (home / "robot-memory.md").exists()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@needs_launch
def test_the_web_page_and_the_mcp_server_run_beside_a_node_in_a_namespace(launch, robot, tmp_path):
    web, mcp = free_port(), free_port()
    launched = launch(
        f"home:={tmp_path / 'home'}", "namespace:=robot1", "web:=true", f"web_port:={web}",
        "mcp:=true", f"mcp_port:={mcp}",
    )  # fmt: skip
    assert robot.call(GetContext, "/robot1/robot_memory/get_context").success
    robot.spin_until(lambda: f"listening on http://127.0.0.1:{web}/" in launched.said())

    with urllib.request.urlopen(f"http://127.0.0.1:{web}/api/memory/health", timeout=20) as answer:
        assert json.load(answer)["rrn"].startswith("RRN-")
    robot.spin_until(lambda: is_open(mcp))
    launched.stop()
    assert launched.said().count("process has finished cleanly") == 3


def is_open(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@needs_launch
def test_a_web_page_for_another_home_than_the_nodes_is_refused(launch, tmp_path):
    params = tmp_path / "params.yaml"
    params.write_text(f"/**:\n  ros__parameters: {{home: {tmp_path / 'home'}}}\n")
    launched = launch(f"params_file:={params}", "web:=true")

    assert launched.process.wait(30) != 0
    assert "web:=true would serve another memory home" in launched.said()
    assert "started with pid" not in launched.said()


@needs_launch
def test_a_node_that_dies_is_started_again(launch, robot_apart, tmp_path):
    launched = launch(f"home:={tmp_path / 'home'}", "namespace:=robot1")
    name = "/robot1/robot_memory/get_context"
    assert robot_apart.call(GetContext, name).success
    (line,) = (line for line in launched.said().splitlines() if "started with pid" in line)
    kill(int(line.rpartition("[")[2].rstrip("]")))

    robot_apart.spin_until(lambda: launched.said().count("remembers in") == 2)

    launched.stop()


@needs_launch
def test_a_node_with_an_invalid_configuration_is_not_respawned(launch, tmp_path):
    launched = launch(f"home:={tmp_path / 'home'}", "rrn:=R2-D2")

    launched.process.wait(30)  # with nothing left to run
    assert "rrn: " in launched.said()
    assert "is not started again: see above" in launched.said()
    assert launched.said().count("started with pid") == 1


@needs_launch
def test_a_node_whose_disk_is_mounted_late_is_started_again(launch, robot, tmp_path):
    (tmp_path / "disk").write_text("is no folder yet")
    launched = launch(f"home:={tmp_path / 'disk/home'}", "namespace:=robot1")
    robot.spin_until(lambda: "exit code 3" in launched.said())
    (tmp_path / "disk").unlink()
    (tmp_path / "disk").mkdir()

    assert robot.call(GetContext, "/robot1/robot_memory/get_context").success
    launched.stop()


@needs_launch
@pytest.mark.parametrize(
    ("file", "argument", "words"),
    [
        (FILE, "respawn_delay:=soon", "respawn_delay:=soon is not a number of seconds"),
        (FILE, "params_file:=/nowhere.yaml", "params_file:=/nowhere.yaml is not a file"),
        (FILE, "web:=perhaps", "web:=perhaps is neither true nor false"),
        (FILE, "web:=true web_port:=none", "web_port:=none is not a port from 1 to 65535"),
        (FLEET, "hardware_ids:=base", "hardware_ids:=base would be every robot's"),
    ],
)
def test_an_invalid_launch_argument_starts_no_process(tmp_path, file, argument, words):
    given = argument.split()
    launched = Launched(tmp_path / "log", *given, f"home:={tmp_path / 'home'}", file=file)

    assert launched.process.wait(60) != 0
    assert words in launched.said()
    assert "process started" not in launched.said()


@needs_launch
def test_remappings_and_a_namespace_of_an_including_launch_file_apply(robot, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(tmp_path / "home"))
    outer = tmp_path / "outer.launch.py"
    outer.write_text(OUTER.format(file=str(FILE)))
    launched = Launched(tmp_path / "launch.log", file=outer)
    try:
        robot.spin_until(lambda: is_heard(robot, "/robot6/diagnostics", by="/robot6"))
        robot.spin(1.0)
        assert not is_heard(robot, "/diagnostics", by="/robot6")
    finally:
        launched.stop()


@needs_launch
def test_each_robot_of_a_fleet_launch_has_its_own_hardware_ids_and_peers(tmp_path, domain, robot):
    given = "robots:=2", f"home:={tmp_path}", "hardware_ids:={robot}-base"
    launched = Launched(tmp_path / "launch.log", *given, file=FLEET)
    try:
        robot.spin_until(lambda: launched.said().count("remembers in") == 2)
        for name in ("robot1", "robot2"):
            service = f"/{name}/robot_memory/get_parameters"
            (value,) = robot.call(GetParameters, service, names=["hardware_ids"]).values
            assert value.string_value == f"{name}-base"
        with RobotMemory.open(tmp_path / "robot1") as memory:
            memory.remember("environment_note", "East corridor is blocked")
        robot.spin_until(
            lambda: "East corridor" in robot.call(
                GetContext, "/robot2/robot_memory/get_context", include_peers=True
            ).peer_context
        )  # fmt: skip
    finally:
        launched.stop()
