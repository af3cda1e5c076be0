"""kill -9 of the writing process or the database: acknowledged updates stay, and count once."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from federation_builders import talker
from fleet_builders import HearingFleet, described, everything, fault
from postgres_server import PostgresServer

from robot_memory.applications.fleet.database import (
    DatabaseAddress,
    PostgresAddress,
)
from robot_memory.sharing.federation.signed_envelope import write_envelope

ROBOTS, UPDATES = 5, 12
FEEDER = Path(__file__).with_name("fleet_feeder.py")


def told_updates() -> list[bytes]:
    """Return the updates of some robots in turn, with more faults and occurrences each time."""
    told = []
    robots = [talker(number) for number in range(ROBOTS)]
    slips = [fault(f"motor {number}") for number in range(UPDATES)]
    for turn in range(UPDATES):
        for robot in robots:
            known = slips[: turn + 1]
            counts = [(one, one.text, (turn,) * 8) for one in known]
            about = described(*counts, failures=(turn,) * 8, minutes=(600 + turn,) * 8)
            told.append(write_envelope(robot.says(*known, robot=about)))
    return told


def sequences(fleet: HearingFleet) -> dict[str, int]:
    """Return the number of each robot's last update that is remembered as seen."""
    records = {rrn: fleet.writer.record_of(rrn) for rrn in fleet.writer.fingerprints()}
    return {rrn: record.sequence for rrn, record in records.items() if record is not None}


@contextmanager
def feeding(
    home: Path, address: DatabaseAddress, told: list[bytes]
) -> Iterator[subprocess.Popen[str]]:
    """Run a process that receives updates; it is killed at the end."""
    updates = home.parent / "updates.txt"
    updates.write_text("\n".join(data.hex() for data in told))
    url = str(address)
    if isinstance(address, PostgresAddress):
        url = f"postgresql://{address.user}@:{address.port}/{address.database}?host={address.host}"
    process = subprocess.Popen(
        [sys.executable, str(FEEDER), str(home), url, str(updates)],
        stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_until(process: subprocess.Popen[str], number: int) -> int:
    """Read acknowledgements until more than ``number`` came; return how many came."""
    assert process.stdout is not None
    count = 0
    for line in process.stdout:
        assert line.split(" ", 1)[1].strip() in ("accepted", "known", "replayed")
        count += 1
        if count > number:
            break
    return count


def test_a_writer_killed_at_any_moment_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, address: DatabaseAddress
) -> None:
    told, chance = told_updates(), random.Random(5)
    fleet = HearingFleet(tmp_path / "home", address)
    fleet.believe(*(talker(number) for number in range(ROBOTS)))
    offered = 0
    for _ in range(3):
        rest = told[offered:]
        with feeding(tmp_path / "home", address, rest) as process:
            acknowledged = read_until(process, chance.randrange(15))
            timer = threading.Timer(chance.uniform(0.0, 0.01), process.kill)
            timer.start()
            process.wait()
            timer.join()
            assert process.stdout is not None
            acknowledged += len(process.stdout.readlines())
        seen, stored = sequences(fleet), offered + acknowledged
        for number in range(ROBOTS):
            own = len([n for n in range(stored) if n % ROBOTS == number])
            assert seen.get(talker(number).rrn, 100) >= 100 + own
        offered = max(0, stored - 3)  # some arrive twice, as latched messages do
    with feeding(tmp_path / "home", address, told[offered:]) as process:
        assert process.wait(60) == 0

    assert sequences(fleet) == {talker(n).rrn: 100 + UPDATES for n in range(ROBOTS)}
    assert fleet.rows("SELECT COUNT(*), SUM(onsets) FROM fault_weeks") == [
        (8 * ROBOTS * UPDATES, 8 * ROBOTS * UPDATES * (UPDATES - 1))
    ]
    sums = everything(fleet)
    assert sum(row[3] for row in sums["exposure"] if row[0] == "") == 8 * ROBOTS * (
        600 + UPDATES - 1
    )
    assert {row[2] for row in sums["faults"]} == {ROBOTS}
    fleet.database.close()


def test_the_server_waits_for_a_killed_database_and_loses_nothing(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    told, address = told_updates(), postgres.new_database()
    fleet = HearingFleet(tmp_path / "home", address)
    fleet.believe(*(talker(number) for number in range(ROBOTS)))

    with feeding(tmp_path / "home", address, told) as process:
        read_until(process, 8)
        postgres.kill()
        postgres.start()
        assert process.wait(60) == 0

    fleet.database.close()
    fleet = HearingFleet(tmp_path / "home", address)
    assert sequences(fleet) == {talker(n).rrn: 100 + UPDATES for n in range(ROBOTS)}
    assert fleet.rows("SELECT SUM(onsets) FROM fault_weeks") == [
        (8 * ROBOTS * UPDATES * (UPDATES - 1),)
    ]
    fleet.database.close()
