"""What the node published last: Nav2 still has it after a crash of the node (rules.md §12.5).

It is read at the next start, so it is state that acts. It lies in ``governance/in_force``, which no
face of ours writes for others. Where a limit has a signature that counts, that decides
(:mod:`.signed_limits`); the speed and the places here decide only where no signature is left
(:mod:`.standing_approvals`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from robot_memory.applications.limits.limit import LearnedSpeed, PlaceLimit
from robot_memory.applications.limits.limit_signature import LARGEST, read_number, read_place_limit
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.long_term.levels.event_log import EventLog
from robot_memory.long_term.levels.json_files import write_json

_LOG = logging.getLogger(__name__)
_Read = TypeVar("_Read")
#: The types of the lines that say what the node publishes.
LIMIT_APPLIED, PLACES_APPLIED = "limit_applied", "places_applied"
_PATIENCE = 0.2  # s to wait for others that append to the record, as the node's main thread does


class LimitsInForce:
    """The files ``speed.json`` and ``places.json``, and ``signatures.json`` that they rest on.

    One that is damaged says nothing: that is logged once, and the next change writes it anew. What
    operators signed is published all the same. What is written raises :class:`OSError` or
    :class:`LockHeld` where not all of it was; one that cannot be read now :class:`OSError`.

    Args:
        folder: ``governance/in_force``; made when something is first published.
        events: the record of events, which is told of each change.
    """

    def __init__(self, folder: Path, events: EventLog) -> None:
        self._speed = folder / "speed.json"
        self._places = folder / "places.json"
        self._signatures = folder / "signatures.json"
        self._events = events
        self._damaged: dict[Path, str] = {}  # also of files that are written anew since

    def speed(self) -> LearnedSpeed | None:
        """Return the speed that was published last; None where none was, or was taken back.

        Raises:
            OSError: the file cannot be read now.
        """
        return self._read(self._speed, _speed_of)

    def places(self, rrn: str) -> list[PlaceLimit]:
        """Return the limits of this robot at places that were published last.

        Raises:
            OSError: the file cannot be read now.
        """
        found = self._read(
            self._places,
            lambda data: [read_place_limit(rrn, str(one["id"]), one) for one in data["places"]],
        )
        return found or []

    def names(self, rrn: str) -> set[str]:
        """Return the entries of all limits that any of the files names.

        Raises:
            OSError: a file cannot be read now.
        """
        speed = self.speed()
        places = {limit.id for limit in self.places(rrn)}
        return {*self.signatures(), *places, *(speed.ids if speed else ())}

    def signatures(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the newest signature of each limit that the node saw, by entry.

        A file that cannot be read says nothing: approvals and the record say it as well, and the
        node writes it anew, or tells that it cannot.
        """
        try:
            return self._read(self._signatures, _signatures_of) or {}
        except OSError:
            return {}

    def keep(self, signatures: Mapping[str, Mapping[str, Any]]) -> None:
        """Keep the newest signatures for the next start, where others are kept."""
        if self.signatures() != signatures:
            write_json(self._signatures, {"signatures": dict(signatures)})

    def record_speed(self, speed: float | None, ids: Iterable[str], now: datetime) -> None:
        """Store, and note in the record of events, which speed the robot is held to, and by what.

        The speed is in m/s; None where no limit holds it any longer.
        """
        held = {"speed_m_s": speed, "limits": sorted(ids)}
        write_json(self._speed, held)
        self._events.append([{"type": LIMIT_APPLIED, **held}], now, patience=_PATIENCE)

    def record_places(self, limits: Sequence[PlaceLimit], now: datetime) -> None:
        """Store, and note in the record of events, at which places the robot is limited now."""
        held = {"places": [{"id": limit.id, **limit.terms} for limit in limits]}
        write_json(self._places, held)
        self._events.append([{"type": PLACES_APPLIED, **held}], now, patience=_PATIENCE)

    def check(self) -> None:
        """Refuse files that could not be read since this object was made; lists them."""
        if self._damaged:
            raise InvalidPacket(
                "what an earlier run of the node published cannot be read, so a limit that had no "
                "signature left may have ended; those that are signed act: compare `robot-memory "
                "limits list` with what is to hold, and sign what is missing. This is told until "
                "the node starts again",
                [Defect(str(path), f"was damaged: {why}") for path, why in self._damaged.items()],
            )

    def _read(self, path: Path, make: Callable[[Mapping[str, Any]], _Read]) -> _Read | None:
        data = files.read_existing(path)
        try:
            return None if data is None else make(read_json(data))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if path not in self._damaged:
                _LOG.error(
                    "%s is damaged (%s: %.200s): what an earlier run wrote there is not known; the "
                    "limits that are signed are published, and the file is written anew with the "
                    "next change",
                    path, type(error).__name__, error,
                )  # fmt: skip
            self._damaged[path] = f"{type(error).__name__}: {error!s:.200}"
            return None


def _speed_of(data: Mapping[str, Any]) -> LearnedSpeed | None:
    if data["speed_m_s"] is None:
        return None
    speed = read_number(data, "speed_m_s", "", 0.0, LARGEST)
    return LearnedSpeed(speed, tuple(map(str, data["limits"])))


def _signatures_of(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    return {str(name): {**record} for name, record in data["signatures"].items() if record}
