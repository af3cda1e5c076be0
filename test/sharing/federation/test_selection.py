"""What a robot shares, and that it always fits into one message."""

from __future__ import annotations

import math
from datetime import timedelta
from hashlib import sha256

import pytest
from federation_builders import BLOCKED, LIP, NOON, at, note, talker
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.sharing.federation.robot_update import MAX_ENTRIES, read_update, write_update
from robot_memory.sharing.federation.share_selection import fit, select_shared
from robot_memory.sharing.federation.shared_entry import SharedEntry, read_entry
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, packed_size, seal

KEY = Key("bump", "bumper", "was hit", "place-1")


def entry(text: str = BLOCKED, **fields) -> MemoryEntry:
    given_fields = {
        "id": "mem-00000001", "type": EntryType.ENVIRONMENT_NOTE, "confidence": 0.8,
        "first_seen": NOON, "last_reinforced": NOON, **fields,
    }  # fmt: skip
    return MemoryEntry(text=text, **given_fields)


def place(frame: str = "map", entry_id: str = "mem-00000001") -> Place:
    centre = Position(frame, 1.25, -3.5, 0.2)
    return Place("place-1", KEY, centre, 0.75, (0.1, 0.0, 0.1), 5, 4, 6, BLOCKED, entry_id)


def shared(*entries: MemoryEntry, places=(), value=0.8, **chosen) -> list[SharedEntry]:
    return select_shared([(value, each) for each in entries], places, NOON, Settings(**chosen))


def test_environment_notes_are_shared():
    (one,) = shared(entry())

    assert (one.text, one.confidence, one.about, one.place) == (BLOCKED, 0.8, None, None)


@pytest.mark.parametrize("kind", ["hardware_observation", "behavior_pattern", "resolved"])
def test_entries_that_are_not_environment_notes_are_not_shared_by_default(kind):
    assert shared(entry(type=EntryType(kind))) == []


def test_an_operator_may_share_further_types():
    both = ("environment_note", "hardware_observation")
    fault = entry(type=EntryType.HARDWARE_OBSERVATION)

    assert len(shared(fault, federation_share_types=both)) == 1


@pytest.mark.parametrize(("value", "is_shared"), [(0.30, True), (0.299, False)])
def test_an_entry_with_low_confidence_is_not_shared(value, is_shared):
    assert bool(shared(entry(), value=value)) is is_shared


@pytest.mark.parametrize(
    ("wanted", "is_shared"), [("", True), ("door", True), ("x, door ,y", True), ("doo", False)]
)
def test_if_an_operator_configures_tags_only_entries_with_such_a_tag_are_shared(wanted, is_shared):
    assert bool(shared(entry(tags=("door",)), federation_share_tags=wanted)) is is_shared


def test_an_agents_note_is_not_shared():
    said = mint_id(EntryType.ENVIRONMENT_NOTE, BLOCKED)

    assert shared(entry(id=said, extra={"source": "agent"})) == []


def test_an_agents_note_that_a_person_reworded_is_shared():
    assert len(shared(entry(extra={"source": "agent"}))) == 1


def test_a_muted_entry_is_not_shared_until_its_mute_ends():
    muted = entry(extra={"muted_until": NOON + timedelta(hours=1)})

    assert shared(muted) == []
    assert select_shared([(0.8, muted)], (), at(hours=2), Settings())


@pytest.mark.parametrize("by_whom", ["agent:planner", "claimed:ada"])
def test_a_mute_by_an_agent_does_not_stop_sharing(by_whom):
    muted = entry(extra={"muted_until": NOON + timedelta(hours=1), "muted_by": by_whom})

    assert len(shared(muted)) == 1


def test_an_entry_is_shared_with_its_place():
    (one,) = shared(entry(extra={"key": KEY.as_list()}), places=[place()])

    assert one.about == ("bump", "was hit")
    assert one.place == {"frame": "map", "x": 1.25, "y": -3.5, "sigma": 0.2, "radius": 0.75}


