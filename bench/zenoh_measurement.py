"""The results of a run of many robots over two Zenoh routers, and the file that keeps the runs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = Path(__file__).with_name("zenoh_measured.json")


@dataclass(frozen=True)
class ZenohMeasurement:
    """A run, in seconds, bytes, and processor seconds; idle values are per second.

    Attributes:
        robots: their number, half of them on each site.
        processes: the number of their processes, each on its own host.
        is_secure: whether the links used TLS, with certificates of both sides.
        load: of the machine before the run, by other work.
        started: from the start of the first process until all robots had heard all others.
        idle_cpu: processor time of an idle robot, each second.
        idle_router_cpu: the same of the busier router.
        idle_sent, idle_received: bytes of an idle robot, each second.
        note: until 99 % of the robots knew a note of one robot.
        update_bytes: received by a robot for an update of another one.
        take_cpu: processor time of a robot for an update of another one.
        router_cpu: of both routers together for an update sent to one robot.
        authors: robots that added a note during the partition.
        healed_most, healed: until 99 % and all robots knew these notes, after the end of the
            partition.
        refused: updates that a robot refused.
    """

    robots: int
    processes: int
    is_secure: bool
    load: float
    started: float
    idle_cpu: float
    idle_router_cpu: float
    idle_sent: float
    idle_received: float
    note: float
    update_bytes: float
    take_cpu: float
    router_cpu: float
    authors: int
    healed_most: float
    healed: float
    refused: int


def read_measurements(file: Path = FILE) -> list[ZenohMeasurement]:
    """Return the kept runs, small ones first."""
    return [ZenohMeasurement(**each) for each in json.loads(file.read_text(encoding="utf-8"))]


def keep(made: Iterable[ZenohMeasurement], file: Path = FILE) -> None:
    """Keep runs; they replace earlier ones of the same kind."""
    known = read_measurements(file) if file.exists() else []
    runs = {(one.is_secure, one.robots): one for one in [*known, *made]}
    text = json.dumps([asdict(one) for _, one in sorted(runs.items())], indent=2)
    file.write_text(f"{text}\n", encoding="utf-8")
