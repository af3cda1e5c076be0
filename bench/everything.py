"""What the node costs with all parts on, at 500 messages a second of a driving robot.

    make bench ARGS=everything

The messages have types that rules read, and noise like sensors; a separate process publishes them.
First the memory node alone receives them. Then two more nodes subscribe to the same topics and do
nothing: one gets messages, one gets bytes. Both spin rclpy's events executor, the cheapest one.
Their cost depends on other work: on busy cores they find several messages at each wake-up, and need
less time for each. So the memory node took 1.07 times the time of such a node in one run, and 1.7
times in another. Compare two versions of the memory node in runs at the same time, not by that
ratio.

How Python was built matters: with Debian's Python 3.11 the memory node took 0.88 of the time that
it took with the 3.11 that pyenv builds, without --enable-optimizations, at the same time.

Transforms are published as ``TransformStamped``: tf2_msgs is not on PyPI, nor is nav2_msgs, so no
limit of speed is applied.
"""

from __future__ import annotations

import argparse
import math
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from black_box import record_now
from figures import report
from measured_processes import Processes
from page_speed import start_server
from process_usage import cpu_seconds, resident_megabytes, shared_out_megabytes
from publishing import Source, publish_sources
from standard_topics import makers

WARM_UP = 45.0  # s; baselines learn, and the black box's ring buffer fills
SECONDS = 60.0
BASELINES_START = 10.0  # s
RECORDED = 11.0  # s of writing a file: black_box.after_s, and the second in which it ends
CORE_PERCENT = 5.0
MEGABYTES = 200.0
#: The parameters that switch on all parts.
EVERYTHING = (
    "black_box.enabled", "actions.enabled", "graph.enabled", "recurrence", "accept_writes",
    "publish_context", "publish_entries", "federation.enabled", "assist.enabled",
)  # fmt: skip
#: Arguments of a node with all parts on.
ALL_ON = tuple(word for name in EVERYTHING for word in ("-p", f"{name}:=true"))


def sources() -> list[Source]:
    """Return the topics of a driving robot, together 500 messages a second."""
    from geometry_msgs.msg import TransformStamped
    from rcl_interfaces.msg import Log
    from sensor_msgs.msg import LaserScan

    (imu, odometry, joints, diagnostics, _, battery, fix, temperature, distance, pressure,
     twist, flag, number) = makers()  # fmt: skip
    noise = random.Random(2).gauss

    def transform(now: float) -> Any:
        message = TransformStamped(child_frame_id="base_link")
        message.header.frame_id = "odom"
        message.transform.translation.x = math.sin(now / 10) + noise(0, 0.001)
        message.transform.rotation.w = 1.0
        return message

    def scan(now: float) -> Any:
        ranges = [2.0 + noise(0, 0.01) for _ in range(120)]
        return LaserScan(ranges=ranges, intensities=[1.0] * 120, range_max=10.0)

    def log(now: float) -> Any:
        return Log(level=20, name="controller", msg=f"Passing waypoint {now:.0f}")

    wheels = [Source(f"/wheel_{place}/current", number, 20.0) for place in range(4)]
    return [
        Source("/imu/data", imu, 150.0), Source("/transforms", transform, 100.0),
        Source("/joint_states", joints, 50.0), Source("/odom", odometry, 50.0),
        Source("/cmd_vel", twist, 20.0), *wheels, Source("/scan", scan, 10.0),
        Source("/sonar/front", distance, 10.0), Source("/sonar/rear", distance, 10.0),
        Source("/gps/fix", fix, 5.0), Source("/bumper", flag, 5.0), Source("/rosout", log, 5.0),
        Source("/motor/temperature", temperature, 2.0), Source("/pressure", pressure, 1.0),
        Source("/battery", battery, 1.0), Source("/diagnostics", diagnostics, 1.0),
    ]  # fmt: skip


# -- processes beside the node -------------------------------------------------------------------


def publish() -> None:
    """Publish on all topics, each at its rate, until killed."""
    import rclpy

    rclpy.init()
    publish_sources(rclpy.create_node("robot"), sources())


def subscribe(how: str) -> None:
    """Run as a baseline node, ``typed`` or ``raw``."""
    import rclpy
    from rclpy.experimental.events_executor import EventsExecutor

    rclpy.init()
    node = rclpy.create_node(f"baseline_{how}")
    for source in sources():
        node.create_subscription(
            type(source.make(0.0)), source.topic, lambda message: None, 100, raw=how == "raw"
        )
    executor = EventsExecutor()
    executor.add_node(node)
    while True:  # `spin` of this executor uses half a core even without messages (Jazzy 7.1.6)
        executor.spin_once(timeout_sec=0.2)


def serve_action() -> None:
    """Run as an action server without goals."""
    import rclpy
    from rclpy.action import ActionServer
    from test_msgs.action import Fibonacci

    rclpy.init()
    node = rclpy.create_node("docking")
    ActionServer(node, Fibonacci, "dock_robot", lambda goal: Fibonacci.Result())
    rclpy.spin(node)


