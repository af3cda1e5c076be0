"""Files that are archived after a time: planned first, then moved (002 §Decay).

See docs/reference/levels.md, "Retention".
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import Signature, signature_in, signature_of
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.levels import archiving
from robot_memory.long_term.levels.episode_store import RECORDING, metadata_path
from robot_memory.long_term.levels.event_archive import LineSpan
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.json_files import own_files, read_object
from robot_memory.long_term.levels.level_tree import EVIDENCE_ARCHIVE, LevelTree, MemoryLevel
from robot_memory.long_term.levels.session_store import SessionLog

_LOG = logging.getLogger(__name__)
_ENTRIES = Path("archive", "entries")  # of :mod:`robot_memory.entries.entry_archive`
_FACTS = Path("knowledge-graph", "archive")  # of :mod:`robot_memory.long_term.graph.fact_archive`
_MEGABYTE = 1_000_000  # bytes

#: 002 §Decay Implementation, word for word.
RETENTION_POLICY: dict[str, dict[str, dict[str, Any]]] = {
    "episodic": {
        "conversations": {"max_age_days": 30, "max_files": 100},
        "events": {"max_age_days": 7, "max_size_mb": 100},
        "rlds_episodes": {"max_age_days": 90, "max_files": 1000},
    },
    "semantic": {
        "knowledge": {"version_history": 10},
        "behaviors": {"no_auto_delete": True},
    },
    "procedural": {
        "all": {"require_approval": True, "no_auto_delete": True},
    },
}


@dataclass(frozen=True)
class RetentionCandidate:
    """A file or folder that may be archived, with everything in it.

    Attributes:
        time: when it was last of use, UTC.
        size: bytes of the file; 0 for a folder.
        signature: changes with the file.
    """

    path: Path
    is_folder: bool
    time: datetime
    size: int
    signature: Signature | None

    def is_as_planned(self) -> bool:
        """Tell whether it still exists and has not changed."""
        marker = metadata_path(self.path) if self.is_folder else self.path
        found = signature_of(marker)
        return found is not None and found == self.signature and not self.path.is_symlink()


def conversations(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the transcripts, with the end times that they contain."""
    for path in own_files(folder, "*.json", "*.jsonl"):
        yield file_candidate(path, _time_in(path))


