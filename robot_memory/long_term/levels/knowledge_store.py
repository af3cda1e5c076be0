"""Knowledge files: reader and writer (002 §Knowledge MD), and their notes on disk.

The versions that a file replaced are kept (002 §Decay Implementation).

See docs/reference/levels.md, "Writing".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.errors import Defect, InvalidInput, NotYours
from robot_memory.long_term.levels import json_files
from robot_memory.long_term.levels.archiving import archive_file
from robot_memory.long_term.levels.level_tree import LevelTree, check_key
from robot_memory.long_term.levels.markdown_page import (
    UPDATED,
    MarkdownPage,
    PageContent,
    PageSection,
    make_page,
    make_section,
    merged_section,
    read_content,
    read_page,
    read_text,
    sha256_of,
    to_bytes,
)

VERSION_HISTORY = 10  # 002 §Decay Implementation
_STAMP = "%Y%m%dT%H%M%SZ"
_AGENT = "agent:"  # the prefix of authors that are agents
_LARGEST_OF_AGENT, _LINES_OF_AGENT = 50_000, 500  # bytes and lines of a page
_PAGES_OF_AGENTS = 100
_NO_AGENT = ("", "")
_MEMORY = "memory"  # the author of a page that only the machine wrote
_UPDATE = re.compile(r"(\d{4}-\d\d-\d\d)(?:\s+\(from (\d+) episodes?\))?")

#: Heading → the list items that the machine last wrote there.
_Written = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Knowledge:
    """A knowledge file; its end gives the day of its update and the number of its episodes."""

    title: str
    sections: tuple[PageSection, ...]
    updated: date | None = None
    episodes: int | None = None


def read_knowledge(text: str) -> Knowledge:
    """Read a knowledge file; accepts any Markdown."""
    page = read_page(text)
    updated, episodes = _stamp_of(page)
    sections = tuple(part for part in page.sections if part is not page.find(UPDATED))
    return Knowledge(page.title, sections, updated, episodes)


def _stamp_of(page: MarkdownPage) -> tuple[date | None, int | None]:
    section = page.find(UPDATED)
    match = _UPDATE.search(section.body) if section else None
    if match is None:
        return None, None
    try:
        day = date.fromisoformat(match[1])
    except ValueError:
        return None, None
    return day, int(match[2]) if match[2] else None


def updated_text(text: str | None, content: PageContent, written: _Written, today: date) -> str:
    """Return the new text of a knowledge file.

    The machine's outdated lines are removed, its new ones added. A line that a person wrote stays,
    and a machine's line that a person deleted does not come back.

    Args:
        text: the present text; None if there is no file.
        content: the machine's present lines, by section.
        written: the machine's last written lines.
        today: the day of the update, if anything changes.
    """
    old = read_page(text) if text is not None else make_page(content.title, ())
    page = old
    for new in content.sections:
        section = merged_section(page, new.heading, new.bullets, written.get(new.heading, ()))
        if section is not None:
            page = page.put(section) if page.find(new.heading) else _insert(page, section)
    if text is not None and page.render() == old.render():
        return text
    episodes = content.episodes if content.episodes is not None else _stamp_of(old)[1]
    source = "" if episodes is None else f" (from {episodes} episode{'s' * (episodes != 1)})"
    return _stamped(page, f"{today.isoformat()}{source}").render()


def _stamped(page: MarkdownPage, stamp: str) -> MarkdownPage:
    """Return the page with a new day of the update; the rest of that section stays."""
    section = page.find(UPDATED)
    if section is None:
        return page.add(make_section(UPDATED, [stamp]))
    match = _UPDATE.search(section.text)
    if match is None:
        return page.put(make_section(section.heading, [stamp, section.body]))
    text = section.text[: match.start()] + stamp + section.text[match.end() :]
    return page.put(PageSection(section.heading, text))


def _insert(page: MarkdownPage, section: PageSection) -> MarkdownPage:
    """Return the page with a section inserted before the section with the day of the update."""
    stamp = page.find(UPDATED)
    if stamp is None:
        return page.add(section)
    rest = tuple(part for part in page.sections if part is not stamp)
    return MarkdownPage(page.head, rest).add(section).add(stamp)


@dataclass(frozen=True)
class Version:
    """A former version of a knowledge file; the first one has the number 1."""

    number: int
    replaced: datetime
    path: Path

    @property
    def text(self) -> str:
        """The text of the version."""
        return files.read_regular(self.path).decode("utf-8", "surrogateescape")


class KnowledgeStore:
    """The files in ``semantic/knowledge``."""

    def __init__(self, tree: LevelTree) -> None:
        self._tree = tree
        self._folder = tree.knowledge

    def keys(self) -> list[str]:
        """Return the keys of all knowledge files."""
        return [path.stem for path in json_files.own_files(self._folder, "*.md")]

    def read(self, key: str) -> Knowledge | None:
        """Return the knowledge about a key; None if there is none."""
        text = self._text(check_key(key))
        return None if text is None else read_knowledge(text)

    def update(self, key: str, content: Mapping[str, Any], now: datetime) -> bool:
        """Update a knowledge file, or make it; return whether it changed.

        Lines that a person wrote stay, and lines that a person deleted do not come back. The
        replaced text is kept as a version.

        Args:
            content: the new content, as for :func:`read_content`, whose errors it raises.
        """
        wanted = read_content(content, check_key(key))
        with json_files.locked(self._folder):
            attempts = ReplacementAttempts(self._path(key))
            while True:
                text, written = self._text(key), self._written(key)
                new = updated_text(text, wanted, written, now.astimezone(timezone.utc).date())
                if new == text:
                    return False
                bullets_by_heading = {part.heading: part.bullets for part in wanted.sections}
                pending = {"next": {**written, **bullets_by_heading}, "replaced": sha256_of(text)}
                json_files.write_json(self._notes(key), {"written": written, **pending})
                # A person's lines stay a person's.
                by = _MEMORY if text is None else self._author(key, text)
                self._note_author(key, new, by, self.agents_text(key))
                is_done = False
                try:
                    is_done = self._replace(key, text, new, now)
                finally:
                    done = pending["next"] if is_done else written
                    json_files.write_json(self._notes(key), {"written": done})
                if is_done:
                    return True
                attempts.fail()

    def write(self, key: str, text: str, now: datetime, *, by: str = "") -> bool:
        """Replace the text of a knowledge file; return whether it changed.

        Args:
            by: its author, such as "person:ada over HTTP"; empty: no author is noted.

        Raises:
            InvalidInput: an agent's page is too large, or there are too many agents' pages.
            NotYours: the author is an agent, and neither an agent nor the memory wrote the file
                last; text of unknown origin is a person's.
        """
        with json_files.locked(self._folder):
            attempts = ReplacementAttempts(self._path(check_key(key)))
            while True:
                old = self._text(key)
                if text == old:
                    if not by.startswith(_AGENT):  # a person confirms it from now on
                        self._note_author(key, text, by, _NO_AGENT)
                    return False
                agent = _NO_AGENT
                if by.startswith(_AGENT):
                    self._check_not_a_persons(key, old)
                    self._check_room(key, old, text)
                    self._say_again(key, old, text)
                    agent = by, text
                self._note_author(key, text, by, agent)
                if self._replace(key, old, text, now):
                    return True
                attempts.fail()

    def _check_not_a_persons(self, key: str, text: str | None) -> None:
        author = self._author(key, text)
        if text is not None and not author.startswith((_AGENT, _MEMORY)):
            raise NotYours(
                f"knowledge/{key}.md was written by {author or 'a person at the machine'} and is "
                "not an agent's to replace; nothing was written: write another file, or ask that "
                "person"
            )

    def _check_room(self, key: str, old: str | None, text: str) -> None:
        """Check that agents fill neither the disk nor the recall index (rules.md §7.5)."""
        defects = []
        for what, count, most in (
            ("bytes", len(text.encode()), _LARGEST_OF_AGENT),
            ("lines", text.rstrip("\n").count("\n") + 1, _LINES_OF_AGENT),
        ):
            if count > most:
                problem = f"has {count} {what}; an agent's page takes {most}"
                defects.append(Defect(f"knowledge/{key}.md", problem))
        if old is None and sum(bool(self.agent_of(one)) for one in self.keys()) >= _PAGES_OF_AGENTS:
            problem = f"there are {_PAGES_OF_AGENTS} pages of agents: write into one of them"
            defects.append(Defect(f"knowledge/{key}.md", problem))
        if defects:
            raise InvalidInput("nothing was written", defects)

    def _say_again(self, key: str, old: str | None, text: str) -> None:
        """Let the machine restore its lines that an agent left out: only people delete them."""
        left_out = {*(old or "").splitlines()}.difference(text.splitlines())
        lines = {
            heading: [line for line in items if f"- {line}" not in left_out]
            for heading, items in self._written(key).items()
        }
        json_files.write_json(self._notes(key), {"written": lines})

    def agent_of(self, key: str) -> str:
        """Return the agent that wrote the page: "agent:planner over HTTP"; empty: no agent did."""
        author = self._author(key, self._text(key))
        return author if author.startswith(_AGENT) else ""

    def agents_text(self, key: str) -> tuple[str, str]:
        """Return the last agent that wrote the page, and its text; empty: no agent did.

        This includes pages that others added to since: the agent's lines stay the agent's, until a
        person replaces the text of the page.
        """
        noted = json_files.read_json(self._author_note(key))
        last = noted.get("agent") if isinstance(noted, dict) else None
        if isinstance(last, dict):
            return str(last.get("by", "")), str(last.get("text", ""))
        by, text = self.agent_of(key), self._text(key)
        return (by, text) if by and text is not None else _NO_AGENT

    def machine_lines(self, key: str) -> frozenset[str]:
        """Return the list items that the machine last wrote."""
        return frozenset(line for lines in self._written(key).values() for line in lines)

    def lines(self, key: str) -> frozenset[str]:
        """Return the list items of the page."""
        page = self.read(key)
        sections = page.sections if page else ()
        return frozenset(item for part in sections for item in part.bullets)

    def deleted_lines(self, key: str) -> frozenset[str]:
        """Return the list items that the machine last wrote and a person deleted."""
        return self.machine_lines(key) - self.lines(key)

    def versions(self, key: str) -> list[Version]:
        """Return the stored versions, oldest first."""
        found = self._versions_folder(check_key(key)).glob("[0-9]*_*Z.md")
        return sorted((_read_version(path) for path in found), key=lambda one: one.number)

    def _replace(self, key: str, old: str | None, new: str, now: datetime) -> bool:
        """Replace the file and keep the old text as a version; False if somebody just edited it."""
        if old is not None:
            self._keep(key, old, now)
        expected = None if old is None else to_bytes(old)
        is_done = replace_unchanged(self._path(key), expected, to_bytes(new)) is not None
        beyond = self.versions(key)[:-VERSION_HISTORY]
        for version in beyond:
            archive_file(version.path, self._tree.archive(self._folder) / key)
        return is_done

    def _keep(self, key: str, text: str, now: datetime) -> None:
        versions = self.versions(key)
        if versions and versions[-1].text == text:
            return
        number = versions[-1].number + 1 if versions else 1
        stamp = now.astimezone(timezone.utc).strftime(_STAMP)
        json_files.write(self._versions_folder(key) / f"{number:04d}_{stamp}.md", to_bytes(text))

    def _written(self, key: str) -> _Written:
        """Return the machine's last written lines, by heading.

        Pending lines are noted as well, as a crash may come before or after the write.
        """
        noted = json_files.read_json(self._notes(key)) or {}
        try:
            is_done = "next" in noted and noted["replaced"] != sha256_of(self._text(key))
            lines = noted["next"] if is_done else noted.get("written", {})
            return {heading: tuple(items) for heading, items in lines.items()}
        except (KeyError, TypeError, AttributeError) as error:
            json_files.put_aside(self._notes(key), f"is not what was noted: {error!r}")
            return {}

    def _author(self, key: str, text: str | None) -> str:
        """Return the author of a text of the file; empty if unknown."""
        noted = json_files.read_json(self._author_note(key))
        versions = (noted, noted.get("before")) if isinstance(noted, dict) else ()
        for one in versions:
            if isinstance(one, dict) and one.get("sha256") == sha256_of(text):
                return str(one.get("by", ""))
        return ""

    def _note_author(self, key: str, text: str, by: str, agent: tuple[str, str]) -> None:
        """Note the author of a text about to be written; valid once the file has that text."""
        if by:
            now = self._text(key)
            before = {"by": self._author(key, now), "sha256": sha256_of(now)}
            noted: dict[str, Any] = {"by": by, "sha256": sha256_of(text), "before": before}
            agents_name, said = agent
            if agents_name:
                noted["agent"] = {"by": agents_name, "text": said}
            json_files.write_json(self._author_note(key), noted)

    def _text(self, key: str) -> str | None:
        return read_text(self._path(key))

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.md"

    def _versions_folder(self, key: str) -> Path:
        return self._folder / ".versions" / key

    def _notes(self, key: str) -> Path:
        return self._versions_folder(key) / "written.json"

    def _author_note(self, key: str) -> Path:
        return self._versions_folder(key) / "author.json"


def _read_version(path: Path) -> Version:
    number, _, stamp = path.stem.partition("_")
    replaced = datetime.strptime(stamp, _STAMP).replace(tzinfo=timezone.utc)
    return Version(int(number), replaced, path)
