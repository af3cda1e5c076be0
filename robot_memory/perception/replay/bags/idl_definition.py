"""Type definitions in IDL, as rosidl writes them: their fields, and the equivalent `.msg` text.

rosidl converts a `.msg` file to IDL without loss: constants are in a module `Name_Constants`, the
comments on a field in `@verbatim`, its unit in `@unit`. So the text can be restored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rosbags.interfaces import Nodetype
from rosbags.interfaces.typing import Typesdict
from rosbags.typesys import get_types_from_idl

RULER = "=" * 80 + "\n"
_HEAD = "IDL: "

_TOKEN = re.compile(
    r"(?P<skipped>//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?|\#[^\n]*)"
    r'|"(?:\\.|[^"\\])*"?|\w+|\s+|[^\w\s]',
    re.DOTALL,
)
"""The tokens of a text; comments and directives are skipped. An included file has its own
section, or is unknown."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def types_of_idl(text: str) -> Typesdict:
    """Return the types in a text: one file, or several in sections `IDL: package/msg/Name`.

    Raises:
        Exception: the text is no IDL that rosbags knows.
    """
    types: Typesdict = {}
    for tokens in _sections(text):
        types |= get_types_from_idl("".join(tokens))
    return types


def msg_of_idl(type_name: str, text: str) -> str:
    """Return the `.msg` text of a type, followed by those of the other types in an IDL text.

    Raises:
        Exception: the text is no IDL that rosbags knows.
    """
    types = types_of_idl(text)
    remarks = {
        (struct, name): lines
        for tokens in _sections(text)
        for struct, name, lines in _remarks(tokens)
    }
    own, *others = sorted(types, key=lambda name: name != type_name)
    if own != type_name:
        return ""
    parts = [_msg(own, types, remarks)]
    parts += [f"MSG: {_plain(name)}\n{_msg(name, types, remarks)}" for name in others]
    return RULER.join(parts)


def _sections(text: str) -> Iterator[list[str]]:
    """Yield the tokens of each file in a text, without comments and directives."""
    files = [text]
    if text.startswith(f"{RULER}{_HEAD}"):
        files = [part.partition("\n")[2] for part in text.split(f"{RULER}{_HEAD}")[1:]]
    for file in files:
        yield [" " if found["skipped"] else found[0] for found in _TOKEN.finditer(file)]


def _remarks(tokens: Iterable[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield structs, their members, and the comment lines on these."""
    struct = ""
    statement: list[str] = []
    for token in tokens:
        if token in ("{", "}", ";"):
            if token == ";" and struct:
                yield (struct, *_member(statement))
            elif token != ";":
                struct = statement[-1] if token == "{" and "struct" in statement[-2:-1] else ""
            statement = []
        elif not token.isspace():
            statement.append(token)


def _member(statement: Sequence[str]) -> tuple[str, list[str]]:
    """Return a member's name, and its comment lines, with the unit first."""
    texts: dict[str, list[str]] = {}
    name = annotation = before = ""
    depth = 0  # of parentheses
    for token in statement:
        depth += (token == "(") - (token == ")")
        if before == "@":
            annotation = token
        elif depth and token.startswith('"'):
            texts.setdefault(annotation, []).append(_unquoted(token))
        elif token == "[":
            break
        elif not depth and token.isidentifier():
            name = token
        before = token
    language, *parts = texts.get("verbatim", [""])
    lines = "".join(parts).splitlines() if language == "comment" else []
    if unit := "".join(texts.get("unit", ())):
        lines[:1] = [" ".join([f"[{unit}]", *lines[:1]])]
    return name, lines


def _unquoted(text: str) -> str:
    return _ESCAPED.sub(lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])


def _msg(type_name: str, types: Typesdict, remarks: Mapping[tuple[str, str], list[str]]) -> str:
    constants, fields = types[type_name]
    struct = type_name.rpartition("/")[2]
    lines = [
        f"{kind} {name}={value}"
        for name, kind, value in constants  # a text or a fraction names no state
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    for name, described in fields:
        first, *others = remarks.get((struct, name)) or [""]
        lines.append(f"{_field_type(described)} {name}  # {first}")
        lines += [f"# {line}" for line in others]
    return "".join(f"{line}\n" for line in lines)


def _plain(type_name: str) -> str:
    return type_name.replace("/msg/", "/")


def _field_type(described: Any) -> str:
    """Return a field's type in `.msg` syntax, from the description of rosbags."""
    kind, inner = described
    if kind == Nodetype.BASE:
        name, most = inner
        return f"{name}<={most}" if most else str(name)
    if kind == Nodetype.NAME:
        return _plain(inner)
    element, count = inner
    size = str(count) if kind == Nodetype.ARRAY else f"<={count}" if count else ""
    return f"{_field_type(element)}[{size}]"