def sessions(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the raw logs of ended sessions, and those of other tools."""
    for path in own_files(folder, "*.jsonl"):
        log = SessionLog(path)
        if not log.session_id() or log.is_ended():
            yield file_candidate(path, None)


def episodes(folder: Path) -> Iterator[RetentionCandidate]:
    """Yield the episodes that are not being recorded: folders, and files of other tools."""
    for path in own_files(folder, "*.json"):
        yield file_candidate(path, None)
    for marker in sorted(folder.glob("[!.]*/metadata.json")):
        if marker.parent.is_symlink():
            continue
        if (read_object(marker) or {}).get("status") != RECORDING:
            time = _time_in(marker) or _changed(marker)
            yield RetentionCandidate(marker.parent, True, time, 0, signature_of(marker))


def file_candidate(path: Path, time: datetime | None) -> RetentionCandidate:
    """Return a file as a candidate; without a time, the time is that of its last change."""
    status = path.stat()
    return RetentionCandidate(
        path, False, time or _changed(path), status.st_size, signature_in(status)
    )


def _time_in(path: Path) -> datetime | None:
    data = read_object(path) or {}
    return time_of(data.get("end_time")) or time_of(data.get("start_time"))


def _changed(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)


@dataclass(frozen=True)
class RetentionStep:
    """One thing that retention archives.

    Attributes:
        item: the file or folder; None for lines of events.jsonl.
        span: the lines; None for a file or folder.
        path: its path below the memory home.
    """

    item: RetentionCandidate | None
    span: LineSpan | None
    path: str
    reason: str


@dataclass(frozen=True)
class RetentionPlan:
    """What retention would do, before it does it; ``held`` says why nothing leaves now."""

    steps: tuple[RetentionStep, ...]
    held: str = ""


class Retention:
    """Plans and does the archiving; other folders, and targets of links, are not touched."""

    def __init__(self, tree: LevelTree, events: EventLog, session_days: int) -> None:
        self._tree, self._events, self.session_days = tree, events, session_days

    def plan(self, now: Instant) -> RetentionPlan:
        """Return what is due; nothing is changed, and with an untrusted clock nothing is due."""
        if not now.trusted:
            return RetentionPlan((), "the clock is not trusted")
        policy, tree = RETENTION_POLICY["episodic"], self._tree
        logs_of_other_tools = (
            file_candidate(path, None)
            for path in own_files(tree.events.parent, "*.jsonl")
            if path != tree.events
        )
        steps = [
            *self._due(conversations(tree.conversations), now.time, policy["conversations"]),
            *self._due_events(now.time, policy["events"]),
            *self._due(logs_of_other_tools, now.time, policy["events"]),
            *self._due(episodes(tree.episodes), now.time, policy["rlds_episodes"]),
            *self._due(sessions(tree.sessions), now.time, {"max_age_days": self.session_days}),
        ]
        return RetentionPlan(tuple(steps))

    def apply(self, plan: RetentionPlan) -> list[RetentionStep]:
        """Archive what was planned; return what was archived.

        What has changed since the plan stays. A crash at any moment loses nothing; the next run
        continues.
        """
        archiving.sweep(self._tree.episodes)
        return [step for step in plan.steps if self._take(step)]

    def remove_old_archives(self, most: int) -> list[Path]:
        """Merge the small files of the archives; remove the oldest beyond ``most`` bytes."""
        tree = self._tree
        spoken = (tree.conversations, tree.sessions, tree.daily)
        packed = [*map(tree.archive, spoken), tree.root / EVIDENCE_ARCHIVE]
        for folder in packed:
            archiving.pack(folder)
        self._events.merge_archives()
        others = (
            tree.archive(tree.events.parent),
            tree.level(MemoryLevel.EPISODIC) / _ENTRIES,
            tree.root / _FACTS,
            *_with_folders(tree.archive(tree.knowledge)),
        )
        leaving = archiving.beyond((*packed, *others), most)
        for path in leaving:
            _LOG.warning("%s was removed: archives may take %d MB", path, most // _MEGABYTE)
            path.unlink()
        return leaving

    def _take(self, step: RetentionStep) -> bool:
        if step.span is not None:
            return self._events.archive(step.span) is not None
        item = step.item
        if item is None or not item.is_as_planned():
            _LOG.info("%s has changed since it was selected for the archive; it stays", step.path)
            return False
        move = archiving.archive_folder if item.is_folder else archiving.archive_file
        try:
            move(item.path, self._tree.archive(item.path.parent))
        except FileNotFoundError:
            return False  # a recorder that makes room for new episodes archived it first
        except (InvalidInput, PermissionError) as error:
            _LOG.error("%s stays: %s", step.path, error)
            return False
        return True

    def _due_events(self, now: datetime, policy: dict[str, Any]) -> list[RetentionStep]:
        oldest = now - timedelta(days=policy["max_age_days"])
        span = self._events.due(oldest, policy["max_size_mb"] * _MEGABYTE)
        if span is None:
            return []
        reason = f"events {span.first} to {span.last} are older than {policy['max_age_days']} days"
        reason += f", or more than {policy['max_size_mb']} MB"
        return [RetentionStep(None, span, self._name(self._events.path), reason)]

    def _due(
        self, items: Iterable[RetentionCandidate], now: datetime, policy: dict[str, Any]
    ) -> list[RetentionStep]:
        return [
            RetentionStep(item, None, self._name(item.path), reason)
            for item, reason in due(list(items), now, **policy)
        ]

    def _name(self, path: Path) -> str:
        return path.relative_to(self._tree.root).as_posix()


def _with_folders(root: Path) -> Iterator[Path]:
    """Yield a folder of archives and its subfolders."""
    yield root
    yield from (one for one in root.rglob("*") if one.is_dir() and not one.is_symlink())


def due(
    items: list[RetentionCandidate],
    now: datetime,
    *,
    max_age_days: int,
    max_files: int | None = None,
    max_size_mb: int | None = None,
) -> list[tuple[RetentionCandidate, str]]:
    """Return what is due and why, oldest first; future dates count as new."""
    leaving = []
    newest_first = sorted(items, key=lambda item: (item.time, item.path.name), reverse=True)
    for place, item in enumerate(newest_first, 1):
        if now - item.time > timedelta(days=max_age_days):
            leaving.append((item, f"is older than {max_age_days} days"))
        elif max_files is not None and place > max_files:
            leaving.append((item, f"is beyond the newest {max_files}"))
        elif max_size_mb is not None and item.size > max_size_mb * _MEGABYTE:
            leaving.append((item, f"is more than {max_size_mb} MB"))
    return leaving[::-1]
