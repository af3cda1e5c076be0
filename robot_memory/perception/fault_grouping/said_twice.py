"""What a driver says of one fault twice: as its status and as a line of the log.

Specification: rules.md §10.6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.ledger import Observation
from robot_memory.perception.masking.masking import status_name

_LOG, _STATUS = "log", "diagnostics"  # detectors
_LETTERS = re.compile(r"[^\W\d_]+")


def says_the_same(row: Observation, told: Observation) -> bool:
    """Tell whether a line of the log only repeats a status of its node.

    The words of one are among those of the other; values do not count. A line that is more severe
    than the status says more.
    """
    if row.key is None or told.key is None:
        return False
    if (row.key.detector, told.key.detector) != (_LOG, _STATUS):
        return False
    if row.severity.rank > told.severity.rank:
        return False
    if not has_status(row.key.component, [told.key.component]):
        return False
    said, known = _words(row), _words(told)
    return bool(said and known) and (said <= known or known <= said)


def has_status(node: str, names: Iterable[str]) -> bool:
    """Tell whether one of these statuses is of a node.

    diagnostic_updater calls a status ``node: component``, without the namespace of the node, which
    /rosout separates by dots.
    """
    own = _last_name(node)
    return any(_last_name(status_name(name).partition(":")[0]) == own for name in names)


def _last_name(node: str) -> str:
    """Return the name of a node without its namespace, and without the id of its hardware."""
    return re.split(r"[./]", node.partition(" (")[0].strip())[-1]


def _words(row: Observation) -> frozenset[str]:
    return frozenset(_LETTERS.findall(plain_words(str(row.detail.get("message", "")))))
