"""Real processes in their own DDS domains, with time limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

rclpy = pytest.importorskip("rclpy", reason="no rclpy: source ROS 2, or run make test")

from forked_node import NodeForker  # noqa: E402
from processes import Domains, NodeProcess, Nodes, Robot, clear_ports  # noqa: E402  needs rclpy

from robot_memory import RobotMemory  # noqa: E402
from robot_memory.applications.limits.signed_limits import SignedLimits  # noqa: E402

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys
    from robot_memory.foundation.time.clock import ManualClock


@pytest.fixture(scope="session")
def domains() -> Iterator[Domains]:
    """The domains of this test process, all on loopback."""
    with Domains() as domains, pytest.MonkeyPatch.context() as environment:
        environment.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
        profiles = Path(__file__).with_name("discovery.xml")
        environment.setenv("FASTRTPS_DEFAULT_PROFILES_FILE", str(profiles))
        yield domains


@pytest.fixture(scope="session")
def domain(domains: Domains) -> Iterator[int]:
    """The domain shared by all tests that leave nothing behind in it.

    They share one DDS participant, which lives as long as any node of its context: another one of
    the same process would have the same name, and be considered dead for seconds.
    """
    number = domains.take()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("ROS_DOMAIN_ID", str(number))
        rclpy.init(domain_id=number)
        holder = rclpy.create_node("holds_the_participant")
        yield number
        holder.destroy_node()
        rclpy.shutdown()


@pytest.fixture(scope="session")
def forker() -> Iterator[NodeForker]:
    """A forker of memory nodes, which saves each node its imports."""
    forker = NodeForker()
    yield forker
    forker.close()


@pytest.fixture
def start_node(domain: int, tmp_path: Path, forker: NodeForker) -> Iterator[Nodes]:
    """A starter of memory nodes for a single test."""
    with Nodes(tmp_path, forker) as nodes:
        yield nodes


@pytest.fixture
def start_program(domain: int, tmp_path: Path) -> Iterator[Nodes]:
    """A starter of memory nodes as separate programs: for tests of start and end."""
    with Nodes(tmp_path) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def shared_node(
    domain: int, tmp_path_factory: pytest.TempPathFactory, forker: NodeForker
) -> Iterator[NodeProcess]:
    """One memory node for all tests of a module that do not disturb each other."""
    with Nodes(tmp_path_factory.mktemp("shared"), forker) as nodes:
        yield nodes()


@pytest.fixture
def robot(domain: int) -> Iterator[Robot]:
    """A robot in the same domain as the memory nodes."""
    robot = Robot()
    yield robot
    robot.close()


@pytest.fixture
def robot_apart(domains: Domains, monkeypatch: pytest.MonkeyPatch) -> Iterator[Robot]:
    """A robot in a domain of its own, in which all later nodes are started too.

    For tests that kill a node: DDS considers it alive for another 20 seconds.
    """
    number = domains.take()
    monkeypatch.setenv("ROS_DOMAIN_ID", str(number))
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=number)
    robot = Robot(context)
    yield robot
    robot.close()
    rclpy.shutdown(context=context)
    clear_ports(number)


@pytest.fixture
def ada(memory: RobotMemory) -> RobotKeys:
    """The keys of an operator who is enrolled with a named robot."""
    from robots import keys_of  # needs an extra; without it the test is skipped

    memory.save(force=True)
    keys = keys_of(77, "ada")
    memory.long_term.assist.enrol("ada", keys.card)
    return keys


@pytest.fixture
def end(memory: RobotMemory, clock: ManualClock, ada: RobotKeys) -> Callable[[str], None]:
    """A function with which the operator signs the end of a limit."""
    approvals = SignedLimits(memory).approvals
    return lambda entry_id: approvals.withdraw(memory.rrn, entry_id, ada, clock.now().time)
