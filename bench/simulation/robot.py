"""A robot's run: all its messages, and the truths about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulation import messages as ros
from simulation.board import Board
from simulation.stream import Probe, Stream
from simulation.timeline import Timeline
from simulation.truth import Interval, Truth

Sent = tuple[float, str, str, Any]
"""Time of reception (seconds since 1970), topic, type and content."""

_INFO = 20


def everything(topic: str, type_name: str) -> bool:
    """Accept every topic."""
    return True


@dataclass
class Robot:
    """A robot.

    Attributes:
        kind: rover, arm or multirotor.
        seed: of the robot.
        namespace: of its topics and nodes, ``/fork3``; empty for none.
        timeline: its running times.
        streams: its topics; several streams may share a topic.
        boards: its drivers' reports.
        probes: the numbers that it reports about its parts.
        logs: time, level, node and text of each log message.
        truths: truths to be remembered, and debatable ones.
        notes: its nuisances, for people who examine a false alarm.
        busy: times when it moves, on the grid: faults that show only at work begin then.
    """

    kind: str
    seed: int
    namespace: str
    timeline: Timeline
    streams: list[Stream] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    logs: list[tuple[float, int, str, str]] = field(default_factory=list)
    truths: list[Truth] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    busy: Any = None
    _claimed: set[str] = field(default_factory=set)

    # -- how it is put together ------------------------------------------------------------

    def name(self, topic: str) -> str:
        """Return a topic's full name."""
        return f"{self.namespace}/{topic.lstrip('/')}"

    def node(self, name: str) -> str:
        """Return a node's logger name."""
        return f"{self.namespace}/{name}".strip("/").replace("/", ".")

    def add(
        self,
        topic: str,
        type_name: str,
        node: str,
        stamps: Any,
        build: Callable[..., Any],
        *,
        is_shared: bool = False,
        **fields: Any,
    ) -> Stream:
        """Add a topic."""
        stream = Stream(self.name(topic), type_name, node, stamps, build, fields, is_shared)
        self.streams.append(stream)
        return stream

    def report(self, board: Board) -> Board:
        """Add a driver's reports."""
        self.boards.append(board)
        self.streams.append(board.stream)
        self.probes.extend(board.probes())
        return board

    # -- what faults find of it ------------------------------------------------------------

    def of_type(self, *types: str) -> list[Stream]:
        """Return the topics of these types that no fault has claimed."""
        return [one for one in self.streams if one.type in types and self.is_free(one.topic)]

    def telling(self, quantity: str, part: str = "") -> list[Probe]:
        """Return the numbers of a quantity: those of a part, or all that no fault has claimed."""
        return [
            one
            for one in self.probes
            if one.quantity == quantity
            and (one.part == part if part else self.is_free(one.part, one.stream.topic))
        ]

    def is_free(self, *names: str) -> bool:
        """Return whether no fault has claimed these parts or topics."""
        return not self._claimed.intersection(names)

    def claim(self, *names: str) -> bool:
        """Claim parts or topics for a fault; False if one is claimed already."""
        if not self.is_free(*names):
            return False
        self._claimed.update(names)
        return True

    # -- what it sends ---------------------------------------------------------------------

    def log(self, stamp: float, level: int, node: str, text: str) -> None:
        """Let a node log something."""
        self.logs.append((stamp, level, self.node(node), text))

    @property
    def topics(self) -> dict[str, str]:
        """Types by topic."""
        found = {one.topic: one.type for one in self.streams}
        return {**found, "/rosout": ros.LOG}

    def messages(
        self, wanted: Callable[[str, str], bool] = everything, span: Interval | None = None
    ) -> Iterator[Sent]:
        """Yield all received messages, in order.

        Args:
            wanted: whether a topic and type are wanted.
            span: only messages received in it, seconds since the run's start.
        """
        streams = [one for one in self._all() if wanted(one.topic, one.type)]
        if not streams:
            return
        sent = [one.sent[one.kept] for one in streams]
        stamps = np.concatenate(sent)
        owner = np.repeat(np.arange(len(streams)), [len(one) for one in sent])
        order = np.argsort(stamps, kind="stable")
        epoch = self.timeline.epoch
        sources = [(one.topic, one.type, one.messages(epoch)) for one in streams]
        begin, end = span or (-np.inf, np.inf)
        rows = zip(stamps[order].tolist(), owner[order].tolist(), strict=True)
        for stamp, number in rows:
            topic, type_name, contents = sources[number]
            content = next(contents)
            if begin <= stamp < end:
                yield epoch + stamp, topic, type_name, content

    def _all(self) -> list[Stream]:
        return [*self.streams, self._rosout()]

    def _rosout(self) -> Stream:
        rows = sorted(self.logs)
        texts = [text for _, _, _, text in rows]
        stamps = np.array([stamp for stamp, *_ in rows])

        def build(stamp: float, number: int) -> Any:
            _, level, node, text = rows[number]
            return ros.log(stamp, level, node, text, line=100 + sum(map(ord, text[:12])))

        numbers = np.arange(len(texts))
        return Stream("/rosout", ros.LOG, "", stamps, build, {"number": numbers}, is_shared=True)
