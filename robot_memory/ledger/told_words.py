"""What a detector said, in the words of people (rules.md §1.12).

Rows of the ledger keep the words of drivers; the texts of entries, and all that shows what rows
say, have the words of people. They come from here, so that each shows the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from robot_memory.ledger.observation import Observation
from robot_memory.short_cache import cached_if_short
from robot_memory.wording.known_nodes import with_part
from robot_memory.wording.spoken_names import spoken
from robot_memory.wording.varying_text import READINGS, VaryingText

#: The field of a row's detail with what the topic at the beginning of its text is called, where
#: that is more than the name of the topic says; empty: its name says what another one is called.
CALLED = "called"
_NO_CALL = "\n"  # stands in no name


def told_summary(component: str, summary: str, detail: Mapping[str, Any]) -> str:
    """Return what a row of a detector says in the words of people."""
    called = detail.get(CALLED)
    return _told(summary, component, called if isinstance(called, str) else _NO_CALL)


def told_readings(row: Observation) -> VaryingText | None:
    """Return the text of a row with its values, in the words of people; None: nothing varies."""
    varying = VaryingText.from_list(row.detail.get(READINGS))
    if varying is None:
        return None
    told = told_summary(row.component, varying.pattern, row.detail)
    return varying if told == varying.pattern else replace(varying, pattern=told)


@cached_if_short(512, longest=600)
def _told(text: str, component: str, called: str) -> str:
    name_of = None if called == _NO_CALL else (lambda _: called)
    return with_part(spoken(text, name_of), component)
