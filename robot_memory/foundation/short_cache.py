"""A cache for functions of texts, bounded in bytes for texts of any length."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

_Result = TypeVar("_Result")


def cached_if_short(
    most: int, longest: int
) -> Callable[[Callable[..., _Result]], Callable[..., _Result]]:
    """Cache up to ``most`` results of a function of texts; longer texts are not cached."""

    def decorate(function: Callable[..., _Result]) -> Callable[..., _Result]:
        kept = lru_cache(maxsize=most)(function)

        @wraps(function)
        def find(*texts: str) -> _Result:
            for text in texts:
                if len(text) > longest:
                    return function(*texts)
            return kept(*texts)

        return find

    return decorate
