"""The SKILL.md that stable knowledge is proposed as (002 §SKILL.md); a person decides."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.levels.markdown_page import PageSection, make_page, make_section, read_page

_PATTERNS = "Patterns"


def procedural_text(old: str | None, key: str, patterns: Sequence[str]) -> str | None:
    """Return the text of a skill with patterns added; None where it has them all.

    What stands in the skill that people approved stays as it is.

    Args:
        old: the approved skill; None where there is none.
        key: names a new one.
        patterns: what it is to say, a line each.
    """
    page = read_page(old) if old else make_page(key.replace("_", " ").title(), ())
    section = page.find(_PATTERNS)
    there = section.bullets if section else ()
    new = [f"- {text}" for text in patterns if text not in there]
    if not new:
        return None
    if section is None:
        return page.add(make_section(_PATTERNS, new)).render()
    kept = section.text.rstrip("\n").splitlines()
    return page.put(PageSection(section.heading, "\n".join([*kept, *new, ""]))).render()
