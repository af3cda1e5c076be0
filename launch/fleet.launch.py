"""Shows federation on one machine: several robots' memories that tell each other what they know.

    ros2 launch robot_memory fleet.launch.py robots:=3

Robot 2 is the node /robot2/robot_memory, its home is HOME/robot2. Let one of them note something,
and ask another one:

    robot-memory --home HOME/robot1 remember environment_note "East corridor is blocked"
    ros2 service call /robot2/robot_memory/get_context robot_memory/srv/GetContext \
        "{include_peers: true}"
"""

from pathlib import Path

from launch.actions import (
    DeclareLaunchArgument,
    GroupAction,
    IncludeLaunchDescription,
    OpaqueFunction,
)
from launch.launch_description_sources import PythonLaunchDescriptionSource

from launch import LaunchContext, LaunchDescription
from robot_memory.faces.cli.fleet_homes import make_fleet
from robot_memory.faces.cli.launch_arguments import take_arguments

ARGUMENTS = {
    "robots": ("3", "how many, from 1 to 50"),
    "home": ("~/.opencastor/fleet", "folder of their memory homes, robot1 and so on"),
    "params_file": ("", "YAML file of parameters for all of them"),
    "hardware_ids": ("", "as of robot_memory.launch.py, with {robot} for robot1 and so on"),
    "remap": ("", "as of robot_memory.launch.py, with {robot} for robot1 and so on"),
    "respawn": ("", "false: a node that has ended is not started again; empty: true"),
    "respawn_delay": ("", "s until it is started again; empty: 5"),
    "use_sim_time": ("", "true: time is /clock's; such homes are never mixed with real ones"),
    "log_level": ("", "debug, info, warn, error or fatal"),
}
_MOST = 50
_ONE = Path(__file__).with_name("robot_memory.launch.py")


def generate_launch_description() -> LaunchDescription:
    """Declare the arguments and start the nodes."""
    arguments = [
        DeclareLaunchArgument(name, default_value=default, description=description)
        for name, (default, description) in ARGUMENTS.items()
    ]
    # In a group, so that the defaults do not leak into a launch file that includes this one.
    return LaunchDescription([GroupAction(arguments), OpaqueFunction(function=_start)])


def _start(context: LaunchContext) -> list[GroupAction]:
    defaults = {name: default for name, (default, _) in ARGUMENTS.items()}
    given, _ = take_arguments(context.launch_configurations, defaults, context.argv)
    robots = given["robots"]
    if not (robots.isascii() and robots.isdigit() and 1 <= int(robots) <= _MOST):
        raise RuntimeError(f"robots:={robots} is not a whole number from 1 to {_MOST}")
    ids = given["hardware_ids"]
    if ids and int(robots) > 1 and "{robot}" not in ids:
        raise RuntimeError(
            f"hardware_ids:={ids} would be every robot's, and each would learn the others' faults; "
            "nothing was started: write {robot} where they differ, such as {robot}-base"
        )
    names = [f"robot{number}" for number in range(1, int(robots) + 1)]
    homes = make_fleet(Path(given["home"]).expanduser(), names)
    return [_one(name, str(homes[name].folder), given) for name in names]


def _one(name: str, home: str, given: dict[str, str]) -> GroupAction:
    same = ("use_sim_time", "log_level", "params_file", "respawn", "respawn_delay")
    own = {key: given[key].replace("{robot}", name) for key in ("hardware_ids", "remap")}
    arguments = {
        **{key: given[key] for key in same}, **own,
        "namespace": name, "home": home, "federation": "true",
    }  # fmt: skip
    source = PythonLaunchDescriptionSource(str(_ONE))
    return GroupAction([IncludeLaunchDescription(source, launch_arguments=arguments.items())])
