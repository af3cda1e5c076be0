"""How agents and all others share limited room (rules.md §2.14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.disk.shared_room import in_shared_pages, in_shared_room


@pytest.mark.parametrize(
    ("ranked", "most", "shown"),
    [
        ("aaaaPa", 4, "aaaP"),
        ("aaaaPPa", 4, "aaPP"),
        ("PPPPPa", 4, "PPPP"),
        ("PPaPPa", 4, "PPaP"),
        ("PaaaPP", 4, "PaaP"),
        ("aaa", 2, "aa"),
        ("PPP", 2, "PP"),
        ("aP", 1, "a"),
        ("Pa", 1, "P"),
        ("", 3, ""),
    ],
)
def test_agents_get_half_of_the_room_at_most_where_others_need_it(ranked, most, shown):
    found = in_shared_room([*enumerate(ranked)], most, lambda one: one[1] == "P")

    assert "".join(letter for _, letter in found) == shown


@given(st.text("aP", max_size=30), st.integers(1, 12))
def test_each_page_is_shared_between_agents_and_others_and_nothing_is_lost(ranked, size):
    ranked = [*enumerate(ranked)]

    found = [*in_shared_pages(ranked, size, lambda one: one[1] == "P")]

    rest = ranked
    for first in range(0, len(found), size):
        page = found[first : first + size]
        assert page == in_shared_room(rest, size, lambda one: one[1] == "P")
        rest = [one for one in rest if one not in page]
    assert not rest
