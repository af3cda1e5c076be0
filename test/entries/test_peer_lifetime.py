"""What other robots said, over the life of a memory: it comes, fades, goes, and survives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from entry_builders import EXAMPLE
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
        """Start anew from what is on disk: nothing is saved, as after a power cut."""
        self.memory = self.open()

    def hears(self, *texts: str, rrn: str = ALEX, **detail: object) -> None:
        """Store a row about another robot, as the exchange does."""
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


def test_what_was_heard_is_shown_at_once_and_in_the_file_after_the_next_save(life):
    life.hears(BLOCKED)
    assert BLOCKED in life.told

    life.memory.save()
    assert f"peer_context:\n  - rrn: {ALEX}" in life.text


def test_own_entries_and_the_block_of_own_ones_do_not_see_it(life):
    life.memory.remember("environment_note", LIP)
    before = life.memory.entries(), life.memory.context().text
    life.hears(BLOCKED, LIP)

    assert (life.memory.entries(), life.memory.context().text) == before


def test_everything_is_there_after_a_restart(life):
    life.hears(BLOCKED, LIP, name="Alex")
    life.hears("Door 1 sticks", rrn=BOB)
    peers, told = life.memory.peers.all(), life.told
    life.restart()

    assert life.memory.peers.all() == peers
    assert life.told == told


def test_a_crash_between_the_row_and_the_save_costs_nothing(life):
    life.memory.remember("environment_note", LIP)
    life.memory.save()
    life.hears(BLOCKED)
    life.crash()
    assert BLOCKED in life.told

    life.memory.save()
    assert BLOCKED in life.text


def test_a_file_that_was_lost_is_folded_anew_with_what_others_said(life):
    life.hears(BLOCKED)
    life.restart()
    life.file.unlink()
    life.crash()

    assert BLOCKED in life.told


def test_a_file_that_was_restored_from_a_backup_learns_what_others_said_since(life):
    life.hears(BLOCKED)
    life.memory.save()
    backup = life.text
    life.hears(LIP)
    life.restart()
    life.file.write_text(backup)
    life.crash()

    assert LIP in life.told
    assert BLOCKED not in life.told


def test_a_file_on_another_computer_is_the_whole_of_it(life, tmp_path, clock):
    life.hears(BLOCKED)
    life.memory.save()
    other = tmp_path / "other"
    other.mkdir()
    (other / "robot-memory.md").write_text(life.text)
    moved = Life(other, clock)

    assert moved.told == life.told
    moved.memory.close()


# --- How it goes ---------------------------------------------------------------------------------


def test_what_is_withdrawn_goes_from_the_file(life):
    life.hears(BLOCKED, LIP)
    life.memory.save()
    life.hears(LIP)
    life.memory.save()

    assert BLOCKED not in life.text
    assert LIP in life.text


def test_who_stays_away_for_a_week_is_not_shown_and_goes_from_the_file(life):
    life.hears(BLOCKED)
    life.memory.save()
    life.later(days=7, seconds=1)
    assert life.told == ""

    for _ in range(5):  # nothing is pruned in the first day after a long pause
        life.later(hours=12)
        life.memory.save()
    assert ALEX not in life.text


def test_what_fades_is_shown_less_and_goes_from_the_file(life):
    life.hears(BLOCKED)
    for _ in range(14):
        life.later(days=1)
        # The robot is there, and has seen nothing new.
        life.hears(BLOCKED, entries=make_peer_row(1, BLOCKED).detail["entries"])
        life.memory.save()

    assert life.told == ""
    assert BLOCKED not in life.text
    assert ALEX in life.text


def test_a_week_of_an_unknown_time_lets_nothing_go(life):
    life.hears(BLOCKED)
    life.memory.save()
    life.later(days=8)
    life.restart()  # the first start after a long time off

    life.memory.save()
    assert BLOCKED in life.text
    assert life.told == ""


# --- What people do ------------------------------------------------------------------------------


def test_a_block_that_a_person_deleted_stays_away_until_the_robot_says_something_new(life):
    life.hears(BLOCKED)
    life.memory.save()
    life.edit(lambda text: re.sub(r"peer_context:\n(  .*\n)*", "", text))
    assert life.told == ""
    life.restart()
    assert life.told == ""

    life.hears(BLOCKED, LIP)
    assert LIP in life.told


def test_a_deleted_block_is_archived_nowhere_and_costs_no_own_entry(life):
    life.memory.remember("environment_note", LIP)
    life.hears(BLOCKED)
    life.memory.save()
    life.edit(lambda text: re.sub(r"peer_context:\n(  .*\n)*", "", text))
    life.memory.save(force=True)

    assert [entry.text for _, entry in life.memory.entries()] == [LIP]
    assert not life.memory.home.archive.exists()


def test_an_edit_of_own_entries_keeps_what_was_heard_meanwhile(life):
    life.memory.remember("environment_note", LIP)
    life.memory.save()
    edited = life.text.replace("3 cm", "5 cm")
    life.hears(BLOCKED)
    life.memory.save()
    life.file.write_text(edited)  # by an editor that was opened before
    life.memory.save()

    assert "5 cm" in life.text
    assert BLOCKED in life.text


def test_what_another_tool_wrote_is_shown_and_stays(life, home):
    theirs = (
        "peer_context:\n"
        f"- rrn: {BOB}\n"
        "  last_synced: 2026-12-01T11:00:00Z\n"
        "  entries:\n"
        "  - id: mem-peer-b1c2\n"
        "    type: environment_note\n"
        '    text: "Alex reports east corridor blocked"\n'
        "    confidence: 0.75\n"
    )
    life.memory.close()
    life.file.parent.mkdir(exist_ok=True)
    life.file.write_text(EXAMPLE.removesuffix("---\n") + theirs + "---\n")
    life.memory = life.open()
    life.hears(LIP)
    life.memory.save()
    life.restart()

    assert theirs in life.text
    assert life.memory.defects == ()
    assert "east corridor blocked" in life.told
    assert LIP in life.told


# --- Why -----------------------------------------------------------------------------------------


def test_why_shows_what_a_robot_sent_and_when(life):
    life.hears(BLOCKED, name="Alex")
    (peer,) = life.memory.peers.all().values()
    entry, rows = life.memory.why(peer.entries[0].id)

    assert entry.text == BLOCKED
    assert [(row.component, row.time) for row in rows] == [(ALEX, life.clock.now().time)]


def test_whose_an_entry_is_can_be_asked(life):
    life.hears(BLOCKED)
    own = life.memory.remember("environment_note", LIP)
    (peer,) = life.memory.peers.all().values()

    assert life.memory.peers.whose(peer.entries[0].id) == ALEX
    assert life.memory.peers.whose(own.id) == ""


def test_a_memory_that_is_only_read_can_show_it_too(life, clock):
    life.hears(BLOCKED)
    life.memory.save()
    life.home.chmod(0o500)
    life.memory.home.ledger.chmod(0o400)
    with RobotMemory.open(life.home, clock=clock, read_only=True) as reader:
        (peer,) = reader.peers.all().values()
        assert len(reader.why(peer.entries[0].id)[1]) == 1
        assert reader.peers.rows(BOB) == []
    life.home.chmod(0o700)
    life.memory.home.ledger.chmod(0o600)


def test_a_reader_waits_for_no_writer(life, clock):
    life.hears(BLOCKED)
    with (
        RobotMemory.open(life.home, clock=clock, read_only=True) as reader,
        life.memory.ledger.peer_transaction(),  # holds the lock for writing
    ):
        assert len(reader.peers.rows(ALEX)) == 1
