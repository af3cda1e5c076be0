"""Takes passwords, tokens and keys out of a text before it is stored (rules.md §8.8, document 003).

What a driver logs can hold what it connects with. A robot's memory is read by agents, shown to
people and copied: secrets have no place in it. A word too many is taken out rather than one too
few; numbers, identifiers and hashes that robots log all day are left alone. What was taken out is
told by its kind, in the text and in :attr:`Filtered.removed`.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from robot_memory.foundation.secrets.secret_blocks import (
    without_cells,
    without_fields,
    without_named_lines,
)
from robot_memory.foundation.secrets.secret_patterns import (
    KEY_BLOCK,
    LONG_FORMS,
    PASS,
    RULES,
    SECRET_NAME,
    STRANGE,
    WORDS,
)
from robot_memory.foundation.text.unicode_text import in_latin, is_hidden

_LONGEST_MARK = 23  # characters
_MOST_LOOKS = 3  # at what an earlier one left
_NEIGHBOURS = 6  # texts of a list before one that say what it is
_LONGEST_NAME = 200  # characters at the end of a name that say what it is of
_SHORT = 200  # characters of a text that is looked at once, however often it comes
_MARK = re.compile(r"\[removed: ([a-z ]{3,12})\]")
_SEPARATORS = re.compile(r"[-_./+@:]")
_PARTS = re.compile(r"[/+_-]")
_LEAST_RANDOM = 16  # characters
_LINE_OF_KEY = 60  # a line of a key, logged by itself
_LONG_WORD = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{32,512}={0,2}(?![\w+/=-])")
_SHORTEST_FORM, _SHORTEST_RANDOM = 16, 32  # characters
_LEAST_DIGITS = 4  # of a number that may be a secret
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/]{14,1024}={0,2}(?![\w+/=-])")
#: Fields that name what another one, ``value``, holds.
_NAMING = (
    "name", "key", "k", "id", "header", "field", "label", "title", "parameter", "param", "setting",
    "option", "variable", "attribute", "property", "question",
)  # fmt: skip
#: Fields whose value another one may name; those behind hold sentences too, and count if a word.
_NAMED, _SAYING = ("value", "val", "v", "new"), ("old", "to", "content", "text", "body", "answer")
#: Fields of a table: the names of its columns, and its cells.
_COLUMNS, _ROWS = (
    ("columns", "fields", "header", "headers", "names", "keys"), ("rows", "values", "data")
)  # fmt: skip
_LOOKS_SECRET = re.compile(r"\A(?=\S*\d)(?=\S*[^\W\d_])\S{6,}\Z")
#: Hyphens, dashes and dots between the parts of a name, as word processors write them.
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u30fb", "-"))
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


@dataclass(frozen=True)
class Filtered:
    """A text with a mark in place of each secret, and the kinds of those that were taken out."""

    text: str
    removed: tuple[str, ...] = ()


def mark(kind: str) -> str:
    """Return what stands where a secret was: ``[removed: password]``."""
    return f"[removed: {kind}]"


def without_secrets(text: str) -> str:
    """Return ``text`` with a mark in place of each secret that is found in it."""
    return filtered(text).text


def filtered(text: str) -> Filtered:
    """Take out of a text what must not be stored, and say what it was.

    What is left is looked at again: a mark may stand where it makes the next word a secret's.
    """
    return _of_short(text) if len(text) <= _SHORT else _looked_through(text)


def _looked_through(text: str) -> Filtered:
    found = _filtered_in_all_forms(text)
    for _ in range(_MOST_LOOKS):
        again = _filtered_in_all_forms(found.text) if found.removed else found
        if again.text == found.text:
            break
        found = Filtered(again.text, (*found.removed, *again.removed))
    return found


#: Names, facts and messages come again and again, and what is found in one depends on it alone.
_of_short = lru_cache(maxsize=4096)(_looked_through)


def _filtered_in_all_forms(text: str) -> Filtered:
    found = _filtered(text)
    if text.isascii() and "\x1b" not in text:
        return found
    # Letters of another width, characters that show nothing and colours hide no secret.
    for simpler in (_plain(text), _without_lookalikes(text)):
        if simpler != text:
            in_simpler = _filtered(simpler)
            if len(in_simpler.removed) > len(found.removed):
                found = in_simpler
    return found


def screened(value: Any, removed: list[str] | None = None, *, name: str = "") -> Any:
    """Return JSON data with a mark in place of each secret in its texts, numbers and names.

    Args:
        removed: takes the kind of each secret that was taken out.
        name: of what the data is the value; a text, or a number of four digits or more, that has
            the name of a secret is one.
    """
    removed = removed if removed is not None else []
    if isinstance(value, str) or (name and _is_long_number(value)):
        found = filtered(str(value))
        if name and not found.removed:
            named = filtered(f'{name}="{value}"').removed
            found = Filtered(mark(named[0]), named[:1]) if named else found
        removed += found.removed
        return found.text if found.removed else value
    if isinstance(value, Mapping):
        return {
            screened(part, removed): screened(
                _as_items(value, part, of),
                removed,
                name=_secret_in(part, of) or _named_beside(value, part) or name,
            )
            for part, of in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [
            screened(part, removed, name=name or _secret_beside(value, at))
            for at, part in enumerate(_as_rows(value))
        ]
    return value


def _is_long_number(value: object) -> bool:
    """Tell whether a value is a number of four digits or more; a shorter one is a count."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and sum(map(str.isdigit, str(value))) >= _LEAST_DIGITS


