"""Writes values as YAML text: stable, one line each, readable by YAML 1.1 and 1.2 readers."""

from __future__ import annotations

import base64
import json
import re
from datetime import datetime
from typing import Any

import yaml

from robot_memory.foundation.text.unicode_text import is_hidden, is_visible
from robot_memory.foundation.time import stamps

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_./-]*", re.ASCII)
WORDS_WITH_A_MEANING = {"y", "n", "yes", "no", "on", "off", "true", "false", "null", "none"}
# Not printable in YAML 1.1, or line breaks there.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")
_THIRD_LAST_DASH = re.compile(r"-(?=--)")


def quoted(text: str) -> str:
    """Return a double-quoted scalar.

    It never contains three literal dashes, because some readers search for the end of the front
    matter anywhere in the file.
    """
    body = json.dumps(text, ensure_ascii=False)
    if not is_visible(body):
        body = "".join(map(_escaped, body))
    return _THIRD_LAST_DASH.sub(r"\\x2D", body)


def _escaped(char: str) -> str:
    if not _UNPRINTABLE.match(char) and not is_hidden(char):
        return char
    return f"\\u{ord(char):04x}" if char <= "\uffff" else f"\\U{ord(char):08x}"


def word(text: str) -> str:
    """Return a plain scalar if every reader takes it for a text, else a quoted one."""
    plain = _PLAIN.fullmatch(text) and text.lower() not in WORDS_WITH_A_MEANING
    return text if plain and "---" not in text else quoted(text)


def number(value: float) -> str:
    """Return a float with at most nine decimals, with a point and no exponent."""
    text = f"{value:.9f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text


def time(value: datetime, *, as_text: bool) -> str:
    """Return a time: a plain YAML timestamp, or quoted with ``as_text``."""
    return f'"{stamps.to_text(value)}"' if as_text else stamps.to_text(value)


def value(item: Any, *, times_as_text: bool) -> str:
    """Return any value that YAML can hold, as one line of flow-style text."""

    def write(part: Any) -> str:
        if isinstance(part, str):
            return word(part)
        if isinstance(part, datetime):
            return time(part, as_text=times_as_text)
        if isinstance(part, (list, tuple)):
            return f"[{', '.join(map(write, part))}]"
        if isinstance(part, dict):
            pairs = (f"{write(name)}: {write(inner)}" for name, inner in part.items())
            return f"{{{', '.join(pairs)}}}"
        if isinstance(part, bytes):
            return f'!!binary "{base64.b64encode(part).decode()}"'
        dumped: str = yaml.safe_dump(part, default_flow_style=True, width=2**31)
        return dumped.removesuffix("...\n").strip()

    return write(item)
