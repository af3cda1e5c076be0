"""A person edits the file of a robot that runs in a process of its own: nothing of it is lost."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from entry_builders import save_by_renaming

from robot_memory import RobotMemory
from robot_memory.entries import MemoryDocument

CHILD = Path(__file__).with_name("ticking_robot.py")
BUSY = Path(__file__).with_name("busy_robot.py")


@contextmanager
def running(home: Path) -> Iterator[subprocess.Popen[str]]:
    """Let a robot run; at the end it must still be there, and end without a complaint."""
    process = subprocess.Popen(
        [sys.executable, CHILD, home],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
        out, errors = process.communicate("", timeout=30)
        assert (process.returncode, out[:4]) == (0, "done"), errors
        assert "Traceback" not in errors
    finally:
        process.kill()
        process.wait()


@contextmanager
def writing_without_pause(home: Path) -> Iterator[None]:
    """Let two processes learn and save without pause."""
    writers = [
        subprocess.Popen([sys.executable, BUSY, home, name, "1000000"], stdout=subprocess.DEVNULL)
        for name in ("one", "two")
    ]
    try:
        yield
        assert [writer.poll() for writer in writers] == [None, None]
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()


def wait_for(told) -> None:
    end = time.monotonic() + 30
    while not told():
        assert time.monotonic() < end
        time.sleep(0.1)


def parts_in(file: Path) -> set[str]:
    return set(re.findall(r"part \d+ fails", file.read_text()))


def test_an_editor_that_writes_in_place_and_in_pieces_loses_none(home, file):
    with running(home):
        wait_for(lambda: parts_in(file))
        text = file.read_text()
        pieces = [f"{text}First.\n", "Second.\n", "Third.\n"]
        with file.open("w") as editor:
            for piece in pieces:
                editor.write(piece)
                editor.flush()
                time.sleep(1.0)
        known = parts_in(file)
        wait_for(lambda: parts_in(file) - known)  # it saves again

    text = "".join(path.read_text() for path in home.glob("robot-memory*.md"))
    assert all(f"{word}.\n" in text for word in ("First", "Second", "Third"))
    assert len(parts_in(file)) > len(known)


def test_each_edit_is_found_where_two_writers_save_without_pause(home, file):
    with writing_without_pause(home):
        wait_for(lambda: file.exists() and "entries:" in file.read_text())
        for number in range(8):
            text = file.read_text()
            if number % 2:
                text = f"{text}Line {number}.\n"
            else:
                note = f"  - type: environment_note\n    text: Note {number}.\n"
                text = text.replace("entries:\n", f"entries:\n{note}", 1)
            file.write_text(text)
            time.sleep(1.0)
        for _ in range(4):  # both have saved since
            text = file.read_text()
            wait_for(lambda known=text: file.read_text() != known)

    text = file.read_text()
    assert [n for n in range(8) if f"Line {n}." not in text and f"Note {n}." not in text] == []


def write_anew(editor, text):
    """Write a file as an editor does that opened it without emptying it."""
    editor.seek(0)
    editor.write(text)
    editor.truncate()


def test_an_editor_that_opened_the_file_long_before_it_writes_loses_nothing(home, file):
    with running(home):
        wait_for(lambda: parts_in(file))
        with file.open("r+") as editor:
            text = editor.read()
            time.sleep(3.0)  # it would save three times
            write_anew(editor, f"{text}My words.\n")
        known = parts_in(file)
        wait_for(lambda: parts_in(file) - known)

    assert "My words.\n" in file.read_text()


def test_what_is_written_in_a_file_that_was_replaced_while_it_was_open_is_taken_in(home, file):
    with running(home):
        wait_for(lambda: parts_in(file))
        with file.open("r+") as editor:
            text = editor.read()
            with RobotMemory.open(home) as other:  # as the command line does
                other.remember("environment_note", "Ramp is steep")
            write_anew(editor, f"{text}My words.\n")
        wait_for(lambda: "My words.\n" in file.read_text())

    assert "Ramp is steep" in file.read_text()
    assert {path.name for path in home.glob(".robot-memory.md.*")} == {".robot-memory.md.lock"}


def test_a_file_that_was_open_and_closed_as_it_was_changes_nothing(home, file):
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        with file.open("r+"):
            memory.save(force=True)
            assert list(home.glob(".*.still-open"))
        file.write_text(file.read_text() + "Later words.\n")
        memory.save(force=True)

    assert "Later words.\n" in file.read_text()
    assert not list(home.glob(".*.still-open"))


def test_an_item_that_cannot_be_read_stays_and_the_robot_goes_on(home, file):
    line = "zz: " + "[" * 30_000 + "]" * 30_000
    with running(home):
        wait_for(lambda: parts_in(file))
        text = file.read_text()
        save_by_renaming(file, text.replace("    type:", f"    {line}\n    type:", 1))
        known = parts_in(file)
        wait_for(lambda: parts_in(file) - known)

    assert f"    {line}\n" in file.read_text()
    assert MemoryDocument(file.read_text()).defects


def test_a_header_that_cannot_be_read_is_set_aside_and_the_robot_goes_on(home, file):
    with running(home):
        wait_for(lambda: parts_in(file))
        bad = file.read_text().replace("---\n", "---\nschema_version: [\n", 1)
        known = parts_in(file)
        save_by_renaming(file, bad)
        wait_for(lambda: list(home.glob("*.damaged-*.md")) and file.exists()
                 and parts_in(file) - known)  # fmt: skip

    (copy,) = home.glob("*.damaged-*.md")
    assert copy.read_text() == bad
    assert known <= parts_in(file)
