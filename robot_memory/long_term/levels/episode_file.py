"""The two files of an episode, ``metadata.json`` and ``steps.jsonl`` (002 §Directory Structure).

See docs/reference/levels.md, "Episodes".
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_lock import is_locked
from robot_memory.foundation.disk.named_file import naming
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import json_files
from robot_memory.long_term.levels.episode_step import EpisodeStep, read_step, zeros_like

_LOG = logging.getLogger(__name__)
RECORDING, ENDED, INTERRUPTED = "recording", "ended", "interrupted"
_SYNC_INTERVAL = 1.0  # seconds of an episode that a power cut may cost; a killed process, none
_OURS = ("episode_id", "robot_id", "status", "start_time", "end_time", "duration_s", "success",
         "steps")  # fmt: skip


@dataclass(frozen=True)
class EpisodeMetadata:
    """What is known of an episode as a whole.

    Attributes:
        status: ``recording``, ``ended``, or ``interrupted``: a crash ended it.
        end, steps: UTC, and how many there are; None while it is recorded.
        extra: further fields, such as ``session_id`` and what the task was.
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
        """Return it as JSON data."""
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
    """Return where an episode's metadata are."""
    return folder / "metadata.json"


def steps_path(folder: Path) -> Path:
    """Return where an episode's steps are."""
    return folder / "steps.jsonl"


def write_metadata(folder: Path, metadata: EpisodeMetadata) -> None:
    """Write an episode's metadata; durable when this returns."""
    json_files.write_json(metadata_path(folder), metadata.as_record())


def read_metadata(folder: Path) -> EpisodeMetadata | None:
    """Return an episode's metadata; None where there are none, or they are damaged.

    Those of another tool need hold nothing; what they lack is left open.
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
    """Yield the steps of an episode in order; raises as :func:`.read_step`."""
    path = steps_path(folder)
    for line in json_files.read_lines(path):
        yield read_step(line.data, f"{path}:{line.number}")


class StepWriter:
    """Appends the steps of an episode; holds a lock for as long as it is recorded."""

    def __init__(self, folder: Path) -> None:
        self._path = steps_path(folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        self._descriptor = os.open(self._path, flags, files.PRIVATE_FILE)
        fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        files.sync_folder(folder)
        self._synced: datetime | None = None
        self.count = 0

    def add(self, step: EpisodeStep) -> None:
        """Append a step, or nothing; a power cut may cost a last second, a killed process none.

        Raises:
            OSError: the disk refused; the step was not added.
        """
        size = os.fstat(self._descriptor).st_size
        with naming(self._path, "the step was not added"):
            try:
                self._write(json_files.to_line(step.as_record()))
            except OSError:
                os.ftruncate(self._descriptor, size)
                raise
            self.count += 1
            self._sync_now_and_then(step.time)

    def close(self) -> None:
        """Force all to disk, and let the file go."""
        try:
            with naming(self._path):
                os.fsync(self._descriptor)
        finally:
            os.close(self._descriptor)

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view) :]

    def _sync_now_and_then(self, time: datetime | None) -> None:
        if time is None:
            return
        if self._synced is None or (time - self._synced).total_seconds() >= _SYNC_INTERVAL:
            os.fsync(self._descriptor)
            self._synced = time


def is_recorded_by_somebody(folder: Path) -> bool:
    """Tell whether a process holds the episode."""
    try:
        return is_locked(steps_path(folder))
    except FileNotFoundError:
        return False


def close_interrupted(folder: Path, metadata: EpisodeMetadata) -> EpisodeMetadata:
    """Bring an episode that a crash interrupted to its end: cut short, with all its steps.

    It gets a last step with what was last observed.
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
        files.append_durably(path, json_files.to_line(final.as_record()))
        count += 1
    end = last.time if last is not None else None
    closed = replace(
        metadata, status=INTERRUPTED, end=end or metadata.start, success=False, steps=count
    )
    write_metadata(folder, closed)
    return closed
