"""The entry: an item of ``robot-memory.md`` (document 000 §3.4 and §3.5; rules.md §1.1).

See docs/reference/memory-file.md, "Fields".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.entries.entry_id import is_minted_from
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key, Source
from robot_memory.ledger.checked_detail import WITHDRAWN

MAX_TEXT = 500  # characters
#: Our fields that hold times.
TIME_FIELDS = (
    "resolved_at", "recovered_at", "muted_until", "known_since", "known_until", "archived_at",
    "heard_at", "kept_until", "known_asked_until",
)  # fmt: skip
#: The end of a known state without a date: until the fault gets worse.
WORSE = "worse"
#: How long a person's note stands without new evidence: a time, or until it is withdrawn.
KEPT_UNTIL = "kept_until"
#: Words that our time fields may hold instead of a time.
TIME_WORDS = {"muted_until": "unmuted", "known_until": WORSE, KEPT_UNTIL: WITHDRAWN}
_UNPROVEN = (Source.AGENT.value, Source.CLAIMED.value)


class EntryType(TextEnum):
    """The type of an entry (document 000 §3.5)."""

    HARDWARE_OBSERVATION = "hardware_observation"
    ENVIRONMENT_NOTE = "environment_note"
    BEHAVIOR_PATTERN = "behavior_pattern"
    RESOLVED = "resolved"


@dataclass(frozen=True)
class MemoryEntry:
    """An entry as last stored; ``confidence.effective`` gives its present confidence.

    Attributes:
        id: ``mem-`` and eight hex digits; opaque once made. For words that only agents said, 32
            digits made from the words.
        text: one lasting sentence, at most 500 characters.
        confidence: in [0, 1], as of ``last_reinforced``.
        first_seen, last_reinforced: UTC.
        observation_count: the number of confirmations, at least 1.
        tags: labels for filtering.
        extra: all other fields of the item, ours (below) and other tools', in order.
    """

    id: str
    type: EntryType
    text: str
    confidence: float
    first_seen: datetime
    last_reinforced: datetime
    observation_count: int = 1
    tags: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def grown(
        self,
        *,
        text: str | None = None,
        confidence: float | None = None,
        last_reinforced: datetime | None = None,
        observation_count: int | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> MemoryEntry:
        """Return the entry with the given changes by evidence.

        Like ``dataclasses.replace``, but three times as fast: each row of evidence makes an entry.
        """
        return MemoryEntry(
            self.id,
            self.type,
            self.text if text is None else text,
            self.confidence if confidence is None else confidence,
            self.first_seen,
            self.last_reinforced if last_reinforced is None else last_reinforced,
            self.observation_count if observation_count is None else observation_count,
            self.tags,
            self.extra if extra is None else extra,
        )

    @property
    def key(self) -> Key | None:
        """The key of its evidence; None for notes."""
        return Key.from_list(self.extra.get("key"))

    @property
    def component(self) -> str:
        """The part or topic in a detector's evidence; empty for notes."""
        return self.key.component if self.key else ""

    @property
    def readings(self) -> VaryingText | None:
        """The varying places of the text with their values; None if nothing varies."""
        return VaryingText.from_list(self.extra.get(READINGS))

    @property
    def joined(self) -> tuple[str, ...]:
        """The ids of entries that were joined into this one (rules.md §1.11)."""
        ids = self.extra.get("joined")
        return tuple(map(str, ids)) if isinstance(ids, list) else ()

    @property
    def days_observed(self) -> int:
        """The number of distinct days (UTC) with evidence."""
        days = self.extra.get("days_observed")
        return days if isinstance(days, int) and days >= 1 else 1

    @property
    def repeats(self) -> int:
        """The highest number of repeats within one occurrence."""
        repeats = self.extra.get("repeats")
        return repeats if isinstance(repeats, int) and repeats >= 1 else 0

    @property
    def times_seen(self) -> str:
        """The number of occurrences in words, with the repeats within one if these are more."""
        count, repeats = self.observation_count, self.repeats
        most = "up to " if count > 1 else ""
        often = "once" if count == 1 else f"{count} times"
        return f"{often} with {most}{repeats} repeats" if repeats > count else often

    @property
    def is_agents_word(self) -> bool:
        """Whether only agents, or claimed persons, have said it so far (rules.md §2.7).

        After an edit of its words in the file it is a person's: they no longer match its id.
        """
        return self.extra.get("source") in _UNPROVEN and self.has_words_of_id

    @property
    def word_of(self) -> str:
        """The only source of an agent's word: ``agent`` or ``claimed``; else empty."""
        return str(self.extra["source"]) if self.is_agents_word else ""

    @property
    def has_unproven_tags(self) -> bool:
        """Whether an agent, or a claimed person, gave it its tags.

        They stay the agent's even if a person rewords the entry in the file.
        """
        return self.extra.get("source") in _UNPROVEN

    @property
    def subject_tag(self) -> str:
        """The first tag, which names the subject of a note; empty if there is none.

        An agent's tag is not used once the words are a person's: "Ada: …" would read as Ada's
        words.
        """
        is_reworded = self.has_unproven_tags and not self.is_agents_word
        return "" if is_reworded else next(iter(self.tags), "")

    @property
    def has_words_of_id(self) -> bool:
        """Whether its text is the one that its id was made from, or that of its readings."""
        if self.readings is not None:
            return self.readings.wrote(self.text)
        return is_minted_from(self.id, self.resolved_from or self.type, self.text)

    @property
    def resolved_from(self) -> EntryType | None:
        """The type of a resolved entry before it was resolved; None if the file does not say."""
        before = self.extra.get("resolved_from")
        if before is None:  # the usual case, without the cost of an exception: each line asks
            return None
        try:
            return EntryType(before)
        except ValueError:
            return None

    def time_of(self, name: str) -> datetime | None:
        """Return the time in an extra field, or None."""
        value = self.extra.get(name)
        return value if isinstance(value, datetime) else None

    def is_muted(self, now: datetime) -> bool:
        """Whether somebody muted the entry now (rules.md §1.6)."""
        until = self.extra.get("muted_until")
        return until == "unmuted" or (isinstance(until, datetime) and now < until)

    def is_known(self, now: datetime) -> bool:
        """Whether somebody declared it known, so that it alarms no one now.

        Earlier versions stored agents' declarations on others' entries; these count only as
        requests.
        """
        if is_unproven(self.extra.get("known_by")) and not self.is_agents_word:
            return False
        until = self.extra.get("known_until")
        return until == WORSE or (isinstance(until, datetime) and now < until)

    def stands(self, now: datetime) -> bool:
        """Whether a person keeps it, so that it does not fade now."""
        until = self.extra.get(KEPT_UNTIL)
        return until == WITHDRAWN or (isinstance(until, datetime) and now < until)


def without(extra: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return fields without some of them."""
    return {name: value for name, value in extra.items() if name not in names}


def is_unproven(author: object) -> bool:
    """Whether an author in an entry's field is an agent or an unchecked person."""
    return str(author or "").partition(":")[0] in _UNPROVEN
