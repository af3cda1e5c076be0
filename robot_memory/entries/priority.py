"""The order of the context block: confidence × severity × recency × use × novelty (rules.md §2.14).

Confidence says how sure an entry is, not how important. Notes, limits and places were concluded for
an agent by somebody or by the memory: they count by confidence, and limits also by the severity of
the fault that they prevent.
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.entries.limit_rules import LIMIT
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.wording.subject import Subject
from robot_memory.ledger import Key

_SEVERITIES = {"error": 1.0, "warn": 0.6, "stale": 0.9}
_OTHER_SEVERITY = 1.0  # a detector's own finding
_USES = {
    Subject.ENERGY.value: 1.5,
    Subject.SURROUNDINGS.value: 1.0,
    Subject.OPERATOR.value: 0.5,
    Subject.CONFIGURATION.value: 0.3,
    Subject.TOOL.value: 0.2,
}
_SETUP = frozenset({Subject.CONFIGURATION.value, Subject.TOOL.value})
_ON_PURPOSE = _SETUP | {Subject.OPERATOR.value}
_NO_PARTS = _ON_PURPOSE | {Subject.SURROUNDINGS.value}
#: Up to so many seconds → the recency factor; after that, OLD.
RECENT = {86400.0: 1.0, 7 * 86400.0: 0.9}
OLD = 0.8
USUAL = 0.3
"""The factor of a fault that is as frequent as ever."""


@dataclass(frozen=True)
class Priority:
    """The factors of an entry's rank besides its confidence; 1 has no effect.

    Attributes:
        use: whether an agent can act on it; above 1 for a battery that is about to fail.
    """

    severity: float
    recency: float
    use: float


def priority_of(entry: MemoryEntry, seconds: float) -> Priority:
    """Return the factors of an entry, ``seconds`` after its last confirmation."""
    recent = recency(seconds) if is_fault(entry.key) else 1.0
    return Priority(_severity(entry), recent, _use(entry))


def lasting_factor(entry: MemoryEntry) -> float:
    """Return the product of the factors that do not depend on time."""
    return _severity(entry) * _use(entry)


def is_fault(key: Key | None) -> bool:
    """Whether a detector saw it directly, and it is no conclusion."""
    return key is not None and key.detector != LIMIT and not key.place


def is_setup(entry: MemoryEntry) -> bool:
    """Whether a detector saw a configuration or a tool, which is shown only on request."""
    return _subject(entry) in _SETUP and is_fault(entry.key)


def is_done_on_purpose(entry: MemoryEntry) -> bool:
    """Whether an entry is about an act of an operator, a configuration or a tool."""
    return _subject(entry) in _ON_PURPOSE


def recency(seconds: float) -> float:
    """Return the factor for the time since the last observation."""
    return next((factor for limit, factor in RECENT.items() if seconds <= limit), OLD)


def novelty(usualness: float) -> float:
    """Return the factor for a fault's usualness on this robot, 0 to 1."""
    return 1.0 - (1.0 - USUAL) * usualness


def _severity(entry: MemoryEntry) -> float:
    # A limit has the severity of the fault that it prevents.
    is_limit = entry.key is not None and entry.key.detector == LIMIT
    for tag in entry.tags if is_limit or is_fault(entry.key) else ():
        if tag in _SEVERITIES:
            return _SEVERITIES[tag]
    return _OTHER_SEVERITY


def _use(entry: MemoryEntry) -> float:
    return _USES.get(_subject(entry), 1.0) if is_fault(entry.key) else 1.0


def _subject(entry: MemoryEntry) -> str:
    """Return the subject of an entry, its last tag but one; a part may have the same name."""
    subject = entry.tags[-2] if len(entry.tags) > 1 else ""
    is_part = entry.type is EntryType.HARDWARE_OBSERVATION
    return "" if is_part and subject in _NO_PARTS else subject
