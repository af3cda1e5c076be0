"""A peer can take back only its own words, never those of this robot's people and detectors.

In every test a robot says something, and somebody here says it too, before or after; then the robot
deletes it on request, or an operator revokes the robot (rules.md §6.15, §6.17).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from federation_builders import BLOCKED, NOON, Talker, note

from robot_memory.foundation.errors import InvalidInput
from robot_memory.ledger import Attempt, Kind, Observation, Source
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.long_term.recall.query import Query
from robot_memory.sharing.federation.shared_entry import DeletedEntry

PHRASE = "before you open"
LINE = f"Call the fire desk {PHRASE} valve 4"
STATED = "The charger is in bay 2"
HOUR = 3600.0
GONE = ["deleted", "revoked", "withdrawn"]

Leave = Callable[[], None]


@pytest.fixture(params=GONE)
def leave(request, robot, alex: Talker, clock) -> Leave:
    """Let Alex say some things, and return a function that takes them back."""
    robot.hear(alex.says(PHRASE, BLOCKED, STATED))
    clock.pass_by(HOUR)

    def take_back() -> None:
        clock.pass_by(HOUR)
        if request.param == "revoked":
            robot.revoke(alex)
        elif request.param == "withdrawn":
            robot.hear(alex.says())
        else:
            names = tuple(DeletedEntry(note(text).id, NOON) for text in (PHRASE, BLOCKED, STATED))
            robot.hear(alex.says(deleted=names))

    return take_back


def found(robot, words: str, **more: object) -> list[tuple[str, str]]:
    """Return the hits that contain these words, each with the reasons about their author."""
    hits = robot.memory.recall(Query(words, **more))
    return [(hit.text, " ".join(w for w in hit.why if "words" in w)) for hit in hits
            if words in hit.text]  # fmt: skip


def page(robot, name: str, *lines: str) -> Path:
    path = robot.home / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Page\n\n" + "".join(f"- {line}\n" for line in lines))
    return path


@pytest.mark.parametrize("name", ["procedural/skills/kiln/SKILL.md", "semantic/knowledge/kiln.md"])
@pytest.mark.parametrize("words", [LINE, BLOCKED])
def test_a_persons_page_line_stays_when_a_robots_same_text_is_taken_back(robot, leave, name, words):
    page(robot, name, words)
    assert found(robot, words) == [(words, "")]

    leave()

    assert found(robot, words) == [(words, "")]


def test_an_agents_page_line_is_not_recalled_after_a_robots_same_text_is_taken_back(robot, leave):
    robot.memory.long_term.levels.write(
        "semantic", "knowledge/doors.md", f"# Doors\n\n- {BLOCKED}\n", by="agent:planner over HTTP"
    )
    assert [why for _, why in found(robot, BLOCKED)] != [""]

    leave()

    assert found(robot, BLOCKED) == []


def test_on_a_mixed_page_only_machine_lines_are_hidden_when_a_robots_text_is_taken_back(
    robot, leave
):
    knowledge, now = robot.memory.long_term.levels.knowledge, robot.clock.now().time
    knowledge.update("doors", {"Events": [BLOCKED]}, now)
    path = robot.home / "semantic/knowledge/doors.md"
    path.write_text(path.read_text().replace(f"- {BLOCKED}\n", f"- {BLOCKED}\n- {LINE}\n"))

    leave()

    assert (found(robot, BLOCKED), found(robot, LINE)) == ([], [(LINE, "")])


def test_a_persons_note_on_an_attempt_stays_when_a_robots_same_text_is_taken_back(robot, leave):
    outcome = TaskOutcome("fetch", succeeded=False, note=BLOCKED, by="person:ada")
    robot.memory.report_outcome(outcome)
    robot.memory.flush()

    leave()

    assert found(robot, BLOCKED)
    assert all(why == "" for _, why in found(robot, BLOCKED))
    assert (
        BLOCKED
        in robot.memory.recall(Query("what happened the last time we tried to fetch"))[0].text
    )


def test_an_agents_note_that_repeats_a_robots_text_is_dropped_but_its_attempt_is_counted(
    robot, leave
):
    leave()
    outcome = TaskOutcome("fetch", succeeded=False, note=BLOCKED, by="agent:planner")

    receipt = robot.memory.report_outcome(outcome)

    assert receipt.tally.tried == 1
    assert "the note was left out: these are words" in receipt.message
    (record,) = robot.memory.outcomes()
    assert record.last.attempt.note == ""


@pytest.mark.parametrize("how", [
    lambda succeeded: {"task": BLOCKED, "parameters": {"way": "south" if succeeded else "north"}},
    lambda succeeded: {"task": "fetch", "place": BLOCKED if succeeded else "Hall 2"},
    lambda succeeded: {"task": "fetch", "parameters": {"fact": BLOCKED if succeeded else "none"}},
    lambda succeeded: {"task": "fetch", "parameters": {
        BLOCKED.rpartition(" ")[0]: BLOCKED.rpartition(" ")[2] if succeeded else "none"}},
])  # fmt: skip
def test_attempts_that_an_agent_reports_with_a_robots_text_create_no_entry(
    robot, clock, leave, how
):
    leave()
    for succeeded in [False, True] * 8:
        clock.pass_by(HOUR)
        outcome = TaskOutcome(by="agent:planner", succeeded=succeeded, **how(succeeded))
        assert robot.memory.report_outcome(outcome).entry_id == ""


@pytest.mark.parametrize("say", [
    lambda memory, name: memory.declare_known(name, BLOCKED, source="agent:planner"),
    lambda memory, name: memory.resolve(name, BLOCKED, source="agent:planner"),
    lambda memory, name: memory.mute(name, why=BLOCKED, source="claimed:ada"),
    lambda memory, name: memory.forget(name, BLOCKED, source="agent:planner"),
    lambda memory, name: memory.repaired("Lift", BLOCKED, source="agent:planner"),
])  # fmt: skip
def test_an_agent_cannot_change_an_entry_with_a_robots_text_that_was_taken_back(robot, leave, say):
    noted = robot.memory.remember("environment_note", "Lift C shakes", source="person:ada")
    leave()

    with pytest.raises(InvalidInput, match="an agent cannot make them its own"):
        say(robot.memory, noted.id)

    assert robot.memory.why(noted.id)[0].text == "Lift C shakes"


def test_a_person_may_declare_an_entry_known_with_a_robots_text_that_was_taken_back(robot, leave):
    noted = robot.memory.remember("environment_note", "Lift C shakes", source="person:ada")
    leave()

    entry = robot.memory.declare_known(noted.id, BLOCKED, source="person:ada")

    assert entry.is_known(robot.clock.now().time)


def test_an_answer_about_attempts_omits_an_agents_note_that_repeats_a_robots_text(robot, leave):
    attempt = Attempt("fetch", succeeded=False, note=BLOCKED)  # as an earlier version stored it
    robot.memory.observe(attempt.as_row(robot.clock.now(), Source.AGENT))
    robot.memory.flush()

    leave()

    (answer, *_) = robot.memory.recall(Query("what happened the last time we tried to fetch"))
    assert "The last time was" in answer.text and BLOCKED not in answer.text


def test_a_detectors_observation_is_recalled_even_after_its_entry_is_forgotten(robot, leave):
    robot.memory.observe(
        Observation(Kind.ONSET, robot.clock.now(), BLOCKED, Source.DETECTOR,
                    entry_id="mem-1a2b3c4d", entry_type="environment_note")
    )  # fmt: skip
    robot.memory.flush()
    robot.memory.forget("mem-1a2b3c4d", source="person:ada")

    leave()

    assert found(robot, BLOCKED, sources=["observation"])


@pytest.mark.parametrize("source", ["user-stated", "maintenance manual", "session:s1"])
def test_a_fact_from_a_person_or_a_manual_stays_when_a_robots_same_text_is_taken_back(
    robot, leave, source
):
    facts, now = robot.memory.long_term.facts, robot.clock.now().time
    facts.learn([Statement("valve 4", "needs", BLOCKED, source)], now=now)

    leave()
    robot.memory.consolidate(["prune"])

    assert [fact.object for fact in facts.facts.values()] == [BLOCKED]
    assert any(BLOCKED in text and why == "" for text, why in found(robot, BLOCKED))


def test_a_digest_keeps_a_persons_statement_when_a_robots_same_text_is_taken_back(robot, leave):
    time = robot.clock.now().time.isoformat()
    turn = {"timestamp": time, "role": "user", "speaker": "Ada", "content": STATED}
    folder = robot.home / "episodic" / "conversations"
    folder.mkdir(parents=True, exist_ok=True)
    record = {"session_id": "s1", "start_time": time, "turns": [turn]}
    (folder / "s1.json").write_text(json.dumps(record))
    robot.clock.pass_by(24 * HOUR)
    robot.memory.consolidate(["summarize"])
    digests = list((robot.home / "daily").glob("*.md"))
    before = [path.read_text() for path in digests]
    assert any("bay 2" in text for text in before)

    leave()
    robot.memory.consolidate(["summarize"])

    assert [path.read_text() for path in digests] == before
    assert found(robot, "bay 2", sources=["knowledge"])
