"""Skills on disk: learned in the semantic level, approved in the procedural one (rules.md §8.7)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.files import read_regular
from robot_memory.long_term.levels.allowed_paths import check_key
from robot_memory.long_term.levels.json_files import write
from robot_memory.long_term.levels.level_tree import LevelTree, MemoryLevel
from robot_memory.long_term.levels.page_content import read_content
from robot_memory.long_term.levels.skill import Skill, read_skill, skill_of, write_skill

_FILE = "SKILL.md"


def target_of(key: str) -> str:
    """Return where a skill is, below its level."""
    return f"skills/{check_key(key)}/{_FILE}"


def skill_text(content: Mapping[str, Any], key: str) -> str:
    """Return the SKILL.md that a call describes.

    Raises:
        InvalidInput: lists all that cannot be written.
    """
    return write_skill(skill_of(read_content(content, check_key(key))))


class SkillStore:
    """The skills of both levels."""

    def __init__(self, tree: LevelTree) -> None:
        self._tree = tree

    def keys(self, level: MemoryLevel = MemoryLevel.SEMANTIC) -> list[str]:
        """Return the names of the skills of a level."""
        folder = self._tree.level(level) / "skills"
        return sorted(path.parent.name for path in folder.glob(f"[!.]*/{_FILE}"))

    def read(self, key: str, level: MemoryLevel = MemoryLevel.SEMANTIC) -> Skill | None:
        """Return a skill; None where there is none.

        Raises:
            InvalidInput: the file is no skill.
        """
        text = self.text(key, level)
        return None if text is None else read_skill(text, str(self._path(key, level)))

    def text(self, key: str, level: MemoryLevel = MemoryLevel.SEMANTIC) -> str | None:
        """Return the file of a skill; None where there is none."""
        try:
            return read_regular(self._path(key, level)).decode("utf-8", "surrogateescape")
        except FileNotFoundError:
            return None

    def learn(self, key: str, content: Mapping[str, Any]) -> bool:
        """Write a skill of the semantic level; return whether it changed.

        Raises:
            InvalidInput: lists all that cannot be written.
        """
        text = skill_text(content, key)
        if text == self.text(key):
            return False
        write(self._path(key, MemoryLevel.SEMANTIC), text.encode())
        return True

    def _path(self, key: str, level: MemoryLevel) -> Path:
        return self._tree.level(level) / target_of(key)
