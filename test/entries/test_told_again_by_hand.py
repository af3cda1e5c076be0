"""An entry that a person reopens, unmutes or rewords in the file is shown again (rules.md §1.6)."""

from __future__ import annotations

import re

import pytest
from entry_builders import save_by_renaming

from robot_memory import RobotMemory
from robot_memory.foundation.errors import RobotMemoryError

KIND, BLOCKED, CLEAR = "environment_note", "Fire door is blocked", "Fire door is clear"
BETTER = f"{BLOCKED} by a pallet"
AGENT = "agent:planner"
DEEDS = {
    "resolve": lambda memory, entry_id: memory.resolve(entry_id, source=AGENT),
    "forget": lambda memory, entry_id: memory.forget(entry_id, source=AGENT),
    "correct": lambda memory, entry_id: memory.correct(entry_id, CLEAR, source=AGENT),
    "mute and forget": lambda memory, entry_id: (
        memory.mute(entry_id, source=AGENT), memory.forget(entry_id, source=AGENT)
    ),
}  # fmt: skip


def noted(memory, source=AGENT, text=BLOCKED):
    return memory.remember(KIND, text, source=source).id


def edit(memory, change):
    memory.save()
    save_by_renaming(memory.home.memory_file, change(memory.home.memory_file.read_text()))
    memory.save()


def reopened(text):
    return text.replace("type: resolved", f"type: {KIND}")


def reopened_without_a_trace(text):
    return re.sub(r"    resolved_\w+: .*\n", "", reopened(text))


def try_to(deed, memory, entry_id):
    try:
        DEEDS[deed](memory, entry_id)
    except RobotMemoryError as error:
        assert "nothing was stored" in str(error)
    memory.save()


@pytest.mark.parametrize("by_whom", [AGENT, "person"])
@pytest.mark.parametrize("change", [reopened, reopened_without_a_trace])
def test_an_entry_reopened_in_the_file_is_active(memory, change, by_whom):
    entry_id = noted(memory)
    memory.resolve(entry_id, source=by_whom)
    edit(memory, change)

    ((_, entry),) = memory.entries()
    assert (entry.text, entry.type.value) == (BLOCKED, KIND)
    assert BLOCKED in memory.context().text


@pytest.mark.parametrize("deed", DEEDS)
def test_an_agent_cannot_resolve_correct_or_forget_an_entry_that_a_person_reopened(memory, deed):
    entry_id = noted(memory)
    memory.resolve(entry_id, source="person")
    edit(memory, reopened)
    try_to(deed, memory, entry_id)

    ((_, entry),) = memory.entries()
    assert (entry.text, entry.type.value) == (BLOCKED, KIND)


@pytest.mark.parametrize("source", ["person", AGENT])
@pytest.mark.parametrize("is_stale", [False, True])
def test_an_entry_reworded_in_the_file_is_no_longer_muted_by_an_agent(
    memory, home, clock, source, is_stale
):
    entry_id = noted(memory, source)
    memory.save()
    stale = memory.home.memory_file.read_text()
    memory.mute(entry_id, source=AGENT)
    assert memory.context().text.count(BLOCKED) == int(source == "person")
    edit(memory, lambda text: (stale if is_stale else text).replace(BLOCKED, BETTER))

    assert BETTER in memory.context().text
    with RobotMemory.open(home, clock=clock) as again:
        assert BETTER in again.context().text
    memory.mute(entry_id)
    assert BETTER not in memory.context().text
