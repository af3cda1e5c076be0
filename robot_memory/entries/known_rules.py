"""Entries that somebody declared known (rules.md §1.13).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from robot_memory.entries.field_limits import until_defects
from robot_memory.entries.memory_entry import WORSE, EntryType, MemoryEntry, is_unproven, without
from robot_memory.entries.peer_text import inner
from robot_memory.foundation.errors import Defect, InvalidInput, NotYours
from robot_memory.foundation.text.unicode_text import without_hidden
from robot_memory.ledger import Observation, Source
from robot_memory.ledger.checked_detail import DATED
from robot_memory.ledger.observation import stamp_from_text, stamp_text

#: The time since which it is known.
KNOWN_SINCE = "known_since"
_BY = "known_by"
#: The author of a request to withdraw the known state, and the reason.
DOUBT_FIELDS = ("known_doubted_by", "known_doubted_why")
#: The person who withdrew the known state: no agent may declare it again.
WITHDRAWN_BY = "known_withdrawn_by"
#: The author, reason and end date of a request to declare it known; without a date the last is
#: missing.
KNOWN_REQUEST = ("known_asked_by", "known_asked_why", "known_asked_until")
#: The fields of a known entry: since when, until when, by whom, why; the doubt; the person who
#: withdrew it; and a request to declare it known.
KNOWN_FIELDS = (
    KNOWN_SINCE, "known_until", _BY, "known_why", *DOUBT_FIELDS, WITHDRAWN_BY, *KNOWN_REQUEST,
)  # fmt: skip
#: Causes in a row that ends a known state, other than a worse fault: its date, and no person's
#: word.
DATE = "date"
UNPROVEN = "unproven"
_REFUSAL = "nothing was stored"


def with_known(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row declares known.

    If an agent or an unchecked person repeats the declaration, the start stays: changes since then
    still count as worse.
    """
    earlier = None if row.source.is_proven else entry.time_of(KNOWN_SINCE)
    extra = {
        **without(entry.extra, *DOUBT_FIELDS, WITHDRAWN_BY, *KNOWN_REQUEST),
        KNOWN_SINCE: earlier or row.time,
        "known_until": until_of(row) or WORSE,
        _BY: row.author,
        "known_why": row.summary,
    }
    return replace(entry, extra=extra)


def with_request(entry: MemoryEntry, row: Observation, fields: Sequence[str]) -> MemoryEntry:
    """Return an entry with a row's request to a person; of two requests the first stays.

    Args:
        fields: the request's fields: author, reason, and end date if it can have one.
    """
    if is_others_request(entry, row, fields):
        return entry
    asked = zip(fields, (row.author, row.summary, until_of(row)), strict=False)
    given = {name: value for name, value in asked if value is not None}
    return replace(entry, extra={**without(entry.extra, *fields), **given})


def is_others_request(entry: MemoryEntry, row: Observation, fields: Sequence[str]) -> bool:
    """Whether an entry has a request of somebody other than the row's author, who is no person."""
    asker = str(entry.extra.get(fields[0], ""))
    return asker not in ("", row.author) and not row.source.is_proven


def until_of(row: Observation) -> datetime | None:
    """Return the end date of a row that declares known or mutes an entry, or asks for it."""
    until = row.detail.get("until") if row.kind in DATED else None
    return stamp_from_text(until) if until else None


def until_detail(until: datetime | None) -> dict[str, str]:
    """Return what a row says of an end date; :func:`until_of` reads it."""
    return {"until": stamp_text(until)} if until else {}


def may_withdraw_request(entry: MemoryEntry, row: Observation) -> bool:
    """Whether a row can withdraw a request to declare an entry known."""
    return bool(known_asker(entry)) and not is_others_request(entry, row, KNOWN_REQUEST)


def known_asker(entry: MemoryEntry) -> str:
    """Return who asks to declare an entry known; empty if nobody does."""
    return str(entry.extra.get(KNOWN_REQUEST[0], ""))


