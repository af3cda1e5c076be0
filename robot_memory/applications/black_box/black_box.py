"""Records around faults: keeps messages in memory, and writes them in a thread of its own."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from robot_memory.applications.black_box.fault_recordings import FaultRecordings, Trigger
from robot_memory.applications.black_box.message_ring import MessageRing
from robot_memory.applications.black_box.recording_file import RecordingFile
from robot_memory.applications.black_box.topic_choice import BlackBoxLimits, TopicChoice
from robot_memory.foundation.time.clock import Clock

_INTERVAL = 1.0  # s between two chunks
_SLICE = 1000  # messages that are written at once: a few milliseconds of the interpreter
_REST = 0.005  # s after a slice, in which other threads have the interpreter
_SLACK = 5.0  # s that messages stay longer, until the thread has written them
_MOST_WAITING = 1000  # triggers while the disk hangs: twice what ~/record_now takes at once
_ODD = re.compile(r"[^A-Za-z0-9_-]")  # what the name of a file does not take from an id
_LONGEST_NAME = 100  # characters


@dataclass(eq=False, repr=False)
class BlackBox:
    """Writes a file for each fault: the seconds before it and after it.

    Triggers that come while a file is written share it. While nothing is recorded the disk is not
    touched, and the thread sleeps.
    """

    folder: Path  # where the files go; it is made when the first is written
    limits: BlackBoxLimits
    choice: TopicChoice
    clock: Clock  # gives uptime and time; messages and triggers use the same uptime
    # returns the definition of a type, or raises OSError, LookupError or ValueError
    define: Callable[[str], str]
    report: Callable[[Exception | None], None]  # told of an error, and with None that it is over
    _file: RecordingFile | None = field(default=None, init=False)
    _seen: int = field(default=0, init=False)
    _waiting: list[Trigger] = field(default_factory=list, init=False)
    _left_out: int = field(default=0, init=False)  # triggers since those that wait were last taken
    _is_closing: bool = field(default=False, init=False)
    _wake: threading.Condition = field(default_factory=threading.Condition, init=False)

    def __post_init__(self) -> None:
        self.recordings = FaultRecordings(self.folder)
        self.ring = MessageRing(self.limits.before + _SLACK, self.limits.ring_bytes)
        self._began = self._until = 0.0
        self._thread = threading.Thread(target=self._run, name="black-box", daemon=True)
        self._thread.start()

    def record(self, trigger: Trigger) -> None:
        """Ask for a recording of a fault, and return at once. Any thread may call it.

        Where a thousand wait already, as the disk hangs, it is left out, and that is reported.
        """
        with self._wake:
            if len(self._waiting) < _MOST_WAITING:
                self._waiting.append(trigger)
            else:
                self._left_out += 1
            self._wake.notify()

    def close(self) -> None:
        """Write what waits, close the file and end the thread."""
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
            except Exception as error:  # the disk, mostly; the next fault gets a file of its own
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
            # Room first: where other files fill the budget, the disk may be full of them.
            self.recordings.make_room(self.limits.disk_bytes)
            self._began = trigger.uptime
            self._file = RecordingFile(
                self._path(trigger), self.choice, self.define, self.limits.before, self.report
            )
        self._file.add_trigger(trigger)
        self._seen = 0  # topics that did not matter before may do so now
        self._until = max(self._until, trigger.uptime + self.limits.after)

    def _path(self, trigger: Trigger) -> Path:
        stamp = trigger.time.strftime("%Y-%m-%dT%H-%M-%SZ")
        # A person may have given an entry any id: it must neither lead elsewhere nor be too long.
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
            with suppress(Exception):  # the same; what was written can be read without the summary
                file.close()
