"""Numbers as an engineer writes them: as fine as the difference that matters."""

from __future__ import annotations

import math
from collections.abc import Sequence

_FINER = 0.1  # of the difference, that a digit still shows
_MOST_DECIMALS = 9
_LARGEST = 1e7  # from which a number is written with an exponent


def rounded(values: Sequence[float], difference: float) -> list[str]:
    """Return values with the decimals that show a difference, the same of all.

    Args:
        values: finite.
        difference: between two of them, by which they are told apart.
    """
    if max(map(abs, values), default=0.0) >= _LARGEST:
        return [f"{value:.4g}" for value in values]
    size = abs(difference) * _FINER
    decimals = max(0, min(_MOST_DECIMALS, -math.floor(math.log10(size)))) if size > 0.0 else 3
    return [_without_minus_zero(f"{value:.{decimals}f}") for value in values]


def _without_minus_zero(text: str) -> str:
    return text.lstrip("-") if float(text) == 0.0 else text
