"""The checks of ``ros2 doctor``: whether the node is there and its home can be used."""

from __future__ import annotations

from collections.abc import Iterator

from ros2cli.node.strategy import NodeStrategy
from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_error, doctor_warn

from robot_memory.clock import SystemClock
from robot_memory.escaping import terminal_line
from robot_memory.home import Home, find_home
from robot_memory.home_preflight import HomeFinding, check_home
from robot_memory.ros.single_node_lock import is_kept
from robot_memory.settings import Settings

_SERVICE = "robot_memory/srv/GetContext"  # which every memory node offers
_CATEGORY = "robot_memory"


class RobotMemoryCheck(DoctorCheck):  # type: ignore[misc]  # ros2doctor has no types
    """Looks for memory nodes in the graph, and at the home of ``$ROBOT_MEMORY_HOME``."""

    def category(self) -> str:
        """Return what links it with its report."""
        return _CATEGORY

    def check(self) -> Result:
        """Warn of each finding that needs somebody."""
        result = Result()
        for finding in _findings():
            if not finding.advice:
                continue
            text = terminal_line(f"robot_memory: {finding.state}: {finding.advice}")
            if finding.is_error:
                doctor_error(text)
                result.add_error()
            else:
                doctor_warn(text)
                result.add_warning()
        return result


class RobotMemoryReport(DoctorReport):  # type: ignore[misc]  # ros2doctor has no types
    """Lists what was found."""

    def category(self) -> str:
        """Return what links it with its check."""
        return _CATEGORY

    def report(self) -> Report:
        """Return a line for each finding."""
        report = Report("ROBOT MEMORY")
        for finding in _findings():
            report.add_to_report(finding.subject, terminal_line(finding.state))
        return report


def _findings() -> Iterator[HomeFinding]:
    home = find_home(Settings())
    yield _nodes(home)
    yield from check_home(home, SystemClock().now())


def _nodes(home: Home) -> HomeFinding:
    """Tell which memory nodes are there, in the graph or on this machine."""
    with NodeStrategy(None) as node:
        services = node.get_service_names_and_types()
    names = sorted(name.rpartition("/")[0] for name, types in services if _SERVICE in types)
    if names:
        return HomeFinding("node", f"there is {', '.join(names)}")
    if is_kept(home.folder):
        state = f"a node keeps {home.folder}, but is not seen in this domain"
        return HomeFinding("node", state, "compare ROS_DOMAIN_ID and the RMW of both shells")
    advice = "start one: ros2 launch robot_memory robot_memory.launch.py"
    return HomeFinding("node", "no memory node is seen in this domain", advice)
