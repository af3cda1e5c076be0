"""How times, numbers and other people's words are shown."""

from __future__ import annotations

from datetime import datetime, timezone
from decimal import ROUND_DOWN, Decimal
from xml.etree.ElementTree import Element

from robot_memory import stamps
from robot_memory.report.markup import Child, tag
from robot_memory.secrets_filter import without_secrets

_LONGEST_NAME = 80
_LONGEST_ID = 40  # a run's is 36
_THREE = Decimal("0.001")
_LONGEST = 500  # characters of what somebody said; an entry has no more


def said(text: object, longest: int = _LONGEST) -> Element:
    """Return words that came from a robot, a topic or a person, set apart from ours.

    They have a direction of writing of their own, so that they cannot turn ours around. Passwords,
    tokens and keys are taken out: the extract is handed on.
    """
    words = spoken(text)
    if len(words) > longest:
        words = f"{words[:longest]}… ({len(words) - longest} more characters)"
    return tag("bdi", words, class_="said")


def spoken(text: object) -> str:
    """Return the same words as text, for a picture."""
    return without_secrets(str(text))


def by_whom(author: tuple[str, str]) -> list[Child]:
    """Return an author: of what sort, and the name where one was given."""
    sort, name = author
    return [f"{sort}, ", said(name, _LONGEST_NAME)] if name else [sort]


def code(text: object) -> Element:
    """Return an identifier, or something to be typed."""
    return tag("code", str(text))


def identifier(text: object) -> Element:
    """Return a name that somebody may look for; it is not broken over lines unless it is long."""
    name = str(text)
    return tag("code", name, class_="id") if len(name) <= _LONGEST_ID else said(name)


def when(time: datetime | None, *, seconds: bool = False) -> Element | str:
    """Return a time, UTC; a dash where there is none."""
    if time is None:
        return "–"
    utc = time.astimezone(timezone.utc)
    day = tag("span", f"{utc:%Y-%m-%d}", class_="day")
    clock = f"{utc:%H:%M:%S}" if seconds else f"{utc:%H:%M}"
    return tag("time", day, f" {clock}", datetime=stamps.to_text(time))


def number(value: float, digits: int = 10) -> str:
    """Return a number without needless digits; a minus is a minus."""
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def confidence(value: float) -> str:
    """Return a confidence with three digits after the point, the others cut off.

    What is just below a mark or a threshold does not read as if it had reached it (rules.md §2.5):
    nine digits count, as everywhere.
    """
    return str(Decimal(f"{value:.9f}").quantize(_THREE, ROUND_DOWN))


def count(amount: int, one: str, many: str = "") -> str:
    """Return an amount with its noun: ``1 row``, ``12,000 rows``."""
    return f"{amount:,} {one if amount == 1 else many or f'{one}s'}"


def duration(seconds: float) -> str:
    """Return a length of time in a unit that suits it."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"
