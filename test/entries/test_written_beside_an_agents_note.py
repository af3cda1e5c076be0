"""Text that a person writes in the file counts as a person's word, whatever an agent noted
(rules.md §1.4).
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from entry_builders import open_memory, save_by_renaming

from robot_memory import RobotMemory
from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.foundation.errors import UnknownEntry

KIND, OPEN, CLOSED = "environment_note", "Door is open", "Door is closed"
AGENT = "agent:planner"
SHORT, AGENTS = mint_id(KIND, OPEN), agents_id(OPEN)
ITEM = f'  - type: {KIND}\n    text: "{OPEN}"\n'
DEEDS = {
    "nothing": lambda memory: None,
    "mute": lambda memory: memory.mute(AGENTS, source=AGENT),
    "resolve": lambda memory: memory.resolve(AGENTS, source=AGENT),
    "correct": lambda memory: memory.correct(AGENTS, CLOSED, source=AGENT),
    "known": lambda memory: memory.declare_known(AGENTS, "harmless", source=AGENT),
}


@pytest.fixture(name="memory")
def memory_of_a_robot(home, clock):
    with open_memory(home, clock) as memory:
        memory.remember(KIND, "Ramp is steep")
        memory.save()
        yield memory


def write_first(text: str) -> str:
    return text.replace("entries:\n", f"entries:\n{ITEM}")


def write_last(text: str) -> str:
    return text.removesuffix("---\n") + ITEM + "---\n"


def save(memory, text):
    save_by_renaming(memory.home.memory_file, text)
    memory.save()


@pytest.mark.parametrize(
    ("deed", "write", "is_stale"),
    [
        *((deed, write_first, True) for deed in DEEDS),
        ("mute", write_last, False), ("resolve", write_first, False), ("correct", write_last, True),
    ],
)  # fmt: skip
def test_a_note_that_a_person_writes_in_the_file_is_a_persons_note(
    memory, home, clock, deed, write, is_stale
):
    stale = memory.home.memory_file.read_text()
    memory.remember(KIND, OPEN, source=AGENT)
    DEEDS[deed](memory)
    memory.save()
    save(memory, write(stale if is_stale else memory.home.memory_file.read_text()))
    for entry_id in (AGENTS, SHORT):
        with suppress(UnknownEntry):
            memory.forget(entry_id, source=AGENT)
    memory.save()

    assert memory.defects == ()
    assert f"[80%] {OPEN} #" in memory.context().text
    with RobotMemory.open(home, clock=clock) as again:
        entries = {entry.id: entry for _, entry in again.entries()}
    assert not entries[SHORT].is_agents_word
    assert (entries[SHORT].text, entries[SHORT].confidence) == (OPEN, 0.8)


def test_a_note_written_twice_in_the_file_is_used_once_and_reported(memory):
    save(memory, write_last(memory.home.memory_file.read_text()))
    save(memory, write_last(memory.home.memory_file.read_text()))

    (defect,) = memory.defects
    assert str(defect) == f"entries[2].id: {SHORT} is also the id of entries[1]"
    assert memory.context().text.count(OPEN) == 1
