"""One recording while it is written: triggers, then chunks of messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path

from robot_memory.black_box.fault_recordings import METADATA_NAME
from robot_memory.black_box.mcap_writer import McapMessage, McapWriter
from robot_memory.black_box.message_ring import RingMessage
from robot_memory.black_box.message_texts import without_secret_texts
from robot_memory.black_box.text_region import TextRegion
from robot_memory.black_box.topic_choice import TopicChoice
from robot_memory.black_box.trigger import Trigger
from robot_memory.clock import Instant
from robot_memory.files import make_private_folder
from robot_memory.perception.definitions.message_definition import MessageDefinition

_NANOSECONDS = 1_000_000_000
_CHUNK = 4_000_000  # bytes of a chunk at most, beside its last message


class RecordingFile:
    """Writes the messages that matter for its triggers, each once.

    Args:
        path: the new file.
        choice: which topics matter.
        define: returns the definition of a type; empty: it is not known.
        before: seconds before a trigger that are written.
    """

    def __init__(
        self, path: Path, choice: TopicChoice, define: Callable[[str], str], before: float
    ) -> None:
        self._choice, self._define, self._before = choice, define, before
        self._definitions: dict[str, str] = {}
        self._regions: dict[str, TextRegion] = {}
        self._triggers: list[Trigger] = []
        self._matters: dict[str, bool] = {}
        self._written: dict[str, int] = {}
        self._begins = float("inf")
        make_private_folder(path.parent)
        self._writer = McapWriter(path, self._definitions)

    @property
    def size(self) -> int:
        """Its bytes."""
        return self._writer.size

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._writer.path

    def add_trigger(self, trigger: Trigger) -> None:
        """Note a trigger; topics that matter for it are written from now on."""
        self._writer.write_metadata(METADATA_NAME, trigger.to_fields())
        self._triggers.append(trigger)
        self._begins = min(self._begins, trigger.uptime - self._before)
        self._matters.clear()

    def write(
        self, latched: Iterable[RingMessage], messages: Iterable[RingMessage], now: Instant
    ) -> None:
        """Write the messages that matter and were not written.

        Args:
            latched: of these, also those from before the first trigger's seconds: they still hold.
            messages: in the order in which they came.
            now: the present, by which uptime becomes a time.
        """
        chosen = [item for item in messages if item.uptime >= self._begins]
        kept = [item for item in latched if item.uptime < self._begins]
        booted = now.time.timestamp() - now.uptime
        for chunk in _chunks(item for item in (*kept, *chosen) if self._is_due(item)):
            self._writer.write_chunk([self._to_mcap(item, booted) for item in chunk])
            self._written |= {item.topic: item.number for item in chunk}

    def sync(self) -> None:
        """Force what was written to disk."""
        self._writer.sync()

    def close(self) -> None:
        """Write the summary and close it."""
        self._writer.close()

    def _is_due(self, item: RingMessage) -> bool:
        matters = self._matters.get(item.topic)
        if matters is None:
            matters = self._matters[item.topic] = any(
                self._choice.matters(item.topic, item.type, trigger) for trigger in self._triggers
            )
        return matters and item.number > self._written.get(item.topic, 0)

    def _to_mcap(self, item: RingMessage, booted: float) -> McapMessage:
        """Return a message as it is written; ``booted``: seconds since the epoch at uptime 0."""
        region = self._regions.get(item.type) or self._define_type(item.type)
        # A latched message is dated to the beginning: else the file would span hours.
        received = round((booted + max(item.uptime, self._begins)) * 1_000_000) * 1000
        published = round(item.published * _NANOSECONDS) or received
        data = without_secret_texts(item.data, region)
        return McapMessage(item.topic, item.type, received, published, data)

    def _define_type(self, type_name: str) -> TextRegion:
        text = self._definitions[type_name] = self._define(type_name)
        region = TextRegion(MessageDefinition.parse(type_name, text))
        self._regions[type_name] = region
        return region


def _chunks(messages: Iterable[RingMessage]) -> Iterator[list[RingMessage]]:
    """Yield the messages in runs of a second, or less where a second holds much."""
    for _, second in groupby(messages, lambda item: int(item.uptime)):
        chunk: list[RingMessage] = []
        size = 0
        for item in second:
            chunk.append(item)
            size += len(item.data)
            if size >= _CHUNK:
                yield chunk
                chunk, size = [], 0
        if chunk:
            yield chunk
