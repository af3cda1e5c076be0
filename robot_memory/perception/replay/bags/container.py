"""What the files of all kinds of bags have in common: channels, and raw messages on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from robot_memory.perception.replay.timed_stream import TimedStream, in_time_order


@dataclass(frozen=True, slots=True)
class Channel:
    """One stream of messages in a bag.

    Attributes:
        id: number of the channel in its file.
        type: ROS 2 style type name, 'sensor_msgs/msg/Imu'.
        encoding: 'ros1', 'cdr', 'json' or one that can't be decoded.
        definition: text that defines the type, '' where the file has none.
        language: what the definition is written in: 'msg', 'idl' or ''.
        distro: ROS distribution that recorded the file, '' if it doesn't say.
    """

    id: int
    topic: str
    type: str
    encoding: str
    definition: str = ""
    language: str = ""
    distro: str = ""


class RawMessage(NamedTuple):
    """A message as it lies in the file; `time` is in nanoseconds."""

    time: int
    channel: Channel
    data: bytes


class Container(Protocol):
    """One file of a bag.

    Attributes:
        start: time of its first message in nanoseconds, None without any.
        end: time of its last message, likewise.
    """

    channels: Sequence[Channel]
    start: int | None
    end: int | None

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """The messages on `channels`, in time order."""


def time_of(raw: RawMessage) -> int:
    """When it was received, for merging."""
    return raw.time


def merge(spans: Collection[TimedStream[RawMessage]]) -> Iterator[RawMessage]:
    """The messages of all `spans`, in time order."""
    return in_time_order(spans, time_of)
