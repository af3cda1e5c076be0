"""Files as passages: skills, knowledge, episodes, daily summaries, MEMORY.md (002, 003)."""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path

from robot_memory.entries.entry_id import named_id
from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.long_term.graph import Fact, FactGraph
from robot_memory.long_term.levels.knowledge_store import read_knowledge
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.file_fingerprints import (
    ARCHIVE,
    Sign,
    files_below,
    is_settled,
    sign_from,
    sign_of,
    version_of,
)
from robot_memory.long_term.recall.json_items import JsonItem, items_of
from robot_memory.long_term.recall.page_lines import (
    PageLine,
    agents_lines,
    entrys_lines,
    lines_of,
    peoples_lines,
)
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "files"
_EPISODIC = "episodic"
#: The searched paths and their weights (rules.md §8.7). A daily summary repeats what is found at
#: its source; facts are preferred to it (document 003, §5).
WEIGHTS = {
    "procedural": LEVEL_WEIGHTS[MemoryLevel.PROCEDURAL],
    "semantic": LEVEL_WEIGHTS[MemoryLevel.SEMANTIC],
    "daily": 0.2,
    "MEMORY.md": LEVEL_WEIGHTS[MemoryLevel.SEMANTIC],
    _EPISODIC: LEVEL_WEIGHTS[MemoryLevel.EPISODIC],
}
_KINDS = (".md", ".json", ".jsonl")
_DEEPEST = 6  # folders below a level
# Of the episodic level.
_EPISODES = "rlds_episodes"
_STEPS = "steps.jsonl"  # numbers, which no question asks for in words
# Not listed: files of other feeds; state, which is no memory; episodes, which are listed below.
_LEFT_OUT = frozenset({ARCHIVE, "conversations", "checkpoints", _EPISODES})
_EVENTS = "events/events.jsonl"
_SKILL = "SKILL.md"
_LONGEST = 4_000  # characters of one passage to show
_LONGEST_FOUND = 20_000  # characters of a passage to find it by
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_FACT = re.compile(r"\bfact-[A-Za-z0-9-]+")


class FileFeed:
    """Follows the files below a memory home; symbolic links and hidden files are skipped.

    Generated lines of ``MEMORY.md`` are left out: they are found as facts.
    """

    def __init__(self, folder: Path, facts: FactGraph) -> None:
        self._folder = folder
        self._paths = {name: folder / name for name in WEIGHTS}
        self._facts = facts
        self._signs: dict[str, Sign] = {}
        self._episodic = _EpisodicFiles(folder / _EPISODIC)

    def token(self) -> Hashable | None:
        """Return the files and their versions."""
        self._signs = dict(self._files())
        return tuple(self._signs.items()) if is_settled(self._signs.values()) else None

    def update(self, index: RecallIndex) -> None:
        """Read the files that have changed."""
        index.follow(
            FEED, {name: version_of(sign) for name, sign in self._signs.items()}, self._read
        )

    def _files(self) -> Iterator[tuple[str, Sign]]:
        for name, path in self._paths.items():
            if name == _EPISODIC:
                yield from ((f"{name}/{below}", sign) for below, sign in self._episodic.signs())
            elif not path.suffix:
                for below, sign in files_below(path, _KINDS, _DEEPEST):
                    yield f"{name}/{below}", sign
            elif (sign := sign_of(path)) is not None:
                yield name, sign

    def _read(self, name: str) -> list[Passage] | None:
        path = self._folder / name
        try:
            changed = datetime.fromtimestamp(path.stat().st_mtime, timezone.utc)
            if path.suffix == ".md":
                page = read_regular(path).decode("utf-8", "replace")
                time = _noon_of(path.stem) or _updated(page) or changed
                is_own = peoples_lines(self._folder, name)
                agent_of = agents_lines(self._folder, name)
                entry_of = entrys_lines(self._folder, name)
                facts = self._facts.facts if _FACT.search(page) else {}
                is_daily = name.startswith("daily/")
                return [
                    _of_line(line, name, time, agent_of(line), entry_id, is_own=is_own(line))
                    for line in lines_of(page, is_skill=path.name == _SKILL)
                    if not _is_the_facts(line, facts)
                    and not (is_daily and line.heading.endswith("Sessions"))  # book-keeping
                    for entry_id in entry_of(line)
                ]
            return [_of_item(item, name, changed) for item in items_of(path)]
        except FileNotFoundError:
            return None  # it was removed after the listing


