"""When two facts are equal: by subject, predicate and object (document 003, "Fact Ingestion").

Normalized forms are compared, not texts: NFC, white space folded, dates in one form. Subjects and
predicates are compared without regard to case; for objects the case counts, as 5 mW are not 5 MW.
"May 15, 2026" is "2026-05-15" (rules.md §8.4). Only unambiguous dates are changed: 05/06/2026 is in
May for some and in June for others, and is left unchanged.

See docs/reference/facts.md, "Equality".
"""

from __future__ import annotations

import re
import unicodedata
import uuid
from datetime import date

from robot_memory.foundation.time import stamps

_MONTHS = (
    "january february march april may june july august september october november december"
).split()
_MONTH = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)([a-z]{0,6})\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
# A combining accent after its letter also belongs to the word.
_START, _END = r"(?<![\w.,:/\u0300-\u036f-])", r"(?![\w:/\u0300-\u036f-]|[.,]\d)"

_YEAR = re.compile(r"\d{4}")
_STAMP = re.compile(
    rf"{_START}\d{{4}}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{{1,9}})?)?"
    rf"(?:[Zz]|[+-]\d\d:?\d\d){_END}"
)
_YEAR_FIRST = re.compile(rf"{_START}(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_END}")
_DOTTED = re.compile(rf"{_START}(\d{{1,2}})\.(\d{{1,2}})\.(\d{{4}}){_END}")
_SLASHED = re.compile(rf"{_START}(\d{{1,2}})/(\d{{1,2}})/(\d{{4}}){_END}")
_MONTH_FIRST = re.compile(
    rf"{_START}{_MONTH}\s{{1,4}}{_DAY}(?:,\s{{0,4}}|\s{{1,4}})(\d{{4}}){_END}", re.I
)
_DAY_FIRST = re.compile(
    rf"{_START}(?:the\s{{1,4}})?{_DAY}(?:\s{{1,4}}of)?[\s-]{{1,4}}{_MONTH}(?:,\s{{0,4}}|[\s-]{{1,4}})(\d{{4}}){_END}",
    re.I,
)
#: Subject, predicate and object in their normalized forms.
Triple = tuple[str, str, str]

# Equal triples have equal ids on every robot and after every crash.
_NAMESPACE = uuid.UUID("6f1f3c5e-0d8a-5c5b-9a5e-3f0f4f1c2a77")
_SEPARATORS = re.compile(r"[\s_-]+")
# Where a thing is, in any wording: "located_in" and "is_kept_in" are "is_in".
_PLACED = re.compile(
    r"(?:(?:is|are)_(?:(?:located|situated|placed|kept|stored|mounted)_)?|"
    r"(?:located|situated|placed|kept|stored|mounted|stands?)_)"
    r"(in_front_of|in|at|on|behind|beside|near|under|above|opposite|next_to)"
)


def normal_dates(text: str) -> str:
    """Return ``text`` with dates as 2026-05-15, and times of a known zone in UTC."""
    if _YEAR.search(text) is None:
        return text
    text = _STAMP.sub(_stamp, text)
    text = _YEAR_FIRST.sub(lambda m: _iso(m, m[1], m[3], m[4]), text)
    text = _DOTTED.sub(lambda m: _iso(m, m[3], m[2], m[1]), text)
    text = _SLASHED.sub(_slashed, text)
    text = _MONTH_FIRST.sub(lambda m: _named(m, m[4], (m[1], m[2]), m[3]), text)
    return _DAY_FIRST.sub(lambda m: _named(m, m[4], (m[2], m[3]), m[1]), text)


def _iso(match: re.Match[str], year: str, month: str | int, day: str) -> str:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return match.group()  # there is no such day


def _slashed(match: re.Match[str]) -> str:
    first, second, year = match.groups()
    if int(first) > 12:
        return _iso(match, year, second, first)
    if int(second) > 12 or first == second:
        return _iso(match, year, first, second)
    return match.group()


def _named(match: re.Match[str], year: str, month: tuple[str, str], day: str) -> str:
    word = "".join(month).lower()
    for number, name in enumerate(_MONTHS, start=1):
        if name.startswith(word) or (word == "sept" and name == "september"):
            return _iso(match, year, number, day)
    return match.group()


def _stamp(match: re.Match[str]) -> str:
    try:
        return stamps.to_text(stamps.from_text(match.group()))
    except ValueError:
        return match.group()


def object_form(text: str) -> str:
    """Return the normalized form of an object."""
    return normal_dates(" ".join(unicodedata.normalize("NFC", text).split()))


def without_case(form: str) -> str:
    """Return a form without case, for looking up objects."""
    return unicodedata.normalize("NFC", form.casefold())


def subject_form(text: str) -> str:
    """Return the normalized form of a subject."""
    return without_case(object_form(text))


def predicate_form(text: str) -> str:
    """Return the normalized form: "Started on" is "started_on", "located in" is "is_in"."""
    form = _SEPARATORS.sub("_", without_case(unicodedata.normalize("NFC", text))).strip("_")
    placed = _PLACED.fullmatch(form)
    return f"is_{placed[1]}" if placed else form


def triple_of(subject: str, predicate: str, object_: str) -> Triple:
    """Return the triple that identifies a fact."""
    return subject_form(subject), predicate_form(predicate), object_form(object_)


def mint_id(triple: Triple) -> str:
    """Return the id of a new fact: ``fact-`` and a UUID."""
    return f"fact-{uuid.uuid5(_NAMESPACE, chr(31).join(triple))}"
