"""Skills: SKILL.md, learned in the semantic level, approved in the procedural one (002 §SKILL.md).

Specification: rules.md §8.7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.long_term.levels import markdown_page
from robot_memory.long_term.levels.json_files import write
from robot_memory.long_term.levels.level_tree import LevelTree, MemoryLevel, check_key

_HEADINGS = ("Capability", "Actions", "Constraints", "Patterns")
_OURS = {name.casefold() for name in _HEADINGS}
_FILE = "SKILL.md"


@dataclass(frozen=True)
class Skill:
    """A skill of the robot; ``patterns`` are proven patterns by name and meaning."""

    title: str
    capability: str = ""
    actions: tuple[tuple[str, str], ...] = ()
    constraints: tuple[str, ...] = ()
    patterns: tuple[tuple[str, str], ...] = ()
    other: tuple[markdown_page.PageSection, ...] = ()


def read_skill(text: str, where: str = "SKILL.md") -> Skill:
    """Read a SKILL.md; InvalidInput if it has no title."""
    page = markdown_page.read_page(text)
    if not page.title:
        raise InvalidInput(f"{where} is not a skill", [Defect("", "has no title ('# …')")])
    return _skill_in(page)


def _skill_in(page: markdown_page.MarkdownPage) -> Skill:
    none = markdown_page.PageSection("", "")
    capability, actions, constraints, patterns = (page.find(name) or none for name in _HEADINGS)
    return Skill(
        title=page.title,
        capability=capability.body,
        actions=_split(actions.bullets),
        constraints=constraints.bullets,
        patterns=_split(patterns.bullets),
        other=_others(page.sections),
    )


def _others(sections: Iterable[markdown_page.PageSection]) -> tuple[markdown_page.PageSection, ...]:
    return tuple(part for part in sections if part.heading.casefold() not in _OURS)


def write_skill(skill: Skill) -> str:
    """Return the text of a SKILL.md; sections without content are left out."""
    bodies = (
        skill.capability.splitlines(),
        _pair_lines(skill.actions),
        [f"- {text}" for text in skill.constraints],
        _pair_lines(skill.patterns),
    )
    sections = zip(_HEADINGS, bodies, strict=True)
    made = [markdown_page.make_section(heading, lines) for heading, lines in sections if lines]
    return markdown_page.make_page(skill.title, [*made, *skill.other]).render()


def skill_of(content: markdown_page.PageContent) -> Skill:
    """Return the skill that a call described, from its sections."""
    # If headings differ only in case, the last one counts.
    skill = _skill_in(markdown_page.make_page(content.title, content.sections[::-1]))
    lines = (line.removeprefix("- ") for line in skill.capability.splitlines())
    return replace(skill, capability="\n".join(lines), other=_others(content.sections))


def _split(bullets: Iterable[str]) -> tuple[tuple[str, str], ...]:
    parts = (text.partition(":") for text in bullets)
    return tuple((name.strip(), meaning.strip()) for name, _, meaning in parts)


def _pair_lines(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"- {name}: {meaning}" if meaning else f"- {name}" for name, meaning in pairs]


def target_of(key: str) -> str:
    """Return the path of a skill, below its level."""
    return f"skills/{check_key(key)}/{_FILE}"


def skill_text(content: Mapping[str, Any], key: str) -> str:
    """Return the SKILL.md that a call describes; raises the errors of :func:`.read_content`."""
    return write_skill(skill_of(markdown_page.read_content(content, check_key(key))))


class SkillStore:
    """The learned skills, in the semantic level."""

    def __init__(self, tree: LevelTree) -> None:
        self._folder = tree.level(MemoryLevel.SEMANTIC)

    def read(self, key: str) -> Skill | None:
        """Return a skill; None if there is none. Raises the errors of :func:`read_skill`."""
        text = self.text(key)
        return None if text is None else read_skill(text, str(self._folder / target_of(key)))

    def text(self, key: str) -> str | None:
        """Return the text of a skill's file; None if there is none."""
        return markdown_page.read_text(self._folder / target_of(key))

    def learn(self, key: str, content: Mapping[str, Any]) -> bool:
        """Write a skill; return whether it changed.

        Raises:
            InvalidInput: lists everything that cannot be written.
        """
        text = skill_text(content, key)
        if text == self.text(key):
            return False
        write(self._folder / target_of(key), text.encode())
        return True
