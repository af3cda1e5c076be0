"""Three robots on two sites that tell each other what they know, in a minute and a half.

Ada delivers, and finds that she cannot get through at one spot. Bob, at the same site, is told at
once over DDS. Cleo is at another site, which a Zenoh router joins to Bob's. It is out of reach
meanwhile, and she is told when it is back. Everything is real: three nodes, DDS, a router,
signatures and, where the system lets us have them, hosts whose cables are pulled. In the end an
office, which keeps what all three say in one database, finds by one question what they share.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from hosts import Hosts, why_not  # noqa: E402

from robot_memory.faces.cli.fleet_homes import make_fleet  # noqa: E402
from robot_memory.faces.cli.main import main as main_of_command_line  # noqa: E402
from robot_memory.foundation.identity.card import read_card  # noqa: E402
from robot_memory.foundation.identity.trust_store import TrustStore  # noqa: E402
from robot_memory.foundation.time.clock import SystemClock  # noqa: E402

NAMES = ("ada", "bob", "cleo")
AWAY = "cleo"
CARRIERS = {"ada": "dds", "bob": "both", "cleo": "zenoh"}
ROUTER, OFFICE = "router", "office"
SITES = {"ada": "west", "bob": "west", "cleo": "east"}
SLIPS = "Left wheel slips on the wet epoxy floor"
PORT = 17447
DOMAIN = 96
PATIENCE = 60.0
STOPPING = 15.0  # s
LONGEST_PAUSE = 5.0  # s between two questions to a robot
DELIVERY = 200.0  # s; a robot needs a minute, on a busy computer more


def say(text: str) -> None:
    """Tell the story."""
    print(f"\n\033[1m# {text}\033[0m", flush=True)


class Fleet:
    """Runs the robots' processes.

    Args:
        folder: the folder with their homes.
        hosts: simulated hosts, one for each robot; None if the system has none.
    """

    def __init__(self, folder: Path, hosts: Hosts | None) -> None:
        homes = {**make_fleet(folder, NAMES), **make_fleet(folder, (OFFICE,))}
        self.homes = {name: home.folder for name, home in homes.items()}
        trust, now = TrustStore(homes[OFFICE].peers), SystemClock().now().time
        for name in NAMES:
            trust.trust(read_card(homes[name].card.read_text(), name), now, name=name)
        self._hosts = hosts
        self._logs = folder
        self._nodes: dict[str, subprocess.Popen[Any]] = {}
        self._environment = {
            **os.environ,
            "ROS_DOMAIN_ID": os.environ.get("ROS_DOMAIN_ID", str(DOMAIN)),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET" if hosts else "LOCALHOST",
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
        }
        if hosts:
            # The processes of a simulated host do not share memory.
            self._environment["FASTDDS_BUILTIN_TRANSPORTS"] = "UDPv4"
            for name in NAMES:
                hosts.add(name, side="east" if name == AWAY else "west")
            hosts.add(OFFICE)
        address = hosts.add(ROUTER) if hosts else "127.0.0.1"
        endpoint = f"tcp/{address}:{PORT}"
        self._config = self._write("robot", mode="client", connect={"endpoints": [endpoint]})
        self._router_config = self._write(ROUTER, mode="router", listen={"endpoints": [endpoint]})

    def _write(self, name: str, **config: Any) -> Path:
        """Write a Zenoh configuration."""
        file = self._logs / f"{name}.json5"
        file.write_text(json.dumps({"scouting": {"multicast": {"enabled": False}}, **config}))
        return file

    def _run(self, name: str, *arguments: str) -> subprocess.Popen[Any]:
        """Start Python on a robot's host."""
        with (self._logs / f"{name}.log").open("ab") as log:
            how: dict[str, Any] = {"cwd": ROOT, "stdout": log, "stderr": subprocess.STDOUT}
            command = [sys.executable, *arguments]
            if self._hosts:
                return self._hosts.start(name, *command, environment=self._environment, **how)
            return subprocess.Popen(command, env=self._environment, **how)

    def start(self, name: str) -> None:
        """Start a robot's memory node."""
        self._nodes[name] = self._run(
            name, "-m", "robot_memory.faces.ros.main", "--ros-args",
            "-p", f"home:={self.homes[name]}", "-p", "federation.enabled:=true",
            "-p", f"federation.carrier:={CARRIERS[name]}",
            "-p", f"federation.zenoh_config:={self._config}", "-p", "urgent_save_interval:=0.5",
            "-p", "federation.describe:=true", "-p", "federation.model:=Rover 3",
            "-p", f"federation.site:={SITES[name]}",
            "-r", f"__ns:=/{name}",
        )  # fmt: skip

    def start_router(self) -> None:
        """Start the router between the sites."""
        module = "robot_memory.sharing.carriers.zenoh_router"
        self._nodes[ROUTER] = self._run(ROUTER, "-m", module, str(self._router_config))

    def start_office(self) -> None:
        """Start the server that keeps the updates of all robots, and wait until it listens."""
        self._nodes[OFFICE] = self._run(
            OFFICE, "-m", "robot_memory.faces.cli", "--home", str(self.homes[OFFICE]),
            "fleet", "serve", "--zenoh-config", str(self._config),
        )  # fmt: skip
        log = self._logs / f"{OFFICE}.log"
        self.wait_for((), lambda: " listens; " in log.read_text(), "the office does not listen")

    def stop(self, name: str) -> None:
        """Stop a node, or the router, as Ctrl-C does.

        Raises:
            subprocess.TimeoutExpired: it did not stop, and was killed.
        """
        _end(self._nodes.pop(name), signal.SIGINT)

    def stop_all(self) -> None:
        """Stop all processes.

        Raises:
            RuntimeError: names the processes that had to be killed; by then all have ended.
        """
        killed = []
        for name in list(self._nodes):
            try:
                self.stop(name)
            except subprocess.TimeoutExpired:
                killed.append(name)
        if killed:
            raise RuntimeError(f"{', '.join(killed)} did not stop within {STOPPING:.0f} s; killed")

    def drive(self, name: str) -> None:
        """Let a robot deliver until it has learned something."""
        delivery = self._run(name, "demo/delivery.py", name)
        try:
            self.wait_for((name,), lambda: self.ask(name, "context") != "", "it learned nothing",
                          DELIVERY)  # fmt: skip
        finally:
            _end(delivery, signal.SIGTERM)

    def ask(self, name: str, *arguments: str) -> str:
        """Return the output of a robot's command line.

        It runs in this process: a new process for each question would slow the robots down.
        """
        answer = io.StringIO()
        with contextlib.redirect_stdout(answer):
            status = main_of_command_line(["--home", str(self.homes[name]), *arguments])
        if status > 1:  # 1 is an answer too: nothing was found
            raise SystemExit(f"robot-memory {shlex.join(arguments)} failed with status {status}")
        return answer.getvalue()

    def wait_for(
        self, names: Sequence[str], condition: Callable[[], bool], what: str,
        patience: float = PATIENCE,
    ) -> float:  # fmt: skip
        """Wait until a condition holds; return how many seconds that took.

        The condition is checked when a file of these robots changes, and every few seconds.
        """
        begin = time.monotonic()
        asked, files = -LONGEST_PAUSE, 0
        while time.monotonic() - begin < patience:
            now = max((_newest_change(self.homes[name]) for name in names), default=files + 1)
            if now != files or time.monotonic() - asked > LONGEST_PAUSE:
                asked, files = time.monotonic(), now
                if condition():
                    return time.monotonic() - begin
            time.sleep(0.1)
        raise SystemExit(f"it did not happen within {patience:.0f} s: {what}")

    def show(self, name: str, *arguments: str) -> None:
        """Print a robot's command and its output."""
        print(f"{name}$ robot-memory {shlex.join(arguments)}")
        print(self.ask(name, *arguments), end="", flush=True)

    def part(self) -> str:
        """Disconnect one site from the other, and say how."""
        if self._hosts:
            self._hosts.unplug()
            return "the cable between the sites is pulled"
        self.stop(ROUTER)
        return "the router is switched off, as this system gives us no hosts to pull a cable of"

    def join(self) -> None:
        """Reconnect the sites."""
        if self._hosts:
            self._hosts.plug()
        else:
            self.start_router()


