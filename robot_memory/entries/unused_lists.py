"""Lists under a key of another tool that look like entries: they are kept, and not used.

See docs/reference/memory-file.md, "Fields".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import yaml

from robot_memory.entries.entry_item import FIELDS
from robot_memory.entries.front_matter import FrontMatterSection
from robot_memory.entries.item_lines import HEADER_FIELDS
from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.peer_section import NAME as PEER_CONTEXT
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.text.yaml_reading import compose

_OURS = frozenset((*HEADER_FIELDS, "entries", PEER_CONTEXT))
#: Beside a text, a field that other lists hardly have; an id or tags any list may have.
_TELLING = frozenset(FIELDS) - {"id", "type", "text", "tags"}
_TYPES = frozenset(EntryType)


def unused_lists(sections: Iterable[FrontMatterSection]) -> Iterator[Defect]:
    """Yield a remark for each list of entries that stands under another key than ``entries``."""
    for section in sections:
        if section.name in _OURS or section.problem or "text" not in section.text:
            continue
        try:
            node = compose(section.text)
        except yaml.YAMLError:
            continue  # nobody can say what it is
        for path, count in _lists(node, ""):
            items = "1 item" if count == 1 else f"{count} items"
            yield Defect(path, f"not used: {items} like entries, which belong below entries")


def _lists(node: yaml.Node | None, path: str) -> Iterator[tuple[str, int]]:
    """Yield the place of each list that has items like entries, and how many."""
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
