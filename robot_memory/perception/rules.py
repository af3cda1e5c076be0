"""Rules bind topics to detectors (``config/rules.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from robot_memory.errors import Defect, InvalidRules
from robot_memory.perception.detectors import DETECTORS

_FIELDS = {"topic", "type", "detector", "options", "except"}


@dataclass(frozen=True)
class Rule:
    """Which topics a detector watches.

    Attributes:
        detector: its name in :data:`DETECTORS`.
        topic: a topic name, or a pattern with ``*`` and ``?``.
        type: a ROS message type; empty: any.
        exceptions: topic patterns that are left out.
        options: values of the detector's OPTIONS.
    """

    detector: str
    topic: str = "*"
    type: str = ""
    exceptions: tuple[str, ...] = ()
    options: Mapping[str, float] = field(default_factory=dict)

    def binds(self, topic: str, message_type: str) -> bool:
        """Tell whether the rule is about this topic."""
        return (
            self.type in ("", message_type)
            and fnmatchcase(topic, self.topic)
            and not any(fnmatchcase(topic, pattern) for pattern in self.exceptions)
        )

    def describe(self) -> str:
        """Say in a sentence what the rule does."""
        what = self.type or "messages of any type"
        return f"{self.detector} watches {what} on {self.topic}"


def load_rules(path: Path) -> tuple[Rule, ...]:
    """Read a rules file.

    Raises:
        InvalidRules: lists all that is wrong, each with file and line; nothing of it is used.
    """
    try:
        text = path.read_text(encoding="utf-8")
        root = yaml.compose(text, yaml.SafeLoader)
        data = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InvalidRules(f"{path} cannot be read: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("rules"), list):
        raise InvalidRules(f"{path} cannot be used", [Defect(f"{path}:1", "has no list `rules`")])
    lines = _lines(root)
    defects: list[Defect] = []
    rules = [
        _read(item, f"{path}:{line}", defects)
        for item, line in zip(data["rules"], lines, strict=True)
    ]
    if defects:
        raise InvalidRules(f"{path} cannot be used", defects)
    return tuple(rule for rule in rules if rule is not None)


def _lines(root: Any) -> list[int]:
    for key, value in root.value:
        if key.value == "rules":
            return [item.start_mark.line + 1 for item in value.value]
    return []


def _read(item: Any, where: str, defects: list[Defect]) -> Rule | None:
    if not isinstance(item, dict):
        defects.append(Defect(where, "is not a mapping of field names to values"))
        return None
    before = len(defects)
    defects += [
        Defect(where, f"{name!r} is not a field of a rule; they are {', '.join(sorted(_FIELDS))}")
        for name in item
        if name not in _FIELDS
    ]
    detector: Any = item.get("detector")
    if detector not in DETECTORS:
        known = ", ".join(DETECTORS)
        defects.append(Defect(where, f"detector {detector!r} is none of {known}"))
        return None
    options = _options(item.get("options") or {}, DETECTORS[detector].OPTIONS, where, defects)
    exceptions = item.get("except", [])
    texts: Sequence[Any] = [item.get("topic", "*"), item.get("type", ""), *exceptions]
    if not isinstance(exceptions, list) or not all(isinstance(text, str) for text in texts):
        defects.append(Defect(where, "topic, type and the items of except are texts"))
    if "topic" not in item and "type" not in item:
        defects.append(Defect(where, "names neither a topic nor a type"))
    if len(defects) > before:
        return None
    return Rule(detector, item.get("topic", "*"), item.get("type", ""), tuple(exceptions), options)


def _options(
    given: Any, known: Mapping[str, float], where: str, defects: list[Defect]
) -> dict[str, float]:
    if not isinstance(given, dict):
        defects.append(Defect(where, "options is not a mapping"))
        return {}
    for name, value in given.items():
        if name not in known:
            defects.append(Defect(where, f"option {name!r} is none of {', '.join(known)}"))
        elif isinstance(value, bool) or not isinstance(value, (int, float)) or not value >= 0:
            defects.append(Defect(where, f"option {name}: {value!r} is not a number of at least 0"))
    return {**known, **given}
