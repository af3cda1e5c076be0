"""rules.md §8: no secret is stored, whichever way it came in."""

from __future__ import annotations

import json
from datetime import timedelta
from types import SimpleNamespace as Message

import pytest
from canaries import CANARIES, leaks

from robot_memory.foundation.secrets.secrets_filter import screened
from robot_memory.foundation.settings import default_rules_file
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

DIAGNOSTICS, LOG = "diagnostic_msgs/msg/DiagnosticArray", "rcl_interfaces/msg/Log"
WARN, ERROR = 1, 40


@pytest.fixture
def watch(memory, clock):
    perception = Perception(
        load_rules(default_rules_file()), memory.settings, clock, memory.observe
    )

    def receive(topic, type_name, contents, times=8):
        """Receive messages with these contents every 0.5 s."""
        for _ in range(times):
            clock.set(clock.now().time + timedelta(seconds=0.5))
            for content in contents:
                perception.receive(topic, type_name, content())
            perception.advance()
        memory.flush()
        memory.ledger.keep_baselines(perception.baselines.states(), memory.seq)

    return receive


def status(name="base: Motor", message="", hardware_id="", **values):
    pairs = [Message(key=key, value=value) for key, value in values.items()]
    return Message(level=WARN, name=name, message=message, hardware_id=hardware_id, values=pairs)


def array(*statuses):
    stamp = Message(sec=0, nanosec=0)
    return lambda: Message(header=Message(stamp=stamp), status=list(statuses), has_values=True)


def line(text, name="driver"):
    stamp = Message(sec=0, nanosec=0)
    return lambda: Message(stamp=stamp, level=ERROR, name=name, msg=text, line=7)


def closed(memory, home):
    memory.close()
    return leaks(home)


def test_secrets_in_log_messages_are_not_stored(memory, home, watch):
    texts = [text for text, _ in CANARIES.values()]
    watch("/rosout", LOG, [line(text, f"driver{number}") for number, text in enumerate(texts)])
    watch("/rosout", LOG, [line("no answer", name=text) for text in texts])

    assert len(memory.entries()) > len(CANARIES)
    assert closed(memory, home) == set()


def test_secrets_in_diagnostics_are_not_stored(memory, home, watch):
    texts = [text for text, _ in CANARIES.values()]
    watch("/diagnostics", DIAGNOSTICS, [array(
        *(status(f"base: part {number}", text) for number, text in enumerate(texts)),
        *(status(text, "no answer") for text in texts),
        *(status("", "no answer", text) for text in texts),
        *(status(f"arm: part {number}", "no answer", **{text: "3.5", "note": text})
          for number, text in enumerate(texts)),
    )], times=40)  # fmt: skip

    assert len(memory.entries()) > len(CANARIES)
    assert closed(memory, home) == set()


def test_the_digits_of_a_password_are_not_stored_as_a_reading(memory, home, watch):
    watch("/diagnostics", DIAGNOSTICS, [
        array(status("base: wifi", "weak", **{"wifi password": "48291057", "rssi": "-80"}))
    ], times=40)  # fmt: skip
    memory.close()

    assert not any(b"48291057" in path.read_bytes() for path in home.rglob("*.*"))


def test_secrets_in_notes_and_reasons_are_not_stored(memory, home):
    for text, _ in CANARIES.values():
        noted = memory.remember("environment_note", text, tags=[text[:120]], source="agent")
        memory.mute(noted.id, why=text)
        memory.resolve(noted.id, text)
        memory.repaired(text, text)
        memory.remember("environment_note", f"Dock {noted.id}", source=f"person:{text[:100]}")

    assert closed(memory, home) == set()


def test_secrets_in_caller_names_are_not_stored(memory, home):
    for text, _ in CANARIES.values():
        memory.context(since_last=True, caller=text[:80])

    assert closed(memory, home) == set()


def test_secrets_in_conversations_chunks_and_facts_are_not_stored(memory, home, clock):
    levels = memory.long_term.levels
    session = levels.sessions.start(clock.now().time)
    chunks = ChunkStore(home, clock=clock)
    for text, _ in CANARIES.values():
        session.add_turn("user", f"Remember that {text}", clock.now().time, intent=text)
        session.taught(text, clock.now().time)
        session.keep(clock.now().time, goal=text)
        levels.proposals.propose("skills/dock.yaml", text, clock.now().time, by="a", reason=text)
        chunks.create_chunk(text)
        chunks.create_chunks(f"{text}. " + "The gripper of the arm holds the cup. " * 40)
        memory.long_term.facts.learn(
            [Statement("gripper", "said", text[:90], "test")], now=clock.now().time
        )
    memory.consolidate()

    assert closed(memory, home) == set()


def test_secrets_that_a_detector_does_not_filter_are_not_stored(memory, home, clock):
    for name, (text, _) in CANARIES.items():
        memory.observe(Observation(
            Kind.ONSET, clock.now(), text, key=Key("new", name, text), detector="new",
            topic=f"/{text}", component=text, entry_type="hardware_observation", confidence=0.6,
            tags=(text,), detail={"message": text, text: [text]},
        ))  # fmt: skip
    memory.flush()

    assert closed(memory, home) == set()


@pytest.mark.parametrize("type_name", [DIAGNOSTICS, LOG, "std_msgs/msg/Float64", "x/msg/Status"])
def test_secrets_in_topic_names_are_not_stored(memory, home, watch, type_name):
    contents = {
        DIAGNOSTICS: array(status(message="no flow")),
        LOG: line("lost the motor"),
        "std_msgs/msg/Float64": lambda: Message(data=1.5),
        "x/msg/Status": lambda: Message(overheated=True, motor_temperature=71.5, voltage=0.0),
    }
    for text, _ in CANARIES.values():
        watch(f"/diag/{text}", type_name, [contents[type_name]], times=4)

    assert closed(memory, home) == set()


# -- reports -------------------------------------------------------------------------------------


def test_the_evidence_counts_the_removed_secrets(memory, watch):
    watch("/rosout", LOG, [line("login failed: password=hunter2")])
    ((_, entry),) = memory.entries()
    _, rows = memory.why(entry.id)

    assert "password=[removed: password]" in entry.text
    assert rows[0].detail["removed"] == {"password": 1}


def test_the_id_of_an_entry_does_not_depend_on_the_secret(memory, watch):
    watch("/rosout", LOG, [line("login failed: password=hunter2")])
    watch("/rosout", LOG, [line("login failed: password=swordfish")])

    assert len(memory.entries()) == 1


def test_remember_reports_that_a_secret_was_removed(memory):
    said = memory.remember("environment_note", "The dock's wifi password is hunter2")

    assert said.message == "remembered; taken out before it was stored: password"


def test_a_value_with_the_name_of_a_secret_is_not_stored(memory, home):
    named = {"password": "Tr0ub4dor", "wifi": {"psk": ["S4kuraHana"]}, "api_key": "AIzaSyD3vK9q"}
    levels = memory.long_term.levels
    levels.write_memory({"type": "joined", **named}, "episodic", "")
    levels.write("episodic", "events/events.jsonl", json.dumps(named), by="an agent")
    memory.report_outcome(TaskOutcome("join the network", True, "agent:x", parameters={
        "psk": "S4kuraHana", "password": "Tr0ub4dor", "speed": "slow",
    }))  # fmt: skip

    assert closed(memory, home) == set()


def test_a_harmless_value_with_the_name_of_a_secret_is_kept():
    data = {"password": "", "token": "expired", "removed": {"password": 2}, "key": "zoo",
            "passwords": None, "retries": 3}  # fmt: skip

    assert screened(data) == data
