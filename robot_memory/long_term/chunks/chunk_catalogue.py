"""The index of all chunks on disk, kept consistent with the chunk files (001 §Directory Structure).

Other programs may change the chunk files. Everything in the three index files is derived from them.
The layout, ``entries``, ``lists`` and ``updated``, is that of the schema's first tool.
``metadata_index.json`` is written last and names the matching versions of the other two: if any of
the three is missing, damaged or of another time, all are rebuilt. The links of a chunk are read on
demand.

See docs/reference/chunks.md, "Files" and "Crashes, full disks, other programs".
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk.file_replacement import ReplacementAttempts
from robot_memory.foundation.disk.files import (
    make_private_folder,
    read_regular,
    replace_durably,
    set_aside,
)
from robot_memory.foundation.errors import InvalidChunk
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunk_folders import ChunkFolders, signature_of
from robot_memory.long_term.chunks.chunk_index import ChunkIndex, IndexEntry, Signature

_LOG = logging.getLogger(__name__)
METADATA, TAGS, LINKS = "metadata_index.json", "tag_index.json", "link_graph.json"
# Up to this many chunks, the index files are written after each change; with more, after a tenth
# of the excess has changed, so that writing them costs a bounded share of writing chunks. Changes
# that are not in them yet are found at the next opening.
_SMALL = 100
_SHARE = 10
_UNSETTLED = -1
#: The targets of a chunk by kind; kinds without targets are left out.
_Targets = Mapping[str, list[str]]


class ChunkCatalogue:
    """The index of all chunks, dated by ``now``; the caller holds the store's lock.

    Args:
        index: the folder of the index files.
    """

    def __init__(self, folders: ChunkFolders, index: Path, now: Callable[[], datetime]) -> None:
        self._folders = folders
        self._files = _IndexFiles(index)
        self._now = now
        self._settled: dict[str, int] = {}
        known = self._files.read()
        self.index = known if known is not None else ChunkIndex()
        #: The links of all chunks except for changed ones; None: not read yet.
        self._links: dict[str, _Targets] | None = None if known is not None else {}
        self._changed_links: dict[str, _Targets | None] = {}
        self._unsaved = 0
        self._used = 0
        self.refresh()
        (self.save if known is None else self.save_if_due)()

    def refresh(self) -> None:
        """Take in changes by other programs: new, changed and removed chunks."""
        now = self._folders.now()
        months = self._folders.months()
        for month, changed in months.items():
            if self._settled.get(month) == changed:
                continue
            self._scan(month)
            # A later change within the same tick of the file system's clock leaves no trace.
            self._settled[month] = changed if changed < now else _UNSETTLED
        for month in self.index.months() - months.keys():
            self._forget_all(self.index.of_month(month))

    def _scan(self, month: str) -> None:
        seen = dict(self._folders.scan(month))
        self._forget_all(self.index.of_month(month) - seen.keys())
        for chunk_id, signature in seen.items():
            if not self._is_known(chunk_id, signature):
                self.read(chunk_id)

    def _is_known(self, chunk_id: str, signature: Signature) -> bool:
        entry = self.index.get(chunk_id)
        return entry is not None and entry.signature == signature

    def read(self, chunk_id: str) -> Chunk | None:
        """Return a chunk from its file; None if there is none that can be used.

        A damaged file is set aside: 001 §Safety Features, "Corruption handling".
        """
        path = self._folders.path_of(chunk_id)
        try:
            chunk, signature = self._folders.read(path)
        except FileNotFoundError:
            self.forget(chunk_id)
            return None
        except InvalidChunk as error:
            self._set_aside(path, chunk_id, error)
            return None
        except OSError as error:
            _LOG.error("%s cannot be read: %s", path, error)
            return None
        if not self._is_known(chunk_id, signature):
            self.note(chunk, signature)
        return chunk

    def _set_aside(self, path: Path, chunk_id: str, problem: InvalidChunk) -> None:
        self.forget(chunk_id)
        try:
            _LOG.error("%s is damaged; moved to %s: %s", path, set_aside(path).name, problem)
        except OSError as error:
            _LOG.error("%s is damaged and cannot be moved aside: %s\n%s", path, error, problem)

    def change(
        self, chunk_id: str, changed: Callable[[Chunk | None], Chunk | None]
    ) -> Chunk | None:
        """Replace a chunk; durable when this returns.

        Args:
            changed: makes the new chunk from the present one, or from None if there is none;
                returns None to leave it.

        Raises:
            OSError: the file cannot be written, or other programs change it all the time.
        """
        attempts = ReplacementAttempts(self._folders.path_of(chunk_id))
        while True:
            is_known = self.index.get(chunk_id) is not None or self._folders.has(chunk_id)
            was = self.read(chunk_id) if is_known else None
            chunk = changed(was)
            if chunk is None:
                return None
            signature = self._folders.write(chunk, was)
            if signature is not None:
                self.note(chunk, signature)
                self.save_if_due()
                return chunk
            attempts.fail()

    def note_use(self, chunk: Chunk, signature: Signature) -> None:
        """Note that a chunk was retrieved; no answer of the index depends on that."""
        self.index.put(IndexEntry.of(chunk, signature))
        self._used += 1
        self.save_if_due()

    def note(self, chunk: Chunk, signature: Signature) -> None:
        """Add a chunk that was written or read."""
        self.index.put(IndexEntry.of(chunk, signature))
        self._changed_links[chunk.id] = _interned(chunk.links.by_kind())
        self._unsaved += 1

    def forget(self, chunk_id: str) -> None:
        """Remove a chunk that no longer exists."""
        if self.index.get(chunk_id) is not None:
            self.index.drop(chunk_id)
            self._changed_links[chunk_id] = None
            self._unsaved += 1

    def _forget_all(self, ids: frozenset[str]) -> None:
        for chunk_id in ids:
            self.forget(chunk_id)

    def _all_links(self) -> dict[str, _Targets]:
        """Return the links of all chunks, from the chunks themselves if their file is unusable."""
        if self._links is None:
            try:
                self._links = {sys.intern(id_): _interned(links)
                               for id_, links in self._files.read_links().items()}  # fmt: skip
            except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
                _LOG.warning("the links are read from the chunks: %s", error)
                self._links = {}
                for entry in list(self.index):
                    chunk = self.read(entry.id)
                    if chunk is not None:
                        self._changed_links[chunk.id] = _interned(chunk.links.by_kind())
        for chunk_id, targets in self._changed_links.items():
            self._links.pop(chunk_id, None)
            if targets is not None:
                self._links[chunk_id] = targets
        self._changed_links.clear()
        return {id_: found for id_, found in self._links.items() if self.index.get(id_)}

    def save_if_due(self) -> None:
        """Write the index files if enough has changed."""
        share = (len(self.index) - _SMALL) / _SHARE
        if self._unsaved > max(0, share) or self._used > max(_SMALL, share):
            self.save()

    def save(self) -> None:
        """Write the index files if anything has changed; a failure is logged, and loses nothing."""
        self.refresh()
        if not self._unsaved and not self._used:
            return
        links = self._all_links()
        try:
            self._files.write(self.index, links, self._now())
        except OSError as error:
            _LOG.warning("the index is not written, and is made anew when needed: %s", error)
            return
        self._unsaved = self._used = 0


def _interned(links: _Targets) -> _Targets:
    """Store each id once in memory, however many chunks link to it."""
    return {kind: [*map(sys.intern, found)] for kind, found in links.items() if found}


class _IndexFiles:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        make_private_folder(folder)

    def write(self, index: ChunkIndex, links: Mapping[str, _Targets], updated: datetime) -> None:
        """Write all three files."""
        make_private_folder(self._folder)
        when = stamps.to_text(updated)
        self._write(TAGS, {"entries": {}, "lists": index.tags(), "updated": when})
        self._write(LINKS, {"entries": dict(sorted(links.items())), "lists": {}, "updated": when})
        entries = {
            entry.id: {
                "type": entry.type, "conversation_id": entry.conversation_id,
                "created": stamps.to_text(entry.created), "confidence": entry.confidence,
                "size": entry.signature[0], "mtime_ns": entry.signature[1],
            }
            for entry in sorted(index, key=lambda e: e.id)
        }  # fmt: skip
        files = {name: self._signature(name) for name in (TAGS, LINKS)}
        data = {"entries": entries, "lists": {}, "files": files, "updated": when}
        self._write(METADATA, data)

    def _write(self, name: str, data: Mapping[str, Any]) -> None:
        replace_durably(self._folder / name, "".join(_lines(data)).encode())

    def _signature(self, name: str) -> Signature | None:
        try:
            return signature_of((self._folder / name).stat())
        except FileNotFoundError:
            return None

    def read(self) -> ChunkIndex | None:
        """Read the index; None if the files are incomplete or do not match."""
        try:
            metadata = self._load(METADATA)
            files = {name: list(self._signature(name) or ()) for name in (TAGS, LINKS)}
            if metadata["files"] != files:
                raise ValueError(f"{TAGS} and {LINKS} were written at another time")
            tags = _tags_of(self._load(TAGS)["lists"])
            return ChunkIndex(
                _entry_of(chunk_id, record, tags.get(chunk_id, frozenset()))
                for chunk_id, record in metadata["entries"].items()
            )
        except FileNotFoundError as error:
            _LOG.info("no index yet, or an incomplete one: %s", error)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            _LOG.warning("%s cannot be used and is made anew: %s", self._folder, error)
        return None

    def read_links(self) -> dict[str, _Targets]:
        """Read the links of all chunks, from files that :meth:`read` accepted."""
        entries: dict[str, _Targets] = self._load(LINKS)["entries"]
        return entries

    def _load(self, name: str) -> Any:
        return json.loads(read_regular(self._folder / name))


def _entry_of(chunk_id: str, record: Mapping[str, Any], tags: frozenset[str]) -> IndexEntry:
    return IndexEntry(
        id=chunk_id,
        type=str(record["type"]),
        conversation_id=str(record["conversation_id"]),
        created=stamps.from_text(record["created"]),
        confidence=float(record["confidence"]),
        tags=tags,
        signature=(int(record["size"]), int(record["mtime_ns"])),
    )


def _tags_of(lists: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    """Turn the chunks of each tag into the tags of each chunk."""
    found: dict[str, set[str]] = {}
    for tag, ids in lists.items():
        for chunk_id in ids:
            found.setdefault(chunk_id, set()).add(tag)
    return {chunk_id: frozenset(tags) for chunk_id, tags in found.items()}


_json = json.JSONEncoder(ensure_ascii=False).encode


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    """Write JSON with one entry per line: small diffs, readable in ``less``."""
    yield "{\n"
    for number, (name, value) in enumerate(data.items()):
        yield ",\n" if number else ""
        if isinstance(value, dict) and value:
            items = (f"    {_json(key)}: {_json(item)}" for key, item in value.items())
            yield f"  {_json(name)}: {{\n"
            yield ",\n".join(items)
            yield "\n  }"
        else:
            yield f"  {_json(name)}: {_json(value)}"
    yield "\n}\n"
