"""A robot's description of itself for a fleet's memory (rules.md §6.14): reader and writer.

A robot describes itself only if its operator enables it (``federation.describe``). The description
holds the operator's names for the model, the batch, the site and the floor, versions, and counts;
no names of people. Counts are totals per week, not differences: an update that comes twice, or is
lost, changes no sum.

See docs/reference/peer-updates.md, "The description of a robot".
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from robot_memory.entries.peer_text import neutral, words_from_outside
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.secrets.secrets_filter import screened
from robot_memory.foundation.text.field_reader import FieldReader

#: The reported weeks: the present one and those before it.
WEEKS = 8
LONGEST_NAME = 64  # characters
MOST_VERSIONS = 8
_MOST_FAULTS = 256
_MINUTES = 7 * 24 * 60  # of a week
_MOST = 100_000  # of a fault in a week; more is not plausible
#: The operator's names for the robot's kind and place.
PARTS = ("model", "batch", "site", "floor")


@dataclass(frozen=True)
class FaultCount:
    """How often a fault began, by week."""

    id: str  # of the fault's entry in the same update
    component: str  # empty if unknown
    # occurrences that began in each week of ``minutes``; empty for none
    onsets: tuple[int, ...]


@dataclass(frozen=True)
class RobotProfile:
    """A robot's description of itself."""

    week: date  # the Monday (UTC) of the newest reported week
    # the running time in each week, oldest first
    minutes: tuple[int, ...] = ()
    failures: tuple[int, ...] = ()  # the number of failures that began in each of these weeks
    # model, batch, site, floor: the operator's names; empty if not reported
    model: str = ""
    batch: str = ""
    site: str = ""
    floor: str = ""
    # by name; ``software`` is the operator's own version
    versions: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[FaultCount, ...] = ()  # occurrences of the faults whose entries are shared

    def limited_to(self, entry_ids: Collection[str]) -> RobotProfile:
        """Return a copy without faults whose entry is not shared."""
        return replace(self, faults=tuple(one for one in self.faults if one.id in entry_ids))

    def weeks(self) -> list[date]:
        """Return the Mondays of the reported weeks, oldest first."""
        count = len(self.minutes)
        return [self.week - timedelta(weeks=count - 1 - place) for place in range(count)]

    def as_record(self) -> dict[str, Any]:
        """Return the description as JSON data, without empty fields."""
        record: dict[str, Any] = {
            "week": self.week.isoformat(),
            "minutes": list(self.minutes),
            "failures": list(self.failures),
        }
        record |= {name: getattr(self, name) for name in PARTS if getattr(self, name)}
        if self.versions:
            record["versions"] = dict(self.versions)
        if self.faults:
            record["faults"] = [
                {
                    "id": one.id,
                    **({"component": one.component} if one.component else {}),
                    **({"onsets": list(one.onsets)} if one.onsets else {}),
                }
                for one in self.faults
            ]
        return record


def read_profile(record: object, path: str) -> RobotProfile | list[Defect]:
    """Read a record of :meth:`RobotProfile.as_record`, or return all its defects."""
    if not isinstance(record, Mapping):
        return [Defect(path, "is not a JSON object")]
    reader = FieldReader(record, path)
    week = _monday(reader)
    minutes = _counts(reader, record.get("minutes"), "minutes", _MINUTES)
    failures = _counts(reader, record.get("failures"), "failures", _MOST)
    if len(failures) != len(minutes):
        reader.refuse("failures", f"{len(failures)} weeks are not the {len(minutes)} of minutes")
    names = {name: _name(reader, name, record.get(name, "")) for name in PARTS}
    versions = _versions(reader, record.get("versions", {}))
    faults = tuple(
        _fault(reader, item, f"faults[{index}]", len(minutes))
        for index, item in enumerate(reader.items("faults", _MOST_FAULTS, []))
    )
    if reader.defects:
        return reader.defects
    return RobotProfile(week, minutes, failures, versions=versions, faults=faults, **names)


def _monday(reader: FieldReader) -> date:
    value = reader.record.get("week")
    try:
        day = date.fromisoformat(value if isinstance(value, str) else "")
    except ValueError:
        day = date.min
    if day.weekday() or not 1970 < day.year < 9000:
        reader.refuse("week", f"{value!r:.80} is not the date of a Monday")
    return day


def _counts(reader: FieldReader, value: object, name: str, most: int) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > WEEKS:
        reader.refuse(name, f"is not a list of at most {WEEKS} numbers")
        return ()
    if any(type(one) is not int or not 0 <= one <= most for one in value):
        reader.refuse(name, f"has what is not a whole number from 0 to {most}")
        return ()
    return tuple(value)


def _name(reader: FieldReader, name: str, value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NAME:
        reader.refuse(name, f"{value!r:.80} is not a string of at most {LONGEST_NAME} characters")
        return ""
    return words_from_outside(value)


def _versions(reader: FieldReader, value: object) -> dict[str, str]:
    if not isinstance(value, Mapping) or len(value) > MOST_VERSIONS:
        reader.refuse("versions", f"is not an object of at most {MOST_VERSIONS} texts")
        return {}
    versions = {
        _name(reader, "versions", name): _name(
            reader, f"versions.{words_from_outside(str(name))}", version
        )
        for name, version in value.items()
    }
    return {name: neutral(text) for name, text in screened(versions).items()}


def _fault(reader: FieldReader, item: object, path: str, weeks: int) -> FaultCount:
    given = item if isinstance(item, Mapping) else {}
    onsets = _counts(reader, given.get("onsets", []), f"{path}.onsets", _MOST)
    if len(onsets) not in (0, weeks):
        reader.refuse(f"{path}.onsets", f"{len(onsets)} weeks are not the {weeks} of minutes")
    entry_id, component = given.get("id"), given.get("component", "")
    if not isinstance(entry_id, str) or not isinstance(component, str):
        reader.refuse(path, "has no id of an entry, or its component is no text")
        return FaultCount("", "", ())
    part = words_from_outside(component)[:LONGEST_NAME]
    return FaultCount(words_from_outside(entry_id), part, onsets)
