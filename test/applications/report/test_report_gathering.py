"""A report's facts are only read; nothing is written."""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from page_reader import read_page
from report_builders import SETTINGS, START, Life, facts_of

from robot_memory.applications.report import Period, gather, write_page
from robot_memory.applications.report.gathering import read_rows
from robot_memory.applications.report.report_facts import read_record
from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.time.clock import Instant, ManualClock
from robot_memory.ledger import Key, Kind, Ledger, Observation
from robot_memory.long_term.levels import ChainHead
from robot_memory.memory import RobotMemory


def state_of(folder: Path):
    """Return path and content of all files, except SQLite's temporary ones."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
        if not path.name.endswith(("-wal", "-shm"))
    }


@pytest.fixture
def copy(full, tmp_path):
    """A copy of the full home that a test may change."""
    return Path(shutil.copytree(full.home, tmp_path / "copy"))


def test_a_present_fault_is_marked_on_the_first_page_and_among_the_hazards(home):
    clock = ManualClock(START, kind="recording", boot="run")
    with RobotMemory.open(home, clock=clock) as memory:
        key = Key("diagnostics", "pump", "fails")
        memory.observe(
            Observation(
                Kind.ONSET, clock.now(), "Pump fails", key=key, detector="diagnostics",
                component="pump", confidence=0.6, entry_type="hardware_observation",
            )
        )  # fmt: skip
        memory.flush()
        page = read_page(write_page(gather(memory, Period())))

    assert [cell.text for cell in page.all("td", class_="time")].count("there now") == 2


def test_a_report_changes_nothing_in_the_home(full, copy):
    before = state_of(copy)
    write_page(facts_of(copy, full.now))

    assert state_of(copy) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_gives_the_same_report(full, copy):
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o500 if path.is_dir() else 0o400)
    page = write_page(facts_of(copy, full.now))
    for path in (copy, *copy.rglob("*")):
        path.chmod(0o700)

    assert page == full.html


def test_a_copy_of_a_home_gives_the_same_page(full, copy):
    assert write_page(facts_of(copy, full.now)) == full.html


def test_a_report_on_a_missing_home_is_empty_and_creates_none(tmp_path):
    facts = facts_of(tmp_path / "none", START)

    assert (facts.entries, facts.rows) == ((), ())
    (failure,) = facts.issues
    assert f"the audit cannot be made: {tmp_path / 'none'} does not exist" in failure
    assert read_page(write_page(facts)).text.count("There was no run in the period.") == 1
    assert not (tmp_path / "none").exists()


def test_a_damaged_record_is_reported_with_its_place(full, copy):
    events = copy / "episodic/events/events.jsonl"
    events.write_bytes(events.read_bytes().replace(b"encoder", b"decoder", 1))
    page = read_page(write_page(facts_of(copy, full.now)))
    (verdict,) = [row for row in page.table("The audit of the home") if row[0] == "events"]

    assert "not what was written" in verdict[2]
    assert " episodic/events/events.jsonl:" in verdict[2]
    assert str(copy) not in page.text


def test_unreadable_receipts_are_reported_and_do_not_affect_the_rest(full, copy):
    first = sorted((copy / "governance/receipts").glob("*.json"))[0]
    first.write_text("{}")
    facts = facts_of(copy, full.now)

    assert any(failure.startswith("the receipts cannot be read") for failure in facts.issues)
    assert facts.entries == full.facts.entries


def test_a_failed_audit_is_reported_and_the_event_log_is_read(full, monkeypatch):
    def refuse(home):
        raise AssistRefused("there is nothing to check signatures with")

    monkeypatch.setattr("robot_memory.applications.report.gathering.audit_home", refuse)
    facts = facts_of(full.home, full.now)

    assert facts.issues == ("the audit cannot be made: there is nothing to check signatures with",)
    assert facts.record == full.facts.record
    assert "The home could not be audited." in write_page(facts)


def test_unusable_rules_are_reported(full):
    clock = ManualClock(full.now, kind="wall", boot="reading")
    settings = replace(SETTINGS, rules_file="/nowhere/rules.yaml")
    with RobotMemory.open(full.home, settings=settings, clock=clock, read_only=True) as memory:
        facts = gather(memory, Period())

    assert [failure.split(":")[0] for failure in facts.issues] == ["the rules cannot be read"]
    assert "The rules could not be read." in write_page(facts)


def test_a_damaged_health_file_is_reported_and_not_moved(full, copy):
    (copy / "health.json").write_text("[1")
    facts = facts_of(copy, full.now)

    assert [one.split(":")[0] for one in facts.issues] == ["health.json cannot be read"]
    assert (copy / "health.json").read_text() == "[1"


def test_unsaved_entries_of_a_running_memory_are_in_the_report(tmp_path):
    life = Life(tmp_path / "home")
    life.sees("The camera drops frames", "camera")
    facts = gather(life.memory, Period())
    life.close()

    assert [entry.text for _, entry in facts.entries] == ["The camera drops frames"]
    assert len(facts.rows) == 2


def test_agents_notes_come_last_in_shortened_pictures(tmp_path):
    life = Life(tmp_path / "home")
    life.sees("The camera drops frames", "camera")
    for shelf in range(9):
        text = f"Shelf {shelf} is bent"
        life.memory.remember("environment_note", text, confidence=0.59, source="agent:planner")
    facts = gather(life.memory, Period())
    life.close()

    assert facts.chief_entries[0].text == "The camera drops frames"
    assert len(facts.chief_entries) == 10


def test_archived_lines_of_the_event_log_are_read(full, copy):
    clock = ManualClock(full.now + timedelta(days=3650), kind="wall", boot="later")
    with RobotMemory.open(copy, settings=SETTINGS, clock=clock, read_only=True) as memory:
        events = memory.long_term.levels.events
        span = events.due(full.now - timedelta(days=20), 10**9)
        assert span is not None
        assert events.archive(span) is not None
    facts = facts_of(copy, full.now)

    assert facts.record.happenings == full.facts.record.happenings


def test_event_log_lines_of_other_tools_are_not_listed_as_changes(full, copy):
    events = copy / "episodic/events/events.jsonl"
    forged = '{"type": "proposal_approved", "id": "prop-1", "operator": "ada", "timestamp": "x"}'
    with events.open("a") as file:
        file.write(f'{forged}\n{{"type": "lunch"}}\n')
    facts = facts_of(copy, full.now)

    known = full.facts.record.happenings
    assert [one.what for one in facts.record.happenings[len(known) :]] == []


def test_event_log_lines_after_the_audit_are_left_out(full):
    clock = ManualClock(full.now, kind="wall", boot="reading")
    with RobotMemory.open(full.home, settings=SETTINGS, clock=clock, read_only=True) as memory:
        events = memory.long_term.levels.events
        seen = [one for one in full.facts.record.happenings if one.data["chain"]["seq"] <= 5]

        assert list(read_record(events, ChainHead(5, "")).happenings) == seen


def test_rows_newer_than_the_entries_are_left_out(full):
    with closing(Ledger(full.home / "observations.db", time_kind=None)) as ledger:
        rows, _ = read_rows(ledger, 9, Period())

    assert [row.id for row in rows] == list(range(1, 10))


def test_the_drawn_signals_are_those_of_the_newest_onset_in_the_period(full):
    with closing(Ledger(full.home / "observations.db", time_kind=None)) as ledger:
        rows, frames = read_rows(ledger, 10**6, Period(until=START + timedelta(days=2)))

    (frame,) = frames.values()
    assert frame.time == START + timedelta(days=1)
    assert not [row for row in rows if "frame" in row.detail]


ROWS, ENTRIES = 20_000, 400


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A home with many rows; 100,000 would take five times as long."""
    home = tmp_path_factory.mktemp("large") / "home"
    ledger = Ledger(home / "observations.db")
    rows = []
    for number in range(ROWS):
        part = number % ENTRIES
        at = Instant(
            START + timedelta(minutes=3 * number), 180.0 * number, f"b{number // 4000}", True
        )
        rows.append(Observation(
            kind=Kind.ONSET if number // ENTRIES % 2 == 0 else Kind.END, instant=at,
            summary=f"Part {part} is hot", key=Key("diagnostics", f"part {part}", "hot"),
            detector="diagnostics", topic="/diagnostics", component=f"part {part}",
            entry_id=f"mem-{part:08x}", entry_type="hardware_observation", confidence=0.45,
        ))  # fmt: skip
    ledger.append(rows)
    ledger.close()
    return home


def test_the_page_of_a_large_home_is_small_enough_to_print(large):
    html = write_page(facts_of(large, START + timedelta(minutes=3 * ROWS)))

    assert len(html) < 600_000
    assert f"{ROWS:,} rows" in html
    read_page(html)
