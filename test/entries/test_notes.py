"""Notes of persons and agents (rules.md §2.2 and §2.7)."""

from __future__ import annotations

import pytest
from entry_builders import at, make_entry, observe, the_entry
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.near_duplicates import find_echo
from robot_memory.entries.note import read_note, read_source, read_words
from robot_memory.foundation.errors import InvalidEntry, InvalidInput
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.text.unicode_text import without_hidden
from robot_memory.ledger import Kind, Source

TOLD = "Left wheel encoder reports no pulses"


def note(text="Dock is slippery", entry_type="environment_note", **fields):
    given_fields = {"confidence": 0.0, "tags": (), "source": "person", "settings": Settings()}
    return read_note(entry_type, text, **{**given_fields, **fields})


# -- first confidence (§2.2) ---------------------------------------------------------------------


@pytest.mark.parametrize("asked", [0.0, 0.6, 0.99, 1.0])
@pytest.mark.parametrize("first", [0.4, 0.95])
def test_the_confidence_of_an_agents_note_stays_below_060(asked, first):
    """Whatever confidence the agent asks for, and whatever the setting for agents is."""
    said = note(source="agent", confidence=asked, settings=Settings(confidence_agent=first))

    assert said.confidence < 0.60


# -- input that is refused -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"text": " \n"}, "text"),
        ({"text": "x" * 501}, "text"),
        ({"text": "half \ud83d"}, "text"),
        ({"text": "nul \x00"}, "text"),
        ({"entry_type": "resolved"}, "type"),
        ({"entry_type": "rumour"}, "type"),
        ({"confidence": 0.05}, "confidence"),
        ({"confidence": 1.01}, "confidence"),
        ({"confidence": -0.5}, "confidence"),
        ({"confidence": float("nan")}, "confidence"),
        ({"confidence": float("inf")}, "confidence"),
        ({"source": "driver"}, "source"),
        ({"source": "agent:"}, "source"),
        ({"source": "person: "}, "source"),
        ({"source": "claimed:"}, "source"),
        ({"source": "person:\udc80"}, "source"),
        ({"tags": ["ok", " "]}, "tags[1]"),
        ({"tags": ["\ud800"]}, "tags[0]"),
    ],
)
def test_an_invalid_note_is_refused_with_the_path_of_the_field(fields, path):
    with pytest.raises(InvalidEntry) as caught:
        note(**fields)

    assert [defect.path for defect in caught.value.defects] == [path]
    str(caught.value).encode("utf-8", "strict")  # can be printed


@pytest.mark.parametrize("words", ["half \ud83d", "nul \x00"])
def test_reasons_and_remarks_are_checked_like_notes(memory, words):
    entry_id = memory.remember("environment_note", "Dock is slippery").id
    for deed in (
        lambda: memory.resolve(entry_id, words),
        lambda: memory.mute(entry_id, why=words),
        lambda: memory.repaired("left encoder", words),
        lambda: memory.repaired(words, "new"),
    ):
        with pytest.raises(InvalidInput):
            deed()

    assert memory.ledger.last() == 1


# -- echoes (§2.7) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        TOLD,
        TOLD.upper() + "!",
        f"🔴 [92%] {TOLD}",
        f"🔴 [92%] {TOLD}\n🟡 [65%] Something else",
        f"My memory says: {TOLD}.",
        "encoder reports no pulses",
        "left  wheel, encoder: reports no pulses",
    ],
)
def test_a_note_that_repeats_an_entry_is_an_echo(words):
    assert find_echo(words, [make_entry("Other"), make_entry(TOLD)]) == make_entry(TOLD)


@pytest.mark.parametrize(
    "words",
    [
        "Right wheel encoder reports no pulses",
        "Left wheel is loose",
        "no pulses",
        "Dock is wet",
        f"{TOLD}, and the wheel smells of burnt plastic",
    ],
)
def test_a_note_with_new_content_is_not_an_echo(words):
    assert find_echo(words, [make_entry(TOLD)]) is None


def test_an_echo_is_recorded_but_creates_and_reinforces_nothing(memory):
    observe(memory)
    before = the_entry(memory)
    said = memory.remember("hardware_observation", "🟡 [60%] left encoder fails", source="agent")

    assert (said.id, said.created) == (before.id, False)
    assert the_entry(memory) == before
    assert len(memory.entries()) == 1
    assert [row.kind for row in memory.why(before.id)[1]] == [Kind.ECHO, Kind.ONSET]


def test_a_name_cannot_close_the_bracket_around_it():
    assert read_source("person:e1) by person (ada") == (Source.PERSON, "e1› by person ‹ada")


@pytest.mark.parametrize("name", [
    "agent:x, says person ada", "agent:x says person ada", "agent:person:ada", "agent:x;y",
    "agent:x\u2014operator ada", "agent:e1) by person (ada", "claimed:x; confirmed by ada",
    "claimed:x, says ada",
])  # fmt: skip
def test_a_claimed_name_with_other_characters_is_refused(name):
    with pytest.raises(InvalidInput, match=r"source: the name .* has other signs than"):
        read_source(name)


@pytest.mark.parametrize(
    "name", ["agent:planner_2", "agent:/nav/planner", "claimed:Zo\u00eb O'Hara"]
)
def test_a_name_may_have_letters_digits_and_joining_characters(name):
    assert read_source(name)[1] == name.partition(":")[2]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=500))
def test_any_other_text_is_accepted(text):
    try:
        assert note(text).text
    except InvalidEntry as error:
        assert not without_hidden(text).strip() or "\x00" in text or len(text) > 480, error


def test_an_agents_repetitions_do_not_raise_confidence(memory, clock):
    for hour in range(50):
        clock.set(at(hours=hour))
        said = memory.remember("environment_note", "Dock is slippery", source="agent:nav")
    ((confidence, entry),) = memory.entries()

    assert said.id == entry.id
    assert confidence <= 0.40
    assert entry.observation_count == 1


def test_a_tag_that_is_a_secret_is_removed_if_the_text_names_one(memory):
    said = memory.remember("environment_note", "wifi password of the dock:", tags=["kq7Zp91xT0"])

    assert "kq7Zp91xT0" not in str(memory.why(said.id))


def test_the_secret_in_a_repair_note_is_removed(memory):
    said = memory.remember("hardware_observation", "The access point is odd", tags=["wifi"])
    resolved = memory.repaired("wifi", "the wifi password is s3cr3tpw77")

    assert [one.id for one in resolved] == [said.id]
    assert "s3cr3tpw77" not in str(memory.why(said.id))
    assert read_words(component="wifi password", note="s3cr3tpw77")[1] != "s3cr3tpw77"
