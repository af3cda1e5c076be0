"""The text of a row as it is displayed: with plain names for topics and nodes (rules.md §1.12).

Rows of the ledger keep the names that drivers use, such as "/front/scan". The texts of entries, and
everything that displays rows, use plain names, such as "front lidar". All of them call this module,
so that the names are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.wording.known_nodes import with_part
from robot_memory.foundation.wording.spoken_names import spoken
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger.observation import Observation

#: The field of a row's detail with the plain name of the topic at the beginning of its text. It is
#: set if the topic's name alone is not enough; empty: another topic has that plain name.
CALLED = "called"
_NO_CALL = "\n"  # no name contains it


def displayed_summary(component: str, summary: str, detail: Mapping[str, Any]) -> str:
    """Return the summary of a detector's row with plain names."""
    called = detail.get(CALLED)
    return _displayed(summary, component, called if isinstance(called, str) else _NO_CALL)


def displayed_readings(row: Observation) -> VaryingText | None:
    """Return the text of a row with plain names and its values; None if no value varies."""
    varying = VaryingText.from_list(row.detail.get(READINGS))
    if varying is None:
        return None
    pattern = displayed_summary(row.component, varying.pattern, row.detail)
    return varying if pattern == varying.pattern else replace(varying, pattern=pattern)


@cached_if_short(512, longest=600)
def _displayed(text: str, component: str, called: str) -> str:
    name_of = None if called == _NO_CALL else (lambda _: called)
    return with_part(spoken(text, name_of), component)
