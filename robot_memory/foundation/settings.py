"""All settings of robot_memory, typed, with default, unit, range and source.

The ROS node declares them as parameters of the same names; the command line reads them from
``settings.yaml`` in the memory home. `make docs` writes docs/reference/parameters.md and
params.yaml from them.

Specification: rules.md §2.2 and §2.3.

See docs/explanation/confidence.md, "Where confidence starts".
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.errors import Defect, InvalidSettings
from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.identity.rrn import RRN_FORM
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.unicode_text import is_storable

LONGEST_TEXT = 4096  # characters: the longest path on Linux
_MOST_TEXTS = 100  # of a list
_SHOWN = 80  # characters of a refused value in an error
_TYPE_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a string"}


@dataclass(frozen=True)
class Tunable:
    """The description of one setting.

    Attributes:
        field: its name in :class:`Settings`: ``federation_enabled``.
        fixed: whether it is read at start only.
        choices: the allowed texts for it or for each of its items; empty: any.
    """

    name: str
    field: str
    default: bool | int | float | str | tuple[str, ...]
    meaning: str
    source: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    fixed: bool = False
    choices: Collection[str] = ()

    def problem_with(self, value: object) -> str | None:
        """Return what is wrong with ``value``, or None if it can be used."""
        wanted = type(self.default)
        if wanted is tuple:
            return self._problem_with_items(value)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted:
            is_unquoted = wanted is str and isinstance(value, (bool, int, float))
            written = f": quote it ('{value}', in a shell \"'{value}'\")" if is_unquoted else ""
            return f"{_shown(value)} is not {_TYPE_NAMES[wanted]}{written}"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._outside(float(value))
        if self.name == "rrn" and value and not is_rrn(str(value)):
            return f"{_shown(value)} is not {RRN_FORM}"
        return self._problem_with_text(value)

    def _problem_with_items(self, value: object) -> str | None:
        if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
            written = f": write \"['{value}']\"" if value in self.choices else ""
            return f"{_shown(value)} is not a list of strings{written}"
        if not value:
            return "is an empty list"
        if len(value) > _MOST_TEXTS:
            return f"{len(value)} texts are above {_MOST_TEXTS}"
        return next(filter(None, map(self._problem_with_text, value)), None)

    def _problem_with_text(self, value: object) -> str | None:
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"{len(value)} characters is above {LONGEST_TEXT}"
        if isinstance(value, str) and not is_storable(value):
            return f"{_shown(value)} has a NUL or half a character"
        if self.choices and value not in self.choices:
            return f"{_shown(value)} is not one of {', '.join(self.choices)}"
        return None

    def _outside(self, value: float) -> str | None:
        unit = f" {self.unit}" if self.unit else ""
        if not math.isfinite(value):
            return f"{value} is not a finite number"
        if self.low is not None and value < self.low:
            return f"{value:g}{unit} is below {self.low:g}{unit}"
        if self.high is not None and value > self.high:
            return f"{value:g}{unit} is above {self.high:g}{unit}"
        return None


def _shown(value: object) -> str:
    """Return a value for an error, shortened if it is too long."""
    return reprlib.repr(value) if isinstance(value, (list, tuple)) else f"{value!r:.{_SHOWN}}"


_TABLE = Path(__file__).with_name("settings_table.yaml")
#: Groups of parameters, which share the first part of their name.
_GROUPS = (
    "federation", "memory_oracle", "schedule", "assist", "episodes", "black_box", "limits",
    "actions", "graph", "outcomes",
)  # fmt: skip


@dataclass(frozen=True)
class Settings:
    """All settings. :func:`read_settings` makes them from a mapping and checks the ranges."""

    rrn: str = ""
    home: str = ""
    memory_file: str = ""
    rules_file: str = ""
    decay_per_day: float = 0.05  # 1/day
    reinforce_step: float = 0.1
    reinforce_interval: float = 600.0  # s
    recurrence: bool = True
    inject_min: float = 0.3
    prune_min: float = 0.1
    log_entries_per_day: int = 100
    log_entries_max: int = 500
    entries_max: int = 5000
    archive_entries_max: int = 10_000
    token_budget: int = 800  # tokens
    confidence_error: float = 0.6
    confidence_warn: float = 0.45
    confidence_statistical: float = 0.35
    confidence_score_gain: float = 0.2
    confidence_person: float = 0.8
    confidence_agent: float = 0.4
    confidence_agent_limit: float = 0.59
    still_present: float = 86400.0  # s
    save_interval: float = 60.0  # s
    urgent_save_interval: float = 2.0  # s
    accept_writes: bool = True
    publish_context: bool = True
    publish_entries: bool = True
    hardware_ids: str = ""

    federation_enabled: bool = False
    federation_trust: str = "listed"
    federation_share_types: tuple[str, ...] = ("environment_note",)
    federation_share_tags: str = ""
    federation_share_min: float = 0.3
    federation_share_withheld: str = ""
    federation_share_place_grid: float = 0.0
    federation_share_exact_times: bool = True
    federation_share_values: bool = True
    federation_domain_id: int = -1
    federation_carrier: str = "dds"
    federation_zenoh_config: str = ""
    federation_describe: bool = False
    federation_model: str = ""
    federation_batch: str = ""
    federation_site: str = ""
    federation_floor: str = ""
    federation_software: str = ""

    assist_enabled: bool = False

    episodes_megabytes: float = 200.0  # MB
    episodes_hours_a_day: float = 2.0  # h

    schedule_enabled: bool = True

    actions_enabled: bool = True

    graph_enabled: bool = True
    graph_parameters: bool = True

    outcomes_enabled: bool = True

    limits_apply: bool = False
    limits_speed_topic: str = "speed_limit"

    black_box_enabled: bool = True
    black_box_before_s: float = 30.0  # s
    black_box_after_s: float = 10.0  # s
    black_box_ring_mb: float = 64.0  # MB
    black_box_disk_mb: float = 500.0  # MB
    black_box_include: str = ""
    black_box_leave_out: str = ""
    black_box_keep_undecodable: bool = False

    memory_oracle_half_life_days: float = 30.0  # days
    memory_oracle_recall_boost: float = 0.3
    memory_oracle_search_threshold: float = 0.15
    memory_oracle_prune_threshold: float = 0.05
    memory_oracle_max_facts: int = 10_000
    memory_oracle_memory_md_max_lines: int = 200
    memory_oracle_session_retention_days: int = 30  # days
    memory_oracle_daily_retention_days: int = 365  # days
    memory_oracle_max_megabytes: int = 0  # MB
    memory_oracle_archive_megabytes: int = 1000  # MB

    def first_confidence(self, *, score: float) -> float:
        """Return the first confidence of a statistical finding with ``score`` in [0, 1]."""
        return round(self.confidence_statistical + self.confidence_score_gain * score, 9)


@cache
def tunables() -> tuple[Tunable, ...]:
    """Return the description of each setting, in the order of :class:`Settings`."""
    known = yaml_reading.load(_TABLE.read_text(encoding="utf-8"))
    defaults = vars(Settings()).items()
    return tuple(Tunable(_name(field), field, value, **known[field]) for field, value in defaults)


def _name(field_name: str) -> str:
    """Return the name of a parameter; a parameter in a group has a dot."""
    group = next((name for name in _GROUPS if field_name.startswith(f"{name}_")), "")
    return f"{group}.{field_name[len(group) + 1 :]}" if group else field_name


def read_settings(
    values: Mapping[str, object], origin: str = "settings", others: Sequence[Defect] = ()
) -> Settings:
    """Build settings from a mapping of parameter names, and check every value.

    The parameters of a group may be nested: ``federation: {enabled: true}``. Further defects,
    ``others``, are reported together with those of the settings.

    Raises:
        InvalidSettings: names each unknown setting and each wrong value.
    """
    known = {tunable.name: tunable for tunable in tunables()}
    values = flat(values)
    defects = list(others)
    defects += [Defect(name, "there is no such setting") for name in values if name not in known]
    usable: dict[str, Any] = {}
    given: Mapping[str, Any] = values
    for name, value in given.items():
        if name not in known:
            continue
        problem = known[name].problem_with(value)
        if problem is not None:
            defects.append(Defect(name, problem))
        else:
            usable[known[name].field] = type(known[name].default)(value)
    if not defects and usable.get("prune_min", 0.10) > usable.get("inject_min", 0.30):
        defects.append(
            Defect(
                "prune_min",
                "is above inject_min: entries would be archived before an agent sees them",
            )
        )
    if defects:
        raise InvalidSettings(f"{origin} cannot be used", defects)
    return Settings(**usable)


def flat(values: Mapping[str, object]) -> dict[str, object]:
    """Return the mapping with ``federation: {enabled: true}`` as ``federation.enabled: true``."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if name in _GROUPS and isinstance(value, Mapping):
            flat |= {f"{name}.{part}": inner for part, inner in value.items()}
        else:
            flat[name] = value
    return flat


def default_rules_file() -> Path:
    """Return the path of the rules file shipped with the package."""
    return config_file("rules.yaml")
