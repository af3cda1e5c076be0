"""Recent onsets, for detectors that look for a cause."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from robot_memory.perception.masking.component_names import node_name
from robot_memory.perception.occurrences.detection import Detection

_MOST = 200  # onsets, the newest
_NODES = ("nodes", "server", "publisher", "listener")  # of a detail: full names of nodes
_SEPARATOR = re.compile(r"[/.]")


@dataclass(frozen=True)
class RecentOnset:
    """An occurrence that began, as the how manieth; its detail may tell full names of nodes."""

    number: int
    detector: str
    component: str
    nodes: frozenset[str]
    text: str

    def names(self, node: str) -> bool:
        """Tell whether it is about a node, by its full name; words of its text tell nothing.

        A component is a node with its full name, or by a part of the name of a logger or of a
        status: 'robot.controller_server.costs', 'controller_server: rate'.
        """
        own = node.rpartition("/")[2]
        if own and (node in self.nodes or node == self.component):
            return True
        if not own or self.component.startswith("/"):
            return False  # no node; a topic, or another node
        parts = _SEPARATOR.split(self.component.partition(":")[0])
        return own in parts or node_name(own) in parts


class RecentOnsets:
    """The last occurrences that began, and how many began in all."""

    def __init__(self) -> None:
        self.count = 0
        self._onsets: deque[RecentOnset] = deque(maxlen=_MOST)

    def note(self, detection: Detection) -> None:
        """Take in an occurrence that begins."""
        self.count += 1
        key = detection.key
        nodes = frozenset(_nodes(detection.detail))
        text = f"{key.component}: {detection.text}"
        self._onsets.append(RecentOnset(self.count, key.detector, key.component, nodes, text))

    def after(self, number: int) -> Iterator[RecentOnset]:
        """Yield those that began after so many others."""
        return (onset for onset in self._onsets if onset.number > number)


def _nodes(detail: Mapping[str, object]) -> Iterator[str]:
    for name in _NODES:
        told = detail.get(name, ())
        for node in told if isinstance(told, list) else (told,):
            if isinstance(node, str):
                yield node
