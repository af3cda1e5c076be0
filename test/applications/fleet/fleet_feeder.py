"""A process that takes in updates one by one, and says which it has acknowledged; to be killed.

    python fleet_feeder.py HOME DATABASE UPDATES

Each line of output is the number of an update that :class:`FleetReceiver` returned for. An update
that finds no database is offered again, as a carrier does.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from fleet_builders import HearingFleet

from robot_memory.applications.fleet.database import read_address
from robot_memory.sharing.federation.signed_envelope import read_envelope
from robot_memory.sharing.federation.update_verdict import UpdateOutcome


def feed(home: Path, database: str, updates: Path) -> None:
    """Offer all updates."""
    fleet = HearingFleet(home, read_address(database, {}))
    for number, line in enumerate(updates.read_text().split()):
        data = bytes.fromhex(line)
        while True:
            verdict = fleet.receiver.receive(read_envelope(data), len(data))
            if verdict.outcome is not UpdateOutcome.WAITING:
                break
            time.sleep(0.05)
        print(number, verdict.outcome.value, flush=True)


if __name__ == "__main__":
    feed(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))
