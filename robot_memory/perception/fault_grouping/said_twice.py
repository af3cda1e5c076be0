"""What a driver says of one fault twice: as its status and in the log, as a code and as a text.

Specification: rules.md §10.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.ledger import Key, Observation
from robot_memory.perception.masking.masking import status_name

_LOG, _STATUS, _CODE, _TEXT = "log", "diagnostics", "status", "text"  # detectors
_MERE_NUMBER = re.compile(r"[^:]+: (?:0x[\dA-F]+|\d+)")
_AT_ONCE = 1.0  # s
_WORD, _DIGIT = re.compile(r"\w+"), re.compile(r"\d")


def says_the_same(row: Observation, told: Observation) -> bool:
    """Tell whether a row only repeats another one: a code a text, a line of the log a status.

    A code without a name repeats a text of its message, of the same part, that begins with it. A
    line repeats a status of its node if the words of one are among those of the other; values do
    not count. A line that is more severe than the status says more, as does one that names another
    part or code, or adds to one word.
    """
    if row.key is None or told.key is None:
        return False
    if is_mere_code(row.key) and told.key.detector == _TEXT:
        apart = abs(row.instant.uptime - told.instant.uptime)
        return row.key.component == told.key.component.rpartition(" ")[0] and apart <= _AT_ONCE
    if (row.key.detector, told.key.detector) != (_LOG, _STATUS):
        return False
    if row.severity.rank > told.severity.rank:
        return False
    if not has_status(row.key.component, [told.key.component]):
        return False
    said, known = _words(row.key), _words(told.key)
    if said <= known:
        return bool(said)
    return len(known) > 1 and known <= said and not any(map(_DIGIT.search, said - known))


def is_mere_code(key: Key) -> bool:
    """Tell whether a fault is a code of which nothing but the number is known."""
    return key.detector == _CODE and _MERE_NUMBER.fullmatch(key.symptom) is not None


def has_status(node: str, names: Iterable[str]) -> bool:
    """Tell whether one of these statuses is of a node.

    diagnostic_updater calls a status ``node: component``, without the namespace of the node, which
    /rosout separates by dots.
    """
    own = _path(node)
    paths = (_path(status_name(name).partition(":")[0]) for name in names)
    return any(one and own[-len(one) :] == one[-len(own) :] for one in paths)


def _path(node: str) -> list[str]:
    """Return the name of a node behind its namespaces, without the id of its hardware."""
    return re.findall(r"[^./]+", node.partition(" (")[0].strip())


def _words(key: Key) -> set[str]:
    return {*_WORD.findall(plain_words(key.symptom))}