def follow(address: str) -> None:
    """Act as an open page: read the stream of changes until killed."""
    with urllib.request.urlopen(address) as changes:
        while changes.readline():
            pass


# -- measuring -----------------------------------------------------------------------------------


class Shares:
    """The processor use of processes, in percent of a core."""

    def __init__(self, *processes: subprocess.Popen[bytes]) -> None:
        self._processes = processes

    def over(self, seconds: float) -> list[float]:
        """Wait so long; return each process's use during that time."""
        before, began = [cpu_seconds(one) for one in self._processes], time.monotonic()
        time.sleep(seconds)
        passed = time.monotonic() - began
        return [100.0 * (cpu_seconds(one) - used) / passed
                for one, used in zip(self._processes, before, strict=True)]  # fmt: skip


def main(arguments: Sequence[str] = ()) -> None:
    """Print the figures of this file."""
    parser = argparse.ArgumentParser(prog="everything")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--warm-up", type=float, default=WARM_UP)
    parser.add_argument("--servers", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        home = Path(folder) / "home"
        node = processes.start_node(home, *ALL_ON)
        processes.start(__file__, "serve_action")
        processes.start(__file__, "publish")
        time.sleep(args.warm_up)
        _report_steady(node, args.seconds)
        _report_recording(node, home)
        baselines = [processes.start(__file__, "subscribe", how) for how in ("typed", "raw")]
        time.sleep(BASELINES_START)
        _report_beside(node, baselines, args.seconds)
        for baseline in baselines:
            baseline.send_signal(signal.SIGINT)
        if args.servers:
            _report_served(node, start_servers(processes, home), args.seconds)


def _report_steady(node: subprocess.Popen[bytes], seconds: float) -> None:
    rate = sum(source.rate for source in sources())
    (own,) = Shares(node).over(seconds)
    _report_share(f"node with everything on, {rate:.0f} messages/s", own)
    _report_memory("… its memory", node)


def _report_beside(
    node: subprocess.Popen[bytes], baselines: Sequence[subprocess.Popen[bytes]], seconds: float
) -> None:
    own, typed, raw = Shares(node, *baselines).over(seconds)
    report("… beside two nodes that do nothing", f"{own:.1f} % of a core", "", True)
    value = f"{own / typed:.2f} ({typed:.1f} % of a core)"
    report("… as a multiple of typed subscribers", value, "", True)
    report("… of subscribers to bytes", f"{own / raw:.2f} ({raw:.1f} % of a core)", "", True)


def _report_recording(node: subprocess.Popen[bytes], home: Path) -> None:
    record_now()
    (share,) = Shares(node).over(RECORDED)
    _report_share("… while a file of the black box is written", share)
    _report_memory("… its memory", node)
    found = list((home / "black_box").glob("*.mcap"))
    report("… files that hold the request", f"{len(found)}", "1 or more", bool(found))


def _report_served(node: subprocess.Popen[bytes], servers: Servers, seconds: float) -> None:
    beside = {"web": servers.web, "MCP": servers.agents}
    own, *others = Shares(node, *beside.values()).over(seconds)
    _report_share("… beside an open page and an MCP server", own)
    for (name, server), share in zip(beside.items(), others, strict=True):
        value = f"{share:.1f} % of a core, {resident_megabytes(server):.0f} MB"
        report(f"… the {name} server meanwhile", value, "", True)


def _report_share(what: str, share: float) -> None:
    value = f"{share:.1f} % of a core"
    report(what, value, f"<= {CORE_PERCENT:.0f} %", share <= CORE_PERCENT)


def _report_memory(what: str, node: subprocess.Popen[bytes]) -> None:
    resident, own = resident_megabytes(node), shared_out_megabytes(node)
    value = f"{resident:.0f} MB resident, {own:.0f} MB of its own (PSS)"
    report(what, value, f"<= {MEGABYTES:.0f} MB", resident <= MEGABYTES)


class Servers(NamedTuple):
    """The page's server, which has an open page, and the agents' server, with their addresses."""

    web: subprocess.Popen[bytes]
    web_address: str
    agents: subprocess.Popen[bytes]
    agents_address: str


def start_servers(processes: Processes, home: Path) -> Servers:
    """Start the servers of a home, and open a page."""
    web, address = start_server(processes, home)
    address = address.rstrip("/")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    command = ("-m", "robot_memory.faces.cli.main", "--home", str(home), "mcp", "--port", port)
    agents = processes.start(*command)
    processes.start(__file__, "follow", f"{address}/api/memory/changes")
    time.sleep(5.0)
    return Servers(web, address, agents, f"http://127.0.0.1:{port}/mcp")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        roles: dict[str, Callable[..., None]] = {
            "publish": publish, "subscribe": subscribe, "serve_action": serve_action,
            "follow": follow,
        }  # fmt: skip
        roles[sys.argv[1]](*sys.argv[2:])
