"""Bytes as text: the same bytes give one text, and a text has one meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.identity.base64url import decode, encode


@given(st.binary(max_size=40))
def test_bytes_read_back_as_they_were(data):
    assert decode(encode(data), len(data)) == data


def test_the_alphabet_is_that_of_urls_without_padding():
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
def test_a_second_way_to_write_the_same_bytes_is_refused(text):
    with pytest.raises(ValueError, match=r"base64url|bytes, not 4|canonical"):
        decode(text, 4)
