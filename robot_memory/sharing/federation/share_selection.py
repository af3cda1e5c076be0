"""What a robot shares, and how much of it fits (document 000 §6, rules.md §2.7 and §6.2). Pure.

See docs/explanation/privacy.md, "What leaves the robot"; docs/explanation/sharing.md, "What is
shared".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.mute_rules import is_muted_proven
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.settings import Settings
from robot_memory.ledger.place import Place
from robot_memory.sharing.federation.robot_update import MAX_ENTRIES, RobotUpdate
from robot_memory.sharing.federation.share_redaction import ShareRedaction
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, packed_size

_LARGEST_ENTRY = 2560  # bytes: 500 letters of any script, some labels, a place


def select_shared(
    valued: Iterable[tuple[float, MemoryEntry]],
    places: Iterable[Place],
    now: datetime,
    settings: Settings,
    names: Iterable[str] = (),
) -> list[SharedEntry]:
    """Return what is shared now, strongest first.

    Not shared are: what is resolved, or muted by a person; what only an agent has said; what
    belongs to a place in a frame that begins anew at each start, as nobody else could find it.

    Args:
        valued: own entries with their effective confidence, strongest first.
        places: where those are that have a place.
        now: for what is muted. An agent's mute counts at this robot alone: to withdraw an entry
            ends what others keep of it, a fleet's notes for good.
        settings: types, tags, the least confidence, and the policy of what leaves.
        names: of the operators of this robot; they never leave.
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
    """Return where a place is, as it is shared."""
    return {**place.centre.as_dict(), "radius": round(place.radius, 3)}


def fit(update: RobotUpdate, limit: int = MAX_SAMPLE) -> RobotUpdate:
    """Leave out the weakest entries until the message keeps to its size; count them.

    One that would take the room of many is left out before them, however strong it is; so is one
    that has no canonical form.

    Args:
        update: its entries strongest first.
        limit: bytes of the whole message.
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
    except InvalidInput:  # a place that is nowhere, say
        return False
