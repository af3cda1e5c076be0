"""Who may end an entry, and the requests of those who may not (rules.md §1.5 and §2.12).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from difflib import get_close_matches
from typing import Any

from robot_memory.entries.known_rules import DOUBT_FIELDS, KNOWN_REQUEST
from robot_memory.entries.memory_entry import EntryType, MemoryEntry, is_unproven, without
from robot_memory.entries.mute_rules import MUTE_REQUEST
from robot_memory.entries.persons_decision import RESOLVED_BY, is_guarded
from robot_memory.foundation.errors import NotYours
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.checked_detail import FIELDS_BACK, FIELDS_BEFORE, UNDOES

#: The fields of a proposal to resolve an entry.
PROPOSAL = ("recovered_at", "recovered_note")
_ASKS = " asks to "
_MOST_NEAR = 3  # similar part names in an answer
#: The fields of a resolved entry.
RESOLVE_FIELDS = ("resolved_from", "resolved_at", "resolved_note", RESOLVED_BY)
#: In the detail of a proposal to forget an entry; without it, the proposal is to resolve.
ASKS_TO_FORGET = {"asks": "forget"}
#: The fields of other requests to a person, with author and reason, by kind.
_REQUESTS: Mapping[Kind, tuple[str, ...]] = {
    Kind.MUTE_ASKED: MUTE_REQUEST,
    Kind.KNOWN_ASKED: KNOWN_REQUEST,
    Kind.KNOWN_DOUBTED: DOUBT_FIELDS,
}
#: The kind of row that withdraws such a request.
_TAKEN_BACK_BY = {Kind.MUTE_ASKED: Kind.UNMUTE, Kind.KNOWN_ASKED: Kind.NOT_KNOWN}
_WAITS = (
    "it rests on a detector or on a person's word or decision, and only a person at the robot's "
    "machine can {}; the request waits in `robot-memory review`"
)


def can_only_propose(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a source can only ask to resolve or to forget an entry."""
    return entry.type is not EntryType.RESOLVED and is_guarded(entry, by_whom)


def check_forgetting(entry: MemoryEntry, by_whom: Source) -> None:
    """Raise NotYours if a resolved entry is not the source's: nobody can request its deletion."""
    if entry.type is EntryType.RESOLVED and is_guarded(entry, by_whom):
        raise NotYours(
            f"{entry.id} is resolved and not told; it rests on a detector or on a person's word, "
            "and an agent, or who says over ROS to be a person, does not delete it; nothing was "
            "stored: at the robot's machine a person can, with robot-memory forget"
        )


def about(entries: Iterable[MemoryEntry], component: str) -> list[MemoryEntry]:
    """Return the entries about a component, by key or tags."""
    return [
        entry
        for entry in entries
        if component in entry.tags or (entry.key and entry.key.component == component)
    ]


def open_about(entries: Iterable[MemoryEntry], component: str) -> list[MemoryEntry]:
    """Return the entries about a component, by key or tags, that are not resolved."""
    return [one for one in about(entries, component) if one.type is not EntryType.RESOLVED]


def is_over(entry: MemoryEntry, row: Observation) -> bool:
    """Whether a resolving row changes nothing, because the entry is resolved already.

    A person may resolve what an agent resolved: from then on it is the person's decision (rules.md
    §1.6).
    """
    if entry.type is not EntryType.RESOLVED:
        return False
    return not (is_resolved_unproven(entry) and row.source is Source.PERSON)


def is_resolved_unproven(entry: MemoryEntry) -> bool:
    """Whether only an agent, or an unchecked person, resolved an entry."""
    return entry.type is EntryType.RESOLVED and is_unproven(entry.extra.get(RESOLVED_BY))


def resolver_words(entry: MemoryEntry) -> str:
    """Return who resolved an entry, and why: "agent:planner: the pump is quiet"."""
    by, note = str(entry.extra[RESOLVED_BY]), str(entry.extra.get("resolved_note") or "")
    return f"{by}: {note}" if note else by


def ends_resolve(entry: MemoryEntry, row: Observation) -> bool:
    """Whether a person's correction reopens an entry that an agent resolved (rules.md §1.6)."""
    is_known_kind = entry.resolved_from is not None
    return is_resolved_unproven(entry) and row.source is Source.PERSON and is_known_kind


