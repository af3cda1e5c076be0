"""What the black box costs: the node with and without it, at 500 messages a second of 1 kB.

The messages are texts on five topics that no rule reads. Without the black box the node does not
subscribe to them, so the difference is the whole cost: to take each message, and to keep it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from figures import report
from measured_processes import Processes
from process_usage import cpu_seconds, resident_megabytes

RATE = 500
TOPICS = 5
SIZE = 1000
SECONDS = 12.0
BEFORE = 30.0  # s; the default of black_box.before_s
AFTER = 10.0


def publish() -> None:
    """Publish the load until killed."""
    import rclpy
    from std_msgs.msg import String

    rclpy.init()
    node = rclpy.create_node("load")
    publishers = [node.create_publisher(String, f"/text{n}", 1000) for n in range(TOPICS)]
    messages = [String(data=f"{n:03d} " * (SIZE // 4)) for n in range(1000)]
    start = time.perf_counter()
    for count in range(10**9):
        publishers[count % TOPICS].publish(messages[count % 1000])
        time.sleep(max(0.0, start + (count + 1) / RATE - time.perf_counter()))


def core_share(node: subprocess.Popen[bytes], seconds: float) -> float:
    """Return a node's processor use, in percent of a core."""
    before, began = cpu_seconds(node), time.monotonic()
    time.sleep(seconds)
    return 100.0 * (cpu_seconds(node) - before) / (time.monotonic() - began)


def measure(*arguments: str, records: bool = False) -> tuple[float, float, float]:
    """Return the node's share of a core, that while recording, and its memory.

    Shares are in percent, the memory in MB.
    """
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        node = processes.start_node(Path(folder) / "home", *arguments)
        time.sleep(4.0)
        processes.start(__file__, "publish")
        time.sleep(4.0)
        steady = core_share(node, SECONDS)
        if not records:
            return steady, 0.0, resident_megabytes(node)
        time.sleep(BEFORE - SECONDS)  # until the ring buffer is full
        record_now()
        recording = core_share(node, AFTER + 1.0)
        check_file(Path(folder) / "home" / "black_box")
        return steady, recording, resident_megabytes(node)


def record_now() -> None:
    """Ask the node for a recording."""
    import rclpy
    from robot_memory.srv import RecordNow

    rclpy.init()
    node = rclpy.create_node("caller")
    client = node.create_client(RecordNow, "/robot_memory/record_now")
    client.wait_for_service(20.0)
    rclpy.spin_until_future_complete(node, client.call_async(RecordNow.Request(why="bench")), None)
    node.destroy_node()
    rclpy.shutdown()


def check_file(folder: Path) -> None:
    """Report the share of the load that is in the file."""
    from robot_memory.perception.replay import open_recording

    (path,) = folder.glob("*.mcap")
    topics = [item.topic for item in open_recording(path).messages()]
    count = sum(topic.startswith("/text") for topic in topics)
    wanted = RATE * (BEFORE + AFTER)
    report("messages of 40 s in the file", f"{count} of {wanted:.0f}", ">= 98 %",
           count >= 0.98 * wanted)  # fmt: skip


def main(arguments: Sequence[str] = ()) -> None:
    """Print the figures of this file."""
    without, _, small = measure("-p", "black_box.enabled:=false")
    steady, recording, large = measure(records=True)
    load = f"{RATE} messages/s of {SIZE} B"
    report(f"without the black box, {load}", f"{without:.1f} % of a core, {small:.0f} MB", "", True)
    cost = steady - without
    report(f"the black box, {load}", f"{cost:.1f} % of a core", "<= 5 %", cost <= 5.0)
    report("… of it with a file being written", f"{recording - without:.1f} % of a core", "", True)
    report("memory with the black box", f"{large:.0f} MB", "<= 200 MB", large <= 200.0)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        {"publish": publish}[sys.argv[1]]()
