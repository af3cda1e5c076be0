"""The chunk store, with the calls of document 001 (§Python API).

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidChunk
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Clock, SystemClock
from robot_memory.long_term.chunks import new_chunk
from robot_memory.long_term.chunks.chunk import (
    BY,
    DEFAULT_CONFIDENCE,
    MANUAL_KINDS,
    Chunk,
    ChunkLinks,
    ChunkSource,
    ChunkType,
    is_chunk_id,
    mint_id,
)
from robot_memory.long_term.chunks.chunk_catalogue import ChunkCatalogue
from robot_memory.long_term.chunks.chunk_file import as_record, check_chunk
from robot_memory.long_term.chunks.chunk_folders import ChunkFolders, StoreLock
from robot_memory.long_term.chunks.chunk_index import ChunkFilter, Signature, links_for, retagged

# The audit log (001 §Safety Features): actions and chunk ids, never contents.
_LOG = logging.getLogger(__name__)


class ChunkStore:
    """Chunks in a folder, a memory home; several threads and programs may use it at once.

    Missing folders are made; the default clock is this machine's.
    """

    def __init__(self, path: str | os.PathLike[str], *, clock: Clock | None = None) -> None:
        self.path = Path(path).expanduser()
        self._clock = clock if clock is not None else SystemClock()
        self._folders = ChunkFolders(self.path)
        self._lock = StoreLock(self._folders.lock)
        with self._lock.held():
            self._folders.clean_up()
            self._catalogue = ChunkCatalogue(self._folders, self.path / "index", self._now)
        _LOG.info("%s: opened, %d chunks", self.path, self.count())

    def __enter__(self) -> ChunkStore:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _now(self) -> datetime:
        return self._clock.now().time

    # -- create ----------------------------------------------------------------------------------

    def create_chunk(
        self,
        content: str,
        chunk_type: str = ChunkType.NOTE,
        conversation_id: str = "",
        tokens: int | None = None,
        tags: Iterable[str] | None = None,
        confidence: float = DEFAULT_CONFIDENCE,
        links: ChunkLinks | None = None,
        *,
        source: str = ChunkSource.INTERACTION,
        created: datetime | None = None,
        by: str = "",
    ) -> Chunk:
        """Store one chunk as it is, with its automatic links; durable when this returns.

        Args:
            content: the memory, at most 800 tokens; :meth:`create_chunks` splits longer texts. A
                text of less than 100 tokens is kept whole and marked as short.
            chunk_type: fact, preference, pattern, note or decision.
            conversation_id: its conversation; empty: none.
            tokens: the number of tokens; by default an estimate.
            confidence: how reliable it is, in [0, 1].
            links: links to other chunks, in addition to the automatic ones.
            source: how it was made: interaction, import or derived.
            created: the time of creation; by default now.
            by: "person" if a person wrote it; empty: a program, which may repeat others.

        Raises:
            InvalidChunk: lists everything wrong with it; nothing was stored.
        """
        content = new_chunk.clean_content(content)
        with self._lock.held():
            when = created if created is not None else self._now()
            time = stamps.to_text(when)
            seed = storable(f"{time}\n{conversation_id}\n{content}")
            record = {
                "id": mint_id(when, seed, self._folders.has),
                "content": content,
                "tokens": tokens,
                "type": chunk_type,
                "metadata": {
                    "created": time,
                    "conversation_id": new_chunk.clean_content(conversation_id),
                    "source": source,
                    "confidence": confidence,
                    **({BY: by} if by else {}),
                },
                "links": (links or ChunkLinks()).by_kind(),
                "tags": tags,
            }
            chunk = new_chunk.make_chunk(record)
            automatic = links_for(self._catalogue.index, chunk)
            return self.save_chunk(replace(chunk, links=automatic.joined(chunk.links)))

    def create_chunks(self, content: str, **fields: Any) -> list[Chunk]:
        """Split a text of any length into chunks of 100–800 tokens, and store them in order.

        Args:
            content: the text; a text of less than 100 tokens becomes one short chunk.
            fields: as for :meth:`create_chunk`, except for ``tokens``; raises the same errors.
        """
        pieces = new_chunk.pieces_of(new_chunk.clean_content(content))
        given = fields.pop("links", None) or ChunkLinks()
        with self._lock.held():
            when = fields.pop("created", None) or self._now()
            made: list[Chunk] = []
            for number, piece in enumerate(pieces):
                links = replace(given, follows=[*given.follows, *(c.id for c in made[-1:])])
                # A microsecond apart, so that sorting by time keeps their order.
                time = when + timedelta(microseconds=number)
                made.append(self.create_chunk(piece, created=time, links=links, **fields))
            return made

    def save_chunk(self, chunk: Chunk) -> Chunk:
        """Store a chunk under its id, new or replacing the present one.

        InvalidChunk lists everything wrong with it; then nothing was stored.
        """
        if not is_chunk_id(chunk.id):
            raise InvalidChunk("nothing was stored", [Defect("id", f"{chunk.id!r:.80} is invalid")])
        check_chunk(as_record(chunk), chunk.id)
        with self._lock.held():
            is_new = self._catalogue.index.get(chunk.id) is None
            self._catalogue.change(chunk.id, lambda was: chunk)
            _LOG.info("%s: %s", chunk.id, "created" if is_new else "changed")
            return chunk

    # -- retrieve --------------------------------------------------------------------------------

    def get_chunk(self, chunk_id: str) -> Chunk | None:
        """Return a chunk and count its retrieval; None if there is none.

        An invalid id is refused, and a damaged file is set aside; both are logged.
        """
        with self._lock.held():
            chunk = self.read_chunk(chunk_id)
            if chunk is None:
                return None
            _LOG.info("%s: retrieved", chunk_id)
            return self._counted(chunk)

    def read_chunk(self, chunk_id: str) -> Chunk | None:
        """Return a chunk like :meth:`get_chunk`, but count nothing: for indexes and probes."""
        if not _is_accepted(chunk_id):
            return None
        with self._lock.held():
            return self._catalogue.read(chunk_id)

    def count_accesses(self, ids: Iterable[str]) -> None:
        """Count retrievals by :meth:`read_chunk`, one for each occurrence of an id.

        A search thus need not wait for the disk: the caller counts later, all at once.
        """
        with self._lock.held():
            for chunk_id, times in Counter(ids).items():
                chunk = self.read_chunk(chunk_id)
                if chunk is not None:
                    _LOG.info("%s: retrieved %d times", chunk_id, times)
                    self._counted(chunk, times)

    def _counted(self, chunk: Chunk, times: int = 1) -> Chunk:
        """Count retrievals; neither a full disk nor another program prevents reading."""
        metadata = replace(
            chunk.metadata,
            access_count=chunk.metadata.access_count + times,
            last_accessed=stamps.to_text(self._now()),
        )
        counted = replace(chunk, metadata=metadata)
        try:
            signature = self._folders.write(counted, chunk)
        except OSError as error:
            _LOG.warning("%s: the count of its retrievals was not written: %s", chunk.id, error)
            return chunk
        if signature is None:  # another program has just changed it
            return self._catalogue.read(chunk.id) or chunk
        self._catalogue.note_use(counted, signature)
        return counted

    # -- update ----------------------------------------------------------------------------------

    def update_chunk(self, chunk_id: str, **updates: Any) -> Chunk | None:
        """Change fields of a chunk; return the new chunk, or None if there is none.

        Args:
            updates: content, tokens, type, tags, confidence, links, conversation_id. For a content
                without tokens, these are estimated; tags update ``related_to``.

        Raises:
            InvalidChunk: lists everything wrong with the updates; nothing was changed.
        """
        if not _is_accepted(chunk_id):
            return None

        def updated(chunk: Chunk | None) -> Chunk | None:
            if chunk is None:
                return None
            changed = new_chunk.change_chunk(chunk, updates)
            if "tags" not in updates or "links" in updates:
                return changed
            return replace(changed, links=retagged(chunk, self._catalogue.index, changed.tags))

        with self._lock.held():
            changed = self._catalogue.change(chunk_id, updated)
            if changed is not None:
                _LOG.info("%s: updated (%s)", chunk_id, ", ".join(sorted(updates)))
            return changed

    def link_chunks(self, chunk_id: str, kind: str, target: str) -> Chunk | None:
        """Record manually that a chunk supports or contradicts another one.

        Returns the chunk with that link; None if either chunk does not exist. InvalidChunk says
        that links of that kind cannot be set manually.
        """
        if kind not in MANUAL_KINDS:
            problem = f"{kind!r:.80} is not one of {', '.join(MANUAL_KINDS)}"
            raise InvalidChunk("the chunk was not linked", [Defect("kind", problem)])
        with self._lock.held():
            chunk = self.read_chunk(chunk_id)
            if chunk is None or self.read_chunk(target) is None:
                return None
            links = chunk.links.joined(ChunkLinks.of({kind: [target]}))
            return self.update_chunk(chunk_id, links=links)

    # -- delete ----------------------------------------------------------------------------------

    def delete_chunk(self, chunk_id: str, permanent: bool = False, *, noted: bool = True) -> bool:
        """Archive a chunk, or delete it permanently; tell whether it existed.

        Args:
            permanent: remove the content, also from the archive; no import restores it.
            noted: False: a permanently deleted chunk may be imported again.
        """
        if not _is_accepted(chunk_id):
            return False
        with self._lock.held():
            if permanent:
                is_done = self._folders.delete(chunk_id, self._now() if noted else None)
            else:
                is_done = self._folders.put_away(chunk_id)
            if is_done:
                self._catalogue.forget(chunk_id)
                self._catalogue.save_if_due()
                _LOG.info("%s: %s", chunk_id, "deleted for good" if permanent else "archived")
            return is_done

    def restore_chunk(self, chunk_id: str) -> Chunk | None:
        """Restore a chunk from the archive; None if that is not possible."""
        if not _is_accepted(chunk_id):
            return None
        with self._lock.held():
            if not self._folders.take_back(chunk_id):
                return None
            _LOG.info("%s: restored", chunk_id)
            chunk = self._catalogue.read(chunk_id)
            self._catalogue.save_if_due()
            return chunk

    def read_archived(self, chunk_id: str) -> Chunk | None:
        """Return an archived chunk; None if there is none."""
        if not _is_accepted(chunk_id):
            return None
        with self._lock.held():
            return self._folders.read_archived(chunk_id)

    def list_archived(self) -> list[str]:
        """Return the ids of the archived chunks."""
        return self._folders.archived()

    def is_deleted(self, chunk_id: str) -> bool:
        """Tell whether a chunk was deleted, to the archive or permanently."""
        with self._lock.held():
            return self._folders.is_deleted(chunk_id)

    # -- query -----------------------------------------------------------------------------------

    def list_chunks(
        self,
        conversation_id: str | None = None,
        tags: Iterable[str] | None = None,
        chunk_type: str | None = None,
    ) -> list[Chunk]:
        """Return the chunks that match all arguments, oldest first; this counts as no retrieval."""
        if isinstance(tags, str):
            wrong = Defect("tags", f"{tags!r:.80} is not a list")
            raise InvalidChunk("nothing was listed", [wrong])
        words = frozenset(new_chunk.clean_tags(tags))
        wanted = ChunkFilter(conversation_id, words, chunk_type)
        with self._lock.held():
            chunks = {id_: self._catalogue.read(id_) for id_ in self.find(wanted)}
            # Reading may reveal a change by another tool.
            fits = self._catalogue.index.fits
            return [chunk for id_, chunk in chunks.items() if chunk and fits(id_, wanted)]

    def find(self, wanted: ChunkFilter) -> list[str]:
        """Return the ids of the selected chunks, oldest first, without opening a file."""
        with self._lock.held():
            self._catalogue.refresh()
            self._catalogue.save_if_due()
            ids = self._catalogue.index.select(wanted)
            _LOG.info("%s: listed %d chunks", self.path, len(ids))
            return ids

    def count(self) -> int:
        """Return the number of chunks, without deleted ones."""
        return len(self._catalogue.index)

    def versions(self) -> dict[str, Signature]:
        """Return all ids, each with the version of its file, so that an index can follow."""
        with self._lock.held():
            self._catalogue.refresh()
            return {entry.id: entry.signature for entry in self._catalogue.index}

    # -- end -------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Write the index files if anything has changed."""
        with self._lock.held():
            self._catalogue.save()

    def close(self) -> None:
        """Write the index files; the store can still be used."""
        self.flush()


def _is_accepted(chunk_id: object) -> bool:
    """Refuse an invalid id before it becomes a path (001 §Safety Features)."""
    if is_chunk_id(chunk_id):
        return True
    _LOG.warning("refused: %.80r is not the id of a chunk", chunk_id)
    return False
