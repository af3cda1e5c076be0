"""Reads what was signed of a limit from JSON that anybody may have written (rules.md §12.4).

Approvals, lines of the record of changes, and what ``governance/in_force`` holds: an agent, an
archive or a failing disk may have put any value there. What is read here can be compared, hashed
and published; what cannot is refused by its path.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.applications.limits import limit, place_limit
from robot_memory.applications.limits.limit import LimitBound, LimitTerms
from robot_memory.applications.limits.place_limit import LARGEST_RADIUS, Circle, PlaceLimit
from robot_memory.foundation.errors import Defect, InvalidPacket

#: What an operator signs: a learned limit, or one at a place.
SignedLimit = LimitTerms | PlaceLimit

_FARTHEST = 1e7  # m from the origin of a map
_FASTEST = 100.0  # m/s, at a place
#: Of a value that was learned, in its unit.
LARGEST = 1e15
_LAST_ROW = 2**53
_LONGEST = 1000  # characters


def read_limit(rrn: str, record: Mapping[str, Any]) -> SignedLimit:
    """Return the limit that an approval, genuine or not, is of; refuse what says none."""
    entry_id = str(record.get("subject"))
    if record.get("scope") == place_limit.SCOPE:
        return read_place_limit(rrn, entry_id, record)
    if record.get("scope") != limit.SCOPE:
        raise _refused("scope", f"{record.get('scope')!r:.60} is not that of a limit")
    terms, path = _object(record, "limit", "limit"), "limit."
    value = terms.get("value")
    bounds = [one.value for one in LimitBound]
    if terms.get("bound") not in bounds:
        raise _refused("limit.bound", f"{terms.get('bound')!r:.60} is not one of {bounds}")
    return LimitTerms(
        rrn, entry_id,
        first_row=int(read_number(terms, "first_row", path, 0, _LAST_ROW)),
        variable=_text(terms, "variable", path),
        bound=LimitBound(terms["bound"]),
        value=_text(terms, "value", path) if isinstance(value, str)
        else read_number(terms, "value", path, -LARGEST, LARGEST),
        unit=_text(terms, "unit", path),
    )  # fmt: skip


def read_place_limit(rrn: str, entry_id: str, record: Mapping[str, Any]) -> PlaceLimit:
    """Return the limit at a place that ``value`` and ``place`` of a record say."""
    place, path = _object(record, "place", "place"), "place."
    circle = Circle(
        frame=_text(place, "frame", path),
        x=read_number(place, "x", path, -_FARTHEST, _FARTHEST),
        y=read_number(place, "y", path, -_FARTHEST, _FARTHEST),
        radius=read_number(place, "radius", path, 0.0, LARGEST_RADIUS),
    )
    return PlaceLimit(rrn, entry_id, circle, read_number(record, "value", "", 0.0, _FASTEST))


def _object(data: Mapping[str, Any], name: str, path: str) -> Mapping[str, Any]:
    value = data.get(name)
    if not isinstance(value, Mapping):
        raise _refused(path, f"{value!r:.60} is no object")
    return value


def _text(data: Mapping[str, Any], name: str, path: str) -> str:
    value = data.get(name)
    is_text = isinstance(value, str) and len(value) <= _LONGEST
    if not is_text or not (value == "" or str(value).isprintable()):
        raise _refused(f"{path}{name}", f"{value!r:.60} is no text of at most {_LONGEST} signs")
    return str(value)


def read_number(data: Mapping[str, Any], name: str, path: str, least: float, most: float) -> float:
    """Return a number that a node can have written."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _refused(f"{path}{name}", f"{value!r:.60} is no number")
    if not least <= value <= most:  # NaN is not within anything
        raise _refused(f"{path}{name}", f"{value!r:.60} is not within {least:g} to {most:g}")
    return float(value)


def _refused(path: str, problem: str) -> InvalidPacket:
    return InvalidPacket("this says no limit", [Defect(path, problem)])
