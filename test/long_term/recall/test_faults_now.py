"""A question about current faults is answered from the current state, even if there are none."""

from __future__ import annotations

import fcntl
from datetime import timedelta

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.home import NODE_LOCK
from robot_memory.ledger import Key, Kind, Observation, Severity, Source
from robot_memory.long_term.recall.query import Query
from robot_memory.long_term.recall.question_words import asks_for_present

NOW = "Which faults are present now?"


class Robot:
    """A robot whose detectors report what a test wants."""

    def __init__(self, memory, clock):
        self.memory, self._clock = memory, clock

    def sees(self, kind, part, words, severity=Severity.ERROR):
        self._clock.set(self._clock.now().time + timedelta(minutes=10))
        key = Key("diagnostics", part, words)
        row = Observation(
            kind, self._clock.now(), f"{part} {words}", Source.DETECTOR, key=key,
            detector="diagnostics", component=part, severity=severity, confidence=0.6,
            entry_type="hardware_observation", tags=(severity.value,),
        )  # fmt: skip
        self.memory.observe(row)
        self.memory.flush()

    def says(self, question, **given):
        return [
            hit.text.partition(" (")[0].partition(" — ")[0]
            for hit in self.memory.recall(Query(question, **given))
        ]


@pytest.fixture
def robot(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        yield Robot(memory, clock)


@pytest.fixture
def watched(robot):
    with (robot.memory.home.folder / NODE_LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield robot


def test_present_faults_are_listed_by_severity_without_those_that_ended(watched):
    watched.sees(Kind.ONSET, "gripper", "jams")
    watched.sees(Kind.ONSET, "camera", "is dark", Severity.WARN)
    watched.sees(Kind.ONSET, "front lidar", "reports a fault")
    watched.sees(Kind.END, "front lidar", "reports a fault")
    watched.sees(Kind.ONSET, "arm", "overheats")

    assert watched.says(NOW) == ["arm overheats", "gripper jams", "camera is dark"]


def test_without_present_faults_the_answer_says_so(watched):
    watched.sees(Kind.ONSET, "gripper", "reports a fault")
    watched.sees(Kind.END, "gripper", "reports a fault")

    assert watched.says(NOW) == ["No fault is present now."]


def test_without_a_watching_node_the_answer_states_how_far_faults_are_known(robot):
    assert robot.says(NOW) == [
        "No fault is present, as far as is known: the robot was never heard."
    ]

    robot.sees(Kind.ONSET, "gripper", "jams")
    (hit,) = robot.memory.recall(NOW)

    assert "there until 12:10 UTC, unknown since" in hit.text


def test_faults_of_the_part_in_the_question_are_listed_first(watched):
    watched.sees(Kind.ONSET, "gripper", "jams")
    watched.sees(Kind.ONSET, "arm", "overheats")

    assert watched.says("Is the gripper defective right now?")[0] == "gripper jams"
    assert watched.says("Is the lidar defective right now?")[:1] != ["No fault is present now."]


def test_resolved_and_muted_faults_are_not_listed_but_the_muted_ones_are_counted(watched):
    watched.sees(Kind.ONSET, "gripper", "jams")
    watched.sees(Kind.ONSET, "arm", "overheats")
    for _, entry in watched.memory.entries():
        if "gripper" in entry.text:
            watched.memory.mute(entry.id, why="known")
        else:
            watched.memory.resolve(entry.id)

    assert watched.says(NOW) == ["No other fault is present now; 1 is muted."]


@pytest.mark.parametrize(
    "question",
    [
        "what is wrong now", "What's wrong?", "is anything broken", "is anything broken right now?",
        "what is wrong with the robot", "which errors are currently active?",
        "any problems at the moment?",
        "Was ist gerade kaputt?", "Stimmt etwas nicht?", "Welche Fehler gibt es jetzt?",
        "Welche Störungen stehen aktuell an?", "¿Hay algún fallo ahora?", "¿Qué está mal?",
        "Quelles pannes y a-t-il en ce moment ?", "Quali guasti ci sono adesso?",
        "Quais falhas existem agora?", "Welke storingen zijn er nu?", "今どの故障がありますか",
    ],
)  # fmt: skip
def test_a_question_about_present_faults_is_recognised_in_each_language(watched, question):
    assert watched.says(question)[0] == "No fault is present now."


@pytest.mark.parametrize(
    "question",
    [
        "what was wrong?", "what is wrong with the gripper?", "which faults came yesterday?",
        "when is the arm broken now?", "who is wrong now?", "what is in the box now?",
        "is anything known?", "how often is it broken now?", "what faults were active?",
        "which errors are not present now?", "which faults are no longer active?",
        "Welche Fehler waren da aktuell?", "Welche Fehler sind jetzt nicht mehr da?",
        "Quels défauts étaient actuellement là ?", "Welke storingen waren er nu?",
    ],
)  # fmt: skip
def test_other_questions_are_not_taken_as_about_present_faults(question):
    assert asks_for_present(question) is None


@pytest.mark.parametrize(
    "question",
    ["which alarms were active yesterday?", "which faults are active since yesterday?",
     "which faults were present yesterday?", "Welche Störungen gab es gestern aktuell?"],
)  # fmt: skip
def test_a_question_about_past_faults_finds_faults_of_that_time(watched, clock, question):
    watched.sees(Kind.ONSET, "gripper", "jams")
    watched.sees(Kind.END, "gripper", "jams")
    clock.set(clock.now().time + timedelta(days=1))

    said = watched.says(question)
    assert "gripper jams" in said
    assert "No fault is present now." not in said
