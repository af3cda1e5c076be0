"""The entries that a robot shares, their exactness, and how many fit. Pure.

Every carrier sends the same signed update, so the redaction holds for DDS, Zenoh and fleets.

Specification: document 000 §6, rules.md §2.7, §6.2 and §6.16.

See docs/explanation/privacy.md, "What leaves the robot"; docs/explanation/sharing.md, "What is
shared".
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_muted_proven
from robot_memory.entries.peer_text import neutral
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.secrets.secrets_filter import screened, without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.stamps import whole_hour
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import METRES_A_DEGREE, WGS84
from robot_memory.sharing.federation.robot_profile import PARTS, RobotProfile
from robot_memory.sharing.federation.robot_update import MAX_ENTRIES, RobotUpdate
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, packed_size

#: A number with its sign and its parts, in any script.
_VALUE = re.compile(r"[-+\u2212]?\d+(?:[.,:]\d+)*")
_MASK = "…"
_NEAR_A_POLE = 0.01  # least cosine of a latitude (89.4°): nearer to a pole, squares get no wider


@dataclass(frozen=True)
class ShareRedaction:
    """The entries that a site withholds, and the exactness of the others."""

    # words that never leave; an entry with such a word is not shared at all
    withheld: frozenset[str] = frozenset()
    # metres; places are moved to the middle of a square of this size. 0: exact places; negative: no
    # places.
    place_grid: float = 0.0
    exact_times: bool = True  # whether times are exact; else rounded down to the hour
    values: bool = True  # whether numbers in texts are shared; else they are masked

    @classmethod
    def of(cls, settings: Settings, names: Iterable[str] = ()) -> ShareRedaction:
        """Return the redaction from the settings; operators' names never leave."""
        words = (*settings.federation_share_withheld.split(","), *names)
        return cls(
            frozenset(filter(None, map(_plain, words))),
            settings.federation_share_place_grid,
            settings.federation_share_exact_times,
            settings.federation_share_values,
        )

    def apply(self, entries: Iterable[SharedEntry]) -> list[SharedEntry]:
        """Return the redacted entries in their order; of several that became equal, the first."""
        kept: dict[str, SharedEntry] = {}
        for entry in entries:
            if not self._is_withheld(entry):
                redacted = self._redacted(entry)
                kept.setdefault(redacted.id, redacted)
        return list(kept.values())

    def _is_withheld(self, entry: SharedEntry) -> bool:
        if not self.withheld:
            return False
        frame = str(entry.place["frame"]) if entry.place is not None else ""
        fields = (entry.text, *entry.tags, *(entry.about or ()), frame, entry.component)
        if self._has_withheld(*fields):
            return True
        # The name of a part gives a tag for each word, whatever the present text.
        tagged = set(_plain(" ".join(entry.tags)).split())
        return any(tagged.issuperset(words.split()) for words in self.withheld)

    def describe(self, robot: RobotProfile) -> RobotProfile:
        """Return a robot's description without fields that have a withheld word."""
        if not self.withheld:
            return robot
        parts: dict[str, Any] = {name: getattr(robot, name) for name in PARTS}
        parts = {name: "" if self._has_withheld(text) else text for name, text in parts.items()}
        return replace(
            robot,
            versions={
                name: version
                for name, version in robot.versions.items()
                if not self._has_withheld(name, version)
            },
            faults=tuple(
                replace(one, component="") if self._has_withheld(one.component) else one
                for one in robot.faults
            ),
            **parts,
        )

    def _has_withheld(self, *texts: str) -> bool:
        return self._withheld_word.search(" | ".join(map(_plain, texts))) is not None

    @cached_property
    def _withheld_word(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.withheld))})(?!\w)")

    def _redacted(self, entry: SharedEntry) -> SharedEntry:
        # Text that a person wrote into the file was not filtered before.
        said, tags = without_secrets(entry.text), tuple(screened(entry.tags))
        is_whole = self.exact_times and self.values and self.place_grid == 0.0
        if is_whole and (said, tags) == (entry.text, entry.tags):
            return entry
        first, last = entry.first_seen, entry.last_reinforced
        if not self.exact_times:
            first, last = whole_hour(first), whole_hour(last)
        # The text of an entry with a place holds its coordinates.
        hides_numbers = not self.values or (self.place_grid != 0.0 and entry.place is not None)
        text, about = said, entry.about
        if hides_numbers:
            text = _VALUE.sub(_MASK, text)
            about = (about[0], _VALUE.sub(_MASK, about[1])) if about is not None else None
        place = self._coarse(entry.place)
        redacted = replace(
            entry, text=text, about=about, place=place, first_seen=first, last_reinforced=last,
            tags=tags,
        )  # fmt: skip
        if (text, about, place) == (entry.text, entry.about, entry.place):
            return redacted
        # The id is a hash of the original text: it would confirm a guess of the text.
        return replace(redacted, id=mint_id(entry.type, f"{text} {about} {place}"))

    def _coarse(self, place: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        if place is None or self.place_grid < 0.0:
            return None
        if self.place_grid == 0.0:
            return place
        is_degrees = place["frame"] == WGS84
        height = self.place_grid / (METRES_A_DEGREE if is_degrees else 1.0)
        y = _middle(place["y"], height)
        # A degree of longitude is shorter away from the equator.
        narrowing = max(math.cos(math.radians(y)), _NEAR_A_POLE) if is_degrees else 1.0
        x = _middle(place["x"], height / narrowing)
        half_diagonal = self.place_grid / math.sqrt(2.0)
        return {
            "frame": place["frame"], "x": round(x, 7), "y": round(y, 7),
            "sigma": round(half_diagonal, 3), "radius": round(half_diagonal, 3),
        }  # fmt: skip


def _plain(text: str) -> str:
    """Return words in their form for comparison: lower case, without joining signs."""
    folded = unicodedata.normalize("NFKC", neutral(text)).casefold()
    return " ".join(folded.replace("_", " ").split())


def _middle(value: float, step: float) -> float:
    return (math.floor(value / step) + 0.5) * step


_LARGEST_ENTRY = 2560  # bytes: 500 letters of any script, some labels, a place


def select_shared(
    valued: Iterable[tuple[float, MemoryEntry]],
    places: Iterable[Place],
    now: datetime,
    settings: Settings,
    names: Iterable[str] = (),
) -> list[SharedEntry]:
    """Return the entries to share now, strongest first.

    Not shared are: resolved entries, and those muted by a person; words that only an agent said;
    entries of a place in a frame that is new at each start, because nobody else could find it.

    Args:
        valued: own entries with their effective confidence, strongest first.
        places: the places of entries.
        now: for mutes. An agent's mute counts only at this robot: withdrawing an entry would end
            the others' copies, a fleet's notes for good.
        settings: types, tags, the least confidence, and the sharing policy.
        names: of this robot's operators; they never leave.
    """
    where = {place.entry_id: place for place in places if place.has_entry}
    types = set(settings.federation_share_types)
    tags = set(filter(None, map(str.strip, settings.federation_share_tags.split(","))))
    shared = []
    for confidence, entry in valued:
        place = where.get(entry.id)
        if (
            confidence >= settings.federation_share_min
            and entry.type.value in types
            and entry.type is not EntryType.RESOLVED
            and (not tags or tags.intersection(entry.tags))
            and not entry.is_agents_word
            and not is_muted_proven(entry, now)
            and (place is None or place.centre.is_lasting)
        ):
            shared.append(SharedEntry.of(entry, geometry(place) if place else None))
    return ShareRedaction.of(settings, names).apply(shared)


def geometry(place: Place) -> Mapping[str, Any]:
    """Return the position of a place, in its shared form."""
    return {**place.centre.as_dict(), "radius": round(place.radius, 3)}


def fit(update: RobotUpdate, limit: int = MAX_SAMPLE) -> RobotUpdate:
    """Leave out the weakest entries until the message has at most ``limit`` bytes.

    An oversized entry is left out before them, however strong, as is an entry without a canonical
    form. The left-out entries are counted.
    """
    usual = [entry for entry in update.entries if _is_usual(entry)]

    def first(count: int) -> RobotUpdate:
        left_out = len(update.entries) - count
        entries = tuple(usual[:count])
        robot = update.robot and update.robot.limited_to({entry.id for entry in entries})
        return replace(update, entries=entries, left_out=left_out, robot=robot)

    low, high = 0, min(len(usual), MAX_ENTRIES)
    while low < high:
        middle = (low + high + 1) // 2
        if packed_size(first(middle)) <= limit:
            low = middle
        else:
            high = middle - 1
    return first(low)


def _is_usual(entry: SharedEntry) -> bool:
    try:
        return len(canonical_json(entry.as_record())) <= _LARGEST_ENTRY
    except InvalidInput:  # e.g. a place without finite coordinates
        return False
