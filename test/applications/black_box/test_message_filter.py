"""Messages are recorded without the secrets in their texts; all other values stay."""

from __future__ import annotations

import struct
from collections.abc import Callable

import pytest
from canaries import CANARIES
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.applications.black_box.cdr_copy import UndecodableMessage
from robot_memory.applications.black_box.message_filter import MessageFilter
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.perception.message_definition import MessageDefinition

MARK = "[removed: secret]"
SECRET = "blue horse"
ORDERS = ("<", ">")
RULER = "=" * 80
PAIR = f"\n{RULER}\nMSG: arm_msgs/Pair\nstring key\nstring value\n"


def clean(definition: str, data: bytes) -> bytes:
    """Return a message as it is recorded."""
    parsed = MessageDefinition.parse("arm_msgs/msg/Thing", definition)
    assert parsed is not None
    return MessageFilter(parsed).without_secrets(data)


class Cdr:
    """Serializes fields as a middleware does, with ``dirt`` as the padding byte."""

    def __init__(self, order: str = "<", dirt: bytes = b"\xaa") -> None:
        self._order, self._dirt, self._data = order, dirt, b""

    def add(self, code: str, *values: object) -> Cdr:
        """Add numbers of one format."""
        for value in values:
            self._data += self._dirt * (-len(self._data) % struct.calcsize(f"={code}"))
            self._data += struct.pack(f"{self._order}{code}", value)
        return self

    def texts(self, *texts: str | bytes) -> Cdr:
        for text in texts:
            data = text if isinstance(text, bytes) else text.encode()
            self.add("I", len(data) + 1).raw(data + b"\0")
        return self

    def wide(self, *texts: str) -> Cdr:
        for text in texts:
            units = memoryview(text.encode("utf-16-le", "surrogatepass")).cast("H")
            self.add("I", len(units), *units)
        return self

    def raw(self, data: bytes) -> Cdr:
        self._data += data
        return self

    @property
    def data(self) -> bytes:
        return (b"\0\0" if self._order == ">" else b"\0\1") + self._dirt * 2 + self._data


def each(make: Callable[[Cdr], Cdr], definition: str, clean_one: Callable[[Cdr], Cdr]) -> None:
    """Check the recorded form of a message, for both byte orders and any padding."""
    for order in ORDERS:
        expected = clean_one(Cdr(order, b"\0")).data
        for dirt in (b"\0", b"\xaa", b"k"):
            data = make(Cdr(order, dirt)).data
            assert clean(definition, data) == expected
            assert clean(definition, data + dirt * 3) == expected


@pytest.mark.parametrize(("text", "secret"), CANARIES.values(), ids=CANARIES)
def test_a_secret_is_removed_from_a_text_and_the_rest_is_recorded(text, secret):
    definition = "uint8 kind\nfloat64 x\nstring[] names\nstring said\nfloat64[] position\n"
    each(
        lambda cdr: cdr.add("B", 7).add("d", 0.5).add("I", 2).texts("a", text, text).add("I", 1)
        .add("d", 3.0),
        definition,
        lambda cdr: cdr.add("B", 7).add("d", 0.5).add("I", 2)
        .texts("a", without_secrets(text), without_secrets(text)).add("I", 1).add("d", 3.0),
    )  # fmt: skip
    assert secret not in without_secrets(text)


def test_numbers_that_look_like_a_secret_are_recorded():
    data = b"\0\1\0\0password=hunter22"[:20]
    assert clean("float64 x\nfloat64 y\n", data) == data


@pytest.mark.parametrize(
    "key",
    ["wifi_password", "password", "psk", "WLAN-Passwort", "api_key", "api_tokens", "mqtt.secrets",
     "mqtt_pass", "db_pw", "pass", "pw"],
)  # fmt: skip
def test_the_value_of_a_key_that_names_a_secret_is_not_recorded(key):
    each(
        lambda cdr: cdr.add("I", 2).texts(key, SECRET, "channel", "11"),
        f"Pair[] values{PAIR}",
        lambda cdr: cdr.add("I", 2).texts(key, MARK, "channel", "11"),
    )


