"""The page of the Python API, from the signatures and docstrings that `robot_memory` exports."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache

import robot_memory
from reference.markdown import page
from robot_memory import RobotMemory
from robot_memory.foundation import errors

_READING = ("context", "recall", "entries", "why", "outcomes")
_WRITING = (
    "remember", "confirm", "correct", "resolve", "mute", "unmute", "declare_known",
    "withdraw_known", "forget", "undo", "repaired", "report_outcome", "consolidate",
)  # fmt: skip
_KEEPING = ("open", "save", "tick", "close", "defects", "problem", "rrn", "settings")
#: The methods for callers; the other public methods are for the node.
METHODS = (*_READING, *_WRITING, *_KEEPING)

_HEAD = """\
```python
from robot_memory import RobotMemory

with RobotMemory.open() as memory:
    for hit in memory.recall("kitchen doorway"):
        print(hit.text, hit.where)
```

`RobotMemory.open()` opens the home that the command line opens; several threads and processes may
use one home at once. Everything on this page is imported from `robot_memory`."""
_WIDTH = 100  # characters of a line
_ROLE = re.compile(r":(?:class|meth|attr|func|data|mod):`[~.]?(?:[\w.]+\.)?([\w]+)`")
_SECTION = re.compile(r"(Args|Attributes|Raises|Returns):")
_FIELD = re.compile(r"    (\S[^:]*): (.*)")


def python_api_page() -> str:
    """Return the page."""
    values = sorted({*robot_memory.__all__} - {"RobotMemory"} - set(_errors()))
    return page(
        "Python API", _HEAD,
        "## Reading", *map(_method, _READING),
        "## Writing", *map(_method, _WRITING),
        "## Opening and saving", *map(_method, _KEEPING),
        "## Values", *map(_value, values),
        "## Errors", *_errors_shown(),
    )  # fmt: skip


def _errors() -> Iterator[str]:
    for name in robot_memory.__all__:
        if inspect.isclass(kind := getattr(robot_memory, name)) and issubclass(kind, Exception):
            yield name


def _errors_shown() -> tuple[str, str]:
    _, tree, *_, rest = (errors.__doc__ or "").split("\n\n")
    return f"```text\n{inspect.cleandoc(tree)}\n```", inspect.cleandoc(rest)


def _method(name: str) -> str:
    member = inspect.getattr_static(RobotMemory, name)
    if isinstance(member, property):
        returned = inspect.signature(member.fget).return_annotation if member.fget else ""
        return f"### `{name}: {returned}`\n\n{_prose(member.fget)}"
    made = getattr(RobotMemory, name)
    return f"### `{name}`\n\n```python\n{_signature(name, made)}\n```\n\n{_prose(made)}"


def _signature(name: str, made: Callable[..., object]) -> str:
    signature = inspect.signature(made)
    given: list[str] = []
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and "*" not in given:
            given.append("*")
        if one.name != "self":
            given.append(f"{one.name}: {one.annotation}{_default(one.default)}")
    returned = "" if inspect.isclass(made) else f" -> {signature.return_annotation}"
    line = f"{name}({', '.join(given)}){returned}"
    if len(line) <= _WIDTH:
        return line
    lines = "".join(f"    {one},\n" for one in given)
    return f"{name}(\n{lines}){returned}"


def _default(value: object) -> str:
    if value is inspect.Parameter.empty:
        return ""
    return " = ..." if callable(value) or repr(value).startswith("<") else f" = {value!r}"


def _value(name: str) -> str:
    kind = getattr(robot_memory, name)
    made = f"```python\n{_signature(name, kind)}\n```\n\n" if name in _given_by_callers() else ""
    return f"### `{name}`\n\n{made}{_prose(kind)}"


@cache
def _given_by_callers() -> frozenset[str]:
    """Return the names of the values that callers make as arguments of methods."""
    taken = [
        str(one.annotation)
        for name in METHODS if callable(made := getattr(RobotMemory, name))
        for one in inspect.signature(made).parameters.values()
    ]  # fmt: skip
    return frozenset(
        one for one in robot_memory.__all__
        if is_dataclass(getattr(robot_memory, one)) and one != "Settings"  # it has its own page
        and any(one in text.split(" | ") for text in taken)
    )  # fmt: skip


def _prose(member: object) -> str:
    return "\n".join(_lines(_ROLE.sub(r"`\1`", inspect.getdoc(member) or ""))).strip()


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("``", "`").splitlines():
        if _SECTION.fullmatch(line):
            yield f"**{line.removesuffix(':')}**\n"
        elif match := _FIELD.fullmatch(line):
            yield f"- `{match[1]}`: {match[2]}"
        else:
            deep = line.startswith(" " * 8)
            yield line.replace(" " * 8, "  ", 1) if deep else line.removeprefix(" " * 4)
