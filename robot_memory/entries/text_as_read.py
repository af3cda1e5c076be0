"""The displayed text of an entry: ``TEXT — advice (last 54 °C, 20 times, 3 h ago)``.

A present fault shows its start instead of its age (rules.md §1.15).

Advice and parenthesis are added when an entry is read (rules.md §1.10, §1.14); the stored text is
unchanged. :mod:`.priority` has the recency factor for the order of entries.
"""

from __future__ import annotations

from datetime import datetime

from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.known_rules import date_words, is_known_unproven, known_words
from robot_memory.entries.limit_rules import CONCLUSIONS
from robot_memory.entries.memory_entry import KEPT_UNTIL, MemoryEntry
from robot_memory.entries.peer_text import without_our_brackets
from robot_memory.entries.presence import PresenceState
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.text.conversation import CLAIM
from robot_memory.foundation.wording.advice import advice_for
from robot_memory.foundation.wording.spoken_names import spoken
from robot_memory.ledger import Source

#: The labels of unproven authors.
_UNPROVEN = {Source.AGENT.value: "an agent", Source.CLAIMED.value: f"somebody {CLAIM},"}
#: The end of a text by :func:`with_teller`.
SAYS_SO = " says so)"
_MOST_VALUES = 2
_LONGEST = 40  # characters
_STEPS = (1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 60, 90, 120)  # minutes
_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0  # s


def text_now(entry: MemoryEntry, now: datetime, hours: RunningHours | None = None) -> str:
    """Return the text of an entry, the advice, the last value, the count, and the age.

    Texts of persons and agents, limits and outcomes have neither advice nor parenthesis: they are
    no measurements, or have the counts in their sentence. A known entry has a remark at the end.

    Args:
        hours: when the robot ran, for rates per hour; None: without rates.
    """
    return proven_text_now(entry, now, hours) + unproven_remark(entry, now)


def proven_text_now(entry: MemoryEntry, now: datetime, hours: RunningHours | None = None) -> str:
    """Return the text as :func:`text_now`, but without :func:`unproven_remark`."""
    remark = "" if is_known_unproven(entry, now) else known_words(entry, now)
    end = date_words(entry.time_of(KEPT_UNTIL)).strip()
    standing = f" ({end})" if end and entry.stands(now) else ""
    return _measured(entry, now, hours or RunningHours()) + standing + remark


def with_teller(words: str, word_of: str) -> str:
    """Return words with an unproven author: "Door sticks (an agent says so)"."""
    return f"{words} ({_UNPROVEN.get(word_of, word_of)}{SAYS_SO}" if word_of else words


def unproven_remark(entry: MemoryEntry, now: datetime) -> str:
    """Return the remark after a text that an agent declared known; empty if none did."""
    return known_words(entry, now) if is_known_unproven(entry, now) else ""


def _measured(entry: MemoryEntry, now: datetime, hours: RunningHours) -> str:
    key = entry.key
    text = own_words(entry)
    if key is None or key.detector in CONCLUSIONS or is_a_persons_wording(entry):
        return text
    advice = advice_for(text)
    told = f"{text} — {advice}" if advice else text
    return f"{told} ({', '.join(_parts(entry, now, hours))})"


def own_words(entry: MemoryEntry) -> str:
    """Return only the text of an entry; none of its brackets can be read as an added one."""
    key, text = entry.key, entry.text
    if key is not None and (key.detector in CONCLUSIONS or not is_a_persons_wording(entry)):
        text = spoken(text)  # an earlier version stored the driver's words
    return without_our_brackets(text)


def advice_of(entry: MemoryEntry) -> str:
    """Return the advice for a detector's entry; empty if there is none (§1.14)."""
    key = entry.key
    if key is None or key.detector in CONCLUSIONS or is_a_persons_wording(entry):
        return ""
    return advice_for(spoken(entry.text))


def _parts(entry: MemoryEntry, now: datetime, hours: RunningHours) -> list[str]:
    readings = entry.readings
    values = [] if readings is None else readings.last[:_MOST_VALUES]
    last = [f"last {' and '.join(values)}"] if values and sum(map(len, values)) < _LONGEST else []
    rate = hours.rate_of(entry)
    presence = hours.presence_of(entry)
    words = "" if presence is None else presence.words(now)
    is_over = presence is None or presence.state is PresenceState.OVER
    last_time = last_seen(entry, hours)
    return [
        *last,
        entry.times_seen,
        *([str(rate)] if rate else []),
        *([words] if words else []),
        *([ago((now - last_time).total_seconds())] if is_over and last_time else []),
    ]


def last_seen(entry: MemoryEntry, hours: RunningHours) -> datetime | None:
    """Return when an entry's fault was last known to be present, or its last evidence; UTC.

    None while it is continuously present (it is seen now), and for an entry that a person keeps.
    """
    presence = hours.presence_of(entry)
    if presence is None:
        return None if KEPT_UNTIL in entry.extra else entry.last_reinforced
    return None if presence.last is None else max(presence.last, entry.last_reinforced)


def ago(seconds: float) -> str:
    """Return an age in words; the steps are coarse, so that the words stay true for long."""
    if seconds < _MINUTE:
        return "just now"
    if seconds < 2 * _HOUR:
        minutes = min(_STEPS, key=lambda step: abs(step * _MINUTE - seconds))
        return f"{minutes // 60} h ago" if minutes in (60, 120) else f"{minutes} min ago"
    if seconds < 2 * _DAY:
        return f"{round(seconds / _HOUR)} h ago"
    return f"{round(seconds / _DAY)} days ago"
