"""RobotMemory: the object that all faces use."""

from __future__ import annotations

import string
import threading
import time
from concurrent.futures import TimeoutError as CommitTimeout
from datetime import timedelta

import pytest

from robot_memory import EntryType, MemoryEntry, RobotMemory
from robot_memory.entries.context_block import HEADING
from robot_memory.foundation.errors import HomeRefused, InvalidEntry, UnknownEntry
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key, Kind, Observation

DOCK = "Dock is slippery"
ENCODER = (
    "🟡 [60%] left encoder fails — check the encoder's cable and mounting "
    "(once, there until 12:00 UTC, unknown since) #9423"
)


@pytest.fixture
def memory(home, clock):
    opened = RobotMemory.open(home, clock=clock)
    yield opened
    make_room(opened)
    opened.close()


def observe(memory, component="left encoder", **fields):
    given = {
        "kind": Kind.ONSET, "key": Key("diagnostics", component, "fails"), "confidence": 0.6,
        "entry_type": "hardware_observation", "component": component, "topic": "/diagnostics",
        "context": {"speed": 0.3}, "summary": f"{component} fails", **fields,
    }  # fmt: skip
    memory.observe(Observation(instant=memory.clock.now(), **given))
    memory.flush()


def texts(pairs):
    return [entry.text for _, entry in pairs]


# -- notes and context ---------------------------------------------------------------------------


def test_the_context_contains_observed_faults_and_notes(memory):
    observe(memory)
    memory.remember("environment_note", DOCK, tags=["dock"])
    context = memory.context()

    assert context.text == f"{HEADING}\n🔴 [80%] {DOCK} #3d42\n{ENCODER}"
    assert [entry.text for entry in context.entries] == [DOCK, "left encoder fails"]


def test_the_public_names_have_the_modules_and_fields_of_the_contract():
    assert RobotMemory.__module__ == "robot_memory.memory"
    assert MemoryEntry.__dataclass_fields__.keys() >= {"id", "type", "text", "confidence"}
    assert EntryType("resolved") is EntryType.RESOLVED


def test_the_context_keeps_to_tags_query_confidence_and_budget(memory):
    observe(memory)
    memory.remember("environment_note", DOCK, tags=["dock"])

    assert memory.context(tags=["dock"]).entries[0].text == DOCK
    assert len(memory.context(tags=["dock"]).entries) == 1
    assert memory.context(query="encoders").entries[0].text == "left encoder fails"
    assert [e.text for e in memory.context(min_confidence=0.7).entries] == [DOCK]
    small = memory.context(token_budget=30)
    assert (len(small.entries), small.left_out) == (1, 1)
    assert small.tokens <= 30


def test_the_token_budget_is_kept_with_news_at_the_top(memory):
    for number in range(20):
        memory.remember("environment_note", f"Doorway {number} has a lip of 3 cm")
    for budget in (1, 7, 30, 100):
        memory.ledger.note_context({})
        context = memory.context(token_budget=budget, since_last=True)
        assert context.tokens <= budget


def test_news_are_shown_once_even_after_a_restart(memory, home, clock):
    observe(memory)
    new = f"Since last time, new: {ENCODER}"
    assert memory.context(since_last=True).text == f"{HEADING}\n{new}"  # and no second line of it
    assert "Since" not in memory.context(since_last=True).text
    again = RobotMemory.open(home, clock=clock)
    assert "Since" not in again.context(since_last=True).text
    (entry,) = memory.context().entries
    memory.resolve(entry.id)
    cleared = f"{HEADING}\nSince last time, cleared: left encoder fails"
    assert again.context(since_last=True).text == cleared
    again.close()


def test_entries_are_listed_by_their_decayed_confidence(memory, clock):
    observe(memory)
    memory.remember("environment_note", DOCK, tags=["dock"])
    clock.set(clock.now().time + timedelta(days=2))

    assert [value for value, _ in memory.entries()] == [0.7, 0.5]
    assert texts(memory.entries(types=["environment_note"])) == [DOCK]
    assert texts(memory.entries(tags=["dock", "x"])) == [DOCK]
    assert texts(memory.entries(min_confidence=0.6)) == [DOCK]


def test_resolved_entries_are_listed_only_on_request(memory):
    entry_id = memory.remember("environment_note", DOCK).id
    resolved = memory.resolve(entry_id, "sanded")

    assert resolved.type is EntryType.RESOLVED
    assert memory.entries() == []
    assert memory.context().text == ""
    assert texts(memory.entries(include_resolved=True)) == [DOCK]
    assert texts(memory.entries(types=["resolved"])) == [DOCK]


