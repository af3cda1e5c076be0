"""The positions of an archive's items in its bytes, found without parsing YAML.

An archive has tens of thousands of items, nearly all in the form that we write. Their positions are
found from their lines, and only requested items are parsed. So adding or finding one item costs
only one item.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from robot_memory.entries.entry_event import DELETED
from robot_memory.entries.fast_item_reader import LIST, read_list
from robot_memory.entries.front_matter_end import CLOSING, find_end
from robot_memory.entries.memory_document import read_document
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import DECIDED_BY
from robot_memory.ledger import Key

#: The fields that only archived items have.
ARCHIVE_FIELDS = ("archived_at", "archived_because", "archived_seq", "archived_ledger")

_OPENING = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_CLOSING = re.compile(rb"^---[ \t]*\r?(?:\n|\Z)", re.MULTILINE)
_VERSION = re.compile(rb"^schema_version[ \t]*:", re.MULTILINE)
_QUOTED_TIME = re.compile(rb"^last_updated[ \t]*:[ \t]*[\"']", re.MULTILINE)
_LISTING = re.compile(rb"^entries[ \t]*:[ \t]*\r?\n", re.MULTILINE)
_DASH = re.compile(rb"^([ \t]*)-(?=\s)", re.MULTILINE)
_TOP_LEVEL = re.compile(rb"^[^\s#\-]", re.MULTILINE)
_ID = re.compile(rb"[ \t]*- id: (mem-[0-9a-z-]+)\r?\n")
_KEY = re.compile(LIST)


@dataclass(frozen=True)
class ItemPlace:
    """The position of an item, with the values that are needed for many items.

    Attributes:
        start, end: its bytes, including the comments below it.
        seq: the last ledger row that its entry includes.
        ledger: the ledger of that row.
        marks: DECIDED_BY if a person decided about it (rules.md §1.6), DELETED if it was deleted
            and did not fade.
    """

    start: int
    end: int
    seq: int
    ledger: str
    marks: frozenset[str] = frozenset()

    @classmethod
    def of(cls, start: int, end: int, fields: Mapping[str, Any]) -> ItemPlace:
        """Return the position with the values from the item's fields."""
        seq, marks = fields.get("archived_seq"), {DECIDED_BY} & fields.keys()
        if fields.get("archived_because") == DELETED:
            marks |= {DELETED}
        ledger = str(fields.get("archived_ledger"))
        return cls(start, end, seq if isinstance(seq, int) else 0, ledger, frozenset(marks))


@dataclass
class Listing:
    """The items of an archive.

    Attributes:
        start, end: where the items begin, and where the next one goes.
        indent: the text before their dashes.
        times_as_text: whether its times are quoted.
        tail: the text after the items: the closing line, and perhaps a body.
        is_torn: a power cut interrupted a write: the file must be written anew.
        items: all items in file order, by id; of two with the same id the later one counts.
    """

    start: int
    end: int
    indent: str
    times_as_text: bool
    tail: bytes
    is_torn: bool = False
    items: dict[str, ItemPlace] = field(default_factory=dict)
    repeated: list[ItemPlace] = field(default_factory=list)
    ids: dict[Key, str] = field(default_factory=dict)

    @property
    def has_body(self) -> bool:
        """Whether more than the closing line follows the items."""
        return self.tail.strip() != b"---"

    def append(self, entry: MemoryEntry, size: int) -> None:
        """Note an item of ``size`` bytes that was appended."""
        place = ItemPlace.of(self.end, self.end + size, entry.extra)
        self.add(entry.id, entry.key, place)
        self.end = place.end

    def add(self, entry_id: str, key: Key | None, place: ItemPlace) -> None:
        """Note one more item, after all others."""
        earlier = self.items.pop(entry_id, None)
        if earlier is not None:
            self.repeated.append(earlier)
        self.items[entry_id] = place
        if key is not None:
            self.ids[key] = entry_id


