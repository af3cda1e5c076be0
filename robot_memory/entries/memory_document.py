"""Reads, changes and writes ``robot-memory.md`` (document 000 §3.2, rules.md §3.4, §3.10).

See docs/reference/memory-file.md, "Bounds".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from robot_memory.entries import yaml_text
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.entry_item import FIELDS, ReadItem, minted_lines, read_item, write_item
from robot_memory.entries.file_bytes import encoding_problem
from robot_memory.entries.file_header import FileHeader, read_header, unused_lists
from robot_memory.entries.front_matter import (
    FrontMatter,
    FrontMatterDamaged,
    FrontMatterSection,
    ItemText,
    split,
)
from robot_memory.entries.item_lines import HEADER_FIELDS
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.entries.peer_section import NAME as PEER_CONTEXT
from robot_memory.entries.peer_section import PeerSection
from robot_memory.entries.persons_decision import has_persons_word
from robot_memory.foundation.errors import Defect

__all__ = ["FrontMatterDamaged", "MemoryDocument"]

_FIELD = re.compile(r"\w[\w-]*[ \t]*:")
_SHOWN = 80  # characters shown of an item that is not used
_IS_COMMENT = (
    '"{:.60}" is a comment to YAML, and is not told: put the text into quotes, or the comment on a '
    "line of its own"
)
#: A field without a value; a comment after it stays.
_EMPTY_FIELDS = {
    name: re.compile(rf"(?mi)^([ \t]*(?:- )?){name}[ \t]*:(?:[ \t]*(?:null|~))?([ \t]*(?:#.*)?)$")
    for name in FIELDS
}
#: Characters of a memory file: about 150,000 entries.
LARGEST = 1 << 26


@dataclass
class _Item:
    piece: ItemText
    entry: MemoryEntry | None
    keys: tuple[str, ...] = ()
    stale: bool = False
    minted: tuple[str, ...] = ()  # missing fields that the next save fills in
    copy_of: str = ""  # the id of the item that this one, unused, repeats in the same words


class MemoryDocument:
    """A memory file, in pieces that keep every byte of the untouched parts.

    Args:
        text: the whole file. Without front matter or ``schema_version`` it is free text, and
            becomes the body of a new document (document 000 §8.2).

    Attributes:
        header: its top-level fields.
        defects: what is wrong with it. A defective item is kept in the file, but not used.
        touched: whether it differs from the text that was read.

    Raises:
        FrontMatterDamaged: the file cannot be read, for any reason; no other error.
    """

    def __init__(self, text: str = "") -> None:
        try:
            self._read(text)
        except FrontMatterDamaged:
            raise
        except Exception as error:  # a person may write anything, and no text may end the process
            raise FrontMatterDamaged(encoding_problem(text) or _unforeseen(error)) from error

    def _read(self, text: str) -> None:
        if len(text) > LARGEST:
            raise FrontMatterDamaged(f"it has more than {LARGEST} characters")
        self._original = text
        self._items: dict[str, _Item] = {}
        matter = split(text)
        sections = [] if matter is None else [*matter.sections, *matter.later]
        if not any(section.name == "schema_version" for section in sections):
            matter = None
        self.is_free_text = matter is None
        self._matter = matter or _empty(text)
        self.touched = self.is_free_text
        if matter is None:
            if "\0" in text:
                raise FrontMatterDamaged("it is no text in UTF-8: it holds zero bytes")
            self.header, self.defects = FileHeader(), [Defect("schema_version", "is missing")]
        else:
            self.header, self.defects = read_header(sections)
            if matter.problem and not self.header.is_newer:
                raise FrontMatterDamaged(matter.problem)
        self.defects.extend(
            Defect(section.name, section.problem)
            for section in self._sections()
            if section.problem and section.name != PEER_CONTEXT  # peer_context reports its own
        )
        self.defects.extend(unused_lists(self._sections()))
        self.defects.extend(
            Defect(f"line {number}", f"{line} ends nothing here: it is read and saved as a comment")
            for number, line in self._matter.markers
        )
        self._times_as_text = _quotes_times(self._matter)
        self._read_items()
        known = (self.header.last_updated,) if self.header.last_updated else ()
        self._peers = PeerSection(self._peer_text, *known)
        self.defects.extend(self._peers.defects)

    # -- reading ---------------------------------------------------------------------------

    @property
    def entries(self) -> dict[str, MemoryEntry]:
        """The usable entries by id, in file order."""
        return {key: item.entry for key, item in self._items.items() if item.entry is not None}

    @property
    def peers(self) -> dict[str, PeerMemory]:
        """What other robots said, by RRN (document 000 §6)."""
        return self._peers.peers

    def __contains__(self, entry_id: str) -> bool:
        """Whether the file holds an entry, even as an unusable item."""
        item = self._items.get(entry_id)
        return item is not None or any(
            entry_id in item.piece.content for item in self._items.values() if item.entry is None
        )

    def _read_items(self) -> None:
        reads = {
            f"entries[{index}]": _read_piece(piece, f"entries[{index}]", self.header.last_updated)
            for index, piece in enumerate(self._matter.pieces)
        }
        given: dict[str, MemoryEntry] = {}
        places: dict[str, str] = {}
        for path, read in reads.items():
            if read.entry is not None and "id" not in read.minted:
                given.setdefault(read.entry.id, read.entry)
                places.setdefault(read.entry.id, path)
        for piece, (path, read) in zip(self._matter.pieces, reads.items(), strict=True):
            entry = read.entry
            if entry is not None and "id" in read.minted and entry.id in given:
                entry = _apart_from(given[entry.id], entry)
            copy_of = ""
            if entry is not None and (where := places.setdefault(entry.id, path)) != path:
                read.defects.append(Defect(f"{path}.id", f"{entry.id} is also the id of {where}"))
                used = given.get(entry.id, entry)
                copy_of = entry.id if used.text == entry.text else ""
                entry = None
            about = _text_in(piece.content) if entry is None and not copy_of else ""
            self.defects.extend(replace(defect, about=about) for defect in read.defects)
            minted = read.minted if entry else ()
            item = _Item(piece, entry, read.keys, minted=minted, copy_of=copy_of)
            self._items[path if entry is None else entry.id] = item
            self.touched |= bool(item.minted)

    def _write_minted(self, item: _Item, entry: MemoryEntry) -> None:
        """Fill in the missing fields of a hand-written item; its other fields stay (§1.4)."""
        names, item.minted = item.minted, ()
        dash = f"{self._matter.indent}- "
        content = item.piece.content
        lines = dict(
            zip(names, minted_lines(entry, names, times_as_text=self._times_as_text), strict=True)
        )
        for name in lines.keys() & set(item.keys):
            filled = rf"\g<1>{lines.pop(name).rstrip()}\g<2>"
            content, count = _EMPTY_FIELDS[name].subn(filled, content, 1)
            item.stale |= not count
        first = content.removeprefix(dash)
        if item.stale or not (_FIELD.match(first) and first != content):
            item.stale = True  # no place for further lines: the item is written anew
            return
        item.piece.content = dash + (" " * len(dash)).join([*lines.values(), first])
        item.keys = (*lines, *item.keys)

    # -- changing --------------------------------------------------------------------------

    def put(self, entries: Iterable[MemoryEntry]) -> None:
        """Add or change entries; all others keep their text."""
        for entry in entries:
            item = self._items.get(entry.id)
            if item is None:
                self._items[entry.id] = _Item(ItemText("", "", None), entry, stale=True)
            elif item.entry is not entry and item.entry != entry:
                item.entry, item.stale = entry, True
            else:
                continue
            self.touched = True

    def put_peers(self, peers: Mapping[str, PeerMemory]) -> None:
        """Replace the words of all other robots in the file by these."""
        self._peers.put(peers, times_as_text=self._times_as_text)
        text = self._peers.text
        if text == self._peer_text:
            return
        self.touched = True
        later = self._matter.later
        for part in (self._matter.sections, later):
            part[:] = [section for section in part if section.name != PEER_CONTEXT]
        if text:
            later.append(FrontMatterSection(PEER_CONTEXT, text))

    @property
    def _peer_text(self) -> str:
        return "".join(part.text for part in self._sections() if part.name == PEER_CONTEXT)

    def drop(self, entry_id: str) -> None:
        """Remove an entry; comments after it stay, after the item before it.

        Copies in the same words are removed too: a copy would take its place.
        """
        for name in [name for name, item in self._items.items() if item.copy_of == entry_id]:
            self._drop(name)
        self._drop(entry_id)

    def _drop(self, name: str) -> None:
        names = list(self._items)
        at = names.index(name)
        trailing = self._items.pop(name).piece.trailing
        if trailing.strip():
            if at:
                self._items[names[at - 1]].piece.trailing += trailing
            else:
                self._matter.sections[-1].text += trailing
        self.touched = True

    def set_header(
        self, *, rrn: str, last_updated: datetime, ledger_id: str, ledger_seq: int
    ) -> None:
        """Change the top-level fields; only lines with a new value are touched."""
        if self.is_free_text:
            self.defects = []  # it is no longer free text
        old = self.header
        self.header = new = replace(
            old, rrn=rrn, last_updated=last_updated, ledger_id=ledger_id, ledger_seq=ledger_seq
        )
        texts = (
            yaml_text.quoted(new.schema_version),
            yaml_text.word(rrn),
            yaml_text.time(last_updated, as_text=self._times_as_text),
            yaml_text.quoted(ledger_id),
            str(ledger_seq),
        )
        present = {section.name for section in self._sections()}
        for name, text in zip(HEADER_FIELDS, texts, strict=True):
            if name not in present or getattr(old, name) != getattr(new, name):
                self._set(name, text)

    def _sections(self) -> list[FrontMatterSection]:
        return [*self._matter.sections, *self._matter.later]

    def _set(self, name: str, text: str) -> None:
        self.touched = True
        found = [section for section in self._sections() if section.name == name]
        for section in found:
            section.set_value(text)
        if not found:
            self._insert(name, text)

    def _insert(self, name: str, value: str) -> None:
        """Insert a line after the last of its predecessors, above any blank lines."""
        new = FrontMatterSection(name, "")
        new.set_value(value)
        sections = self._matter.sections
        earlier = HEADER_FIELDS[: HEADER_FIELDS.index(new.name)]
        at = max((i for i, section in enumerate(sections) if section.name in earlier), default=-1)
        if at >= 0:
            first_line, _, rest = sections[at].text.partition("\n")
            sections[at].text, new.text = f"{first_line}\n", new.text + rest
        sections.insert(at + 1, new)

    # -- writing ---------------------------------------------------------------------------

    def render(self) -> str:
        """Return the whole file; only touched parts are written anew."""
        if not self.touched:
            return self._original
        self._write_items()
        self._original = "".join(self._parts())
        self.touched = False
        return self._original

    def sizes(self) -> dict[str, int]:
        """Return the characters of each usable entry, by id."""
        self._write_items()
        return {
            name: len(item.piece.content)
            for name, item in self._items.items()
            if item.entry is not None
        }

    def _write_items(self) -> None:
        for item in self._items.values():
            if item.minted and item.entry is not None:
                self._write_minted(item, item.entry)
            if item.stale and item.entry is not None:
                item.piece.content = write_item(
                    item.entry, item.keys,
                    indent=self._matter.indent, times_as_text=self._times_as_text,
                )  # fmt: skip
                item.stale = False

    def _parts(self) -> Iterable[str]:
        matter = self._matter
        matter.prepare_listing(has_items=bool(self._items))
        yield matter.opening
        yield from (section.text for section in matter.sections)
        for item in self._items.values():
            yield item.piece.content
            yield item.piece.trailing
        yield matter.gap
        yield from (section.text for section in matter.later)
        yield matter.closing
        yield matter.body


def read_document(text: str) -> MemoryDocument | None:
    """Read a memory file; None if it is damaged."""
    try:
        return MemoryDocument(text)
    except FrontMatterDamaged:
        return None


def _read_piece(piece: ItemText, path: str, edited: datetime | None) -> ReadItem:
    if piece.written is not None:
        return piece.written
    node, piece.node = piece.node, None
    if node is None:
        return ReadItem(None, (), [Defect(path, piece.problem)])
    try:
        read = read_item(node, path, edited)
        if comment := _comment_in_text(piece.content):
            read.defects.append(Defect(f"{path}.text", _IS_COMMENT.format(comment)))
        return read
    except Exception as error:  # any error sets only this item aside
        return ReadItem(None, (), [Defect(path, _unforeseen(error))])


def _text_in(content: str) -> str:
    """Return the beginning of an item's text, as far as its line can be read."""
    texts = (line.partition("text:")[2] for line in content.splitlines() if "text:" in line)
    return next(texts, "").strip(" \"'")[:_SHOWN]