def test_why_returns_the_topic_time_and_values_of_an_entry(memory, clock):
    observe(memory)
    clock.set(clock.now().time + timedelta(hours=1))
    observe(memory)
    ((_, entry),) = memory.entries()
    found, rows = memory.why(entry.id)

    assert found == entry
    assert [row.time for row in rows] == [clock.now().time, clock.now().time - timedelta(hours=1)]
    assert {(row.topic, row.context["speed"]) for row in rows} == {("/diagnostics", 0.3)}
    assert len(memory.why(entry.id, limit=1)[1]) == 1


def test_why_returns_the_effects_of_a_fault_stored_with_it(memory):
    key = Key("diagnostics", "left encoder", "fails")
    about = {"key": key, "entry_type": "hardware_observation", "component": "left encoder"}
    for kind, summary in ((Kind.ONSET, "left encoder fails"), (Kind.FOLLOWS, "pump bar fell")):
        memory.observe(Observation(kind, memory.clock.now(), summary, **about))
    memory.flush()

    ((_, entry),) = memory.entries()
    _, rows = memory.why(entry.id)
    assert [row.summary for row in rows] == ["pump bar fell", "left encoder fails"]


def test_a_muted_entry_is_not_in_the_context_but_still_learned(memory, clock):
    observe(memory)
    ((_, entry),) = memory.entries()
    memory.mute(entry.id, until=clock.now().time + timedelta(hours=2), why="spare part ordered")
    assert memory.context().text == ""
    assert texts(memory.entries()) == ["left encoder fails"]
    clock.set(clock.now().time + timedelta(hours=2))
    assert "left encoder" in memory.context().text
    memory.mute(entry.id)
    observe(memory)
    assert memory.context().text == ""
    memory.unmute(entry.id)
    assert "left encoder" in memory.context().text


def test_a_repair_resolves_the_entries_about_the_component(memory):
    observe(memory)
    observe(memory, "lidar")
    (resolved,) = memory.repaired("left encoder", "replaced")

    assert texts(memory.entries()) == ["lidar fails"]
    assert resolved.extra["resolved_note"] == "replaced"
    assert memory.repaired("left encoder") == []


@pytest.mark.parametrize("deed", ["resolve", "mute", "unmute", "why"])
def test_an_id_that_no_entry_has_is_refused(memory, deed):
    with pytest.raises(UnknownEntry, match="mem-nothing"):
        getattr(memory, deed)("mem-nothing")
    assert memory.ledger.last() == 0


def test_an_empty_note_is_refused(memory):
    with pytest.raises(InvalidEntry, match="text: is empty"):
        memory.remember("environment_note", " ")


def test_events_report_each_change_of_an_entry(home, clock):
    events = []
    with RobotMemory.open(home, clock=clock, on_event=events.append) as memory:
        observe(memory)
        ((_, entry),) = memory.entries()
        clock.set(clock.now().time + timedelta(hours=1))
        observe(memory)
        memory.resolve(entry.id)
        observe(memory)
        memory.mute(entry.id)
        memory.unmute(entry.id)

    assert [event.kind for event in events] == [
        "created", "reinforced", "resolved", "reopened", "muted", "unmuted",
    ]  # fmt: skip
    assert events[0].detail == "/diagnostics"
    assert all(event.entry.id == entry.id for event in events)


