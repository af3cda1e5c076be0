"""The memory's own changes as passages: the lines of ``events.jsonl`` (document 002)."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Hashable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

from robot_memory.entries.entry_id import named_id
from robot_memory.foundation.disk.files import open_regular
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time.stamps import time_of
from robot_memory.ledger import Source
from robot_memory.long_term.levels.entry_event_recorder import is_own_word
from robot_memory.long_term.levels.hash_chain import ChainLink, link_in, link_of
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.file_fingerprints import is_settled, sign_of
from robot_memory.long_term.recall.json_items import event_item
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.query import HitSource
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "events"
WEIGHT = LEVEL_WEIGHTS[MemoryLevel.EPISODIC]
PLACE = "episodic/events/events.jsonl"
#: Bytes of a file to read at first: for agents' lines, and again for all other lines.
_NEWEST = 4_000_000
_SEAL = 64  # bytes before the noted position that must be unchanged
#: What happened to an entry, where the type of the event does not say it.
_CHANGES = {
    "created": "first noted", "reinforced": "noted again", "reopened": "back again, noted",
    "recovered": "said to be over", "mute_asked": "asked to be muted",
    "known": "declared known", "not_known": "declared known no longer",
    "known_asked": "asked to be declared known",
    "known_doubted": "asked to be known no longer", "undone": "last change taken back",
}  # fmt: skip
#: A detector's observation has the time of its row; the record has the time of writing.
_SEEN = ("entry_created", "entry_reinforced", "entry_reopened")
#: For all other events, the fields that name the object; the first that is present counts.
_NAMES = ("key", "target", "name")
_LONGEST = 2_000  # characters
_LATE = timedelta(hours=1)  # delay from which a passage also says when an event was written


class EventFeed:
    """Follows the record; of a very large record, only the newest lines."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PLACE

    def token(self) -> Hashable | None:
        """Return the version of the file."""
        sign = sign_of(self._path)
        return (sign,) if is_settled([sign]) else None

    def update(self, index: RecallIndex) -> None:
        """Read the lines that were added; all lines if any were removed."""
        with index.writing():
            if not self._path.exists():
                index.remove_all(FEED)
                return
            with open_regular(self._path) as file:
                at, is_known = _position(index.meta(FEED), file)
                left_out: frozenset[int] = frozenset()
                if not is_known:
                    index.remove_all(FEED)
                    left_out = _too_old(file)
                end = at
                for line in _lines(file, at):
                    end += len(line)
                    passage = None if end in left_out else _passage_of(line)
                    if passage is not None:
                        name = hashlib.sha256(line).hexdigest()[:24]
                        index.put(FEED, name, "", [passage])
                file.seek(max(0, end - _SEAL))
                seal = hashlib.sha256(file.read(min(end, _SEAL))).hexdigest()
                index.note(FEED, f"{end} {seal}")


def _position(noted: str, file: Any) -> tuple[int, bool]:
    """Return where to continue reading, and whether the lines before are known."""
    size = file.seek(0, os.SEEK_END)
    position, _, seal = noted.partition(" ")
    at = int(position or 0)
    if 0 < at <= size:
        file.seek(max(0, at - _SEAL))
        if hashlib.sha256(file.read(min(at, _SEAL))).hexdigest() == seal:
            return at, True
    return 0, False


def _too_old(file: Any) -> frozenset[int]:
    """Return the ends of the lines that are too old for the first reading.

    However much agents write, the lines of other sources are still found (rules.md §2.14).
    """
    lines = [(len(line), _is_agents(link_of(line))) for line in _lines(file, 0)]
    ends = accumulate(length for length, _ in lines)
    room, found = {True: _NEWEST, False: _NEWEST}, set()
    for (length, is_agents), end in reversed([*zip(lines, ends, strict=True)]):
        room[is_agents] -= length
        if room[is_agents] < 0:
            found.add(end)
    return frozenset(found)


def _is_agents(link: ChainLink | None) -> bool:
    """Tell whether a line was asked for by an agent or a tool, and by no person of this robot."""
    return link is not None and link.is_outside and not is_own_word({}, link.outside)


def _lines(file: Any, at: int) -> Iterator[bytes]:
    """Yield the complete lines from a position; an unfinished line comes with the next call."""
    file.seek(at)
    for line in file:
        if line.endswith(b"\n"):
            yield line


def _passage_of(line: bytes) -> Passage | None:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None  # the package `levels` reports damage
    if not isinstance(data, dict):
        return None
    link = link_in(data)
    number = link.seq if link else None
    item = event_item(data, "")
    author = _author(link, item.time) if link and link.outside else ""
    # What others say about an entry is no evidence of that entry: it does not leave with the entry,
    # and it cannot replace what the memory noted.
    is_outside = link is None or link.is_outside
    said = item.text if is_outside or "type" not in data else _sentence_of(data)
    if not said:
        return None
    text = without_secrets(storable(said))
    is_seen = data.get("type") in _SEEN and data.get("source") == Source.DETECTOR
    place = f"{PLACE}, event {number}{author}" if number is not None else PLACE
    return Passage(
        HitSource.EVENT.value, f"{PLACE}#{number}" if number is not None else PLACE, place, text,
        time=None if is_seen else item.time, weight=WEIGHT,
        entry_id="" if is_outside else named_id(item.text),
        note=item.key.casefold(), is_own=link is not None and is_own_word(data, link.outside),
    )  # fmt: skip


def _author(link: ChainLink, time: datetime | None) -> str:
    """Return who asked for an event; if it was written long after its own time, also when."""
    written_at = time_of(link.at)
    is_late = time is not None and written_at is not None and written_at - time > _LATE
    when = f" on {written_at:%Y-%m-%d at %H:%M} UTC" if is_late else ""
    return f", written by {link.outside}{when}"


def _sentence_of(data: Mapping[str, Any]) -> str:
    """Return an event of the memory's own types as a sentence; empty for book-keeping.

    The source comes first, so that no long text pushes it out of sight.
    """
    kind, by = _words(data.get("type")), _words(data.get("by"))
    text, detail = _words(data.get("text")), _words(data.get("detail"))
    if kind.startswith("entry_") and text:
        change = kind.removeprefix("entry_")
        who = " ".join(filter(None, (_words(data.get("source")), by)))
        asks = _words(data.get("asks"))
        done = f"asked to {asks}" if asks else _CHANGES.get(change, change.replace("_", " "))
        teller = _words(data.get("word_of"))
        of_whom = f", the word of {_article(teller)}" if teller and teller not in who else ""
        more = f" ({detail})" if detail and detail != text else ""
        said = f"{done}{f' by {_article(who)}' if who else ''}{of_whom}: {text}{more}"
    else:
        named = next(filter(None, (_words(data.get(name)) for name in _NAMES)), "")
        if not kind or not named:
            return ""
        said = f"{kind.replace('_', ' ')}{f' by {by}' if by else ''}: {named}"
    return (said[:1].upper() + said[1:])[:_LONGEST]


def _words(value: Any) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _article(who: str) -> str:
    """Return a kind of source with its article; "agent planner", with a name, takes none."""
    return who if " " in who else f"{'an' if who[:1] in 'aeiou' else 'a'} {who}"
