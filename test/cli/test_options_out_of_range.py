"""An option out of its limits is refused with the value and the limits; nothing is guessed."""

from __future__ import annotations

import pytest


def refuse(*_: object) -> None:
    raise AssertionError("it was not refused")


@pytest.mark.parametrize("days", ["800000", "36526", "0", "-5", "many"])
def test_a_timeline_of_no_days_or_of_more_than_a_century_is_refused(command, lip, days):
    refused = command("timeline", f"--days={days}")

    assert refused.status == 2
    assert f"--days: '{days}' is not a whole number from 1 to 36525" in refused.err


@pytest.mark.parametrize("days", ["1", "36525"])
def test_a_timeline_of_one_day_or_of_a_century_is_shown(command, lip, days):
    assert command("timeline", f"--days={days}").status == 0


def test_a_timeline_of_a_time_near_the_first_year_ends_there(command, lip):
    shown = command("timeline", "--now", "0001-01-02T00:00:00Z")

    assert shown.status == 0


@pytest.mark.parametrize("limit", ["0", "-3", "1001"])
def test_a_number_of_rows_that_why_cannot_show_is_refused(command, lip, limit):
    refused = command("why", lip, f"--limit={limit}")

    assert refused.status == 2
    assert f"--limit: '{limit}' is not a whole number from 1 to 1000" in refused.err
    assert "no evidence" not in refused.out


@pytest.mark.parametrize("limit", ["1", "1000"])
def test_the_least_and_the_largest_number_of_rows_are_shown(command, lip, limit):
    assert "note" in command("why", lip, f"--limit={limit}").out


@pytest.mark.parametrize("port", ["99999", "65536", "-1"])
def test_a_port_that_there_is_not_is_refused_by_the_server_of_the_page(command, monkeypatch, port):
    monkeypatch.setattr("robot_memory.web.server.open_socket", refuse)

    refused = command("web", "serve", f"--port={port}")

    assert refused.status == 2
    assert f"--port: '{port}' is not a whole number from 0 to 65535" in refused.err


@pytest.mark.parametrize("port", ["99999", "65536", "-1"])
def test_a_port_that_there_is_not_is_refused_by_the_server_of_agents(command, monkeypatch, port):
    monkeypatch.setattr("robot_memory.agent.http_server.serve_http", refuse)

    refused = command("mcp", f"--port={port}")

    assert refused.status == 2
    assert f"--port: '{port}' is not a whole number from 0 to 65535" in refused.err


@pytest.mark.parametrize("confidence", ["2", "-0.1", "nan", "high"])
def test_a_confidence_that_no_entry_can_have_is_no_threshold(command, lip, confidence):
    refused = command("context", f"--min-confidence={confidence}")

    assert refused.status == 2
    assert f"--min-confidence: '{confidence}' is not a number from 0 to 1" in refused.err


@pytest.mark.parametrize("confidence", ["0", "0.5"])
def test_a_confidence_within_its_limits_is_a_threshold(command, lip, confidence):
    assert "lip" in command("context", f"--min-confidence={confidence}").out


def test_a_type_that_there_is_not_is_refused_with_those_that_there_are(command, lip):
    refused = command("show", "--type", "foo")

    assert refused.status == 2
    assert "invalid choice: 'foo'" in refused.err
    assert "environment_note" in refused.err


def test_resolved_entries_can_be_asked_for_by_their_type(command, lip):
    command("resolve", lip)

    assert "lip" in command("show", "--all", "--type", "resolved").out


def test_an_empty_name_of_a_home_is_not_the_default_home(command, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(tmp_path / "default"))

    refused = command("remember", "--home", "", "environment_note", "A lip", home=False)

    assert refused.status == 2
    assert "--home: is empty: is a variable of the shell not set?" in refused.err
    assert not (tmp_path / "default").exists()


def test_an_empty_name_is_no_recording_whatever_the_folder_holds(command, tmp_path, monkeypatch):
    (tmp_path / "run.mcap").touch()
    monkeypatch.chdir(tmp_path)

    refused = command("replay", "", home=False)

    assert refused.status == 2
    assert "the name of a recording is empty" in refused.err


def test_a_folder_with_an_empty_recording_is_refused_with_the_reason(command, tmp_path):
    (tmp_path / "run.mcap").touch()

    refused = command("replay", str(tmp_path), home=False)

    assert refused.status == 2
    assert "run.mcap: the file is empty" in refused.err
