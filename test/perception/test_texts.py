"""Texts in messages and tables that report a fault."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
import robot_messages as ros
from watching import Watching, when

from robot_memory.ledger import Severity
from robot_memory.perception.detectors.text_detector import TextDetector
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.rule import Rule


def watch(column: str, *texts: object) -> Watching:
    """A table with one text column; each text stays for ten seconds."""
    robot = Watching([Rule("text")])
    for text in texts:
        row = ros.Message(**{column: text, "speed": 1.0})
        robot.every(1.0, robot.now + 10.0, lambda now, row=row: robot.send("/sprayer", "csv", row))
    robot.wait(robot.now + 20.0)
    return robot


@pytest.mark.parametrize(
    ("column", "usual", "fault", "told"),
    [
        ("state", "RUNNING", "ERROR", "Sprayer says: ERROR"),
        ("error", "", "nozzle 4 blocked", "Sprayer error says: nozzle 4 blocked"),
        ("error", math.nan, "E17 at pump", "Sprayer error says: E17 at pump"),
        ("status", "OK", "FAULT: overload", "Sprayer says: FAULT: overload"),
        ("Fehler", "keine", "Öldruck zu niedrig", "Sprayer fehler says: Öldruck zu niedrig"),
        ("zustand", "fährt", "FEHLER", "Sprayer zustand says: FEHLER"),
        ("state", "SPRAYING", "NOZZLE_BLOCKED", "Sprayer says: NOZZLE_BLOCKED"),
        ("fault", "none", "gripper vacuum lost", "Sprayer fault says: gripper vacuum lost"),
        ("alarm", "Alarm off", "A7 at pump", "Sprayer alarm says: A7 at pump"),
    ],
)
def test_a_fault_text_is_reported_with_its_column_while_it_lasts(
    column: str, usual: object, fault: str, told: str
):
    robot = watch(column, usual, fault, usual)

    (onset,), (end,) = robot.onsets, robot.ends
    assert told in onset.summary
    assert onset.key is not None
    assert onset.key.component == f"/sprayer {column}"
    assert onset.severity is Severity.ERROR
    assert (when(onset), when(end)) == pytest.approx((10.0, 20.0), abs=1.1)


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        ("state", ["IDLE", "RUNNING", "DOCKING"]),
        ("error", ["no error", "NO_FAULT", "0", "-", "none", "OK"]),
        ("status", ["error cleared", "Fehler behoben", "errors: 0", "kein Fehler"]),
        ("error", ["E0 usual", "E0 usual"]),
        ("alarm", ["", "Alarm off", "alarm_off"]),
        ("error", ["", "nicht blockiert", "pas de défaut"]),
        ("last_error", ["", "overload"]),
        ("wifi_password", ["", "error"]),
    ],
)
def test_other_texts_are_no_faults(column: str, texts: list[str]):
    assert watch(column, *texts).rows == []


def test_another_fault_in_the_same_column_ends_the_one_before():
    robot = watch("state", "OK", "FAULT: overload", "jammed", "OK")

    assert [row.summary for row in robot.ends] == [row.summary for row in robot.onsets]
    assert [round(when(row)) for row in robot.ends] == [20, 30]


def test_an_error_text_present_at_the_start_is_reported_only_when_it_returns():
    (onset,) = watch("error", "E42", "", "E42").onsets

    assert round(when(onset)) == 20


def test_many_normal_texts_do_not_prevent_the_report_of_a_fault():
    robot = watch("message", *(f"picked item {number}" for number in range(70)), "nozzle 4 blocked")

    (onset,) = robot.onsets
    assert "nozzle 4 blocked" in onset.summary


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Detection]:
    """The detector's raw detections, before any are joined or dropped."""
    heard: list[Detection] = []
    process = TextDetector.process

    def listen(detector: TextDetector, stamp: float, content: object) -> Iterator[Detection]:
        for detection in process(detector, stamp, content):
            heard.append(detection)
            yield detection

    monkeypatch.setattr(TextDetector, "process", listen)
    return heard


def test_fault_texts_that_differ_only_in_numbers_are_one_lasting_fault(told: list[Detection]):
    robot = watch("state", "OK", *(f"Fehler: Temperatur 80.{number} C" for number in range(70)))

    assert len(robot.onsets) == 1
    assert all(detection.present for detection in told)


def test_at_most_64_faults_of_a_text_column_are_reported_and_a_warning_is_logged(
    told: list[Detection], caplog: pytest.LogCaptureFixture
):
    watch("message", *(f"{one}{two} jammed" for one in "bcdfghjkl" for two in "aeiouyxqv"))

    assert [record.getMessage() for record in caplog.records] == [
        "/sprayer: field message has told of more than 64 faults; what others it says is not told"
    ]
    for present in (True, False):
        assert len({one.key for one in told if one.present is present}) == 64


DEFINITION = """
string mode
string error_msg
string[] active_faults
Part[] parts
================================================================================
MSG: wrapper_msgs/Part
string name
string state
"""


def say(topic: str, message_type: str, *contents: dict[str, object]) -> Watching:
    """A topic with these messages, each repeated for ten seconds."""
    robot = Watching([Rule("text")], definition_of=lambda _: DEFINITION)
    for content in contents:
        message = ros.Message(**content)
        robot.every(
            1.0, robot.now + 10.0, lambda now, it=message: robot.send(topic, message_type, it)
        )
    robot.wait(robot.now + 20.0)
    return robot


def test_a_fault_in_a_string_message_is_reported_while_it_lasts():
    usual, fault = {"data": "WRAPPING;BALE=4"}, {"data": "JAMMED;BALE=4"}
    robot = say("/wrapper/state", "std_msgs/msg/String", usual, fault, usual)

    (onset,), (end,) = robot.onsets, robot.ends
    assert "Wrapper says: JAMMED" in onset.summary
    assert (when(onset), when(end)) == pytest.approx((10.0, 20.0), abs=1.1)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"mode": "FAULT"}, "mode says: FAULT"),
        ({"error_msg": "film torn, motor blocked"}, "says: film torn, motor blocked"),
        ({"active_faults": ["knife overheated"]}, "says: knife overheated"),
        ({"parts": [ros.Message(name="knife", state="JAMMED")]}, "knife says: JAMMED"),
    ],
)
def test_texts_in_messages_of_custom_types_are_read(fault: dict[str, object], told: str):
    part = ros.Message(name="knife", state="READY")
    usual = {"mode": "AUTO", "error_msg": "", "active_faults": [], "parts": [part]}
    robot = say("/wrapper", "wrapper_msgs/msg/WrapperState", usual, usual | fault, usual)

    (onset,) = robot.onsets
    assert told in onset.summary


@pytest.mark.parametrize(
    ("topic", "text"),
    [
        ("/speech_to_text", "I lost my keys, an error"),
        ("/cmd/mode", "recover from fault"),
        ("/robot_description", "<robot><link name='fault'/></robot>"),
        ("/state_json", '{"errors": [], "fault": false}'),
        ("/notes", "a fault " * 30),
    ],
)
def test_speech_commands_documents_and_long_texts_are_ignored(topic: str, text: str):
    usual = {"data": "READY"}
    assert say(topic, "std_msgs/msg/String", usual, {"data": text}, usual).rows == []
