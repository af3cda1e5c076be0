"""JSON that two readers could read differently is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.text.finite_json import read_json

REFUSED = {
    "NaN": ('{"a": NaN}', "NaN is not a number"),
    "infinity": ('{"a": -Infinity}', "is not a number"),
    "a float beyond floats": ('{"a": 1e999}', "beyond"),
    "a whole number of 400 digits": ('{"a": 1' + "0" * 399 + "}", "more than 300 digits"),
    "a whole number of 5000 digits": ('{"a": -1' + "0" * 5000 + "}", "more than 300 digits"),
    "half of a character": ('{"a": "\\ud800"}', "half of a character"),
    "half of a character in a name": ('{"\\ud800": 1}', "half of a character"),
    "a name twice": ('{"b": {"a": 1, "a": 1}}', "'a' stands in one object twice"),
    "nesting without end": ("[" * 100_000, "too deep"),
    "nothing": ("", "Expecting value"),
    "two texts": ("{} {}", "Extra data"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_invalid_or_ambiguous_json_is_refused_with_the_reason(case):
    text, problem = REFUSED[case]
    for form in (text, text.encode()):
        with pytest.raises(ValueError, match=problem):
            read_json(form)


def test_bytes_that_are_not_utf_8_are_refused():
    with pytest.raises(ValueError, match="utf-8"):
        read_json(b'{"a": "\xff"}')


@pytest.mark.parametrize("number", [0, -1, 2**64 - 1, 10**299, 17 * 10**17, -0.5, 1e-320])
def test_integers_of_up_to_300_digits_and_finite_floats_are_read(number):
    assert read_json(json.dumps({"a": number})) == {"a": number}


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**299), 10**299) | st.text()
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)  # fmt: skip


@given(value=_VALUES)
def test_a_written_value_is_read_back_unchanged(value):
    assert read_json(json.dumps(value)) == value
