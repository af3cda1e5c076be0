"""Names the step in which a thread of the node takes over a second, even if it never returns.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import faulthandler
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

from robot_memory.faces.ros.spinning import Stop, ThreadStep
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.text.outside_text import take_in

_LOOK = 0.5  # s between two checks
_LONG = 1.0  # s that a step may take
_STUCK = 10.0  # s after which a step counts as stuck; the node also waits so long for any lock
_LAST = 60.0  # s that the node's shutdown may take
_PACKAGE = f"{Path(__file__).parents[2]}{os.sep}"
_ABOUT = ("topic", "component")  # local variables that name what a function works on
_LONGEST_NAME = 80  # characters


class LongStep(RobotMemoryError):
    """A step takes too long; the message says where it is."""


@dataclass
class _Look:
    """A step as it was first seen, and its age since then.

    Attributes:
        step: the thread's step.
        busy: the thread's processor time when the step was first seen, s.
        age: s. If the machine lets the watching thread wait, only a part of that time counts.
    """

    step: object
    busy: float
    age: float = 0.0


class ThreadWatch:
    """Watches threads from a thread of its own.

    A C call that never releases the interpreter can only be reported by the interpreter's own
    watchdog: after :data:`_STUCK` seconds it writes each thread's position to standard error.

    Args:
        main: the main thread's step; that thread normally publishes the node's health.
        note: called for each step that takes long, at each check.
        publish: publishes the node's health; called while the main thread takes long.
        log: gets a line if the node is ended by force.
    """

    def __init__(
        self,
        steps: Sequence[ThreadStep],
        main: ThreadStep,
        note: Callable[[str, Exception], None],
        publish: Callable[[], object],
        log: Callable[[str], object],
    ) -> None:
        self._steps, self._main = (*steps, main), main
        self._note, self._publish, self._log = note, publish, log
        self._looks: dict[str, _Look] = {}
        self._is_over = threading.Event()
        self._stop = Stop()
        self._ending = 0.0
        self._thread = threading.Thread(target=self._run, name="thread-watch", daemon=True)

    def start(self, stop: Stop) -> None:
        """Begin to watch; once ``stop`` is requested, the shutdown is watched, too."""
        self._stop = stop
        self._thread.start()

    def close(self) -> None:
        """Stop watching."""
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join()

    def is_stuck(self, step: ThreadStep) -> bool:
        """Whether a thread is stuck and not worth waiting for."""
        look = self._looks.get(step.name)
        return look is not None and look.age >= _STUCK

    def _run(self) -> None:
        last = time.monotonic()
        while not self._is_over.wait(_LOOK):
            faulthandler.dump_traceback_later(_STUCK, file=2)
            now = time.monotonic()
            self._look(min(now - last, 2 * _LOOK))
            last = now
        faulthandler.cancel_dump_traceback_later()

    def _look(self, passed: float) -> None:
        for step in self._steps:
            busy = step.busy()
            look = self._looks.get(step.name)
            if busy is None:
                self._looks.pop(step.name, None)
            elif look is None or look.step is not step.now:
                self._looks[step.name] = _Look(step.now, busy)
            else:
                look.age = max(look.age + passed, busy - look.busy)
                if look.age >= _LONG:
                    self._tell(step)
        if self._stop.requested:
            self._ending += passed
            if self._ending >= (_STUCK if self.is_stuck(self._main) else _LAST):
                self._end_now()

    def _tell(self, step: ThreadStep) -> None:
        frame = sys._current_frames().get(step.thread or 0)
        error = LongStep(f"a step takes longer than {_LONG:g} s: {where(frame)}")
        self._note(f"thread {step.name}", error)
        if step is self._main:
            try:
                self._publish()
            except Exception as failure:  # the watched thread may be ending
                self._note("health of the node", failure)

    def _end_now(self) -> None:
        frames = sys._current_frames()
        places = (
            f"{thread.name} is at {where(frames.get(thread.ident or 0))}"
            for thread in threading.enumerate() if thread is not threading.current_thread()
        )  # fmt: skip
        self._log(
            f"the node has not ended {self._ending:.0f} s after it was told to, and is ended now: "
            f"{'; '.join(places)}. What was acknowledged is in the ledger; the memory file is "
            "saved at the next start"
        )
        os._exit(1)  # the same status as for a failed last save


def where(frame: FrameType | None) -> str:
    """Return a thread's position in the package, and the topic and component it works on."""
    frames = list(_frames(frame))
    if not frames:
        return "outside the package"
    places = [
        f"{one.f_code.co_filename.removeprefix(_PACKAGE)}:{one.f_lineno} {one.f_code.co_name}"
        for one in frames[:2]
    ]
    about = [
        f"{name} {take_in(value, _LONGEST_NAME).text}"
        for name in _ABOUT
        if (value := next(_texts(frames, name), ""))
    ]
    return ", ".join([" in ".join(places), *about])


def _frames(frame: FrameType | None) -> Iterator[FrameType]:
    while frame is not None:
        if frame.f_code.co_filename.startswith(_PACKAGE):
            yield frame
        frame = frame.f_back


def _texts(frames: Sequence[FrameType], name: str) -> Iterator[str]:
    for frame in frames:
        value = frame.f_locals.get(name)
        if isinstance(value, str) and value:
            yield value
