"""``daily/YYYY-MM-DD.md``: digests that the machine updates and a person may edit (003 §3).

A digest consists of lines in four sections; some of the lines are facts. As with knowledge, a
machine's line is removed when the machine no longer says it; a line that a person wrote stays, and
a machine's line that a person deleted does not come back.

A digest's sources are stored beside it, in ``daily/.sources/YYYY-MM-DD.json``. They show whether a
day has something new, which lines the machine wrote, and what sessions said that were archived
since.

Digests are also stored as chunks: each piece once, kept in step with the page.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, tzinfo
from enum import Enum
from pathlib import Path
from typing import Any

from robot_memory.entries.text_as_read import SAYS_SO
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.chunks import (
    Chunk,
    ChunkFilter,
    ChunkLinks,
    ChunkMetadata,
    ChunkStore,
    ChunkType,
)
from robot_memory.long_term.chunks.chunk import ChunkOrigin, ChunkSource, digest_of, mint_id
from robot_memory.long_term.chunks.derived_chunk import put_away, take_in
from robot_memory.long_term.chunks.new_chunk import pieces_of
from robot_memory.long_term.levels import markdown_page
from robot_memory.long_term.levels.json_files import own_files, put_aside, read_object, write_json
from robot_memory.long_term.levels.markdown_page import read_page, read_text, sha256_of, to_bytes

#: Beside the document's four sections: the sessions, with their speakers and times.
SESSIONS = "Sessions"
#: The most lines of a digest below one heading.
_MOST_LINES = 100

#: Heading → the lines below it.
Lines = Mapping[str, tuple[str, ...]]


class DigestSection(str, Enum):
    """The sections of a digest, with the document's titles in its order."""

    FACTS = "Facts Learned"
    DECISIONS = "Decisions Made"
    PREFERENCES = "Preferences Noted"
    ACTIONS = "Action Items"


HEADINGS = (*(part.value for part in DigestSection), SESSIONS)


@dataclass(frozen=True)
class FactTriple:
    """The fact in a line: ``deployment project``, ``started_on``, ``2026-05-15``."""

    subject: str
    predicate: str
    object: str


@dataclass(frozen=True)
class DigestLine:
    """A line of a digest, its text on one line."""

    part: DigestSection
    text: str
    triple: FactTriple | None = None  # the fact that it states; None if none is certain
    # whether a person said or decided it; False for what the memory found itself
    is_said: bool = True

    @property
    def line(self) -> tuple[str, str]:
        """Its heading and text."""
        return self.part.value, self.text


def digest_text(day: date, text: str | None, wanted: Lines, written: Lines) -> str:
    """Return the text of a digest from the machine's present lines and its last written ones.

    An empty page does not mean that its lines were deleted.
    """
    if not text or not text.strip():
        made = [
            markdown_page.make_section(name, [f"- {line}" for line in wanted.get(name, ())])
            for name in HEADINGS
            if name != SESSIONS or wanted.get(name)
        ]
        return markdown_page.make_page(day.isoformat(), made).render()
    page = markdown_page.read_page(text)
    for heading in HEADINGS:
        section = markdown_page.merged_section(
            page, heading, wanted.get(heading, ()), written.get(heading, ())
        )
        page = page if section is None else page.put(section)
    return page.render()


def is_told(line: str) -> bool:
    """Tell whether a line names an agent, or somebody only said to be a person, as its source."""
    return line.endswith(SAYS_SO)


@dataclass(frozen=True)
class DigestedSource:
    """A digest's lines from one session or event, each with its heading and text."""

    sha256: str  # of the content
    first: datetime  # its start, UTC; lines are in this order
    lines: tuple[tuple[str, str], ...]
    is_said: bool = True
    facts: tuple[str, ...] = ()  # the ids of the facts that the graph learned from it
    denied: tuple[str, ...] = ()  # the ids of the facts that it denies, known or not

    def as_record(self) -> dict[str, Any]:
        """Return this source as JSON data."""
        return {
            "sha256": self.sha256,
            "from": stamps.to_text(self.first),
            "lines": [list(line) for line in self.lines],
            **({} if self.is_said else {"said": False}),
            **({"facts": list(self.facts)} if self.facts else {}),
            **({"denied": list(self.denied)} if self.denied else {}),
        }


