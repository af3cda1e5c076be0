"""What the node published last: Nav2 still has it after a crash of the node (rules.md §12.5).

It is read at the next start, so it is state that acts. It lies in ``governance/in_force``, which no
face of ours writes for others. Where a limit has a signature that counts, that decides
(:mod:`.signed_limits`); the speed and the places here decide only where no signature is left
(:mod:`.standing_approvals`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from robot_memory.applications.limits.place_limit import PlaceLimit
from robot_memory.applications.limits.read_limit import LARGEST, read_number, read_place_limit
from robot_memory.applications.limits.speed_limit import LearnedSpeed
from robot_memory.foundation.disk import files
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.long_term.levels.json_files import write_json

_LOG = logging.getLogger(__name__)
_Read = TypeVar("_Read")


class LimitsInForce:
    """The files ``speed.json`` and ``places.json``, and ``signatures.json`` that they rest on.

    One that is damaged says nothing: that is logged once, and the next change writes it anew. What
    operators signed is published all the same.

    Attributes:
        damaged: what was wrong with files when they were read, by path; also once they are written
            anew, as what an earlier run wrote there is lost.

    Args:
        folder: ``governance/in_force``; made when something is first published.
    """

    def __init__(self, folder: Path) -> None:
        self._speed = folder / "speed.json"
        self._places = folder / "places.json"
        self._signatures = folder / "signatures.json"
        self.damaged: dict[Path, str] = {}

    def speed(self) -> LearnedSpeed | None:
        """Return the speed that was published last; None where none was, or was taken back.

        Raises:
            OSError: the file cannot be read now.
        """
        return self._read(self._speed, _speed_of)

    def places(self, rrn: str) -> list[PlaceLimit]:
        """Return the limits at places that were published last.

        Args:
            rrn: this robot.

        Raises:
            OSError: the file cannot be read now.
        """
        return self._read(self._places, lambda data: _places_of(data, rrn)) or []

    def names(self, rrn: str) -> set[str]:
        """Return the entries of all limits that any of the files names.

        Args:
            rrn: this robot.

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

    def write_signatures(self, signatures: Mapping[str, Mapping[str, Any]]) -> None:
        """Store the newest signature of each limit."""
        write_json(self._signatures, {"signatures": dict(signatures)})

    def write_speed(self, speed: float | None, ids: Iterable[str]) -> None:
        """Store the speed that is published, m/s; None: none is any longer."""
        write_json(self._speed, {"speed_m_s": speed, "limits": list(ids)})

    def write_places(self, limits: Iterable[PlaceLimit]) -> None:
        """Store the limits at places that are published; none: none is any longer."""
        places = [{"id": limit.id, **limit.terms} for limit in limits]
        write_json(self._places, {"places": places})

    def _read(self, path: Path, make: Callable[[Mapping[str, Any]], _Read]) -> _Read | None:
        data = files.read_existing(path)
        try:
            return None if data is None else make(read_json(data))
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            if path not in self.damaged:
                _LOG.error(
                    "%s is damaged (%s: %.200s): what an earlier run wrote there is not known; the "
                    "limits that are signed are published, and the file is written anew with the "
                    "next change",
                    path, type(error).__name__, error,
                )  # fmt: skip
            self.damaged[path] = f"{type(error).__name__}: {error!s:.200}"
            return None


def _speed_of(data: Mapping[str, Any]) -> LearnedSpeed | None:
    speed = data["speed_m_s"]
    ids = tuple(map(str, data["limits"]))
    return (
        None
        if speed is None
        else LearnedSpeed(read_number(data, "speed_m_s", "", 0.0, LARGEST), ids)
    )


def _signatures_of(data: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    return {str(name): {**record} for name, record in data["signatures"].items() if record}


def _places_of(data: Mapping[str, Any], rrn: str) -> list[PlaceLimit]:
    return [read_place_limit(rrn, str(one["id"]), one) for one in data["places"]]