def test_a_place_in_a_frame_that_others_do_not_have_is_not_shared():
    assert shared(entry(), places=[place("odom")]) == []


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=140), max_size=20),
    st.lists(
        st.text(st.characters(exclude_categories=["Cs"]), max_size=520), min_size=3, max_size=3
    ),
)
def test_a_shared_entry_with_any_tags_can_be_read_by_other_robots(tags, key):
    (one,) = shared(entry(tags=tuple(tags), extra={"key": key}))

    assert read_entry(one.as_record(), "entries[0]").text == BLOCKED


# --- Message size --------------------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=500)
NOTES = st.builds(
    note,
    TEXTS,
    id=WORDS,
    tags=st.lists(WORDS, max_size=16).map(tuple),
    about=st.none() | st.tuples(WORDS, TEXTS),
)


def make_update(*entries: SharedEntry):
    return talker().update(*entries)


def sealed_size(update) -> int:
    """Return the size of a message's fields in bytes, without the overhead of ROS."""
    envelope = seal(update, talker().keys)
    parts = (
        envelope.card.rrn, envelope.card.kid, envelope.card.ed25519, envelope.card.ml_dsa,
        envelope.payload, envelope.signature,
    )  # fmt: skip
    return sum(map(len, parts))


@effort(max_examples=15)
@given(st.lists(NOTES, max_size=60), st.integers(1, 6))
def test_any_set_of_entries_is_reduced_to_fit_a_message(notes, times):
    fitted = fit(make_update(*notes * times))
    ros = 8 * 6 + 4  # lengths, alignment, the encapsulation

    assert sealed_size(fitted) + ros <= MAX_SAMPLE
    assert packed_size(fitted) <= MAX_SAMPLE
    assert len(fitted.entries) + fitted.left_out == len(notes) * times


def test_sixty_four_notes_of_usual_length_fit_into_one_update():
    usual = [note(f"Door {n} of the east wing is blocked by a cart", id=f"mem-{n:08x}",
                  tags=("door", "blocked"), place={"frame": "map", "x": n * 1.7, "y": n / 3,
                  "sigma": 0.21, "radius": 1.5}) for n in range(64)]  # fmt: skip

    assert fit(make_update(*usual)).left_out == 0


def test_the_last_entries_of_the_list_are_left_out_of_an_update_that_is_too_large():
    many = [note(sha256(f"{n}".encode()).hexdigest() * 2) for n in range(256)]
    fitted = fit(make_update(*many))

    assert 0 < len(fitted.entries) < 256
    assert list(fitted.entries) == many[: len(fitted.entries)]


def test_an_update_contains_at_most_as_many_entries_as_receivers_accept():
    fitted = fit(make_update(*(note(f"Door {n} sticks") for n in range(MAX_ENTRIES + 10))), 10**9)

    assert (len(fitted.entries), fitted.left_out) == (MAX_ENTRIES, 10)
    assert read_update(write_update(fitted)).defects == ()


def huge(number: int) -> SharedEntry:
    """Return a note whose words hardly compress and exceed a message."""
    words = "".join(chr(0x4E00 + (number * 7919 + n * n * 31) % 20_000) for n in range(500))
    tags = tuple(f"{words[n * 20 : n * 20 + 100]}{n}" for n in range(16))
    return note(words, id=f"huge-{number}", tags=tags, about=(words[::-1], words[1:]))


def test_an_entry_too_large_for_a_message_is_left_out_and_the_others_are_sent():
    fitted = fit(make_update(huge(1), note(BLOCKED), huge(2), note(LIP)), 7500)

    assert [each.text for each in fitted.entries] == [BLOCKED, LIP]
    assert fitted.left_out == 2


def test_an_entry_that_cannot_be_written_is_left_out_and_the_others_are_sent():
    nowhere = {"frame": "map", "x": math.nan, "y": 0.0, "sigma": 0.1, "radius": 1.0}
    fitted = fit(make_update(note(BLOCKED, place=nowhere), note(LIP)))

    assert [each.text for each in fitted.entries] == [LIP]
    assert fitted.left_out == 1
