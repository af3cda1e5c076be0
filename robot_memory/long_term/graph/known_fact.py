"""A fact with its present activation and the facts that contradict it; counts of facts.

Nothing is merged away: a robot that was told "docked at bay 2" and later "docked at bay 3" knows
both, who said so, and which is newer.

See docs/reference/facts.md, "Contradictions".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.peer_text import inner, without_our_brackets
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.ledger.observation import Source
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
#: Who says so, in words.
_UNPROVEN = {Source.AGENT.value: "an agent", Source.CLAIMED.value: f"somebody {CLAIM},"}
#: How it ends what :func:`with_teller` returns.
SAYS_SO = " says so)"


def is_single(predicate_form: str) -> bool:
    """Tell whether a relation has one object at a time, as "started_on" has."""
    if predicate_form in OBSERVATIONS or predicate_form in _MANY:
        return False
    return predicate_form.partition("_")[0] not in _MANY


def said_at(fact: Fact, stated: datetime | None) -> datetime:
    """Return when a fact was said last, for the order of facts; ``stated`` is when it was anew."""
    return max(fact.said, stated or fact.said)


def last_stated(facts: Iterable[Fact], stated: Mapping[str, datetime | None]) -> Fact:
    """Return the fact of a topic that was said last; of two at one time the one stored last."""
    return sorted(facts, key=lambda fact: said_at(fact, stated.get(fact.id)))[-1]


def with_teller(words: str, word_of: str) -> str:
    """Return words with who says them, if that proves nothing: "Door sticks (an agent says so)"."""
    return f"{words} ({_UNPROVEN.get(word_of, word_of)}{SAYS_SO}" if word_of else words


@dataclass(frozen=True)
class KnownFact:
    """A fact with its present state.

    Attributes:
        current: whether no later fact contradicts it.
        rivals: the ids of the facts that contradict it, oldest first.
        confirmed: whether it was stated again after all facts that contradict it.
    """

    fact: Fact
    activation: float
    current: bool = True
    rivals: tuple[str, ...] = ()
    confirmed: bool = False

    @property
    def text(self) -> str:
        """The fact as a sentence; if other facts contradict it, with its state and source.

        What only an agent says, or who is only said to be a person, says that.
        """
        words = without_our_brackets(self.fact.text)
        if not self.rivals:
            return with_teller(words, self.fact.word_of)
        word = "current" if self.current else "superseded"
        return f"{words} ({word}; {inner(self.fact.source) or 'source unknown'})"


@dataclass(frozen=True)
class FactCounts:
    """How many facts there are, and the mean activation of the active ones; 0 without any."""

    active_facts: int
    archived_facts: int
    avg_activation: float
    memory_md_lines: int

    @property
    def total_facts(self) -> int:
        """All facts, as in the document's example: 2847 = 2103 + 744."""
        return self.active_facts + self.archived_facts
