"""Episodes are handed over to the thread that writes; its refusal stops nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from acting import START, Tapes

from robot_memory.foundation.errors import NoRoom
from robot_memory.long_term.episodes import EpisodeHandover
from robot_memory.long_term.levels import EpisodeFields


class ActionQueue:
    """Queues the handed-over actions and runs them on demand."""

    def __init__(self, sink: Any) -> None:
        self.told: list[Exception | None] = []
        self._actions: list[Callable[[], object]] = []
        self.handover = EpisodeHandover(sink, self._actions.append, self.told.append)

    def begin(self) -> Any:
        return self.handover.begin(EpisodeFields(["pose"], ["speed"], 0.2), START, {})

    def work(self) -> None:
        while self._actions:
            self._actions.pop(0)()


class Refusing:
    """A sink whose disk is full, from the begin or later."""

    def __init__(self, *, begins: bool) -> None:
        self.begins = begins

    def begin(self, *arguments: object) -> Any:
        if not self.begins:
            raise NoRoom("no room")
        return self

    def write(self, values: object) -> None:
        raise OSError(28, "No space left on device")


VALUES = [("observation", "pose", 1.0, START)]


def test_handed_over_actions_run_in_order_and_not_before_the_writer_runs_them():
    tapes = Tapes()
    queue = ActionQueue(tapes)
    tape = queue.begin()
    tape.write(VALUES)
    tape.end(START, success=True, is_terminal=True)
    assert tapes.all == []

    queue.work()

    (recorded,) = tapes.all
    assert recorded.values == VALUES
    assert (recorded.success, recorded.is_terminal) == (True, True)
    assert set(queue.told) == {None}


def test_an_episode_that_cannot_begin_is_closed_and_its_error_is_reported():
    queue = ActionQueue(Refusing(begins=False))
    tape = queue.begin()
    tape.write(VALUES)
    queue.work()

    assert not tape.is_open
    assert [str(error) for error in queue.told] == ["no room"]


def test_an_episode_stays_open_after_a_write_error():
    queue = ActionQueue(Refusing(begins=True))
    tape = queue.begin()
    tape.write(VALUES)
    queue.work()

    assert tape.is_open
    assert isinstance(queue.told[-1], OSError)