def _named_beside(value: Mapping[Any, Any], part: object) -> str:
    """Return the name of a secret that another field gives to one: {"k": "psk", "v": "hunter2"}."""
    of = value[part]
    is_word = isinstance(of, str) and looks_secret(of)
    if part not in _NAMED and not is_word:
        return ""
    naming = [value.get(key) for key in _NAMING if key != part] if part in _NAMED + _SAYING else []
    options = (one for one in value.values() if isinstance(one, str) and one.startswith("--"))
    for name in (*naming, *(options if is_word else ())):
        if found := _secret_in(name.strip("-?: ")) if isinstance(name, str) else "":
            return found
    return ""


def _as_items(value: Mapping[Any, Any], part: object, of: Any) -> Any:
    """Return the rows of a table without the cells in the column of a secret."""
    columns = next((value[key] for key in _COLUMNS if isinstance(value.get(key), list)), None)
    if part not in _ROWS or not columns or not isinstance(of, list):
        return of
    return _without_columns(columns, of, lambda cell: True)


def _as_rows(values: Sequence[Any]) -> Sequence[Any]:
    """Return a list without the secrets below their name in its first row, if it is a table."""
    if len(values) < 2 or not all(isinstance(row, list) for row in values):
        return values
    return [values[0], *_without_columns(values[0], values[1:], looks_secret)]


def _without_columns(
    columns: Sequence[Any], rows: Sequence[Any], is_one: Callable[[str], bool]
) -> Sequence[Any]:
    """Return rows, or the one row of a table, with a mark in each cell below a secret's name."""
    secret = {at for at, column in enumerate(columns) if _secret_in(column)}
    if not secret:
        return rows
    if len(rows) == len(columns) and not any(isinstance(row, list) for row in rows):
        return _without_columns(columns, [rows], looks_secret)[0]  # type: ignore[no-any-return]
    return [
        [
            mark("secret") if at in secret and isinstance(cell, str) and is_one(cell) else cell
            for at, cell in enumerate(row)
        ]
        if isinstance(row, list)
        else row
        for row in rows
    ]


def _secret_in(name: object, value: object = None) -> str:
    """Return the name of a secret, which may be one by its value only: {"pass": "hunter2"}."""
    if not isinstance(name, str):
        return ""
    if isinstance(value, str) and looks_secret(value):
        bare = name.strip().lstrip("-")[-_LONGEST_NAME:]
        if PASS.compiled.match(f"{bare}={value[:_LONGEST_NAME]}"):
            return "password"
    return name if names_a_secret(name) else ""


def looks_secret(text: str) -> bool:
    """Tell whether a text is one word that may be a secret beside its name: hunter2."""
    return _LOOKS_SECRET.search(text) is not None


def _secret_beside(values: Sequence[Any], at: int) -> str:
    """Return the name that makes a text of a list a secret: that of ["wifi password", "hunter2"].

    A list is read like the words of one line, so that each notation of a text is one of a list.
    """
    value, near = values[at], values[max(0, at - _NEIGHBOURS) : at]
    if _is_long_number(value):
        value = str(value).removesuffix(".0")
    if not isinstance(value, str) or len(value) > _LONGEST_NAME or not at:
        return _named_behind(values, at)
    before = " ".join(one for one in near if isinstance(one, str))[-_LONGEST_NAME:]
    last = near[-1] if isinstance(near[-1], str) else ""
    is_option = last.startswith("--")
    if (" " in value.strip() and not is_option) or filtered(value).removed:
        return ""
    if looks_secret(value) and (found := _secret_in(last.strip("-?: "), value)):
        return found
    is_told = f"{before} {value}"
    return "secret" if not filtered(is_told).text.endswith(value) else _named_behind(values, at)


def _named_behind(values: Sequence[Any], at: int) -> str:
    """Return the name of a secret that stands behind its value: ["fl4ming0s", "password"]."""
    value, name = values[at], values[at + 1] if at + 1 < len(values) else None
    is_strange = isinstance(value, str) and STRANGE.compiled.match(value)
    return _secret_in(name) if is_strange and len(value) <= _LONGEST_NAME else ""


