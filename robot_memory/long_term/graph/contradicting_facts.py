"""Which facts contradict each other, and which of those was said last.

Nothing is merged away: a robot that was told "docked at bay 2" and later "docked at bay 3" knows
both, who said so, and which is newer.

See docs/reference/facts.md, "Contradictions".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from robot_memory.long_term.graph.fact import OBSERVATIONS, Fact

# Relations that a subject can have to many objects at once, by their first word: two of them do
# not contradict each other. Any other relation is taken to have one object at a time. A mistake
# costs a mark, never a fact.
_MANY = frozenset(
    "has have had contains includes consists uses used knows likes dislikes loves hates prefers "
    "avoids needs requires supports contradicts depends owns visited visits met meets speaks "
    "said says mentions mentioned reports reported observed saw sees noticed asked wants can "
    "could may might must should cannot does did do related connected linked near next part "
    "member instance type kind is_a example follows causes caused triggers affects blocks "
    "works worked learned taught tested tried bought sold made built received sent gave".split()
)


def is_single(predicate_form: str) -> bool:
    """Tell whether a relation has one object at a time, as "started_on" has."""
    if predicate_form in OBSERVATIONS or predicate_form in _MANY:
        return False
    return predicate_form.partition("_")[0] not in _MANY


def said_at(fact: Fact, stated: datetime | None) -> datetime:
    """Return when a fact was said last, for the order of facts.

    Args:
        stated: when it was said anew; None where it was not.
    """
    return max(fact.said, stated or fact.said)


def last_stated(facts: Iterable[Fact], stated: Mapping[str, datetime | None]) -> Fact:
    """Return the fact that was said last; of two at the same time the one stored last.

    Args:
        facts: of one topic, in the order in which they were stored; at least one.
        stated: when facts were said anew, by id; None where they were not.
    """
    newest: Sequence[Fact] = sorted(facts, key=lambda fact: said_at(fact, stated.get(fact.id)))
    return newest[-1]
