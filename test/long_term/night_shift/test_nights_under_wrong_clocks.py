"""A night learns people's statements even if facts have times from a clock that was ahead."""

from __future__ import annotations

import pytest
from night_homes import NIGHT, Night, at, talk

from robot_memory.long_term.graph import Statement

NOON = at(hours=-11.5)


@pytest.fixture
def night(home) -> Night:
    return Night(home)


def test_a_statement_in_a_session_is_current_despite_a_fact_dated_ahead(night):
    night.facts.learn([Statement("user", "lives_in", "Wien", "agent:x")], now=at(80))
    talk(night.home, "I live in Graz.", start=NOON)
    night.run()

    for now in (NIGHT, at(20)):
        known = night.facts.lookup("user", "lives_in", now=now)
        assert {one.fact.object: one.current for one in known} == {"Graz": True, "Wien": False}


def test_a_statement_restates_a_fact_dated_ahead_as_of_now(night):
    night.facts.learn([Statement("user", "lives_in", "Graz", "agent:x", 0.1)], now=at(3650))
    talk(night.home, "I live in Graz.", start=NOON)
    night.run()

    (graz,) = night.facts.lookup("user", "lives_in", now=at(30))
    assert graz.activation == 0.5