def reopened_as_asked(entry: MemoryEntry) -> MemoryEntry:
    """Return an agent's resolved entry as open, with the proposal to resolve it."""
    by, colon, note = resolver_words(entry).partition(": ")
    values = (entry.time_of("resolved_at"), f"{by}{_ASKS}resolve it{colon}{note}")
    proposal = {name: value for name, value in zip(PROPOSAL, values, strict=True) if value}
    extra = {**without(entry.extra, *RESOLVE_FIELDS), **proposal}
    return replace(entry, type=entry.resolved_from or entry.type, extra=extra)


def proposed(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with a row's proposal to resolve it.

    The memory's own finding, and earlier requests of others, stay.
    """
    note = row.summary
    if row.source is not Source.DETECTOR:
        if is_found_over(entry) or asker_of(entry) not in ("", row.author):
            return entry
        note = request_words(row)
    return replace(entry, extra={**entry.extra, "recovered_at": row.time, "recovered_note": note})


def request_words(row: Observation) -> str:
    """Return the author, request and reason of a row that asks to resolve or forget an entry."""
    return f"{row.author}{_ASKS}{asked(row)} it{f': {row.summary}' if row.summary else ''}"


def asker_of(entry: MemoryEntry) -> str:
    """Return who asks to resolve or to forget an entry; empty for a detector's proposal."""
    return _asker_in(entry.extra, Kind.RECOVERED)


def _asker_in(fields: Mapping[str, Any], kind: Kind) -> str:
    """Return the author of a request of a kind in an entry's fields, or ""."""
    if kind in _REQUESTS:
        return str(fields.get(_REQUESTS[kind][0], ""))
    asker, asks, _ = str(fields.get(PROPOSAL[1], "")).partition(_ASKS)
    return asker if asks else ""


def asks_to_forget(entry: MemoryEntry) -> bool:
    """Whether somebody asks to forget an entry, not only to resolve it."""
    _, _, what = str(entry.extra.get(PROPOSAL[1], "")).partition(_ASKS)
    return what.startswith("forget ")


def is_proposed(entry: MemoryEntry) -> bool:
    """Whether a proposal to resolve or to forget an entry waits for a decision."""
    return PROPOSAL[0] in entry.extra


def is_found_over(entry: MemoryEntry) -> bool:
    """Whether the memory itself, not only a request, found that an entry may be over."""
    return is_proposed(entry) and not asker_of(entry)


def question_of(entry: MemoryEntry) -> str:
    """Return the words before the note of a proposal; a request's note names its author itself."""
    return "recovered? " if is_found_over(entry) else ""


def waits_already(
    entry: MemoryEntry | None,
    row: Observation,
    changes_of: Callable[[MemoryEntry], Iterable[Observation]],
) -> bool:
    """Whether a request repeats, in the same words, one that already waits for a person.

    Args:
        changes_of: returns the rows about an entry, in any order.
    """
    if entry is None or row.kind not in {*_REQUESTS, Kind.RECOVERED}:
        return False
    by = _asker_in(entry.extra, row.kind)
    if not by and not (row.kind is Kind.RECOVERED and is_found_over(entry)):
        return False
    since = waiting_requests(entry, row.kind, changes_of(entry))
    if by == row.author:
        since = [one for one in since if one.author == by][:1]  # of the author who is shown
    return any(_terms(one) == _terms(row) for one in since)


def _terms(row: Observation) -> tuple[object, ...]:
    """Return the content of a request; equal content is no new request."""
    return row.author, row.summary, asked(row), row.detail.get("until")


def waiting_requests(
    entry: MemoryEntry, kind: Kind, changes: Iterable[Observation]
) -> list[Observation]:
    """Return the requests of a kind that wait for a person, of all authors, newest first.

    The oldest is the one before which nobody had asked, or the first after the memory itself found
    the fault over.

    Args:
        entry: an entry with a request or a finding.
        changes: the rows about it.
    """
    found_at = entry.time_of(PROPOSAL[0]) if is_found_over(entry) else None
    is_found = kind is Kind.RECOVERED and found_at is not None
    waiting, left, undone = [], set(), set()  # requests, authors who withdrew, ids of undone rows
    for row in sorted(changes, key=lambda one: one.id, reverse=True):
        if is_found and (row.kind is Kind.UNDO or row.time < (found_at or row.time)):
            break
        is_one = row.kind is kind or (row.kind, kind) == (Kind.REPAIRED, Kind.RECOVERED)
        undone.update(row.detail.get(UNDOES, ()))
        if row.kind is _TAKEN_BACK_BY.get(kind):
            left.add(row.author)
        if row.source.is_proven or not is_one:
            continue
        if row.author not in left and row.id not in undone:
            waiting.append(row)
        before = row.detail.get(FIELDS_BEFORE, {}).get(entry.id, {})
        if not is_found and not _asker_in(before, kind):
            break
    return waiting


def last_of_each(waiting: Iterable[Observation]) -> list[Observation]:
    """Return each author's last waiting request, the first author's first."""
    rows = sorted(waiting, key=lambda one: one.id)
    return list({row.author: row for row in rows}.values())


def taken_back(
    entry: MemoryEntry,
    row: Observation,
    changes_of: Callable[[MemoryEntry], Iterable[Observation]],
) -> dict[str, Any] | None:
    """Return the detail of a row with which one of several authors withdraws: the next request.

    None if that author has no request, or if a person withdraws all requests.
    """
    kind = next((one for one, by in _TAKEN_BACK_BY.items() if by is row.kind), None)
    shown = "" if kind is None or row.source.is_proven else _asker_in(entry.extra, kind)
    if kind is None or not shown:
        return None
    author, waiting = row.author, last_of_each(waiting_requests(entry, kind, changes_of(entry)))
    if author not in {shown, *(one.author for one in waiting)}:
        return None
    others = [one for one in waiting if one.author != author] if author == shown else []
    values = ((one.author, one.summary, one.detail.get("until")) for one in others)
    return {FIELDS_BACK: dict(zip(_REQUESTS[kind], next(values), strict=False))} if others else {}


def asked(row: Observation) -> str:
    """Return the proposal of a row: to resolve or to forget an entry."""
    is_to_go = row.kind is Kind.FORGET or row.detail.get("asks") == ASKS_TO_FORGET["asks"]
    return "forget" if is_to_go else "resolve"


def resolve_words(
    entry: MemoryEntry, before: MemoryEntry | None, *, there_for: timedelta | None = None
) -> str:
    """Return the result of a resolve, in words.

    Args:
        before: the earlier entry, if known.
        there_for: after this time a present fault is shown again; None: it is not present.
    """
    if entry.type is EntryType.RESOLVED:
        was_so = before is not None and before.type is EntryType.RESOLVED
        words = f"{'was resolved already' if was_so else 'resolved'}: {entry.text}"
        if there_for is None:
            return words
        hours = there_for / timedelta(hours=1)
        return f"{words}; it is there now, and is told again if it is still there in {hours:.3g} h"
    return f"stays told: {_WAITS.format('resolve it')}: {entry.text}"


def forget_words(entry: MemoryEntry, by_whom: Source) -> str:
    """Return the result of a request to forget, in words, for an entry's present or last state."""
    if can_only_propose(entry, by_whom):
        return f"stays told: {_WAITS.format('delete it')}: {entry.text}"
    return (
        f"forgotten: {entry.text}; it is in the archive, and later evidence brings it back as new; "
        f"`robot-memory undo {entry.id}` takes this back"
    )


def near_parts(entries: Iterable[MemoryEntry], component: str) -> list[str]:
    """Return the entries' parts whose names contain, or resemble, a given name."""
    names = {one.key.component for one in entries if one.key} - {""}
    said = _words(component)
    held = sorted(name for name in names if said and said in _words(name))
    return held[:_MOST_NEAR] or get_close_matches(component, sorted(names), n=_MOST_NEAR)


def _words(name: str) -> str:
    """Return the words of a name: "gripper vac pump" for "gripper_vac: pump"."""
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


def repair_words(entries: Sequence[MemoryEntry], near: Sequence[str] = ()) -> str:
    """Return the result of a repair, in words.

    Args:
        entries: the entries about the part that were open, in their present state.
        near: names of other parts that may be meant.
    """
    if not entries:
        meant = f" (there is {', '.join(map(repr, near))})" if near else ""
        return f"no open entry is about it{meant}; the repair is noted all the same"
    resolved = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
    waiting = [entry.id for entry in entries if entry.type is not EntryType.RESOLVED]
    parts = [f"resolved {', '.join(resolved)}"] if resolved else []
    waits = _WAITS.format("resolve it")
    several = len(waiting) > 1
    told = "stay told: of each" if several else "stays told:"
    parts += [f"{', '.join(waiting)} {told} {waits}"] if waiting else []
    return "; ".join(parts)
