"""Mean operating time between failures, by what robots are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.schema import DIMENSIONS
from robot_memory.applications.fleet.week_counts import week_of
from robot_memory.applications.reliability.poisson_bounds import RateEstimate, estimate_rate
from robot_memory.foundation.errors import Defect, InvalidInput

LONGEST_WEEKS = 56


@dataclass(frozen=True)
class PartReliability:
    """The failures of a part of the fleet.

    Attributes:
        value: which part: a model, a site; empty for robots that do not tell.
        rate: failures for each hour of operation, with its exact interval (95 %); None of no hours.
    """

    value: str
    rate: RateEstimate | None


def ask_mtbf(
    statements: Statements, dimension: str, weeks: int, today: date
) -> list[PartReliability]:
    """Return the failures of each part, of the longest running one first.

    Args:
        statements: of a transaction.
        dimension: what robots are told apart by; empty: the fleet as one.
        weeks: how many, the present one included.
        today: a day of the present week.

    Raises:
        InvalidInput: the dimension is not known, or the weeks are too many.
    """
    defects = []
    if dimension not in ("", *DIMENSIONS):
        defects.append(Defect("by", f"{dimension!r:.40} is not one of {', '.join(DIMENSIONS)}"))
    if not 1 <= weeks <= LONGEST_WEEKS:
        defects.append(Defect("weeks", f"{weeks} is not from 1 to {LONGEST_WEEKS}"))
    if defects:
        raise InvalidInput("nothing was computed", defects)
    rows = statements.rows(
        "SELECT value, SUM(minutes), SUM(failures) FROM exposure "
        "WHERE dimension = ? AND week > ? GROUP BY value ORDER BY SUM(minutes) DESC, value",
        dimension, week_of(today) - weeks,
    )  # fmt: skip
    return [
        PartReliability(value, estimate_rate(int(failures), float(minutes) / 60.0))
        for value, minutes, failures in rows
        if minutes
    ]
