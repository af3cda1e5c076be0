"""A file that people and programs save during its replacement keeps their edits."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from datetime import datetime, timezone
from pathlib import Path

import pytest

from robot_memory.foundation.disk import file_replacement, files
from robot_memory.foundation.disk.file_replacement import (
    ReplacementAttempts,
    remove_unchanged,
    replace_unchanged,
)
from robot_memory.foundation.errors import NotYours
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.graph import FactGraph, Statement
from robot_memory.long_term.levels import Levels

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


@pytest.fixture
def page(tmp_path) -> Path:
    path = tmp_path / "page.md"
    path.write_bytes(b"old\n")
    return path


def save_as_editors_do(path: Path, text: str) -> None:
    """Save by renaming a new file over the old one."""
    new = path.with_name(f"{path.name}~")
    new.write_text(text)
    new.replace(path)


def append(path: Path, text: str) -> None:
    with path.open("a") as file:
        file.write(text)


def in_between(monkeypatch, save, moment: str = "exchange"):
    """Run ``save`` once, right before a function of ``files`` is called."""
    call, left = getattr(files, moment), [save]

    def after_the_save(*arguments):
        if left:
            left.pop()()
        return call(*arguments)

    monkeypatch.setattr(files, moment, after_the_save)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# -- one replacement -----------------------------------------------------------------------------


def test_a_file_that_holds_what_is_expected_is_replaced_and_keeps_its_mode(page):
    page.chmod(0o640)
    signature = replace_unchanged(page, b"old\n", b"new\n")

    assert page.read_bytes() == b"new\n"
    assert page.stat().st_mode & 0o777 == 0o640
    assert signature == files.signature_of(page)
    assert names_in(page.parent) == ["page.md"]


def test_a_file_that_somebody_else_makes_first_stays(page, monkeypatch):
    page.unlink()
    link = os.link

    def made_before(source, target):
        page.write_text("theirs\n")
        return link(source, target)

    monkeypatch.setattr(os, "link", made_before)

    assert replace_unchanged(page, None, b"new\n") is None
    assert page.read_text() == "theirs\n"


def test_what_an_editor_saves_by_a_new_file_in_between_has_the_name(page, monkeypatch):
    in_between(monkeypatch, lambda: save_as_editors_do(page, "theirs\n"))

    assert replace_unchanged(page, b"old\n", b"new\n") is None
    assert page.read_text() == "theirs\n"
    assert names_in(page.parent) == ["page.md"]


def test_a_program_that_opens_the_file_in_between_writes_in_the_file_that_has_the_name(
    page, monkeypatch
):
    writer = threading.Thread(target=append, args=(page, "theirs\n"))

    def begin():
        writer.start()
        writer.join(0.2)
        assert writer.is_alive()  # the late save waits until the replacement is decided

    in_between(monkeypatch, begin)
    done = replace_unchanged(page, b"old\n", b"new\n")
    writer.join(10)

    assert done is None
    assert page.read_text() == "old\ntheirs\n"
    assert names_in(page.parent) == ["page.md"]


def test_a_file_that_stays_open_for_writing_is_an_error_that_names_it(page, monkeypatch):
    monkeypatch.setattr(file_replacement, "_PATIENCE", 0.1)
    with page.open("a"), pytest.raises(OSError, match="has it open for writing; nothing") as error:
        replace_unchanged(page, b"old\n", b"new\n")

    assert error.value.filename == str(page)
    assert page.read_bytes() == b"old\n"


def test_of_two_texts_that_are_saved_in_between_the_last_has_the_name_and_none_is_lost(
    page, monkeypatch, caplog
):
    exchange, texts = files.exchange, ["first\n", "second\n"]

    def edited(first, second):
        if texts:
            save_as_editors_do(page, texts.pop(0))
        return exchange(first, second)

    monkeypatch.setattr(files, "exchange", edited)
    replace_unchanged(page, b"old\n", b"new\n")

    assert page.read_text() == "second\n"
    (copy,) = page.parent.glob("page.damaged-*.md")
    assert copy.read_text() == "first\n"
    assert str(copy) in caplog.text


def test_where_nothing_can_be_exchanged_the_last_look_is_right_before_the_rename(page, monkeypatch):
    monkeypatch.setattr(files, "exchange", lambda first, second: False)

    assert replace_unchanged(page, b"older\n", b"new\n") is None
    assert replace_unchanged(page, b"old\n", b"new\n")
    assert page.read_bytes() == b"new\n"


def test_a_file_that_is_removed_in_between_is_not_made_again(page, monkeypatch):
    in_between(monkeypatch, page.unlink)

    assert replace_unchanged(page, b"old\n", b"new\n") is None
    assert names_in(page.parent) == []


def test_after_five_attempts_in_vain_it_is_an_error(page):
    attempts = ReplacementAttempts(page)
    for _ in range(4):
        attempts.fail()
    with pytest.raises(OSError, match=r"page.md was changed 5 times while it was written"):
        attempts.fail()


def test_a_file_is_removed_only_with_what_is_expected_in_it(page):
    assert not remove_unchanged(page, b"older\n")
    assert page.read_bytes() == b"old\n"
    assert remove_unchanged(page, b"old\n")
    assert names_in(page.parent) == []
    assert not remove_unchanged(page, b"old\n")


# -- what a crash leaves -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [b"old\n", b"new\n"])
def test_a_text_that_was_known_is_swept_away_after_a_crash(page, text):
    left = files.displaced_path(page, b"old\n", b"new\n")
    left.write_bytes(text)

    assert files.remove_abandoned(left)
    assert names_in(page.parent) == ["page.md"]


def test_what_an_editor_saved_is_set_aside_after_a_crash(page, caplog):
    left = files.displaced_path(page, b"old\n", b"new\n")
    left.write_bytes(b"theirs\n")
    files.remove_abandoned(left)

    (copy,) = page.parent.glob("page.damaged-*.md")
    assert copy.read_bytes() == b"theirs\n"
    assert str(copy) in caplog.text


# -- what is added at the end --------------------------------------------------------------------


def test_what_is_added_while_an_editor_saves_is_in_its_file_too(page, monkeypatch):
    write, left = files._write_all, [1]

    def edited(descriptor, data):
        write(descriptor, data)
        if left:
            left.pop()
            save_as_editors_do(page, "theirs\n")

    monkeypatch.setattr(files, "_write_all", edited)
    files.append_durably(page, b"added\n")

    assert page.read_text() == "theirs\nadded\n"


# -- each file that others write too -------------------------------------------------------------


@pytest.fixture
def home(tmp_path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def levels(home) -> Levels:
    levels = Levels(home, ManualClock(NOON, kind="wall", boot="b1"), zone=timezone.utc)
    levels.prepare()
    return levels


def test_a_knowledge_page_that_a_person_saves_while_an_agent_writes_it_is_the_persons(
    levels, monkeypatch
):
    levels.knowledge.write("kitchen", "An agent's\n", NOON, by="agent:planner")
    path = levels.tree.knowledge / "kitchen.md"
    in_between(monkeypatch, lambda: save_as_editors_do(path, "A person's\n"))

    with pytest.raises(NotYours, match="is not an agent's to replace"):
        levels.knowledge.write("kitchen", "An agent's again\n", NOON, by="agent:planner")
    assert path.read_text() == "A person's\n"


def test_a_persons_line_stays_in_a_knowledge_page_that_the_memory_brings_up_to_date(
    levels, monkeypatch
):
    levels.knowledge.update("kitchen", {"Floor": ["wet"]}, NOON)
    path = levels.tree.knowledge / "kitchen.md"
    in_between(
        monkeypatch, lambda: save_as_editors_do(path, path.read_text() + "\nA person's line\n")
    )
    levels.knowledge.update("kitchen", {"Floor": ["dry"]}, NOON)

    assert "A person's line" in path.read_text()
    assert "dry" in path.read_text()


def fact_line_of_another_tool() -> str:
    return (
        '{"id": "theirs", "subject": "depot", "predicate": "is_in", "object": "Graz", '
        '"source": "user", "created": "2026-11-01T00:00:00Z", "activation": 1.0}\n'
    )


def test_a_fact_that_another_tool_adds_while_facts_are_archived_is_kept(home, monkeypatch):
    graph = FactGraph(home)
    graph.learn([Statement("robot", "is", "blue", "user", 0.01)], now=NOON)
    path = home / "knowledge-graph" / "facts.jsonl"
    in_between(
        monkeypatch,
        lambda: save_as_editors_do(path, path.read_text() + fact_line_of_another_tool()),
    )
    graph.prune(now=NOON)

    assert [fact.subject for fact in graph.facts.values()] == ["depot"]
    assert "Graz" in path.read_text()
    assert "blue" not in path.read_text()


# -- real programs -------------------------------------------------------------------------------

_APPENDER = """
import sys
for number in range(int(sys.argv[2])):
    with open(sys.argv[1], "a") as file:
        file.write(f"line {number}\\n")
"""


def test_no_line_that_another_process_appends_is_lost_while_the_file_is_replaced_all_the_time(
    page,
):
    with subprocess.Popen([sys.executable, "-c", _APPENDER, str(page), "300"]) as writer:
        replaced = 0
        while writer.poll() is None:
            found = page.read_bytes()
            replaced += replace_unchanged(page, found, b"# %d\n" % replaced + found) is not None

    assert replaced > 0
    lines = page.read_text().splitlines()
    assert [line for line in lines if line.startswith("line")] == [f"line {n}" for n in range(300)]
    assert sum(line.startswith("#") for line in lines) == replaced
