"""The node's last published limits: Nav2 still has them after the node crashed (rules.md §12.5).

The node reads them at its next start, so this state has effects. It is stored in
``governance/in_force``, which none of our interfaces lets others write. A limit with a valid
signature follows that signature (:mod:`.signed_limits`); the speed and the places here decide only
about limits without any signature (:mod:`.standing_approvals`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
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
#: The types of the event log lines about published limits.
LIMIT_APPLIED, PLACES_APPLIED = "limit_applied", "places_applied"
_DAMAGE = (ValueError, TypeError, KeyError, AttributeError)  # what reading a damaged file raises
_PATIENCE = 0.2  # s to wait for other writers of the event log, as in the node's main thread


class LimitsInForce:
    """The files ``speed.json`` and ``places.json``, and ``signatures.json`` on which they rest.

    A damaged file is treated as empty: this is logged once, and the next change rewrites it. Signed
    limits are published all the same. Writing raises :class:`OSError` or :class:`LockHeld` if it is
    incomplete; reading an inaccessible file raises :class:`OSError`.

    Args:
        folder: ``governance/in_force``; created with the first published limit.
        events: the event log, to which each change is appended.
    """

    def __init__(self, folder: Path, events: EventLog) -> None:
        self._speed = folder / "speed.json"
        self._places = folder / "places.json"
        self._signatures = folder / "signatures.json"
        self._events = events
        self._damaged: dict[Path, str] = {}  # also files rewritten since

    def speed(self) -> LearnedSpeed | None:
        """Return the last published speed; None if there was none, or it was withdrawn.

        Raises:
            OSError: the file cannot be read now.
        """
        return self._read(self._speed, _speed_of)

    def places(self, rrn: str) -> list[PlaceLimit]:
        """Return this robot's last published place limits.

        Raises:
            OSError: the file cannot be read now.
        """
        return self._read(self._places, partial(_places_of, rrn)) or []

    def names(self, rrn: str) -> set[str]:
        """Return the entries of all limits in any of the files.

        Raises:
            OSError: a file cannot be read now.
        """
        speed = self.speed()
        places = {limit.id for limit in self.places(rrn)}
        return {*self.signatures(), *places, *(speed.ids if speed else ())}

    def words(self, rrn: str) -> list[str]:
        """Return each published limit in words: ``at most 0.3 m/s everywhere``.

        Raises:
            InvalidPacket: a file is damaged, so a limit may be missing.
            OSError: a file cannot be read now.
        """
        try:
            speed = _parsed(self._speed, _speed_of)
            places = _parsed(self._places, partial(_places_of, rrn)) or []
        except _DAMAGE as error:
            defects = [Defect(str(self._speed.parent), f"{type(error).__name__}: {error!s:.200}")]
            raise InvalidPacket("a file is damaged", defects) from error
        everywhere = [f"at most {speed.speed:.10g} m/s everywhere"] if speed else []
        return [*everywhere, *(limit.words() for limit in places)]

    def signatures(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the newest signature of each limit that the node saw, by entry.

        An unreadable file is treated as empty: approvals and the event log contain the same, and
        the node rewrites the file, or reports that it cannot.
        """
        try:
            return self._read(self._signatures, _signatures_of) or {}
        except OSError:
            return {}

    def keep(self, signatures: Mapping[str, Mapping[str, Any]]) -> None:
        """Store the newest signatures for the next start, if they changed."""
        if self.signatures() != signatures:
            write_json(self._signatures, {"signatures": dict(signatures)})

    def record_speed(self, speed: float | None, ids: Iterable[str], now: datetime) -> None:
        """Store and record the speed that limits the robot, and the limits that require it.

        The speed is in m/s; None if no limit holds any longer.
        """
        held = {"speed_m_s": speed, "limits": sorted(ids)}
        write_json(self._speed, held)
        self._events.append([{"type": LIMIT_APPLIED, **held}], now, patience=_PATIENCE)

    def record_places(self, limits: Sequence[PlaceLimit], now: datetime) -> None:
        """Store and record the places at which the robot is limited now."""
        held = {"places": [{"id": limit.id, **limit.terms} for limit in limits]}
        write_json(self._places, held)
        self._events.append([{"type": PLACES_APPLIED, **held}], now, patience=_PATIENCE)

    def check(self) -> None:
        """Raise an error that lists the files found damaged since this object was made."""
        if self._damaged:
            raise InvalidPacket(
                "what an earlier run of the node published cannot be read, so a limit that had no "
                "signature left may have ended; those that are signed act: compare `robot-memory "
                "limits list` with what is to hold, and sign what is missing. This is told until "
                "the node starts again",
                [Defect(str(path), f"was damaged: {why}") for path, why in self._damaged.items()],
            )

    def _read(self, path: Path, make: Callable[[Mapping[str, Any]], _Read]) -> _Read | None:
        try:
            return _parsed(path, make)
        except _DAMAGE as error:
            if path not in self._damaged:
                _LOG.error(
                    "%s is damaged (%s: %.200s): what an earlier run wrote there is not known; the "
                    "limits that are signed are published, and the file is written anew with the "
                    "next change",
                    path, type(error).__name__, error,
                )  # fmt: skip
            self._damaged[path] = f"{type(error).__name__}: {error!s:.200}"
            return None


def _parsed(path: Path, make: Callable[[Mapping[str, Any]], _Read]) -> _Read | None:
    data = files.read_existing(path)
    return None if data is None else make(read_json(data))


def _places_of(rrn: str, data: Mapping[str, Any]) -> list[PlaceLimit]:
    return [read_place_limit(rrn, str(one["id"]), one) for one in data["places"]]


def _speed_of(data: Mapping[str, Any]) -> LearnedSpeed | None:
    if data["speed_m_s"] is None:
        return None
    speed = read_number(data, "speed_m_s", "", 0.0, LARGEST)
    return LearnedSpeed(speed, tuple(map(str, data["limits"])))


def _signatures_of(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    return {str(name): {**record} for name, record in data["signatures"].items() if record}
