"""Episodes for training: their two files, their recording, and the stored episodes.

The files are ``metadata.json`` and ``steps.jsonl`` (002 §Alignment with Brain A, §Directory
Structure).

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import fcntl
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_lock import is_locked
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import json_files
from robot_memory.long_term.levels.episode_step import (
    EpisodeStep,
    StepAlignment,
    Value,
    read_step,
    zeros_like,
)
from robot_memory.long_term.levels.level_tree import LevelTree

_LOG = logging.getLogger(__name__)
RECORDING, ENDED, INTERRUPTED = "recording", "ended", "interrupted"
_SYNC_INTERVAL = 1.0  # seconds of an episode that a power cut may lose; a killed process loses none
_OURS = ("episode_id", "robot_id", "status", "start_time", "end_time", "duration_s", "success",
         "steps")  # fmt: skip
_NAME = re.compile(r"episode_(\d{3,})(?:\.tar\.gz)?")
_OWN_FIELDS = frozenset({"status", "steps", "refused"})


@dataclass(frozen=True)
class EpisodeMetadata:
    """The metadata of an episode.

    Attributes:
        status: ``recording``, ``ended``, or ``interrupted`` by a crash.
        end, steps: the time, UTC, and the number of steps; None while it is recorded.
        extra: further fields, such as ``session_id`` and the task.
    """

    episode_id: str
    robot_id: str
    status: str
    start: datetime
    end: datetime | None = None
    success: bool = False
    steps: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    def as_record(self) -> dict[str, Any]:
        """Return the metadata as JSON data."""
        duration = None if self.end is None else (self.end - self.start).total_seconds()
        return {
            "episode_id": self.episode_id,
            "robot_id": self.robot_id,
            "status": self.status,
            "start_time": stamps.to_text(self.start),
            "end_time": None if self.end is None else stamps.to_text(self.end),
            "duration_s": duration,
            "success": self.success,
            "steps": self.steps,
            **self.extra,
        }


def metadata_path(folder: Path) -> Path:
    """Return the path of an episode's metadata."""
    return folder / "metadata.json"


def steps_path(folder: Path) -> Path:
    """Return the path of an episode's steps."""
    return folder / "steps.jsonl"


def _write_metadata(folder: Path, metadata: EpisodeMetadata) -> None:
    json_files.write_json(metadata_path(folder), metadata.as_record())


def read_metadata(folder: Path) -> EpisodeMetadata | None:
    """Return an episode's metadata; None if there are none, or they are damaged.

    Another tool's metadata may lack any field; missing fields get defaults.
    """
    data = json_files.read_json(metadata_path(folder))
    if not isinstance(data, dict):
        return None
    start, end = time_of(data.get("start_time")), time_of(data.get("end_time"))
    steps = data.get("steps")
    return EpisodeMetadata(
        str(data.get("episode_id") or folder.name),
        str(data.get("robot_id", "")),
        str(data.get("status", ENDED)),
        start or stamps.from_text("1970-01-01"),
        end,
        data.get("success") is True,
        steps if isinstance(steps, int) else None,
        {name: value for name, value in data.items() if name not in _OURS},
    )


def read_steps(folder: Path) -> Iterator[EpisodeStep]:
    """Yield the steps of an episode in order; raises the errors of :func:`.read_step`."""
    path = steps_path(folder)
    for line in json_files.read_lines(path):
        yield read_step(line.data, f"{path}:{line.number}")


class _StepWriter:
    """Appends the steps of an episode; holds a lock while it is recorded."""

    def __init__(self, folder: Path) -> None:
        self._path = steps_path(folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._descriptor = os.open(self._path, flags, files.PRIVATE_FILE)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        files.sync_folder(folder)
        self._synced: datetime | None = None
        self.count = 0

    def add(self, step: EpisodeStep) -> None:
        """Append a step completely or not at all; a power cut may lose the last second.

        Raises:
            OSError: the disk refused; the step was not added.
        """
        size = os.fstat(self._descriptor).st_size
        with naming(self._path, "the step was not added"):
            try:
                self._write(json_files.to_json(step.as_record()))
            except OSError:
                os.ftruncate(self._descriptor, size)
                raise
            self.count += 1
            if step.time is None:
                return
            if self._synced is None or (step.time - self._synced).total_seconds() >= _SYNC_INTERVAL:
                os.fsync(self._descriptor)
                self._synced = step.time

    def close(self) -> None:
        """Sync and close the file."""
        try:
            with naming(self._path):
                os.fsync(self._descriptor)
        finally:
            os.close(self._descriptor)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view) :]


def _is_being_recorded(folder: Path) -> bool:
    try:
        return is_locked(steps_path(folder))
    except FileNotFoundError:
        return False