def no_longer_known(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry after a row withdrew its known state; a person's withdrawal is noted."""
    extra = without(entry.extra, *KNOWN_FIELDS)
    if row.source is Source.PERSON:
        extra = {**extra, WITHDRAWN_BY: row.author}
    return replace(entry, extra=extra)


def check_known(entry: MemoryEntry, reason: str, until: datetime | None, now: datetime) -> None:
    """Raise InvalidInput with all objections to declaring an entry known."""
    defects = until_defects(until, now)
    if not without_hidden(reason).strip():
        defects.append(Defect("reason", "is empty: say why nobody needs to be alarmed"))
    if entry.type is EntryType.RESOLVED:
        defects.append(Defect("id", f"{entry.id} is resolved, and alarms no one as it is"))
    if defects:
        raise InvalidInput(_REFUSAL, defects)


def check_declarer(entry: MemoryEntry, by_whom: Source) -> None:
    """Raise NotYours if a person has decided about it, and the present source is no person."""
    if not is_persons_to_declare(entry, by_whom):
        return
    decided = (
        f"{entry.extra[WITHDRAWN_BY]} withdrew that {entry.id} is known"
        if WITHDRAWN_BY in entry.extra
        else f"{entry.id} was declared known by {_declarer(entry)}, {until_words(entry)}"
    )
    raise NotYours(
        f"{decided}; an agent, or who says over ROS to be a person, cannot declare it anew; "
        "nothing was stored: at the robot's machine a person can, with robot-memory known"
    )


def is_persons_to_declare(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a source must not declare an entry known because a person declared or withdrew it."""
    is_withdrawn = not by_whom.is_proven and WITHDRAWN_BY in entry.extra
    return is_withdrawn or must_ask(entry, by_whom)


def must_ask(entry: MemoryEntry, by_whom: Source) -> bool:
    """Whether a source can only ask for withdrawal, because a person declared the entry known."""
    return not by_whom.is_proven and has_persons_known(entry)


def has_persons_known(entry: MemoryEntry) -> bool:
    """Whether a person declared an entry known, and that is not withdrawn or reopened."""
    return is_declared(entry) and is_known_by_person(entry)


def is_declared(entry: MemoryEntry) -> bool:
    """Whether somebody declared an entry known, and nobody has withdrawn that.

    A person who writes this into the file may leave out the start.
    """
    return not {KNOWN_SINCE, "known_until"}.isdisjoint(entry.extra)


def check_request(entry: MemoryEntry, now: datetime) -> None:
    """Raise InvalidInput if the date until which an entry was known has passed."""
    if not entry.is_known(now):
        raise InvalidInput(
            _REFUSAL, [Defect("id", f"{entry.id} was known {until_words(entry)}: it alarms again")]
        )


def check_withdrawal(entry: MemoryEntry, row: Observation) -> None:
    """Check that a row has something to withdraw.

    Raises:
        InvalidInput: the entry is not known, and nobody asks for that.
        NotYours: somebody else asks for that, and the row's source is no person.
    """
    if is_declared(entry):
        return
    if is_others_request(entry, row, KNOWN_REQUEST):
        raise NotYours(
            f"{known_asker(entry)} asks that {entry.id} be known; only who asks, or a person, "
            "takes that back; nothing was stored"
        )
    if not known_asker(entry):
        raise InvalidInput(_REFUSAL, [Defect("id", f"{entry.id} is not declared known")])


def declaration_words(entry: MemoryEntry, now: datetime) -> str:
    """Return the result of a declaration as known, in words."""
    if entry.is_known(now):
        return f"known {until_words(entry)}: {entry.text}"
    return f"alarms as before until a person declares it known, whom `review` asks: {entry.text}"


def withdrawal_words(entry: MemoryEntry, now: datetime) -> str:
    """Return the result of a withdrawal, in words."""
    if not entry.is_known(now):
        return f"alarms again: {entry.text}"
    return (
        f"stays known: {_declarer(entry)} declared it so, and only a person at the robot's machine "
        f"can withdraw that; the request waits in `robot-memory review`: {entry.text}"
    )


def known_words(entry: MemoryEntry, now: datetime) -> str:
    """Return the words that follow the text of a known entry; empty if it is not known."""
    if not entry.is_known(now):
        return ""
    why, author = _why_and_author(entry)
    return f" (known {until_words(entry)}{f': {why}' if why else ''}{author})"


def known_reason(entry: MemoryEntry, now: datetime) -> str:
    """Return why an entry is known, and who says so unless a person; empty if it is not known."""
    if not entry.is_known(now):
        return ""
    return "".join(_why_and_author(entry))


def _why_and_author(entry: MemoryEntry) -> tuple[str, str]:
    """Return the reason, fit for brackets, and ", says …" unless the author is a person."""
    author = "" if is_known_by_person(entry) else f", says {_author_words(entry)}"
    return inner(str(entry.extra.get("known_why", ""))), author


def is_known_unproven(entry: MemoryEntry, now: datetime) -> bool:
    """Whether only an agent, or an unchecked person, declared it known."""
    return entry.is_known(now) and not is_known_by_person(entry)


def until_words(entry: MemoryEntry) -> str:
    """Return how long an entry is known: "until it gets worse"."""
    return date_words(entry.time_of("known_until")).lstrip() or "until it gets worse"


def date_words(until: datetime | None) -> str:
    """Return a date that follows other words: " until 2026-12-24 00:00 UTC"; empty without one."""
    return f" until {until:%Y-%m-%d %H:%M} UTC" if until else ""


def is_known_by_person(entry: MemoryEntry) -> bool:
    """Whether a person declared an entry known; edits of the file have no name."""
    return not is_unproven(entry.extra.get(_BY))


def only_declarer(entry: MemoryEntry) -> str:
    """Return the unproven author of a known state on others' entry (old version), or ""."""
    is_theirs = is_known_by_person(entry) or entry.is_agents_word
    return "" if is_theirs else _author_words(entry)


def _declarer(entry: MemoryEntry) -> str:
    return str(entry.extra.get(_BY) or "a person")


def _author_words(entry: MemoryEntry) -> str:
    """Return the author of a known state who is no person: "agent planner"."""
    source, _, name = str(entry.extra.get(_BY, "")).partition(":")
    name = inner(name)
    if source == Source.AGENT.value:
        return f"agent {name}" if name else "an agent"
    return f"{name or 'somebody'}, unchecked"
