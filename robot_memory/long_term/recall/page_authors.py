"""Which lines of a page people of this robot wrote, and which a machine did (rules.md §6.15).

A procedural page is an operator's: nothing gets there that no operator approved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from robot_memory.long_term.levels.json_files import read_json
from robot_memory.long_term.levels.knowledge_store import KnowledgeStore
from robot_memory.long_term.levels.level_tree import LevelTree
from robot_memory.long_term.recall.markdown import PageLine, lines_of

#: How a line begins that tells what people ask for again and again.
_ASKED = "People ask: "
_REQUESTS = "Requests"  # the heading of these lines


def peoples_lines(home: Path, name: str) -> Callable[[PageLine], bool]:
    """Return what tells whether a line of a page is a person's or an operator's.

    Args:
        home: the memory home.
        name: of the page, relative to the home.
    """
    path = Path(name)
    if _is_knowledge(path):
        machines, (_, agents) = _machine_lines(home, path), _agents_lines(home, path)
        return lambda line: (
            line.text not in agents and (line.text not in machines or _is_request(path.stem, line))
        )
    if path.parts[0] == "daily":
        found = _texts(_found(read_json(home / "daily" / ".sources" / f"{path.stem}.json")))
        return lambda line: line.text not in found
    # A line of MEMORY.md that a machine wrote names its fact, which may be gone by now.
    return lambda line: name != "MEMORY.md" or "fact-" not in line.comment


def agents_lines(home: Path, name: str) -> Callable[[PageLine], str]:
    """Return what names the agent whose line of a page it is; empty where it is none's.

    What the night wrote on a page is no agent's, whoever wrote the page since. What an agent wrote
    stays its own where others added to its page.

    Args:
        home, name: as of :func:`peoples_lines`.
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


def _found(record: Any) -> Iterator[str]:
    """Yield the lines of a digest that no person said or decided, by what is kept beside it."""
    if not isinstance(record, dict):
        return
    sources = record.get("sources")
    for source in sources.values() if isinstance(sources, dict) else ():
        if isinstance(source, dict) and source.get("said") is False:
            yield from (str(line[-1]) for line in source.get("lines", ()) if line)
    yield from _found(record.get("next"))


def _texts(items: Iterable[str]) -> frozenset[str]:
    """Return list items as a reader takes them in."""
    return frozenset(line.text for item in items for line in lines_of(f"- {item}"))
