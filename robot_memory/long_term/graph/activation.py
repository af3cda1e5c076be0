"""``activation-metadata.json``: the activation of each fact, and its last access; fact limits.

An activation decays by half per half-life, and each recall raises it (document 003, "Activation
and Decay"; rules.md §8.1). The file has one line per fact, which keeps diffs small::

    "fact-…": {"activation": 0.5, "last_accessed": "2026-05-15T14:30:00Z", "from": 1.0, …}

``activation`` is the value at the last write, for people and other tools. It is computed from
``from``, the activation at ``last_accessed``, never from itself. If another tool changed
``last_accessed``, ``from_time`` differs from it, and the tool's ``activation`` counts.

See docs/reference/facts.md, "Activation"; docs/explanation/night-shift.md, "Facts decay".
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidSettings
from robot_memory.foundation.time import stamps
from robot_memory.long_term.graph.fact import to_json

_LOG = logging.getLogger(__name__)
#: Facts above this enter ``MEMORY.md`` (Step 5; not an option of the document).
PAGE_THRESHOLD = 0.5


@dataclass(frozen=True)
class FactLimits:
    """The numbers of document 003, "Configuration", with its names and defaults (rules.md §8.5).

    Attributes:
        half_life_days: days without access after which an activation has halved.
        recall_boost: activation that a recall adds.
        search_threshold: facts below it are not found, and leave ``MEMORY.md``.
        prune_threshold: facts below it are archived.
        max_facts: the most active facts; beyond it those of lowest activation are archived.
        memory_md_max_lines: ``MEMORY.md`` has fewer lines than this.

    Raises:
        InvalidSettings: the thresholds are not in ascending order; the settings bound each of them.
    """

    half_life_days: float = 30.0
    recall_boost: float = 0.3
    search_threshold: float = 0.15
    prune_threshold: float = 0.05
    max_facts: int = 10_000
    memory_md_max_lines: int = 200

    def __post_init__(self) -> None:
        if not self.prune_threshold <= self.search_threshold <= PAGE_THRESHOLD:
            problem = "is not between prune_threshold and page_threshold"
            raise InvalidSettings(
                "the limits of facts cannot be used", [Defect("search_threshold", problem)]
            )


@dataclass(frozen=True)
class Activation:
    """The activation of a fact at its last access. The methods are pure functions.

    The present activation is computed in closed form from the last access: the document's formula,
    applied each night to its own result, would halve it in a week. Days are calendar days in UTC,
    so that nothing changes within a day and a night shift that runs twice has the same result.

    Attributes:
        value: in [0, 1], at ``accessed``.
        accessed: when the fact was last recalled, stated or learned.
        stated: when it was last stated again; None if it was only stated once, when it was learned.
    """

    value: float
    accessed: datetime
    stated: datetime | None = None

    def at(self, now: datetime, half_life_days: float) -> float:
        """Return the present activation, rounded to nine digits before any comparison."""
        days = max(0, (_day(now) - _day(self.accessed)).days)
        return round(self.value * math.pow(0.5, days / half_life_days), 9)

    def boosted(self, now: datetime, boost: float, half_life_days: float) -> Activation:
        """Return the activation after a recall; this also corrects an access in the future."""
        value = min(1.0, self.at(now, half_life_days) + boost)
        return replace(self, value=round(value, 9), accessed=now)

    def restated(self, now: datetime, value: float, half_life_days: float) -> Activation:
        """Return the activation after a restatement; twice at the same time changes nothing."""
        if now == self.accessed and value <= self.value:
            return self
        value = max(value, self.at(now, half_life_days))
        return Activation(round(value, 9), accessed=now, stated=now)


def _day(time: datetime) -> date:
    return time.astimezone(timezone.utc).date()


class ActivationFile:
    """The file of activations, as of each fact's last access. Writers hold the graph's lock."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.values: dict[str, Activation] = {}
        self.defects: list[Defect] = []
        self._others: dict[str, Any] = {}  # another tool's items
        self._signature: files.Signature | None = None
        self._data = b""

    def poll(self) -> None:
        """Read the file if it has changed since it was last read or written."""
        signature = files.signature_of(self.path)
        if signature != self._signature:
            self.values, self.defects, self._others = {}, [], {}
            self._data = files.read_existing(self.path) or b""
            self._read(self._data)
            self._signature = signature

    def _read(self, data: bytes) -> None:
        if not data:
            return
        try:
            record = json.loads(data)
        except (ValueError, RecursionError) as error:
            self._wrong("", f"is not JSON: {error}")
            return
        if not isinstance(record, dict):
            self._wrong("", "is not a JSON object")
            return
        for fact_id, item in record.items():
            try:
                fact_id.encode()
                if not isinstance(item, dict):
                    to_json(item)  # a value that cannot be written back, such as 1e400, is damage
                    self._others[fact_id] = item
                    continue
                self.values[fact_id] = _read_item(item)
            except (ValueError, OverflowError) as error:
                self._wrong(fact_id, str(error))

    def _wrong(self, name: str, problem: str) -> None:
        self.defects.append(Defect(f"{self.path}{':' if name else ''}{name}", problem))

    def write(self, values: Mapping[str, tuple[Activation, float]]) -> bool:
        """Write all activations, each with its present value; tell whether the file changed."""
        items = {key: _write_item(*value) for key, value in values.items()}
        lines = [
            f"{to_json(key)}: {to_json(item)}" for key, item in {**self._others, **items}.items()
        ]
        data = ("{\n" + ",\n".join(lines) + "\n}\n").encode()
        self.values = {key: activation for key, (activation, _) in values.items()}
        if data == self._data:
            return False
        self._set_aside()  # a copy that a crash left
        if self.defects:  # some of the file cannot be read: a copy is kept
            files.write_durably(self._spare, self._data, like=self.path)
        files.replace_durably(self.path, data)
        self._set_aside()
        self._data, self._signature = data, files.signature_of(self.path)
        return True

    @property
    def _spare(self) -> Path:
        return self.path.with_name(f".{self.path.name}.damaged")

    def _set_aside(self) -> None:
        if not self._spare.exists():
            return
        copy = files.set_aside(self._spare, name=self.path)
        for defect in self.defects:
            _LOG.error("%s; a copy is in %s, the file was written anew", defect, copy)
        self.defects = []


def _write_item(value: Activation, worth: float) -> dict[str, Any]:
    accessed = stamps.to_text(value.accessed)
    item: dict[str, Any] = {"activation": worth, "last_accessed": accessed}
    if item["activation"] != value.value:
        item |= {"from": value.value, "from_time": accessed}
    if value.stated is not None:
        item["last_stated"] = stamps.to_text(value.stated)
    return item


def _read_item(item: Mapping[str, Any]) -> Activation:
    accessed = _time(item, "last_accessed")
    is_ours = "from" in item and item.get("from_time") == item["last_accessed"]
    value = _number(item, "from" if is_ours else "activation")
    stated = _time(item, "last_stated") if "last_stated" in item else None
    return Activation(value, accessed, stated)


def _number(item: Mapping[str, Any], name: str) -> float:
    value: Any = item.get(name)
    if type(value) not in (int, float) or not math.isfinite(value) or not 0.0 <= value <= 1.0:
        raise ValueError(f"{name}: {value!r} is not between 0.0 and 1.0")
    return float(value)


def _time(item: Mapping[str, Any], name: str) -> datetime:
    try:
        return stamps.from_text(str(item.get(name)))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
