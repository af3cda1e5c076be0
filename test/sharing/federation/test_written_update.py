"""An update with its entries, and a robot's record: reading and writing agree."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from federation_builders import BLOCKED, NOON, instant, note, talker
from hypothesis import given, settings
from hypothesis import strategies as st

from robot_memory.entries.peer_text import neutral
from robot_memory.foundation.errors import InvalidUpdate
from robot_memory.foundation.identity.robot_keys import verify
from robot_memory.ledger.observation import from_row, stamp_from_text, to_row
from robot_memory.sharing.federation.peer_record import PeerRecord, disputed, record_of_update
from robot_memory.sharing.federation.robot_update import (
    MAX_SEQUENCE,
    RobotUpdate,
    read_update,
    write_update,
)
from robot_memory.sharing.federation.shared_entry import (
    MAX_COUNT,
    AuditHead,
    DeletedEntry,
    SharedEntry,
    read_entry,
)
from robot_memory.sharing.federation.signed_envelope import inflate, seal

TIMES = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(timezone.utc))
WORDS = st.text("abcdefgäöü門 0123456789", min_size=1, max_size=30).map(neutral).filter(bool)
NUMBERS = st.floats(-1e9, 1e9)
PLACES = st.fixed_dictionaries(
    {"frame": WORDS, "x": NUMBERS, "y": NUMBERS, "sigma": st.floats(0, 1e9),
     "radius": st.floats(0, 1e9)}
)  # fmt: skip
ENTRIES = st.builds(
    SharedEntry,
    id=WORDS,
    type=st.sampled_from(["environment_note", "hardware_observation", "behavior_pattern"]),
    text=WORDS,
    confidence=st.floats(0, 1),
    first_seen=TIMES,
    last_reinforced=TIMES,
    observation_count=st.integers(1, MAX_COUNT),
    tags=st.lists(WORDS, max_size=16, unique=True).map(tuple),
    about=st.none() | st.tuples(WORDS, WORDS),
    place=st.none() | PLACES,
)
DIGESTS = st.text("0123456789abcdef", min_size=64, max_size=64)
UPDATES = st.builds(
    RobotUpdate,
    rrn=st.just("RRN-000000000001"),
    sequence=st.integers(0, MAX_SEQUENCE),
    session=st.text("0123456789abcdef", min_size=1, max_size=64),
    issued=TIMES,
    valid_until=TIMES,
    entries=st.lists(ENTRIES, max_size=5, unique_by=lambda entry: entry.id).map(tuple),
    left_out=st.integers(0, 1000),
    audit=st.none() | st.builds(AuditHead, st.integers(1, MAX_SEQUENCE), DIGESTS),
    deleted=st.lists(
        st.builds(DeletedEntry, WORDS, TIMES), max_size=5, unique_by=lambda one: one.id
    ).map(tuple),
)


@given(UPDATES)
def test_an_update_reads_back_unchanged(update):
    assert read_update(write_update(update)) == update


def test_a_sealed_update_contains_the_written_update_and_a_valid_signature():
    alex = talker()
    update = alex.update(BLOCKED)
    envelope = seal(update, alex.keys)

    assert inflate(envelope.payload) == write_update(update)
    assert verify(envelope.card, write_update(update), envelope.signature) is None


# --- Errors, each with its path ------------------------------------------------------------------


def problems_of(record: object) -> list[str]:
    with pytest.raises(InvalidUpdate) as caught:
        read_entry(record, "entries[3]")
    return [defect.path for defect in caught.value.defects]


def test_all_defects_of_an_entry_are_reported_at_once():
    wrong = {"id": "", "type": "resolved", "text": "x" * 501, "confidence": True,
             "first_seen": "yesterday", "last_reinforced": None, "observation_count": 0,
             "tags": "door", "about": ["one"], "place": []}  # fmt: skip

    assert problems_of(wrong) == [f"entries[3].{name}" for name in wrong]


@pytest.mark.parametrize("record", [None, [], "text", 7])
def test_an_entry_that_is_not_an_object_is_refused(record):
    assert problems_of(record) == ["entries[3]"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("confidence", -0.01), ("confidence", 1.01), ("confidence", "0.5"), ("confidence", 10**400),
        ("observation_count", 1.5), ("observation_count", MAX_COUNT + 1),
        ("observation_count", True), ("type", "resolved"), ("type", ["environment_note"]),
        ("text", ""), ("text", " \u200b "), ("text", ["a"]), ("id", "x" * 129), ("id", None),
        ("tags", ["x"] * 17), ("tags", {"a": 1}), ("about", ["a", "b", "c"]), ("about", "ab"),
        ("first_seen", "0001-01-01T00:00+14:00"), ("first_seen", "9999-12-31T23:59-14:00"),
    ],
)  # fmt: skip
def test_an_invalid_field_of_an_entry_is_refused_with_its_path(name, value):
    assert problems_of({**note().as_record(), name: value}) == [f"entries[3].{name}"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("x", 1e10), ("y", None), ("sigma", -1), ("radius", -0.1), ("radius", "1"), ("frame", ""),
     ("frame", 7), ("x", True)],
)  # fmt: skip
def test_an_invalid_field_of_a_place_is_refused_with_its_path(name, value):
    place = {"frame": "map", "x": 1, "y": 2, "sigma": 0, "radius": 3, name: value}

    assert problems_of({**note().as_record(), "place": place}) == [f"entries[3].place.{name}"]


@pytest.mark.parametrize("value", [-1, 2**53 + 1, 1.5, "1", None, True, 10**400])
def test_a_sequence_number_that_is_negative_too_large_or_not_an_integer_is_refused(value):
    record = {**talker().record(), "sequence": value}

    with pytest.raises(InvalidUpdate, match=r"sequence: .* is not a whole number"):
        read_update(json.dumps(record).encode())


def test_all_defects_of_an_update_are_reported_at_once():
    wrong = {"version": 1, "rrn": "Alex", "sequence": -1, "session": "", "issued": 7,
             "valid_until": "?", "left_out": None, "entries": {}}  # fmt: skip
    with pytest.raises(InvalidUpdate) as caught:
        read_update(json.dumps(wrong).encode())

    told = {defect.path for defect in caught.value.defects}
    assert told == wrong.keys() - {"version"}


def test_texts_are_neutralised_while_they_are_read():
    spoiled = replace(
        note(),
        text="a\u202eb\n<c>",
        tags=("[x]",),
        about=("{d}", "`s`"),
        place={"frame": "m\u200bap", "x": 0, "y": 0, "sigma": 0, "radius": 0},
    )
    read = read_entry(spoiled.as_record(), "entries[0]")

    assert (read.text, read.tags, read.about) == ("ab ‹c›", ("(x)",), ("(d)", "'s'"))
    assert read.place is not None
    assert read.place["frame"] == "map"
    assert read.last_reinforced - read.first_seen == timedelta(0)


# -- the head of the record of what the memory did (§6.8) ----------------------------------------


@pytest.mark.parametrize(
    ("head", "path"),
    [
        ({"seq": 0, "digest": "0" * 64}, "audit.seq"),
        ({"seq": True, "digest": "0" * 64}, "audit.seq"),
        ({"seq": 7, "digest": "0" * 63}, "audit.digest"),
        ({"seq": 7, "digest": "Z" * 64}, "audit.digest"),
        ("7", "audit.seq"),
    ],
)
def test_an_invalid_audit_head_is_refused_with_its_path(head, path):
    data = json.dumps(talker(1).record(BLOCKED, audit=head)).encode()

    with pytest.raises(InvalidUpdate, match=path):
        read_update(data)


NAMES = st.text("ab ä\n", max_size=8)
FEWER = settings(max_examples=15)


def after_a_restart(seen: PeerRecord, **later: float) -> PeerRecord:
    return PeerRecord.of_row(from_row((7, *to_row(seen.as_row(instant(**later))))))


@FEWER
@given(UPDATES, NAMES)
def test_an_accepted_update_reads_back_unchanged_after_a_restart(update, name):
    seen = record_of_update(update, "digest", "fingerprint", name, None, NOON)

    assert after_a_restart(seen) == seen


@FEWER
@given(UPDATES, UPDATES)
def test_a_dispute_reads_back_unchanged_after_a_restart(one, other):
    seen = disputed(
        record_of_update(one, "d1", "f", "", None, NOON), other, "d2", "two stories", NOON
    )

    assert after_a_restart(seen) == seen
    assert seen.entries == ()


@FEWER
@given(UPDATES, UPDATES, st.integers(0, 10**6))
def test_the_evidence_of_an_entry_is_never_later_than_its_receipt_or_its_claimed_time(
    one, other, seconds
):
    now = NOON + timedelta(seconds=seconds)
    first = record_of_update(one, "d1", "f", "", None, NOON)
    second = record_of_update(other, "d2", "f", "", first, now)

    for entry in second.entries:
        evidence = stamp_from_text(entry["last_reinforced"])
        assert evidence <= min(now, stamp_from_text(entry["claimed"]))
        assert stamp_from_text(entry["first_seen"]) <= evidence


def test_only_the_last_eight_sessions_of_a_robot_are_kept():
    alex, seen = talker(), None
    for number in range(50):
        update = replace(alex, session=f"s{number}").update(BLOCKED)
        seen = record_of_update(update, "d", "f", "", seen, NOON)

    assert seen is not None
    assert seen.sessions == tuple(f"s{number}" for number in range(42, 50))
