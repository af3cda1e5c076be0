"""A file that cannot be read for a moment stays found, is reported, and is read again."""

from __future__ import annotations

import errno
import os

import pytest

from robot_memory.long_term.recall import chunk_feed, file_feed

CRATE = "The gripper dropped crate 7"


def refuse(path, *rest):
    raise OSError(errno.EIO, "Input/output error", str(path))


@pytest.fixture(params=["conversation", "page"])
def file(request, robot):
    """Return a file about a crate, which ``unreadable`` can make unreadable."""
    if request.param == "conversation":
        path = robot.transcript(("Ada", CRATE))
    else:
        path = robot.page("daily/2026-12-01.md", f"- {CRATE}\n")
    os.utime(path, (1.0, 1.0))  # long ago, so that it is read only once
    return path


@pytest.fixture
def unreadable(file, monkeypatch):
    def spoil():
        monkeypatch.setattr(chunk_feed, "read_transcript", refuse)
        if file.suffix == ".md":
            monkeypatch.setattr(file_feed, "read_regular", refuse)

    return spoil


def find_anew(robot):
    """Search as another process does, with only the index known."""
    robot.recall.close()
    return robot.texts("gripper")


def test_an_indexed_file_that_becomes_unreadable_is_still_found(robot, file, unreadable, caplog):
    assert find_anew(robot) == [CRATE]
    os.utime(file, (2.0, 2.0))  # so that it is read again
    unreadable()

    assert find_anew(robot) == [CRATE]
    assert f"Input/output error: '{file}'" in caplog.text


def test_an_unreadable_file_is_found_once_it_is_readable(robot, file, unreadable, monkeypatch):
    unreadable()
    assert find_anew(robot) == []
    monkeypatch.undo()

    assert robot.texts("gripper") == [CRATE]
    assert find_anew(robot) == [CRATE]


def test_an_unreadable_file_does_not_hide_other_files_of_its_kind(robot, file, monkeypatch):
    other = file.with_name(f"2026-11-30{file.suffix}")
    other.write_bytes(file.read_bytes().replace(b"crate 7", b"crate 8").replace(b'"s1"', b'"s2"'))
    for feed, name in ((chunk_feed, "read_transcript"), (file_feed, "read_regular")):
        read = getattr(feed, name)
        monkeypatch.setattr(
            feed, name, lambda path, read=read: refuse(path) if path == file else read(path)
        )

    assert find_anew(robot) == [CRATE.replace("7", "8")]
