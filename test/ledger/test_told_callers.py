"""What each agent was told is kept, for those that asked last."""

from __future__ import annotations

from robot_memory.ledger import Ledger
from robot_memory.ledger.ledger_notes import MOST_CALLERS


def test_what_the_context_held_is_stored(path):
    first = Ledger(path)
    assert first.last_context() == {}
    first.note_context({"mem-1": 0.6})
    first.close()
    again = Ledger(path)

    assert again.last_context() == {"mem-1": 0.6}
    again.close()


def test_only_those_callers_are_known_that_asked_last(ledger):
    for number in range(MOST_CALLERS + 1):
        ledger.note_context({"mem-1": 0.6}, f"agent {number}")
    ledger.note_context({"mem-1": 0.6})

    assert ledger.last_context("agent 0") == {}
    assert ledger.last_context("agent 1") and ledger.last_context()
