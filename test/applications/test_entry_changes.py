"""Which entries changed since a time, and how."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from limit_builders import fail

from robot_memory import RobotMemory
from robot_memory.applications import entry_changes
from robot_memory.applications.entry_changes import changed_entries
from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.period import Period
from robot_memory.ledger import Key, Kind, Observation

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
HOUR = timedelta(hours=1)


@pytest.fixture
def clock():
    return ManualClock(NOON, kind="wall", boot="first")


def changes(memory, since):
    memory.save(force=True)  # the events of the file's content are recorded
    found = changed_entries(memory, Period(since))
    return [(one.text, list(one.as_record()["changes"])) for one in found]


def test_a_reason_that_equals_a_field_of_the_event_log_hides_no_change(memory):
    lift = memory.remember("environment_note", "The lift is slow").id
    memory.resolve(lift, "outside")

    assert changes(memory, NOON) == [("The lift is slow", ["resolved", "created"])]


def test_changes_before_the_period_are_not_listed(memory, clock):
    memory.remember("environment_note", "The lift is slow")
    memory.save(force=True)
    clock.set(NOON + HOUR)
    memory.remember("environment_note", "The ramp is steep")

    assert changes(memory, NOON + HOUR) == [("The ramp is steep", ["created"])]
    assert [text for text, _ in changes(memory, NOON)] == ["The ramp is steep", "The lift is slow"]
    (before,) = changed_entries(memory, Period(NOON, NOON + HOUR))
    assert before.text == "The lift is slow"


def test_an_entry_is_listed_once_with_its_last_text_and_newest_change_first(memory, clock):
    noted = memory.remember("environment_note", "The lift is slow")
    for hour in (1, 2, 3):
        clock.set(NOON + hour * HOUR)
        memory.confirm(noted.id)
    memory.correct(noted.id, "The lift is slow at noon")
    memory.save(force=True)

    (one,) = changed_entries(memory, Period(NOON))
    assert one.as_record() == {
        "id": noted.id, "text": "The lift is slow at noon",
        "confidence": memory.why(noted.id)[0].confidence, "last_change": NOON + 3 * HOUR,
        "changes": ["corrected", "reinforced 3 times", "created"],
    }  # fmt: skip


def test_the_confidence_of_a_changed_entry_is_the_current_one(memory, clock):
    memory.remember("environment_note", "The lift is slow")
    memory.save(force=True)
    clock.set(NOON + 5 * 24 * HOUR)

    (one,) = changed_entries(memory, Period(NOON))
    ((worth, _),) = memory.entries()
    assert one.confidence == worth < 0.6


def test_a_changed_entry_has_the_text_that_a_person_wrote_in_the_file_since(memory):
    memory.remember("environment_note", "Stop at gate two")
    memory.save(force=True)
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("Stop at gate two", "Gate two is repaired"))
    memory.context()

    assert [one.text for one in changed_entries(memory, Period(NOON))] == ["Gate two is repaired"]


def test_repetitions_of_known_or_muted_entries_are_not_listed(memory, clock):
    lift = memory.remember("environment_note", "The lift is slow").id
    ramp = memory.remember("environment_note", "The ramp is steep").id
    memory.declare_known(lift, "ordered")
    memory.mute(ramp)
    memory.save(force=True)
    clock.set(NOON + HOUR)
    memory.confirm(lift)
    memory.confirm(ramp)

    assert changes(memory, NOON + HOUR) == []
    assert changes(memory, NOON) == [
        ("The ramp is steep", ["muted", "created"]), ("The lift is slow", ["known", "created"])
    ]  # fmt: skip


def test_only_agents_notes_are_marked_as_not_own(memory):
    memory.remember("environment_note", "The lift is slow", source="agent:planner")
    memory.remember("environment_note", "The ramp is steep")
    memory.save(force=True)

    assert [(one.text, one.is_own) for one in changed_entries(memory, Period(NOON))] == [
        ("The ramp is steep", True), ("The lift is slow", False)
    ]  # fmt: skip


def test_many_changes_by_agents_do_not_hide_those_of_others(memory, monkeypatch):
    monkeypatch.setattr(entry_changes, "_MOST_EVENTS", 5)
    memory.remember("environment_note", "The ramp is steep")
    lift = memory.remember("environment_note", "The lift is slow", source="agent:planner").id
    memory.mute(lift)
    for number in range(9):
        memory.remember("environment_note", f"Shelf {number} is bent", source="agent:planner")
        memory.long_term.levels.propose("skills/s/SKILL.md", f"# {number}\n", by="agent:planner")
    found = changes(memory, NOON)

    assert ("The ramp is steep", ["created"]) in found
    assert ("The lift is slow", ["muted"]) in found
    assert 2 < len(found) < 8 and all(text for text, _ in found)


def test_a_persons_change_of_an_agents_note_counts_as_own(memory):
    lift = memory.remember("environment_note", "The lift is slow", source="agent:planner").id
    memory.mute(lift)
    memory.save(force=True)

    assert [one.is_own for one in changed_entries(memory, Period(NOON))] == [True]


def test_a_memory_without_events_has_no_changes(home):
    with RobotMemory.open(home, read_only=True) as memory:
        assert changed_entries(memory, Period(NOON)) == []


@pytest.mark.parametrize("source", ["person", "detector"])
def test_a_text_changed_in_the_file_is_listed_with_its_earlier_text(memory, source):
    one = (
        memory.remember("environment_note", "Door 3 sticks in winter").id
        if source == "person" else fail(memory)
    )  # fmt: skip
    memory.save()
    was, file = memory.why(one)[0].text, memory.home.memory_file
    file.write_text(file.read_text().replace(was, "Door 3 runs well in winter"))
    memory.save()

    (changed,) = changed_entries(memory, Period(NOON))
    assert (changed.text, changed.said_before) == ("Door 3 runs well in winter", was)
    assert f"text changed in the file, was '{was}'" in changed.how
    assert explain_entry(memory, one).as_record()["said_before"] == was
    memory.confirm(one, source="person")
    assert explain_entry(memory, one).said_before == ""


def test_the_earlier_text_of_an_entry_has_plain_part_names(memory, clock):
    topic = "/front/scan"
    memory.observe(
        Observation(
            Kind.ONSET, clock.now(), f"{topic} falls silent", key=Key("rate", topic, "silent"),
            component=topic, entry_type="hardware_observation", confidence=0.6,
        )
    )  # fmt: skip
    memory.flush()
    ((_, one),) = memory.entries()
    memory.save()
    file = memory.home.memory_file
    file.write_text(file.read_text().replace(one.text, "It is old"))
    memory.save()

    assert explain_entry(memory, one.id).said_before == one.text == "Front lidar falls silent"


def test_a_corrected_text_is_not_listed_as_changed_in_the_file(memory):
    one = memory.remember("environment_note", "Door 3 sticks in winter").id
    memory.correct(one, "Door 3 sticks in frost")

    assert explain_entry(memory, one).said_before == ""
