"""What one run of many robots over two Zenoh routers measured, and the file that keeps the runs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = Path(__file__).with_name("zenoh_measured.json")


@dataclass(frozen=True)
class ZenohMeasurement:
    """One run. Seconds, bytes, and seconds of a processor, each second where it is idle.

    Attributes:
        robots: how many, half of them on either site.
        processes: that they shared, each on a host of its own.
        is_secure: whether the links used TLS, with certificates of both sides.
        load: of the machine before the run, from other work.
        started: until all had heard all, from the start of the first process.
        idle_cpu: processor time of an idle robot, each second.
        idle_router_cpu: that of the busier router.
        idle_sent, idle_received: bytes of an idle robot, each second.
        note: until 99 % of the robots knew what one had noted.
        update_bytes: received by a robot for an update of another one.
        take_cpu: processor time of a robot for an update of another one.
        router_cpu: of both routers together for an update that one robot is sent.
        authors: robots that noted something while the sites were parted.
        healed_most, healed: until 99 % and all knew that, from when the sites were joined.
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
    """Return the runs that are kept, small ones first."""
    return [ZenohMeasurement(**each) for each in json.loads(file.read_text(encoding="utf-8"))]


def keep(made: Iterable[ZenohMeasurement], file: Path = FILE) -> None:
    """Keep runs in place of earlier ones of the same kind."""
    known = read_measurements(file) if file.exists() else []
    runs = {(one.is_secure, one.robots): one for one in [*known, *made]}
    text = json.dumps([asdict(one) for _, one in sorted(runs.items())], indent=2)
    file.write_text(f"{text}\n", encoding="utf-8")
