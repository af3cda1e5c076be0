"""A detection: a detector's finding that a fault is present or absent at one moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from robot_memory.foundation.wording.spread import Spread
from robot_memory.foundation.wording.varying_text import OPEN_SLOT, SLOT, VaryingText, count_slots
from robot_memory.ledger import Attempt, Key, Severity

_WORD = re.compile(r"[^\W\d_]{3,}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: In a detection's detail: the key of the fault that it is evidence of, until it outlasts that.
UNDER = "under"
#: Likewise: for how many seconds it may outlast that fault; by default a minute.
REMAINS = "remains"
#: The kind of a detection that something no longer reports: a topic, or one or more components.
SILENT = "silent"
#: In the detail of a fault with several parts: their names.
MEMBERS = "members"
FRESH = 5.0  # s for which a reading holds
FURTHER = 1.5  # times the reported extent, from which it is reported again: rows stay few
_MOST_TAGS = 8  # words of a component


@dataclass(frozen=True)
class Debounce:
    """How long a fault must hold before it counts, in seconds.

    Attributes:
        onset: it must be present this long before an occurrence begins.
        end: it must be absent this long before the occurrence ends.
        quiet: an occurrence without a report for this long ends at its last report.
        momentary: it is seen at single moments, as a logged line is, and its end is not reported:
            if it is seen again after more than ``end``, that is another occurrence.
        ends_silently: it is reported repeatedly while it lasts, but its end is not reported.
    """

    onset: float = 0.5
    end: float = 5.0
    quiet: float = 60.0
    momentary: bool = False
    ends_silently: bool = False


@dataclass(frozen=True)
class Detection:
    """A detector's statement about one key: the fault is present now, or it is not.

    Attributes:
        text: of the entry: a sentence that stays true, with "…" for each value.
        confidence: the first confidence of an entry made from it.
        magnitude: how strong it is now, on any scale; the peak is kept.
        kind: the tag for the kind of fault; empty: the severity.
        readings: numbers at this moment, SI units, for the evidence.
        at: when it was seen, if it is reported later; None: now.
        since: when it began, if it is seen only later; None: when it was seen.
        is_first_report: it is the first report of a component, for any symptom, and says that it is
            well: faults of the component from before a restart are over.
        is_event: it is an event in the robot's surroundings, stored with the robot's position at
            that time; alone it makes no entry, and it has no duration and no end.
        attempt: the result of an attempt at a task; it has no duration and no end, and alone makes
            no entry.
        spreads: the values of ``text``, in order, received since the last detection.
        left_out: the text that a limit left out, if this detection reports the limit.
        extent: how far it is from its expected value, on any scale, if ``spreads`` are the values
            of this moment: once it is 1.5 times as far, a row reports the new values.
    """

    key: Key
    present: bool
    text: str = ""
    severity: Severity = Severity.WARN
    confidence: float = 0.45
    magnitude: float = 0.0
    kind: str = ""
    readings: Mapping[str, float] = field(default_factory=dict)
    detail: Mapping[str, object] = field(default_factory=dict)
    debounce: Debounce = field(default_factory=Debounce)
    at: float | None = None
    since: float | None = None
    is_first_report: bool = False
    is_event: bool = False
    attempt: Attempt | None = None
    spreads: tuple[Spread, ...] = ()
    left_out: str = ""
    extent: float = 0.0

    @property
    def varying_text(self) -> VaryingText:
        """The text with its values; surplus marks belong to a name and are replaced."""
        if count_slots(self.text) == len(self.spreads):
            return VaryingText(self.text, self.spreads)
        return VaryingText(self.text.replace(SLOT, "*").replace(OPEN_SLOT, "*"), ())

    @property
    def tags(self) -> tuple[str, ...]:
        """The words of the component, and the kind: mavros, left, wheel, encoder, warn."""
        words = [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", self.key.component))]
        return tuple(dict.fromkeys([*words[:_MOST_TAGS], self.kind or self.severity.value]))
