"""What many robots over Zenoh cost: parameters of 2 and 10 robots, checked at 50 and 200.

    python bench/zenoh_model.py PAGE     writes the tables of docs/reference/fleet-size.md

They are written by ``make bench ARGS="zenoh-scale --docs"``, too.
Nothing is fitted to the larger runs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zenoh_measurement import ZenohMeasurement, read_measurements

#: Sizes that the parameters come from.
SMALL = 2, 10
DAY, HOUR, MEGA = 86400.0, 3600.0, 1e6
#: Robots of whom one robot takes in updates (federation/flood_guard.py), and updates that a robot
#: sends on request at once and each second (carriers/zenoh_carrier.py).
MOST_PEERS, ANSWERS_AT_ONCE, ANSWERS_A_SECOND = 1024, 512, 50
#: Announcements that a robot reads at once, and seconds in which it reads more in parts
#: (carriers/zenoh_reader.py).
MOST_ANNOUNCED, READ_IN_PARTS = 2_048, 15.0
#: Robots or routers below one router, in the tables.
BELOW = 50
_BEGIN, _END = "<!-- zenoh-scale: written by the bench -->\n", "<!-- end of zenoh-scale -->"


@dataclass(frozen=True)
class Cost:
    """What each costs, and what several share."""

    own: float
    shared: float

    @classmethod
    def of(cls, small: tuple[float, float], larger: tuple[float, float]) -> Cost:
        """Return it from two points: how much of what is shared each had, and what it cost."""
        (sparse, high), (dense, low) = small, larger
        shared = (high - low) / (sparse - dense)
        return cls(low - shared * dense, shared)

    def at(self, part: float) -> float:
        """Return what each costs that has so much of what is shared."""
        return self.own + self.shared * part


@dataclass(frozen=True)
class ZenohModel:
    """Parameters; see :class:`ZenohMeasurement` for units.

    Attributes:
        cpu, sent, received: of an idle robot.
        update_bytes: received by a robot for an update of another one.
        take_cpu: processor time of a robot for an update of another one; what its author needs to
            make it is shared by all others.
        router_cpu: processor time of routers for an update that one robot is sent.
        note: until 99 % know a note, where no processor is waited for.
        healed: until 99 % agree after a partition, where no processor is waited for.
    """

    cpu: Cost
    sent: Cost
    received: Cost
    update_bytes: float
    take_cpu: Cost
    router_cpu: float
    note: float
    healed: float

    @classmethod
    def of(cls, small: ZenohMeasurement, larger: ZenohMeasurement) -> ZenohModel:
        """Return the parameters that two runs give."""

        def cost(name: str) -> Cost:
            first, second = (
                (one.processes / one.robots, float(getattr(one, name))) for one in (small, larger)
            )
            return Cost.of(first, second)

        return cls(
            cpu=cost("idle_cpu"),
            sent=cost("idle_sent"),
            received=cost("idle_received"),
            update_bytes=larger.update_bytes,
            take_cpu=Cost.of(
                (1 / (small.robots - 1), small.take_cpu), (1 / (larger.robots - 1), larger.take_cpu)
            ),
            router_cpu=larger.router_cpu,
            note=(small.note + larger.note) / 2,
            healed=(small.healed_most + larger.healed_most) / 2,
        )

    def here(self, run: ZenohMeasurement) -> dict[str, tuple[float, float]]:
        """Return what it says of another run on one machine, and what that measured, by name."""
        sharing = run.processes / run.robots
        idle = self.cpu.at(sharing)
        free = run.cores - idle * run.robots
        taking = self.take_cpu.at(1 / (run.robots - 1))
        work = (run.robots - 1) * (taking + self.router_cpu) / free
        return {
            "CPU of an idle robot, % of a core": (100 * idle, 100 * run.idle_cpu),
            "an idle robot sends, MB a day": (
                self.sent.at(sharing) * DAY / MEGA, run.idle_sent * DAY / MEGA,
            ),
            "an idle robot receives, MB a day": (
                self.received.at(sharing) * DAY / MEGA, run.idle_received * DAY / MEGA,
            ),
            "received for an update, bytes": (self.update_bytes, run.update_bytes),
            "CPU of a robot for an update, ms": (1e3 * taking, 1e3 * run.take_cpu),
            "99 % know a note after, s": (self.note + work, run.note),
            "99 % agree after a partition, s": (
                self.healed + run.authors * work, run.healed_most,
            ),
        }  # fmt: skip


@dataclass(frozen=True)
class Fleet:
    """Robots on routers in tiers, each robot on a computer of its own.

    Attributes:
        robots: how many.
        changes: updates that a robot has reason to send in an hour.
        noted: robots that learned something on the other side of a partition.
    """

    model: ZenohModel
    robots: int
    changes: float = 1.0
    noted: int = 10

    @property
    def tiers(self) -> list[int]:
        """Routers in each tier, those that robots connect to first."""
        found = [-(-self.robots // BELOW)]
        while found[-1] > 1:
            found.append(-(-found[-1] // BELOW))
        return found

    @property
    def updates(self) -> float:
        """Updates of all robots each second: each comes to each robot."""
        return self.robots * self.changes / HOUR

    @property
    def received(self) -> float:
        """Bytes a second to a robot that has no computer in common with others."""
        return self.model.received.at(1.0) + self.updates * self.model.update_bytes

    @property
    def cpu(self) -> float:
        """Processor time of a robot each second; it takes in those that it has cards of."""
        used = min(self.updates, MOST_PEERS * self.changes / HOUR)
        return self.model.cpu.at(1.0) + used * self.model.take_cpu.own

    @property
    def router_sent(self) -> float:
        """Bytes a second that a router sends to those below it."""
        return BELOW * self.received

    @property
    def router_cpu(self) -> float:
        """Processor time of a router each second for updates."""
        return BELOW * self.updates * self.model.router_cpu

    @property
    def note(self) -> float:
        """Seconds until a note is known: each router sends it to all below, one after another."""
        return self.model.note + len(self.tiers) * BELOW * self.model.router_cpu

    @property
    def healed(self) -> float:
        """Seconds until all agree after a partition in halves: each asks whose words it missed.

        All of the other half announce themselves anew then.
        """
        asking = min(self.robots, MOST_PEERS) / 2
        parts = READ_IN_PARTS if self.robots / 2 > MOST_ANNOUNCED else 0.0
        answers = max(0.0, asking - ANSWERS_AT_ONCE) / ANSWERS_A_SECOND
        carried = self.noted * asking * self.model.router_cpu
        return self.model.healed + parts + answers + carried + self.noted * self.model.take_cpu.own


def measured_table(runs: Sequence[ZenohMeasurement]) -> str:
    """Return what the runs without TLS measured."""
    plain = [one for one in runs if not one.is_secure]
    rows = {
        "load of the machine before": [f"{one.load:.1f}" for one in plain],
        "CPU of an idle robot, % of a core": [f"{100 * one.idle_cpu:.2f}" for one in plain],
        "CPU of the busier router, % of a core": [
            f"{100 * one.idle_router_cpu:.2f}" for one in plain
        ],
        "an idle robot sends and receives, MB a day": [
            f"{one.idle_sent * DAY / MEGA:.1f}, {one.idle_received * DAY / MEGA:.1f}"
            for one in plain
        ],
        "all have heard all, from the start of the processes, s": [
            f"{one.started:.1f}" for one in plain
        ],
        "a note is known to 99 % of the others after, s": [f"{one.note:.1f}" for one in plain],
        "received for an update by each robot, bytes": [
            f"{one.update_bytes:,.0f}" for one in plain
        ],
        "CPU of a robot for an update of another one, ms": [
            f"{1e3 * one.take_cpu:.2f}" for one in plain
        ],
        "CPU of both routers for it, for each robot, ms": [
            f"{1e3 * one.router_cpu:.2f}" for one in plain
        ],
        "robots that noted something during a partition": [str(one.authors) for one in plain],
        "after it 99 % and all agree after, s": [
            f"{one.healed_most:.1f}, {one.healed:.1f}" for one in plain
        ],
    }
    heads = [f"{one.robots} robots in {one.processes} processes" for one in plain]
    return _table(["", *heads], ([name, *values] for name, values in rows.items()))


def check_table(model: ZenohModel, runs: Sequence[ZenohMeasurement]) -> str:
    """Return what the model says of the larger runs, beside what they measured."""
    checked = [one for one in runs if not one.is_secure and one.robots not in SMALL]
    heads = [
        head for one in checked for head in (f"{one.robots}: model", "measured", "model is off by")
    ]
    here = [model.here(one) for one in checked]
    rows = []
    for name in here[0] if here else ():
        row = [name]
        for one in here:
            said, was = one[name]
            row += [f"{said:.3g}", f"{was:.3g}", f"{100 * (said / was - 1):+.0f} %"]
        rows.append(row)
    return _table(["", *heads], rows)


def tls_table(runs: Sequence[ZenohMeasurement]) -> str:
    """Return what TLS costs, of pairs of runs."""
    plain = {one.robots: one for one in runs if not one.is_secure}
    pairs = [(plain[one.robots], one) for one in runs if one.is_secure]
    heads = [
        head for one, _ in pairs for head in (f"{one.robots} robots: TCP", "TLS")
    ]  # fmt: skip
    rows = {
        "an idle robot sends, MB a day": (lambda one: f"{one.idle_sent * DAY / MEGA:.1f}"),
        "an idle robot receives, MB a day": (lambda one: f"{one.idle_received * DAY / MEGA:.1f}"),
        "CPU of an idle robot, % of a core": (lambda one: f"{100 * one.idle_cpu:.2f}"),
        "received for an update, bytes": (lambda one: f"{one.update_bytes:,.0f}"),
        "CPU of a robot for an update, ms": (lambda one: f"{1e3 * one.take_cpu:.2f}"),
        "CPU of both routers for it, for each robot, ms": (
            lambda one: f"{1e3 * one.router_cpu:.3f}"
        ),
        "99 % agree after a partition, s": (lambda one: f"{one.healed_most:.1f}"),
    }
    return _table(
        ["", *heads],
        ([name, *(say(one) for pair in pairs for one in pair)] for name, say in rows.items()),
    )


def tier_table(model: ZenohModel) -> str:
    """Return what large fleets on routers in tiers cost, from the model."""
    fleets = [Fleet(model, robots) for robots in (200, 1_000, 10_000)]
    rows = {
        "routers in each tier": [", ".join(map(str, one.tiers)) for one in fleets],
        "a robot receives, MB a day": [f"{one.received * DAY / MEGA:,.0f}" for one in fleets],
        "CPU of a robot, % of a core": [f"{100 * one.cpu:.2f}" for one in fleets],
        "a router sends, Mbit/s": [f"{one.router_sent * 8 / MEGA:,.2f}" for one in fleets],
        "CPU of a router, % of a core": [f"{100 * one.router_cpu:.2f}" for one in fleets],
        "99 % know a note after, s": [f"{one.note:.1f}" for one in fleets],
        "after a partition in halves 99 % agree after, s": [f"{one.healed:.1f}" for one in fleets],
    }
    heads = [f"{one.robots:,} robots" for one in fleets]
    return _table(["", *heads], ([name, *values] for name, values in rows.items()))


def _table(head: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def page_part(runs: Sequence[ZenohMeasurement]) -> str:
    """Return the part of the page that the runs give."""
    plain = {one.robots: one for one in runs if not one.is_secure}
    if not plain.keys() >= set(SMALL):
        raise SystemExit(f"the model needs runs of {SMALL[0]} and of {SMALL[1]} robots")
    model = ZenohModel.of(*(plain[robots] for robots in SMALL))
    return f"""{_BEGIN}{measured_table(runs)}