def _end(process: subprocess.Popen[Any], number: int) -> None:
    """Signal a process, and wait for its end; one that does not end is killed.

    Raises:
        subprocess.TimeoutExpired: the process was killed.
    """
    process.send_signal(number)
    try:
        process.wait(STOPPING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        raise


def _newest_change(home: Path) -> int:
    """Return when a file in a home was last changed, in ns."""
    newest = 0
    for path in home.rglob("*"):
        with contextlib.suppress(FileNotFoundError):
            newest = max(newest, path.stat().st_mtime_ns)
    return newest


def play(fleet: Fleet) -> None:
    """Play the demo."""
    say("Three robots, each with keys of its own, each trusting the cards of the other two:")
    fleet.show("bob", "peers", "list")
    say("Ada and Bob are at one site, and use DDS. Cleo is at another, behind a Zenoh router; Bob "
        "uses both.")  # fmt: skip
    fleet.start_router()
    for name in NAMES:
        fleet.start(name)
    fleet.wait_for(
        NAMES, lambda: all("last heard" in fleet.ask(n, "peers", "list") for n in NAMES), "hello"
    )
    say("They have heard one another.")
    say(f"Cleo's site goes out of reach: {fleet.part()}. Ada delivers, round and round.")
    fleet.drive("ada")
    fleet.show("ada", "context")
    took = fleet.wait_for(
        ("bob",), lambda: fleet.ask("bob", "context", "--peers") != "", "Bob was not told"
    )
    say(f"Bob was told; {took:.1f} s later it stands in his memory. It is no evidence of his own:")
    fleet.show("bob", "context", "--peers")
    fleet.show("bob", "show")
    say("Cleo knows nothing of it yet:")
    fleet.show("cleo", "context", "--peers")
    fleet.join()
    took = fleet.wait_for(
        ("cleo",), lambda: fleet.ask("cleo", "context", "--peers") != "", "Cleo was not told"
    )
    say(f"Cleo is back, and knows it {took:.1f} s later:")
    fleet.show("cleo", "context", "--peers")
    say("Somebody clears the way, and tells Ada:")
    entry = fleet.ask("ada", "show").split()
    fleet.show("ada", "resolve", next(word for word in entry if word.startswith("mem-")),
               "--note", "pallet moved")  # fmt: skip
    told = ("bob", "cleo")
    fleet.wait_for(told, lambda: all(fleet.ask(n, "context", "--peers") == "" for n in told), "end")
    say("Nobody is told of it any more.")
    for name in NAMES:
        fleet.ask(name, "remember", "environment_note", SLIPS)
    fleet.start_office()
    took = fleet.wait_for(
        (OFFICE,),
        lambda: (
            json.loads(fleet.ask(OFFICE, "--json", "fleet", "ask", "fault", "slips"))["robots"]
            == len(NAMES)
        ),
        "the office was not told",
    )
    say(f"On each robot somebody noted that a wheel slips. {took:.1f} s later one question finds "
        "all three, on both sites:")  # fmt: skip
    fleet.show(OFFICE, "fleet", "ask", "fault", "wheel", "slips")


def main() -> None:
    """Play the demo, on simulated hosts where the system allows them."""
    with tempfile.TemporaryDirectory(prefix="robot-memory-fleet-") as folder:
        reason = why_not()
        if reason:
            print(reason)
            perform(Fleet(Path(folder), None))
            return
        with Hosts() as hosts:
            perform(Fleet(Path(folder), hosts))


def perform(fleet: Fleet) -> None:
    """Play the demo, and leave no process behind."""
    try:
        play(fleet)
    finally:
        fleet.stop_all()


if __name__ == "__main__":
    main()
