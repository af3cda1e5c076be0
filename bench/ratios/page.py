"""The documentation page of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from ratios.chart import charts
from ratios.measured import CostRatio, Growth, shown
from ratios.run_record import MOST_CHANGE, RunRecord

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "reference" / "speed.md"
PICTURE = DOCS / "images" / "growth.svg"
_PERCENT = round(100 * (MOST_CHANGE - 1))


def write(record: RunRecord) -> None:
    """Write the page and its charts."""
    PAGE.write_text(page(record), encoding="utf-8")
    PICTURE.write_text(charts(record.growths), encoding="utf-8")


def page(record: RunRecord) -> str:
    """Return the page."""
    machine = "\n".join(f"- {name}: {value}" for name, value in record.machine.items())
    return f"""# Speed and cost, beside what you know

<!-- Written by `make bench ARGS="ratios --record"`. -->

Both sides of each line ran on one machine in one run, in turn or at the same time. So compare
ratios between machines, not seconds. Ratios are medians of pairs, in processor time, or in wall
time where a disk is waited for; times are medians, too. Measured on {record.day}, on this machine:

{machine}

{"".join(_groups(record.ratios))}## How costs grow

![Charts of costs against sizes, both in powers of ten](../images/growth.svg)

The exponent is the power of the size that the cost follows: 0 is constant, 1 proportional. It is
the slope of a least-squares line through the logarithms. Times in the tables above are medians, the
others minima.

{_growth_table(record.growths)}

## Run it

`make bench ARGS=ratios` measures all this again, and fails if a ratio differs from the recorded one
by more than {_PERCENT} %. On a busy machine that may be noise: run it again. `make bench
ARGS="ratios --record"` records the run in `bench/ratios/recorded.json`, and writes this page.
`make bench ARGS="ratios --only recordings"` measures one part.
"""


def _groups(ratios: Sequence[CostRatio]) -> Iterator[str]:
    for group in dict.fromkeys(one.group for one in ratios):
        rows = [
            f"| {one.name} | {one.baseline} | {shown(one.ours)} : {shown(one.theirs)} {one.unit} "
            f"| {one.ratio:.3g} |"
            for one in ratios
            if one.group == group
        ]
        head = "| what | beside | robot_memory : it | ratio |\n|---|---|---|---|"
        yield "\n".join([f"## {group}\n", head, *rows, "\n"])


def _growth_table(growths: Sequence[Growth]) -> str:
    rows = [
        f"| {one.name}, {one.unit} | {one.size} | "
        + ", ".join(f"{size:,g}: {shown(cost)}" for size, cost in one.points)
        + f" | {one.exponent:.2f} |"
        for one in growths
    ]
    return "\n".join(["| cost | grows with | measured | exponent |", "|---|---|---|---|", *rows])
