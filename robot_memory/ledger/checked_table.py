"""The required values in ``observations.db``, by table: in SQL, and in the code that reads.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Any

from robot_memory.foundation.text.finite_json import read_finite_json
from robot_memory.foundation.time.stamps import EARLIEST, LATEST
from robot_memory.ledger import observation
from robot_memory.ledger.checked_detail import (
    LARGEST_ROW,
    LONGEST,
    PLAIN_DETAIL,
    check_detail,
    require_number,
    require_texts,
)
from robot_memory.ledger.day_rollup import ARCHIVED
from robot_memory.ledger.observation import COLUMNS, Kind, Severity, Source, stamp_from_text
from robot_memory.ledger.place import EVENT_COLUMNS, PLACE_COLUMNS, event_of, place_of

_Row = tuple[Any, ...]
_FARTHEST = 1e9  # m
_SHORT = 1000  # characters of JSON, which is too short to be nested too deep
_DIGITS = 40  # more than our numbers have


@dataclass(frozen=True)
class CheckedTable:
    """How the rows of a table are checked.

    Attributes:
        number: SQL: identifies a row.
        columns: SQL: the columns that ``read`` takes.
        plain: SQL: true for rows that are certainly readable.
        read: raises ValueError, TypeError or similar if a row is damaged.
    """

    number: str
    columns: str
    plain: str
    read: Callable[[_Row], object]


def _is_number(name: str, most: float, least: float | None = None) -> str:
    """Return SQL that is true for a number within bounds."""
    low = -most if least is None else least
    return f"(typeof({name}) IN ('real', 'integer') AND {name} BETWEEN {low} AND {most})"


def _is_text(name: str) -> str:
    """Return SQL that is true for plain ASCII text without NUL."""
    return (
        f"(typeof({name}) = 'text' AND length({name}) = length(CAST({name} AS BLOB)) "
        f"AND NOT {name} GLOB '*[^ -~]*')"
    )


def _is_json(name: str, kind: str) -> str:
    """Return SQL that is true for short JSON of one type, without exponents."""
    return (
        f"({_is_text(name)} AND length({name}) < {_SHORT} AND NOT {name} GLOB '*[0-9][eE]*' "
        f"AND NOT {name} GLOB '*{'[0-9]' * _DIGITS}*' "
        f"AND CASE json_valid({name}) WHEN 1 THEN json_type({name}) END = '{kind}')"
    )


def _is_texts(name: str) -> str:
    """Return SQL that is true for a short JSON list of texts, if their commas are unambiguous."""
    odd = f"{name} GLOB '*,[^\" ]*' OR {name} GLOB '*, [^\"]*'"
    return f"(substr({name}, 1, 2) = '[\"' AND NOT ({odd}) AND {_is_json(name, 'array')})"


def _is_any(name: str, values: type[Enum]) -> str:
    """Return SQL that is true for the values of an enumeration."""
    return f"{name} IN ({', '.join(repr(item.value) for item in values)})"


def _hex(*names: str) -> str:
    """Return SQL that identifies a row by texts, whatever their bytes."""
    return " || ' ' || ".join(f"typeof({name}) || hex({name})" for name in names)


_IS_STAMP = (
    f"(ts GLOB '[1-8]{'[0-9]' * 3}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]."
    f"{'[0-9]' * 6}Z' AND date(ts, '+0 days') = substr(ts, 1, 10) AND {_is_text('ts')})"
)
_IS_INSTANT = (
    f"{_IS_STAMP} AND {_is_text('boot_id')} AND {_is_number('uptime', LONGEST)} "
    "AND trusted IN (0, 1)"
)
_TEXTS = ("summary", "detector", "topic", "component", "entry_id", "entry_type")
_IS_KEY = (
    "(key IS NULL OR key = '' "
    f"OR CASE WHEN {_is_texts('key')} THEN json_array_length(key) BETWEEN 3 AND 4 END)"
)


def _require_time(stamp: str) -> None:
    year = stamp_from_text(stamp).year
    if not EARLIEST <= year < LATEST:
        raise ValueError(f"{stamp:.40} is near an end of the calendar")


def _read_object(name: str, text: str) -> dict[str, Any]:
    data = read_finite_json(text)
    if not isinstance(data, dict):
        raise TypeError(f"{name} is {text!r:.40}, no JSON object")
    return data


def _read_observation(row: _Row) -> None:
    item = observation.from_row(row)
    named = dict(zip(COLUMNS, row[1:], strict=True))
    require_number("id", item.id, LARGEST_ROW, 1)
    _require_time(named["ts"])
    require_number("uptime", item.instant.uptime, LONGEST, -LONGEST)
    require_number("confidence", item.confidence, 1.0)
    require_texts(boot_id=item.instant.boot, **{name: named[name] for name in _TEXTS})
    require_texts(**{f"tags[{at}]": tag for at, tag in enumerate(item.tags)})
    if item.key is not None:
        require_texts(**vars(item.key))
    check_detail(item.kind, _read_object("detail_json", named["detail_json"]))
    _read_object("context_json", named["context_json"])


def _read_moment(row: _Row) -> None:
    stamp, boot, uptime, _, seconds, values = row
    _require_time(stamp)
    require_texts(boot_id=boot)
    require_number("uptime", uptime, LONGEST, -LONGEST)
    require_number("seconds", seconds, LONGEST)
    for name, value in _read_object("values_json", values).items():
        if not isinstance(value, (int, float, str)):
            raise TypeError(f"values_json.{name} is {value!r:.40}, no number or word")


def _read_baseline(row: _Row) -> None:
    signal, state = row
    require_texts(signal=signal)
    _read_object("state", state)


def _read_exposure(row: _Row) -> None:
    day, variable, part, amount = row
    date.fromisoformat(day)
    require_texts(variable=variable, bin=part)
    require_number("seconds", amount, LONGEST)


def _read_place(row: _Row) -> None:
    place = place_of(row)
    centre = place.centre
    require_texts(
        id=place.id, frame=centre.frame, text=place.text, entry_id=place.entry_id,
        **vars(place.sort),
    )  # fmt: skip
    for name, value in (("x", centre.x), ("y", centre.y)):
        require_number(name, value, _FARTHEST, -_FARTHEST)
    for value in place.covariance:
        require_number("covariance", value, _FARTHEST, -_FARTHEST)
    for name in ("radius", "events", "hits", "passes"):
        require_number(name, getattr(place, name), _FARTHEST)
    require_number("sigma", centre.sigma, _FARTHEST)


def _read_place_event(row: _Row) -> None:
    event = event_of("", row)
    require_texts(place=event.place, session=event.session)
    require_number("row", event.row, LARGEST_ROW, 1)
    for name, value in (("x", event.position.x), ("y", event.position.y)):
        require_number(name, value, _FARTHEST, -_FARTHEST)
    require_number("sigma", event.position.sigma, _FARTHEST)
    for name in ("leg", "visits", "way", "weight", "earlier_hits", "earlier_passes"):
        require_number(name, getattr(event, name), _FARTHEST)


#: Stored instead of the confidence of an entry that was reported to a caller as known.
TOLD_AS_KNOWN = -1.0
_ROW_NUMBERS = ("saved", "placed", "analysed", "baselines", "peer_sequence", ARCHIVED)


def _read_meta(row: _Row) -> None:
    name, value = row
    require_texts(name=name, value=value)
    if name in _ROW_NUMBERS or name.startswith("taken "):
        require_number(name, int(value), 2**63)
    elif name == "alive":
        require_number(name, _read_object(name, value)["uptime"], LONGEST, -LONGEST)
    elif name == "pruning_hold":
        require_number(name, _read_object(name, value)["until"], LONGEST, -LONGEST)
    elif name in ("made_from", "told callers"):
        require_texts(**{f"{name}[{at}]": one for at, one in enumerate(read_finite_json(value))})
    elif name == "told" or name.startswith("told to "):
        for entry_id, confidence in _read_object(name, value).items():
            if confidence != TOLD_AS_KNOWN:
                require_number(f"{name}.{entry_id}", confidence, 1.0)


#: All tables of the ledger except SQLite's own.
TABLES: Mapping[str, CheckedTable] = {
    "observations": CheckedTable(
        "id",
        f"id, {', '.join(COLUMNS)}",
        " AND ".join(
            [
                f"id BETWEEN 1 AND {LARGEST_ROW}",
                _IS_INSTANT,
                *map(_is_text, _TEXTS),
                _is_any("kind", Kind),
                _is_any("source", Source),
                _is_any("severity", Severity),
                _IS_KEY,
                _is_number("confidence", 1.0, 0.0),
                f"(tags = '[]' OR {_is_texts('tags')})",
                f"CASE WHEN {_is_json('detail_json', 'object')} THEN {PLAIN_DETAIL} END",
                _is_json("context_json", "object"),
            ]
        ),
        _read_observation,
    ),
    "moments": CheckedTable(
        "rowid",
        "ts, boot_id, uptime, trusted, seconds, values_json",
        f"{_IS_INSTANT} AND {_is_number('seconds', LONGEST, 0.0)} AND "
        f"{_is_json('values_json', 'object')}",
        _read_moment,
    ),
    "baselines": CheckedTable(_hex("signal"), "signal, state", "0", _read_baseline),
    "exposure": CheckedTable(
        _hex("day", "variable", "bin"), "day, variable, bin, seconds", "0", _read_exposure
    ),
    "places": CheckedTable(_hex("id"), PLACE_COLUMNS, "0", _read_place),
    "place_events": CheckedTable("row", EVENT_COLUMNS, "0", _read_place_event),
    "meta": CheckedTable(_hex("name"), "name, value", "0", _read_meta),
}
