"""Removes passwords, tokens and keys from a text before it is stored (rules.md §8.8, document 003).

A driver may log the credentials that it connects with. A robot's memory is read by agents, shown to
people and copied, so it must hold no secrets. The filter removes too much rather than too little,
but keeps numbers, identifiers and hashes that robots log all day. The kinds of the removed secrets
are in the text and in :attr:`Filtered.removed`.

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
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.unicode_text import in_latin, is_hidden

_LONGEST_MARK = 23  # characters
_MOST_LOOKS = 3  # repeated searches of a text with removed secrets
_NEIGHBOURS = 6  # earlier texts of a list that may name a secret
_LONGEST_NAME = 200  # characters at the end of a name that decide its meaning
_MARK = re.compile(r"\[removed: ([a-z ]{3,12})\]")
_SEPARATORS = re.compile(r"[-_./+@:]")
_PARTS = re.compile(r"[/+_-]")
_LEAST_RANDOM = 16  # characters
_LINE_OF_KEY = 60  # characters of a key's line, logged by itself
_LONG_WORD = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{32,512}={0,2}(?![\w+/=-])")
_SHORTEST_FORM, _SHORTEST_RANDOM = 16, 32  # characters
_LEAST_DIGITS = 4  # of a number that may be a secret
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/]{14,1024}={0,2}(?![\w+/=-])")
#: Fields that name the content of another field, ``value``.
_NAMING = (
    "name", "key", "k", "id", "header", "field", "label", "title", "parameter", "param", "setting",
    "option", "variable", "attribute", "property", "question",
)  # fmt: skip
#: Fields whose value another field may name; the second group counts only for single words.
_NAMED, _SAYING = ("value", "val", "v", "new"), ("old", "to", "content", "text", "body", "answer")
#: Fields of a table: its column names, and its cells.
_COLUMNS, _ROWS = (
    ("columns", "fields", "header", "headers", "names", "keys"), ("rows", "values", "data")
)  # fmt: skip
_LOOKS_SECRET = re.compile(r"\A(?=\S*\d)(?=\S*[^\W\d_])\S{6,}\Z")
#: Hyphens, dashes and dots between the parts of a name, as word processors write them.
_HYPHENS = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\u00b7\u30fb", "-"))
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


@dataclass(frozen=True)
class Filtered:
    """A text with a mark for each secret, and the kinds of the removed secrets."""

    text: str
    removed: tuple[str, ...] = ()


def mark(kind: str) -> str:
    """Return the mark that replaces a secret: ``[removed: password]``."""
    return f"[removed: {kind}]"


def without_secrets(text: str) -> str:
    """Return ``text`` with each secret found replaced by a mark."""
    return filtered(text).text


@cached_if_short(4096, longest=200)  # names, facts and messages recur
def filtered(text: str) -> Filtered:
    """Remove the secrets from a text, and name their kinds.

    The result is searched again: a mark may make the next word look like a secret.
    """
    found = _filtered_in_all_forms(text)
    for _ in range(_MOST_LOOKS):
        again = _filtered_in_all_forms(found.text) if found.removed else found
        if again.text == found.text:
            break
        found = Filtered(again.text, (*found.removed, *again.removed))
    return found


def _filtered_in_all_forms(text: str) -> Filtered:
    found = _filtered(text)
    if text.isascii() and "\x1b" not in text:
        return found
    # Wide letters, invisible characters and colours must not hide a secret.
    for simpler in (_plain(text), _without_lookalikes(text)):
        if simpler != text:
            in_simpler = _filtered(simpler)
            if len(in_simpler.removed) > len(found.removed):
                found = in_simpler
    return found


def screened(value: Any, removed: list[str] | None = None, *, name: str = "") -> Any:
    """Return JSON data with each secret in its texts, numbers and names replaced by a mark.

    Args:
        removed: receives the kind of each removed secret.
        name: the data's name; a text, or a number of at least four digits, with a secret's name is
            a secret.
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
    """Whether a value is a number of at least four digits; a shorter one is a count."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and sum(map(str.isdigit, str(value))) >= _LEAST_DIGITS


def _named_beside(value: Mapping[Any, Any], part: object) -> str:
    """Return the secret's name that another field gives a field: {"k": "psk", "v": "hunter2"}."""
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
    """Return a table's rows without the cells of a secret column."""
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
    """Return rows, or a table's only row, with each cell below a secret's name replaced."""
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
    """Return a name if it names a secret, perhaps only with its value: {"pass": "hunter2"}."""
    if not isinstance(name, str):
        return ""
    if isinstance(value, str) and looks_secret(value):
        bare = name.strip().lstrip("-")[-_LONGEST_NAME:]
        if PASS.compiled.match(f"{bare}={value[:_LONGEST_NAME]}"):
            return "password"
    return name if names_a_secret(name) else ""


def looks_secret(text: str) -> bool:
    """Whether a text is one word that may be a secret beside its name: hunter2."""
    return _LOOKS_SECRET.search(text) is not None


def _secret_beside(values: Sequence[Any], at: int) -> str:
    """Return the name that makes a list's text a secret: as in ["wifi password", "hunter2"].

    The list is read like the words of one line, so each notation of a text works in a list, too.
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
    """Return the name of a secret that follows its value: ["fl4ming0s", "password"]."""
    value, name = values[at], values[at + 1] if at + 1 < len(values) else None
    is_strange = isinstance(value, str) and STRANGE.compiled.match(value)
    return _secret_in(name) if is_strange and len(value) <= _LONGEST_NAME else ""


def tells_a_secret(name: str) -> bool:
    """Whether a given name is, or holds, a secret.

    The parts of the name are read as words, too: ``password-hunter2``.
    """
    words = _SEPARATORS.sub(" ", name)
    return bool(filtered(name).removed or filtered(words).removed)


def names_a_secret(name: str) -> bool:
    """Whether a name means that its value is a secret: ``wifi_password``."""
    return _ends_as_secret(name.rstrip()[-_LONGEST_NAME:])


@lru_cache(maxsize=4096)  # field names of messages and facts recur
def _ends_as_secret(end: str) -> bool:
    forms = {end} if end.isascii() else {end, _plain(end).strip(), _without_lookalikes(end).strip()}
    return any(SECRET_NAME.compiled.search(form) for form in forms)


def _filtered(text: str) -> Filtered:
    low = text.lower()
    removed: list[str] = []
    words = {word for word in WORDS if word in low}  # hardly any text has one
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
    """Whether a match is, or overlaps, the mark of a secret removed earlier."""
    marks = _MARK.finditer(text, max(0, start - _LONGEST_MARK), end + _LONGEST_MARK)
    return any(found.start() < end and start < found.end() for found in marks)


def _unless_harmless(match: re.Match[str], removed: list[str]) -> str:
    """Remove a word that looks random: cases and digits are mixed, as in no name."""
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
    """Remove a word that is Base64 of a user with a password, or of a text with a secret."""
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
    """Return a text with Latin letters for their look-alikes, and without accents."""
    return in_latin(_plain(text)).translate(_HYPHENS)


def _plain(text: str) -> str:
    kept = (c for c in _ANSI.sub("", text) if c in "\n\t" or not is_hidden(c))
    return unicodedata.normalize("NFKC", "".join(kept))