@dataclass(frozen=True)
class DigestRecord:
    """The sources of a digest, by session or event."""

    sources: Mapping[str, DigestedSource] = field(default_factory=dict)
    page_sha256: str = ""  # of the page when it was last stored as chunks; empty if it was not

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Return the machine's lines below each heading, each line once, in order of time.

        A note that a person gave to the memory appears once: as what was learned. If there is no
        room for all lines, agents' lines are left out first, then those that no person said.
        """
        return {heading: _with_room(texts) for heading, texts in self._all().items()}

    def facts_of(self, name: str) -> tuple[set[str], set[str]]:
        """Return the ids of the facts that a session or event states, and that it denies."""
        source = self.sources.get(name)
        return (set(source.facts), set(source.denied)) if source else (set(), set())

    def _all(self) -> dict[str, dict[str, bool]]:
        """Return the lines below each heading, each with whether a person said it."""
        found: dict[str, dict[str, bool]] = {heading: {} for heading in HEADINGS}
        for _, source in sorted(self.sources.items(), key=lambda pair: (pair[1].first, pair[0])):
            for heading, text in source.lines:
                if heading in found:
                    found[heading][text] = found[heading].get(text, False) or source.is_said
        return {heading: _once(texts) for heading, texts in found.items()}

    def said(self) -> DigestRecord:
        """Return the record with only what people said and decided."""
        sources = {
            name: replace(one, lines=tuple(line for line in one.lines if line[0] != SESSIONS))
            for name, one in self.sources.items()
            if one.is_said
        }
        return replace(self, sources=sources)

    def left_out(self) -> int:
        """Return the number of lines without room."""
        return sum(max(0, len(texts) - _MOST_LINES) for texts in self._all().values())

    def as_record(self) -> dict[str, Any]:
        """Return this record as JSON data."""
        return {
            "sources": {name: source.as_record() for name, source in sorted(self.sources.items())},
            "page_sha256": self.page_sha256,
        }


def _once(lines: Mapping[str, bool]) -> dict[str, bool]:
    """Leave out "ada: Door sticks" if a person also had "Door sticks" noted."""
    stated = {line.casefold() for line, is_said in lines.items() if is_said}
    return {
        line: is_said
        for line, is_said in lines.items()
        if line.partition(": ")[2].casefold() not in stated
    }


def _with_room(lines: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the lines that have room, in their order."""
    # The order of lines is kept otherwise.
    said_first = sorted(lines, key=lambda line: (not lines[line], is_told(line)))
    kept = frozenset(said_first[:_MOST_LINES])
    return tuple(line for line in lines if line in kept)


def read_record(data: Any) -> DigestRecord:
    """Read the output of :meth:`DigestRecord.as_record`; empty for any other data."""
    sources = data.get("sources") if isinstance(data, dict) else None
    if not isinstance(sources, dict):
        return DigestRecord()
    sources = {name: _read_source(value) for name, value in sources.items()}
    known = {name: value for name, value in sources.items() if value is not None}
    return DigestRecord(known, str(data.get("page_sha256", "")))


def _read_source(data: Any) -> DigestedSource | None:
    first = time_of(data.get("from")) if isinstance(data, dict) else None
    if first is None or not isinstance(data.get("lines"), list):
        return None
    pairs = [line for line in data["lines"] if isinstance(line, list) and len(line) == 2]
    lines = tuple((str(heading), str(text)) for heading, text in pairs)
    is_said = data.get("said") is not False
    facts, denied = (
        tuple(map(str, ids)) if isinstance(ids := data.get(name), list) else ()
        for name in ("facts", "denied")
    )
    return DigestedSource(str(data.get("sha256", "")), first, lines, is_said, facts, denied)


TAG = "digest"


