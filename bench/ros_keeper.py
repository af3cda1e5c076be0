"""The memory node as a keeper that is killed, and an agent that talks to it over ROS."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import rclpy
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from robot_memory.srv import Recall, Remember

_ROOT = Path(__file__).parents[1]
_ASKED_AGAIN = 1.0  # seconds; a server that was just discovered loses answers


class Agent:
    """Adds notes by service, one after another, while a component fails and recovers."""

    def __init__(self) -> None:
        rclpy.init()
        self._node = rclpy.create_node("agent")
        self._remember = self._node.create_client(Remember, "/robot_memory/remember")
        self._recall = self._node.create_client(Recall, "/robot_memory/recall")
        self._diagnostics = self._node.create_publisher(DiagnosticArray, "/diagnostics", 10)
        self._number = 0
        self._asked = 0.0
        self._waiting: Any = None
        self._heard: list[str] = []

    def turn(self) -> list[str]:
        """Spin once; return the words acknowledged since the last call."""
        rclpy.spin_once(self._node, timeout_sec=0.0)
        now = time.monotonic()
        if self._waiting is None or now - self._asked > _ASKED_AGAIN:
            self._ask(now)
        heard, self._heard = self._heard, []
        return heard

    def _ask(self, now: float) -> None:
        self._number += 1
        words = f"Agent passes shelf {self._number}"
        request = Remember.Request(type="environment_note", text=words, source="person")
        self._waiting = self._remember.call_async(request)
        self._waiting.add_done_callback(lambda future: self._answered(future, words))
        self._asked = now
        level = DiagnosticStatus.ERROR if self._number % 2 else DiagnosticStatus.OK
        status = DiagnosticStatus(name=f"arm: joint {self._number % 20 // 2}", level=level)
        self._diagnostics.publish(DiagnosticArray(status=[status]))
        if self._number % 5 == 0:
            self._recall.call_async(Recall.Request(query="shelf"))

    def _answered(self, future: Any, words: str) -> None:
        if future is self._waiting:
            self._waiting = None
        if future.result().success:
            self._heard.append(words)

    def close(self) -> None:
        """Leave the domain."""
        self._node.destroy_node()
        rclpy.shutdown()


class NodeKeeper:
    """The node, in a separate process.

    Args:
        agent: calls the node.
        home: of the memory.
        log: the file to which its output is appended.

    Attributes:
        process: its process id.
    """

    def __init__(self, agent: Agent, home: Path, log: Path) -> None:
        self._agent = agent
        with log.open("ab") as out:
            self._node = subprocess.Popen(
                [sys.executable, "-m", "robot_memory.faces.ros.main", "--ros-args",
                 "-p", f"home:={home}", "-p", "urgent_save_interval:=0.2"],
                cwd=_ROOT, stdout=out, stderr=subprocess.STDOUT,
            )  # fmt: skip

        self.process = self._node.pid

    def acknowledged(self) -> list[str]:
        """Return the words that it has acknowledged since the last call."""
        return self._agent.turn()

    def kill(self) -> list[str]:
        """Kill it; return the words that it acknowledged before."""
        self._node.send_signal(signal.SIGKILL)
        self._node.wait()
        until = time.monotonic() + 0.1  # answers may still be on their way
        told: list[str] = []
        while time.monotonic() < until:
            told += self._agent.turn()
        return told


def choose_domain(number: int) -> None:
    """Use a DDS domain on this computer only.

    It works without shared memory, which a kill would leave behind.
    """
    os.environ.setdefault("ROS_DOMAIN_ID", str(number))
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    os.environ["FASTDDS_BUILTIN_TRANSPORTS"] = "UDPv4"
