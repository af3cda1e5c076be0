"""Every number in a report agrees with the home."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_reader import read_page
from report_builders import DOORWAY, LIMIT, START, WHEEL, bare_facts, entry_of, facts_of

from robot_memory.applications.report import Period, write_page
from robot_memory.applications.report.report_text import confidence
from robot_memory.entries import EntryType
from robot_memory.entries.confidence import band
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.stamps import duration_words


@pytest.fixture(scope="module")
def ledger(full):
    connection = sqlite3.connect(full.home / "observations.db")
    yield connection
    connection.close()


def cells(page, caption):
    return {row[0]: row[1:] for row in page.table(caption)}


def test_the_report_has_the_heads_of_the_event_log_and_of_the_receipts(full):
    record = cells(full.page, "the record that it was made from")
    lines = (full.home / "episodic/events/events.jsonl").read_bytes().splitlines(keepends=True)
    receipt = sorted((full.home / "governance/receipts").glob("*.json"))[-1]

    digest = hashlib.sha256(lines[-1]).hexdigest()
    assert record["Record of what the memory did"] == [f"line {len(lines)}, SHA-256 {digest}"]
    digest = hashlib.sha256(receipt.read_bytes()).hexdigest()
    assert record["Newest receipt"] == [f"{receipt.name}, SHA-256 {digest}"]
    digest = hashlib.sha256((full.home / "robot-memory.md").read_bytes()).hexdigest()
    assert record["Memory file, SHA-256"] == [digest]


def test_the_command_that_checks_the_record_names_both_heads(full):
    (command,) = [pre.text for pre in full.page.all("pre")]
    events, receipts = (part.head for part in full.facts.audit if part.head)

    assert command == ("robot-memory audit verify --seen "
                       f"events:{events.seq}:{events.digest} "
                       f"receipts:{receipts.seq}:{receipts.digest}")  # fmt: skip
    assert events == full.facts.record.head
    assert receipts.digest == full.facts.changes.head[1]


def test_the_report_shows_the_ledger_id_and_its_number_of_rows(full, ledger):
    (number,) = ledger.execute("SELECT count(*) FROM observations").fetchone()
    (name,) = ledger.execute("SELECT value FROM meta WHERE name = 'ledger_id'").fetchone()

    record = cells(full.page, "the record that it was made from")
    assert record["Evidence (ledger)"] == [f"{name}, {number} rows up to row {number}"]


@pytest.mark.parametrize(
    ("caption", "text"),
    [("Hardware: ", WHEEL), ("Surroundings: ", DOORWAY), ("Behaviour and recommended", LIMIT)],
)
def test_an_entry_is_shown_with_confidence_count_and_times(full, caption, text):
    ((value, entry),) = [pair for pair in full.facts.entries if pair[1].text == text]
    (row,) = [row for row in full.page.table(caption) if row[0].startswith(text)]

    assert row[0].startswith(f"{text}{entry.id}")
    shown = row[1].split()[0]
    assert len(shown) == len("0.000")
    assert 0.0 <= round(value, 9) - float(shown) < 0.001
    assert row[2] == str(entry.observation_count)
    assert row[4] == f"{entry.first_seen:%Y-%m-%d %H:%M}"
    assert row[5] == f"{entry.last_reinforced:%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.7999999, "0.799"), (0.799999999, "0.799"), (0.7999999999999, "0.800"), (0.8, "0.800"),
     (0.4999, "0.499"), (0.58, "0.580"), (0.29, "0.290"), (1.0, "1.000"), (0.0, "0.000")],
)  # fmt: skip
def test_a_confidence_just_below_a_threshold_is_not_rounded_up_to_it(value, shown):
    assert confidence(value) == shown


@given(st.floats(0.0, 1.0))
def test_the_shown_confidence_is_in_the_same_band_as_the_exact_one(value):
    assert band(float(confidence(value))) == band(round(value, 9))


def test_every_entry_of_the_home_is_shown(full):
    for _, entry in full.facts.entries:
        assert entry.id in full.page.text


def test_entries_are_counted_by_type(full):
    counted = cells(full.page, "How many entries there are")
    entries = [entry for _, entry in full.facts.entries]

    assert [int(row[0]) for row in counted.values()] == [
        sum(entry.type is kind for entry in entries)
        for kind in (EntryType.HARDWARE_OBSERVATION, EntryType.ENVIRONMENT_NOTE,
                     EntryType.BEHAVIOR_PATTERN, EntryType.RESOLVED)
    ]  # fmt: skip


def test_sources_are_shown_with_their_rows_of_the_ledger(full, ledger):
    found = ledger.execute(
        "SELECT topic, component, detector, sum(kind IN ('onset', 'event')), count(*) "
        "FROM observations WHERE source = 'detector' AND topic <> '' GROUP BY 1, 2, 3"
    ).fetchall()
    shown = full.page.table("Topics, components and detectors")

    assert sorted((a, b, c, int(d), int(e)) for a, b, c, d, e, *_ in shown) == sorted(found)


def test_statements_of_people_and_agents_are_all_shown(full, ledger):
    sql = "SELECT id FROM observations WHERE source IN ('person', 'agent') ORDER BY id DESC"

    shown = full.page.table("statements of people and agents")
    assert [int(row[-1]) for row in shown] == [number for (number,) in ledger.execute(sql)]


def test_the_running_time_is_the_sum_of_the_moments(full, ledger):
    (seconds,) = ledger.execute("SELECT sum(seconds) FROM moments").fetchone()

    assert f"{duration_words(seconds)} of running are accounted for" in full.page.text


def test_the_statistics_of_a_limit_match_its_row(full):
    (row,) = full.page.table("Statistics of recommended limits")

    assert row[1:5] == ["8 of 9", "25.0 % of 22.5 h driving", "24 (4.1 to ∞)", "0.0025"]


def test_a_place_is_shown_with_its_passes(full):
    first = full.page.table("Places at which something happens")[0]

    assert first[3:6] == ["0.6", "6", "6 of 9"]
    assert "(4.25, 1.9) in map" in first[2]


def test_a_period_selects_observations_but_not_entries(full):
    period = Period(START + timedelta(days=8), START + timedelta(days=10))
    page = read_page(write_page(facts_of(full.home, full.now, period)))
    (row,) = page.table("Hardware: ")[:1]

    assert row[2:4] == ["10", "2"]
    assert "Nobody said anything to the memory in the period." in page.text
    assert "from 2026-11-10 08:00 to before 2026-11-12 08:00 UTC" in page.text


def test_the_rules_of_confidence_show_the_current_settings():
    settings = Settings(decay_per_day=0.1, inject_min=0.4, prune_min=0.2, reinforce_step=0.07,
                        confidence_person=0.9, recurrence=False)  # fmt: skip
    page = read_page(write_page(bare_facts(settings=settings)))

    for words in ("is worth by then plus 0.07", "0.1 is lost a day", "entries from 0.4 on",
                  "below 0.2 an entry leaves", "the setting recurrence is off"):  # fmt: skip
        assert words in page.text
    assert cells(page, "First confidences")["a person says so, unless they give a number"] == [
        "0.900", "5.0 days", "7.0 days",
    ]  # fmt: skip


def test_settings_that_differ_are_shown_with_their_default(full):
    shown = {row[0]: row[1:3] for row in full.page.table("settings differ from the default")}

    assert shown == {
        "rrn": ["RRN-000000000001", "(empty)"],
        "token_budget": ["600 tokens", "800 tokens"],
        "assist.enabled": ["true", "false"],
    }


def test_unchanged_settings_are_shown_as_defaults():
    page = read_page(write_page(bare_facts(settings=Settings(home="/somewhere"))))

    assert "settings have their default." in page.text


def test_a_long_table_says_how_many_rows_are_left_out_and_how_to_see_them():
    entries = [(0.7, entry_of(f"Doorway {number} has a lip")) for number in range(1000)]
    page = read_page(write_page(bare_facts(*entries)))

    assert len(page.table("Surroundings: 1,000 entries")) == 100
    (rest,) = page.all("p", class_="rest")
    assert rest.text == (
        "900 more are left out here so that the extract can be printed: robot-memory show --all "
        "lists every entry."
    )
