"""A fact with its present activation and the facts that contradict it; counts of facts.

See docs/reference/facts.md, "Contradictions".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.entries.own_brackets import inner, without_our_brackets
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.ledger.observation import Source
from robot_memory.long_term.graph.fact import Fact

#: Who says so, in words.
_UNPROVEN = {Source.AGENT.value: "an agent", Source.CLAIMED.value: f"somebody {CLAIM},"}
#: How it ends what :func:`with_teller` returns.
SAYS_SO = " says so)"


def with_teller(words: str, word_of: str) -> str:
    """Return words with who says them behind: "Door sticks (an agent says so)".

    Args:
        word_of: the source, of one whose word proves nothing; empty: the words stand by themselves.
    """
    return f"{words} ({_UNPROVEN.get(word_of, word_of)}{SAYS_SO}" if word_of else words


@dataclass(frozen=True)
class KnownFact:
    """A fact with its present state.

    Attributes:
        fact: what was learned.
        activation: its present activation, in [0, 1].
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
    """How many facts there are, and their mean activation.

    Attributes:
        active_facts: those in ``facts.jsonl``.
        archived_facts: those in ``archived-facts.jsonl``.
        avg_activation: of the active facts, in [0, 1]; 0 without any.
        memory_md_lines: the number of lines of ``MEMORY.md``.
    """

    active_facts: int
    archived_facts: int
    avg_activation: float
    memory_md_lines: int

    @property
    def total_facts(self) -> int:
        """All facts, as in the document's example: 2847 = 2103 + 744."""
        return self.active_facts + self.archived_facts
