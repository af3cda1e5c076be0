"""Skills: SKILL.md, learned in the semantic level, approved in the procedural one (002 §SKILL.md).

Specification: rules.md §8.7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.long_term.levels.json_files import write
from robot_memory.long_term.levels.level_tree import LevelTree, MemoryLevel, check_key
from robot_memory.long_term.levels.markdown_page import (
    MarkdownPage,
    PageContent,
    PageSection,
    make_page,
    make_section,
    read_content,
    read_page,
    read_text,
)

_CAPABILITY, _ACTIONS, _CONSTRAINTS, _PATTERNS = "Capability", "Actions", "Constraints", "Patterns"
_OURS = {name.casefold() for name in (_CAPABILITY, _ACTIONS, _CONSTRAINTS, _PATTERNS)}
_FILE = "SKILL.md"


@dataclass(frozen=True)
class Skill:
    """What a robot can do.

    Attributes:
        title: ``Navigation Skill``.
        patterns: name and meaning of what has proved useful.
        other: further sections, as they stand in the file.
    """

    title: str
    capability: str = ""
    actions: tuple[tuple[str, str], ...] = ()
    constraints: tuple[str, ...] = ()
    patterns: tuple[tuple[str, str], ...] = ()
    other: tuple[PageSection, ...] = ()


def read_skill(text: str, where: str = "SKILL.md") -> Skill:
    """Read a SKILL.md.

    Raises:
        InvalidInput: it has no title.
    """
    page = read_page(text)
    if not page.title:
        raise InvalidInput(f"{where} is not a skill", [Defect("", "has no title ('# …')")])
    capability = page.find(_CAPABILITY)
    return Skill(
        title=page.title,
        capability=capability.body if capability else "",
        actions=_pairs(page, _ACTIONS),
        constraints=_bullets(page, _CONSTRAINTS),
        patterns=_pairs(page, _PATTERNS),
        other=tuple(part for part in page.sections if part.heading.casefold() not in _OURS),
    )


def write_skill(skill: Skill) -> str:
    """Return the text of a SKILL.md; sections without content are left out."""
    sections = [
        (_CAPABILITY, skill.capability.splitlines()),
        (_ACTIONS, _pair_lines(skill.actions)),
        (_CONSTRAINTS, [f"- {text}" for text in skill.constraints]),
        (_PATTERNS, _pair_lines(skill.patterns)),
    ]
    made = [make_section(heading, lines) for heading, lines in sections if lines]
    return make_page(skill.title, [*made, *skill.other]).render()


def skill_of(content: PageContent) -> Skill:
    """Return the skill that a call described: its sections by their headings."""
    ours = {part.heading.casefold(): part for part in content.sections}
    empty = PageSection("", "")
    get = ours.get
    return Skill(
        title=content.title,
        capability="\n".join(_unmarked(get(_CAPABILITY.casefold(), empty))),
        actions=_split(get(_ACTIONS.casefold(), empty).bullets),
        constraints=get(_CONSTRAINTS.casefold(), empty).bullets,
        patterns=_split(get(_PATTERNS.casefold(), empty).bullets),
        other=tuple(part for part in content.sections if part.heading.casefold() not in _OURS),
    )


def _unmarked(section: PageSection) -> list[str]:
    return [line.removeprefix("- ") for line in section.body.splitlines()]


def _bullets(page: MarkdownPage, heading: str) -> tuple[str, ...]:
    section = page.find(heading)
    return section.bullets if section else ()


def _pairs(page: MarkdownPage, heading: str) -> tuple[tuple[str, str], ...]:
    return _split(_bullets(page, heading))


def _split(bullets: Iterable[str]) -> tuple[tuple[str, str], ...]:
    parts = (text.partition(":") for text in bullets)
    return tuple((name.strip(), meaning.strip()) for name, _, meaning in parts)


def _pair_lines(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"- {name}: {meaning}" if meaning else f"- {name}" for name, meaning in pairs]


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
        return read_text(self._path(key, level))

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
