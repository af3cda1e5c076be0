"""Tells where another memory node takes over parts that this robot knows (rules.md §5.1).

Without a namespace a robot learns nothing in the namespaces of other memory nodes, and anybody in
the domain may publish as one. So it is told what is no longer learned about.

See docs/how-to/keep-robots-apart.md.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable

from robot_memory.entries import MemoryEntry
from robot_memory.faces.ros.graph_namespace import MOST_OTHERS
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.faces.ros.source_notices import few
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.perception import Scope


class NamespaceClaims:
    """Compares the namespaces of other robots with the entries of this one.

    Args:
        scope: which robot this is, and who else is there.
        entries: returns those that are not resolved.
        log: takes a line for each namespace that is found.
    """

    def __init__(
        self, scope: Scope, entries: Callable[[], Iterable[MemoryEntry]], log: NodeLog
    ) -> None:
        self._scope, self._entries, self._log = scope, entries, log
        self._told: set[str] = set()  # of those that the scope tells apart

    def check(self) -> None:
        """Log each other robot once."""
        new = set(self._scope.others) - self._told if self._scope.namespace == "/" else set()
        if not new:
            return
        self._told |= new
        problems = self._by_namespace()
        for other in sorted(new):
            if other in problems:
                self._log.warning(problems[other])
            else:
                self._log.info(f"another memory node is in {other}: what is there is its robot's")
        if len(self._told) >= MOST_OTHERS:
            self._log.warning(
                f"there are {MOST_OTHERS} namespaces of other memory nodes, and more are not told "
                "apart: find out who publishes there, and restart this node"
            )

    def problems(self) -> list[str]:
        """Return a line for each namespace of another robot that entries of this one are about."""
        is_concerned = self._scope.namespace == "/" and self._scope.others
        return list(self._by_namespace().values()) if is_concerned else []

    def _by_namespace(self) -> dict[str, str]:
        try:
            entries = list(self._entries())
        except (RobotMemoryError, OSError, sqlite3.Error):
            return {}  # the status `memory` says that it cannot be read
        parts: defaultdict[str, list[str]] = defaultdict(list)
        for entry in entries:
            name = entry.key.component if entry.key is not None else ""
            if other := self._scope.claimed_by(name):
                parts[other].append(name)
        return {other: _words(other, names) for other, names in sorted(parts.items())}


def _words(other: str, names: list[str]) -> str:
    return (
        f"another memory node is in {other}, so nothing more is learned about "
        f"{few(sorted(set(names)))}: if that is this robot's, start its memory node in a namespace "
        "of its own, and find out who publishes there"
    )
