"""Entries that somebody muted (rules.md §1.6).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from robot_memory.entries.known_rules import (
    has_persons_known,
    is_others_request,
    until_of,
    with_request,
)
from robot_memory.entries.memory_entry import EntryType, MemoryEntry, is_unproven, without
from robot_memory.foundation.errors import NotYours
from robot_memory.ledger import Kind, Observation, Source

_BY = "muted_by"
#: The fields of a request to mute: its author, who may not mute, and the reason.
MUTE_REQUEST = ("mute_asked_by", "mute_asked_why")
#: The fields of a muted entry: until when, why, and by whom; and a request to mute.
MUTE_FIELDS = ("muted_until", "muted_why", _BY, *MUTE_REQUEST)


def with_mute(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row mutes, asks to mute, or unmutes."""
    if row.kind is Kind.UNMUTE:
        return told_again(entry)
    if row.kind is Kind.MUTE_ASKED:
        return with_request(entry, row, MUTE_REQUEST)
    extra = {
        **without(entry.extra, *MUTE_REQUEST),
        "muted_until": until_of(row) or "unmuted",
        "muted_why": row.summary,
        _BY: row.author,
    }
    return replace(entry, extra=extra)


def told_again(entry: MemoryEntry) -> MemoryEntry:
    """Return an entry that is no longer muted."""
    return replace(entry, extra=without(entry.extra, *MUTE_FIELDS))


def ends_mute(entry: MemoryEntry, row: Observation) -> bool:
    """Whether a row ends a mute: new evidence or a person's word does.

    A person's mute lasts until a person or its date ends it.
    """
    return is_muted_or_asked(entry) and row.source.is_proven and not is_muted_by_person(entry)


def is_muted_or_asked(entry: MemoryEntry) -> bool:
    """Whether somebody muted an entry, or asks for it."""
    return not {"muted_until", MUTE_REQUEST[0]}.isdisjoint(entry.extra)


def may_unmute(entry: MemoryEntry, row: Observation) -> bool:
    """Whether a row can unmute an entry: only a person withdraws another's request."""
    return is_muted_or_asked(entry) and not is_others_request(entry, row, MUTE_REQUEST)


def is_silenced(entry: MemoryEntry, now: datetime) -> bool:
    """Whether an entry is hidden from agents: a person muted it, or it is a muted agent's word.

    An agent's mute of a detector's or person's entry is only a request: the entry is still shown.
    """
    is_agents = entry.is_agents_word and not has_persons_known(entry)
    return entry.is_muted(now) and (is_agents or is_muted_by_person(entry))


def mute_words(entry: MemoryEntry, now: datetime) -> str:
    """Return the result of a mute, in words."""
    if is_silenced(entry, now):
        until = entry.time_of("muted_until")
        end = f"{until:%Y-%m-%d %H:%M} UTC" if until else "it is unmuted"
        return f"muted until {end}: {entry.text}"
    return f"stays told until a person mutes it, whom `review` asks: {entry.text}"


def unmute_words(entry: MemoryEntry, before: MemoryEntry | None, now: datetime) -> str:
    """Return the result of an unmute, in words; ``before``: the earlier entry, if known."""
    was_muted = before is not None and (before.is_muted(now) or mute_asker(before, now))
    return f"{'told again' if was_muted else 'was not muted and stays told'}: {entry.text}"


def is_muted_unproven(entry: MemoryEntry, now: datetime) -> bool:
    """Whether only an agent, or an unchecked person, muted it."""
    return entry.is_muted(now) and not is_muted_by_person(entry)


def is_muted_proven(entry: MemoryEntry, now: datetime) -> bool:
    """Whether a checked person muted it."""
    return entry.is_muted(now) and is_muted_by_person(entry)


def is_persons_mute(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a person once muted an entry, and ``by_whom`` is no proven person."""
    return not by_whom.is_proven and is_muted_by_person(entry)


def mute_asker(entry: MemoryEntry, now: datetime) -> str:
    """Return who asks to mute an entry that is still shown; empty if nobody does."""
    if entry.type is EntryType.RESOLVED:
        return ""
    asker = str(entry.extra.get(MUTE_REQUEST[0], ""))
    is_told = entry.is_muted(now) and not is_silenced(entry, now)  # a mute of an earlier version
    return asker or (muter_words(entry) if is_told else "")


def check_muter(entry: MemoryEntry, row: Observation) -> None:
    """Raise NotYours if a row may not change a person's mute, or another's request."""
    if row.kind is Kind.UNMUTE and is_others_request(entry, row, MUTE_REQUEST):
        raise NotYours(
            f"{entry.extra[MUTE_REQUEST[0]]} asks to mute {entry.id}, which is told all the same; "
            "only who asks, or a person, takes that back; nothing was stored"
        )
    if is_persons_mute(entry, row.source):
        raise NotYours(
            f"a person muted {entry.id}; an agent, or who says over ROS to be a person, cannot "
            "change that; nothing was stored: at the robot's machine a person can, with "
            "robot-memory unmute"
        )


def muter_words(entry: MemoryEntry) -> str:
    """Return who muted an entry: "a person", "agent:planner"."""
    return "a person" if is_muted_by_person(entry) else str(entry.extra.get(_BY, ""))


def is_muted_by_person(entry: MemoryEntry) -> bool:
    """Whether a person muted it; earlier versions and edits of the file hold no name."""
    return "muted_until" in entry.extra and not is_unproven(entry.extra.get(_BY))
