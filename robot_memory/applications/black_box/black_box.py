"""Records around faults: keeps messages in memory, and writes them in its own thread.

A recording begins with its triggers, followed by chunks of messages.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory.applications.black_box.black_box_limits import BlackBoxLimits
from robot_memory.applications.black_box.cdr_copy import UndecodableMessage
from robot_memory.applications.black_box.fault_recordings import (
    METADATA_NAME,
    FaultRecordings,
    Trigger,
)
from robot_memory.applications.black_box.mcap_writer import McapMessage, McapWriter
from robot_memory.applications.black_box.message_filter import MessageFilter
from robot_memory.applications.black_box.message_ring import MessageRing, RingMessage
from robot_memory.applications.black_box.topic_choice import TopicChoice
from robot_memory.foundation.disk.files import make_private_folder
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time.clock import Clock, Instant
from robot_memory.perception.message_definition import MessageDefinition

_INTERVAL = 1.0  # s between two chunks
_SLICE = 1000  # messages written at once: a few milliseconds of the interpreter
_REST = 0.005  # s after a slice, for other threads to use the interpreter
_SLACK = 5.0  # s that messages are kept longer, until the thread has written them
_MOST_WAITING = 1000  # triggers while the disk hangs: twice the burst of ~/record_now
_ODD = re.compile(r"[^A-Za-z0-9_-]")  # characters of an id that are replaced in a file name
_LONGEST_NAME = 100  # characters
_NANOSECONDS = 1_000_000_000  # in a second
_CHUNK = 4_000_000  # bytes; the largest chunk of several messages
LACKS_NAME = "robot_memory.lacks"
_MOST_NAMED = 5  # topics named in a message; the file names them all


class LatchedMissing(InvalidInput):
    """A file lacks the last messages of latched topics, as memory had no room for them."""

    def __init__(self, topics: Sequence[str], path: Path) -> None:
        more = ", …" if len(topics) > _MOST_NAMED else ""
        super().__init__(
            f"the last messages of {len(topics)} latched topics are missing in {path}: "
            f"{', '.join(topics[:_MOST_NAMED])}{more}; set black_box.ring_mb higher, or name "
            "topics in black_box.leave_out"
        )


class MessagesLeftOut(InvalidInput):
    """Messages of a topic were left out of a file, as secrets in them could not be found."""

    def __init__(self, topic: str, path: Path, why: UndecodableMessage) -> None:
        super().__init__(
            f"messages are missing in {path}: {why}, so secrets in it cannot be found; "
            "black_box.keep_undecodable:=true records such messages as they are"
        )
        self.topic = topic


@dataclass(slots=True)
class _WrittenTopic:
    type: str  # message type
    shown: str  # the topic's name without secrets
    matters: bool  # whether its messages are written
    written: int  # the number of the newest written message
    is_undecodable: bool = False  # whether a message could not be decoded


class RecordingFile(McapWriter):
    """Writes each message that matters for its triggers once.

    Args:
        define: returns a type's definition, or raises OSError, LookupError or ValueError.
        before: the seconds before a trigger to write.
        report: called with the reason for each topic whose messages are left out, and with the
            latched topics whose last message is missing.
    """

    def __init__(
        self,
        path: Path,
        choice: TopicChoice,
        define: Callable[[str], str],
        before: float,
        report: Callable[[InvalidInput], None],
    ) -> None:
        self._choice, self._read_type, self._before, self._report = choice, define, before, report
        self._types: dict[str, str] = {}
        self._filters: dict[str, MessageFilter] = {}
        self._topics: dict[str, _WrittenTopic] = {}
        self._triggers: list[Trigger] = []
        self._lacks: list[str] = []
        self._begins = float("inf")
        make_private_folder(path.parent)
        super().__init__(path, self._types)

    def add_trigger(self, trigger: Trigger) -> None:
        """Note a trigger; from now on, topics that matter for it are written."""
        self.write_metadata(METADATA_NAME, trigger.to_fields())
        self._triggers.append(trigger)
        self._begins = min(self._begins, trigger.uptime - self._before)
        for name, topic in self._topics.items():
            topic.matters = topic.matters or self._choice.matters(name, topic.type, trigger)

    def write(
        self, latched: Iterable[RingMessage], messages: Iterable[RingMessage], now: Instant
    ) -> None:
        """Write the messages that matter and were not yet written.

        Args:
            latched: latched messages; those from before the first trigger's seconds are written
                too, as they still hold.
            messages: in the order of arrival.
            now: the present, which maps uptime to time.
        """
        booted = now.time.timestamp() - now.uptime
        kept = [item for item in latched if item.uptime < self._begins]
        for chunk in _chunks([*kept, *(item for item in messages if item.uptime >= self._begins)]):
            self.write_chunk(self._to_mcap(chunk, booted))

    def note_lacking(self, left: Iterable[RingMessage]) -> None:
        """Record, as metadata, the latched topics that matter but have no message in the file.

        Messages of :meth:`MessageRing.left` within the triggers' seconds are written.
        """
        gone = [item for item in left if item.uptime < self._begins]
        known = self._topics
        topics = [known.get(one.topic) or self._add_topic(one.topic, one.type) for one in gone]
        lacks = sorted(topic.shown for topic in topics if topic.matters and not topic.written)
        if lacks and lacks != self._lacks:
            self._lacks = lacks
            self.write_metadata(LACKS_NAME, {"latched topics": " ".join(lacks)})
            self._report(LatchedMissing(lacks, self.path))

    def _to_mcap(self, items: Iterable[RingMessage], booted: float) -> Iterator[McapMessage]:
        """Yield the messages to write; ``booted``: seconds since the epoch at uptime 0.

        Thousands arrive at once, while another thread receives messages: hence a single pass.
        """
        begins, topics = self._begins, self._topics
        for number, name, type_name, uptime, published, data in items:
            topic = topics.get(name)
            if topic is None or topic.type != type_name:
                topic = self._add_topic(name, type_name)
            if number <= topic.written or not topic.matters:
                continue
            topic.written = number
            try:
                known = self._filters.get(type_name) or self._define_type(type_name)
                clean = known.without_secrets(data)
            except UndecodableMessage as error:
                if not self._choice.keeps_undecodable:
                    if not topic.is_undecodable:
                        topic.is_undecodable = True
                        self._report(MessagesLeftOut(name, self.path, error))
                    continue
                clean = data
            # A latched message is dated to the recording's start; else the file would span hours.
            received = round((booted + max(uptime, begins)) * 1_000_000) * 1000
            publish_time = round(published * _NANOSECONDS) or received
            yield McapMessage(topic.shown, type_name, received, publish_time, clean)

    def _add_topic(self, name: str, type_name: str) -> _WrittenTopic:
        matters = any(self._choice.matters(name, type_name, one) for one in self._triggers)
        before = self._topics.get(name)
        written = 0 if before is None else before.written
        topic = self._topics[name] = _WrittenTopic(
            type_name, without_secrets(name), matters, written
        )
        return topic

    def _define_type(self, type_name: str) -> MessageFilter:
        if type_name not in self._types:
            self._types[type_name] = ""
            with suppress(OSError, LookupError, ValueError):
                self._types[type_name] = self._read_type(type_name)
        text = self._types[type_name]
        if not text:
            raise UndecodableMessage(f"{type_name} has no .msg file in a sourced workspace")
        definition = MessageDefinition.parse(type_name, text)
        made = MessageFilter(definition or MessageDefinition(type_name, {}))  # an empty message
        self._filters[type_name] = made
        return made


def _chunks(messages: list[RingMessage]) -> Iterator[list[RingMessage]]:
    """Yield the messages in chunks that a reader can hold in memory."""
    if len(messages) > 1 and sum(len(item.data) for item in messages) > _CHUNK:
        half = len(messages) // 2
        yield from _chunks(messages[:half])
        yield from _chunks(messages[half:])
    else:
        yield messages


@dataclass(eq=False, repr=False)
class BlackBox:
    """Writes a file for each fault, with the messages before and after it.

    Triggers that arrive while a file is being written share it. While nothing is recorded, the disk
    is not touched, and the thread sleeps.
    """

    folder: Path  # created with the first file
    limits: BlackBoxLimits
    choice: TopicChoice
    clock: Clock  # gives uptime and time; messages and triggers use the same uptime
    # returns a type's definition, or raises OSError, LookupError or ValueError
    define: Callable[[str], str]
    report: Callable[[Exception | None], None]  # called with an error, with None when it is over
    _file: RecordingFile | None = field(default=None, init=False)
    _seen: int = field(default=0, init=False)
    _waiting: list[Trigger] = field(default_factory=list, init=False)
    _left_out: int = field(default=0, init=False)  # triggers dropped since the last take
    _is_closing: bool = field(default=False, init=False)
    _wake: threading.Condition = field(default_factory=threading.Condition, init=False)

    def __post_init__(self) -> None:
        self.recordings = FaultRecordings(self.folder)
        self.ring = MessageRing(self.limits.before + _SLACK, self.limits.ring_bytes)
        self._began = self._until = 0.0
        self._thread = threading.Thread(target=self._run, name="black-box", daemon=True)
        self._thread.start()

    def record(self, trigger: Trigger) -> None:
        """Request a recording of a fault and return at once. Any thread may call it.

        If a thousand triggers already wait, as the disk hangs, it is dropped, and this is reported.
        """
        with self._wake:
            if len(self._waiting) < _MOST_WAITING:
                self._waiting.append(trigger)
            else:
                self._left_out += 1
            self._wake.notify()

    def close(self) -> None:
        """Write the waiting messages, close the file and end the thread."""
        with self._wake:
            self._is_closing = True
            self._wake.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._wake:
                if not (self._waiting or self._is_closing):
                    self._wake.wait(_INTERVAL if self._file is not None else None)
                triggers, self._waiting = self._waiting, []
                left_out, self._left_out = self._left_out, 0
                is_closing = self._is_closing
            if left_out:
                words = f"{left_out} faults or requests are in no recording: {_MOST_WAITING} waited"
                self.report(OSError(f"{words} for the disk"))
            try:
                self._step(triggers, is_closing=is_closing)
            except Exception as error:  # mostly the disk; the next fault gets a new file
                self._give_up(error)
            if is_closing:
                return

    def _step(self, triggers: list[Trigger], *, is_closing: bool) -> None:
        for trigger in triggers:
            self._add(trigger)
        if self._file is None:
            return
        now = self.clock.now()
        messages, missed = self.ring.newer_than(self._seen)
        if triggers:
            self._file.write(self.ring.latched(), (), now)
        for begin in range(0, len(messages), _SLICE):
            self._file.write((), messages[begin : begin + _SLICE], now)
            if begin + _SLICE < len(messages) and not is_closing:
                time.sleep(_REST)
        if triggers:
            self._file.note_lacking(self.ring.left())
            self._file.sync()
        if messages:
            self._seen = messages[-1].number
        if missed and not triggers:
            self.report(
                OSError(
                    f"{missed} messages were dropped from memory before they were written to disk: "
                    f"{self._file.path} has a gap; set black_box.ring_mb higher, or name topics "
                    "in black_box.leave_out"
                )
            )
        is_full = self._file.size > self.limits.file_bytes
        if is_closing or is_full or now.uptime >= self._until:
            self._finish()

    def _add(self, trigger: Trigger) -> None:
        if self._file is not None and trigger.uptime - self._began > self.limits.longest:
            self._finish()
        if self._file is None:
            # Make room first: if other recordings use up the budget, the disk may be full.
            self.recordings.make_room(self.limits.disk_bytes)
            self._began = trigger.uptime
            self._file = RecordingFile(
                self._path(trigger), self.choice, self.define, self.limits.before, self.report
            )
        self._file.add_trigger(trigger)
        self._seen = 0  # topics that did not matter before may matter now
        self._until = max(self._until, trigger.uptime + self.limits.after)

    def _path(self, trigger: Trigger) -> Path:
        stamp = trigger.time.strftime("%Y-%m-%dT%H-%M-%SZ")
        # A person may have chosen any entry id: it must not lead out of the folder or be too long.
        about = _ODD.sub("_", trigger.entry_id)[:_LONGEST_NAME] or trigger.reason
        name = f"{stamp}_{about}"
        path, number = self.recordings.folder / f"{name}.mcap", 1
        while path.exists():
            number += 1
            path = self.recordings.folder / f"{name}_{number}.mcap"
        return path

    def _finish(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            file.close()
            self.recordings.make_room(self.limits.disk_bytes)
            self.report(None)

    def _give_up(self, error: Exception) -> None:
        self.report(error)
        file, self._file = self._file, None
        if file is not None:
            with suppress(Exception):  # likely again; the file is readable without a summary
                file.close()
