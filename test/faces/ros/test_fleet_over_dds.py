"""A fleet's server also receives robots' updates over DDS."""

from __future__ import annotations

import time
from pathlib import Path

from federation_builders import talker
from robots import keys_of

from robot_memory.applications.fleet.database import SqliteAddress, open_database
from robot_memory.applications.fleet.fleet_questions import FleetQuestions
from robot_memory.applications.fleet.fleet_server import FleetServer
from robot_memory.applications.fleet.schema import prepare
from robot_memory.faces.ros.peers.dds_carrier import FleetDdsCarrier
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import SystemClock
from robot_memory.sharing.federation.signed_envelope import write_envelope

PATIENCE = 20.0


def test_the_fleet_server_stores_updates_received_over_dds(domain: int, tmp_path: Path) -> None:
    address = SqliteAddress(tmp_path / "fleet.db")
    trust, alex, clock = TrustStore(tmp_path / "peers"), talker(1), SystemClock()
    now = clock.now().time
    trust.trust(alex.card, now)
    database = open_database(address, write=True)
    prepare(database)
    robot = FleetDdsCarrier(domain)
    robot.publish(alex.rrn, write_envelope(alex.says(issued=now)))
    server = FleetServer(
        keys_of(900), trust, database, lambda _: [FleetDdsCarrier(domain)], clock, print
    )
    until = time.monotonic() + PATIENCE

    def is_heard() -> bool:
        robot.deliver(0.0)
        with FleetQuestions(address) as questions:
            return questions.silence(48.0, 10, now).count == 0

    server.run(lambda: is_heard() or time.monotonic() > until)

    assert is_heard()
    robot.close()
    database.close()
