"""Bag files: channels, raw messages, and the stretches of a file that contain them."""

from __future__ import annotations

import heapq
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from robot_memory.perception.replay.record_walk import Gap, Placed


@dataclass(frozen=True, slots=True)
class Channel:
    """One stream of messages in a bag.

    Attributes:
        id: number of the channel in its file.
        type: ROS 2 style type name, 'sensor_msgs/msg/Imu'.
        encoding: 'ros1', 'cdr', 'json', or another one that cannot be decoded.
        definition: text that defines the type, '' if the file has none.
        language: the language of the definition: 'msg', 'idl' or ''.
        distro: ROS distribution that recorded the file, '' if it is not known.
    """

    id: int
    topic: str
    type: str
    encoding: str
    definition: str = ""
    language: str = ""
    distro: str = ""


class RawMessage(NamedTuple):
    """A message as stored in the file; `time` is in nanoseconds."""

    time: int
    channel: Channel
    data: bytes


class Container(Protocol):
    """One file of a bag; `start`, `end`: of its messages, nanoseconds; None without messages."""

    channels: Sequence[Channel]
    start: int | None
    end: int | None

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """Yield the messages on `channels`, in time order."""


@dataclass(frozen=True, slots=True)
class TimedStream:
    """Messages in time order, none earlier than `start`."""

    start: int
    read: Callable[[], Iterable[RawMessage]]


def merge(streams: Iterable[TimedStream]) -> Iterator[RawMessage]:
    """Yield the messages of all streams, in time order.

    Only streams that overlap are open at the same time, which bounds the memory.
    """
    waiting = deque(sorted(streams, key=attrgetter("start")))
    running: list[tuple[int, int, RawMessage, Iterator[RawMessage]]] = []
    opened = 0
    while waiting or running:
        if waiting and (not running or waiting[0].start <= running[0][0]):
            stream = iter(waiting.popleft().read())
            opened += 1
            for first in stream:
                heapq.heappush(running, (first.time, opened, first, stream))
                break
            continue
        _, order, message, stream = running[0]
        yield message
        for following in stream:
            heapq.heapreplace(running, (following.time, order, following, stream))
            break
        else:
            heapq.heappop(running)


Record = TypeVar("Record")

NO_MESSAGE = "no record begins here; what was there is lost"

_FAR = 3600 * 10**9
"""Nanoseconds. A time further than this from both neighbours, while the neighbours are close to
each other, was overwritten."""


_1970 = datetime(1970, 1, 1)


def date_of(nanoseconds: int) -> str:
    """Return a time as text for a person, in UTC."""
    return (_1970 + timedelta(microseconds=nanoseconds // 1000)).isoformat(" ", "microseconds")


class MessageTimes(NamedTuple):
    """The first and the last time, nanoseconds since the epoch."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{date_of(self.first)} to {date_of(self.last)} UTC"


@dataclass(frozen=True, slots=True)
class Block:
    """A chunk, or a run of messages outside of chunks.

    Attributes:
        channels: the numbers of its channels; empty if they are not known.
    """

    offset: int
    length: int
    span: MessageTimes
    is_chunk: bool
    channels: frozenset[int] = frozenset()

    def place(self, path: Path) -> str:
        """Return its place in the file as text for a person."""
        return f"{path}, bytes {self.offset} to {self.offset + self.length}"


class MessageRecord(NamedTuple):
    """A message as its record stores it: its channel's number, nanoseconds, content."""

    channel: int
    time: int
    data: memoryview


@dataclass(frozen=True, slots=True)
class BlockMessages:
    """The messages read from a block.

    Attributes:
        strays: how many messages are on a channel that the file does not list.
        lost: the bytes that were skipped, and the times of the messages around them.
    """

    wanted: list[RawMessage]
    count: int
    strays: int
    lost: list[tuple[Gap, MessageTimes]]


class RecordData(ABC, Generic[Record]):
    """Bytes of a chunk, or of the file itself, and what is known about the messages in them.

    Args:
        channels: the numbers of the channels that messages may have, besides those that an earlier
            record defines. Connections, in rosbag1.
        span: when messages may have been received; None if it is not known.
    """

    def __init__(
        self,
        data: bytes | memoryview,
        opcodes: Collection[int],
        channels: Iterable[int] = (),
        span: MessageTimes | None = None,
    ) -> None:
        self._data = memoryview(data)
        self._opcodes = opcodes
        self._channels = set(channels)
        self._span = span

    @property
    def size(self) -> int:
        """The number of bytes."""
        return len(self._data)

    @abstractmethod
    def at(self, begin: int) -> Placed[Record] | None:
        """Return the record that begins there; None if none can."""

    @abstractmethod
    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Yield the positions from `begin` up to `end`, exclusive, where a record may begin."""

    def _is_message_of(self, channel: int, time: int) -> bool:
        """Tell whether a message of a channel is possible at a time, nanoseconds."""
        if channel not in self._channels:
            return False
        return self._span is None or self._span.first <= time <= self._span.last


def read_messages(
    walked: Iterable[Placed[Record] | Gap],
    message_of: Callable[[Record], MessageRecord | None],
    wanted: Mapping[int, Channel],
    known: Collection[int],
    span: MessageTimes,
) -> BlockMessages:
    """Read the messages among the records of a block.

    Args:
        known: the numbers of the channels that the file lists.
    """
    strays = 0
    messages: list[RawMessage] = []
    gaps: list[tuple[Gap, int]] = []
    times = [span.first]
    for found in walked:
        if isinstance(found, Gap):
            gaps.append((found, len(times)))
            continue
        message = message_of(found.record)
        if message is not None:
            times.append(message.time)
            if message.channel in wanted:
                channel = wanted[message.channel]
                messages.append(RawMessage(message.time, channel, bytes(message.data)))
            elif message.channel not in known:
                strays += 1
    count = len(times) - 1
    times.append(span.last)
    messages.sort(key=attrgetter("time"))
    lost = [(gap, MessageTimes(*sorted(times[at - 1 : at + 1]))) for gap, at in gaps]
    return BlockMessages(messages, count, strays, lost)


def lost_places(path: Path, block: Block, read: BlockMessages) -> list[str]:
    """Return where bytes of a block were skipped: in the file, or in the content of the chunk."""
    within, at = f"{path}, bytes", block.offset
    if block.is_chunk:
        within, at = f"{block.place(path)}, in its content bytes", 0
    return [f"{within} {at + gap.begin} to {at + gap.end}, {times}" for gap, times in read.lost]


def span_of(times: Sequence[int]) -> MessageTimes | None:
    """Return the span of `times`, in file order, without times that damage has changed."""
    kept = [time for at, time in enumerate(times) if not _is_overwritten(times, at)]
    return MessageTimes(min(kept), max(kept)) if kept else None


def _is_overwritten(times: Sequence[int], at: int) -> bool:
    if len(times) < 3:
        return False
    first = min(max(at - 1, 0), len(times) - 3)
    one, other = (times[near] for near in range(first, first + 3) if near != at)
    apart = abs(one - other)
    return min(abs(times[at] - one), abs(times[at] - other)) > max(_FAR, apart)
