"""How fast the memory of a large fleet answers: 10,000 robots and a year of what they told.

    make bench ARGS="fleet-queries --robots 10000 --database sqlite:///PATH"

The database is made anew, with the rows that the protocol would have left in it. A robot has 20
lessons at any time, and replaces one each week: 20 that stand and 51 that were withdrawn. It
reports its running time and failures each week, and each week four of its faults occur. That is
710,000 lessons, 520,000 weeks of robots and 2.08 million weeks of faults for 10,000 robots. Two of
the 20 have unique texts, as from a person; the others are among 600 faults of detectors.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

from robot_memory.applications.fleet.database import (
    DatabaseAddress,
    FleetDatabase,
    PostgresAddress,
    Statements,
    open_database,
    read_address,
)
from robot_memory.applications.fleet.fault_question import FleetFault, ask_fault, fault_of
from robot_memory.applications.fleet.fleet_questions import ask_lessons, ask_mtbf, ask_silence
from robot_memory.applications.fleet.fleet_sums import FLEET, seconds_of, week_of
from robot_memory.applications.fleet.schema import DIMENSIONS, prepare
from robot_memory.sharing.federation.shared_entry import SharedEntry

NOW = datetime(2026, 11, 18, 12, tzinfo=timezone.utc)
WEEK = week_of(NOW.date())
WEEKS, LESSONS, OWN_WORDS, CAME = 52, 20, 2, 4
PARTS = ("left wheel", "right wheel", "lidar", "battery", "arm joint 1", "arm joint 2", "camera",
         "gripper", "imu", "gps", "charger", "brake")  # fmt: skip
SYMPTOMS = ("slips", "stalls", "no data", "over temperature", "low voltage", "timeout", "drift",
            "noise", "jumps", "stuck")  # fmt: skip
WANTED = 200.0  # ms
REPEATS = 9

Insert = Callable[[str, Iterable[Sequence[object]]], None]


def make_faults() -> list[FleetFault]:
    """Return 600 faults of detectors."""
    return [
        FleetFault(f"detector{n}", part, symptom, f"{part.capitalize()} {symptom}")
        for n in range(5) for part in PARTS for symptom in SYMPTOMS
    ]  # fmt: skip


class Loader:
    """Fills a database as the real writer would.

    Args:
        robots: their number.
    """

    def __init__(self, robots: int) -> None:
        self._robots = robots
        self._chance = random.Random(4)
        self._faults = make_faults()
        # A few faults are on most robots; most are rare.
        self._weights = [1.0 / (rank + 3) for rank in range(len(self._faults))]
        self._words: list[FleetFault] = []

    def kinds(self, number: int) -> tuple[str, ...]:
        """Return model, batch, site, floor and software of a robot."""
        return (
            f"Rover {number % 5}", f"batch {number % 20}", f"site {number % 50}",
            f"floor {number % 6}", f"4.{number % 8}",
        )  # fmt: skip

    def load(self, insert: Insert) -> None:
        """Write all tables but those of sums."""
        insert("robots", self._robot_rows())
        lessons, onsets = self._lives()
        insert("lessons", lessons)
        insert("fault_weeks", onsets)
        insert(
            "faults",
            ((one.id, one.detector, one.component, one.symptom, one.text, one.words, 0, 0, 0)
             for one in (*self._faults, *self._words)),
        )  # fmt: skip
        insert("robot_weeks", self._week_rows())

    def _rrn(self, number: int) -> str:
        return f"RRN-{number:012d}"

    def _robot_rows(self) -> Iterator[tuple[object, ...]]:
        for number in range(self._robots):
            kinds = self.kinds(number)
            days = 30.0 if number % 100 == 0 else self._chance.random()
            told = seconds_of(NOW - timedelta(days=days))
            told_kinds = {
                "kinds": dict(zip(DIMENSIONS, kinds, strict=True)),
                "versions": {"robot_memory": "0.4.0", "software": kinds[-1]},
            }
            text = json.dumps(told_kinds)
            yield (self._rrn(number), f"robot {number}", *kinds, text, told, told, 1, "", "",
                   "")  # fmt: skip

    def _week_rows(self) -> Iterator[tuple[object, ...]]:
        for number in range(self._robots):
            for week in range(WEEK - WEEKS + 1, WEEK + 1):
                minutes = self._chance.randint(600, 6000)
                yield self._rrn(number), week, minutes, minutes // 2500, *self.kinds(number)

    def _lives(self) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
        """Return the rows of lessons, and of the weeks in which their faults occurred."""
        lessons: list[tuple[object, ...]] = []
        onsets: list[tuple[object, ...]] = []
        for number in range(self._robots):
            rrn, own = self._rrn(number), self._own_faults(number)
            for place, fault in enumerate(own):
                gone = place >= LESSONS
                until = NOW - timedelta(weeks=place - LESSONS) if gone else None
                first = (until or NOW) - timedelta(weeks=LESSONS)
                lessons.append(
                    (rrn, f"mem-{place:08x}", fault.id, "hardware_observation", fault.text, 0.7,
                     seconds_of(first), seconds_of(until or NOW), 5,
                     seconds_of(until) if until else None)
                )  # fmt: skip
            for back in range(WEEKS):
                for fault in self._chance.sample(own[back : back + LESSONS], CAME):
                    onsets.append((fault.id, WEEK - back, rrn, self._chance.randint(1, 5)))
        unique = {row[:3]: row for row in onsets}
        return lessons, list(unique.values())

    def _own_faults(self, number: int) -> list[FleetFault]:
        count = LESSONS + WEEKS - 1
        drawn = self._chance.choices(self._faults, self._weights, k=3 * count)
        own = list(dict.fromkeys(drawn))[: count - OWN_WORDS]
        said = [_said(f"Door {number}-{n} of hall {number % 90} sticks") for n in range(OWN_WORDS)]
        self._words += said
        return [*said, *own]


def inserter(address: DatabaseAddress, database: FleetDatabase) -> Insert:
    """Return a function that fills a table.

    A server gets all rows at once: single inserts would take minutes.
    """

    def insert(table: str, rows: Iterable[Sequence[object]]) -> None:
        first, *others = rows
        with database.writing() as statements:
            marks = ", ".join("?" * len(first))
            statements.run_many(f"INSERT INTO {table} VALUES ({marks})", [first, *others])

    def copy(table: str, rows: Iterable[Sequence[object]]) -> None:
        lines = ("\t".join("\\N" if one is None else str(one) for one in row) for row in rows)
        connection = connect_server(address)
        connection.cursor().execute(
            f"COPY {table} FROM STDIN", stream=io.BytesIO("\n".join(lines).encode())
        )
        connection.commit()
        connection.close()

    if isinstance(address, PostgresAddress):
        from robot_memory.applications.fleet.postgres_database import connect_server

        return copy
    return insert


def tidy(address: DatabaseAddress, database: FleetDatabase) -> None:
    """Update the planner's statistics; a server does that by itself only after some minutes."""
    if isinstance(address, PostgresAddress):
        from robot_memory.applications.fleet.postgres_database import connect_server

        connection = connect_server(address)
        connection.autocommit = True
        connection.cursor().execute("VACUUM ANALYZE")
        connection.close()
    else:
        with database.writing() as statements:
            statements.run("ANALYZE")


