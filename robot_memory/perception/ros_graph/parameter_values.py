"""The parameters of nodes, as texts that can be compared, stored and shown."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.outside_text import LONGEST_NAME, take_in
from robot_memory.secrets_filter import names_a_secret

_LONGEST = 80  # characters of a value; of a longer one its length and its digest are kept
#: By rcl_interfaces/msg/ParameterType; lists of bytes are left out.
_TEXT_OF: Mapping[int, Callable[[Any], str]] = {
    1: lambda value: "true" if value.bool_value else "false",
    2: lambda value: str(value.integer_value),
    3: lambda value: repr(float(value.double_value)),
    4: lambda value: str(value.string_value),
    6: lambda value: str(list(value.bool_array_value)),
    7: lambda value: str(list(value.integer_array_value)),
    8: lambda value: str(list(value.double_array_value)),
    9: lambda value: str(list(value.string_array_value)),
}


@dataclass(frozen=True)
class NodeParameters:
    """All parameters of a node by its full name, as texts by name, as it was asked for them."""

    node: str
    values: Mapping[str, str]


def parameter_texts(parameters: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Yield names and texts of ``rcl_interfaces/msg/Parameter``, without secrets."""
    for parameter in parameters:
        text = value_text(parameter.name, parameter.value)
        if text is not None:
            yield parameter.name, text


def value_text(name: str, value: Any) -> str | None:
    """Return the text of a ``ParameterValue``; None where it has none, or is a secret by name."""
    make = _TEXT_OF.get(value.type)
    if make is None or len(name) > LONGEST_NAME or names_a_secret(name):
        return None
    text = make(value)
    if len(text) > _LONGEST:
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
        return f"a value of {len(text)} characters ({digest})"
    return None if take_in(text).removed else text