class _EpisodicFiles:
    """Lists the files of the episodic level that have no feed of their own.

    These are episodes, and logs of other tools. An episode's folder changes whenever a file in it
    is replaced.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._of_rlds = folder / _EPISODES
        self._episodes: dict[str, tuple[Sign, list[tuple[str, Sign]]]] = {}

    def signs(self) -> Iterator[tuple[str, Sign]]:
        """Yield the files by name, relative to the level, each with its sign."""
        for name, sign in files_below(self._folder, _KINDS, _DEEPEST, _LEFT_OUT):
            if name != _EVENTS:
                yield name, sign
        for name, sign in files_below(self._of_rlds, _KINDS):
            yield f"{_EPISODES}/{name}", sign
        yield from self._of_episodes()

    def _of_episodes(self) -> Iterator[tuple[str, Sign]]:
        known, self._episodes = self._episodes, {}
        try:
            with os.scandir(self._of_rlds) as entries:
                folders = [one for one in entries if one.is_dir(follow_symlinks=False)]
        except OSError:
            return
        for folder in folders:
            if folder.name.startswith(".") or folder.name == ARCHIVE:
                continue
            sign = sign_from(folder.stat(follow_symlinks=False))
            listed = known.get(folder.name)
            if listed is None or listed[0] != sign:
                listed = (sign, list(files_below(folder.path, _KINDS)))
            if is_settled([sign]):
                self._episodes[folder.name] = listed
            for name, file_sign in listed[1]:
                if name != _STEPS:
                    yield f"{_EPISODES}/{folder.name}/{name}", file_sign


def _is_the_facts(line: PageLine, facts: Mapping[str, Fact]) -> bool:
    """Tell whether a line repeats its fact; a line that a person reworded is that person's own."""
    named = _FACT.search(line.comment)
    fact = facts.get(named[0]) if named else None
    return fact is not None and line.text.startswith(fact.text)


def _of_line(
    line: PageLine, name: str, time: datetime, agent: str, entry_id: str, *, is_own: bool
) -> Passage:
    """Return a line as a passage; a machine's line that repeats an entry is marked with its id."""
    path = Path(name)
    is_skill = path.name == _SKILL
    about = path.parent.name if is_skill else path.stem
    section = "" if is_skill else line.heading  # is overridden as a whole
    # A page of a day is found by its time, not by the digits of its date.
    also = _DAY.sub(" ", f"{about.replace('_', ' ')} {line.heading}")
    return Passage(
        _source_of(name), name, f"{name}, {line.heading}" if line.heading else name,
        _told(line.text, name), also, time, speaker=agent, weight=WEIGHTS[path.parts[0]],
        entry_id=named_id(line.comment) or entry_id, note=f"{about}\n{section}".casefold(),
        # Step numbers would be taken for part numbers: "… at the bay 3. Scan" is not about bay 3.
        is_own=is_own, words=without_secrets("\n".join(line.parts))[:_LONGEST_FOUND],
    )  # fmt: skip


def _told(text: str, name: str) -> str:
    """Return the text to show for a text in a file; a cut text says so, and where the rest is."""
    told = without_secrets(text)
    if len(told) <= _LONGEST:
        return told
    return f"{told[:_LONGEST]} … [cut: {len(told) - _LONGEST} characters more in {name}]"


def _noon_of(name: str) -> datetime | None:
    """Return noon UTC of the day in a page's name: in most time zones that is the same day."""
    try:
        return datetime.strptime(name, "%Y-%m-%d").replace(hour=12, tzinfo=timezone.utc)
    except ValueError:
        return None


def _updated(page: str) -> datetime | None:
    """Return the date of the last update that a page states (002 §Knowledge MD)."""
    day = read_knowledge(page).updated
    return None if day is None else datetime(day.year, day.month, day.day, tzinfo=timezone.utc)


def _of_item(item: JsonItem, name: str, changed: datetime) -> Passage:
    return Passage(
        _source_of(name), name, f"{name}, {item.place}" if item.place else name,
        _told(item.text, name), item.key.replace("_", " "), item.time or changed,
        weight=WEIGHTS[Path(name).parts[0]], note=f"{item.key}\n{item.place}".casefold(),
        is_own=name.startswith("procedural/"), words=without_secrets(item.text)[:_LONGEST_FOUND],
    )  # fmt: skip


def _source_of(name: str) -> str:
    """Return the hit source of a file: an event, or knowledge."""
    is_event = name.startswith(f"{_EPISODIC}/")
    return HitSource.EVENT.value if is_event else HitSource.KNOWLEDGE.value
