"""The dashboard shows the state an operator needs over ssh, and changes only what is requested."""

from __future__ import annotations

import threading

import pytest
from operating import LIP, SLIP, settle, shown

from robot_memory import RobotMemory
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.faces.watch import robot_state
from robot_memory.foundation import node_watch
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import read_uptime

pytest.importorskip("textual", reason="the extra `watch` is not there")


def entry_of(home, text):
    with RobotMemory.open(home, read_only=True) as memory:
        found = memory.entries(include_resolved=True)
        return next(entry for _, entry in found if entry.text == text)


def test_eighty_columns_show_what_is_known_how_sure_and_since_when(operate):
    async def look(app, pilot):
        screen = shown(app)
        line = next(line for line in screen.splitlines() if "Kitchen doorway" in line)
        assert "80 %" in line
        assert "4 min" in line

    operate(look)


def test_a_fault_that_is_there_is_shown_and_one_that_is_over_is_not(operate):
    async def look(app, pilot):
        assert [entry.text for entry, _ in app.state.ongoing] == [SLIP]
        assert f"3 min  {SLIP}" in shown(app)

    operate(look, size=(120, 30))


def test_where_a_node_does_not_hear_the_robot_the_dashboard_says_so(operate, watched, monkeypatch):
    from robot_memory.faces.watch.state_view import ongoing_lines

    node = SingleNodeLock(watched)
    now = read_uptime()
    monkeypatch.setattr(node_watch, "read_uptime", lambda: now)  # however long the test takes
    node.tell(Hearing(0.0, now - 600.0, patience=30.0))

    async def look(app, pilot):
        words = "(unknown since then: nothing was heard for 10 min)"
        assert ongoing_lines(app.state).plain.endswith(f"{SLIP} {words}")

    operate(look)
    with RobotMemory.open(watched) as memory:
        memory.resolve(entry_of(watched, SLIP).id)

    async def look_again(app, pilot):
        words = "no fault is known to be there now; nothing was heard for 10 min"
        assert ongoing_lines(app.state).plain == words

    operate(look_again)
    node.release()


def test_what_changed_and_the_health_of_the_memory_are_shown(operate):
    async def look(app, pilot):
        screen = shown(app)
        assert "created" in screen
        assert "memory is whole" in screen
        assert "nothing waits for you" in screen

    operate(look, size=(120, 30))


def test_that_an_agent_asks_to_resolve_is_no_recovery(operate, watched, clock):
    lip = entry_of(watched, LIP).id
    with RobotMemory.open(watched, clock=clock) as memory:
        memory.resolve(lip, "ramped over", source="agent:planner")

    async def look(app, pilot):
        screen = shown(app)
        assert "asked" in screen and "(asked to resolve)" in screen
        assert "recovered" not in screen

    operate(look, size=(140, 40))


def test_words_of_the_filter_leave_only_the_entries_that_have_them(operate):
    async def search(app, pilot):
        await pilot.press("slash", *"kitchen")
        await pilot.pause()
        assert app.query_one("#entries").row_count == 1
        await pilot.press("escape")
        await pilot.pause()
        assert app.query_one("#entries").row_count == 3

    operate(search)


def test_enter_shows_the_evidence_and_escape_leads_back(operate):
    async def ask(app, pilot):
        await pilot.press("slash", *"slips", "enter", "enter")
        await settle(app, pilot)
        assert "/odom" in shown(app)
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    operate(ask)


def test_resolving_asks_first_and_a_no_changes_nothing(operate, watched):
    async def refuse(app, pilot):
        await pilot.press("slash", *"kitchen", "enter", "r")
        await pilot.pause()
        assert "Resolve it?" in shown(app)
        await pilot.press("escape")
        await settle(app, pilot)

    operate(refuse)

    assert entry_of(watched, LIP).type == "environment_note"


def test_a_yes_resolves_the_entry_with_the_note(operate, watched):
    async def agree(app, pilot):
        await pilot.press("slash", *"kitchen", "enter", "r")
        await pilot.pause()
        await pilot.press(*"ramp", "enter")
        await settle(app, pilot)
        await settle(app, pilot)
        assert app.query_one("#entries").row_count == 0
        await pilot.press("a")
        await pilot.pause()
        assert "(resolved)" in shown(app)

    operate(agree)

    entry = entry_of(watched, LIP)
    assert entry.type == "resolved"
    assert entry.extra["resolved_note"] == "ramp"


def test_what_another_process_writes_is_shown_at_the_next_look(operate, watched, clock):
    async def follow(app, pilot):
        with RobotMemory.open(watched, clock=clock) as memory:
            memory.remember("environment_note", "The lift is slow")
        app.look()
        await settle(app, pilot)
        assert "The lift is slow" in shown(app)

    operate(follow)


def test_looking_again_leaves_the_cursor_on_its_entry(operate, watched, clock):
    async def follow(app, pilot):
        await pilot.press("down", "down")
        before = app._current()
        with RobotMemory.open(watched, clock=clock) as memory:
            memory.remember("environment_note", "The lift is slow")
        app.look()
        await settle(app, pilot)
        assert app._current() == before

    operate(follow)


def test_a_text_that_means_something_to_a_terminal_or_to_markup_is_shown_as_a_text(
    operate, watched, clock
):
    async def look(app, pilot):
        assert "[red]Dock[/red] ]0;owned is wet" in shown(app)

    with RobotMemory.open(watched, clock=clock) as memory:
        memory.remember("environment_note", "[red]Dock[/red] \x1b]0;owned\x07 is wet")
    operate(look, size=(120, 30))


def test_a_look_that_takes_long_is_waited_for_and_not_begun_again(operate, monkeypatch):
    async def look_twice(app, pilot):
        begun, go_on, read = [], threading.Event(), robot_state.read_state

        def slowly(memory):
            begun.append(memory)
            assert go_on.wait(10.0)
            return read(memory)

        monkeypatch.setattr("robot_memory.faces.watch.dashboard.read_state", slowly)
        app.look()
        while not begun:
            await pilot.pause(0.01)
        app.look()
        await pilot.pause(0.1)
        go_on.set()
        await settle(app, pilot)
        assert len(begun) == 1

    operate(look_twice)


def test_a_memory_that_cannot_be_read_is_said_and_the_dashboard_lives(operate, monkeypatch):
    async def look(app, pilot):
        def fail(memory):
            raise OSError("disk I/O error")

        monkeypatch.setattr("robot_memory.faces.watch.dashboard.read_state", fail)
        app.look()
        await settle(app, pilot)
        assert "the memory cannot be read: disk I/O error" in shown(app)

    operate(look)
