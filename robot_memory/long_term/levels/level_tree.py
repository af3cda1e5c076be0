"""The levels of document 002: folders below the memory home, weights and decay (rules.md §8.7).

See docs/reference/levels.md, "Files" and "Reading".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path

from robot_memory.foundation.disk import files
from robot_memory.long_term.levels.allowed_paths import check_path

#: Below the memory home: evidence of entries that left long ago.
EVIDENCE_ARCHIVE = Path("episodic", "archive", "evidence")


class MemoryLevel(str, Enum):
    """The three levels, the one that overrides the others first (002 §Read Operation)."""

    PROCEDURAL = "procedural"
    SEMANTIC = "semantic"
    EPISODIC = "episodic"


#: The document leaves these weights open (rules.md §8.7).
LEVEL_WEIGHTS = {MemoryLevel.PROCEDURAL: 1.0, MemoryLevel.SEMANTIC: 0.8, MemoryLevel.EPISODIC: 0.5}
#: 002 §CMS Level Mapping; a day.
DECAY = {MemoryLevel.PROCEDURAL: 0.999, MemoryLevel.SEMANTIC: 0.99, MemoryLevel.EPISODIC: 0.9}


@dataclass(frozen=True)
class LevelTree:
    """The paths of document 002 (§Brain B Directory Structure).

    Attributes:
        root: the memory home; the document's ``brain_b_data``.
    """

    root: Path

    @property
    def conversations(self) -> Path:
        """Transcripts of sessions."""
        return self.root / "episodic" / "conversations"

    @property
    def events(self) -> Path:
        """The append-only record of what the memory did."""
        return self.root / "episodic" / "events" / "events.jsonl"

    @property
    def episodes(self) -> Path:
        """Episodes for training."""
        return self.root / "episodic" / "rlds_episodes"

    @property
    def checkpoints(self) -> Path:
        """Snapshots of state."""
        return self.root / "episodic" / "checkpoints"

    @property
    def skills(self) -> Path:
        """Skills as they are learned; approved ones are in the procedural level."""
        return self.root / "semantic" / "skills"

    @property
    def knowledge(self) -> Path:
        """What things mean."""
        return self.root / "semantic" / "knowledge"

    @property
    def behaviors(self) -> Path:
        """Behaviors that were taught."""
        return self.root / "semantic" / "behaviors" / "behaviors.json"

    @property
    def session_state(self) -> Path:
        """Metadata of the current session."""
        return self.root / "session_state.json"

    @property
    def sessions(self) -> Path:
        """Raw logs of sessions, as document 003 names them."""
        return self.root / "sessions"

    @property
    def daily(self) -> Path:
        """Digests of days, as document 003 names them."""
        return self.root / "daily"

    @property
    def proposals(self) -> Path:
        """What waits for a person; beside the levels, so that nobody takes it for memory."""
        return self.root / "proposals"

    def level(self, level: MemoryLevel) -> Path:
        """Return the folder of a level."""
        return self.root / level.value

    def archive(self, folder: Path) -> Path:
        """Return where what leaves a folder of a level is kept: ``episodic/archive/events``."""
        level, *rest = folder.relative_to(self.root).parts
        return self.root.joinpath(level, "archive", *rest)

    def temporaries(self) -> Iterator[Path]:
        """Yield the temporary files of the levels; other rooms have their own."""
        for folder in (*map(self.level, MemoryLevel), self.sessions, self.proposals):
            yield from folder.rglob(".*.tmp")
        yield from self.root.glob(f".{self.session_state.name}.*.tmp")

    def make(self) -> None:
        """Make the folders that are missing."""
        folders = (
            self.level(MemoryLevel.PROCEDURAL) / "skills",
            self.skills,
            self.knowledge,
            self.behaviors.parent,
            self.conversations,
            self.events.parent,
            self.episodes,
            self.checkpoints,
            self.sessions,
            self.proposals,
        )
        for folder in folders:
            files.make_private_folder(folder)

    def resolve(self, level: MemoryLevel, path: str) -> Path:
        """Return the file that a path below a level names.

        Raises:
            InvalidInput: the path is not allowed.
        """
        return check_path(self.level(level), path)


def weight_of(level: MemoryLevel, time: datetime | None, now: datetime) -> float:
    """Return the weight of what a level says; no clock, no disk.

    Newer knowledge weighs more: its weight decays by 1 % a day, but not below the weight of the
    episodic level. The other levels do not decay; retention removes sessions instead.

    Args:
        time: when it was said or brought up to date; None where that is not known.
    """
    weight = LEVEL_WEIGHTS[level]
    if level is not MemoryLevel.SEMANTIC or time is None:
        return weight
    days = max(0.0, (now - time).total_seconds() / 86400.0)
    decayed: float = weight * DECAY[level] ** days
    return max(LEVEL_WEIGHTS[MemoryLevel.EPISODIC], decayed)