The model (`bench/zenoh_model.py`) has its parameters from {SMALL[0]} and {SMALL[1]} robots only. A
robot that shares a process and a host costs less, so what robots share is a parameter of its own.
Times are those of the small runs, plus the processor time of all robots and routers on the cores
that idle robots leave. What it says of the other runs:

{check_table(model, runs)}

The model leaves out the other work on the machine, which the times of the larger runs contain. It
also leaves out that a robot looks at the folder of its cards once a second, and at each card every
30 s: 4 µs a card (measured). Updates that come together cost less each, as they share a commit.

TLS with certificates of both sides, measured in the same run as plain TCP:

{tls_table(runs)}

CPU was counted in steps of 10 ms, so its second digit is uncertain.

From the model, for robots with a computer each, {BELOW} robots or routers below each router, and
one update per hour and robot (not measured):

{tier_table(model)}

A robot takes in updates of at most {MOST_PEERS:,} robots, those whose cards it has; the updates of
others arrive and are dropped. Only the server of a fleet takes in all. The model leaves out the
delay of the network between routers, and what Zenoh itself needs for the announcements of all
robots. A robot that joins finds all of 5,000 others after 26 s and all of 10,000 after 68 s
(measured, announced by one session on this machine; the router took 25 s of it).

{_END}"""


def write_page(page: Path, runs: Sequence[ZenohMeasurement]) -> None:
    """Replace that part of the page."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    after = rest.partition(_END)[2]
    page.write_text(f"{before}{page_part(runs)}{after}", encoding="utf-8")


if __name__ == "__main__":
    write_page(Path(sys.argv[1]), read_measurements())
