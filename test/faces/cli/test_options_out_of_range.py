"""An option out of range is refused with its value and its limits; nothing is guessed."""

from __future__ import annotations

import pytest


def refuse(*_: object) -> None:
    raise AssertionError("it was not refused")


@pytest.fixture
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sure that no server starts with such options."""
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    monkeypatch.setattr("robot_memory.faces.http_serving.serving.open_socket", refuse)
    monkeypatch.setattr("robot_memory.applications.fleet.fleet_server.FleetServer", refuse)


APPROVE = "limits approve mem-00000001 --key missing"
NOTE = "remember environment_note lip"
PROPOSE = "assist propose --set /a=1 --evidence observation:1"
#: A command line, its option, its description, its least and largest value, and refused values.
OPTIONS = [
    ("timeline", "--days", "a whole number from 1 to 36525", "1", "36525", "36526 many"),
    ("why mem-00000001", "--limit", "a whole number from 1 to 1000", "1", "1000", "0"),
    ("recall lip", "--limit", "a whole number from 1 to 1000", "1", "1000", "1001 1.5"),
    ("context", "--budget", "a whole number from 0 to 20000", "0", "20000", "-5 20001"),
    ("context", "--min-confidence", "a number from 0 to 1", "0", "1", "2 nan"),
    (NOTE, "--confidence", "a number from 0 to 1", "0.1", "1", "-0.1"),
    (APPROVE, "--speed", "a number from 0.05 to 5", "0.05", "5", "0 5.1 nan"),
    (APPROVE, "--radius", "a number from 0.3 to 100", "0.3", "100", "0 1e300 nan"),
    ("fleet ask mtbf", "--weeks", "a whole number from 1 to 56", "1", "56", "0 57"),
    ("fleet ask silent", "--hours", "a number from 0.1 to 10000", "0.1", "10000", "0 inf"),
    ("fleet ask silent", "--most", "a whole number from 1 to 1000", "1", "1000", "0"),
    ("fleet ask lessons", "--most", "a whole number from 1 to 1000", "1", "1000", f"-1 {10**20}"),
    ("fleet note Wet", "--days", "a whole number from 1 to 365", "1", "365", "0 366"),
    (PROPOSE, "--row", f"a whole number from 1 to {2**63 - 1}", "1", f"{2**63 - 1}", f"0 {2**63}"),
]
#: The same for options of a server or a screen.
SERVER_OPTIONS = [
    ("web serve", "--port", "a whole number from 0 to 65535", "65536"),
    ("mcp", "--port", "a whole number from 0 to 65535", "-1"),
    ("fleet serve", "--domain-id", "a whole number from 0 to 232", "233"),
    ("watch", "--interval", "a number from 0.2 to 3600", "0.1 nan"),
]
REFUSED = [(*row[:3], value) for row in OPTIONS + SERVER_OPTIONS for value in row[-1].split()]
TAKEN = [(*row[:2], value) for row in OPTIONS for value in row[3:5]]


@pytest.mark.parametrize(("words", "option", "wanted", "value"), REFUSED)
def test_a_number_out_of_range_is_refused_with_its_range(
    command, no_server, words, option, wanted, value
):
    refused = command(*words.split(), f"{option}={value}")

    assert refused.status == 2
    assert f"{option}: '{value}' is not {wanted}\n" in refused.err
    assert not command.home.exists()


@pytest.mark.parametrize(("words", "option", "value"), TAKEN)
def test_the_smallest_and_the_largest_number_are_accepted(command, words, option, value):
    assert f"argument {option}" not in command(*words.split(), f"{option}={value}").err


def test_a_number_of_thousands_of_digits_is_refused_in_a_short_message(command):
    refused = command("timeline", f"--days={'9' * 5000}")

    assert refused.status == 2
    assert len(refused.err.splitlines()[-1]) < 200


def test_min_confidence_hides_entries_below_it(command, lip):
    assert "lip" in command("context", "--min-confidence=0.5").out
    assert "lip" not in command("context", "--min-confidence=0.9").out


def test_an_unknown_type_is_refused_with_the_known_types(command, lip):
    refused = command("show", "--type", "foo")

    assert refused.status == 2
    assert "argument --type: 'foo' is not one of hardware_observation, " in refused.err
    assert "environment_note" in refused.err


def test_an_empty_home_option_is_refused_and_not_read_as_the_default(
    command, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(tmp_path / "default"))

    refused = command("remember", "--home", "", "environment_note", "A lip", home=False)

    assert refused.status == 2
    assert "--home: is empty: is a variable of the shell not set?" in refused.err
    assert not (tmp_path / "default").exists()


def test_an_empty_recording_name_is_refused(command, tmp_path, monkeypatch):
    (tmp_path / "run.mcap").touch()
    monkeypatch.chdir(tmp_path)

    refused = command("replay", "", home=False)

    assert refused.status == 2
    assert "the name of a recording is empty" in refused.err


def test_a_folder_with_an_empty_recording_is_refused_with_the_reason(command, tmp_path):
    pytest.importorskip("rosbags", reason="needs the extra `replay`")
    (tmp_path / "run.mcap").touch()

    refused = command("replay", str(tmp_path), home=False)

    assert refused.status == 2
    assert "run.mcap: the file is empty" in refused.err
