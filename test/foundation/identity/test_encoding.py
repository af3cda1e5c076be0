"""Bytes as text: the same bytes give one text, and a text has one meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.identity.base64url import decode, encode


@given(st.binary(max_size=40))
def test_encoded_bytes_decode_unchanged(data):
    assert decode(encode(data), len(data)) == data


def test_bytes_are_encoded_as_base64url_without_padding():
    assert encode(b"\xfb\xff\xfe\x00") == "-__-AA"


@pytest.mark.parametrize(
    "text",
    [
        "-__-AA==",  # padded
        "+//+AA",  # the other alphabet
        "-__-AB",  # unused bits set
        "-__-AA\n",
        " -__-AA",
        "-__-A",
        "-__-ÄA",
        "-_\ud800-AA",
        "-__-AA-__-AA",
        "",
    ],
)
def test_a_non_canonical_encoding_is_refused(text):
    with pytest.raises(ValueError, match=r"base64url|bytes, not 4|canonical"):
        decode(text, 4)
