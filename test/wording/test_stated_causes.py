"""A message that states what to check sends nobody to the log or to a restart (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sow logs an error: Serial send: 'NoneType' object has no attribute 'read'", "not opened"),
        ("sow logs an error: Assertion failed) !lane.empty() in function 'resize'", "images arriv"),
        ("sow logs an error: could not link lane caps -> source", "correct the pipeline"),
        ("sow logs a warning: Board type: UNKNOWN", "names its right type"),
        ("sow reports an error: contactor feedback mismatch", "contacts and its wiring"),
        ("sow logs an error: Unsupported encoding: 32FC1", "which image topic"),
        ("sow logs a warning: no lane stamp, falling back to system time", "nothing is to be do"),
        ("sow logs a warning: Requested lane (a) is not in the list", "ask for one that is in"),
        ("sow logs an error: edge ID=7 does not exist", "compare the map or graph"),
        ("sow logs a warning: Could not clear lanes in mud_layer", "layer of that name"),
        ("sow logs a warning: Gate 2 is closed (expected: open)", "state that is expected"),
        ("foxglove_bridge logs an error: unadvertise for unknown channel 7", "the client again"),
        ("sow logs a warning: LANE | Reach Timeout", "what holds it back"),
        ("sow logs an error: Error in send: Input/output error", "cable, plug, port"),
        ("sow logs an error: could not bind UDP socket to port 7", "already uses that port"),
        ("sow logs an error: No valid trajectories out of 7!", "clear the way round the robot"),
        ("sow logs an error: enable failed (-3): ERR_COMMUNICATION_ERR", "the other side is on"),
        ("net/lanes reports an error: Poor", "find the cause"),
        ("net/wifi reports an error: Poor", "access point"),
        ("sow logs a warning: Network is down", "access point"),
        ("sow logs a warning: Network disconnected, lane ends", "access point"),
        ("wheel_motor warns: Internal stall: effort 0.8", "look for a jam"),
        ("grip_servo warns: HOT (66)", "cool; check"),
    ],
)
def test_a_stated_cause_has_its_own_check(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sow logs an error: 'NoneType' object has no attribute 'write'", "not opened"),
        ("sow logs an error: File lane.png already exists", "twice"),
        ("sow logs a warning: lane has already been loaded, doing nothing", "twice"),
        ("sow logs an error: Input/output error of the bag file", "plug"),
        ("sow logs an error: Failed to bind the lane texture to address 3", "port"),
        ("sow logs an error: Failed to open serial port: errno 5", "plug it in again"),
        ("sow logs an error: safety relay feedback fault", "contacts"),
        ("sow logs an error: Could not clear the costmap because no pose came", "of that name"),
        ("wheel_motor logs a warning: Stall detection is off", "jam"),
        ("wheel_servo logs a warning: hot plug of the lane board", "cool"),
        ("sow logs an error: there is no valid trajectory instance", "clear the way"),
    ],
)
def test_the_same_words_about_something_else_have_not(text: str, words: str):
    assert words not in advice_for(text)


def test_a_setting_is_not_named_by_a_word_of_place():
    text = "sow logs an error: Wheel at lane. Invalid for tricycle model, it is off."

    assert "correct the for" not in advice_for(text)
