"""The node compared with a bare rclpy node with the same subscriptions and an empty service."""

from __future__ import annotations

import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import ros_load
import standard_topics
from measured_processes import Processes
from process_usage import cpu_seconds

from ratios.measured import CostRatio

RATES = 10.0, 100.0, 500.0
#: Topics of the robots of :mod:`standard_topics`.
ROBOTS = {"usual": len(standard_topics.USUAL), "fifty": standard_topics.TOPICS}
SETTLE, SECONDS = 10.0, 20.0
CALLS, TURNS = 1_000, 8
_START = 45.0  # s until the nodes have found each other, and ours has built its recall index
_SUBSCRIBER = "a bare typed rclpy subscriber"
_SERVICE = "an empty service of a bare typed rclpy subscriber to the same"


def subscribers() -> Iterator[CostRatio]:
    """Measure the processor time per message, at several rates and numbers of topics."""
    for robot, topics in ROBOTS.items():
        with tempfile.TemporaryDirectory() as folder, Processes() as processes:
            node = processes.start_node(Path(folder) / "home")
            bare = processes.start(standard_topics.__file__, "subscribe", robot)
            time.sleep(_START)
            for rate in RATES:
                robot_itself = processes.start(
                    standard_topics.__file__, "publish", robot, str(rate)
                )
                ours, theirs = _microseconds(node, bare, rate)
                robot_itself.send_signal(signal.SIGINT)
                robot_itself.wait(15)
                yield CostRatio(
                    "Processor time of the node", f"{topics} topics, {rate:g} messages/s together",
                    _SUBSCRIBER, "µs a message", ours, theirs, ours / theirs,
                )  # fmt: skip


def _microseconds(
    node: subprocess.Popen[bytes], bare: subprocess.Popen[bytes], rate: float
) -> tuple[float, float]:
    """Wait, and return both nodes' processor time per message."""
    time.sleep(SETTLE)
    before, began = (cpu_seconds(node), cpu_seconds(bare)), time.monotonic()
    time.sleep(SECONDS)
    messages = rate * (time.monotonic() - began)
    ours, theirs = (cpu_seconds(one) - then for one, then in zip((node, bare), before, strict=True))
    return ours / messages * 1e6, theirs / messages * 1e6


def services() -> Iterator[CostRatio]:
    """Call get_context and an empty service in turn, while 500 arrays a second are taken in.

    The 99th percentile of few calls depends on chance, so the median of several turns counts.
    """
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        ros_load.Bench(processes, Path(folder) / "home")
        time.sleep(ros_load.STATUSES + SETTLE)  # each part has failed once: the block is complete
        turns = [ros_load.call_times(CALLS) for _ in range(TURNS)]
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        place = int(share * (CALLS - 1))
        own, other = (
            statistics.median(turn[side][place] * 1e3 for turn in turns) for side in (0, 1)
        )
        yield CostRatio(
            "get_context while 500 diagnostic arrays a second come", name, _SERVICE,
            "ms", own, other, own / other,
        )  # fmt: skip