def _said(text: str) -> FleetFault:
    return fault_of(SharedEntry("mem-0", "environment_note", text, 0.8, NOW, NOW, 1), "")


def _sum_up(statements: Statements) -> None:
    """Compute the sums that the writer maintains."""
    statements.run(
        "UPDATE faults SET robots = (SELECT COUNT(DISTINCT rrn) FROM lessons "
        "WHERE lessons.fault = faults.id AND withdrawn IS NULL), "
        "first_seen = (SELECT MIN(first_seen) FROM lessons WHERE lessons.fault = faults.id), "
        "last_seen = (SELECT MAX(last_seen) FROM lessons WHERE lessons.fault = faults.id)"
    )
    for name in DIMENSIONS:
        statements.run(
            f"INSERT INTO fault_robots SELECT fault, '{name}', {name}, COUNT(DISTINCT robots.rrn) "
            f"FROM lessons JOIN robots ON robots.rrn = lessons.rrn WHERE withdrawn IS NULL "
            f"GROUP BY fault, {name}"
        )
    for name, value in (("", "''"), *((name, name) for name in DIMENSIONS)):
        statements.run(
            f"INSERT INTO fault_robots SELECT {FLEET}, '{name}', {value}, COUNT(*) FROM robots "
            "GROUP BY 3"
        )
        statements.run(
            f"INSERT INTO exposure SELECT '{name}', {value}, week, SUM(minutes), SUM(failures) "
            f"FROM robot_weeks GROUP BY 2, week"
        )


