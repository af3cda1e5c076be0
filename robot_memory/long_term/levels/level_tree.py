"""The levels of document 002: folders below the memory home, weights, decay, and valid paths.

Specification: rules.md §8.7.

See docs/reference/levels.md, "Files" and "Reading".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from pathlib import Path, PurePosixPath

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import tells_a_secret
from robot_memory.foundation.text.unicode_text import as_name, is_visible, reads_as

#: Below the memory home: the evidence of entries that left long ago.
EVIDENCE_ARCHIVE = Path("episodic", "archive", "evidence")
_KEY = re.compile(r"\w[\w.-]*")
_LONGEST_NAME = 100  # bytes
_SECRET = "looks like a password, a token or a key: choose another name"
#: Reserved names: another spelling could be the same file on some disks, and is refused.
_OWN = {as_name(name): name for name in (
    "archive", "behaviors", "behaviors.json", "checkpoints", "conversations", "events",
    "events.jsonl", "knowledge", "rlds_episodes", "skills", "SKILL.md", "agents.md",
    "capabilities.json", "guardrails.json", "sandbox_rules.json",
)}  # fmt: skip


class MemoryLevel(str, Enum):
    """The three levels, in order of precedence (002 §Read Operation)."""

    PROCEDURAL = "procedural"
    SEMANTIC = "semantic"
    EPISODIC = "episodic"


#: The document leaves these weights open (rules.md §8.7).
LEVEL_WEIGHTS = {MemoryLevel.PROCEDURAL: 1.0, MemoryLevel.SEMANTIC: 0.8, MemoryLevel.EPISODIC: 0.5}
#: Daily factors (002 §CMS Level Mapping).
DECAY = {MemoryLevel.PROCEDURAL: 0.999, MemoryLevel.SEMANTIC: 0.99, MemoryLevel.EPISODIC: 0.9}


class LevelTree:
    """The paths of document 002 (§Brain B Directory Structure) below the memory home.

    Attributes:
        skills: learned skills; approved ones are in the procedural level.
        sessions, daily: raw session logs and daily digests, named as in document 003.
        proposals: changes that wait for a person; beside the levels, so that they are not memory.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.conversations = root / "episodic" / "conversations"
        self.events = root / "episodic" / "events" / "events.jsonl"
        self.episodes = root / "episodic" / "rlds_episodes"
        self.checkpoints = root / "episodic" / "checkpoints"
        self.skills = root / "semantic" / "skills"
        self.knowledge = root / "semantic" / "knowledge"
        self.behaviors = root / "semantic" / "behaviors" / "behaviors.json"
        self.session_state = root / "session_state.json"
        self.sessions = root / "sessions"
        self.daily = root / "daily"
        self.proposals = root / "proposals"

    def level(self, level: MemoryLevel) -> Path:
        """Return the folder of a level."""
        return self.root / level.value

    def archive(self, folder: Path) -> Path:
        """Return the archive of a level's folder: ``episodic/archive/events``."""
        level, *rest = folder.relative_to(self.root).parts
        return self.root.joinpath(level, "archive", *rest)

    def temporaries(self) -> Iterator[Path]:
        """Yield the temporary files of the levels; other packages have their own."""
        for folder in (*map(self.level, MemoryLevel), self.sessions, self.proposals):
            yield from folder.rglob(".*.tmp")
        yield from self.root.glob(f".{self.session_state.name}.*.tmp")

    def make(self) -> None:
        """Make the missing folders."""
        for folder in (
            self.level(MemoryLevel.PROCEDURAL) / "skills", self.skills, self.knowledge,
            self.behaviors.parent, self.conversations, self.events.parent, self.episodes,
            self.checkpoints, self.sessions, self.proposals,
        ):  # fmt: skip
            files.make_private_folder(folder)

    def resolve(self, level: MemoryLevel, path: str) -> Path:
        """Return the file for a path below a level.

        Raises:
            InvalidInput: the path leaves the level, literally or through a symbolic link, or names
                something hidden or archived, or no file.
        """
        folder = self.level(level)
        defect = _defect_of(path) or _defect_on_disk(folder, path)
        if defect is not None:
            where = folder.name if defect is _SECRET else f"{folder.name}/{path}"
            raise InvalidInput("nothing was read or written", [Defect(where, defect)])
        return folder / path


def weight_of(level: MemoryLevel, time: datetime | None, now: datetime) -> float:
    """Return the weight of information from a level; no clock, no disk.

    Newer knowledge weighs more: its weight decays by 1 % a day, down to the weight of the episodic
    level. The other levels do not decay; retention removes sessions instead.

    Args:
        time: when it was said or updated; None if unknown.
    """
    weight = LEVEL_WEIGHTS[level]
    if level is not MemoryLevel.SEMANTIC or time is None:
        return weight
    days = max(0.0, (now - time).total_seconds() / 86400.0)
    decayed: float = weight * DECAY[level] ** days
    return max(LEVEL_WEIGHTS[MemoryLevel.EPISODIC], decayed)


def _defect_of(path: str) -> str | None:
    if tells_a_secret(path):
        return _SECRET
    if not is_visible(path) or "\\" in path or path.startswith("/"):
        return "is not a relative path"
    parts = PurePosixPath(path).parts
    if not parts:
        return "is empty"
    if any(part.startswith(".") for part in path.split("/")):
        return "holds a name that begins with a dot"
    if path != "/".join(parts):
        return f"is not written in its one form, {'/'.join(parts)!r}"
    if any(part.endswith((".", " ")) for part in parts):
        return "holds a name that ends with a dot or a space, which some disks leave out"
    for part in parts:
        if (own := _OWN.get(as_name(part), part)) != part:
            return f"holds {part!r}, which is {own!r} on a disk that ignores case"
    if parts[0] == "archive":
        return "is archived"
    long = next((part for part in parts if len(part.encode()) > _LONGEST_NAME), None)
    return f"holds a name of more than {_LONGEST_NAME} bytes" if long else None


def _defect_on_disk(folder: Path, path: str) -> str | None:
    target = folder / path
    if not target.resolve().is_relative_to(folder.resolve()):
        return "leads out of the level"
    above = target.relative_to(folder).parents
    if target.is_dir() or any((folder / part).is_file() for part in above):
        return "is not a file, or leads over one"
    return _twin_on_disk(folder, path)


def _twin_on_disk(folder: Path, path: str) -> str | None:
    """Return a defect if another spelling of a name exists, which some disks treat as the same."""
    for part in PurePosixPath(path).parts:
        names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
        twin = next((name for name in names if reads_as(name) == reads_as(part)), None)
        if twin is not None and part not in names:
            return f"holds {part!r}, which reads as {twin!r}, or is it on a disk that ignores case"
        folder /= part
    return None


def is_key(text: str) -> bool:
    """Tell whether a text can name a file, without its suffix."""
    return bool(_KEY.fullmatch(text)) and len(text.encode()) <= _LONGEST_NAME


def check_key(key: str) -> str:
    """Return the key, a file name without suffix; InvalidInput if it is not valid."""
    form = f"a name of 1 to {_LONGEST_NAME} bytes of letters, digits, '_', '-' and '.'"
    problem = _SECRET if tells_a_secret(key) else f"{key!r:.120} is not {form}"
    if problem is _SECRET or not is_key(key):
        raise InvalidInput("nothing was written", [Defect("key", problem)])
    return key
