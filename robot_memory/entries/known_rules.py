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
from robot_memory.ledger.observation import stamp_from_text

#: Since when it is known.
KNOWN_SINCE = "known_since"
_BY = "known_by"
#: Who asks to withdraw that it is known, and why.
DOUBT_FIELDS = ("known_doubted_by", "known_doubted_why")
#: Which person withdrew that it is known: no agent declares it so again.
WITHDRAWN_BY = "known_withdrawn_by"
#: Who asks a person to declare it known, why, and until when; without a date the last is missing.
KNOWN_REQUEST = ("known_asked_by", "known_asked_why", "known_asked_until")
#: What stands in an entry that is known, or was: since when, until when, who said so, why, the
#: doubt, who withdrew it; and who asks that it be known.
KNOWN_FIELDS = (
    KNOWN_SINCE, "known_until", _BY, "known_why", *DOUBT_FIELDS, WITHDRAWN_BY, *KNOWN_REQUEST,
)  # fmt: skip
#: Causes of a row that ends it other than that it got worse: its date, and that no person said so.
DATE = "date"
UNPROVEN = "unproven"
_REFUSAL = "nothing was stored"


def with_known(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry that a row declares known.

    Said again by an agent or an unchecked person, it is known since the same time: what came since
    still counts as worse.
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
    """Return an entry with a row's request to a person; of two who ask the first stays.

    Args:
        fields: of such a request: who asks, why, and until when where that can be said.
    """
    if is_others_request(entry, row, fields):
        return entry
    asked = zip(fields, (row.author, row.summary, until_of(row)), strict=False)
    given = {name: value for name, value in asked if value is not None}
    return replace(entry, extra={**without(entry.extra, *fields), **given})


def is_others_request(entry: MemoryEntry, row: Observation, fields: Sequence[str]) -> bool:
    """Tell whether somebody else made a request than who says a row, who is no person."""
    asker = str(entry.extra.get(fields[0], ""))
    return asker not in ("", row.author) and not row.source.is_proven


def until_of(row: Observation) -> datetime | None:
    """Return the date until which a row declares an entry known, mutes it, or asks for that."""
    until = row.detail.get("until") if row.kind in DATED else None
    return stamp_from_text(until) if until else None


def may_withdraw_request(entry: MemoryEntry, row: Observation) -> bool:
    """Tell whether a row takes back a request that an entry be known."""
    return bool(known_asker(entry)) and not is_others_request(entry, row, KNOWN_REQUEST)


def known_asker(entry: MemoryEntry) -> str:
    """Return who asks a person to declare an entry known; empty where nobody does."""
    return str(entry.extra.get(KNOWN_REQUEST[0], ""))


def no_longer_known(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry of which a row withdraws that it is known; a person's word is noted."""
    extra = without(entry.extra, *KNOWN_FIELDS)
    if row.source is Source.PERSON:
        extra = {**extra, WITHDRAWN_BY: row.author}
    return replace(entry, extra=extra)


def check_known(entry: MemoryEntry, reason: str, until: datetime | None, now: datetime) -> None:
    """Raise InvalidInput with all that speaks against declaring an entry known."""
    defects = until_defects(until, now)
    if not without_hidden(reason).strip():
        defects.append(Defect("reason", "is empty: say why nobody needs to be alarmed"))
    if entry.type is EntryType.RESOLVED:
        defects.append(Defect("id", f"{entry.id} is resolved, and alarms no one as it is"))
    if defects:
        raise InvalidInput(_REFUSAL, defects)


def check_declarer(entry: MemoryEntry, by_whom: Source) -> None:
    """Raise NotYours where a person decided about it before, and who declares it is none."""
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
    """Tell whether somebody may not declare an entry known, as a person did, or withdrew it."""
    is_withdrawn = not by_whom.is_proven and WITHDRAWN_BY in entry.extra
    return is_withdrawn or must_ask(entry, by_whom)


def must_ask(entry: MemoryEntry, by_whom: Source) -> bool:
    """Tell whether somebody can only ask to withdraw what a person declared known."""
    return not by_whom.is_proven and has_persons_known(entry)


def has_persons_known(entry: MemoryEntry) -> bool:
    """Tell whether a person declared an entry known, and nobody withdrew that or reopened it."""
    return is_declared(entry) and is_known_by_person(entry)


def is_declared(entry: MemoryEntry) -> bool:
    """Tell whether somebody declared an entry known, and nobody has withdrawn that.

    A person who writes that into the file may leave out since when.
    """
    return not {KNOWN_SINCE, "known_until"}.isdisjoint(entry.extra)


def check_request(entry: MemoryEntry, now: datetime) -> None:
    """Raise InvalidInput where the date until which an entry was known has passed."""
    if not entry.is_known(now):
        raise InvalidInput(
            _REFUSAL, [Defect("id", f"{entry.id} was known {until_words(entry)}: it alarms again")]
        )


def check_withdrawal(entry: MemoryEntry, row: Observation) -> None:
    """Check that there is something that a row may take back.

    Raises:
        InvalidInput: the entry is not known, and nobody asks for that.
        NotYours: another one asks for that, and who takes it back is no person.
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
    """Return what became of an entry that somebody declared known."""
    if entry.is_known(now):
        return f"known {until_words(entry)}: {entry.text}"
    return f"alarms as before until a person declares it known, whom `review` asks: {entry.text}"


def withdrawal_words(entry: MemoryEntry, now: datetime) -> str:
    """Return what a withdrawal came to."""
    if not entry.is_known(now):
        return f"alarms again: {entry.text}"
    return (
        f"stays known: {_declarer(entry)} declared it so, and only a person at the robot's machine "
        f"can withdraw that; the request waits in `robot-memory review`: {entry.text}"
    )


def known_words(entry: MemoryEntry, now: datetime) -> str:
    """Return what is told behind the text of an entry that is known; empty where it is not."""
    if not entry.is_known(now):
        return ""
    why, author = _why_and_author(entry)
    return f" (known {until_words(entry)}{f': {why}' if why else ''}{author})"


def known_reason(entry: MemoryEntry, now: datetime) -> str:
    """Return why an entry is known, and who says so where that is no person; empty: it is not."""
    if not entry.is_known(now):
        return ""
    return "".join(_why_and_author(entry))


def _why_and_author(entry: MemoryEntry) -> tuple[str, str]:
    """Return the reason as it stands within brackets, and ", says …" where that is no person."""
    author = "" if is_known_by_person(entry) else f", says {_author_words(entry)}"
    return inner(str(entry.extra.get("known_why", ""))), author


def is_known_unproven(entry: MemoryEntry, now: datetime) -> bool:
    """Tell whether only an agent, or somebody whom nobody can check, declared it known."""
    return entry.is_known(now) and not is_known_by_person(entry)


def until_words(entry: MemoryEntry) -> str:
    """Return until when an entry is known: "until it gets worse"."""
    return date_words(entry.time_of("known_until")).lstrip() or "until it gets worse"


def date_words(until: datetime | None) -> str:
    """Return a date to follow other words: " until 2026-12-24 00:00 UTC"; empty without one."""
    return f" until {until:%Y-%m-%d %H:%M} UTC" if until else ""


def is_known_by_person(entry: MemoryEntry) -> bool:
    """Tell whether a person declared an entry known; who edits the file names nobody."""
    return not is_unproven(entry.extra.get(_BY))


def only_declarer(entry: MemoryEntry) -> str:
    """Return who declared known what was not theirs, in an earlier version; empty: nobody."""
    is_theirs = is_known_by_person(entry) or entry.is_agents_word
    return "" if is_theirs else _author_words(entry)


def _declarer(entry: MemoryEntry) -> str:
    return str(entry.extra.get(_BY) or "a person")


def _author_words(entry: MemoryEntry) -> str:
    """Return who declared it known, where that is no person: "agent planner"."""
    source, _, name = str(entry.extra.get(_BY, "")).partition(":")
    name = inner(name)
    if source == Source.AGENT.value:
        return f"agent {name}" if name else "an agent"
    return f"{name or 'somebody'}, unchecked"
