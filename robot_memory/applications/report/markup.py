"""Renders the templates of an extract; inserted values are always treated as text.

Jinja2 escapes each value when it is written. Before that, invisible characters are replaced, also
in attributes. Only the filters here return markup.
"""

from __future__ import annotations

import unicodedata
from datetime import datetime, timezone
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from robot_memory.applications.report import report_text
from robot_memory.applications.report.pictures import canvas
from robot_memory.applications.report.report_facts import author
from robot_memory.foundation.text.unicode_text import is_hidden, is_visible
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.stamps import duration_words

_LONGEST_ID = 40  # a run's id has 36
_LONGEST = 500  # characters of a quoted text; an entry has no more
_SPACES = ("Zs", "Zl", "Zp")


@cache
def environment() -> Environment:
    """Return the environment with this package's templates and filters."""
    made = Environment(
        loader=PackageLoader("robot_memory.applications.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finalize,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "quoted": quoted, "outside_text": report_text.outside_text, "id": identifier, "when": when,
        "amount": report_text.count, "number": report_text.number,
        "confidence": report_text.confidence, "duration": duration_words,
        "units": canvas.units, "points": canvas.points, "strokes": canvas.strokes,
    }  # fmt: skip
    made.globals |= {"author": author, "WIDTH": canvas.WIDTH}
    return made


def render(name: str, values: dict[str, object]) -> Markup:
    """Return a template filled with values."""
    return Markup(environment().get_template(name).render(values))


def visible(text: str) -> str:
    """Return a text without hidden characters.

    Any white space becomes a space; control and format characters, which could reorder letters,
    become their code points: ``‹U+202E›``.
    """
    if is_visible(text):
        return text
    return "".join(map(_visible, text))


def quoted(text: object, longest: int = _LONGEST) -> Markup:
    """Return words from a robot, a topic or a person, marked as quoted.

    They are isolated bidirectionally, so that they cannot reorder our text. Passwords, tokens and
    keys are removed, as the extract is passed on.
    """
    words = report_text.outside_text(text)
    if len(words) > longest:
        words = f"{words[:longest]}… ({len(words) - longest} more characters)"
    return Markup('<bdi class="quoted">{}</bdi>').format(visible(words))


def identifier(text: object) -> Markup:
    """Return an identifier that a reader may search for; only a long one may wrap."""
    name = str(text)
    if len(name) > _LONGEST_ID:
        return quoted(name)
    return Markup('<code class="id">{}</code>').format(visible(name))


def when(time: datetime | None, *, seconds: bool = False) -> Markup:
    """Return a time, UTC; a dash for None."""
    if time is None:
        return Markup("–")
    utc = time.astimezone(timezone.utc)
    clock = f"{utc:%H:%M:%S}" if seconds else f"{utc:%H:%M}"
    form = Markup('<time datetime="{}"><span class="day">{}</span> {}</time>')
    return form.format(stamps.to_text(time), f"{utc:%Y-%m-%d}", clock)


def _finalize(value: object) -> object:
    """Return the written form of a value: markup unchanged, anything else as visible text."""
    if isinstance(value, Markup):
        return value
    return "" if value is None else visible(str(value))


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if char in "\t\n\v\f\r" or category in _SPACES:
        return " "
    return f"‹U+{ord(char):04X}›" if is_hidden(char) else char
