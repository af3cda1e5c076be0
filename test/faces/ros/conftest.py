"""Real processes on a DDS domain of their own, bounded in time."""

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
    """The domain of all tests that leave nothing behind in it.

    They share one DDS participant, which lives as long as any node of its context: the next one
    of the same process would have the same name, and be taken for dead for seconds.
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
    """Start memory nodes without the imports that each would make by itself."""
    forker = NodeForker()
    yield forker
    forker.close()


@pytest.fixture
def start_node(domain: int, tmp_path: Path, forker: NodeForker) -> Iterator[Nodes]:
    """Start memory nodes, each test its own."""
    with Nodes(tmp_path, forker) as nodes:
        yield nodes


@pytest.fixture
def start_program(domain: int, tmp_path: Path) -> Iterator[Nodes]:
    """Start memory nodes as users do: for tests of how the program starts and ends."""
    with Nodes(tmp_path) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def shared_node(
    domain: int, tmp_path_factory: pytest.TempPathFactory, forker: NodeForker
) -> Iterator[NodeProcess]:
    """One memory node for all tests of a module that do not get into each other's way."""
    with Nodes(tmp_path_factory.mktemp("shared"), forker) as nodes:
        yield nodes()


@pytest.fixture
def robot(domain: int) -> Iterator[Robot]:
    """A robot that shares the domain with the memory nodes."""
    robot = Robot()
    yield robot
    robot.close()


@pytest.fixture
def robot_apart(domains: Domains, monkeypatch: pytest.MonkeyPatch) -> Iterator[Robot]:
    """A robot in a domain that no other test uses, with the nodes that are started from then on.

    For tests that kill a node: DDS believes it alive for 20 seconds more.
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
    """The keys of an operator, who is enrolled with a robot that has a name."""
    from robots import keys_of  # it needs an extra: without it, the test is skipped

    memory.save(force=True)
    keys = keys_of(77, "ada")
    memory.long_term.assist.enrol("ada", keys.card)
    return keys


@pytest.fixture
def end(memory: RobotMemory, clock: ManualClock, ada: RobotKeys) -> Callable[[str], None]:
    """Let the operator sign that a limit ends."""
    approvals = SignedLimits(memory).approvals
    return lambda entry_id: approvals.withdraw(memory.rrn, entry_id, ada, clock.now().time)
