"""The digests on disk, ``daily/YYYY-MM-DD.md`` (003 §Directory Layout), and their chunks.

As chunks digests are found: each piece once, brought up to date with the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any

from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.disk.file_replacement import ReplacementAttempts, replace_unchanged
from robot_memory.foundation.time import stamps
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
from robot_memory.long_term.levels.json_files import own_files, put_aside, read_object, write_json
from robot_memory.long_term.levels.markdown_page import read_page, read_text, sha256_of, to_bytes
from robot_memory.long_term.night_shift.digest_page import DigestRecord, digest_text, read_record

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
        self._set_damage_aside(day)
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

    def _set_damage_aside(self, day: date) -> None:
        path = self.record_path(day)
        if path.exists() and not self._read(day):
            put_aside(path, "is not a JSON object")


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
    What a person edited or deleted stays as it is.

    Args:
        text: of a page that leaves for the archive, what people said, decided or wrote; may be
            empty.
        remove: does away with a chunk that the page has no more; one whose page leaves is dropped,
            as the archive has what it said.
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
