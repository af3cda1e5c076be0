"""The form of numbers and other people's words, and the terms used in tables."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_DOWN, Decimal
from pathlib import Path

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text import yaml_reading
from robot_memory.ledger import Kind

#: The terms in the extract's tables: words by key, by table.
WORDS: Mapping[str, Mapping[str, str]] = yaml_reading.load(
    Path(__file__).with_name("words.yaml").read_text(encoding="utf-8")
)
_THREE = Decimal("0.001")


def words_of_kinds(table: str) -> dict[Kind, str]:
    """Return a table of :data:`WORDS` whose keys are kinds of rows."""
    return {Kind(kind): words for kind, words in WORDS[table].items()}


def outside_text(text: object) -> str:
    """Return words from a robot, a topic or a person, without passwords and keys."""
    return without_secrets(str(text))


def number(value: float, digits: int = 10) -> str:
    """Return a number without unnecessary digits, with a true minus sign."""
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def confidence(value: float) -> str:
    """Return a confidence with three decimals, truncated.

    A value just below a mark or a threshold must not read as if it had reached it (rules.md §2.5):
    nine decimals count, as everywhere.
    """
    return str(Decimal(f"{value:.9f}").quantize(_THREE, ROUND_DOWN))


def count(amount: int, one: str, many: str = "") -> str:
    """Return an amount with its noun: ``1 row``, ``12,000 rows``."""
    return f"{amount:,} {one if amount == 1 else many or f'{one}s'}"
