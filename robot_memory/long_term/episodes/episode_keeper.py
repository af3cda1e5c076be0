"""Stores recorded episodes: a queue to the thread that writes files, and limits on their size.

An episode only begins if there is room for it, on the disk and in the recording hours of the day.

See docs/reference/levels.md, "Episodes"; docs/reference/node.md, "What a run leaves".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Protocol

from robot_memory.foundation.errors import NoRoom, RobotMemoryError
from robot_memory.long_term.levels.archiving import archive_folder, sweep
from robot_memory.long_term.levels.episode_step import Value
from robot_memory.long_term.levels.episode_store import (
    RECORDING,
    Episode,
    EpisodeFields,
    EpisodeRecorder,
)
from robot_memory.long_term.levels.levels import Levels

#: Runs actions one after another, perhaps in another thread.
Put = Callable[[Callable[[], object]], object]
#: Called with the disk's error, and with None when writing works again.
Report = Callable[[Exception | None], object]


class EpisodeTape(Protocol):
    """An episode that is being recorded."""

    @property
    def is_open(self) -> bool:
        """Whether it accepts more; if not, nothing more of the episode is kept."""

    def write(self, values: Sequence[Value]) -> None:
        """Write received values, in order."""

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> object:
        """End the episode; ``is_terminal``: the task ended, and was not cut short."""


class EpisodeSink(Protocol):
    """Begins episodes."""

    def begin(
        self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]
    ) -> EpisodeTape | None:
        """Begin to record an episode; None if it is not to be recorded."""


class EpisodeHandover:
    """Queues calls for another sink; its errors are reported, never raised."""

    def __init__(self, sink: EpisodeSink, put: Put, report: Report) -> None:
        self._sink, self._put, self._report = sink, put, report

    def begin(self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]) -> EpisodeTape:
        """Queue the start of an episode."""
        tape = _HandedOver(self._put, self._report)
        tape.run(lambda: tape.open(self._sink.begin(fields, time, about)))
        return tape


class _HandedOver:
    """An episode of another sink; whether it is open is known a little later."""

    def __init__(self, put: Put, report: Report) -> None:
        self._put, self._report = put, report
        self._tape: EpisodeTape | None = None
        self.is_open = True

    def open(self, tape: EpisodeTape | None) -> None:
        self._tape, self.is_open = tape, tape is not None

    def write(self, values: Sequence[Value]) -> None:
        self._use(lambda tape: tape.write(values))

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> None:
        self._use(lambda tape: tape.end(time, success=success, is_terminal=is_terminal))

    def _use(self, action: Callable[[EpisodeTape], object]) -> None:
        self.run(lambda: None if self._tape is None else action(self._tape))

    def run(self, action: Callable[[], object]) -> None:
        self._put(lambda: self._attempt(action))

    def _attempt(self, action: Callable[[], object]) -> None:
        try:
            action()
        except (OSError, RobotMemoryError) as error:
            self.is_open = self._tape is not None  # if the episode has begun, later calls may work
            self._report(error)
        else:
            if self._tape is not None:
                self._report(None)


_MEGABYTE = 1_000_000  # bytes
_COUNTED = timedelta(hours=1)  # how long the measured disk usage is trusted
_HOUR = 3600.0  # s


@dataclass(frozen=True)
class EpisodeLimits:
    """The most disk space for episodes, including the archive, and recording hours a UTC day."""

    megabytes: float = 200.0
    hours_a_day: float = 2.0


class EpisodeKeeper:
    """Begins episodes while there is room for them, and adds metadata to each.

    One caller at a time.
    """

    def __init__(
        self,
        levels: Levels,
        robot_id: str,
        limits: EpisodeLimits = EpisodeLimits(),
        about: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        self._levels, self._robot_id, self._limits, self._about = levels, robot_id, limits, about
        self._disk = _EpisodeDiskBudget(levels, limits.megabytes)
        self._day: date | None = None
        self._recorded = 0.0

    def begin(
        self, fields: EpisodeFields, time: datetime, about: Mapping[str, Any]
    ) -> EpisodeRecorder | None:
        """Begin to record an episode; None if the day's hours are used up, NoRoom: the disk."""
        if self._recorded_on(time) >= self._limits.hours_a_day * _HOUR:
            return None
        self._disk.make_room(time)
        about = {**about, **self._about()}
        return self._levels.episodes.record(
            fields, time, robot_id=self._robot_id, about=about, ended=self._add
        )

    def _add(self, done: Episode) -> None:
        self._recorded += _seconds(done)
        self._disk.add(done)

    def _recorded_on(self, time: datetime) -> float:
        """Return the seconds of episodes recorded on a day."""
        day = time.astimezone(timezone.utc).date()
        if day != self._day:
            self._day = day
            self._recorded = sum(
                _seconds(it)
                for it in self._levels.episodes.all()
                if it.metadata.start.astimezone(timezone.utc).date() == day
            )
        return self._recorded


class _EpisodeDiskBudget:
    """Keeps episodes, including archived ones, within their disk space.

    When it is used up, the oldest complete episodes are compressed into the archive, where they
    take about a tenth of the space; once all of them are archived and it is still used up, no more
    are recorded.
    """

    def __init__(self, levels: Levels, megabytes: float) -> None:
        self._levels, self._megabytes = levels, megabytes
        self._used = 0  # bytes, as of the last measurement
        self._counted: datetime | None = None

    def add(self, done: Episode) -> None:
        self._used += _size([done.folder])

    def make_room(self, time: datetime) -> None:
        """Archive episodes until there is room for another one, or raise NoRoom."""
        most = self._megabytes * _MEGABYTE
        is_counted = self._counted is not None and abs(time - self._counted) < _COUNTED
        if is_counted and self._used < most:
            return
        episodes, tree = self._levels.episodes, self._levels.tree
        archive = tree.archive(tree.episodes)
        sweep(tree.episodes)
        self._used, self._counted = _size([*episodes.folders(), archive]), time
        if self._used < most:
            return
        complete = [it for it in episodes.all() if it.metadata.status != RECORDING]
        for episode in sorted(complete, key=lambda it: it.metadata.start):
            size = _size([episode.folder])
            with suppress(FileNotFoundError):  # retention archived it first
                self._used += archive_folder(episode.folder, archive).stat().st_size
            self._used -= size
            if self._used < most:
                return
        raise NoRoom(
            f"episodes take {self._used / _MEGABYTE:.0f} of {self._megabytes:g} MB: no "
            f"more are recorded until some are removed from {archive}"
        )


def _size(folders: Iterable[Path]) -> int:
    found = (path for folder in folders for path in folder.rglob("*"))
    return sum(path.lstat().st_size for path in found if not path.is_dir())


def _seconds(episode: Episode) -> float:
    end = episode.metadata.end
    return 0.0 if end is None else max(0.0, (end - episode.metadata.start).total_seconds())
