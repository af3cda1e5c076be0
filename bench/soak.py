"""Three months of a robot with all parts of the memory on, to see whether anything grows.

    make bench ARGS=soak

The node, the server of the page with a page open, the server of agents and the node of a second
robot run as they do on a robot, each in its process, with federation, black box, graph, actions and
procedural governance on. Beside them a bare rclpy node subscribes to the same topics. Messages come
over DDS at their real rates. Only the calendar is compressed: a day takes nine seconds, so 9 s of a
robot's 86,400 s a day are fed. Intervals that the node measures by the machine's clock (night
shift, recall index, analysis, baselines, saving) are shortened, so that each comes about once a
day. Each day the page and an agent ask. It takes 17 minutes, and exits with 1 if memory, handles,
threads, disk or alarms grow.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path

from everything import EVERYTHING, start_servers
from figures import report
from measured_processes import Processes
from soaking.calendar_clock import START, boot_seconds
from soaking.findings import BASELINE, FEWEST_DAYS, FILES, Sample, findings, page
from soaking.usage import megabytes_in, usage_of
from soaking.worn_robot import publish, rate_of

from robot_memory.applications.reliability.alarm_load import count_alarms
from robot_memory.memory import RobotMemory

DAYS, DAY = 90, 9.0
WARM_UP = 120.0  # s before the first day, in which buffers that are bounded in real seconds fill
SETTLE = 15.0  # s until all processes have found each other
PATIENCE = 60.0  # s for servers to start
FIRST_DOMAIN, SECOND_DOMAIN = 89, 88
_KEPT = Path(__file__).parents[1] / ".build" / "soak.jsonl"
_NODE = Path(__file__).with_name("soaking") / "calendar_node.py"
_PAGE = Path(__file__).parents[1] / "docs" / "soak.md"
_BLACK_BOX_MEGABYTES = 20
_ASKED = ("", "api/memory/context", "api/memory/health", "metrics")
_INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {},
               "clientInfo": {"name": "planner", "version": "1"}},
}  # fmt: skip
_CALL = {
    "jsonrpc": "2.0", "id": 2, "method": "tools/call",
    "params": {"name": "get_context", "arguments": {}},
}  # fmt: skip


def be_robot(robot: str, domain: str, began: str, day: str) -> None:
    """Run as the drivers of a robot."""
    publish(robot, int(domain), float(began), float(day))


class Soak:
    """All processes, and the requests to them.

    Args:
        processes: starts them.
        folder: for the homes.
        day: the length of a day, s.
    """

    def __init__(self, processes: Processes, folder: Path, day: float) -> None:
        self.home, self._day = folder / "first", day
        self._began = boot_seconds() + WARM_UP
        self.running = {
            "node": self._start_node(processes, self.home, FIRST_DOMAIN),
            "second node": self._start_node(processes, folder / "second", SECOND_DOMAIN),
        }
        drivers = (("first", FIRST_DOMAIN), ("second", SECOND_DOMAIN))
        for robot, domain in drivers:
            processes.start(__file__, robot, str(domain), *self._calendar, domain=domain)
        reader = str(Path(__file__).with_name("standard_topics.py"))
        self.running[BASELINE] = processes.start(reader, "subscribe", "usual", domain=FIRST_DOMAIN)
        time.sleep(SETTLE)
        servers = start_servers(processes, self.home)
        self.running |= {"web": servers.web, "MCP": servers.agents}
        self._web, self._agents = servers.web_address, servers.agents_address
        self._wait_for_answers()

    @property
    def _calendar(self) -> tuple[str, str]:
        return f"{self._began!r}", f"{self._day!r}"

    def _start_node(self, processes: Processes, home: Path, domain: int) -> subprocess.Popen[bytes]:
        values = dict.fromkeys(EVERYTHING, "true") | {
            "home": str(home),
            "federation.trust": "open",
            "federation.domain_id": str(FIRST_DOMAIN),
            "federation.share_types": "[hardware_observation, environment_note]",
            "save_interval": "10.0", "black_box.disk_mb": f"{_BLACK_BOX_MEGABYTES}.0",
        }  # fmt: skip
        words = [word for name, value in values.items() for word in ("-p", f"{name}:={value}")]
        node = (str(_NODE), *self._calendar)
        return processes.start(*node, *words, "--log-level", "error", domain=domain)

    def wait_until(self, day: int) -> None:
        """Wait until the end of a day."""
        time.sleep(max(0.0, self._began + day * self._day - boot_seconds()))

    def ask(self) -> None:
        """Request the page, and the context for an agent."""
        for path in _ASKED:
            with urllib.request.urlopen(f"{self._web}/{path}", timeout=30.0) as answer:
                answer.read()
        _ask_agents(self._agents)

    def _wait_for_answers(self) -> None:
        """Wait until both servers answer; their start is slow on a busy computer."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                self.ask()
            except urllib.error.URLError:
                if time.monotonic() > until:
                    raise
                time.sleep(1.0)
            else:
                return

    def sample(self, day: int) -> Sample:
        """Return the present use of all processes and of the home."""
        usage = {name: usage_of(process) for name, process in self.running.items()}
        parts = {part.name: megabytes_in(part) for part in self.home.iterdir() if part.is_dir()}
        parts[FILES] = megabytes_in(self.home) - sum(parts.values())
        return Sample(day, usage, parts, *_learned(self.home, day))


