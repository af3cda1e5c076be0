"""Words of a text as a search sees them: no case, no stop words, plain endings taken off."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_STOP_WORDS = frozenset(
    "a about after all also am an and any are as at be because been before being but by can could "
    "did do does doing for from had has have he her here him his how i if in into is it its just "
    "me more most my no nor not of on once only or other our out over own same she should so some "
    "such than that the their them then there these they this those through to too under until "
    "up very was we were what when where which while who whom why will with would you your".split()
)
_ENDINGS = ("ing", "ed", "es", "s", "ly")
_SHORTEST = 3  # letters that remain of a word


def terms_of(text: str) -> list[str]:
    """Return the terms of a text, in order."""
    words = _WORD.findall(text.casefold())
    return [_stem(word) for word in words if word not in _STOP_WORDS]


def _stem(word: str) -> str:
    """Take off one ending, so that "doors", "docked" and "docking" meet their stems."""
    if word.endswith("ss") or not word.isalpha():
        return word
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST:
            is_doubled = ending in ("ing", "ed") and stem[-1] == stem[-2] and stem[-1] not in "lsz"
            return stem[:-1] if is_doubled else stem.removesuffix("e")
    return word.removesuffix("e") if len(word) > _SHORTEST else word
