"""Finds the files that retention may remove, and their age. Nothing is changed.

See docs/reference/levels.md, "Retention".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import Signature, read_regular, signature_in, signature_of
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels.episode_file import RECORDING, metadata_path
from robot_memory.long_term.levels.json_files import own_files, parse_line
from robot_memory.long_term.levels.session_log import SessionLog


@dataclass(frozen=True)
class RetentionCandidate:
    """A file or folder that may leave.

    Attributes:
        is_folder: whether all below it goes along.
        time: when it was last of use, UTC.
        size: bytes of the file; 0 for a folder.
        signature: changes when it does.
    """

    path: Path
    is_folder: bool
    time: datetime
    size: int
    signature: Signature | None

    def is_as_planned(self) -> bool:
        """Tell whether it is still there and has not changed."""
        marker = metadata_path(self.path) if self.is_folder else self.path
        found = signature_of(marker)
        return found is not None and found == self.signature and not self.path.is_symlink()


def conversations(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the transcripts; one says by itself when it ended."""
    for path in own_files(folder, "*.json", "*.jsonl"):
        yield file_candidate(path, _time_in(path, "end_time", "start_time"))


def other_events(log: Path) -> Iterator[RetentionCandidate]:
    """Yield the event logs of other tools beside ours."""
    for path in own_files(log.parent, "*.jsonl"):
        if path != log:
            yield file_candidate(path, None)


def sessions(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the raw logs of sessions that are over."""
    for path in own_files(folder, "*.jsonl"):
        log = SessionLog(path)
        if not log.session_id() or log.is_ended():
            yield file_candidate(path, None)


def episodes(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the episodes that are not being recorded: folders, and files of other tools."""
    for path in own_files(folder, "*.json"):
        yield file_candidate(path, None)
    for marker in sorted(folder.glob("[!.]*/metadata.json")):
        data = _read(marker)
        if marker.parent.is_symlink() or data.get("status") == RECORDING:
            continue
        time = time_of(data.get("end_time")) or time_of(data.get("start_time"))
        yield RetentionCandidate(
            marker.parent, True, time or _changed(marker), 0, signature_of(marker)
        )


def file_candidate(path: Path, time: datetime | None) -> RetentionCandidate:
    """Return a file as what may leave; without a time, it is as old as its last change."""
    status = path.stat()
    return RetentionCandidate(
        path, False, time or _changed(path), status.st_size, signature_in(status)
    )


def _time_in(path: Path, *names: str) -> datetime | None:
    data = _read(path)
    return next(filter(None, (time_of(data.get(name)) for name in names)), None)


def _read(path: Path) -> dict[str, Any]:
    return parse_line(read_regular(path)) or {}


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
