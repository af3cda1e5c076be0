"""Bytes in which records are looked for, and what is known of the messages among them."""

from __future__ import annotations

from collections.abc import Container, Iterable

from robot_memory.replay.bags.message_times import MessageTimes


class RecordData:
    """Bytes of a chunk, or of the file itself.

    Args:
        opcodes: what records may be there.
        channels: the numbers of the channels that messages may have, beside those that a record
            before them defines. Connections, in rosbag1.
        span: when messages may have been received; None where that is not known.
    """

    def __init__(
        self,
        data: bytes | memoryview,
        opcodes: Container[int],
        channels: Iterable[int] = (),
        span: MessageTimes | None = None,
    ) -> None:
        self._data = memoryview(data)
        self._opcodes = opcodes
        self._channels = set(channels)
        self._span = span

    @property
    def size(self) -> int:
        """How many bytes there are."""
        return len(self._data)

    def _is_message_of(self, channel: int, time: int) -> bool:
        """Tell whether there may be a message of a channel at a time, nanoseconds."""
        if channel not in self._channels:
            return False
        return self._span is None or self._span.first <= time <= self._span.last
