"""An agent's note strengthens no entry of others, in the file or in the archive (rules.md §2.7)."""

from __future__ import annotations

import pytest
from entry_builders import (
    KEY,
    TEXT,
    at,
    fold,
    make_entry,
    make_note,
    make_row,
    observe,
)

from robot_memory.entries.entry_event import ArchivedEntry
from robot_memory.entries.entry_id import agents_id
from robot_memory.ledger import Kind, Source

KIND, BLOCKED = "environment_note", "The fire door is blocked by a pallet"
PERSON, AGENT, CLAIMED = "person:ada", "agent:planner", "claimed:ada"
OWN = agents_id(TEXT)
#: Archived entries that are not an agent's word, as they were when they left the file.
OTHERS = {
    "a person's": make_entry(confidence=0.58),
    "a detector's": make_entry(confidence=0.58, extra={"key": KEY.as_list()}),
    "an agent's, that a person worded": make_entry(
        TEXT, confidence=0.58, id="mem-00000000", extra={"source": "agent"}
    ),
}
#: Entries that a person muted or declared known before they left the file.
QUIETED = {
    "muted": {"muted_until": "unmuted", "muted_by": PERSON},
    "known": {"known_since": at(), "known_until": "worse", "known_by": PERSON},
}


def entry_of(memory, entry_id):
    return next(entry for _, entry in memory.entries(include_resolved=True) if entry.id == entry_id)


def faded(memory, clock, source=PERSON):
    """Note a text, let it fade into the archive, and return the entry as first noted."""
    noted = memory.remember(KIND, BLOCKED, source=source).id
    memory.save()
    entry = entry_of(memory, noted)
    let_fade(memory, clock, noted)
    return entry


def let_fade(memory, clock, noted):
    for day in range(1, 20):
        clock.set(at(day))
        observe(memory)
        memory.save()
    assert noted not in memory.home.memory_file.read_text()
    assert noted in memory.home.archive.read_text()


def archived(entry, *, pruned=True):
    return [ArchivedEntry(entry, pruned=pruned, seq=1)]


@pytest.mark.parametrize("source", [AGENT, CLAIMED])
def test_an_agents_repetition_of_a_persons_faded_note_is_a_separate_note(memory, clock, source):
    person = faded(memory, clock)

    noted = memory.remember(KIND, BLOCKED, source=source)
    again = entry_of(memory, noted.id)

    assert noted.id == agents_id(BLOCKED) != person.id
    assert (again.is_agents_word, again.confidence, again.observation_count) == (True, 0.4, 1)


@pytest.mark.parametrize("how", ["mute", "declare_known"])
def test_an_agents_repetition_of_a_faded_note_that_a_person_silenced_is_not_counted_or_shown(
    memory, clock, how
):
    def quiet(entry_id):
        reason = {"mute": {"why": "we know"}, "declare_known": {"reason": "we know"}}[how]
        getattr(memory, how)(entry_id, source=PERSON, **reason)

    noted = memory.remember(KIND, BLOCKED, source=AGENT).id
    quiet(noted)
    let_fade(memory, clock, noted)

    again = memory.remember(KIND, BLOCKED, source=AGENT)

    assert (again.id, again.created) == (noted, False)
    assert "not counted" in again.message
    assert BLOCKED not in [entry.text for _, entry in memory.entries()]


@pytest.mark.parametrize("source", [Source.AGENT, Source.CLAIMED])
@pytest.mark.parametrize("pruned", [True, False])
@pytest.mark.parametrize("whose", OTHERS)
def test_an_agents_row_does_not_restore_another_authors_entry(whose, pruned, source):
    """Such rows are in ledgers of an earlier version: they name the entry itself."""
    old = OTHERS[whose]
    rows = [
        make_note(2, at(1), source=source, confidence=0.4, entry_id=old.id),
        make_note(3, at(2), source=source, confidence=0.4, entry_id=old.id),
    ]
    entries, changes = fold([], rows, archived=archived(old, pruned=pruned))

    assert [change.kind for change in changes] == ["created", "reinforced"]
    assert [(one.id, one.is_agents_word) for one in entries.values()] == [(OWN, True)]
    assert entries[OWN].confidence < 0.58


@pytest.mark.parametrize("decision", QUIETED)
@pytest.mark.parametrize("is_agents", [True, False])
def test_an_agents_row_does_not_change_an_entry_that_a_person_silenced(decision, is_agents):
    extra = {**QUIETED[decision], **({"source": "agent"} if is_agents else {})}
    old = make_entry(extra=extra)
    row = make_note(2, at(1), source=Source.AGENT, confidence=0.4)

    assert fold([], [row], archived=archived(old)) == ({}, [])


def test_attempts_reported_by_agents_do_not_restore_a_detectors_entry():
    old = make_entry(confidence=0.58, extra={"key": KEY.as_list()})
    row = make_row(
        2, at(1), Kind.OUTCOME, source=Source.AGENT, confidence=0.4, entry_id=old.id, key=KEY
    )
    entries, _ = fold([], [row], archived=archived(old))

    assert [(one.id, one.is_agents_word, one.key) for one in entries.values()] == [(OWN, True, KEY)]
    assert entries[OWN].confidence == 0.4
