"""The required values in the detail of a row, for the code that reads them; the rest is free.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from robot_memory.ledger.day_row import FOLDED
from robot_memory.ledger.observation import HELD, LASTED, Kind, Severity, stamp_from_text

#: The largest id of a row: large enough, and exact in JSON.
LARGEST_ROW = 2**53
#: Seconds: about three hundred years, longer than any machine runs.
LONGEST = 1e10
_LARGEST_COUNT = 2**32 - 1  # the largest count in a message
#: Name endings of an entry's fields that hold a time, or a word instead.
_TIMES = ("_until", "_since", "_at")
_LARGEST = 1e15  # of a value in its unit

#: Fields in the detail of a change's row: the earlier fields of each entry that it may change; how
#: long a note stands (a date, or until withdrawn). Fields in the row that undoes a change: the ids
#: of the undone rows, and the restored fields (None: the entry had none).
FIELDS_BEFORE, KEEP, UNDOES, FIELDS_BACK = "fields_before", "keep", "undoes", "fields_back"
WITHDRAWN = "withdrawn"
#: Kinds that hold, or are requested, until a date.
DATED = (Kind.MUTE, Kind.MUTE_ASKED, Kind.KNOWN, Kind.KNOWN_ASKED)
_DURATIONS = (LASTED, HELD)

#: SQL: true for a detail, known to be an object, in which :func:`check_detail` finds nothing.
PLAIN_DETAIL = " AND ".join([
    f"kind NOT IN {tuple(kind.value for kind in (Kind.LIMIT, Kind.UNDO, *DATED))}",
    *(
        f"instr(detail_json, '\"{name}\"') = 0"
        for name in (FOLDED, KEEP, FIELDS_BEFORE, UNDOES, FIELDS_BACK)
    ),
    *(
        f"(instr(detail_json, '\"{name}\"') = 0 OR "
        f"typeof(json_extract(detail_json, '$.{name}')) IN ('real', 'integer') AND "
        f"json_extract(detail_json, '$.{name}') BETWEEN 0 AND {LONGEST})"
        for name in _DURATIONS
    ),
])  # fmt: skip


def check_detail(kind: Kind, detail: Mapping[str, Any]) -> None:
    """Check the detail of a row: durations, a folded day, a limit, a change.

    Raises:
        KeyError, TypeError, ValueError: one of them is damaged; the message says what.
    """
    for name in _DURATIONS:
        if name in detail:
            require_number(name, detail[name], LONGEST)
    if FOLDED in detail:
        _check_day(detail[FOLDED])
    if kind is Kind.LIMIT:
        _check_limit(detail)
    if kind in DATED:
        _check_date("until", detail.get("until"))
    if kind is Kind.NOTE and detail.get(KEEP) != WITHDRAWN:
        _check_date(KEEP, detail.get(KEEP))
    for number in detail.get(UNDOES, ()):
        require_number(UNDOES, number, LARGEST_ROW)
    _check_fields(detail.get(FIELDS_BACK, {}))
    for fields in _mapping(FIELDS_BEFORE, detail.get(FIELDS_BEFORE, {})).values():
        _check_fields(fields)


def require_number(name: str, value: object, most: float, least: float = 0.0) -> None:
    """Raise ValueError if a value is not a number within its bounds."""
    if not (isinstance(value, (int, float)) and least <= value <= most):
        raise ValueError(f"{name} is {value!r:.40}, no number from {least:g} to {most:g}")


def require_texts(**values: object) -> None:
    """Raise TypeError if one of the values is not a string."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} is {value!r:.40}, no text")


def _check_date(name: str, value: object) -> None:
    """Check the optional date of a change."""
    if value is not None:
        require_texts(**{name: value})
        stamp_from_text(str(value))


def _check_fields(given: object) -> None:
    """Check the fields of an entry from before a change, or to be restored."""
    fields = _mapping("fields of an entry", given)
    for name in ("type", "text"):
        if name in fields:
            require_texts(**{name: fields[name]})
    if not all(isinstance(tag, str) for tag in fields.get("tags", ())):
        raise TypeError(f"tags are {fields['tags']!r:.40}, no texts")
    if "last_reinforced" in fields:
        _check_date("last_reinforced", fields["last_reinforced"] or "")
    for name, value in fields.items():
        if name.endswith(_TIMES) and str(value)[:1].isdigit():
            _check_date(name, value)
    for name, most in (("confidence", 1.0), ("observation_count", _LARGEST_COUNT)):
        if name in fields:
            require_number(name, fields[name], most)


def _mapping(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is {value!r:.40}, no object")
    return value


def _check_day(folded: Mapping[str, Any]) -> None:
    require_number(f"{FOLDED}.count", folded["count"], _LARGEST_COUNT, 1)
    for name in ("seconds", "longest"):  # rows of earlier versions lack the longest
        require_number(f"{FOLDED}.{name}", folded.get(name, 0.0), LONGEST)
    for name in ("first", "last"):
        stamp_from_text(folded[name])
    Severity(folded["worst"])


def _check_limit(detail: Mapping[str, Any]) -> None:
    require_texts(variable=detail["variable"], side=detail["side"], explains=detail["explains"])
    if not isinstance(detail["limit"], str):
        require_number("limit", detail["limit"], _LARGEST, -_LARGEST)
    for name in ("since", "up_to"):
        require_number(name, detail[name], LARGEST_ROW)
    for name in ("onsets", "within"):
        require_number(name, detail[name], _LARGEST_COUNT)
    for name in ("share", "hours", "ratio", "low", "p"):
        require_number(name, detail[name], _LARGEST)
    if detail["high"] is not None:
        require_number("high", detail["high"], _LARGEST)
