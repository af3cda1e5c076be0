"""A mistyped path creates no memory, whether the verb needs an existing one or is refused."""

from __future__ import annotations

import pytest

#: Command lines that need an existing memory.
NEED_A_MEMORY = [
    "resolve ID", "mute ID", "unmute ID", "known ID --reason seen", "correct ID other",
    "confirm ID", "undo ID",
    "forget ID", "repaired wheel", "consolidate", "consolidate --dry-run", "chunks show ID",
    "chunks link ID supports ID", "chunks delete ID", "chunks restore ID",
    "levels reject ID --by ada", "peers revoke RRN-1",
]  # fmt: skip
#: Command lines that would store the first content of a memory, but are refused; and the reason.
REFUSED = [
    (("remember", "environment_note", ""), "text: is empty"),
    (("remember", "environment_note", "A lip", "--source", "cat"), "source: 'cat' is neither"),
    (("mcp", "--write", "--name", " "), "--name: is empty"),
    (("facts", "learn", "dock", " ", "bay 2"), "predicate: is empty"),
    (("chunks", "add", " "), "content: is empty"),
    (("chunks", "import", "missing.json"), "missing.json"),
    (("report-outcome", "", "failed"), "task: is empty"),
    (("levels", "propose", "dock", "/dev/null"), "no regular file"),
    (("web", "issue", "a b", "--scope", "read"), "name: 'a b' is not 1 to 64 letters"),
    (("web", "revoke", "ada"), "no token is called 'ada'"),
]


@pytest.mark.parametrize("words", NEED_A_MEMORY)
def test_a_verb_that_needs_a_memory_does_not_create_one(command, words):
    refused = command(*words.split())

    assert refused.status == 2
    assert f"there is no memory in {command.home}; nothing was done" in refused.err
    assert not command.home.exists()


@pytest.mark.parametrize("verb", ["approve ID", "approve ID --keep-out", "withdraw ID"])
def test_limit_and_level_decisions_in_a_missing_home_are_refused(command, tmp_path, verb):
    key = str(tmp_path / "ada.json")
    command("init")
    command("assist", "key", "--operator", "ada", "--file", key)
    elsewhere = command.at(tmp_path / "elsewhere")

    for verb_and_words in (["limits", *verb.split()], ["levels", "approve", "ID"]):
        assert "there is no memory in" in elsewhere(*verb_and_words, "--key", key).err
    assert not elsewhere.home.exists()


def test_consolidate_adds_nothing_to_a_folder_that_is_not_a_home(command):
    command.home.mkdir()
    (command.home / "thesis.txt").write_text("x")

    assert command("consolidate").status == 2
    assert [path.name for path in command.home.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("verb", ["status", "show", "init", "remember environment_note Lip"])
def test_a_home_that_is_a_file_is_refused_and_unchanged(command, verb):
    command.home.write_text("x")

    refused = command(*verb.split())
    assert (refused.status, refused.out) == (2, "")
    assert f"{command.home} is no folder, and so no memory home" in refused.err
    assert command.home.read_text() == "x"


def test_an_operating_system_error_shows_the_path_and_no_error_number(command, lip, tmp_path):
    refused = command("export", str(tmp_path / "none" / "x.tgz"))

    assert "Errno" not in refused.err
    assert f"{tmp_path / 'none'}" in refused.err
    assert "No such file or directory" in refused.err


@pytest.mark.parametrize(("words", "why"), REFUSED)
def test_a_refused_command_creates_no_home(command, words, why):
    refused = command(*words)

    assert refused.status == 2
    assert why in refused.err
    assert not command.home.exists()
