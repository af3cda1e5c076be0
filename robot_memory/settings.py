"""Every tunable of robot_memory in one typed place, with its default, unit, range and source.

The ROS node declares these as parameters of the same names, the command line reads them from
``settings.yaml`` in the memory home, and the table in the README is generated from here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from robot_memory.errors import Defect, InvalidSettings
from robot_memory.identity import is_rrn
from robot_memory.identity.rrn import RRN_FORM


def _setting(
    default: Any,
    meaning: str,
    source: str,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    fixed: bool = False,
    choices: tuple[str, ...] = (),
) -> Any:
    return field(
        default=default,
        metadata={
            "meaning": meaning, "source": source, "unit": unit,
            "low": low, "high": high, "fixed": fixed, "choices": choices,
        },
    )  # fmt: skip


@dataclass(frozen=True)
class Tunable:
    """What is known about one setting.

    Attributes:
        name: of the parameter: ``federation.enabled``.
        field: of :class:`Settings`: ``federation_enabled``.
        fixed: whether it is read at start only.
        choices: the texts that it, or each of its items, may be; empty: any.
    """

    name: str
    field: str
    default: bool | int | float | str | tuple[str, ...]
    meaning: str
    source: str
    unit: str
    low: float | None
    high: float | None
    fixed: bool
    choices: tuple[str, ...]

    def problem_with(self, value: object) -> str | None:
        """Say what is wrong with ``value``, or None where it can be used."""
        wanted = type(self.default)
        if wanted is tuple:
            return self._problem_with_items(value)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted:
            return f"{value!r} is not a {_TYPE_NAMES[wanted]}"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._outside(float(value))
        if self.name == "rrn" and value and not is_rrn(str(value)):
            return f"{value!r} is not {RRN_FORM}"
        return self._not_chosen(value)

    def _problem_with_items(self, value: object) -> str | None:
        if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
            return f"{value!r} is not a list of texts"
        if not value:
            return "is an empty list"
        return next(filter(None, map(self._not_chosen, value)), None)

    def _not_chosen(self, value: object) -> str | None:
        if self.choices and value not in self.choices:
            return f"{value!r} is none of {', '.join(self.choices)}"
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


#: Parameters that share the first part of their name.
_GROUPS = ("federation",)
_TYPE_NAMES = {bool: "true or false", int: "whole number", float: "number", str: "text"}


@dataclass(frozen=True)
class Settings:
    """All settings. Build one from a mapping with :func:`read_settings`, which checks ranges."""

    rrn: str = _setting(
        "",
        "Robot Resource Name; empty: the file's own, or a local one made at the first write",
        "000 §3.3",
        fixed=True,
    )
    home: str = _setting(
        "", "memory home; empty: $ROBOT_MEMORY_HOME, or ~/.opencastor", "contract", fixed=True
    )
    memory_file: str = _setting(
        "",
        "the memory file; empty: $CASTOR_ROBOT_MEMORY_FILE, or robot-memory.md in the home",
        "000 §3.1",
        fixed=True,
    )
    rules_file: str = _setting(
        "", "rules that bind topics to detectors; empty: the ones shipped", "contract", fixed=True
    )
    decay_per_day: float = _setting(
        0.05,
        "confidence that an entry loses without new evidence",
        "000 §4.3",
        unit="1/day",
        low=0.0,
        high=1.0,
    )
    reinforce_step: float = _setting(
        0.10, "confidence that new evidence adds", "000 §4.2", low=0.0, high=1.0
    )
    reinforce_interval: float = _setting(
        600.0,
        "evidence sooner than this after the last is counted, but adds no confidence",
        "rules §2.3",
        unit="s",
        low=0.0,
        high=86400.0,
    )
    recurrence: bool = _setting(
        True,
        "a fault that returns on a third distinct day keeps a floor of confidence",
        "rules §2.4",
    )
    inject_min: float = _setting(
        0.30, "least confidence that is handed to an agent", "000 §4.4", low=0.0, high=1.0
    )
    prune_min: float = _setting(
        0.10, "entries below this leave the file for the archive", "000 §4.5", low=0.0, high=1.0
    )
    token_budget: int = _setting(
        800, "largest context block", "000 §4.4", unit="tokens", low=1, high=100_000
    )
    confidence_error: float = _setting(
        0.60,
        "first confidence of what a driver reports as ERROR or FATAL",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_warn: float = _setting(
        0.45,
        "first confidence of what a driver reports as WARN",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_statistical: float = _setting(
        0.35,
        "first confidence of a statistical finding, before its score is added",
        "rules §2.2",
        low=0.1,
        high=1.0,
        fixed=True,
    )
    confidence_score_gain: float = _setting(
        0.20,
        "what a full score adds to a statistical finding's first confidence",
        "rules §2.2",
        low=0.0,
        high=1.0,
        fixed=True,
    )
    confidence_person: float = _setting(
        0.80, "first confidence of a person's note", "rules §2.2", low=0.1, high=1.0
    )
    confidence_agent: float = _setting(
        0.40, "first confidence of an agent's note", "rules §2.2", low=0.1, high=1.0
    )
    confidence_agent_limit: float = _setting(
        0.59,
        "highest confidence of an agent's note that nobody else has confirmed",
        "rules §2.7",
        low=0.1,
        high=0.59,
    )
    still_present: float = _setting(
        86400.0,
        "a fault that stays counts as new evidence once in this time; as long after a "
        "resolve it is reopened",
        "rules §1.5, §2.3",
        unit="s",
        low=60.0,
        high=2_592_000.0,
    )
    save_interval: float = _setting(
        60.0,
        "longest time that evidence waits in the ledger before the file is saved",
        "rules §3.2",
        unit="s",
        low=1.0,
        high=3600.0,
    )
    urgent_save_interval: float = _setting(
        2.0,
        "the same for a new entry, a note or a resolve",
        "rules §3.2",
        unit="s",
        low=0.1,
        high=60.0,
    )
    accept_writes: bool = _setting(
        True,
        "whether the services that write (remember, resolve, mute, repaired) are offered",
        "rules §5.6",
        fixed=True,
    )
    publish_context: bool = _setting(
        True, "whether ~/context is published", "rules §5.6", fixed=True
    )
    publish_entries: bool = _setting(
        True, "whether ~/entries is published", "rules §5.6", fixed=True
    )
    hardware_ids: str = _setting(
        "",
        "comma-separated diagnostics hardware ids of this robot, where several robots share "
        "/diagnostics; empty: any",
        "rules §5.1",
        fixed=True,
    )

    federation_enabled: bool = _setting(
        False,
        "whether this robot tells others what it knows, and hears them",
        "contract",
        fixed=True,
    )
    federation_trust: str = _setting(
        "listed",
        "who is heard: listed (`robot-memory peers trust`), or open: anybody, on a bench only",
        "000 §6",
        fixed=True,
        choices=("listed", "open"),
    )
    federation_share_types: tuple[str, ...] = _setting(
        ("environment_note",),
        "types of entries that are shared",
        "contract",
        choices=("environment_note", "hardware_observation", "behavior_pattern"),
    )
    federation_share_tags: str = _setting(
        "",
        "comma-separated tags; where given, only entries with one of them are shared",
        "contract",
    )
    federation_share_min: float = _setting(
        0.30, "least confidence that is shared", "contract", low=0.0, high=1.0
    )
    federation_domain_id: int = _setting(
        -1,
        "DDS domain of the peers; -1: the node's own",
        "rules §6.6",
        low=-1,
        high=232,
        fixed=True,
    )

    def first_confidence(self, *, score: float) -> float:
        """Return the first confidence of a statistical finding with ``score`` in [0, 1]."""
        return round(self.confidence_statistical + self.confidence_score_gain * score, 9)


def tunables() -> tuple[Tunable, ...]:
    """Return what is known about each setting, in the order of :class:`Settings`."""
    defaults: Any = Settings()
    return tuple(
        Tunable(
            name=_name(item.name), field=item.name, default=getattr(defaults, item.name),
            **item.metadata,
        )
        for item in fields(Settings)
    )  # fmt: skip


def _name(field_name: str) -> str:
    """Return the name of a parameter; those of a group are written with a dot."""
    group, _, rest = field_name.partition("_")
    return f"{group}.{rest}" if group in _GROUPS else field_name


def read_settings(values: Mapping[str, object], origin: str = "settings") -> Settings:
    """Build settings from a mapping of parameter names, checking every value.

    The parameters of a group may stand below its name: ``federation: {enabled: true}``.

    Raises:
        InvalidSettings: names each unknown setting and each value out of its range.
    """
    known = {tunable.name: tunable for tunable in tunables()}
    values = _flat(values)
    defects = [Defect(name, "there is no such setting") for name in values if name not in known]
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
        defects.append(Defect("prune_min", "is above inject_min: entries would leave unread"))
    if defects:
        raise InvalidSettings(f"{origin} cannot be used", defects)
    return Settings(**usable)


def _flat(values: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping in which ``federation: {enabled: true}`` is ``federation.enabled: true``."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if name in _GROUPS and isinstance(value, Mapping):
            flat |= {f"{name}.{part}": inner for part, inner in value.items()}
        else:
            flat[name] = value
    return flat


def default_rules_file() -> Path:
    """Return the rules that are shipped with the package."""
    return Path(__file__).parent / "config" / "rules.yaml"
