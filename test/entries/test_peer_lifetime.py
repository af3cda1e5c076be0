"""Notes of other robots over a memory's life: they arrive, fade, leave, and survive restarts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from peer_builders import ALEX, BLOCKED, BOB, LIP, make_peer_row

from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory


class Life:
    """A memory over several starts."""

    def __init__(self, home: Path, clock: ManualClock) -> None:
        self.home = home
        self.clock = clock
        self.memory = self.open()

    def open(self) -> RobotMemory:
        settings = Settings(rrn="RRN-000000000001")
        return RobotMemory.open(self.home, settings=settings, clock=self.clock)

    def restart(self) -> None:
        self.memory.close()
        self.memory = self.open()

    def crash(self) -> None:
        """Open the memory again without a save, as after a power cut."""
        self.memory = self.open()

    def hears(self, *texts: str, rrn: str = ALEX, **detail: object) -> None:
        """Store a row about another robot, as the peer exchange does."""
        now = self.clock.now()
        since = (now.time - make_peer_row(1).time).total_seconds() / 86400
        row = make_peer_row(0, *texts, rrn=rrn, days=since, **detail)
        self.memory.ledger.append([replace(row, instant=now)])

    def later(self, **time: float) -> None:
        self.clock.set(self.clock.now().time + timedelta(**time))

    def edit(self, change: Callable[[str], str]) -> None:
        """Edit the file, as a person does."""
        self.file.write_text(change(self.text))

    @property
    def file(self) -> Path:
        return self.memory.home.memory_file

    @property
    def text(self) -> str:
        return self.file.read_text()

    @property
    def told(self) -> str:
        return self.memory.peers.context(800).text


@pytest.fixture
def life(home: Path, clock: ManualClock) -> Iterator[Life]:
    lived = Life(home, clock)
    yield lived
    lived.memory.close()


def test_a_received_note_is_shown_at_once_and_written_with_the_next_save(life):
    life.hears(BLOCKED)
    assert BLOCKED in life.told

    life.memory.save()
    assert f"peer_context:\n  - rrn: {ALEX}" in life.text


def test_peers_and_their_notes_are_kept_across_a_restart(life):
    life.hears(BLOCKED, LIP, name="Alex")
    life.hears("Door 1 sticks", rrn=BOB)
    peers, told = life.memory.peers.all(), life.told
    life.restart()

    assert life.memory.peers.all() == peers
    assert life.told == told


# --- How it goes ---------------------------------------------------------------------------------


def test_a_robot_not_heard_for_a_week_is_hidden_and_leaves_the_file(life):
    life.hears(BLOCKED)
    life.memory.save()
    life.later(days=7, seconds=1)
    assert life.told == ""

    for _ in range(5):  # nothing is pruned in the first day after a long pause
        life.later(hours=12)
        life.memory.save()
    assert ALEX not in life.text


# --- What people do ------------------------------------------------------------------------------


def test_a_deleted_peer_section_stays_deleted_until_the_robot_sends_something_new(life):
    life.hears(BLOCKED)
    life.memory.save()
    life.edit(lambda text: re.sub(r"peer_context:\n(  .*\n)*", "", text))
    assert life.told == ""
    life.restart()
    assert life.told == ""

    life.hears(BLOCKED, LIP)
    assert LIP in life.told


# --- Why -----------------------------------------------------------------------------------------


def test_why_returns_a_peer_entry_with_its_robot_and_the_time_it_was_received(life):
    life.hears(BLOCKED, name="Alex")
    (peer,) = life.memory.peers.all().values()
    entry, rows = life.memory.why(peer.entries[0].id)

    assert entry.text == BLOCKED
    assert [(row.component, row.time) for row in rows] == [(ALEX, life.clock.now().time)]


def test_the_robot_of_a_peer_entry_can_be_looked_up(life):
    life.hears(BLOCKED)
    own = life.memory.remember("environment_note", LIP)
    (peer,) = life.memory.peers.all().values()

    assert life.memory.peers.whose(peer.entries[0].id) == ALEX
    assert life.memory.peers.whose(own.id) == ""
