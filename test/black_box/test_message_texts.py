"""Secrets in the texts of a message are overwritten, and the message stays readable."""

from __future__ import annotations

import struct

import pytest
from canaries import CANARIES

from robot_memory.black_box.message_texts import TextFilter
from robot_memory.black_box.text_region import TextRegion
from robot_memory.perception.definitions.message_definition import MessageDefinition

ANYWHERE = TextRegion(None)


def without_secret_texts(data: bytes, region: TextRegion) -> bytes:
    """Return the first message of a topic without secrets."""
    return TextFilter(region).without_secrets(data)


NAMES = "int32 sec\nuint8 kind\nstring[] name\nfloat64[] position\n"


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
    clean = without_secret_texts(data, ANYWHERE)
    assert secret.encode() not in clean
    assert (len(clean), clean[:14]) == (len(data), data[:14])
    assert clean.endswith(cdr("driver.cpp")[4:])


def test_a_message_without_a_secret_stays_as_it_is():
    data = cdr("base_link", "wheel 3 slips at 0.25 m/s") + struct.pack("<6d", *range(6))
    assert without_secret_texts(data, ANYWHERE) == data


def test_the_value_after_a_name_of_a_secret_is_overwritten():
    data = cdr("wifi_password", "blue horse", "channel", "eleven")
    assert without_secret_texts(data, ANYWHERE) == data.replace(b"blue horse", b"**********")


def joints(*names: str) -> bytes:
    """Return a message with names between numbers that look like a text with a secret."""
    head = b"\0\1\0\0" + b"pwd=" + b"\7\0\0\0" + struct.pack("<I", len(names))
    return head + cdr(*names)[4:] + b"password=hunter22"


def region(definition: str) -> TextRegion:
    """Return where the texts of a type are."""
    return TextRegion(MessageDefinition.parse("arm_msgs/msg/Joints", definition))


def test_numbers_that_look_like_a_text_with_a_secret_stay():
    data = joints("elbow", "wrist")
    assert without_secret_texts(data, region(NAMES)) == data
    assert without_secret_texts(data, ANYWHERE) != data


@pytest.mark.parametrize(("text", "secret"), CANARIES.values(), ids=CANARIES)
def test_a_secret_among_numbers_is_overwritten(text, secret):
    clean = without_secret_texts(joints("elbow", text), region(NAMES))
    assert secret.encode() not in clean
    assert clean.endswith(b"password=hunter22")


@pytest.mark.parametrize(
    "definition",
    ["uint8[] data\n", "float64[] x\nstring s\n", "wstring w\n", "other_msgs/Thing t\n",
     "Part[] parts\n" + "=" * 80 + "\nMSG: arm_msgs/Part\nstring name\n"],
)  # fmt: skip
def test_texts_that_no_place_is_known_of_are_found_anywhere(definition):
    data = cdr("driver", "password=hunter22")
    assert b"hunter22" not in without_secret_texts(data, region(definition))


@pytest.mark.parametrize(
    "definition",
    ["string[2] pair\n", "Pair pair\n" + "=" * 80 + "\nMSG: arm_msgs/Pair\nstring<=40[2] pair\n"],
)
def test_an_array_of_texts_has_no_count_and_is_searched_as_a_whole(definition):
    data = cdr("", "password=hunter22")
    assert b"hunter22" not in without_secret_texts(data, region(definition))


def test_a_message_without_fields_takes_a_byte_and_the_texts_behind_it_are_searched():
    definition = "Mark mark\nstring text\n" + "=" * 80 + "\nMSG: arm_msgs/Mark\nint32 KIND=1\n"
    data = b"\0\1\0\0" + bytes(4) + cdr("password=hunter22")[4:]
    assert b"hunter22" not in without_secret_texts(data, region(definition))


def test_a_sequence_of_texts_has_a_count_even_where_it_is_bounded():
    data = joints("elbow", "wrist")
    bounded = NAMES.replace("string[]", "string<=40[<=9]")
    assert without_secret_texts(data, region(bounded)) == data


def test_a_type_without_texts_is_not_searched():
    data = b"\0\1\0\0password=hunter22"
    assert without_secret_texts(data, region("float64 x\nfloat64 y\n")) == data


def test_a_damaged_message_is_searched_as_a_whole():
    data = b"\0\1\0\0" + struct.pack("<iiI", 1, 1, 10**9) + b"password=hunter22"
    assert b"hunter22" not in without_secret_texts(data, region(NAMES))


def test_a_secret_in_a_later_message_of_a_topic_is_overwritten():
    texts = TextFilter(region(NAMES))
    clean = joints("elbow", "wrist")
    assert texts.without_secrets(clean) == texts.without_secrets(clean) == clean
    assert b"hunter22" not in texts.without_secrets(joints("elbow", "password=hunter22"))[:-16]
    assert texts.without_secrets(clean) == clean


def test_a_topic_of_clean_messages_is_searched_again_when_one_has_another_byte_order():
    texts = TextFilter(region("float64 x\n"))
    numbers = b"\0\1\0\0password=hunter22"
    assert texts.without_secrets(numbers) == numbers
    assert b"hunter22" not in texts.without_secrets(b"\0\2" + numbers[2:])


def test_what_follows_the_same_texts_in_a_type_of_unknown_form_is_searched():
    texts = TextFilter(ANYWHERE)
    texts.without_secrets(cdr("driver"))
    assert b"hunter22" not in texts.without_secrets(cdr("driver", "password=hunter22"))


PARTS = tuple(f"board: component {number}" for number in range(40))  # a long message


def test_a_secret_that_comes_into_a_long_message_is_overwritten():
    texts = TextFilter(ANYWHERE)
    assert texts.without_secrets(cdr(*PARTS)) == cdr(*PARTS)
    assert b"hunter22" not in texts.without_secrets(cdr(*PARTS, "password=hunter22"))
    assert texts.without_secrets(cdr(*PARTS)) == cdr(*PARTS)


def test_a_known_text_of_a_long_message_is_overwritten_where_it_follows_the_name_of_a_secret():
    texts = TextFilter(ANYWHERE)
    texts.without_secrets(cdr("blue horse", *PARTS))
    assert b"blue horse" not in texts.without_secrets(cdr("wifi_password", "blue horse", *PARTS))
