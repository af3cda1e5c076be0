"""A question as it is searched for, checked."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.field_limits import beyond_limits
from robot_memory.errors import Defect, InvalidInput
from robot_memory.recall.hit import HitSource
from robot_memory.unicode_text import storable

MOST_HITS = 1000
#: Of a longer question the beginning is searched for.
LONGEST_QUERY = 4_000  # characters


@dataclass(frozen=True)
class Query:
    """What somebody wants to know.

    Attributes:
        query: the question, or words.
        limit: so many hits at most.
        sources: only from these; empty: from all.
        speaker, component: only what was said by them, or is about it; empty: any.
        since, until: only what is of that time; None leaves it open.
    """

    query: str
    limit: int
    sources: tuple[str, ...] = ()
    speaker: str = ""
    component: str = ""
    since: datetime | None = None
    until: datetime | None = None


def ask(
    query: str,
    *,
    limit: int = 10,
    sources: Collection[str] = (),
    speaker: str = "",
    component: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> Query:
    """Check a question.

    Raises:
        InvalidInput: lists all that is wrong with it; nothing was searched.
    """
    defects = []
    if not query.strip():
        defects.append(Defect("query", "is empty; ask a question, or give words"))
    if type(limit) is not int or not 1 <= limit <= MOST_HITS:
        defects.append(Defect("limit", f"{limit!r:.80} is not between 1 and {MOST_HITS}"))
    known = [source.value for source in HitSource]
    given = (sources,) if isinstance(sources, str) else tuple(map(str, sources))
    for name in given:
        if name not in known:
            defects.append(Defect("sources", f"{name!r:.80} is none of {', '.join(known)}"))
    for name, time in (("since", since), ("until", until)):
        if time is not None and time.tzinfo is None:
            defects.append(Defect(name, f"{time.isoformat()} has no time zone"))
    if not defects and since is not None and until is not None and until < since:
        problem = f"{until.isoformat()} is before since, {since.isoformat()}"
        defects.append(Defect("until", problem))
    defects += beyond_limits(speaker=speaker, component=component)
    if defects:
        raise InvalidInput("nothing was searched", defects)
    valid = storable(query)
    return Query(valid[:LONGEST_QUERY], limit, given, speaker.strip(), component.strip(), since,
                 until)  # fmt: skip
