"""The blocks of a file that is gone through, one after the other."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.replay.bags.block import Block
from robot_memory.replay.bags.message_times import span_of

RUN = 1 << 20
"""Messages outside of chunks are taken in runs of about this many bytes."""


class BlockList:
    """Chunks, and messages outside of chunks gathered into runs.

    Attributes:
        blocks: what was found so far, but for the run that may go on.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._begin = self._end = 0
        self._times: list[int] = []

    def add_message(self, begin: int, end: int, time: int) -> None:
        """Take in a message outside of chunks."""
        if begin != self._end or end - self._begin > RUN:
            self.end_run()
            self._begin = begin
        self._end = end
        self._times.append(time)

    def add_chunk(self, begin: int, end: int, times: Sequence[int]) -> bool:
        """Take in a chunk by the times of its messages; False where it has none."""
        self.end_run()
        span = span_of(times)
        if span is not None:
            self.blocks.append(Block(begin, end - begin, span, is_chunk=True))
        return span is not None

    def end_run(self) -> None:
        """Store the messages outside of chunks so far as a block; none where no time is whole."""
        span = span_of(self._times)
        if span is not None:
            self.blocks.append(Block(self._begin, self._end - self._begin, span, is_chunk=False))
        self._times = []

    @property
    def latest(self) -> str:
        """When the last message was received, for a person: by its stamp, in seconds."""
        span = span_of(self._times) or (self.blocks[-1].span if self.blocks else None)
        if span is None:
            return "before the first message"
        return f"after the message of {span.last / 1e9:.6f} s"
