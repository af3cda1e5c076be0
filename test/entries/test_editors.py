"""Editors that save during our save: every edit is kept (rules.md §3.3 and §3.4)."""

from __future__ import annotations

import os

import pytest
from entry_builders import at, observe, open_memory, save_by_renaming

from robot_memory.entries import MemoryDocument
from robot_memory.entries import memory_file as memory_file_module
from robot_memory.foundation.disk import files


@pytest.fixture
def memory(home, clock):
    """A memory with one saved entry, one unsaved entry, and an editor wait that takes no time."""
    opened = open_memory(home, clock, rrn="RRN-000000000001")
    observe(opened)
    opened.save()
    clock.set(at(hours=1))
    observe(opened)
    observe(opened, "lidar")
    watch = Watch(opened)
    yield opened
    watch.run_out()
    opened.close()


class Watch:
    """Skips the wait granted to editors; runs ``then`` after the first wait."""

    def __init__(self, memory):
        self.now, self.then = 0.0, None
        memory._state.file._monotonic = lambda: self.now
        memory._state.file._sleep = self.wait
        memory.watch = self

    def wait(self, seconds):
        self.now += seconds
        self.run_out()

    def run_out(self):
        action, self.then = self.then, None
        if action is not None:
            action()


def edited(text, words="Mine"):
    return text.replace('"left encoder fails"', f'"{words}"')


def no_exchange(monkeypatch):
    monkeypatch.setattr(memory_file_module.files, "exchange", lambda first, second: False)


MOMENTS = ["before the temporary file", "after the temporary file", "after the exchange"]


def when(monkeypatch, moment, action):
    """Run an action once, at a moment of the next save."""
    write, exchange = files.write_durably, files.exchange
    pending = [action]

    def act():
        if pending:
            pending.pop()()

    def writing(path, data, like=None):
        if moment == MOMENTS[0]:
            act()
        write(path, data, like)
        if moment == MOMENTS[1]:
            act()

    def exchanging(first, second):
        done = exchange(first, second)
        if moment == MOMENTS[2]:
            act()
        return done

    monkeypatch.setattr(files, "write_durably", writing)
    monkeypatch.setattr(files, "exchange", exchanging)


def everything_is_kept(memory, file, words="Mine"):
    memory.save()
    entries = MemoryDocument(file.read_text()).entries
    assert {entry.text: entry.observation_count for entry in entries.values()} == {
        words: 2, "lidar fails": 1,
    }  # fmt: skip
    assert {e.text for _, e in memory.entries()} == {words, "lidar fails"}
    assert not [
        path.name for path in file.parent.iterdir() if path.suffix in (".saving", ".displaced")
    ]


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_edit_saved_by_renaming_during_a_save_is_kept(memory, file, monkeypatch, moment):
    when(monkeypatch, moment, lambda: save_by_renaming(file, edited(file.read_text())))
    memory.save()

    everything_is_kept(memory, file)


@pytest.mark.parametrize("moment", MOMENTS[:2])
def test_an_edit_saved_by_renaming_is_kept_without_renameat2_exchange(
    memory, file, monkeypatch, moment
):
    when(monkeypatch, moment, lambda: save_by_renaming(file, edited(file.read_text())))
    no_exchange(monkeypatch)
    memory.save()

    everything_is_kept(memory, file)


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_edit_written_in_place_during_a_save_is_kept(memory, file, monkeypatch, moment):
    when(monkeypatch, moment, lambda: file.write_text(edited(file.read_text())))
    memory.save()

    everything_is_kept(memory, file)


def slow_editor(memory, file, part):
    """Truncate the file in place, write the first part of it, and the rest during the wait."""
    text = edited(file.read_text())
    descriptor = os.open(file, os.O_WRONLY | os.O_TRUNC)
    half = int(len(text) * part)
    os.write(descriptor, text[:half].encode())

    def go_on():
        os.write(descriptor, text[half:].encode())
        os.close(descriptor)

    memory.watch.then = go_on


@pytest.mark.parametrize("part", [0.0, 0.5])
@pytest.mark.parametrize("moment", MOMENTS[:2])
def test_a_half_written_edit_is_kept_when_the_editor_completes_it(
    memory, file, monkeypatch, moment, part
):
    when(monkeypatch, moment, lambda: slow_editor(memory, file, part))
    memory.save()

    everything_is_kept(memory, file)


@pytest.mark.parametrize("exchange", [True, False])
def test_an_edit_left_half_written_is_kept_beside_the_file(
    memory, file, home, monkeypatch, exchange
):
    torn = file.read_text()[:60]
    when(monkeypatch, MOMENTS[1], lambda: save_by_renaming(file, torn))
    if not exchange:
        no_exchange(monkeypatch)
    memory.save()

    (copy,) = home.glob("robot-memory.damaged-*.md")
    assert copy.read_text() == torn
    everything_is_kept(memory, file, "left encoder fails")
    assert memory.problem is None


def swapping(monkeypatch, *actions):
    """Run one action right before each of the next exchanges."""
    exchange, pending = files.exchange, list(actions)

    def exchanging(first, second):
        if pending:
            pending.pop(0)()
        return exchange(first, second)

    monkeypatch.setattr(files, "exchange", exchanging)


def test_the_earlier_of_two_edits_during_one_save_is_kept_beside_the_file(
    memory, file, home, monkeypatch, caplog
):
    text = file.read_text()
    swapping(
        monkeypatch,
        lambda: save_by_renaming(file, edited(text, "First")),
        lambda: save_by_renaming(file, edited(text, "Second")),
    )
    memory.save()

    (copy,) = home.glob("robot-memory.damaged-*.md")
    assert '"First"' in copy.read_text()
    assert str(copy) in caplog.text
    everything_is_kept(memory, file, "Second")


def test_another_robots_file_that_appears_during_a_save_is_refused_and_kept(
    memory, file, monkeypatch
):
    from robot_memory.foundation.errors import RrnMismatch

    foreign = file.read_text().replace("RRN-000000000001", "RRN-000000000002")
    when(monkeypatch, MOMENTS[1], lambda: save_by_renaming(file, foreign))
    for _ in range(2):
        with pytest.raises(RrnMismatch, match="RRN-000000000002"):
            memory.save()

    assert file.read_text() == foreign
    file.unlink()
