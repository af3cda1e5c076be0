"""A few digits of an id are enough, on every face."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.entry_id import mint_id, short_ids, whole_id
from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import InvalidInput
from robot_memory.memory import RobotMemory

IDS = st.sets(st.from_regex(r"mem-(?:[0-9a-f]{8}|[0-9a-f]{12}|abcd[01]{4})", fullmatch=True))


@given(IDS)
def test_the_short_form_of_each_id_leads_to_it_alone(ids):
    for one, short in short_ids(ids).items():
        assert whole_id(short, ids) == whole_id(f"mem-{short}", ids) == one


def test_an_id_that_begins_another_one_is_told_from_it():
    ids = {"mem-a3f9c1d2", "mem-a3f9c1d2ffff"}

    assert short_ids(ids) == {"mem-a3f9c1d2": "a3f9c1d2", "mem-a3f9c1d2ffff": "a3f9c1d2f"}
    assert whole_id("a3f9c1d2", ids) == "mem-a3f9c1d2"


def test_four_digits_are_the_least():
    assert short_ids({"mem-a3f9c1d2"}) == {"mem-a3f9c1d2": "a3f9"}
    assert whole_id("a3f", {"mem-a3f9c1d2"}) == "a3f"


def test_an_id_of_another_form_is_said_whole():
    assert short_ids({"door", "mem-a3f9c1d2"})["door"] == "door"


def test_digits_that_begin_several_ids_are_refused_with_these():
    with pytest.raises(InvalidInput, match="'a3f9' begins 2 ids: mem-a3f90000, mem-a3f91111"):
        whole_id("a3f9", {"mem-a3f91111", "mem-a3f90000", "mem-b0000000"})


def test_ids_of_agents_words_lengthen_no_other_one():
    persons, agents = "mem-a3f91111", "mem-a3f92222"

    assert short_ids({persons, agents}, {agents}) == {persons: "a3f9", agents: "a3f92"}
    assert whole_id("a3f9", {persons, agents}, {agents}) == persons
    assert whole_id("a3f92", {persons, agents}, {agents}) == agents


def test_an_agent_whose_note_begins_like_a_persons_takes_neither_room_nor_id(memory):
    person = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip").id
    before = memory.context().text
    words = (f"Spot {number} is fine" for number in count())
    text = next(one for one in words if mint_id("environment_note", one)[:8] == person[:8])
    memory.remember("environment_note", text, source="agent:planner")

    assert memory.context().text.startswith(before)
    assert memory.why(person[4:8])[0].id == person


def test_the_whole_id_of_what_left_is_not_the_beginning_of_another_one():
    assert whole_id("mem-a3f9c1d2", {"mem-a3f9c1d2ffff"}) == "mem-a3f9c1d2"
    assert whole_id("a3f9c1d2f", {"mem-a3f9c1d2ffff"}) == "mem-a3f9c1d2ffff"


def test_a_line_of_the_block_ends_with_what_why_takes(home, clock, capsys):
    with RobotMemory.open(home, clock=clock) as memory:
        noted = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
        line = memory.context().text.splitlines()[-1]
    short = line.rpartition("#")[2]

    assert line == f"🔴 [80%] Kitchen doorway has a 3 cm lip #{noted.id[4:8]}"
    assert main(["--home", str(home), "why", short]) == 0
    assert noted.id in capsys.readouterr().out


def test_what_is_new_has_a_short_id_in_the_next_block(memory):
    for text in ("Kitchen doorway has a 3 cm lip", "Lift two is slow"):
        noted = memory.remember("environment_note", text)
        assert f"{text} #{noted.id[4:8]}" in memory.context().text


def test_an_entry_is_resolved_by_its_first_digits(memory):
    noted = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")

    assert memory.resolve(noted.id[4:9]).id == noted.id
