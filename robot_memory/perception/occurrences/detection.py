"""A detection: a detector finds a fault present or absent at one moment."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from robot_memory.foundation.wording.spread import Spread
from robot_memory.foundation.wording.varying_text import OPEN_SLOT, SLOT, VaryingText, count_slots
from robot_memory.ledger import Attempt, Key, Severity

_WORD = re.compile(r"[^\W\d_]{3,}")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: In the detail of a detection: the key of what it is evidence of, until it outlasts that.
UNDER = "under"
#: Likewise: for how many seconds it may be there without that; by default for a minute.
REMAINS = "remains"
#: The kind of a detection that somebody reports no more: a topic, a component, or several of them.
SILENT = "silent"
#: In the detail of a fault of several parts: their names.
MEMBERS = "members"
FRESH = 5.0  # s for which a reading holds
FURTHER = 1.5  # times as far as before is told anew: rows are few, however far it goes
_MOST_TAGS = 8  # words of a component


@dataclass(frozen=True)
class Debounce:
    """How long something must hold before it counts, in seconds.

    Attributes:
        onset: it must be seen this long before an occurrence begins.
        end: it must be absent this long before the occurrence ends.
        quiet: an occurrence of which nothing more is heard for so long ends at the last word.
        momentary: it is seen in moments, as a logged line is, and nobody says when it is over:
            seen again later than ``end`` it is another occurrence.
        ends_silently: it is said again and again while it lasts, and nothing when it is over.
    """

    onset: float = 0.5
    end: float = 5.0
    quiet: float = 60.0
    momentary: bool = False
    ends_silently: bool = False


@dataclass(frozen=True)
class Detection:
    """One statement of a detector about one key: it is the matter now, or it is not.

    Attributes:
        text: of the entry: a sentence that stays true, "…" in place of each value.
        confidence: the first confidence of an entry made from it.
        magnitude: how strong it is now, on any scale; the peak is kept.
        kind: the tag that tells what is the matter; empty: the severity.
        readings: numbers at this moment, SI units, for the evidence.
        at: when it was, for what is told later than it was seen; None: now.
        since: when it began, for what is seen only later; None: when it was seen.
        is_first_report: it is the first report of a component, whatever its symptom, and says that
            it is well: what was the matter with it before a restart is over.
        is_event: it is an event of the robot's surroundings, which is tied to where the robot was
            then; alone it makes no entry, and it neither lasts nor ends.
        attempt: how an attempt at a task went; it neither lasts nor ends, and alone makes no entry.
        spreads: the values of ``text``, in order, that came since the last detection.
        left_out: the text of what a limit left out, of which this tells.
        extent: how far it is from what it should be, on any scale, where ``spreads`` are values of
            this moment: when it went further by half, a row tells them instead.
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
        """The text with its values; a mark that has none is a part of a name."""
        if count_slots(self.text) == len(self.spreads):
            return VaryingText(self.text, self.spreads)
        return VaryingText(self.text.replace(SLOT, "*").replace(OPEN_SLOT, "*"), ())

    @property
    def tags(self) -> tuple[str, ...]:
        """The words of the component, and the kind: mavros, left, wheel, encoder, warn."""
        words = [word.lower() for word in _WORD.findall(_CAMEL.sub(" ", self.key.component))]
        return tuple(dict.fromkeys([*words[:_MOST_TAGS], self.kind or self.severity.value]))
