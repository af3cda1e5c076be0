"""Keeps recordings of episodes within the disk that they may take.

Where it is used up, the oldest complete ones are compressed into the archive, where they take about
a tenth of it; once all of them are there and it is still used up, no more are recorded.

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from robot_memory.errors import NoRoom
from robot_memory.levels.archiving import archive_folder, sweep
from robot_memory.levels.episode_file import RECORDING
from robot_memory.levels.episode_store import Episode
from robot_memory.levels.levels import Levels

_MEGABYTE = 1_000_000  # bytes
_COUNTED = timedelta(hours=1)  # for which it is believed how much disk episodes take


class EpisodeDiskBudget:
    """Makes room for episodes. One caller at a time.

    Args:
        megabytes: of disk that they may take, those in the archive included.
    """

    def __init__(self, levels: Levels, megabytes: float) -> None:
        self._levels, self._megabytes = levels, megabytes
        self._used = 0  # bytes, as of the count
        self._counted: datetime | None = None

    def add(self, done: Episode) -> None:
        """Count an episode that has just been recorded."""
        self._used += _size([done.folder])

    def make_room(self, time: datetime) -> None:
        """Move episodes to the archive until there is room for another one.

        Args:
            time: when the next one begins.

        Raises:
            NoRoom: the archive is full, too.
        """
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
            with suppress(FileNotFoundError):  # retention was here first
                self._used += archive_folder(episode.folder, archive).stat().st_size
            self._used -= size
            if self._used < most:
                return
        raise NoRoom(
            f"episodes take {self._used / _MEGABYTE:.0f} of {self._megabytes:g} MB: no "
            f"more are recorded until some are removed from {archive}"
        )


def _size(folders: Iterable[Path]) -> int:
    """Return how many bytes the files in folders take."""
    found = (path for folder in folders for path in folder.rglob("*"))
    return sum(path.lstat().st_size for path in found if not path.is_dir())
