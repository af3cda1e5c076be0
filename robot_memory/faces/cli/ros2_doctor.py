"""The checks of ``ros2 doctor``: whether nodes run and their homes are usable.

See docs/reference/node.md, "With ROS tools".
"""

from __future__ import annotations

from collections.abc import Iterator

from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_error, doctor_warn

from robot_memory.applications.home_preflight import HomeFinding, check_home
from robot_memory.faces.cli.ros2_nodes import running_nodes
from robot_memory.faces.ros.running_nodes import RunningNode
from robot_memory.foundation.home import Home, find_home, is_kept
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.escaping import terminal_line
from robot_memory.foundation.time.clock import SystemClock

_CATEGORY = "robot_memory"


class RobotMemoryCheck(DoctorCheck):  # type: ignore[misc]  # ros2doctor has no types
    """Checks the memory nodes in the graph and their homes."""

    def category(self) -> str:
        """Return the category that links this check with its report."""
        return _CATEGORY

    def check(self) -> Result:
        """Warn of each finding that requires action."""
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
    """Lists the findings."""

    def category(self) -> str:
        """Return the category that links this report with its check."""
        return _CATEGORY

    def report(self) -> Report:
        """Return a line for each finding."""
        report = Report("ROBOT MEMORY")
        for finding in _findings():
            report.add_to_report(finding.subject, terminal_line(finding.state))
        return report


def _findings() -> Iterator[HomeFinding]:
    nodes, now = running_nodes(), SystemClock().now()
    if not nodes:
        home = find_home(Settings())
        yield _no_node(home)
        yield from check_home(home, now)
        return
    yield HomeFinding("node", f"there is {', '.join(node.name for node in nodes)}")
    for node in nodes:
        if node.home is None or not node.is_here:
            yield _elsewhere(node)
        else:
            yield from check_home(node.home, now)


def _elsewhere(node: RunningNode) -> HomeFinding:
    if node.home is None:
        advice = "it was killed or is stuck: look at its log, and name its home to robot-memory"
        return HomeFinding("home", f"{node.name} does not tell its home", advice)
    advice = "it was not checked: run ros2 doctor where that node runs, as its user"
    return HomeFinding("home", f"{node.name} keeps {node.home.folder}, not seen from here", advice)


def _no_node(home: Home) -> HomeFinding:
    """Return the finding for a graph without nodes; a hidden node on this machine is noticed."""
    if is_kept(home.folder):
        state = f"a node keeps {home.folder}, but is not seen in this domain"
        return HomeFinding("node", state, "compare ROS_DOMAIN_ID and the RMW of both shells")
    advice = "start one: ros2 launch robot_memory robot_memory.launch.py"
    return HomeFinding("node", "no memory node is seen in this domain", advice)
