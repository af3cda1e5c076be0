"""What federation costs sites of any size: formulas, checked against what bench/fleet.py measured.

    python bench/fleet_model.py          prints the tables of docs/reference/fleet-size.md

Two things grow: discovery, which each robot says to each other one all the time, and updates, which
are sent to each other one when something changes. Both are counted in bytes of Ethernet frames.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Bytes of the frame in which a DDS participant announces itself (Fast DDS 2.14, counted).
ANNOUNCEMENT = 542
#: Bytes a second that a robot sends and receives where a discovery server stands between them: the
#: same for 2, 4 and 8 robots (counted, shipped profile).
SERVED = 630, 270
#: Seconds between announcements with the shipped profile; Fast DDS's own default is 3.
SHIPPED = 1.0
#: Bytes that an update takes on its way to one robot, of about ten notes (counted).
UPDATE = 8_000
#: Longest that a change waits to be told: two looks, half a second apart, and the second between.
COALESCED = 2.0
HOUR = 3600.0
MEGA = 1e6

#: MB an hour that an idle robot sends and receives, measured with the shipped profile by
#: bench/fleet.py, by the number of robots.
MEASURED: dict[int, tuple[float, float]] = {
    2: (5.84, 5.89),
    5: (11.73, 23.49),
    10: (21.53, 52.98),
    20: (41.12, 111.55),
}


@dataclass(frozen=True)
class Site:
    """Robots that hear each other directly.

    Attributes:
        robots: how many.
        period: seconds between the announcements of a robot.
        domains: DDS domains that each robot is in: 2 where the peers have one of their own.
        changes: updates that a robot has reason to send in an hour.
        bandwidth: of the network that all share, bytes a second.
        server: whether a discovery server keeps robots from announcing themselves to each other.
    """

    robots: int
    period: float = SHIPPED
    domains: int = 2
    changes: float = 1.0
    bandwidth: float = 20e6 / 8
    server: bool = False

    @property
    def sent(self) -> float:
        """Bytes a second that an idle robot sends: to each other one, and to all in each domain."""
        if self.server:
            return SERVED[0]
        return ANNOUNCEMENT * (self.robots - 1 + self.domains) / self.period

    @property
    def received(self) -> float:
        """Bytes a second that an idle robot receives: what is for it, and what is for all."""
        if self.server:
            return SERVED[1]
        return ANNOUNCEMENT * (self.robots - 1) * (1 + self.domains) / self.period

    @property
    def updates(self) -> float:
        """Bytes a second of updates that a robot sends."""
        return UPDATE * (self.robots - 1) * self.changes / HOUR

    @property
    def load(self) -> float:
        """Bits a second that all robots send together."""
        return self.robots * (self.sent + self.updates) * 8

    @property
    def convergence(self) -> float:
        """Seconds at most until all know what one of them has noted."""
        return COALESCED + UPDATE * (self.robots - 1) / self.bandwidth


def per_hour(rate: float) -> float:
    """Return megabytes an hour."""
    return rate * HOUR / MEGA


def comparison_table() -> str:
    """Return the model beside the measurements."""
    lines = [
        "| robots | sent, measured | model | received, measured | model |",
        "|---|---|---|---|---|",
    ]
    for robots, (sent, received) in sorted(MEASURED.items()):
        site = Site(robots)
        lines.append(
            f"| {robots} | {sent:.1f} | {per_hour(site.sent):.1f} "
            f"| {received:.1f} | {per_hour(site.received):.1f} |"
        )
    return "\n".join(lines)


def site_table() -> str:
    """Return what one flat topic costs."""
    lines = [
        (
            "| robots on one topic | each sends, MB/h | updates in that, MB/h "
            "| all together, Mbit/s | with a discovery server, Mbit/s | all know a note after |"
        ),
        "|---|---|---|---|---|---|",
    ]
    for robots in (10, 20, 50, 100, 250, 1_000, 10_000):
        site, served = Site(robots), Site(robots, server=True)
        lines.append(
            f"| {robots:,} | {per_hour(site.sent + site.updates):,.0f} "
            f"| {per_hour(site.updates):,.1f} | {site.load / MEGA:,.1f} "
            f"| {served.load / MEGA:,.2f} | {site.convergence:,.1f} s |"
        )
    return "\n".join(lines)


def fleet_table(size: int = 50) -> str:
    """Return what a fleet costs whose sites of ``size`` robots a router joins."""
    lines = [
        (
            f"| robots | sites of at most {size} | on each site's network, Mbit/s "
            "| with a discovery server | into each site if all hear all, kbit/s |"
        ),
        "|---|---|---|---|---|",
    ]
    for robots in (10, 100, 1_000, 10_000):
        sites = max(1, -(-robots // size))
        site, served = Site(min(size, robots)), Site(min(size, robots), server=True)
        foreign = (robots - site.robots) * UPDATE * site.changes / HOUR
        lines.append(
            f"| {robots:,} | {sites} | {site.load / MEGA:.1f} | {served.load / MEGA:.2f} "
            f"| {foreign * 8 / 1e3:,.0f} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(comparison_table(), site_table(), fleet_table(), sep="\n\n")
