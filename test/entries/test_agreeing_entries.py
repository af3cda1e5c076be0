"""When two robots report the same thing: in the same words, or at overlapping places."""

from __future__ import annotations

import math

import pytest
from entry_builders import make_entry
from peer_builders import BLOCKED, make_note

from robot_memory.entries.agreeing_entries import AgreeingEntries
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key

NOTE = EntryType.ENVIRONMENT_NOTE


def own(text: str = BLOCKED, **fields) -> MemoryEntry:
    return make_entry(text, **{"type": NOTE, **fields})


def agree(one: MemoryEntry, other: MemoryEntry, place=None) -> bool:
    statements = AgreeingEntries()
    statements.add(one, place)
    return bool(list(statements.agreeing(other)))


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [BLOCKED, f"{BLOCKED[0].lower()}{BLOCKED[1:]}", f"  {BLOCKED}. ", BLOCKED.replace(" ", "  "),
     f"{BLOCKED}\u200b", BLOCKED.replace("c", "ｃ")],
)  # fmt: skip
def test_equal_words_agree_in_any_spelling(text):
    assert agree(own(), make_note(text))
    assert agree(own(text), make_note())


@pytest.mark.parametrize(
    "text",
    ["East corridor is not blocked by a construction barrier", "West corridor is blocked",
     BLOCKED.upper(),
     "East corridor is blocked", f"{BLOCKED}, and the west one too", "Motor 4 is hot", ""],
)  # fmt: skip
def test_similar_texts_do_not_agree(text):
    assert not agree(own(), make_note(text))


# --- Values --------------------------------------------------------------------------------------


def hot(text: str, *values: str) -> MemoryEntry:
    """One of this robot's entries, about a fault whose values vary."""
    key = Key("log", "base", "Motor 3 over …")
    readings = VaryingText.of(text, values).as_list()
    return own(str(VaryingText.of(text, values)), extra={"key": key.as_list(), READINGS: readings})


def hot_peer(text: str, symptom: str = "Motor 3 over …") -> MemoryEntry:
    return make_note(text, extra={"about": ["log", symptom]})


def test_the_same_fault_with_other_values_agrees():
    assert agree(hot("base: motor 3 over …", "71.2 °C"), hot_peer("base: motor 3 over 68.9 °C"))


def test_the_same_words_about_another_part_do_not_agree():
    here = hot("base: motor 3 over …", "71.2 °C")

    assert not agree(here, hot_peer("arm: motor 3 over 68.9 °C"))
    assert not agree(here, hot_peer("base: motor 3 over 68.9 °C", "Motor 4 over …"))


# --- Places --------------------------------------------------------------------------------------


def place(x: float = 0.0, y: float = 0.0, radius: float = 0.5, frame: str = "map") -> dict:
    return {"frame": frame, "x": x, "y": y, "sigma": 0.1, "radius": radius}


def heard(where: object, about: object = ("bump", "was hit"), **fields) -> MemoryEntry:
    return make_note("Bump near here", extra={"about": list(about), "place": where}, **fields)


def noticed(**fields) -> MemoryEntry:
    key = ["bump", "bumper", "was hit", "place-1"]
    return own("Bump near (0, 0)", extra={"key": key}, **fields)


@pytest.mark.parametrize(
    ("there", "touches"),
    [(place(0.0), True), (place(1.0), True), (place(1.01), False), (place(frame="map2"), False)],
)
def test_the_same_symptom_agrees_at_overlapping_places(there, touches):
    assert agree(noticed(), heard(there), place()) is touches


@pytest.mark.parametrize("frame", ["odom", "robot_1/odom"])
def test_places_in_a_frame_that_restarts_do_not_agree(frame):
    assert not agree(noticed(), heard(place(frame=frame)), place(frame=frame))


def test_satellite_positions_are_compared_in_metres():
    here = {**place(13.4, 52.5, frame="wgs84"), "radius": 5.0}
    near = {**here, "y": 52.5 + 9.0 / 111_195}
    far = {**here, "y": 52.5 + 11.0 / 111_195}

    assert agree(noticed(), heard(near), here)
    assert not agree(noticed(), heard(far), here)


@pytest.mark.parametrize("about", [("bump", "slips"), ("slip", "was hit")])
def test_another_symptom_at_the_same_place_does_not_agree(about):
    assert not agree(noticed(), heard(place(), about), place())


def test_a_symptom_without_a_place_does_not_agree():
    # The other robot's motor is a different motor.
    assert not agree(noticed(), heard(None), None)
    assert not agree(noticed(), heard(place()), None)


@pytest.mark.parametrize(
    "where",
    [[], "map", {}, {"frame": "map"}, place() | {"x": "1"}, place(math.inf), place(math.nan),
     place(10**400)],
)  # fmt: skip
def test_a_damaged_place_in_the_file_agrees_with_nothing(where):
    assert not agree(noticed(), heard(where), place())


@pytest.mark.parametrize("about", [[], ["bump"], "bump", {"a": 1}, [1, 2], ["a", "b", "c"]])
def test_a_damaged_symptom_in_the_file_agrees_with_nothing(about):
    spoiled = make_note("Bump", extra={"about": about, "place": place()})

    assert not agree(noticed(), spoiled, place())
