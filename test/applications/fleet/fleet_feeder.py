"""A process that receives updates one by one and prints each acknowledgement; to be killed.

    python fleet_feeder.py HOME DATABASE UPDATES

Each output line begins with the number of an update for which :class:`FleetReceiver` returned. An
update that finds no database is offered again, as a carrier does.
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
