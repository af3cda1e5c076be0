"""A signed update as bytes: writing and reading agree, and any other bytes are refused."""

from __future__ import annotations

import struct

import pytest
from federation_builders import BLOCKED, talker
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.identity.card import Card
from robot_memory.sharing.federation.signed_envelope import (
    MAX_SAMPLE,
    SignedEnvelope,
    read_envelope,
    write_envelope,
)
from robot_memory.sharing.federation.update_verdict import UpdateOutcome, UpdateRefused

SAID = talker(1).says(BLOCKED)
DATA = write_envelope(SAID)


def refusal_of(data: bytes) -> UpdateRefused:
    with pytest.raises(UpdateRefused) as refused:
        read_envelope(data)
    return refused.value


@given(st.text(max_size=40), st.binary(max_size=50), st.binary(max_size=50), st.binary(max_size=99))
def test_a_written_envelope_of_any_length_is_read_back(text, one, other, payload):
    envelope = SignedEnvelope(Card(text, one, other), payload, text)

    assert read_envelope(write_envelope(envelope)) == envelope


def test_a_big_endian_message_is_read():
    data, place = bytearray(b"\x00\x00\x00\x00"), 4
    while place < len(DATA):
        place += -place % 4
        (size,) = struct.unpack_from("<I", DATA, place)
        data += bytes(-len(data) % 4) + struct.pack(">I", size) + DATA[place + 4 :][:size]
        place += 4 + size

    assert read_envelope(bytes(data)) == SAID


def test_an_oversized_message_is_refused_before_it_is_parsed():
    assert refusal_of(DATA + bytes(MAX_SAMPLE)).outcome is UpdateOutcome.OVERSIZED


@pytest.mark.parametrize("end", range(0, len(DATA), 97))
def test_a_message_that_ends_early_is_refused_wherever_it_ends(end):
    assert refusal_of(DATA[:end]).outcome is UpdateOutcome.UNREADABLE


def test_the_refusal_of_a_length_beyond_the_end_of_a_message_names_the_field():
    spoiled = DATA[:4] + b"\xff\xff\xff\xff" + DATA[8:]

    assert "rrn: 4294967295 bytes are more than" in str(refusal_of(spoiled))


def test_the_refusal_of_a_text_that_is_not_utf_8_names_the_field():
    spoiled = DATA[:8] + b"\xff" + DATA[9:]

    assert str(refusal_of(spoiled)) == "it is not a PeerUpdate: rrn: it is not UTF-8"


@given(st.binary(max_size=300))
def test_random_bytes_are_either_read_or_refused_as_unreadable(noise):
    for data in (noise, DATA[:4] + noise, DATA[:30] + noise):
        try:
            read_envelope(data)
        except UpdateRefused as refused:
            assert refused.outcome is UpdateOutcome.UNREADABLE
