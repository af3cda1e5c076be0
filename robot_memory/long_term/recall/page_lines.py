"""Lines of Markdown pages as readers see them, and whose words each line is.

Steps stay together: a numbered list, or a whole skill, is one line of a page.

Some lines were written by people of this robot, some by a machine (rules.md §6.15). A procedural
page is an operator's: only an operator's approval puts anything there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from robot_memory.entries.entry_id import named_id
from robot_memory.long_term.levels.json_files import read_json
from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import LevelTree

_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s+")
_MARK = re.compile(rf"{_ITEM.pattern}|#{{1,6}}\s+|[ \t]*")
_NUMBERED = re.compile(r"\s*\d{1,4}[.)]\s+")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*")
#: Heading of the date when a page was written (002 §Knowledge MD), which is no knowledge.
_UPDATED = "last updated"
#: Begins a line about a request that people repeat.
_ASKED = "People ask: "
_REQUESTS = "Requests"  # the heading of these lines


@dataclass(frozen=True)
class PageLine:
    """A list item or a paragraph; or a whole numbered list, a whole skill.

    Attributes:
        heading: the headings above the line, from the page's title down: ``Doors › Kitchen``.
        text: what it says; a whole list or skill has one line per part, with its number or mark.
        parts: the same part by part, without numbers and marks.
        comment: the comments in it, with which a machine marks its lines.
    """

    heading: str
    text: str
    parts: tuple[str, ...]
    comment: str = ""


def lines_of(page: str, *, is_skill: bool = False) -> Iterator[PageLine]:
    """Yield the lines of a page, without front matter and the date of its last update.

    Args:
        is_skill: whether the page is a skill, which is one single line below its title.
    """
    headings: list[str] = []
    section: list[str] = []
    for line in _body(page).splitlines():
        heading = _HEADING.match(line)
        if heading is None or (is_skill and (headings or any(map(str.strip, section)))):
            section.append(line)
            continue
        yield from _of_section(headings, section, is_skill=is_skill)
        depth = len(line) - len(line.lstrip("#"))
        headings = [*headings[: depth - 1], heading[1].rstrip("#").rstrip()]
        section = []
    yield from _of_section(headings, section, is_skill=is_skill)


def _body(page: str) -> str:
    if page.startswith("---\n"):
        _, mark, rest = page[4:].partition("\n---\n")
        return rest if mark else page
    return page


def _of_section(
    headings: Sequence[str], section: Sequence[str], *, is_skill: bool
) -> Iterator[PageLine]:
    if headings and headings[-1].casefold() == _UPDATED:
        return
    above = " › ".join(filter(None, headings))
    pieces = [piece for piece in map(_Piece.of, _blocks(section)) if piece.said]
    first, end = (0, len(pieces)) if is_skill else _steps(pieces)
    whole = pieces[first:end]
    for group in (*([one] for one in pieces[:first]), whole, *([one] for one in pieces[end:])):
        parts = tuple(one.said for one in group)
        # A lone number says nothing; without it, the line is the same as elsewhere.
        shown = parts if len(group) == 1 else (f"{one.mark}{one.said}" for one in group)
        if parts:
            yield PageLine(
                above,
                "\n".join(shown),
                parts,
                " ".join(filter(None, (one.comment for one in group))),
            )


def _steps(pieces: Sequence[_Piece]) -> tuple[int, int]:
    """Return the first and the end index of the numbered lists of a section.

    Lines between two steps, such as a warning, and indented lines belong to the lists.
    """
    numbered = [at for at, piece in enumerate(pieces) if _NUMBERED.match(piece.mark)]
    if not numbered:
        return 0, 0
    first, end = numbered[0], numbered[-1] + 1
    while first > 0 and pieces[first].mark[:1].isspace():
        first -= 1
    while end < len(pieces) and pieces[end].mark[:1].isspace():
        end += 1
    return first, end


def _blocks(section: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines of each item, paragraph and heading."""
    block: list[str] = []
    for line in (*section, ""):
        is_rule = _RULE.fullmatch(line) is not None
        is_item = _ITEM.match(line) is not None and not is_rule
        is_heading = _HEADING.match(line) is not None
        if is_item or is_rule or is_heading or not line.strip():
            yield block
            block = [line] if is_item else []
        else:
            block.append(line)
        if is_heading:
            yield [line]


