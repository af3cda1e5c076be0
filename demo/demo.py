"""The demo: in less than a minute a node watches a rover and writes its memory.

It uses real processes, real DDS and the real node, in a DDS domain of its own. Its memory home is
``.build/demo``; each run makes it anew. ``docs/demo.svg`` shows its output: after a change of that
output, run ``make demo-picture``.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOMAIN = 97
HOME = ROOT / ".build" / "demo"


def say(text: str) -> None:
    """Print a heading."""
    print(f"\n\033[1m# {text}\033[0m", flush=True)


class Stage:
    """Runs the demo's processes in its domain and home."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._environment = {
            **os.environ,
            "ROS_DOMAIN_ID": os.environ.get("ROS_DOMAIN_ID", str(DOMAIN)),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }

    def start_node(self) -> subprocess.Popen[bytes]:
        """Start the memory node."""
        command = [sys.executable, "-m", "robot_memory.faces.ros.main", "--ros-args"]
        command += ["-p", f"home:={self.home}"]
        return subprocess.Popen(command, env=self._environment, cwd=ROOT)

    def run(self, *command: str) -> None:
        """Run a Python command to its end."""
        subprocess.run([sys.executable, *command], env=self._environment, cwd=ROOT, check=True,
                       timeout=60)  # fmt: skip

    def robot_memory(self, *arguments: str) -> None:
        """Run the command line, and print the command first."""
        print(f"$ robot-memory {shlex.join(arguments)}", flush=True)
        self.run("-m", "robot_memory.faces.cli.main", "--home", str(self.home), *arguments)


def stop(node: subprocess.Popen[bytes]) -> None:
    """Stop the node as Ctrl-C does."""
    node.send_signal(signal.SIGINT)
    try:
        node.wait(15)
    except subprocess.TimeoutExpired:
        node.kill()
        raise


def play(home: Path) -> None:
    """Play the demo."""
    stage = Stage(home)
    say("A robot starts, with its memory node (real rclpy, real DDS).")
    node = stage.start_node()
    try:
        say("The rover drives for 34 s. Its left encoder fails at speed, and its IMU stops.")
        stage.run("demo/rover.py", "34", "10")
        say("A person adds a note while the node runs.")
        stage.robot_memory(
            "remember", "environment_note",
            "Kitchen doorway has 3cm lip — navigate at ≤0.1m/s", "--tag", "kitchen",
        )  # fmt: skip
    finally:
        stop(node)
    say("The robot is switched off. Its memory file:")
    print((home / "robot-memory.md").read_text(encoding="utf-8"))
    say("At night the node writes a digest of the day, without a model or a network. Here by hand:")
    stage.robot_memory("consolidate")
    (digest,) = (home / "daily").glob("*.md")
    print(digest.read_text(encoding="utf-8"))
    say("Search it. Each answer names its source:")
    stage.robot_memory("recall", "what is wrong with the left wheel?", "--limit", "3")
    say("An agent receives this at the next start:")
    stage.robot_memory("context")
    say("Ask for the evidence behind an entry:")
    first = next(line for line in (home / "robot-memory.md").read_text().splitlines()
                 if line.startswith("  - id:"))  # fmt: skip
    stage.robot_memory("why", first.split()[-1])
    say("What was published in the seconds before and after the fault is in a file:")
    stage.robot_memory("blackbox", "list")
    say("To continue, type `make shell`, and in that shell:")
    print(f"robot-memory --home {home.relative_to(ROOT)} show")


if __name__ == "__main__":
    shutil.rmtree(HOME, ignore_errors=True)
    play(HOME)
