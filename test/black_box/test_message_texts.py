"""Secrets in the texts of a message are overwritten, and the message stays readable."""

from __future__ import annotations

import struct

import pytest
from canaries import CANARIES

from robot_memory.black_box.message_texts import without_secret_texts


def cdr(*texts: str) -> bytes:
    """Return texts as a message has them."""
    data = b"\0\1\0\0"
    for text in texts:
        encoded = text.encode() + b"\0"
        data += struct.pack("<I", len(encoded)) + encoded
        data += bytes(-len(data) % 4)
    return data


@pytest.mark.parametrize(("text", "secret"), CANARIES.values(), ids=CANARIES)
def test_a_secret_in_a_text_is_overwritten_and_the_rest_stays(text, secret):
    data = cdr("driver", text, "driver.cpp")
    clean = without_secret_texts(data)
    assert secret.encode() not in clean
    assert (len(clean), clean[:14]) == (len(data), data[:14])
    assert clean.endswith(cdr("driver.cpp")[4:])


def test_a_message_without_a_secret_stays_as_it_is():
    data = cdr("base_link", "wheel 3 slips at 0.25 m/s") + struct.pack("<6d", *range(6))
    assert without_secret_texts(data) == data


def test_the_value_after_a_name_of_a_secret_is_overwritten():
    data = cdr("wifi_password", "blue horse", "channel", "eleven")
    assert without_secret_texts(data) == data.replace(b"blue horse", b"**********")
