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


def test_replacing_a_file_with_the_expected_content_keeps_its_mode(page):
    page.chmod(0o640)
    signature = replace_unchanged(page, b"old\n", b"new\n")

    assert page.read_bytes() == b"new\n"
    assert page.stat().st_mode & 0o777 == 0o640
    assert signature == files.signature_of(page)
    assert names_in(page.parent) == ["page.md"]


def test_a_file_created_by_another_process_first_is_not_overwritten(page, monkeypatch):
    page.unlink()
    link = os.link

    def made_before(source, target):
        page.write_text("theirs\n")
        return link(source, target)

    monkeypatch.setattr(os, "link", made_before)

    assert replace_unchanged(page, None, b"new\n") is None
    assert page.read_text() == "theirs\n"


def test_a_file_that_an_editor_replaces_meanwhile_is_not_overwritten(page, monkeypatch):
    in_between(monkeypatch, lambda: save_as_editors_do(page, "theirs\n"))

    assert replace_unchanged(page, b"old\n", b"new\n") is None
    assert page.read_text() == "theirs\n"
    assert names_in(page.parent) == ["page.md"]


def test_a_late_write_lands_in_the_kept_file_and_cancels_the_replacement(page, monkeypatch):
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


def test_a_file_still_open_for_writing_raises_an_error_with_its_path(page, monkeypatch):
    monkeypatch.setattr(file_replacement, "_PATIENCE", 0.1)
    with page.open("a"), pytest.raises(OSError, match="has it open for writing; nothing") as error:
        replace_unchanged(page, b"old\n", b"new\n")

    assert error.value.filename == str(page)
    assert page.read_bytes() == b"old\n"


def test_after_two_saves_the_last_is_kept_and_the_first_is_set_aside(page, monkeypatch, caplog):
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


def test_without_an_exchange_only_the_expected_content_is_replaced(page, monkeypatch):
    monkeypatch.setattr(files, "exchange", lambda first, second: False)

    assert replace_unchanged(page, b"older\n", b"new\n") is None
    assert replace_unchanged(page, b"old\n", b"new\n")
    assert page.read_bytes() == b"new\n"


def test_a_file_deleted_meanwhile_is_not_created_again(page, monkeypatch):
    in_between(monkeypatch, page.unlink)

    assert replace_unchanged(page, b"old\n", b"new\n") is None
    assert names_in(page.parent) == []


def test_a_fifth_failed_replacement_raises(page):
    attempts = ReplacementAttempts(page)
    for _ in range(4):
        attempts.fail()
    with pytest.raises(OSError, match=r"page.md was changed 5 times while it was written"):
        attempts.fail()


def test_a_file_is_removed_only_if_it_holds_the_expected_content(page):
    assert not remove_unchanged(page, b"older\n")
    assert page.read_bytes() == b"old\n"
    assert remove_unchanged(page, b"old\n")
    assert names_in(page.parent) == []
    assert not remove_unchanged(page, b"old\n")


# -- what a crash leaves -------------------------------------------------------------------------


@pytest.mark.parametrize("text", [b"old\n", b"new\n"])
def test_a_displaced_copy_with_known_content_is_removed_after_a_crash(page, text):
    left = files.displaced_path(page, b"old\n", b"new\n")
    left.write_bytes(text)

    assert files.remove_abandoned(left)
    assert names_in(page.parent) == ["page.md"]


def test_a_displaced_copy_with_an_editors_text_is_set_aside_after_a_crash(page, caplog):
    left = files.displaced_path(page, b"old\n", b"new\n")
    left.write_bytes(b"theirs\n")
    files.remove_abandoned(left)

    (copy,) = page.parent.glob("page.damaged-*.md")
    assert copy.read_bytes() == b"theirs\n"
    assert str(copy) in caplog.text


# -- what is added at the end --------------------------------------------------------------------


def test_appended_text_also_reaches_a_file_that_an_editor_saves_meanwhile(page, monkeypatch):
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


def test_an_agent_does_not_overwrite_a_knowledge_page_that_a_person_just_saved(levels, monkeypatch):
    levels.knowledge.write("kitchen", "An agent's\n", NOON, by="agent:planner")
    path = levels.tree.knowledge / "kitchen.md"
    in_between(monkeypatch, lambda: save_as_editors_do(path, "A person's\n"))

    with pytest.raises(NotYours, match="is not an agent's to replace"):
        levels.knowledge.write("kitchen", "An agent's again\n", NOON, by="agent:planner")
    assert path.read_text() == "A person's\n"


def test_a_persons_line_stays_in_a_knowledge_page_that_is_updated(levels, monkeypatch):
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


def test_lines_appended_by_another_process_survive_constant_replacement(
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
