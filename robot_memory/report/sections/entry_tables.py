"""Tables of entries: what several sections show of them."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from robot_memory.entries import MemoryEntry
from robot_memory.entries.lifecycle import HIGH, MEDIUM, band
from robot_memory.ledger import Severity
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.markup import Child, tag
from robot_memory.report.report_text import code, confidence, identifier, said, when
from robot_memory.report.tables import Cell, columns, table

_BANDS = {HIGH: "high", MEDIUM: "medium"}
_HEADS = columns(
    "words: What was learned", "number: Confidence", "number: Observed", "number: In the period",
    "time: First seen (UTC)", "time: Last seen (UTC)", "words: Standing",
)  # fmt: skip
SHOW = (code("robot-memory show --all"), " lists every entry")


def entry_table(
    caption: str, facts: ExtractFacts, entries: Sequence[tuple[float, MemoryEntry]], empty: str
) -> list[Element]:
    """Return a table of entries that are not resolved, in order."""
    rows = [_row(facts, value, entry) for value, entry in entries[:100]]
    return table(caption, _HEADS, rows, empty=empty, rest=SHOW, total=len(entries))


def _row(facts: ExtractFacts, value: float, entry: MemoryEntry) -> list[Cell]:
    in_period = facts.observed.get(entry.id, 0)
    return [
        lesson(entry, _severity(facts, entry)), f"{confidence(value)} {band_word(value)}",
        f"{entry.observation_count:,}", f"{in_period:,}", when(entry.first_seen),
        when(entry.last_reinforced), standing(facts, value, entry),
    ]  # fmt: skip


def _severity(facts: ExtractFacts, entry: MemoryEntry) -> str:
    """Return how bad the newest observation was said to be; empty where nobody said so."""
    rows = facts.evidence.get(entry.id)
    severity = rows[-1].severity if rows else Severity.OK
    return "" if severity is Severity.OK else severity.value


def lesson(entry: MemoryEntry, severity: str = "") -> list[Child]:
    """Return the sentence of an entry, with its id and what it is about.

    Args:
        entry: which.
        severity: how bad it was said to be; may be empty.
    """
    about: list[Child] = [tag("br"), identifier(entry.id)]
    if entry.key is not None and entry.key.component:
        about += [" about ", said(entry.key.component)]
    if severity:
        about.append(f", severity as reported: {severity}")
    return [said(entry.text), tag("span", *about, class_="small")]


def band_word(value: float) -> str:
    """Return the word for how high a confidence is."""
    return _BANDS.get(band(value), "low")


def standing(facts: ExtractFacts, value: float, entry: MemoryEntry) -> list[Child]:
    """Return what is made of an entry at the time of the extract."""
    words: list[Child] = [_told(facts, value, entry)]
    if entry.is_agents_word:
        words.append("; an agent’s word that nobody has confirmed")
    if "recovered_note" in entry.extra:
        words += ["; stays away, and waits for a person to resolve it: ",
                  said(entry.extra["recovered_note"])]  # fmt: skip
    return words


def _told(facts: ExtractFacts, value: float, entry: MemoryEntry) -> str:
    if entry.id in facts.told:
        return "agents are told"
    if entry.is_muted(facts.now.time):
        return "muted by a person: agents are not told"
    if value < facts.settings.inject_min:
        return f"weaker than {facts.settings.inject_min:g}: agents are not told"
    return f"beyond {facts.settings.token_budget} tokens: agents are told where they ask for it"