def _close_interrupted(folder: Path, metadata: EpisodeMetadata) -> None:
    """Close an episode that a crash interrupted, with all its steps.

    If it has no last step, the last observation becomes one.
    """
    path = steps_path(folder)
    json_files.repair_end(path)
    count, last = 0, None
    for line in json_files.read_lines(path):
        try:
            count, last = count + 1, read_step(line.data, f"{path}:{line.number}")
        except InvalidInput as error:
            _LOG.error("%s; it is left as it is", error)
    if last is not None and not last.is_last:
        final = replace(
            last, action=zeros_like(last.action), reward=0.0, is_first=False, is_last=True
        )
        files.append_durably(path, json_files.to_json(final.as_record()))
        count += 1
    end = last.time if last is not None else None
    closed = replace(
        metadata, status=INTERRUPTED, end=end or metadata.start, success=False, steps=count
    )
    _write_metadata(folder, closed)


@dataclass(frozen=True)
class EpisodeFields:
    """The field names of an episode's steps, and the shortest duration of a step in seconds."""

    observation: Sequence[str]
    action: Sequence[str]
    period: float = 0.1


@dataclass(frozen=True)
class Episode:
    """A stored episode; :func:`read_steps` reads its steps."""

    folder: Path
    metadata: EpisodeMetadata


class EpisodeRecorder:
    """Records one episode, fed by one thread; made by :meth:`EpisodeStore.record`."""

    is_open = True

    def __init__(
        self,
        folder: Path,
        metadata: EpisodeMetadata,
        fields: EpisodeFields,
        ended: Callable[[Episode], object],
    ) -> None:
        self.folder = folder
        self._metadata, self._ended = metadata, ended
        self._alignment = StepAlignment(fields.observation, fields.action, fields.period)
        self._writer = _StepWriter(folder)

    def write(self, values: Iterable[Value]) -> None:
        """Take in values in order: numbers, texts, flags, lists or mappings of them.

        Values of other fields are skipped; a value whose shape differs from the first one of its
        name is left out and counted.

        Raises:
            OSError: the disk refused a step; that step and the values after it are lost, but the
                episode can continue.
        """
        for value in values:
            step = self._alignment.take(*value)
            if step is not None:
                self._writer.add(step)

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> Episode:
        """End the episode; durable when this returns.

        Args:
            is_terminal: whether the task ended too, done or failed; else it was cut short.
        """
        for step in self._alignment.end(time, is_terminal=is_terminal):
            self._writer.add(step)
        self._writer.close()
        refused = dict(self._alignment.refused)
        done = replace(
            self._metadata, status=ENDED, end=time, success=success, steps=self._writer.count,
            extra={**self._metadata.extra, **({"refused": refused} if refused else {})},
        )  # fmt: skip
        _write_metadata(self.folder, done)
        episode = Episode(self.folder, done)
        self._ended(episode)
        return episode


class EpisodeStore:
    """The episodes in ``episodic/rlds_episodes``."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.episodes
        self._archive = tree.archive(tree.episodes)

    def record(
        self,
        fields: EpisodeFields,
        now: datetime,
        *,
        robot_id: str = "",
        about: Mapping[str, Any] | None = None,
        ended: Callable[[Episode], object] = lambda episode: None,
    ) -> EpisodeRecorder:
        """Begin to record an episode.

        Args:
            now: when it begins, UTC.
            about: further metadata, such as ``session_id`` and ``task``.
            ended: called with the episode after its end.
        """
        about = dict(about or {})
        if reserved := sorted(_OWN_FIELDS.intersection(about)):
            defects = [Defect(name, "is a name that the recorder uses") for name in reserved]
            raise InvalidInput("no episode was begun", defects)
        layout = {"observation": list(fields.observation), "action": list(fields.action),
                  "period_s": fields.period}  # fmt: skip
        with json_files.locked(self._folder):
            folder = self._folder / f"episode_{self._next_number():03d}"
            metadata = EpisodeMetadata(
                folder.name, robot_id, RECORDING, now, extra={**about, **layout}
            )
            folder.mkdir(mode=files.PRIVATE_FOLDER)
            _write_metadata(folder, metadata)
            files.sync_folder(self._folder)
            return EpisodeRecorder(folder, metadata, fields, ended)

    def folders(self) -> list[Path]:
        """Return the folders of episodes, sorted by name, including those of other tools."""
        return sorted(path.parent for path in self._folder.glob("[!.]*/metadata.json"))

    def all(self) -> Iterator[Episode]:
        """Yield the episodes with readable metadata."""
        for folder in self.folders():
            metadata = read_metadata(folder)
            if metadata is not None:
                yield Episode(folder, metadata)

    def recover(self) -> list[str]:
        """End the episodes that a crash interrupted, and keep all their steps; return their ids."""
        with json_files.locked(self._folder):
            interrupted = [
                episode
                for episode in self.all()
                if episode.metadata.status == RECORDING and not _is_being_recorded(episode.folder)
            ]
            for episode in interrupted:
                _close_interrupted(episode.folder, episode.metadata)
        return [episode.metadata.episode_id for episode in interrupted]

    def _next_number(self) -> int:
        names = [path.name for folder in (self._folder, self._archive) for path in folder.glob("*")]
        matches = map(_NAME.fullmatch, names)
        return 1 + max((int(match[1]) for match in matches if match), default=0)