@dataclass(frozen=True)
class _Piece:
    """An item, a paragraph or a heading: its mark as written, its text and its comments."""

    mark: str
    said: str
    comment: str

    @classmethod
    def of(cls, block: Sequence[str]) -> _Piece:
        text, *others = "\n".join(block).split("<!--")
        comments: list[str] = []
        for inside, end, rest in (other.partition("-->") for other in others):
            if end:
                comments.append(inside.strip())
            text += f" {rest}" if end else f"<!--{inside}"
        match = _MARK.match(text)
        mark = match[0] if match else ""
        return cls(mark, " ".join(text[len(mark) :].split()), " ".join(comments))


def peoples_lines(home: Path, name: str) -> Callable[[PageLine], bool]:
    """Return a function that tells whether a page's line is a person's or an operator's.

    Args:
        name: the page's name, relative to the memory home.
    """
    path = Path(name)
    if _is_knowledge(path):
        machines, (_, agents) = _machine_lines(home, path), _agents_lines(home, path)
        return lambda line: (
            agents.isdisjoint(line.parts)
            and (machines.isdisjoint(line.parts) or _is_request(path.stem, line))
        )
    if path.parts[0] == "daily":
        sources = _sources(home, path)
        found = _texts(item for _, is_said, items in sources if not is_said for item in items)
        return lambda line: found.isdisjoint(line.parts)
    # A machine's line of MEMORY.md names its fact, which may be gone by now.
    return lambda line: name != "MEMORY.md" or "fact-" not in line.comment


def entrys_lines(home: Path, name: str) -> Callable[[PageLine], tuple[str, ...]]:
    """Return a function that returns the ids of the only entries a digest's line was made from.

    If the line has another source as well, or none is known, the function returns one empty id.
    """
    path = Path(name)
    if path.parts[0] != "daily":
        return lambda line: ("",)
    made_of: dict[str, set[str]] = {}
    for source, _, items in _sources(home, path):
        for text in _texts(items):
            made_of.setdefault(text, set()).add(named_id(source))
    return lambda line: ("",) if "" in made_of.get(line.text, {""}) else (*made_of[line.text],)


def agents_lines(home: Path, name: str) -> Callable[[PageLine], str]:
    """Return a function that returns the agent who wrote a page's line; empty if no agent did.

    Lines that the night shift wrote are no agent's, whoever rewrote the page later. An agent's
    lines stay its own after others add to its page.
    """
    path = Path(name)
    if not _is_knowledge(path):
        return lambda line: ""
    agent, texts = _agents_lines(home, path)
    own = texts - _machine_lines(home, path) if agent else frozenset()
    return lambda line: "" if own.isdisjoint(line.parts) else agent


def _agents_lines(home: Path, page: Path) -> tuple[str, frozenset[str]]:
    """Return the agent that wrote a page of knowledge, and its lines; empty: no agent."""
    agent, text = KnowledgeStore(LevelTree(home)).agents_text(page.stem)
    return agent, _parts(text)


def _machine_lines(home: Path, page: Path) -> frozenset[str]:
    return _texts(KnowledgeStore(LevelTree(home)).machine_lines(page.stem))


def _is_knowledge(path: Path) -> bool:
    return path.parts[:2] == ("semantic", "knowledge") and len(path.parts) == 3


def _is_request(page: str, line: PageLine) -> bool:
    is_below = page == "patterns" and line.heading.endswith(f" › {_REQUESTS}")
    return is_below and line.text.startswith(_ASKED)


def _sources(home: Path, digest: Path) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield each source of a digest, whether persons said or decided it, and its lines."""
    record = read_json(home / "daily" / ".sources" / f"{digest.stem}.json")
    while isinstance(record, dict):
        sources = record.get("sources")
        for name, source in sources.items() if isinstance(sources, dict) else ():
            if isinstance(source, dict):
                lines = [str(line[-1]) for line in source.get("lines", ()) if line]
                yield name, source.get("said") is not False, lines
        record = record.get("next")


def _texts(items: Iterable[str]) -> frozenset[str]:
    """Return the parts of list items as readers see them."""
    return frozenset(part for item in items for part in _parts(f"- {item}"))


def _parts(page: str) -> frozenset[str]:
    return frozenset(part for line in lines_of(page) for part in line.parts)