def _ask_agents(address: str) -> None:
    """Open a session with the agents' server, ask for the context, and end the session."""
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    for message in (_INITIALIZE, _CALL):
        data = json.dumps(message).encode()
        request = urllib.request.Request(address, data, headers)
        with urllib.request.urlopen(request, timeout=30.0) as answer:
            session = answer.headers.get("Mcp-Session-Id")
            answer.read()
        if session:
            headers["Mcp-Session-Id"] = session
    if "Mcp-Session-Id" in headers:
        end = urllib.request.Request(address, headers=headers, method="DELETE")
        urllib.request.urlopen(end, timeout=30.0).close()


def _learned(home: Path, day: int) -> tuple[int, int]:
    """Return the alarms of a day, and the rows of the ledger so far."""
    until = START + timedelta(days=day)
    with RobotMemory.open(home, read_only=True) as memory:
        lines = [line.data for line in memory.long_term.levels.events.read(newest=1000)]
        load = count_alarms(lines, until - timedelta(days=1), until, memory.settings.inject_min)
        return load.rate.count if load.rate else 0, memory.ledger.last()


def main(arguments: Sequence[str] = ()) -> None:
    """Print the findings; exit with 1 if something grows that must not."""
    parser = argparse.ArgumentParser(prog="soak")
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--day", type=float, default=DAY, help="seconds that a day takes")
    parser.add_argument("--docs", action="store_true", help=f"write {_PAGE.name}")
    args = parser.parse_args(arguments)
    if args.days < FEWEST_DAYS:
        parser.error(f"--days: {FEWEST_DAYS} or more, to compare with the first month")
    samples = run(args.days, args.day)
    lines = list(findings(samples))
    for line in lines:
        report(line.what, line.value, line.bound, line.is_well)
    if args.docs:
        _PAGE.write_text(page(lines, samples, args.day, rate_of("first")), encoding="utf-8")
    sys.exit(0 if all(line.is_well for line in lines) else 1)


def run(days: int, day: float) -> list[Sample]:
    """Let the robot live for so many days; return a sample of each."""
    samples = []
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        soak = Soak(processes, Path(folder), day)
        _KEPT.unlink(missing_ok=True)
        for number in range(1, days + 1):
            soak.wait_until(number)
            samples.append(soak.sample(number))
            soak.ask()
            with _KEPT.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(asdict(samples[-1])) + "\n")
    return samples


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        be_robot(*sys.argv[1:])
