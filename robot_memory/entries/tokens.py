"""An offline estimate of a text's cost in tokens of a language model (rules.md §9.1)."""

from __future__ import annotations

import math

_BYTES_PER_TOKEN = 3.5


def estimate_tokens(text: str) -> int:
    """Return max(⌈UTF-8 bytes / 3.5⌉, words): an upper bound for English text."""
    return tokens_of(len(text.encode()), len(text.split()))


def tokens_of(size: int, words: int) -> int:
    """Return the estimate for a text of ``size`` UTF-8 bytes and ``words`` words."""
    return max(math.ceil(size / _BYTES_PER_TOKEN), words)
