"""The sentences in which robots tell of one fault: none speaks for the others."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from robot_memory.applications.fleet.database import Statements
from robot_memory.applications.fleet.fleet_fault import FleetFault
from robot_memory.entries.agreeing_entries import without_numbers

_MOST_TEXTS = 1000  # that are searched: those of most robots
_MOST_STATEMENTS = 50_000  # of robots about one fault that are read
_LONGEST = 4000  # characters of what is searched
_TOLD = """SELECT DISTINCT text, rrn FROM lessons WHERE fault = ? AND withdrawn IS NULL
ORDER BY text, rrn LIMIT ?"""
#: All texts of a fault, those that are told now first.
_KEPT = """SELECT text FROM lessons WHERE fault = ? GROUP BY text
ORDER BY MIN(COALESCE(withdrawn, 0)), COUNT(DISTINCT rrn) DESC, text LIMIT ?"""


@dataclass(frozen=True)
class FaultSentence:
    """What robots say of a fault, in words that differ in numbers alone.

    Attributes:
        text: as one of them says it.
        robots: how many say so now.
    """

    text: str
    robots: int


def sentences_of(statements: Statements, fault: int) -> list[FaultSentence]:
    """Return the sentences in which robots tell of a fault now, that of most robots first.

    Of what equally many tell, the one sentence of a robot comes before the many of another one. A
    robot that says a sentence with several numbers is one robot.
    """
    by_text: defaultdict[str, list[str]] = defaultdict(list)
    for text, rrn in statements.rows(_TOLD, fault, _MOST_STATEMENTS):
        by_text[text].append(rrn)
    sentences = Counter(chain.from_iterable(by_text.values()))  # of each robot
    robots: defaultdict[str, set[str]] = defaultdict(set)
    texts: dict[str, str] = {}
    for text in sorted(by_text, key=lambda text: -len(by_text[text])):
        words = without_numbers(text)
        robots[words].update(by_text[text])
        texts.setdefault(words, text)

    def rank(words: str) -> tuple[int, float]:
        return -len(robots[words]), -sum(1.0 / sentences[rrn] for rrn in robots[words])

    return [FaultSentence(texts[words], len(robots[words])) for words in sorted(robots, key=rank)]


def store_searched_words(statements: Statements, faults: Iterable[FleetFault]) -> None:
    """Let faults that are stored be found by the words of what a robot says of them now."""
    said = {one.id: one.searched for one in faults}
    if not said:
        return
    marks = ", ".join("?" * len(said))
    rows = statements.rows(f"SELECT id, words FROM faults WHERE id IN ({marks})", *said)
    more = [
        (f"{words} {said[number]}"[:_LONGEST], number)
        for number, words in rows
        if said[number] not in words and len(words) < _LONGEST
    ]
    statements.run_many("UPDATE faults SET words = ? WHERE id = ?", more)


def mend_fault(statements: Statements, fault: int) -> None:
    """Tell a fault in the words of robots that are still there, or delete it with the last one."""
    known = statements.rows("SELECT detector, component, symptom FROM faults WHERE id = ?", fault)
    kept = statements.rows(_KEPT, fault, _MOST_TEXTS)
    if not known or not kept:
        statements.run("DELETE FROM faults WHERE id = ?", fault)
        statements.run("DELETE FROM fault_robots WHERE fault = ?", fault)
        return
    detector, component, symptom = known[0]
    mended = [FleetFault(detector, component, symptom, text) for (text,) in kept]
    words = " ".join(dict.fromkeys((mended[0].words, *(one.searched for one in mended))))
    statements.run(
        "UPDATE faults SET text = ?, words = ?, "
        "first_seen = (SELECT MIN(first_seen) FROM lessons WHERE fault = ?), "
        "last_seen = (SELECT MAX(last_seen) FROM lessons WHERE fault = ?) WHERE id = ?",
        mended[0].text, words[:_LONGEST], fault, fault, fault,
    )  # fmt: skip
