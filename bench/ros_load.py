"""CPU per DiagnosticArray and latency of get_context, against bare rclpy in the same run.

The load: 500 arrays a second of 20 statuses with 5 values each; every message changes the values,
one status changes its level each second. The default rules read the values twice a second.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from figures import report
from measured_processes import Processes
from process_usage import cpu_seconds

RATE = 500
STATUSES = 20
VALUES = 5
SECONDS = 12.0
CALLS = 300


def publish() -> None:
    """Publish the load until killed."""
    import rclpy
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

    rclpy.init()
    node = rclpy.create_node("load")
    publisher = node.create_publisher(DiagnosticArray, "/diagnostics", 1000)
    message = DiagnosticArray()
    message.status = [
        DiagnosticStatus(
            name=f"board: component {number}",
            hardware_id="bench",
            values=[KeyValue(key=f"value {index}") for index in range(VALUES)],
        )
        for number in range(STATUSES)
    ]
    start = time.perf_counter()
    for count in range(10**9):
        failing = int(count / RATE) % STATUSES
        for number, status in enumerate(message.status):
            status.level = DiagnosticStatus.ERROR if number == failing else DiagnosticStatus.OK
            status.message = "over temperature" if number == failing else "fine"
            status.values[count % VALUES].value = f"{count * 0.37 % 100:.3f}"
        message.header.stamp = node.get_clock().now().to_msg()
        publisher.publish(message)
        time.sleep(max(0.0, start + (count + 1) / RATE - time.perf_counter()))


def subscribe() -> None:
    """Run as the baseline: a typed subscriber and an empty service on the default executor."""
    import rclpy
    from diagnostic_msgs.msg import DiagnosticArray
    from std_srvs.srv import Trigger

    rclpy.init()
    node = rclpy.create_node("baseline")
    node.create_subscription(DiagnosticArray, "/diagnostics", lambda message: None, 1000)
    node.create_service(Trigger, "/empty", lambda request, response: response)
    rclpy.spin(node)


class Bench:
    """Runs the load, the baseline and the node at the same time."""

    def __init__(self, processes: Processes, folder: Path) -> None:
        self.baseline = processes.start(__file__, "subscribe")
        self.node = processes.start_node(folder)
        time.sleep(4.0)
        processes.start(__file__, "publish")
        time.sleep(3.0)


def call_time(client: Any, request: Any, spin: Callable[[], None]) -> float:
    """Return the seconds that a call takes."""
    start = time.perf_counter()
    future = client.call_async(request)
    while not future.done():
        spin()
    return time.perf_counter() - start


def bench_cpu(bench: Bench) -> None:
    """Compare processor time over the same messages."""
    before = cpu_seconds(bench.node), cpu_seconds(bench.baseline)
    time.sleep(SECONDS)
    node, baseline = cpu_seconds(bench.node) - before[0], cpu_seconds(bench.baseline) - before[1]
    messages = RATE * SECONDS
    own, other = (seconds / messages * 1e6 for seconds in (node, baseline))
    value = f"{own / other:.2f} ({own:.0f} us : {other:.0f} us)"
    report("CPU per DiagnosticArray, against a typed subscriber", value, "<= 0.5", own <= other / 2)


def call_times(calls: int) -> tuple[list[float], list[float]]:
    """Call get_context and the empty service in turn; return the seconds of each, sorted."""
    import rclpy
    from rclpy.executors import SingleThreadedExecutor
    from robot_memory.srv import GetContext
    from std_srvs.srv import Trigger

    rclpy.init()
    node = rclpy.create_node("caller")
    executor = SingleThreadedExecutor()
    executor.add_node(node)

    def spin() -> None:
        executor.spin_once(timeout_sec=0.01)

    context = node.create_client(GetContext, "/robot_memory/get_context")
    empty = node.create_client(Trigger, "/empty")
    for client in (context, empty):
        client.wait_for_service(20.0)
    pairs = [
        (
            call_time(context, GetContext.Request(), spin),
            call_time(empty, Trigger.Request(), spin),
        )
        for _ in range(calls)
    ]
    node.destroy_node()
    rclpy.shutdown()
    ours, others = zip(*pairs, strict=True)
    return sorted(ours), sorted(others)


def bench_service() -> None:
    """Compare get_context with an empty service, under the load."""
    ours, others = call_times(CALLS)
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        own, other = (times[int(share * (CALLS - 1))] * 1e3 for times in (ours, others))
        value = f"{own:.2f} ms : {other:.2f} ms"
        report(f"get_context {name} under load, against an empty service", value, "", True)
    spread = statistics.median(ours) / statistics.median(others)
    report("… as a ratio of medians", f"{spread:.2f}", "", True)


def run() -> None:
    """Print the figures of this file."""
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        bench = Bench(processes, Path(folder) / "home")
        bench_cpu(bench)
        bench_service()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        {"publish": publish, "subscribe": subscribe}[sys.argv[1]]()
