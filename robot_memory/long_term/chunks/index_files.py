"""The three index files, reader and writer, and the links in one (001 §Directory Structure).

All of it is derived from the chunk files. The layout, ``entries``, ``lists`` and ``updated``, is
that of the schema's first tool. ``metadata_index.json`` is written last and says which versions of
the other two belong to it: where one of the three is missing, damaged or of another time, all
are made anew. The links of a chunk are read on demand.

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

from robot_memory.foundation.disk.files import make_private_folder, read_regular, replace_durably
from robot_memory.foundation.time import stamps
from robot_memory.long_term.chunks.chunk import ChunkLinks
from robot_memory.long_term.chunks.chunk_folders import signature_of
from robot_memory.long_term.chunks.chunk_index import ChunkIndex, IndexEntry, Signature

#: The targets of a chunk by kind; kinds without any are left out.
Targets = Mapping[str, list[str]]
_LOG = logging.getLogger(__name__)
METADATA, TAGS, LINKS = "metadata_index.json", "tag_index.json", "link_graph.json"


class LinkGraph:
    """All links, known or still to be read."""

    def __init__(self, load: Callable[[], Mapping[str, Targets]]) -> None:
        self._load: Callable[[], Mapping[str, Targets]] | None = load
        self._entries: dict[str, Targets] = {}
        self._changes: dict[str, Targets | None] = {}

    def put(self, chunk_id: str, links: ChunkLinks) -> None:
        """Take in the links of a chunk."""
        self._changes[chunk_id] = _interned(links.by_kind())

    def drop(self, chunk_id: str) -> None:
        """Forget the links of a chunk."""
        self._changes[chunk_id] = None

    def entries(self) -> dict[str, Targets]:
        """Return the links of all chunks."""
        if self._load is not None:
            stored = self._load()
            self._entries = {sys.intern(id_): _interned(links) for id_, links in stored.items()}
            self._load = None
        for chunk_id, targets in self._changes.items():
            self._entries.pop(chunk_id, None)
            if targets is not None:
                self._entries[chunk_id] = targets
        self._changes.clear()
        return self._entries


def _interned(links: Targets) -> Targets:
    """Keep each id once in memory, however many chunks are linked to it."""
    return {kind: [*map(sys.intern, found)] for kind, found in links.items() if found}


class IndexFiles:
    """The folder of the index files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        make_private_folder(folder)

    def write(self, index: ChunkIndex, links: Mapping[str, Targets], updated: datetime) -> None:
        """Write all three."""
        make_private_folder(self.folder)
        when = stamps.to_text(updated)
        self._write(TAGS, {"entries": {}, "lists": index.tags(), "updated": when})
        self._write(LINKS, {"entries": dict(sorted(links.items())), "lists": {}, "updated": when})
        entries = {entry.id: _record_of(entry) for entry in sorted(index, key=lambda e: e.id)}
        files = {name: self._signature(name) for name in (TAGS, LINKS)}
        data = {"entries": entries, "lists": {}, "files": files, "updated": when}
        self._write(METADATA, data)

    def _write(self, name: str, data: Mapping[str, Any]) -> None:
        replace_durably(self.folder / name, "".join(_lines(data)).encode())

    def _signature(self, name: str) -> Signature | None:
        try:
            return signature_of((self.folder / name).stat())
        except FileNotFoundError:
            return None

    def read(self) -> ChunkIndex | None:
        """Read the index; None where the files are not whole or do not belong together."""
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
            _LOG.warning("%s cannot be used and is made anew: %s", self.folder, error)
        return None

    def read_links(self) -> dict[str, Targets]:
        """Read the links of all chunks, of files that :meth:`read` found good."""
        entries: dict[str, Targets] = self._load(LINKS)["entries"]
        return entries

    def _load(self, name: str) -> Any:
        return json.loads(read_regular(self.folder / name))


def _record_of(entry: IndexEntry) -> dict[str, Any]:
    size, changed = entry.signature
    return {
        "type": entry.type, "conversation_id": entry.conversation_id,
        "created": stamps.to_text(entry.created), "confidence": entry.confidence,
        "size": size, "mtime_ns": changed,
    }  # fmt: skip


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
    """Write JSON with one entry a line: small differences, readable in ``less``."""
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