def tells_a_secret(name: str) -> bool:
    """Tell whether the name that somebody gives to something is, or holds, a secret.

    The parts of a name are read like words, too: ``password-hunter2``.
    """
    words = _SEPARATORS.sub(" ", name)
    return bool(filtered(name).removed or filtered(words).removed)


def names_a_secret(name: str) -> bool:
    """Tell whether a name is one of a secret, so that what it names is one: ``wifi_password``."""
    return _ends_as_secret(name.rstrip()[-_LONGEST_NAME:])


@lru_cache(maxsize=4096)  # fields of messages and of facts come again and again
def _ends_as_secret(end: str) -> bool:
    forms = {end} if end.isascii() else {end, _plain(end).strip(), _without_lookalikes(end).strip()}
    return any(SECRET_NAME.compiled.search(form) for form in forms)


def _filtered(text: str) -> Filtered:
    low = text.lower()
    removed: list[str] = []
    words = {word for word in WORDS if word in low}  # nearly no text has any
    if words and "\n" in text:
        for without in (without_named_lines, without_fields):
            text, taken = without(text, names_a_secret, looks_secret, mark("secret"))
            removed += ["secret"] * taken
    for rule in RULES if words else ():
        if not words.isdisjoint(rule.words):
            text = rule.pattern.compiled.sub(_taking_out(rule.kind, removed), text)
    if words and "|" in text:
        text, cells = without_cells(text, names_a_secret, looks_secret, mark("secret"))
        removed += ["secret"] * cells
    longest = max(map(len, text.split()), default=0)
    if longest >= _SHORTEST_FORM:
        for kind, pattern in LONG_FORMS:
            text = pattern.compiled.sub(_taking_out(kind, removed), text)
        text = _BASE64.sub(lambda match: _unless_no_login(match, removed), text)
    if longest >= _SHORTEST_RANDOM:
        text = _LONG_WORD.sub(lambda match: _unless_harmless(match, removed), text)
    return Filtered(text, tuple(removed))


def _taking_out(kind: str, removed: list[str]) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        if match.re is not KEY_BLOCK.compiled and _is_in_mark(
            *match.span(match.lastindex or 0), match.string
        ):
            return match[0]
        removed.append(kind)
        return (match[1] if match.lastindex else "") + mark(kind)

    return replace


def _is_in_mark(start: int, end: int, text: str) -> bool:
    """Tell whether what was found is, or cuts, the mark of what was taken out before."""
    marks = _MARK.finditer(text, max(0, start - _LONGEST_MARK), end + _LONGEST_MARK)
    return any(found.start() < end and start < found.end() for found in marks)


def _unless_harmless(match: re.Match[str], removed: list[str]) -> str:
    """Take out what looks as if drawn at random: cases and digits mixed all over, as in no name."""
    word = match.group()
    changes = sum(_kind(a) != _kind(b) for a, b in pairwise(word))
    upper, lower, digits = (sum(map(is_kind, word)) for is_kind in _CASES)
    is_mixed = min(upper, lower, digits) >= 4 and changes > len(word) * 0.4
    is_mixed |= min(upper, lower) >= 4 and digits >= 1 and changes > len(word) * 0.5
    parts = (part for part in _PARTS.split(word) if not (part.islower() or part.isupper()))
    longest = max(map(len, parts), default=0)  # names of devices and types have short parts
    is_line = len(word) >= _LINE_OF_KEY and min(upper, lower) >= 8 and not set("_-") & set(word)
    is_line &= changes > len(word) * 0.4
    if not (is_line or (is_mixed and longest >= _LEAST_RANDOM)):
        return word
    removed.append("secret")
    return mark("secret")


def _unless_no_login(match: re.Match[str], removed: list[str]) -> str:
    """Take out what is Base64 of a user with a password, or of a text with a secret in it."""
    word = match.group()
    try:
        inside = base64.b64decode(word + "=" * (-len(word) % 4), validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return word
    if not inside.isprintable() or not (":" in inside or _filtered(inside).removed):
        return word
    removed.append("credentials")
    return mark("credentials")


def _kind(char: str) -> int:
    return 0 if char.isupper() else 1 if char.islower() else 2 if char.isdigit() else 3


_CASES: tuple[Callable[[str], bool], ...] = (str.isupper, str.islower, str.isdigit)


def _without_lookalikes(text: str) -> str:
    """Return a text with letters of Latin for those that look like them, and without accents."""
    return in_latin(_plain(text)).translate(_HYPHENS)


def _plain(text: str) -> str:
    kept = (c for c in _ANSI.sub("", text) if c in "\n\t" or not is_hidden(c))
    return unicodedata.normalize("NFKC", "".join(kept))
