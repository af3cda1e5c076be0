"""A bad robot's words do not return by another way: the memory knows whose words they are.

Every test goes through the shipped path: a signed update, a revocation by the operator, and what
the memory then tells.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from federation_builders import BLOCKED, Talker, at, note
from limit_builders import fail

from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.night_shift.digest_files import (
    DigestedSource,
    DigestFiles,
    DigestRecord,
)
from robot_memory.long_term.recall.query import Query

if TYPE_CHECKING:
    from conftest import Listener, Watch

HOUR = 3600.0
#: A text in the form of a fact, so that the night shift may learn it.
CHARGER = "The charger is in bay 2"


@pytest.fixture
def late(robot: Listener, alex: Talker, clock: Watch) -> Listener:
    """The listener, an hour after Alex said that the corridor is blocked."""
    robot.hear(alex.says(BLOCKED, CHARGER))
    clock.pass_by(HOUR)
    return robot


def talk(robot: Listener, speaker: str, words: str, name: str = "s1") -> None:
    """Write the transcript of a session in which somebody says something now."""
    time = robot.clock.now().time.isoformat()
    turn = {"timestamp": time, "role": "user", "speaker": speaker, "content": words}
    folder = robot.home / "episodic" / "conversations"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"session_id": name, "start_time": time, "turns": [turn]}
    (folder / f"{name}.json").write_text(json.dumps(record))


def recalled(robot: Listener, words: str = BLOCKED, **more: object) -> list[str]:
    return [hit.text for hit in robot.memory.recall(Query(words, **more))]


def own_texts(robot: Listener) -> list[str]:
    return [entry.text for _, entry in robot.memory.entries(include_resolved=True)]


# --- An agent that repeats a robot's words --------------------------------------------------------


@pytest.mark.parametrize("source", ["agent:planner", "claimed:ada"])
@pytest.mark.parametrize("words", [BLOCKED, f"Operator confirms: {BLOCKED}, avoid it"])
def test_an_agent_that_repeats_a_revoked_robots_text_creates_no_entry(late, alex, source, words):
    late.revoke(alex)

    answer = late.memory.remember("environment_note", words, source=source)

    assert not answer.created
    assert own_texts(late) == []
    assert BLOCKED not in late.memory.context().text
    assert alex.rrn in answer.message


def test_an_agent_that_repeats_a_withdrawn_entry_creates_no_entry(late, alex):
    late.hear(alex.says(CHARGER, issued=at(hours=1)))

    answer = late.memory.remember("environment_note", BLOCKED, source="agent")

    assert (answer.created, answer.echo_of) == (False, alex.rrn)
    assert own_texts(late) == []


def test_an_agent_that_repeats_a_revoked_robots_text_after_a_restart_creates_no_entry(late, alex):
    late.revoke(alex)
    late.memory.save()
    late.restart()

    assert not late.memory.remember("environment_note", BLOCKED, source="agent").created


def test_an_agent_cannot_correct_its_note_to_a_revoked_robots_text(late, alex):
    noted = late.memory.remember("environment_note", "Lift 2 takes long", source="agent")
    late.revoke(alex)

    with pytest.raises(InvalidInput, match=alex.rrn):
        late.memory.correct(noted.id, BLOCKED, source="agent")

    assert own_texts(late) == ["Lift 2 takes long"]


# --- Sessions, and what is derived from them -----------------------------------------------------


@pytest.mark.parametrize("speaker", ["agent", "assistant", "robot"])
def test_a_machines_repetition_of_a_revoked_robots_text_is_not_recalled(late, alex, speaker):
    talk(late, speaker, f"I heard that the {BLOCKED}")
    assert any(BLOCKED in text for text in recalled(late))

    late.revoke(alex)

    assert recalled(late) == []
    assert recalled(late, sources=["chunk"]) == []


@pytest.mark.parametrize("speaker", ["operator", "Ada"])
def test_a_persons_statement_with_the_same_text_as_a_revoked_robots_is_recalled(
    late, alex, speaker
):
    talk(late, speaker, f"I see it myself: {BLOCKED}")
    late.revoke(alex)

    (hit,) = late.memory.recall(Query(BLOCKED))

    assert BLOCKED in hit.text
    assert not any(alex.rrn in why for why in hit.why)


def test_the_context_of_a_hit_omits_a_revoked_robots_words(late, alex):
    path = late.home / "episodic" / "conversations" / "s1.json"
    talk(late, "Ada", "The forklift needs a new tyre")
    record = json.loads(path.read_text())
    record["turns"].append({**record["turns"][0], "speaker": "agent", "content": BLOCKED})
    path.write_text(json.dumps(record))
    late.revoke(alex)

    (hit,) = late.memory.recall(Query("forklift tyre"))

    assert BLOCKED not in hit.context


def test_an_agents_repetition_of_a_withdrawn_entry_is_recalled_only_if_chunks_are_requested(
    late, alex
):
    talk(late, "agent", BLOCKED)
    late.hear(alex.says(CHARGER, issued=at(hours=1)))

    assert recalled(late) == []
    assert recalled(late, sources=["chunk"]) == [BLOCKED]


def test_a_recalled_text_of_a_trusted_robot_names_the_robot_and_is_marked_not_verified(late, alex):
    talk(late, "agent", BLOCKED)

    (hit,) = late.memory.recall(Query(BLOCKED))

    assert any(alex.rrn in why and "not verified" in why for why in hit.why)


def test_a_statement_from_before_a_revoked_robots_same_statement_is_recalled(robot, alex, clock):
    talk(robot, "Ada", BLOCKED)
    clock.pass_by(HOUR)
    robot.hear(alex.says(BLOCKED))

    robot.revoke(alex)

    assert recalled(robot) == [BLOCKED]


# --- Digests, facts and pages --------------------------------------------------------------------


def night(robot: Listener) -> None:
    """Let a day pass, and run its night shift."""
    robot.clock.pass_by(24 * HOUR)
    robot.memory.consolidate(["summarize", "decay", "prune", "reconcile"])


def pages(robot: Listener) -> str:
    paths = [*(robot.home / "daily").glob("*.md"), robot.home / "MEMORY.md"]
    return "\n".join(path.read_text() for path in paths if path.exists())


def fact_texts(robot: Listener) -> list[str]:
    return [fact.text for fact in robot.memory.long_term.facts.facts.values()]


def test_a_digest_learns_no_fact_from_an_agents_repetition_of_a_robots_text(late):
    talk(late, "assistant", CHARGER)

    night(late)

    assert fact_texts(late) == []
    assert "bay 2" not in pages(late)


def old_digest(robot: Listener, *lines: str) -> None:
    """Write today's digest of an agent's notes, as a version without lineage wrote it."""
    now = robot.clock.now().time
    said = tuple(("Facts Learned", line) for line in lines)
    noted = DigestedSource("0" * 64, now, said, is_said=False)
    record = DigestRecord({"entry-created:mem-1": noted})
    DigestFiles(robot.home).write(now.date(), record)


def test_a_revoked_robots_text_in_an_older_digest_is_not_recalled_but_the_rest_is(late, alex):
    old_digest(late, CHARGER, "Lift 2 takes long")

    late.revoke(alex)

    assert not any("bay 2" in text for text in recalled(late, CHARGER))
    assert "Lift 2 takes long" in recalled(late, "lift 2 takes long")


def test_the_night_shift_removes_a_revoked_robots_text_from_an_older_digest(late, alex):
    old_digest(late, CHARGER, "Lift 2 takes long")
    late.revoke(alex)

    night(late)

    assert "bay 2" not in pages(late)
    assert "Lift 2 takes long" in pages(late)


def test_the_night_shift_removes_an_older_fact_that_repeats_a_revoked_robot(late, alex):
    facts, now = late.memory.long_term.facts, late.clock.now().time
    facts.learn([Statement("charger", "is_in", "bay 2", "agent:planner")], now=now)
    facts.learn([Statement("lift 2", "is_in", "hall 3", "agent:planner")], now=now)
    late.revoke(alex)
    assert not any("bay 2" in text for text in recalled(late, CHARGER))

    night(late)

    assert fact_texts(late) == ["lift 2 is in hall 3"]


@pytest.mark.parametrize("together", [True, False])
def test_a_fact_of_a_revoked_robot_is_kept_if_a_person_states_the_same_fact(late, alex, together):
    late.revoke(alex)
    facts, now = late.memory.long_term.facts, late.clock.now().time
    speakers = ("agent:planner", "person:ada")
    stated = [Statement("charger", "is_in", "bay 2", who) for who in speakers]
    for batch in [stated] if together else [[one] for one in stated]:
        facts.learn(batch, now=now)
    facts.learn(stated[:1], now=now)
    night(late)

    (fact,) = facts.facts.values()
    assert fact.source == "person:ada"
    assert fact.text in recalled(late, CHARGER)


def test_an_event_written_by_a_person_is_recalled_although_an_agent_wrote_it_too(late, alex):
    late.revoke(alex)
    levels = late.memory.long_term.levels
    for who, more in (("agent:planner", " (seen)"), ("person:ada", "")):
        event = json.dumps({"type": "observed", "text": BLOCKED + more})
        levels.write("episodic", "events/events.jsonl", event, by=f"{who} over HTTP")

    found = recalled(late)
    assert len(found) == 1
    assert found[0].endswith(BLOCKED)


# --- A robot that goes bad slowly ----------------------------------------------------------------


def test_an_agent_that_repeats_an_earlier_text_of_a_revoked_robots_entry_creates_no_entry(
    robot, alex, clock
):
    for step in range(5):
        clock.pass_by(60.0)
        issued = robot.clock.now().time
        claim = note(f"Dock {step} is safe at full speed", id="mem-00000001")
        robot.hear(alex.says(claim, issued=issued))
    robot.revoke(alex)

    for step in range(5):
        words = f"Dock {step} is safe at full speed"
        assert not robot.memory.remember("environment_note", words, source="agent").created


def bump(words: str, **more: object) -> object:
    """Return the note of a bump at a place, as a robot shares it."""
    place = {"frame": "map", "x": 12, "y": -3, "sigma": 0.1, "radius": 0.8}
    return note(words, about=("bump", "bump"), place=place, **more)


def test_a_robots_text_is_not_attributed_to_another_robot(
    listen: Callable[..., Listener], alex, bob
):
    robot = listen()
    robot.believe(alex, name="Alex")
    robot.believe(bob, name="Bob")
    robot.hear(alex.says(bump("Bump near here, slow down", confidence=0.7)))
    robot.hear(bob.says(bump("Drive at full speed here", confidence=1.0)))

    line = next(line for line in robot.told.splitlines() if "full speed" in line)

    assert "Bob" in line
    assert "Alex" not in line


# --- Old copies ----------------------------------------------------------------------------------


def test_an_older_memory_file_does_not_restore_a_revoked_robots_entries(late, alex):
    late.memory.save()
    old = late.text
    late.revoke(alex)
    late.memory.save()
    late.stop()
    late.memory.home.memory_file.write_text(old, encoding="utf-8")
    late.start()

    assert BLOCKED not in late.told
    assert late.memory.peers.notes() == []


def test_a_revocation_takes_effect_without_a_node(late, alex):
    talk(late, "agent", BLOCKED)
    late.memory.save()
    late.trust.revoke(alex.rrn, late.clock.now().time)

    assert late.told == ""
    assert late.memory.peers.all()[alex.rrn].entries == ()
    assert recalled(late) == []


def test_entries_withdrawn_a_month_ago_are_no_longer_kept(robot, alex, clock):
    for words in (BLOCKED, CHARGER, "Lift 2 takes long"):
        robot.hear(alex.says(words, issued=clock.now().time))
        clock.pass_by(31 * 24 * HOUR)

    (row,) = robot.memory.peers.rows(alex.rrn)[-1:]

    assert [record["text"] for record in row.detail["withdrawn"]] == [CHARGER]


def test_the_number_of_kept_withdrawn_entries_is_bounded(robot, alex, clock):
    for step in range(30):
        clock.pass_by(60.0)
        claims = [note(f"Shelf {step} {row} is loose") for row in range(20)]
        robot.hear(alex.says(*claims, issued=robot.clock.now().time))

    (row,) = robot.memory.peers.rows(alex.rrn)[-1:]

    assert len(row.detail["withdrawn"]) <= 256
    assert len(json.dumps(row.detail)) < 100_000


def test_a_peers_entry_about_a_fault_of_this_robot_does_not_count_as_an_onset(late, alex):
    fault = fail(late.memory)
    (text,) = own_texts(late)
    claim = note(
        text, type="hardware_observation", about=("diagnostics", "fails"), observation_count=99
    )
    late.hear(alex.says(claim, issued=at(hours=1)))

    assert late.memory.peers.rows(alex.rrn)
    assert late.memory.ledger.with_onsets(after=0) == [fault]
    assert len(late.memory.ledger.occurrences(fault, "left encoder")) == 1
