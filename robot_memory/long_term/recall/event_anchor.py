"""Times relative to an event, in questions: "the week before the update".

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from robot_memory.long_term.recall.calendar_parts import BESIDE, beside
from robot_memory.long_term.recall.time_span import TimeSpan

_SOON = timedelta(days=2)  # shortly after
_SINCE = timedelta(seconds=1)
_FORMS = tuple(
    re.compile(rf"(?:\b(?:in|during|within)\s+)?{form}\s+(?P<event>\S(?s:.{{2,}}))", re.IGNORECASE)
    for form in (
        BESIDE,
        r"\b(?:right|shortly|just|soon|immediately|directly)\s+(?P<how>before|after|following)",
        r"\b(?P<how>since)(?=\s+(?:the|we|they|it|he|she)\b)",
    )
)


@dataclass(frozen=True)
class EventAnchor:
    """A time as counted from something that happened.

    Attributes:
        event: what happened, as the question says it.
        at: where the words of the time are in the question.
        match: how it is counted.
    """

    event: str
    at: tuple[int, int]
    match: re.Match[str]

    def span(self, moment: datetime, now: datetime) -> TimeSpan:
        """Return the time that is meant.

        Args:
            moment: when that happened.
            now: the time.
        """
        words = self.match[0].strip()
        groups = self.match.groupdict()
        if groups.get("unit"):
            return TimeSpan(*beside((moment, moment), self.match), words, self.at)
        how = groups["how"].casefold()
        if how == "since":
            return TimeSpan(moment, max(now, moment) + _SINCE, words, self.at)
        ends = (moment - _SOON, moment) if how == "before" else (moment, moment + _SOON)
        return TimeSpan(*ends, words, self.at)


def anchor_in(question: str) -> EventAnchor | None:
    """Return the event that a question counts a time from; None where it counts from none."""
    text = question.rstrip(" ?!.")
    for form in _FORMS:
        match = form.search(text)
        if match:
            return EventAnchor(match["event"], match.span(), match)
    return None