def questions() -> dict[str, Callable[[Statements], object]]:
    """Return the questions, from the usual to the hardest."""
    today = NOW.date()
    return {
        "fault: one component and symptom": lambda s: ask_fault(s, "gps stuck", today),
        "fault: a component (10 % of all faults)": lambda s: ask_fault(s, "left wheel", today),
        "fault: one robot's own words": lambda s: ask_fault(s, "door 77-1 sticks", today),
        "fault: the most common one": lambda s: ask_fault(s, "detector0 left wheel slips", today),
        "lessons: the 50 of most robots": lambda s: ask_lessons(s, 50),
        "mtbf by model, a year": lambda s: ask_mtbf(s, "model", 52, today),
        "mtbf by site, a year": lambda s: ask_mtbf(s, "site", 52, today),
        "silent robots": lambda s: ask_silence(s, 48.0, 100, NOW),
    }


def measure(database: FleetDatabase) -> None:
    """Ask each question several times. CPU is this process's time, which includes SQLite's work."""
    print(f"{'question':<42} {'first':>8} {'median':>8} {'least':>8} {'CPU':>8}  ms")
    for name, ask in questions().items():
        took, worked = [], []
        for _ in range(REPEATS):
            begin, worked_before = time.perf_counter(), time.process_time()
            with database.reading() as statements:
                ask(statements)
            took.append(1000.0 * (time.perf_counter() - begin))
            worked.append(1000.0 * (time.process_time() - worked_before))
        median = statistics.median(took)
        late = "" if median <= WANTED else f"above {WANTED:.0f} ms"
        print(f"{name:<42} {took[0]:>8.1f} {median:>8.1f} {min(took):>8.1f} "
              f"{statistics.median(worked):>8.1f}  {late}", flush=True)  # fmt: skip


def _count(database: FleetDatabase, tables: Iterable[str]) -> None:
    with database.reading() as statements:
        for table in tables:
            ((rows,),) = statements.rows(f"SELECT COUNT(*) FROM {table}")
            print(f"{table:<16} {rows:>10} rows")


def main(arguments: list[str]) -> None:
    """Fill a database, and ask it."""
    parser = argparse.ArgumentParser(prog="fleet-queries", description=__doc__)
    parser.add_argument("--robots", type=int, default=10_000)
    parser.add_argument("--database", default="", help="of a fleet that may be spoiled; empty")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:
        url = given.database or f"sqlite:///{folder}/fleet.db"
        address = read_address(url, os.environ)
        database = open_database(address, write=True)
        prepare(database)
        begin = time.monotonic()
        Loader(given.robots).load(inserter(address, database))
        with database.writing() as statements:
            _sum_up(statements)
        tidy(address, database)
        print(f"{given.robots} robots, {WEEKS} weeks, loaded in {time.monotonic() - begin:.0f} s")
        _count(database, ("robots", "lessons", "faults", "robot_weeks", "fault_weeks"))
        file = Path(folder) / "fleet.db"
        if file.exists():
            print(f"{file.stat().st_size / 1e6:.0f} MB")
        measure(database)
        database.close()


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