@pytest.mark.parametrize("key", ["low_pass", "self_test"])
def test_the_value_pass_is_not_a_secret(key):
    each(
        lambda cdr: cdr.add("I", 2).texts(key, "pass", "channel", "11"),
        f"Pair[] values{PAIR}",
        lambda cdr: cdr.add("I", 2).texts(key, "pass", "channel", "11"),
    )


Write = Callable[[Cdr], Cdr]
PICTURE = bytes(range(256)) + b"psk=hunter22"
#: The promise: a definition, a message, and the message as recorded.
MESSAGES: dict[str, tuple[str, Write, Write]] = {
    "what stands between a key and its value hides no value": (
        "string name\nstring unit\nint32 level\nstring type\nstring value\n",
        lambda cdr: cdr.texts("psk", "").add("i", 3).texts("text", SECRET),
        lambda cdr: cdr.texts("psk", "").add("i", 3).texts(MARK, MARK),
    ),
    "a text that tells of a password is no key of what follows": (
        "string name\nstring message\nstring hardware_id\n",
        lambda cdr: cdr.texts("wifi", "wrong password", "SN 4711"),
        lambda cdr: cdr.texts("wifi", "wrong password", "SN 4711"),
    ),
    "a name of a secret hides no values of keys below it": (
        f"string name\nPair[] values\nstring unit{PAIR}",
        lambda cdr: cdr.texts("auth token").add("I", 1).texts("state", "ok").texts("x"),
        lambda cdr: cdr.texts("auth token").add("I", 1).texts("state", "ok").texts(MARK),
    ),
    "a field that is called as a secret is not recorded": (
        f"string ssid\nstring psk\nPair credentials\nuint8 level\nuint8[] api_key{PAIR}",
        lambda cdr: cdr.texts("home", SECRET, "b", "c").add("B", 0).add("I", 3).raw(b"abc"),
        lambda cdr: cdr.texts("home", *[MARK] * 3).add("B", 0).add("I", 17).raw(MARK.encode()),
    ),
    "the values to a list of names are not recorded where one names a secret": (
        "string[] names\nstring[] values\n",
        lambda cdr: cdr.add("I", 2).texts("ssid", "psk").add("I", 2).texts("home", SECRET),
        lambda cdr: cdr.add("I", 2).texts("ssid", "psk").add("I", 2).texts(MARK, MARK),
    ),
    "a wide text without a secret is recorded as it is even with half a pair": (
        "wstring a", lambda cdr: cdr.wide("a\ud83d"), lambda cdr: cdr.wide("a\ud83d"),
    ),
    "a mark is no longer than its field allows": (
        "string key\nstring<=12 value\nwstring<=12 other",
        lambda cdr: cdr.texts("psk", SECRET).wide(SECRET),
        lambda cdr: cdr.texts("psk", MARK[:12]).wide(MARK[:12]),
    ),
    "an array that is no text is recorded as it is": (
        "uint8[] data",
        lambda cdr: cdr.add("I", len(PICTURE)).raw(PICTURE),
        lambda cdr: cdr.add("I", len(PICTURE)).raw(PICTURE),
    ),
    "a text ends at its first NUL and bytes that are not UTF-8 are shown as rclpy does": (
        "string a",
        lambda cdr: cdr.texts(b"71 \xb0C\0hunter2"),
        lambda cdr: cdr.texts("71 \ufffdC"),
    ),
    "a text without a NUL is written with one": (
        "string a\nstring b",
        lambda cdr: cdr.add("I", 0).add("I", 2).raw(b"ab"),
        lambda cdr: cdr.texts("", "ab"),
    ),
    "a message without fields is a byte that is recorded as zero": (
        f"Mark mark\nMark[2] marks\nstring said\n{RULER}\nMSG: arm_msgs/Mark\nint32 KIND=1\n",
        lambda cdr: cdr.raw(b"kkk").texts("psk=hunter22"),
        lambda cdr: cdr.raw(b"\0\0\0").texts("psk=[removed: password]"),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("definition", "make", "clean_one"), MESSAGES.values(), ids=MESSAGES)
def test_a_message_is_recorded_without_its_secrets(definition, make, clean_one):
    each(make, definition, clean_one)


@pytest.mark.parametrize(("definition", "count"), [("string[4] a", 0), ("string[] a", 1),
                                                   ("string<=40[<=4] a", 1)])  # fmt: skip
def test_alternating_keys_and_values_are_recognised(definition, count):
    def message(*texts: str) -> Callable[[Cdr], Cdr]:
        return lambda cdr: cdr.add("I", *[len(texts)] * count).texts(*texts)

    each(message("psk", SECRET, "channel", "11"), definition, message("psk", MARK, "channel", "11"))


@pytest.mark.parametrize("before", ["", "Z", "é", "😀"])
def test_wide_texts_are_recorded_without_secrets(before):
    each(
        lambda cdr: cdr.wide(before, "psk=hunter22", "psk", SECRET).add("B", 1),
        "wstring a\nwstring b\nwstring c\nwstring d\nuint8 e",
        lambda cdr: cdr.wide(before, "psk=[removed: password]", "psk", MARK).add("B", 1),
    )


@pytest.mark.parametrize("kind", ["char", "uint8", "int8", "byte"])
def test_a_text_in_a_byte_array_is_recorded_without_secrets(kind):
    said, told = b"psk=hunter22hunter22hunter22", b"psk=[removed: password]"
    each(
        lambda cdr: cdr.raw(said + b"\0" * 12).add("I", len(said)).raw(said),
        f"{kind}[40] a\n{kind}[] b",
        lambda cdr: cdr.raw(told.ljust(40, b"\0")).add("I", len(told)).raw(told),
    )


def test_an_array_of_numeric_messages_is_recorded_unchanged():
    point = f"\n{RULER}\nMSG: arm_msgs/Point\nfloat64 x\nfloat64 y\n"
    for definition in (f"Point[] points\nuint8 b{point}", f"Point[<=2] points\nuint8 b{point}"):
        each(
            lambda cdr: cdr.add("I", 2).add("d", 1.0, 2.0, 3.0, 4.0).add("B", 1),
            definition,
            lambda cdr: cdr.add("I", 2).add("d", 1.0, 2.0, 3.0, 4.0).add("B", 1),
        )
        each(lambda cdr: cdr.add("I", 0).add("B", 1), definition,
             lambda cdr: cdr.add("I", 0).add("B", 1))  # fmt: skip


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "begins with nothing"),
        (b"\0", "begins with 00"),
        (b"\0\x07\0\0" + bytes(99), "begins with 00070000, which is no plain CDR"),
        (b"\0\1\0\0", "end within a field"),
        (Cdr().add("I", 9).raw(b"abc").data, "longer than the rest"),
        (Cdr().texts("a").add("I", 10**9).data, "1000000000 elements are more than"),
        (Cdr().texts("a").add("I", 2).texts("a").data, "end within a field"),
        (Cdr().texts("a").add("I", 0).add("I", 1, 70_000).data, "a unit above 65535"),
    ],
)
def test_a_message_that_does_not_fit_its_type_is_undecodable(data, why):
    with pytest.raises(UndecodableMessage, match=why):
        clean("string a\nstring[] b\nwstring c\n", data)


def test_a_type_with_an_undefined_part_is_undecodable():
    with pytest.raises(UndecodableMessage, match="the definition of other_msgs/Thing is not known"):
        clean("other_msgs/Thing t\n", Cdr().texts("a").data)


@given(st.binary(max_size=80).map(b"\0\1\0\0".__add__))
def test_any_bytes_are_filtered_or_raise_undecodable_message(data):
    definition = f"string a\nPair[] b\nuint8[] c\nwstring[2] d\nfloat64[] e\nint16 f{PAIR}"
    try:
        recorded = clean(definition, data)
    except UndecodableMessage as error:
        assert str(error)
    else:
        assert clean(definition, recorded) == recorded
