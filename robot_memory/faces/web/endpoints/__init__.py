"""The endpoints: of operations and questions, and what ``endpoints.yaml`` declares beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from robot_memory.applications.fleet import fleet_questions
from robot_memory.applications.fleet.fleet_questions import COMPARED_BY, LONGEST_WEEKS
from robot_memory.entries.field_limits import LIMITS
from robot_memory.entries.memory_entry import EntryType
from robot_memory.faces.web.endpoint import Endpoint, Parameter
from robot_memory.faces.web.endpoints import (
    document_002,
    fleet,
    history,
    places,
)
from robot_memory.faces.web.endpoints.operations import DECLARED_ENDPOINTS
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.text import yaml_reading
from robot_memory.long_term.levels.level_tree import MemoryLevel

_DECLARATIONS = Path(__file__).with_name("endpoints.yaml")
_MODULES = (document_002, fleet, history, places)
_CHOICES = {
    "levels": tuple(level.value for level in MemoryLevel),
    "entry types": tuple(kind.value for kind in EntryType),
    "dimensions of a fleet": COMPARED_BY,
}
_FIGURES = {
    **LIMITS,
    "weeks of a fleet": LONGEST_WEEKS,
    "hours of silence": fleet_questions.HOURS,
    "longest silence": fleet_questions.LONGEST,
}
_DEFAULTS = {"string": "", "boolean": False}


def _endpoints() -> Iterator[Endpoint]:
    handlers = {name: handle for one in _MODULES for name, handle in one.HANDLERS.items()}
    declared = yaml_reading.load(_DECLARATIONS.read_text(encoding="utf-8"))
    for name, declaration in declared.items():
        method, path = name.split()
        scope = TokenScope(declaration.pop("scope"))
        parameters = tuple(map(_parameter, declaration.pop("parameters", ())))
        yield Endpoint(
            method, path, scope, handle=handlers[name], parameters=parameters, **declaration
        )


def _parameter(declared: Mapping[str, Any]) -> Parameter:
    most = declared.get(
        "most", LIMITS.get(declared["name"]) if declared["kind"] == "string" else None
    )
    values = {**declared, "most": _figure(most)}
    if values["kind"] in ("integer", "number") and "default" in values:
        values["default"] = _figure(values["default"])
    values["choices"] = _CHOICES[values["choices"]] if "choices" in values else ()
    if "default" not in values and not values.get("is_required"):
        values["default"] = () if values.get("is_list") else _DEFAULTS.get(values["kind"])
    return Parameter(**values)


def _figure(given: float | str | None) -> float | None:
    return _FIGURES[given] if isinstance(given, str) else given


ENDPOINTS = (*_endpoints(), *DECLARED_ENDPOINTS)
