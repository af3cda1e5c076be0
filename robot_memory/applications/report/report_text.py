"""How numbers and other people's words are shown."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal

from robot_memory.foundation.secrets.secrets_filter import without_secrets

_THREE = Decimal("0.001")


def outside_text(text: object) -> str:
    """Return words that came from a robot, a topic or a person, without passwords and keys."""
    return without_secrets(str(text))


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
