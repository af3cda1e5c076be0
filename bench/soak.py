"""Three months of a robot with all parts of the memory on, to see whether anything grows.

    make bench ARGS=soak

The node, the server of the page with a page open, the server of agents and the node of a second
robot run as they do on a robot, each in its process, with federation, black box, graph, actions and
procedural governance on. Messages come over DDS at their real rates. What is compressed is the
calendar: a day takes ten seconds, so that of a robot's day 10 s in 86,400 s are fed. Intervals that
the node measures by the machine's clock (night shift, recall index, analysis, baselines, saving)
are shortened, so that each comes about once a day. Each day the page and an agent ask.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from everything import EVERYTHING, start_servers
from figures import report
from processes import Processes, cpu_seconds
from soaking.calendar_clock import START, CalendarClock, boot_seconds
from soaking.failures import FAILURES_A_DAY
from soaking.usage import MONTH, Usage, growth, megabytes_in, usage_of
from soaking.worn_robot import publish, rate_of

from robot_memory.memory import RobotMemory
from robot_memory.reliability.alarm_load import count_alarms
from robot_memory.reliability.poisson_bounds import compare_rates, estimate_rate

DAYS, DAY = 90, 10.0
SETTLE = 15.0  # s until all processes have found each other
LEARNING = 10  # days
FIRST_DOMAIN, SECOND_DOMAIN = 89, 88
#: More than that share of the first month's level, gained in the later months, is growth.
MEMORY_SHARE, COUNT_SHARE, DISK_SHARE = 0.05, 0.05, 1.2
_KEPT = Path(__file__).parents[1] / ".build" / "soak.jsonl"
_BLACK_BOX_MEGABYTES = 20
_INTERVALS = {
    "robot_memory.ros.night_watch._INTERVAL": 1.0,
    "robot_memory.ros.night_watch._REFRESH_INTERVAL": DAY,
    "robot_memory.limit_search.evidence_analysis.INTERVAL": DAY,
    "robot_memory.ros.baseline_keeper._STORE_INTERVAL": DAY,
}
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


def be_node(began: str, day: str, *arguments: str) -> None:
    """Be a memory node whose calendar runs ahead."""
    from robot_memory.ros.main import main as run_node

    def make() -> CalendarClock:
        return CalendarClock(float(began), float(day))

    with contextlib.ExitStack() as changed:
        for name, value in _INTERVALS.items():
            changed.enter_context(patch(name, value))
        changed.enter_context(patch("robot_memory.ros.memory_node.SystemClock", make))
        sys.exit(run_node(["robot_memory", "--ros-args", *arguments]))


def be_robot(robot: str, domain: str, began: str, day: str) -> None:
    """Be the drivers of a robot."""
    publish(robot, int(domain), float(began), float(day))


@dataclass(frozen=True)
class Sample:
    """What was taken at the end of a day.

    Attributes:
        day: its number, from 1.
        usage: of each process, by name.
        disk: megabytes of each part of the home, by folder; the files in it under its own name.
        asked: seconds that all questions took.
        alarms: of this day.
        rows: of the ledger so far.
    """

    day: int
    usage: dict[str, Usage]
    disk: dict[str, float]
    asked: float
    alarms: int
    rows: int


class Soak:
    """All processes, and what asks them.

    Args:
        processes: starts them.
        folder: of the homes.
        day: seconds that a day takes.
    """

    def __init__(self, processes: Processes, folder: Path, day: float) -> None:
        self.home, self._day = folder / "first", day
        self._began = boot_seconds()
        self.running = {
            "node": self._start_node(processes, self.home, FIRST_DOMAIN),
            "second node": self._start_node(processes, folder / "second", SECOND_DOMAIN),
        }
        drivers = (("first", FIRST_DOMAIN), ("second", SECOND_DOMAIN))
        for robot, domain in drivers:
            given = (robot, str(domain), *self._calendar)
            processes.start(__file__, "be_robot", *given, domain=domain)
        time.sleep(SETTLE)
        servers = start_servers(processes, self.home)
        self.running |= {"web": servers.web, "MCP": servers.agents}
        self._web, self._agents = servers.web_address, servers.agents_address

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
        role = (__file__, "be_node", *self._calendar)
        return processes.start(*role, *words, "--log-level", "error", domain=domain)

    def wait_until(self, day: int) -> None:
        """Wait until the end of a day."""
        time.sleep(max(0.0, self._began + day * self._day - boot_seconds()))

    def ask(self) -> float:
        """Ask for the page and for what an agent is told; return the seconds that it took."""
        start = time.perf_counter()
        for path in _ASKED:
            with urllib.request.urlopen(f"{self._web}/{path}", timeout=30.0) as answer:
                answer.read()
        _ask_agents(self._agents)
        return time.perf_counter() - start

    def sample(self, day: int) -> Sample:
        """Take what all processes and the home take."""
        usage = {name: usage_of(process.pid) for name, process in self.running.items()}
        parts = {part.name: megabytes_in(part) for part in self.home.iterdir() if part.is_dir()}
        parts["evidence"] = megabytes_in(self.home) - sum(parts.values())
        return Sample(day, usage, parts, self.ask(), *_learned(self.home, day))


def _ask_agents(address: str) -> None:
    """Open a session with the server of agents, ask what the robot knows, and end it."""
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
    """Print what grows; exit with 1 where something does that must not."""
    parser = argparse.ArgumentParser(prog="soak")
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--day", type=float, default=DAY, help="seconds that a day takes")
    args = parser.parse_args(arguments)
    if args.days < MONTH + LEARNING:
        parser.error(f"--days: {MONTH + LEARNING} or more, to compare with the first month")
    with tempfile.TemporaryDirectory() as folder, Processes() as processes:
        soak = Soak(processes, Path(folder), args.day)
        samples = []
        _KEPT.unlink(missing_ok=True)
        for day in range(1, args.days + 1):
            soak.wait_until(day)
            samples.append(soak.sample(day))
            with _KEPT.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(asdict(samples[-1])) + "\n")
        used = {name: cpu_seconds(process) for name, process in soak.running.items()}
    fed = rate_of("first")
    report("messages a second", f"{fed:.0f}, {args.day / 864.0:.4f} % of each day", "", True)
    for name, seconds in used.items():
        report(f"processor time, {name}", f"{seconds:.0f} s", "", True)
    is_well = all([*_report_processes(samples), _report_disk(samples), _report_alarms(samples)])
    sys.exit(0 if is_well else 1)


def _report_processes(samples: Sequence[Sample]) -> list[bool]:
    found = []
    later = len(samples) - MONTH
    for name in samples[0].usage:
        for what, share in (
            ("megabytes", MEMORY_SHARE), ("handles", COUNT_SHARE), ("threads", COUNT_SHARE),
        ):  # fmt: skip
            values = [float(getattr(one.usage[name], what)) for one in samples]
            grown = growth(values, LEARNING)
            ok = grown.is_flat(share, later)
            value = f"{grown.level:.0f}, {grown.later * later:+.1f} in {later} days"
            report(f"{name}: {what}", value, f"<= {share:.0%} of the first month", ok)
            found.append(ok)
    asked = growth([one.asked * 1e3 for one in samples], LEARNING)
    report("questions of a day", f"{asked.level:.0f} ms, {asked.later:+.2f} ms a day", "", True)
    return found


def _report_disk(samples: Sequence[Sample]) -> bool:
    for part in sorted(samples[-1].disk):
        value = f"{samples[-1].disk[part]:.2f} MB"
        report(f"disk at the end: {part}", value, "", True)
    grown = growth([sum(one.disk.values()) for one in samples], LEARNING)
    ok = grown.later <= DISK_SHARE * max(grown.first, 0.0)
    value = f"{grown.first:.3f} MB a day, then {grown.later:.3f}"
    report("disk: what it gains", value, f"<= {DISK_SHARE:g} of the first month's", ok)
    return ok


def _report_alarms(samples: Sequence[Sample]) -> bool:
    alarms = [one.alarms for one in samples]
    first, later = alarms[LEARNING:MONTH], alarms[MONTH:]
    before = estimate_rate(sum(first), len(first))
    after = estimate_rate(sum(later), len(later))
    assert before is not None
    assert after is not None
    result = compare_rates(before, after)
    ok = result.low <= 1.0
    value = f"{before.value:.2f}, then {after.value:.2f} ({FAILURES_A_DAY:.2f} failures a day)"
    report("alarms a robot-day", value, "no more than in the first month", ok)
    rows = growth([float(one.rows) for one in samples], LEARNING)
    report("rows of evidence a day", f"{rows.first:.1f}, then {rows.later:.1f}", "", True)
    return ok


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        roles: dict[str, Callable[..., Any]] = {"be_node": be_node, "be_robot": be_robot}
        roles[sys.argv[1]](*sys.argv[2:])
