"""``robot-memory chunks``: pieces of conversations, on the command line."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def note(command):
    """The id of a chunk."""
    done = command("chunks", "add", "Ramp in the yard is slippery", "--type", "fact",
                   "--tag", "yard", "--json")  # fmt: skip
    return done.json[0]["id"]


def test_an_added_chunk_is_listed_and_shown(command, note):
    assert note in command("chunks", "list", "--tag", "yard").out
    assert command("chunks", "list", "--tag", "roof").out == ""
    assert command("chunks", "show", note).out == "Ramp in the yard is slippery\n"
    assert command("chunks", "show", "../../observations.db").status == 2


def test_a_long_text_from_standard_input_becomes_several_chunks(command):
    sentence = "The robot drove to the yard and came back with a parcel. "
    done = command("chunks", "add", "-", "--json", stdin=sentence * 100)

    tokens = [chunk["tokens"] for chunk in done.json]
    assert len(tokens) > 2
    assert all(100 <= count <= 800 for count in tokens)


def test_a_deleted_chunk_can_be_restored_unless_deleted_permanently(command, note):
    command("chunks", "delete", note)
    assert command("chunks", "list").out == ""
    assert note in command("chunks", "list", "--archived").out
    assert note in command("chunks", "restore", note).out

    command("chunks", "delete", note, "--permanent")
    gone = command("chunks", "restore", note)
    assert (gone.status, f"there is no chunk {note}" in gone.err) == (2, True)


def test_a_conversation_is_imported_only_once(command, tmp_path):
    turn = {"timestamp": "2026-11-20T10:00:00Z", "role": "user", "content": "Mind the ramp."}
    file = tmp_path / "talk.json"
    file.write_text(json.dumps({"session_id": "talk", "start_time": turn["timestamp"],
                                "turns": [turn]}))  # fmt: skip
    first = command("chunks", "import", str(file))
    again = command("chunks", "import", str(file))

    assert "1 created" in first.out
    assert "1 unchanged" in again.out
    (chunk,) = command("chunks", "list", "--conversation", "talk", "--json").json
    assert "Mind the ramp." in chunk["content"]


def test_listing_chunks_of_a_missing_home_creates_nothing(command):
    done = command("chunks", "list")

    assert (done.status, done.out) == (0, "")
    assert not command.home.exists()


def test_a_chunk_added_on_the_command_line_is_marked_as_a_persons(command):
    (added,) = command("chunks", "add", "Ramp is dry", "--json").json

    assert added["metadata"]["by"] == "person"