class DigestFiles:
    """Reads and writes digests."""

    def __init__(self, home: Path) -> None:
        self.folder = home / "daily"

    def paths(self) -> list[Path]:
        """Return the digests, oldest first."""
        return [path for path in own_files(self.folder, "*.md") if _day_of(path)]

    def recorded(self) -> list[date]:
        """Return the days whose digests have a stored record of their sources."""
        paths = own_files(self.folder / ".sources", "*.json")
        return [day for day in map(_day_of, paths) if day]

    def path(self, day: date) -> Path:
        """Return the path of a day's digest."""
        return self.folder / f"{day.isoformat()}.md"

    def record_path(self, day: date) -> Path:
        """Return the path of the record of a day's sources."""
        return self.folder / ".sources" / f"{day.isoformat()}.json"

    def text(self, day: date) -> str | None:
        """Return the text of a day's digest; None if there is none."""
        return read_text(self.path(day))

    def said(self, day: date) -> str:
        """Return what people said, decided or wrote in a day's digest; empty if nothing.

        What the memory found itself, and the list of sessions, are left out.
        """
        text, record = self.text(day) or "", self.record(day)
        if not text.strip():
            return ""
        kept = digest_text(day, text, record.said().lines(), record.lines())
        page = read_page(kept)
        is_empty = page.head.strip() in ("", f"# {day.isoformat()}") and not any(
            section.body for section in page.sections
        )
        return "" if is_empty else kept

    def record(self, day: date) -> DigestRecord:
        """Return the record of a day's digest. Nothing is changed.

        A crash may have happened before or after the page was written; the page shows which.
        """
        data = self._read(day)
        if "next" not in data:
            return read_record(data)
        is_done = data.get("replaced") != sha256_of(self.text(day))
        return read_record(data["next"] if is_done else data)

    def write(self, day: date, record: DigestRecord) -> str:
        """Update the digest of a day; return its text. Durable when this returns."""
        kept = self.record_path(day)
        if kept.exists() and not self._read(day):
            put_aside(kept, "is not a JSON object")
        record = replace(record, page_sha256="")
        attempts = ReplacementAttempts(self.path(day))
        while True:
            old, text = self.record(day), self.text(day)
            new = digest_text(day, text, record.lines(), old.lines())
            if new == text or self._replace(day, text, new, old, record):
                break
            attempts.fail()
        self.note(day, record)
        return new

    def _replace(
        self, day: date, text: str | None, new: str, old: DigestRecord, record: DigestRecord
    ) -> bool:
        """Replace the digest between two states of its record; False if somebody edited it."""
        pending = {"next": record.as_record(), "replaced": sha256_of(text)}
        write_json(self.record_path(day), {**old.as_record(), **pending})
        expected = None if text is None else to_bytes(text)
        is_done = False
        try:
            is_done = replace_unchanged(self.path(day), expected, to_bytes(new)) is not None
        finally:
            if not is_done:
                self.note(day, old)
        return is_done

    def note(self, day: date, record: DigestRecord) -> None:
        """Store the record of a digest, unless it is unchanged."""
        if self._read(day) != record.as_record():
            write_json(self.record_path(day), record.as_record())

    def forget(self, day: date) -> None:
        """Remove the record of a digest that is in the archive."""
        self.record_path(day).unlink(missing_ok=True)

    def _read(self, day: date) -> dict[str, Any]:
        return read_object(self.record_path(day)) or {}


def _day_of(path: Path) -> date | None:
    """Return the day in a file's name; None if the name is no date."""
    try:
        day = date.fromisoformat(path.stem)
    except ValueError:
        return None
    return day if day.isoformat() == path.stem else None


def store_digest(
    store: ChunkStore,
    day: date,
    text: str,
    zone: tzinfo | None,
    remove: Callable[[ChunkStore, Chunk], bool] = put_away,
) -> int:
    """Update the chunks of a digest from its page; return how many were written.

    Ids follow from the day and the position in the page, so that this may be interrupted and
    repeated. Chunks that a person edited or deleted stay. For a page that is archived, the text is
    what people said, decided or wrote, and may be empty; chunks that are no longer in it are then
    dropped, as the archive holds them.
    """
    encodable = text.encode("utf-8", "replace").decode()
    chunks = _chunks(day, pieces_of(encodable) if encodable.strip() else [], zone)
    written = sum(take_in(store, chunk) in ("created", "changed") for chunk in chunks)
    kept = {chunk.id for chunk in chunks}
    for known in store.find(ChunkFilter(_conversation(day), frozenset({TAG}))):
        gone = store.read_chunk(known) if known not in kept else None
        if gone is not None:
            remove(store, gone)
    return written


def _chunks(day: date, pieces: list[str], zone: tzinfo | None) -> list[Chunk]:
    begin = datetime.combine(day, time(), zone)
    created = begin if zone else begin.astimezone()
    chunks: list[Chunk] = []
    for number, piece in enumerate(pieces):
        # A microsecond apart, so that sorting by time keeps their order.
        when = stamps.to_text(created + timedelta(microseconds=number))
        chunk = Chunk(
            id=mint_id(created, f"{_conversation(day)}\n{number}", lambda _: False),
            content=piece,
            tokens=max(1, estimate_tokens(piece)),
            type=ChunkType.NOTE,
            metadata=ChunkMetadata(when, _conversation(day), ChunkSource.DERIVED.value),
            links=ChunkLinks(follows=[chunk.id for chunk in chunks[-1:]]),
            tags=[TAG],
            origin=ChunkOrigin(digest_of(piece), ()),
        )
        chunks.append(chunk)
    return chunks


def _conversation(day: date) -> str:
    return f"digest-{day.isoformat()}"
