"""``peer_context`` of the memory file (document 000 §6): its reader and writer.

Each robot's item is a piece of text that stays unchanged until that robot is heard again.
Unreadable items stay too, unused, and are reported.

See docs/reference/memory-file.md, "Peers".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone

import yaml

from robot_memory.entries import yaml_text
from robot_memory.entries.entry_item import plain_value, read_item, write_item
from robot_memory.entries.front_matter import end_of_content, item_starts
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.text.yaml_reading import compose, describe
from robot_memory.foundation.time import stamps

NAME = "peer_context"
_FIELDS = ("rrn", "last_synced", "valid_until", "name", "problem", "entries")
_NEEDED = ("first_seen", "last_reinforced")
_INDENT = "  "
_NULL = "tag:yaml.org,2002:null"
_LONG_AGO = datetime.fromtimestamp(0, timezone.utc)


@dataclass
class _Piece:
    content: str
    trailing: str
    peer: PeerMemory | None


class PeerSection:
    """The section, in pieces.

    Args:
        text: from its key to the next key; empty if the file has none.
        synced: the default for robots whose item has no ``last_synced``.
    """

    def __init__(self, text: str = "", synced: datetime = _LONG_AGO) -> None:
        self._synced = synced
        self.defects: list[Defect] = []
        self._head, self._pieces = text, list[_Piece]()
        self._is_list = False
        self._indent = _INDENT
        try:
            node = _value_of(text)
        except yaml.YAMLError as error:
            self._is_ours = False
            self.defects.append(Defect(NAME, f"cannot be read: {describe(error)}"))
            return
        self._is_ours = node is None or node.tag == _NULL or node.value == []
        if isinstance(node, yaml.SequenceNode) and node.value and not node.flow_style:
            self._is_list = self._is_ours = True
            self._cut(text, node)
        elif not self._is_ours:
            self.defects.append(Defect(NAME, "is not a list of robots, one below the other"))

    @property
    def peers(self) -> dict[str, PeerMemory]:
        """The content of each robot, by RRN, in file order."""
        return {piece.peer.rrn: piece.peer for piece in self._pieces if piece.peer is not None}

    @property
    def text(self) -> str:
        """The section for the file; empty if there is nothing to store."""
        if not self._pieces and self._is_ours:
            return ""
        return self._head + "".join(piece.content + piece.trailing for piece in self._pieces)

    def put(self, peers: Mapping[str, PeerMemory], *, times_as_text: bool) -> None:
        """Replace the section's robots by these; others are removed."""
        known = self.peers

        def write(peer: PeerMemory) -> str:
            return _write(peer, self._indent, times_as_text=times_as_text)

        self._pieces = [p for p in self._pieces if p.peer is None or p.peer.rrn in peers]
        for piece in self._pieces:
            new = peers[piece.peer.rrn] if piece.peer else None
            if new is not None and new != piece.peer:
                piece.content, piece.peer = write(new), new
        for rrn in sorted(peers.keys() - known.keys()):
            self._pieces.append(_Piece(write(peers[rrn]), "", peers[rrn]))
        if self._pieces and not self._is_list:
            # A key line before the items; an earlier value that is no list becomes a comment.
            lines = [] if self._is_ours else self._head.splitlines()
            self._head = "".join(f"# {line}\n" for line in lines) + f"{NAME}:\n"
            self._is_list = self._is_ours = True

    def _cut(self, text: str, node: yaml.SequenceNode) -> None:
        starts = item_starts(text, node, 0, len(text))
        self._head = text[: starts[0]]
        self._indent = text[starts[0] : text.index("-", starts[0])]
        ends = [*starts[1:], len(text)]
        for index, (item, first, last) in enumerate(zip(node.value, starts, ends, strict=True)):
            peer = self._read(item, f"{NAME}[{index}]")
            if peer is not None and peer.rrn in self.peers:
                self.defects.append(Defect(f"{NAME}[{index}].rrn", f"{peer.rrn} occurs twice"))
                peer = None
            piece = text[first:last]
            end = end_of_content(piece)
            self._pieces.append(_Piece(piece[:end], piece[end:], peer))

    def _read(self, node: yaml.Node, path: str) -> PeerMemory | None:
        if not isinstance(node, yaml.MappingNode):
            self.defects.append(Defect(path, "is not a mapping of field names to values"))
            return None
        fields = {str(key.value): value for key, value in node.value}
        try:
            plain = {name: plain_value(fields[name]) for name in fields if name != "entries"}
            peer = _peer(plain, self._synced)
        except ValueError as error:
            self.defects.append(Defect(path, str(error)))
            return None
        entries = []
        for index, item in enumerate(_items(fields.get("entries"))):
            read = read_item(_completed(item, peer), f"{path}.entries[{index}]")
            self.defects.extend(read.defects)
            if read.entry is not None:
                entries.append(read.entry)
        return replace(peer, entries=tuple(entries))


def _value_of(text: str) -> yaml.Node | None:
    node = compose(text) if text else None
    return node.value[0][1] if isinstance(node, yaml.MappingNode) else None


def _items(node: yaml.Node | None) -> list[yaml.Node]:
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def _peer(plain: dict[str, object], synced: datetime) -> PeerMemory:
    rrn = str(plain.get("rrn", ""))
    if not is_rrn(rrn):
        raise ValueError(f"rrn: {rrn!r} is not a Robot Resource Name")
    until, sync_text = plain.get("valid_until"), plain.get("last_synced")
    return PeerMemory(
        rrn=rrn,
        last_synced=stamps.from_text(str(sync_text)) if sync_text else synced,
        valid_until=stamps.from_text(str(until)) if until else None,
        name=str(plain.get("name") or ""),
        problem=str(plain.get("problem") or ""),
        extra={name: value for name, value in plain.items() if name not in _FIELDS},
    )


def _completed(node: yaml.Node, peer: PeerMemory) -> yaml.Node:
    """Add the missing fields to an item in the document's short form."""
    if not isinstance(node, yaml.MappingNode):
        return node
    present = {str(key.value) for key, _ in node.value}
    synced = stamps.to_text(peer.last_synced)
    missing = [(name, synced) for name in _NEEDED if name not in present]
    if "observation_count" not in present:
        missing.append(("observation_count", "1"))
    for name, text in missing:
        tag = "int" if name == "observation_count" else "timestamp"
        key = yaml.ScalarNode("tag:yaml.org,2002:str", name)
        node.value.append((key, yaml.ScalarNode(f"tag:yaml.org,2002:{tag}", text)))
    return node


# -- writing -------------------------------------------------------------------------------


def _write(peer: PeerMemory, indent: str, *, times_as_text: bool) -> str:
    texts = {
        "rrn": peer.rrn,
        "last_synced": yaml_text.time(peer.last_synced, as_text=times_as_text),
        "name": yaml_text.word(peer.name) if peer.name else "",
        "valid_until": yaml_text.time(peer.valid_until, as_text=times_as_text)
        if peer.valid_until else "",
        "problem": yaml_text.quoted(peer.problem) if peer.problem else "",
        **{name: yaml_text.value(v, times_as_text=times_as_text) for name, v in peer.extra.items()},
    }  # fmt: skip
    lines = [f"{yaml_text.word(name)}: {text}" for name, text in texts.items() if text]
    lines.append("entries:" if peer.entries else "entries: []")
    head = f"{indent}- " + f"\n{indent}  ".join(lines) + "\n"
    return head + "".join(
        write_item(entry, (), indent=f"{indent}    ", times_as_text=times_as_text)
        for entry in peer.entries
    )
