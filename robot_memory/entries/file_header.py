"""The top-level fields of ``robot-memory.md`` (document 000 §3.3), and lists that are not ours.

See docs/reference/memory-file.md, "Fields".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import yaml

from robot_memory.entries.entry_item import FIELDS
from robot_memory.entries.front_matter import FrontMatterSection
from robot_memory.entries.item_lines import HEADER_FIELDS
from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.peer_section import NAME as PEER_CONTEXT
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.text.yaml_reading import compose
from robot_memory.foundation.time import stamps

SCHEMA_VERSION = "1.0"
_MAJOR = 1
_WHOLE = re.compile(r"[0-9]{1,18}", re.ASCII)  # what fits a row id of the ledger
_NULLS = ("", "~", "null", "Null", "NULL")  # of YAML
_OURS = frozenset((*HEADER_FIELDS, "entries", PEER_CONTEXT))
#: Fields that, with a text, mark a list of entries; any list may have an id or tags.
_TELLING = frozenset(FIELDS) - {"id", "type", "text", "tags"}
_TYPES = frozenset(EntryType)


@dataclass(frozen=True)
class FileHeader:
    """The top-level fields; ``ledger_id`` and ``ledger_seq`` are None if the file lacks them."""

    schema_version: str = SCHEMA_VERSION
    rrn: str = ""
    last_updated: datetime | None = None
    ledger_id: str | None = None
    ledger_seq: int | None = None

    @property
    def is_newer(self) -> bool:
        """Whether a newer major schema wrote the file, which is then read-only."""
        major = self.schema_version.split(".")[0]
        return not (_WHOLE.fullmatch(major) and int(major) <= _MAJOR)


def read_header(sections: Sequence[FrontMatterSection]) -> tuple[FileHeader, list[Defect]]:
    """Read the top-level fields, and collect their defects."""
    values = {section.name: section.value for section in sections}
    defects: list[Defect] = []
    rrn = values.get("rrn", "")
    if not rrn:
        defects.append(Defect("rrn", "is missing"))
    elif not is_rrn(rrn):
        defects.append(Defect("rrn", f"{rrn!r} is not a Robot Resource Name"))
    header = FileHeader(
        schema_version=values.get("schema_version", ""),
        rrn=rrn,
        last_updated=_time(values.get("last_updated", ""), defects),
        ledger_id=None if values.get("ledger_id", "") in _NULLS else values["ledger_id"],
        ledger_seq=_number(values.get("ledger_seq"), defects),
    )
    if not any(section.name == "entries" and section.text.strip() for section in sections):
        defects.append(Defect("entries", "is missing"))
    return header, defects


def _time(text: str, defects: list[Defect]) -> datetime | None:
    if not text:
        defects.append(Defect("last_updated", "is missing"))
        return None
    try:
        return stamps.from_text(text)
    except ValueError as error:
        defects.append(Defect("last_updated", str(error)))
        return None


def _number(text: str | None, defects: list[Defect]) -> int | None:
    if text is None:
        return None
    if not _WHOLE.fullmatch(text):
        problem = f"{text!r:.60} is not a whole number of at most 18 digits"
        defects.append(Defect("ledger_seq", problem))
        return None
    return int(text)


def unused_lists(sections: Iterable[FrontMatterSection]) -> Iterator[Defect]:
    """Yield a remark for each list of entries under a foreign key: it is kept, but not used."""
    for section in sections:
        if section.name in _OURS or section.problem or "text" not in section.text:
            continue
        try:
            node = compose(section.text)
        except yaml.YAMLError:
            continue  # not readable as YAML
        for path, count in _lists(node, ""):
            items = "1 item" if count == 1 else f"{count} items"
            yield Defect(path, f"not used: {items} like entries, which belong below entries")


def _lists(node: yaml.Node | None, path: str) -> Iterator[tuple[str, int]]:
    """Yield the path of each list that has items like entries, and their number."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else "?"
            yield from _lists(value, f"{path}.{name}" if path else name)
    elif isinstance(node, yaml.SequenceNode):
        count = sum(map(_is_like_entry, node.value))
        if count:
            yield path, count
        for index, value in enumerate(node.value):
            yield from _lists(value, f"{path}[{index}]")


def _is_like_entry(node: yaml.Node) -> bool:
    if not isinstance(node, yaml.MappingNode) or not all(
        isinstance(key, yaml.ScalarNode) for key, _ in node.value
    ):
        return False
    values = {key.value: value.value for key, value in node.value}
    is_typed = str(values.get("type")) in _TYPES
    return "text" in values and (is_typed or not _TELLING.isdisjoint(values))
