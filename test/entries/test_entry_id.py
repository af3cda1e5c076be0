"""A few digits of an id are enough, on every face."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.entry_id import short_ids, whole_id
from robot_memory.foundation.errors import InvalidInput

IDS = st.sets(st.from_regex(r"mem-(?:[0-9a-f]{8}|[0-9a-f]{12}|abcd[01]{4})", fullmatch=True))


@given(IDS)
def test_the_short_form_of_an_id_is_unique(ids):
    for one, short in short_ids(ids).items():
        assert whole_id(short, ids) == whole_id(f"mem-{short}", ids) == one


def test_an_id_that_is_a_prefix_of_another_is_distinguished():
    ids = {"mem-a3f9c1d2", "mem-a3f9c1d2ffff"}

    assert short_ids(ids) == {"mem-a3f9c1d2": "a3f9c1d2", "mem-a3f9c1d2ffff": "a3f9c1d2f"}
    assert whole_id("a3f9c1d2", ids) == "mem-a3f9c1d2"


def test_an_ambiguous_short_id_is_refused_with_its_candidates():
    with pytest.raises(InvalidInput, match="'a3f9' begins 2 ids: mem-a3f90000, mem-a3f91111"):
        whole_id("a3f9", {"mem-a3f91111", "mem-a3f90000", "mem-b0000000"})


def test_ids_of_agents_notes_do_not_lengthen_other_short_ids():
    persons, agents = "mem-a3f91111", "mem-a3f92222"

    assert short_ids({persons, agents}, {agents}) == {persons: "a3f9", agents: "a3f92"}
    assert whole_id("a3f9", {persons, agents}, {agents}) == persons
    assert whole_id("a3f92", {persons, agents}, {agents}) == agents


def test_the_whole_id_of_an_archived_entry_is_not_a_prefix_of_a_longer_id():
    assert whole_id("mem-a3f9c1d2", {"mem-a3f9c1d2ffff"}) == "mem-a3f9c1d2"
    assert whole_id("a3f9c1d2f", {"mem-a3f9c1d2ffff"}) == "mem-a3f9c1d2ffff"
