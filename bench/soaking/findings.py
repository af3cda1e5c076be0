"""The findings of a soak: what grows, and the page about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

from robot_memory.applications.reliability.rate_statistics import compare_rates, estimate_rate
from soaking.failures import FAILURES_A_DAY
from soaking.usage import MONTH, Usage, growth

LEARNING = 10  # first days that do not count: bounded parts are filling
FEWEST_DAYS = MONTH + LEARNING
#: Growth is a gain in the later months above this share of the first month's level or rate.
MEMORY_SHARE, COUNT_SHARE, DISK_SHARE = 0.05, 0.05, 1.2
#: A node that ignores its messages: its growth is not ours, so it has no bound.
BASELINE = "typed subscribers"
#: The files of a home outside its folders: the memory file, the databases, and small files.
FILES = "memory file and databases"
_TEMPLATE = Path(__file__).with_name("page.md")


@dataclass(frozen=True)
class Sample:
    """The measurements at the end of a day.

    Attributes:
        day: its number, from 1.
        usage: of each process, by name.
        disk: megabytes of the home by folder; files outside folders as ``FILES``.
        alarms: of this day.
        rows: of the ledger so far.
    """

    day: int
    usage: dict[str, Usage]
    disk: dict[str, float]
    alarms: int
    rows: int


@dataclass(frozen=True)
class Finding:
    """A line of the table: the measured value, its bound, and whether it keeps the bound."""

    what: str
    value: str
    bound: str
    is_well: bool


def findings(samples: Sequence[Sample]) -> Iterator[Finding]:
    """Yield the findings about each process and the home."""
    yield from _of_processes(samples)
    yield _of_disk(samples)
    yield _of_alarms(samples)


def _of_processes(samples: Sequence[Sample]) -> Iterator[Finding]:
    later = len(samples) - MONTH
    for name in samples[0].usage:
        for what, share in (
            ("megabytes", MEMORY_SHARE), ("handles", COUNT_SHARE), ("threads", COUNT_SHARE),
        ):  # fmt: skip
            grown = growth([float(getattr(one.usage[name], what)) for one in samples], LEARNING)
            is_ours = name != BASELINE
            yield Finding(
                f"{name}: {what}",
                f"{grown.level:.0f}, {grown.later * later:+.1f} in {later} days",
                f"<= {share:.0%} of the first month's" if is_ours else "",
                not is_ours or grown.is_flat(share, later),
            )


def _of_disk(samples: Sequence[Sample]) -> Finding:
    """Judge the home without the black box, which has its own bound and soon reaches it."""
    sizes = [sum(one.disk.values()) - one.disk.get("black_box", 0.0) for one in samples]
    grown = growth(sizes, LEARNING)
    return Finding(
        "disk, without the black box",
        f"{grown.first:.3f} MB a day, then {grown.later:.3f}",
        f"<= {DISK_SHARE:g} of the first month's",
        grown.later <= DISK_SHARE * max(grown.first, 0.0),
    )


def _of_alarms(samples: Sequence[Sample]) -> Finding:
    alarms = [one.alarms for one in samples]
    first, later = alarms[LEARNING:MONTH], alarms[MONTH:]
    before, after = estimate_rate(sum(first), len(first)), estimate_rate(sum(later), len(later))
    assert before is not None
    assert after is not None
    return Finding(
        "alarms a robot-day",
        f"{before.value:.2f}, then {after.value:.2f} ({FAILURES_A_DAY:.2f} failures a day)",
        "not more than in the first month, beyond chance (95 %)",
        compare_rates(before, after).low <= 1.0,
    )


def page(lines: Sequence[Finding], samples: Sequence[Sample], day: float, rate: float) -> str:
    """Return the page.

    Args:
        lines: the findings.
        samples: one for each day.
        day: the length of a day, s.
        rate: messages a second.
    """
    table = ["| what | first month, and later | bound | |", "|---|---|---|---|"]
    for one in lines:
        verdict = "ok" if one.is_well else "**grows**"
        table.append(f"| {one.what} | {one.value} | {one.bound} | {verdict} |")
    last = samples[-1]
    return _TEMPLATE.read_text(encoding="utf-8").format(
        today=datetime.now(timezone.utc).date(), days=len(samples), table="\n".join(table),
        day=f"{day:g}", share=f"{day / 864.0:.3f}", rate=f"{rate:.0f}",
        by_month="\n".join(_by_month(samples)), learning=LEARNING, rows=last.rows,
        processor=", ".join(f"{name} {one.processor:.0f} s" for name, one in last.usage.items()),
        disk=", ".join(f"{name} {size:.1f}" for name, size in last.disk.items() if size >= 0.05),
    )  # fmt: skip


def _by_month(samples: Sequence[Sample]) -> Iterator[str]:
    names = list(samples[0].usage)
    yield f"| day | {' | '.join(f'{name}, MB' for name in names)} | disk, MB |"
    yield "|---" * (len(names) + 2) + "|"
    for one in [samples[LEARNING - 1], *samples[MONTH - 1 :: MONTH]]:
        cells = [f"{one.usage[name].megabytes:.0f}" for name in names]
        yield f"| {one.day} | {' | '.join(cells)} | {sum(one.disk.values()):.1f} |"
