"""What the words of an extract mean."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import tag

_WORDS = (
    ("agent", ("a program that plans for the robot, usually with a language model; it is told what "
     "the memory holds, and may note something itself")),
    ("confidence", "a number from 0 to 1: how well an entry is borne out, and how lately"),
    ("detector", "a part of the software that watches messages for one kind of fault or event"),
    ("entry", ("one lasting sentence that the robot learned, with its confidence; it has an id "
     "such as mem-72720dcf")),
    ("ledger", "the database of observations; rows are numbered in the order in which they came"),
    ("limit", "a condition under which a fault comes more often, with what to prefer instead"),
    ("memory file", "the file robot-memory.md that holds all entries; people may edit it"),
    ("muted", "learned as before, but not told to agents, on a person’s word"),
    ("observation", ("one row of the ledger: the beginning or end of an occurrence, or what "
     "somebody said")),
    ("onset", "the beginning of an occurrence of a fault"),
    ("packet", "a list of rows and what is to change in them, for an operator to approve"),
    ("place", "where events of one sort come together on a map"),
    ("receipt", "a file that says what a run was to do, did, and how it is rolled back"),
    ("record of what the memory did", ("the file events.jsonl, in which every line holds the hash "
     "of what stands before it")),
    ("resolved", "cleared, on a person’s word: kept, and not told to agents"),
    ("topic", "a named channel on which parts of the robot send messages"),
)  # fmt: skip


def write_words(_facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    parts = [part for word, meaning in _WORDS
             for part in (tag("dt", word), tag("dd", meaning))]  # fmt: skip
    return [tag("dl", *parts)]
