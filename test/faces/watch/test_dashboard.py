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


def test_eighty_columns_show_text_confidence_and_age_of_an_entry(operate):
    async def look(app, pilot):
        screen = shown(app)
        line = next(line for line in screen.splitlines() if "Kitchen doorway" in line)
        assert "80 %" in line
        assert "4 min" in line

    operate(look)


def test_a_present_fault_is_shown_and_an_ended_one_is_not(operate):
    async def look(app, pilot):
        assert [entry.text for entry, _ in app.state.ongoing] == [SLIP]
        assert f"3 min  {SLIP}" in shown(app)

    operate(look, size=(120, 30))


def test_the_dashboard_reports_that_a_node_receives_nothing(operate, watched, monkeypatch):
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


def test_recent_changes_and_the_health_of_the_memory_are_shown(operate):
    async def look(app, pilot):
        screen = shown(app)
        assert "created" in screen
        assert "memory is whole" in screen
        assert "nothing waits for you" in screen

    operate(look, size=(120, 30))


def test_an_agents_request_to_resolve_is_not_shown_as_a_recovery(operate, watched, clock):
    lip = entry_of(watched, LIP).id
    with RobotMemory.open(watched, clock=clock) as memory:
        memory.resolve(lip, "ramped over", source="agent:planner")

    async def look(app, pilot):
        screen = shown(app)
        assert "asked" in screen and "(asked to resolve)" in screen
        assert "recovered" not in screen

    operate(look, size=(140, 40))


def test_the_filter_shows_only_entries_with_its_words(operate):
    async def search(app, pilot):
        await pilot.press("slash", *"kitchen")
        await pilot.pause()
        assert app.query_one("#entries").row_count == 1
        await pilot.press("escape")
        await pilot.pause()
        assert app.query_one("#entries").row_count == 3

    operate(search)


def test_enter_shows_the_evidence_and_escape_returns(operate):
    async def ask(app, pilot):
        await pilot.press("slash", *"slips", "enter", "enter")
        await settle(app, pilot)
        assert "/odom" in shown(app)
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    operate(ask)


def test_resolving_asks_for_confirmation_and_escape_changes_nothing(operate, watched):
    async def refuse(app, pilot):
        await pilot.press("slash", *"kitchen", "enter", "r")
        await pilot.pause()
        assert "Resolve it?" in shown(app)
        await pilot.press("escape")
        await settle(app, pilot)

    operate(refuse)

    assert entry_of(watched, LIP).type == "environment_note"


def test_confirming_resolves_the_entry_with_the_note(operate, watched):
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


def test_changes_of_another_process_are_shown_at_the_next_refresh(operate, watched, clock):
    async def follow(app, pilot):
        with RobotMemory.open(watched, clock=clock) as memory:
            memory.remember("environment_note", "The lift is slow")
        app.look()
        await settle(app, pilot)
        assert "The lift is slow" in shown(app)

    operate(follow)


def test_a_refresh_leaves_the_cursor_on_its_entry(operate, watched, clock):
    async def follow(app, pilot):
        await pilot.press("down", "down")
        before = app._current()
        with RobotMemory.open(watched, clock=clock) as memory:
            memory.remember("environment_note", "The lift is slow")
        app.look()
        await settle(app, pilot)
        assert app._current() == before

    operate(follow)


def test_terminal_codes_and_markup_in_a_text_are_shown_as_text(operate, watched, clock):
    async def look(app, pilot):
        assert "[red]Dock[/red] ]0;owned is wet" in shown(app)

    with RobotMemory.open(watched, clock=clock) as memory:
        memory.remember("environment_note", "[red]Dock[/red] \x1b]0;owned\x07 is wet")
    operate(look, size=(120, 30))


def test_a_second_refresh_does_not_start_while_one_is_running(operate, monkeypatch):
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


def test_an_unreadable_memory_is_reported_and_the_dashboard_continues(operate, monkeypatch):
    async def look(app, pilot):
        def fail(memory):
            raise OSError("disk I/O error")

        monkeypatch.setattr("robot_memory.faces.watch.dashboard.read_state", fail)
        app.look()
        await settle(app, pilot)
        assert "the memory cannot be read: disk I/O error" in shown(app)

    operate(look)
