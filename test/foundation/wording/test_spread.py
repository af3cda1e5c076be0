"""The values that one place in a text has had (rules.md §1.10)."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.wording.spread import VARIOUS, Spread

VALUES = st.sampled_from(
    "15 ms|31 ms|1.2 s|5|7|-3|0.5|5.0|n/a|abc|1 message|12 messages|1.5, 2|0.3, 9|1.5, 2, 3|0x12"
    "|1e3|2000 mV|1e1 V|.5 V|1 V|1000 V|1e-323|0|15ms|68.9 °C|71.2 °C|1700000000.1|5 %|7 %|nan"
    "|nan V|inf|1,5 V|2,75 V|1,500".split("|")
)


def spread_of(*values: str) -> Spread:
    return reduce(Spread.with_, map(Spread.of, values))


@given(st.lists(VALUES, min_size=1, max_size=6).flatmap(
    lambda values: st.tuples(st.just(values), st.permutations(values))))  # fmt: skip
def test_a_spread_does_not_depend_on_the_order_of_its_values(orders):
    one, other = orders

    assert spread_of(*one).shown() == spread_of(*other).shown()


@given(st.lists(VALUES, min_size=2, max_size=6), st.integers(1, 5))
def test_merging_two_spreads_equals_the_spread_of_all_values(values, middle):
    first, second = values[:middle], values[middle:]
    together = spread_of(*first).with_(spread_of(*second)) if second else spread_of(*first)

    assert together == spread_of(*values)


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        (["15 ms", "15 ms"], "15 ms"),
        (["15 ms", "31 ms"], "15–31 ms"),
        (["999 ms", "1.2 s"], "999 ms to 1.2 s"),
        (["-3 A", "5 A"], "-3 to 5 A"),
        (["1.5, -0.3", "0.5, 0.7"], "0.5–1.5, -0.3 to 0.7"),
        (["3 of 5", "5 of 5"], "3–5 of 5"),
        (["left", "right"], "left or right"),
        (["left", "right", "rear"], VARIOUS),
        (["1521927660.02", "2.07"], VARIOUS),
        (["1e-323", "2e-323"], VARIOUS),
        (["1,5 V", "2,35 V"], "1,5–2,35 V"),
        (["1,500", "2,700"], "1500–2700"),
        (["nan V", "2.35 V", "3.35 V"], "2.35–3.35 V"),
        (["2.35 V", "nan V"], "2.35 V"),
        (["nan, nan", "0.5, 0.7"], "0.5, 0.7"),
        (["0.3", "0.30000000000000004"], "0.3"),
        (["3.800000 ms", "60 ms"], "3.8–60 ms"),
        (["3.799999 ms", "60 ms"], "3.7–60 ms"),
        (["12.345678901 s"], "12.3457 s"),
        (["100.000000 %"], "100 %"),
        (["v1.2.345678"], "v1.2.345678"),
        (["3", "251"], "3–255"),
        (["-128", "0"], "-128 to 0"),
        (["0", "32767 rpm", "65535"], VARIOUS),
        (["1 V", "1000 V", "2000 mV", "1e1 V"], "1–1000 V"),
        (["2000 mV", "1e1 V", "1 V", "1000 V"], "1–1000 V"),
    ],
)
def test_a_spread_is_shown_in_readable_form(values, shown):
    assert spread_of(*values).shown() == shown


def test_a_slowly_growing_range_rarely_changes_its_shown_form():
    words = {spread_of("100.0 mV", f"{100.0 + count / 10:.1f} mV").shown() for count in range(1000)}

    assert len(words) <= 80


def test_within_a_name_varying_values_are_shown_as_a_star():
    assert spread_of("4821", "913").shown(in_a_name=True) == "*"