def test_events_are_not_repeated_after_a_restart(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        observe(memory)
    events = []
    with RobotMemory.open(home, clock=clock, on_event=events.append) as memory:
        memory.entries()
    assert events == []


# -- settings ------------------------------------------------------------------------------------


def test_new_settings_apply_at_once(memory, clock):
    observe(memory)
    memory.configure(Settings(inject_min=0.7, reinforce_step=0.05))
    assert memory.context().text == ""
    clock.set(clock.now().time + timedelta(days=1))
    observe(memory)
    ((value, _),) = memory.entries()

    assert value == 0.6  # 0.6 - 0.05 + 0.05


# -- read-only -----------------------------------------------------------------------------------


def test_reading_a_missing_home_does_not_create_it(home):
    with RobotMemory.open(home, read_only=True) as reader:
        assert reader.entries() == []
        assert reader.context().text == ""
    assert not home.exists()


def test_a_read_only_memory_refuses_writes(memory, home, clock):
    observe(memory)
    memory.save()
    ((_, entry),) = memory.entries()
    with RobotMemory.open(home, clock=clock, read_only=True) as reader:
        for deed in (
            lambda: reader.remember("environment_note", DOCK),
            lambda: reader.resolve(entry.id),
            lambda: reader.mute(entry.id),
            lambda: reader.repaired("left encoder"),
            lambda: reader.save(),
            lambda: reader.flush(),
        ):
            with pytest.raises(HomeRefused, match="read-only"):
                deed()
        assert reader.tick() is False
        observe(memory, "lidar")
        assert len(reader.entries()) == 2


# -- a full disk, many threads -------------------------------------------------------------------


def fill_disk(memory):
    connection = memory.ledger._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")


def make_room(memory):
    memory.ledger._connection.execute("PRAGMA max_page_count = 1000000")


def test_evidence_waits_while_the_disk_is_full_and_the_problem_is_reported(memory, monkeypatch):
    monkeypatch.setattr("robot_memory.ledger.ledger_writer._RETRY_PAUSE", 0.01)
    monkeypatch.setattr("robot_memory.memory_writer._COMMIT_TIMEOUT", 0.2)
    fill_disk(memory)
    with pytest.raises(CommitTimeout):
        memory.remember(
            "environment_note", "x" * 500, tags=["漢" * 127 + c for c in string.ascii_letters[:32]]
        )
    assert "full" in (memory.problem or "")
    assert memory.entries() == []
    make_room(memory)
    memory.flush()

    assert texts(memory.entries()) == ["x" * 500]
    assert memory.problem is None


def test_several_threads_can_share_a_memory(memory):
    def work(name):
        for number in range(10):
            observe(memory, name)
            memory.remember("environment_note", f"{name} says {number}")
            memory.context()
            memory.tick()

    threads = [threading.Thread(target=work, args=(name,)) for name in ("left", "right", "lidar")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    memory.save()

    assert len(memory.entries()) == 33
    assert sorted(
        entry.observation_count for _, entry in memory.entries(types=["hardware_observation"])
    ) == [10, 10, 10]


def test_observing_does_not_wait_for_other_threads(memory):
    waiting = threading.Thread(target=observe_only, args=(memory,))
    with memory._lock:  # another thread saves, or stores a person's note
        waiting.start()
        waiting.join(5)
        assert not waiting.is_alive()
        asking = threading.Thread(target=memory.knows, args=[Key("diagnostics", "x", "error")])
        asking.start()
        asking.join(5)
        assert not asking.is_alive()
    memory.flush()

    assert texts(memory.entries()) == ["Left encoder fails"]


def observe_only(memory):
    memory.observe(
        Observation(
            Kind.ONSET, memory.clock.now(), "Left encoder fails",
            key=Key("diagnostics", "left encoder", "error"),
            entry_type="hardware_observation", confidence=0.6,
        )
    )  # fmt: skip


def test_listeners_run_in_the_writer_thread_unless_the_memory_is_busy(memory):
    told: list[tuple[str, list[str]]] = []

    def tell():
        name = threading.current_thread().name
        memory.unless_busy(lambda: told.append((name, texts(memory.entries()))))

    memory.when_stored(tell)
    observe_only(memory)
    memory.flush()
    assert told == [("ledger-writer", ["Left encoder fails"])]

    memory.remember("environment_note", DOCK)  # meanwhile its thread waits for the writer
    assert len(told) in (1, 2)
    with memory._lock:
        known = len(told)
        observe_only(memory)
        memory.flush()
        assert len(told) == known


def test_a_listener_is_not_called_while_the_memory_closes(tmp_path):
    problems: list[Exception] = []

    def tell():
        try:
            memory.unless_busy(lambda: memory.context())
        except HomeRefused as error:
            problems.append(error)

    memory = RobotMemory.open(tmp_path / "home")
    memory.when_stored(tell)
    observe_only(memory)
    memory.close()

    assert problems == []


def test_a_slow_listener_does_not_delay_acknowledged_writes(memory):
    memory.when_stored(lambda: memory.unless_busy(lambda: time.sleep(0.2)))
    for number in range(5):
        observe_only(memory)
        memory.remember("environment_note", f"Shelf {number} is loose")

    assert len(memory.entries()) == 6


def test_closing_releases_the_files_and_refuses_observations(home, clock):
    memory = RobotMemory.open(home, clock=clock)
    observe(memory)
    memory.close()
    with pytest.raises(HomeRefused, match="closed"):
        memory.observe(
            Observation(Kind.ONSET, clock.now(), "late", key=Key("d", "c", "s"),
                        entry_type="hardware_observation", confidence=0.5)
        )  # fmt: skip
    assert memory.rrn.startswith("RRN-LOCAL-")  # known content stays
    other = RobotMemory.open(home, clock=ManualClock(clock.now().time, kind="wall", boot="b2"))
    assert len(other.entries()) == 1
    other.close()


def test_why_returns_the_evidence_of_all_merged_entries(memory):
    for number in range(9):
        said = VaryingText.of("gateway: no reply from ‥", [f"10.0.0.{number}"])
        observe(
            memory, summary=str(said), detail={READINGS: said.as_list()},
            key=Key("log", "gateway", f"no reply from ‹10.0.0.{number}›"),
        )  # fmt: skip
    ((_, entry),) = memory.entries()

    assert entry.text == "gateway: no reply from (various)"
    assert entry.observation_count == 9
    assert len(memory.why(entry.id)[1]) == 9
