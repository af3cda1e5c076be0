"""Robots that ought to be heard, and are not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.week_counts import seconds_of
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.sharing.federation.update_verdict import NOT_LISTED, REVOKED

#: A robot tells something each day; after two it is missed.
HOURS = 48.0
#: Hours that may be asked for at most.
LONGEST = 10_000.0
_UNTRUSTED = (REVOKED, NOT_LISTED)
_WANTED = "problem NOT IN (?, ?)"


@dataclass(frozen=True)
class SilentRobot:
    """A robot that is trusted, and was not heard for long.

    Attributes:
        rrn, name: as the operator trusts it.
        model, site: as it told last.
        issued: when it made its last update, UTC; None where it was never heard.
        problem: why nothing of it is used; empty where that is not so.
    """

    rrn: str
    name: str
    model: str
    site: str
    issued: datetime | None
    problem: str


@dataclass(frozen=True)
class SilenceAnswer:
    """The robots that are silent.

    Attributes:
        silent: those that are longest silent.
        count: how many there are in all.
        robots: all that ought to be heard.
    """

    silent: tuple[SilentRobot, ...]
    count: int
    robots: int


def ask_silence(statements: Statements, hours: float, most: int, now: datetime) -> SilenceAnswer:
    """Return the robots whose last update is older than so many hours, or never came.

    Args:
        statements: of a transaction.
        hours: a robot makes an update at least once a day.
        most: robots that are returned.
        now: the time, UTC.

    Raises:
        InvalidInput: the hours are out of bounds.
    """
    if not 0.0 < hours <= LONGEST:
        defect = Defect("hours", f"{hours:g} is not above 0 and up to {LONGEST:g}")
        raise InvalidInput("nothing was searched", [defect])
    limit = seconds_of(now - timedelta(hours=hours))
    silent = f"({_WANTED} AND (issued IS NULL OR issued < ?))"
    rows = statements.rows(
        f"SELECT rrn, name, model, site, issued, problem FROM robots WHERE {silent} "
        "ORDER BY COALESCE(issued, 0), rrn LIMIT ?",
        *_UNTRUSTED, limit, most,
    )  # fmt: skip
    ((count,),) = statements.rows(f"SELECT COUNT(*) FROM robots WHERE {silent}", *_UNTRUSTED, limit)
    ((robots,),) = statements.rows(f"SELECT COUNT(*) FROM robots WHERE {_WANTED}", *_UNTRUSTED)
    return SilenceAnswer(
        tuple(
            SilentRobot(
                rrn, name, model, site,
                None if issued is None else datetime.fromtimestamp(issued, timezone.utc), problem,
            )
            for rrn, name, model, site, issued, problem in rows
        ),
        count,
        robots,
    )  # fmt: skip
