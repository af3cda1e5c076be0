"""What there is to search in the levels, read again only where a file has changed."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from robot_memory.conversation import Conversation
from robot_memory.levels.json_files import is_passed_over
from robot_memory.levels.level_passage import LevelPassage, passages_of, turns_of
from robot_memory.levels.level_tree import LevelTree, MemoryLevel
from robot_memory.levels.terms import terms_of

_KINDS = {".md", ".json", ".jsonl"}
_LEFT_OUT = {"archive", "checkpoints"}  # folders of a level
_NOT_SEARCHED = {"steps.jsonl"}


@dataclass(frozen=True)
class Book:
    """The passages of one file, and in which of them each term stands how often."""

    passages: tuple[LevelPassage, ...]
    lengths: tuple[int, ...]
    places: dict[str, list[tuple[int, int]]]


def searched(passage: LevelPassage) -> str:
    """Return the words by which a passage is found."""
    return f"{passage.place} {passage.text}"


def make_book(passages: Collection[LevelPassage]) -> Book:
    """Index passages by their terms."""
    places: dict[str, list[tuple[int, int]]] = {}
    lengths = []
    for index, passage in enumerate(passages):
        counts = Counter(terms_of(searched(passage)))
        lengths.append(counts.total())
        for term, count in counts.items():
            places.setdefault(term, []).append((index, count))
    return Book(tuple(passages), tuple(lengths), places)


class Shelf:
    """The files of the levels as books.

    Args:
        tree: the folders.
        unfinished: returns what was said in sessions that have no transcript yet.
    """

    def __init__(self, tree: LevelTree, unfinished: Callable[[], list[Conversation]]) -> None:
        self._tree = tree
        self._unfinished = unfinished
        self._known: dict[Path, tuple[tuple[int, ...], Book]] = {}

    def books(self, levels: Collection[MemoryLevel]) -> list[Book]:
        """Return what there is in the levels asked for."""
        found: dict[Path, tuple[tuple[int, ...], Book]] = {}
        books = []
        for level in levels:
            for path, status in _files(self._tree.level(level)):
                signature = (status.st_ino, status.st_mtime_ns, status.st_size)
                known = self._known.get(path)
                if known is None or known[0] != signature:
                    known = (signature, self._read(path, level))
                found[path] = known
                books.append(known[1])
        folders = [self._tree.level(level) for level in levels]
        others = {path: book for path, book in self._known.items()
                  if not any(path.is_relative_to(folder) for folder in folders)}  # fmt: skip
        self._known = {**others, **found}
        if MemoryLevel.EPISODIC in levels:
            books += [make_book(turns_of(one, f"conversations/{one.session_id}.json"))
                      for one in self._unfinished()]  # fmt: skip
        return books

    def _read(self, path: Path, level: MemoryLevel) -> Book:
        name = path.relative_to(self._tree.level(level)).as_posix()
        try:
            return make_book(passages_of(path, level, name))
        except OSError:
            return make_book([])  # it has just left


def _files(folder: Path, depth: int = 0) -> Iterator[tuple[Path, os.stat_result]]:
    """Yield what may be searched below a folder; links are not followed."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in entries:
        if is_passed_over(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            if depth or entry.name not in _LEFT_OUT:
                yield from _files(Path(entry.path), depth + 1)
        elif entry.is_file(follow_symlinks=False) and entry.name not in _NOT_SEARCHED:
            path = Path(entry.path)
            if path.suffix in _KINDS:
                yield path, entry.stat(follow_symlinks=False)
