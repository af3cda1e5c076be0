"""A fast reader for items in exactly the form of :func:`.entry_item.write_item`.

Almost all items of a file have this form. All others are read as YAML, with the same result: a test
compares the two readers.
"""

from __future__ import annotations

import json
import re

from robot_memory.entries.entry_item import FIELDS, ReadItem
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType, MemoryEntry
from robot_memory.entries.yaml_text import WORDS_WITH_A_MEANING
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText, without_checksum
from robot_memory.ledger.observation import stamp_from_text

_PRINTABLE = r'[^"\\\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]'
_ESCAPE = r'\\(?:["\\/bfnrt]|u(?!d[89a-f])[0-9a-f]{4}|U00(?:0[1-9a-f]|10)[0-9a-f]{4}|x2D)'
_QUOTED = rf'"(?:{_PRINTABLE}|{_ESCAPE})*"'
_WORD = r"[A-Za-z_][A-Za-z0-9_./-]*"
#: The pattern of a list of texts as we write it.
LIST = rf"\[(?:(?:{_WORD}|{_QUOTED})(?:, (?:{_WORD}|{_QUOTED}))*)?\]"
_TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z"
_WRITTEN = re.compile(
    rf"""(?P<indent>[ ]*)-[ ]id:[ ](?P<id>mem-[0-9a-z-]+)\n
    (?P=indent)[ ][ ]type:[ ](?P<type>{"|".join(EntryType)})\n
    (?P=indent)[ ][ ]text:[ ](?P<text>{_QUOTED.replace(" ", "[ ]")})\n
    (?P=indent)[ ][ ]confidence:[ ](?P<confidence>0\.\d{{1,9}}|1\.0)\n
    (?P=indent)[ ][ ]first_seen:[ ](?P<first_seen>{_TIME})\n
    (?P=indent)[ ][ ]last_reinforced:[ ](?P<last_reinforced>{_TIME})\n
    (?P=indent)[ ][ ]observation_count:[ ](?P<count>[1-9]\d{{0,8}})\n
    (?:(?P=indent)[ ][ ]tags:[ ](?P<tags>{LIST.replace(" ", "[ ]")})\n)?
    (?:(?P=indent)[ ][ ]key:[ ](?P<key>{LIST.replace(" ", "[ ]")})\n)?
    (?:(?P=indent)[ ][ ]readings:[ ](?P<readings>{LIST.replace(" ", "[ ]")})\n)?
    (?:(?P=indent)[ ][ ]repeats:[ ](?P<repeats>[1-9]\d{{0,8}})\n)?
    (?:(?P=indent)[ ][ ]days_observed:[ ](?P<days_observed>[1-9]\d{{0,5}})\n)?""",
    re.VERBOSE | re.ASCII,
)
# A JSON escape, a character beyond U+FFFF, or our dash.
_ESCAPED = re.compile(r"(\\[^xU])|\\U([0-9a-f]{8})|\\x2D")
_ITEM = re.compile(rf"{_WORD}|(?<!\\){_QUOTED}")


def read_written(text: str) -> ReadItem | None:
    """Read an item in our form; None for another form."""
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return None
    entry_text = _unquote(match["text"])
    tags, key = read_list(match["tags"]), read_list(match["key"])
    if not entry_text.strip() or len(entry_text) > MAX_TEXT or tags is None or key is None:
        return None
    try:
        first = stamp_from_text(match["first_seen"])
        last = stamp_from_text(match["last_reinforced"])
    except ValueError:
        return None
    extra: dict[str, object] = {"key": key} if match["key"] else {}
    if match["readings"]:
        readings = without_checksum(read_list(match["readings"]))
        if VaryingText.from_list(readings) is None:
            return None
        extra[READINGS] = readings
    if match["repeats"]:
        extra["repeats"] = int(match["repeats"])
    if match["days_observed"]:
        extra["days_observed"] = int(match["days_observed"])
    entry = MemoryEntry(
        match["id"], EntryType(match["type"]), entry_text, float(match["confidence"]),
        first, last, int(match["count"]), tuple(tags), extra,
    )  # fmt: skip
    keys = FIELDS if match["tags"] else FIELDS[:-1]
    return ReadItem(entry, (*keys, *extra))


def _unquote(text: str) -> str:
    if "\\" not in text:
        return text[1:-1]
    unquoted: str = json.loads(_ESCAPED.sub(_in_json, text))
    return unquoted


def _in_json(escape: re.Match[str]) -> str:
    if escape[2]:
        return chr(int(escape[2], 16))
    return escape[1] or "-"


def read_list(text: str | None) -> list[str] | None:
    """Read a flow-style list of texts; None if YAML would not read an item as a text."""
    items = _ITEM.findall(text or "")
    if not WORDS_WITH_A_MEANING.isdisjoint(map(str.lower, items)):
        return None
    return [_unquote(item) if item[0] == '"' else item for item in items]
