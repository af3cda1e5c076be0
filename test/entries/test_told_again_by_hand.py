"""What a person reopens, unmutes or rewords in the file is told (rules.md §1.6)."""

from __future__ import annotations

import re

import pytest
from entry_builders import save_by_renaming

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
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


def unmuted(text):
    return re.sub(r"    muted_\w+: .*\n", "", text)


def try_to(deed, memory, entry_id):
    try:
        DEEDS[deed](memory, entry_id)
    except RobotMemoryError as error:
        assert "nothing was stored" in str(error)
    memory.save()


@pytest.mark.parametrize("by_whom", [AGENT, "person"])
@pytest.mark.parametrize("change", [reopened, reopened_without_a_trace])
def test_what_a_person_opens_again_is_told(memory, change, by_whom):
    entry_id = noted(memory)
    memory.resolve(entry_id, source=by_whom)
    edit(memory, change)

    ((_, entry),) = memory.entries()
    assert (entry.text, entry.type.value) == (BLOCKED, KIND)
    assert BLOCKED in memory.context().text


@pytest.mark.parametrize("deed", DEEDS)
def test_what_a_person_resolved_and_opens_again_is_no_agents_to_end(memory, deed):
    entry_id = noted(memory)
    memory.resolve(entry_id, source="person")
    edit(memory, reopened)
    try_to(deed, memory, entry_id)

    ((_, entry),) = memory.entries()
    assert (entry.text, entry.type.value) == (BLOCKED, KIND)


@pytest.mark.parametrize("deed", DEEDS)
def test_what_an_agent_muted_and_a_person_unmutes_is_no_agents_to_end(memory, deed):
    entry_id = noted(memory)
    memory.mute(entry_id, source=AGENT)
    memory.unmute(entry_id)
    try_to(deed, memory, entry_id)

    ((_, entry),) = memory.entries()
    assert (entry.text, entry.type.value) == (BLOCKED, KIND)
    assert BLOCKED in memory.context().text


def test_what_a_person_unmutes_though_nobody_muted_it_is_no_agents_to_hide(memory):
    entry_id = noted(memory)
    memory.unmute(entry_id)
    memory.mute(entry_id, source=AGENT)
    memory.forget(entry_id, source=AGENT)

    assert BLOCKED in memory.context().text


def test_what_an_agent_muted_and_a_person_unmutes_in_the_file_is_told(memory):
    memory.mute(noted(memory), source=AGENT)
    edit(memory, unmuted)

    assert BLOCKED in memory.context().text


def test_what_a_person_muted_and_unmutes_is_no_agents_to_delete(memory):
    entry_id = noted(memory)
    memory.mute(entry_id)
    memory.unmute(entry_id)
    memory.forget(entry_id, source=AGENT)

    assert BLOCKED in memory.context().text


def test_what_an_agent_resolved_and_opened_again_is_still_an_agents_to_end(memory):
    entry_id = noted(memory)
    memory.resolve(entry_id, source=AGENT)
    noted(memory)
    edit(memory, lambda text: f"{text}\nMind the door.\n")
    memory.forget(entry_id, source=AGENT)

    assert list(memory.entries()) == []


@pytest.mark.parametrize("source", ["person", AGENT])
@pytest.mark.parametrize("is_stale", [False, True])
def test_what_a_person_rewords_in_the_file_is_not_what_an_agent_muted(
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


@pytest.mark.parametrize("name", ["muted_until", "known_until"])
@pytest.mark.parametrize("value", ["2127-01-01", '"2127-01-01"', "2127-01-01 10:00"])
def test_a_day_or_a_time_that_a_person_writes_counts_as_on_the_command_line(
    memory, clock, name, value
):
    noted(memory)
    edit(memory, lambda text: text.replace("source: agent", f"source: agent\n    {name}: {value}"))
    ((_, entry),) = memory.entries()
    now = clock.now().time

    assert entry.is_muted(now) == (name == "muted_until")
    assert entry.is_known(now) == (name == "known_until")
    assert entry.time_of(name).isoformat().startswith("2127-01-01T")


@pytest.mark.parametrize("muter", [AGENT, "claimed:ada"])
def test_an_agent_keeps_nothing_that_a_person_said_from_being_told(memory, muter, capsys):
    entry_id = noted(memory, "person")
    memory.mute(entry_id, why="it is wrong", source=muter)

    assert BLOCKED in memory.context().text
    assert main(["--home", str(memory.home.folder), "show"]) == 0
    assert f"told, though {muter} asks to mute it" in capsys.readouterr().out
    assert main(["--home", str(memory.home.folder), "review"]) == 0
    assert "asks that agents are not told of it" in capsys.readouterr().out


def test_an_agent_keeps_its_own_note_from_being_told(memory):
    memory.mute(noted(memory, AGENT), source=AGENT)

    assert BLOCKED not in memory.context().text
