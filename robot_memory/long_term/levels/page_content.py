"""What a call of ``write_memory`` gives for a page: its sections by their headings.

See docs/reference/levels.md, "Writing".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.long_term.levels.markdown_page import PageSection, make_section

#: The section in which a knowledge file says when it was brought up to date.
UPDATED = "Last Updated"

_TITLE, _EPISODES = "title", "episodes"


@dataclass(frozen=True)
class PageContent:
    """A page to be made or brought up to date.

    Attributes:
        sections: with a list item for each thing said.
        episodes: on how many episodes it rests; None where that is not known.
    """

    title: str
    sections: tuple[PageSection, ...]
    episodes: int | None = None


def read_content(content: Mapping[str, Any], key: str) -> PageContent:
    """Read what a call gave.

    Args:
        content: ``title`` and ``episodes`` where wanted; every other name is a heading, and what
            it names a value, a list of them, or names with their meanings.
        key: what the title is made of where none is given.

    Raises:
        InvalidInput: lists all that cannot be written.
    """
    defects: list[Defect] = []
    sections = []
    for heading, value in content.items():
        if heading in (_TITLE, _EPISODES):
            continue
        if not _is_line(heading) or heading.casefold() == UPDATED.casefold():
            defects.append(Defect(repr(heading), "is not a heading of one line that is free"))
            continue
        items = _items(value, heading, defects)
        sections.append(make_section(heading, [f"- {item}" for item in items]))
    title = content.get(_TITLE) or key.replace("_", " ").replace("-", " ").title()
    if not _is_line(title):
        defects.append(Defect(_TITLE, f"{title!r:.80} is not a text of one line"))
    episodes = content.get(_EPISODES)
    if episodes is not None and not (type(episodes) is int and episodes >= 0):
        defects.append(Defect(_EPISODES, f"{episodes!r:.80} is not a whole number from 0"))
    if not sections and not defects:
        defects.append(Defect("", "says nothing"))
    if defects:
        raise InvalidInput("nothing was written", defects)
    return PageContent(title, tuple(sections), episodes)


def _items(value: Any, path: str, defects: list[Defect]) -> list[str]:
    """Return the list items for a value, each on one line."""
    if isinstance(value, Mapping):
        named = [(f"{path}.{name}", name, part) for name, part in value.items()]
        return [f"{name}: {_text(part, where, defects)}" for where, name, part in named]
    if isinstance(value, (list, tuple)):
        return [_text(part, f"{path}[{i}]", defects) for i, part in enumerate(value)]
    return [_text(value, path, defects)]


def _text(value: Any, path: str, defects: list[Defect]) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int, float)):
        text = without_secrets(" ".join(str(value).split()))
        if text and text.isprintable():
            return text
    defects.append(Defect(path, f"{value!r:.80} is neither a text nor a number"))
    return ""


def _is_line(text: Any) -> bool:
    return isinstance(text, str) and bool(text.strip()) and text.isprintable()
