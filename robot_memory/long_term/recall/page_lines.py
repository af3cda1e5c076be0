"""Pages in Markdown as the lines that a reader takes in one by one, and whose words these are.

Some lines people of this robot wrote, and some a machine did (rules.md §6.15). A procedural page is
an operator's: nothing gets there that no operator approved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from robot_memory.entries.entry_id import named_id
from robot_memory.long_term.levels.json_files import read_json
from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import LevelTree

_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\A\s*(?:[-*+]|\d{1,4}[.)])\s+")
_RULE = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,}|=+)\s*")
#: Says when a page was written (002 §Knowledge MD), which is no knowledge.
_UPDATED = "last updated"
_LONGEST = 2_000  # characters that are told of one line
#: How a line begins that tells what people ask for again and again.
_ASKED = "People ask: "
_REQUESTS = "Requests"  # the heading of these lines


@dataclass(frozen=True)
class PageLine:
    """An item of a list, or a paragraph.

    Attributes:
        heading: what stands above it, from the page's title down: ``Doors › Kitchen``.
        text: what it says.
        comment: what stands in comments in it; a machine marks its lines so.
    """

    heading: str
    text: str
    comment: str = ""


def lines_of(page: str) -> Iterator[PageLine]:
    """Yield what a page says, front matter and the day of its last update left out."""
    headings: list[str] = []
    block: list[str] = []
    for line in (*_body(page).splitlines(), ""):
        heading = _HEADING.match(line)
        if heading or not line.strip() or _ITEM.match(line) or _RULE.fullmatch(line):
            yield from _lines(headings, block)
            block = [line] if _ITEM.match(line) and not _RULE.fullmatch(line) else []
        else:
            block.append(line)
        if heading:
            depth = len(line) - len(line.lstrip("#"))
            headings = [*headings[: depth - 1], heading[1].rstrip("#").rstrip()]


def _body(page: str) -> str:
    if page.startswith("---\n"):
        _, mark, rest = page[4:].partition("\n---\n")
        return rest if mark else page
    return page


def _lines(headings: list[str], block: list[str]) -> Iterator[PageLine]:
    text, *others = "\n".join(block).split("<!--")
    comments: list[str] = []
    for inside, mark, rest in (other.partition("-->") for other in others):
        if mark:
            comments.append(inside.strip())
        text += f" {rest}" if mark else f"<!--{inside}"
    text = " ".join(_ITEM.sub("", text, count=1).split())
    if text and (not headings or headings[-1].casefold() != _UPDATED):
        yield PageLine(" › ".join(filter(None, headings)), text[:_LONGEST], " ".join(comments))


def peoples_lines(home: Path, name: str) -> Callable[[PageLine], bool]:
    """Return what tells whether a line of a page is a person's or an operator's.

    Args:
        name: of the page, relative to the memory home.
    """
    path = Path(name)
    if _is_knowledge(path):
        machines, (_, agents) = _machine_lines(home, path), _agents_lines(home, path)
        return lambda line: (
            line.text not in agents and (line.text not in machines or _is_request(path.stem, line))
        )
    if path.parts[0] == "daily":
        sources = _sources(home, path)
        found = _texts(item for _, is_said, items in sources if not is_said for item in items)
        return lambda line: line.text not in found
    # A line of MEMORY.md that a machine wrote names its fact, which may be gone by now.
    return lambda line: name != "MEMORY.md" or "fact-" not in line.comment


def entrys_lines(home: Path, name: str) -> Callable[[PageLine], tuple[str, ...]]:
    """Return what names the entries of which alone a line of a digest was made.

    Where there are none, it names an empty id.
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
    """Return what names the agent whose line of a page it is; empty where it is none's.

    What the night wrote on a page is no agent's, whoever wrote the page since. What an agent wrote
    stays its own where others added to its page.
    """
    path = Path(name)
    if not _is_knowledge(path):
        return lambda line: ""
    agent, texts = _agents_lines(home, path)
    machines = _machine_lines(home, path) if agent else frozenset()
    return lambda line: agent if line.text in texts and line.text not in machines else ""


def _agents_lines(home: Path, page: Path) -> tuple[str, frozenset[str]]:
    """Return the agent that wrote a page of knowledge, and what it wrote; empty: none did."""
    agent, text = KnowledgeStore(LevelTree(home)).agents_text(page.stem)
    return agent, frozenset(line.text for line in lines_of(text))


def _machine_lines(home: Path, page: Path) -> frozenset[str]:
    return _texts(KnowledgeStore(LevelTree(home)).machine_lines(page.stem))


def _is_knowledge(path: Path) -> bool:
    return path.parts[:2] == ("semantic", "knowledge") and len(path.parts) == 3


def _is_request(page: str, line: PageLine) -> bool:
    is_below = page == "patterns" and line.heading.endswith(f" › {_REQUESTS}")
    return is_below and line.text.startswith(_ASKED)


def _sources(home: Path, digest: Path) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield what a digest was made of, whether persons said or decided it, and its lines."""
    record = read_json(home / "daily" / ".sources" / f"{digest.stem}.json")
    while isinstance(record, dict):
        sources = record.get("sources")
        for name, source in sources.items() if isinstance(sources, dict) else ():
            if isinstance(source, dict):
                lines = [str(line[-1]) for line in source.get("lines", ()) if line]
                yield name, source.get("said") is not False, lines
        record = record.get("next")


def _texts(items: Iterable[str]) -> frozenset[str]:
    """Return list items as a reader takes them in."""
    return frozenset(line.text for item in items for line in lines_of(f"- {item}"))
