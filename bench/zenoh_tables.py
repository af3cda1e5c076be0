"""What many robots over Zenoh cost: the tables of docs/reference/fleet-size.md.

    python bench/zenoh_tables.py PAGE

writes them anew from the kept measurements, as ``make bench ARGS="zenoh-scale --docs"`` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from zenoh_measurement import ZenohMeasurement, read_measurements

DAY, MEGA = 86400.0, 1e6
_BEGIN, _END = "<!-- zenoh-scale: written by the bench -->\n", "<!-- end of zenoh-scale -->"


def measured_table(runs: Sequence[ZenohMeasurement]) -> str:
    """Return the table of the runs without TLS."""
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


def tls_table(runs: Sequence[ZenohMeasurement]) -> str:
    """Return the table of the cost of TLS, from pairs of runs."""
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


def _table(head: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(row)} |".replace("|  |", "| |") for row in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def page_part(runs: Sequence[ZenohMeasurement]) -> str:
    """Return the part of the page made from the runs."""
    return f"""{_BEGIN}{measured_table(runs)}

TLS with certificates of both sides, measured in the same run as plain TCP:

{tls_table(runs)}

CPU was counted in steps of 10 ms, so its second digit is uncertain.

A robot takes in updates of at most 1,024 robots, those whose cards it has; the updates of others
arrive and are dropped. Only the server of a fleet takes in all. A robot that joins finds all of
5,000 others after 26 s and all of 10,000 after 68 s (measured, announced by one session on this
machine; the router took 25 s of it).

{_END}"""


def write_page(page: Path, runs: Sequence[ZenohMeasurement]) -> None:
    """Replace this part of the page."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    after = rest.partition(_END)[2]
    page.write_text(f"{before}{page_part(runs)}{after}", encoding="utf-8")


if __name__ == "__main__":
    write_page(Path(sys.argv[1]), read_measurements())
