"""``daily/YYYY-MM-DD.md``: digests that the machine keeps up and a person may edit (003 §3).

A digest is made of lines in four sections; some of the lines are facts. As with knowledge, what the
machine said and says no longer goes; a line that a person wrote stays, and a line of the machine's
that a person deleted does not come back.

Its sources are stored beside it: ``daily/.sources/YYYY-MM-DD.json``. From them follows whether a
day has something new, what the machine wrote, and what sessions said that have left for the
archive since.

As chunks digests are found: each piece once, brought up to date with the page.
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

#: Beside the document's four sections: with whom the robot spoke, and when.
SESSIONS = "Sessions"
#: A digest has at most so many lines below a heading.
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
    triple: FactTriple | None = None  # the fact that it says, None where it says none that is sure
    # whether a person said or decided it; False for what the memory found by itself
    is_said: bool = True

    @property
    def line(self) -> tuple[str, str]:
        """Its heading and text."""
        return self.part.value, self.text


def digest_text(day: date, text: str | None, wanted: Lines, written: Lines) -> str:
    """Return the text of a digest, of what the machine says now, and wrote last.

    A page with nothing in it is no wish to forget.
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
    """Tell whether a line says that an agent says so, or who is only said to be a person."""
    return line.endswith(SAYS_SO)


@dataclass(frozen=True)
class DigestedSource:
    """What a digest tells of one session or event: of each line its heading and text."""

    sha256: str  # of what was said
    first: datetime  # when that began, UTC; lines stand in this order
    lines: tuple[tuple[str, str], ...]
    is_said: bool = True
    facts: tuple[str, ...] = ()  # the ids of what the graph learned of it
    denied: tuple[str, ...] = ()  # the ids of the facts that it denies, whether known or not

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
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
    """What a digest was made of, by session or event."""

    sources: Mapping[str, DigestedSource] = field(default_factory=dict)
    page_sha256: str = ""  # of the page when it was last made into chunks; empty where it was not

    def lines(self) -> dict[str, tuple[str, ...]]:
        """Return what the machine says below each heading, each line once, in order of time.

        What a person told the memory to note is told once: as what was learned. Where there is no
        room for all, what agents said is left out first, then what no person said.
        """
        return {heading: _with_room(texts) for heading, texts in self._all().items()}

    def facts_of(self, name: str) -> tuple[set[str], set[str]]:
        """Return the ids of the facts that a session or event says, and that it denies."""
        source = self.sources.get(name)
        return (set(source.facts), set(source.denied)) if source else (set(), set())

    def _all(self) -> dict[str, dict[str, bool]]:
        """Return what there is to say, and of each line whether a person said it."""
        found: dict[str, dict[str, bool]] = {heading: {} for heading in HEADINGS}
        for _, source in sorted(self.sources.items(), key=lambda pair: (pair[1].first, pair[0])):
            for heading, text in source.lines:
                if heading in found:
                    found[heading][text] = found[heading].get(text, False) or source.is_said
        return {heading: _once(texts) for heading, texts in found.items()}

    def said(self) -> DigestRecord:
        """Return the same with what people said and decided alone."""
        sources = {
            name: replace(one, lines=tuple(line for line in one.lines if line[0] != SESSIONS))
            for name, one in self.sources.items()
            if one.is_said
        }
        return replace(self, sources=sources)

    def left_out(self) -> int:
        """Return how many lines have no room."""
        return sum(max(0, len(texts) - _MOST_LINES) for texts in self._all().values())

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "sources": {name: source.as_record() for name, source in sorted(self.sources.items())},
            "page_sha256": self.page_sha256,
        }


def _once(lines: Mapping[str, bool]) -> dict[str, bool]:
    """Leave out "ada: Door sticks" where a person had "Door sticks" noted as well."""
    stated = {line.casefold() for line, is_said in lines.items() if is_said}
    return {
        line: is_said
        for line, is_said in lines.items()
        if line.partition(": ")[2].casefold() not in stated
    }


def _with_room(lines: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the lines that there is room for, in their order."""
    # The order stays otherwise.
    said_first = sorted(lines, key=lambda line: (not lines[line], is_told(line)))
    kept = frozenset(said_first[:_MOST_LINES])
    return tuple(line for line in lines if line in kept)


def read_record(data: Any) -> DigestRecord:
    """Read what :meth:`DigestRecord.as_record` wrote; of what is none, nothing is known."""
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
        """Return the days of which it is kept what their digest was made of."""
        paths = own_files(self.folder / ".sources", "*.json")
        return [day for day in map(_day_of, paths) if day]

    def path(self, day: date) -> Path:
        """Return where the digest of a day is."""
        return self.folder / f"{day.isoformat()}.md"

    def record_path(self, day: date) -> Path:
        """Return where it is kept what the digest of a day was made of."""
        return self.folder / ".sources" / f"{day.isoformat()}.json"

    def text(self, day: date) -> str | None:
        """Return the digest of a day; None where there is none."""
        return read_text(self.path(day))

    def said(self, day: date) -> str:
        """Return what people said, decided or wrote of a day's digest; empty where that is nothing.

        What the memory found by itself, and the list of sessions, is left out.
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
        """Return what the digest of a day was made of. Nothing is changed.

        A crash may have come before or after the page was written; the page tells which.
        """
        data = self._read(day)
        if "next" not in data:
            return read_record(data)
        is_done = data.get("replaced") != sha256_of(self.text(day))
        return read_record(data["next"] if is_done else data)

    def write(self, day: date, record: DigestRecord) -> str:
        """Bring the digest of a day up to date; return its text. Durable when this returns."""
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
        """Replace the digest between two states of its record; False where somebody edited it."""
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
        """Keep what the digest was made of; no change, no write."""
        if self._read(day) != record.as_record():
            write_json(self.record_path(day), record.as_record())

    def forget(self, day: date) -> None:
        """Remove what was kept of a digest that is in the archive."""
        self.record_path(day).unlink(missing_ok=True)

    def _read(self, day: date) -> dict[str, Any]:
        return read_object(self.record_path(day)) or {}


def _day_of(path: Path) -> date | None:
    """Return the day that a file is named by; None where it is named otherwise."""
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
    """Let the chunks of a digest say what the page says; return how many were written.

    Ids follow from the day and the place in the page, so that it may be interrupted and repeated.
    What a person edited or deleted stays as it is. Of a page that leaves for the archive the text
    is what people said, decided or wrote, and may be empty; the chunks that it has no more are
    dropped then, as the archive has what they said.
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
        # A microsecond apart, so that sorted by time they keep their order.
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
