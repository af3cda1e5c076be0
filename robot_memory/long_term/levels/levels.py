"""The levels of memory behind one object (002): open, read, write, verify and bound them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.files import read_existing
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Clock
from robot_memory.foundation.time.stamps import time_of, to_text
from robot_memory.long_term.levels.episode_store import EpisodeStore
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.hash_chain import ChainHead
from robot_memory.long_term.levels.json_files import (
    LOCK,
    locked,
    parse_line,
    put_aside,
    read_json,
    sweep_temporaries,
    to_json,
    write,
)
from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import DECAY, LevelTree, MemoryLevel, check_key
from robot_memory.long_term.levels.proposal import Proposal
from robot_memory.long_term.levels.proposal_store import MADE, REJECTED, Proposals
from robot_memory.long_term.levels.record_verification import RecordVerification, Witness, verify
from robot_memory.long_term.levels.retention import Retention, RetentionPlan, RetentionStep
from robot_memory.long_term.levels.session_store import Sessions, TranscriptStore
from robot_memory.long_term.levels.skill_store import SkillStore, skill_text, target_of

#: The author of writes through :meth:`Levels.write_memory`, which takes no name.
_WRITES = "write_memory"


class Levels:
    """Procedural, semantic and episodic memory of one robot. Safe to share between threads.

    The constructor touches no files; :meth:`prepare` makes the folders and recovers from a crash.

    Args:
        zone: the time zone for the names of raw session logs; None for this machine's.
        session_days: the age in days at which these logs are archived (003 §Configuration).
    """

    def __init__(
        self,
        home: Path,
        clock: Clock,
        *,
        zone: tzinfo | None = None,
        session_days: int = Settings.memory_oracle_session_retention_days,
    ) -> None:
        self.tree = LevelTree(home)
        self._clock = clock
        self.events = EventLog(self.tree)
        self.conversations = TranscriptStore(self.tree)
        self.sessions = Sessions(self.tree, self.conversations, zone)
        self.episodes = EpisodeStore(self.tree)
        self.checkpoints = Checkpoints(self.tree)
        self.knowledge = KnowledgeStore(self.tree)
        self.skills = SkillStore(self.tree)
        self.proposals = Proposals(self.tree)
        self.retention = Retention(self.tree, self.events, session_days)

    def prepare(self) -> None:
        """Make the folders, and finish what a crash interrupted."""
        self.tree.make()
        now = self._clock.now().time
        sweep_temporaries(self.tree.temporaries(), now)
        for what, ids in (
            ("session_interrupted", self.sessions.recover()),
            ("episode_interrupted", self.episodes.recover()),
        ):
            for identifier in ids:
                self.note(what, id=identifier)

    def note(self, what: str, /, **details: Any) -> ChainHead:
        """Add an event of the memory's own to the record; durable when this returns."""
        return self.events.append([{"type": what, **details}], self._clock.now().time)

    # -- memory operations of the document -------------------------------------------------

    def write_memory(self, content: Mapping[str, Any], level: str, key: str) -> None:
        """Write to a level (002 §Write Operation).

        - episodic: the content is appended to the events, under the key;
        - semantic: ``knowledge/<key>.md`` is updated, or made;
        - procedural: the content becomes a proposal for ``skills/<key>/SKILL.md``.

        Raises:
            InvalidInput: nothing was written; the error says why.
        """
        where = _read_level(level)
        now = self._clock.now().time
        if where is MemoryLevel.EPISODIC:
            self.events.append([{"key": key, **content} if key else content], now, outside=_WRITES)
        elif where is MemoryLevel.SEMANTIC:
            self.tree.resolve(where, f"knowledge/{check_key(key)}.md")
            if self.knowledge.update(key, content, now):
                self.note("knowledge_updated", key=key)
        else:
            self.propose(target_of(key), skill_text(content, key), by=_WRITES)

    # -- files by their paths --------------------------------------------------------------

    def read(self, level: str, path: str) -> str | None:
        """Return the text of a level's file; None if there is none.

        Raises:
            InvalidInput: the path leaves the level, or names something hidden or a folder.
        """
        target = self.tree.resolve(_read_level(level), path)
        data = read_existing(target)
        return None if data is None else data.decode("utf-8", "replace")

    def write(self, level: str, path: str, text: str, *, by: str) -> Proposal | None:
        """Write a file of a level: procedural, as a proposal; episodic, as an event.

        In the semantic level only knowledge can be written, whose versions are kept.

        Args:
            text: the whole text; for an event, one JSON object. It is stored without secrets.
            by: "agent:planner over HTTP".

        Returns:
            The proposal, for the procedural level.

        Raises:
            InvalidInput: nothing was written; the error says why.
            NotYours: an agent tried to replace knowledge that a person wrote last.
        """
        where, now = _read_level(level), self._clock.now().time
        target = self.tree.resolve(where, path)
        if where is MemoryLevel.PROCEDURAL:
            return self.propose(path, text, by=by)
        if where is MemoryLevel.EPISODIC:
            event = parse_line(text.encode()) if target == self.tree.events else None
            if event is None:
                problem = "takes JSON objects for events/events.jsonl only"
                raise InvalidInput("nothing was written", [Defect(f"episodic/{path}", problem)])
            self.events.append([event], now, outside=by)
        else:
            if target.parent != self.tree.knowledge or target.suffix != ".md":
                problem = "takes knowledge/<key>.md only: no version is kept of its other files"
                raise InvalidInput("nothing was written", [Defect(f"semantic/{path}", problem)])
            self.knowledge.write(check_key(target.stem), without_secrets(text), now, by=by)
            self.note("knowledge_written", key=target.stem, by=by)
        return None

    # -- procedural memory: a person decides, and signs an approval (robot_memory/governance) --

    def propose(
        self, target: str, text: str, *, by: str, reason: str = "", sources: Sequence[str] = ()
    ) -> Proposal:
        """Propose a text for a file of the procedural level; see :meth:`Proposals.propose`."""
        now = self._clock.now().time
        proposal = self.proposals.propose(target, text, now, by=by, reason=reason, sources=sources)
        if proposal.proposed_at == now:
            self.note(MADE, id=proposal.id, target=target, by=by)
        return proposal

    def reject(self, identifier: str, operator: str, note: str = "") -> Proposal:
        """Reject a proposal; see :meth:`Proposals.reject`."""

        def record(decided: Proposal) -> None:
            refused_at = None if ":" in operator else decided.refused_at
            signed = {} if refused_at is None else {"refused_at": to_text(refused_at)}
            self.note(REJECTED, id=identifier, target=decided.target, by=operator, **signed)

        now = self._clock.now().time
        return self.proposals.reject(identifier, operator, now, note, record=record)

    # -- upkeep ----------------------------------------------------------------------------

    def verify(self, witnesses: Iterable[Witness] = ()) -> RecordVerification:
        """Verify the record of events; `robot-memory audit verify` checks more."""
        with self.events.snapshot() as record:
            return verify(record, witnesses)

    def plan_retention(self) -> RetentionPlan:
        """Return what retention would archive now; nothing is changed."""
        return self.retention.plan(self._clock.now())

    def apply_retention(self, plan: RetentionPlan) -> list[RetentionStep]:
        """Archive what was planned, and record it."""
        done = self.retention.apply(plan)
        for step in done:
            self.note("archived", path=step.path, reason=step.reason)
        return done

    def tidy_archives(self, most: int) -> list[Path]:
        """Merge small archives; remove the oldest beyond ``most`` bytes, and record it."""
        removed = self.retention.remove_old_archives(most)
        for path in removed:
            self.note("archive_removed", path=path.relative_to(self.tree.root).as_posix())
        return removed

    def stats(self) -> LevelStats:
        """Return the number and size of the files in the levels."""
        found = {level: [*self.tree.level(level).rglob("*")] for level in MemoryLevel}
        archived = {
            path for level, paths in found.items() for path in paths
            if path.is_relative_to(self.tree.level(level) / "archive")
        }  # fmt: skip
        held = {level: _usage(set(paths) - archived) for level, paths in found.items()}
        return LevelStats(held, _usage(archived))