def _comment_in_text(content: str) -> str:
    """Return the part of an unquoted text that YAML takes for a comment: "Dock #3 is out"."""
    for line in content.splitlines():
        name, _, value = line.lstrip(" -").partition(":")
        if name == "text" and value.strip()[:1] not in {*"\"'|>#"}:
            _, sign, rest = value.replace("\t", " ").partition(" #")
            return sign.strip() + rest
    return ""


def _apart_from(holder: MemoryEntry, written: MemoryEntry) -> MemoryEntry:
    """Return a hand-written item with a new id if another entry has its id (§1.1).

    It keeps the id, and counts as a copy, if the other is a person's word with the same text.
    """
    is_said = (
        holder.text == written.text
        and holder.type is not EntryType.RESOLVED
        and "muted_until" not in holder.extra
        and has_persons_word(holder)
    )
    return (
        written if is_said else replace(written, id=mint_id(written.type, written.text, long=True))
    )


def _unforeseen(error: Exception) -> str:
    return f"cannot be read ({type(error).__name__}: {error!s:.200})"


def _empty(body: str) -> FrontMatter:
    version = FrontMatterSection("schema_version", 'schema_version: "1.0"\n', (16, 21), "1.0")
    listing = FrontMatterSection("entries", "\nentries: []\n", (10, 12))
    closing = "---\n\n" if body and not body.startswith("\n") else "---\n"
    return FrontMatter("---\n", [version, listing], closing=closing, body=body)


def _quotes_times(matter: FrontMatter) -> bool:
    """Whether the file quotes its times, like tools that read them as strings."""
    for section in matter.sections:
        if section.name == "last_updated" and section.span is not None:
            return section.text[section.span[0]] in "'\""
    return False