def scan(data: bytes) -> Listing | None:
    """Find the items of an archive; None if it is not a list in block style.

    Incomplete bytes at the end, after a power cut, are ignored: their entry is still in the memory
    file, which it leaves only after its item is on disk.
    """
    opening = _OPENING.match(data)
    key = opening and _LISTING.search(data, opening.end())
    if not (opening and key) or not _VERSION.search(data, opening.end(), key.start()):
        return None
    closing = _CLOSING.search(data, opening.end())
    if closing and _CLOSING.search(data, closing.end()) and _goes_on(data, opening.end()):
        return None
    until = closing.start() if closing else len(data)
    following = _TOP_LEVEL.search(data, key.end(), until)
    until = following.start() if following else until
    dash = _DASH.search(data, key.end(), until)
    if dash is None or key.start() > until:
        return None
    listing = Listing(
        start=dash.start(),
        end=dash.start(),
        indent=dash[1].decode(),
        times_as_text=_QUOTED_TIME.search(data, 0, key.start()) is not None,
        tail=data[until:] if closing else b"---\n",
        is_torn=closing is None or b"\0" in data,
    )
    places = list(_cut(data, dash, until))
    if following and not listing.is_torn and read_block(data[places[-1][0] : until]) is None:
        return None  # a quoted text may go on at a line's start: the end is unclear
    for start, end in places:
        _note(listing, data, start, end)
    listing.end = until
    return listing


def _goes_on(data: bytes, start: int) -> bool:
    """Whether a line that looks like an end stands within the items."""
    text = data[start:].decode("utf-8", "surrogateescape")
    first, end = CLOSING.search(text), find_end(text, 0)
    return end is None or first is None or end.start() > first.start()


def nothing() -> Listing:
    """Return the items of a missing archive."""
    return Listing(start=0, end=0, indent="  ", times_as_text=False, tail=b"")


def without(data: bytes, gone: Iterable[ItemPlace]) -> bytes:
    """Return an archive without some of its items; everything else is unchanged."""
    parts, start = [], 0
    for place in sorted(gone, key=lambda place: place.start):
        parts.append(data[start : place.start])
        start = place.end
    return b"".join([*parts, data[start:]])


def sound(data: bytes, listing: Listing) -> bytes:
    """Return a torn archive, with its readable items."""
    items = sorted(listing.items.values(), key=lambda place: place.start)
    return data[: listing.start] + b"".join(data[i.start : i.end] for i in items) + b"---\n"


def _cut(data: bytes, dash: re.Match[bytes], until: int) -> Iterator[tuple[int, int]]:
    begin = re.compile(rb"^" + dash[1] + rb"-(?=\s)", re.MULTILINE)
    start = dash.start()
    for match in begin.finditer(data, dash.end(), until):
        yield start, match.start()
        start = match.start()
    yield start, until


def _note(listing: Listing, data: bytes, start: int, end: int) -> None:
    """Note an item; an unreadable item stays in the file, unused."""
    block = data[start:end]
    if listing.is_torn and (b"\0" in block or not block.endswith(b"\n")):
        return
    found = _quick(block, listing.indent)
    if found is None and (entry := read_block(block)) is not None:
        found = entry.id, entry.key, entry.extra
    if found is not None:
        listing.add(found[0], found[1], ItemPlace.of(start, end, found[2]))


def _quick(block: bytes, indent: str) -> tuple[str, Key | None, Mapping[str, Any]] | None:
    """Read the id, the key and the fields of an item; None if we did not write its form."""
    entry_id = _ID.match(block)
    if entry_id is None:
        return None
    try:
        lines = block.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        return None
    values: dict[str, Any] = {}
    gap = len(indent) + 2
    for line in lines[1:]:
        name, colon, value = line[gap:].partition(": ")
        if colon and not line[:gap].strip():
            values[name] = value.rstrip("\r")
    key_text, seq = values.get("key", ""), values.get("archived_seq", "0")
    items = read_list(key_text) if _KEY.fullmatch(key_text) else []
    key = Key.from_list(items) if items else None
    if (key_text and key is None) or not (seq.isascii() and seq.isdigit()):
        return None
    values["archived_seq"] = int(seq[:18])
    values["archived_ledger"] = values.get("archived_ledger", "").strip('"')
    return entry_id[1].decode(), key, values


def read_block(block: bytes) -> MemoryEntry | None:
    """Read one item; None if it cannot be used."""
    text = block.decode("utf-8", "surrogateescape")
    document = read_document(f'---\nschema_version: "1.0"\nentries:\n{text.rstrip()}\n---\n')
    return None if document is None else next(iter(document.entries.values()), None)