def _read_level(name: str) -> MemoryLevel:
    try:
        return MemoryLevel(name)
    except ValueError:
        names = ", ".join(level.value for level in MemoryLevel)
        defect = Defect("level", f"{name!r:.80} is not one of {names}")
        raise InvalidInput("nothing was read or written", [defect]) from None


class LevelRecord(TypedDict):
    """What a level holds, without its archives."""

    file_count: int
    total_size_bytes: int
    decay_rate: Annotated[float, "The share of its weight that it keeps each day."]


class StatsRecord(TypedDict):
    """What the levels hold."""

    levels: Annotated[dict[str, LevelRecord], "By name."]
    total_files: int
    total_size_bytes: int
    archive_size_bytes: int


@dataclass(frozen=True)
class LevelStats:
    """What the levels hold (002 §API Endpoints: ``GET /api/memory/stats``); archives apart."""

    levels: Mapping[MemoryLevel, FolderUsage]
    archives: FolderUsage

    def as_record(self) -> StatsRecord:
        """Return it as JSON data."""
        return {
            "levels": {
                level.value: {
                    "file_count": held.files,
                    "total_size_bytes": held.size,
                    "decay_rate": DECAY[level],
                }
                for level, held in self.levels.items()
            },
            "total_files": sum(held.files for held in self.levels.values()),
            "total_size_bytes": sum(held.size for held in self.levels.values()),
            "archive_size_bytes": self.archives.size,
        }


class FolderUsage(NamedTuple):
    """The number of files in folders, and their bytes."""

    files: int
    size: int


def _usage(paths: Iterable[Path]) -> FolderUsage:
    sizes = [path.lstat().st_size for path in paths if path.is_file() and path.name != LOCK]
    return FolderUsage(len(sizes), sum(sizes))


@dataclass(frozen=True)
class Checkpoint:
    """A snapshot, and its time, UTC; None if another tool did not record it."""

    time: datetime | None
    state: Mapping[str, Any]


class Checkpoints:
    """``ckpt_latest.json`` and ``ckpt_backup.json``: after a crash at any moment, one is valid."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.checkpoints
        self.latest = tree.checkpoints / "ckpt_latest.json"
        self.backup = tree.checkpoints / "ckpt_backup.json"

    def save(self, state: Mapping[str, Any], now: datetime) -> None:
        """Store a snapshot; durable when this returns. The previous snapshot becomes the backup.

        Raises:
            InvalidInput: JSON cannot hold the state; nothing was changed.
            OSError: the disk refused; the latest snapshot is the previous one.
        """
        record = to_json({"timestamp": stamps.to_text(now), "state": dict(state)}, indent=2)
        with locked(self._folder):
            if _read(self.latest) is not None:
                write(self.backup, files.read_regular(self.latest))
            write(self.latest, record)

    def load(self) -> Checkpoint | None:
        """Return the newest valid snapshot; None if there is none.

        A damaged file is set aside and reported.
        """
        return _read(self.latest) or _read(self.backup)


def _read(path: Path) -> Checkpoint | None:
    data = read_json(path)
    if data is None:
        return None
    if not isinstance(data, dict):
        put_aside(path, "is not a JSON object")
        return None
    state = data.get("state")
    return Checkpoint(time_of(data.get("timestamp")), state if isinstance(state, dict) else data)
