"""Canonical JSON: the bytes to sign, the same from every writer (RCAN, "Signing").

Sorted keys, no white space, raw UTF-8, whole floats as integers. Numbers that JSON cannot hold are
refused. A verifier never serializes again: it checks the received bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from robot_memory.foundation.errors import Defect, InvalidInput

_LARGEST = 2**53  # beyond it, readers that use only doubles would disagree


def canonical_json(data: Mapping[str, Any]) -> bytes:
    """Return JSON data as canonical bytes.

    Raises:
        InvalidInput: a value has no canonical form; the error holds its path.
    """
    plain = _plain(data, "")
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise _refused("", "holds a text that is not valid Unicode") from None


def _plain(value: Any, path: str) -> Any:
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise _refused(path, f"has the field name {name!r}, which is not a string")
        return {name: _plain(part, f"{path}.{name}".lstrip(".")) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(part, f"{path}[{index}]") for index, part in enumerate(value)]
    if isinstance(value, float):
        return _number(value, path)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > _LARGEST:
        raise _refused(path, f"{value} is beyond {_LARGEST}, where readers begin to round")
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise _refused(path, f"{value!r} is nothing that JSON can hold")


def _number(value: float, path: str) -> float | int:
    if not math.isfinite(value):
        raise _refused(path, f"{value} is not a finite number")
    return int(value) if value.is_integer() and abs(value) <= _LARGEST else value


def _refused(path: str, problem: str) -> InvalidInput:
    return InvalidInput("this has no canonical JSON form", [Defect(path, problem)])
