"""The words of a text, to compare, and their digest, where the text itself is not kept."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from robot_memory.entries.normal_words import normal_words, words_of
from robot_memory.entries.peer_text import neutral
from robot_memory.foundation.short_cache import cached_if_short

#: The words of a text, in order.
Words = tuple[str, ...]
_DIGITS = 32  # hexadecimal


@dataclass(frozen=True, order=True)
class WordDigest:
    """Recognises a sequence of words, and does not show them.

    Attributes:
        count: how many words.
        digest: the first half of their SHA-256, as hexadecimal digits. Who guesses the words can
            check the guess by it.
    """

    count: int
    digest: str

    @classmethod
    def of(cls, words: Words) -> WordDigest:
        """Return that of some words."""
        data = "\x1f".join(words).encode("utf-8", "replace")
        return cls(len(words), hashlib.sha256(data).hexdigest()[:_DIGITS])


@cached_if_short(8192, longest=1000)
def forms_of(text: str) -> frozenset[Words]:
    """Return the words of a text: all of them, and without articles and "is"."""
    plain = neutral(text)
    every = tuple(word.casefold() for word in words_of(plain))
    return frozenset((every, normal_words(plain))) if every else frozenset()


def digests_of(texts: Iterable[str]) -> tuple[WordDigest, ...]:
    """Return the digests of all forms of some texts, in order."""
    return tuple(sorted({WordDigest.of(words) for text in texts for words in forms_of(text)}))
