"""Porter's stemmer: "docking", "docked" and "docks" all become "dock".

M. F. Porter, *An algorithm for suffix stripping*, Program 14(3), 1980, with the two changes of his
own later program ("-bli" for "-abli", "-logi"). SQLite's FTS5 has the same stemmer, but does not
show its result to a caller, and the scoring needs it.
"""

from __future__ import annotations

from itertools import pairwise

_VOWELS = "aeiou"
_STEP_2 = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"),
    ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"),
    ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"),
    ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ("logi", "log"),
)  # fmt: skip
_STEP_3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""),
    ("ness", ""),
)  # fmt: skip
_STEP_4 = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ou", "ism",
    "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip


def stem(word: str) -> str:
    """Return the stem of a lower-case English word; other words are returned unchanged."""
    if len(word) <= 2 or not (word.isascii() and word.isalpha()):
        return word
    word = _step_1(word)
    for endings in (_STEP_2, _STEP_3):
        word = _replaced(word, endings)
    return _step_5(_step_4(word))


def _is_vowel(word: str, at: int) -> bool:
    if word[at] == "y":
        return at > 0 and not _is_vowel(word, at - 1)
    return word[at] in _VOWELS


def _measure(word: str) -> int:
    """Return the number of vowel groups that are followed by a consonant."""
    kinds = [_is_vowel(word, at) for at in range(len(word))]
    return sum(a and not b for a, b in pairwise(kinds))


def _has_vowel(word: str) -> bool:
    return any(_is_vowel(word, at) for at in range(len(word)))


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and not _is_vowel(word, len(word) - 1)


def _ends_short(word: str) -> bool:
    """Whether a word ends like "hop": then "hoping" has lost an e, and "hopping" has not."""
    if len(word) < 3 or word[-1] in "wxy":
        return False
    return [_is_vowel(word, len(word) - at) for at in (3, 2, 1)] == [False, True, False]


def _step_1(word: str) -> str:
    """Remove plurals and verb endings."""
    if word.endswith(("sses", "ies")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if word.endswith("eed"):
        word = word[:-1] if _measure(word[:-3]) > 0 else word
    else:
        for ending in ("ed", "ing"):
            rest = word.removesuffix(ending)
            if rest != word and _has_vowel(rest):
                word = _mended(rest)
                break
    if word.endswith("y") and _has_vowel(word[:-1]):
        word = word[:-1] + "i"
    return word


def _mended(rest: str) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _ends_double(rest) and rest[-1] not in "lsz":
        return rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _ends_short(rest) else rest


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    for ending, other in endings:
        if word.endswith(ending):
            rest = word[: -len(ending)]
            return rest + other if _measure(rest) > 0 else word
    return word


def _step_4(word: str) -> str:
    fitting = [ending for ending in _STEP_4 if word.endswith(ending)]
    if word.endswith("ion") and word[-4:-3] in ("s", "t"):
        fitting.append("ion")
    if not fitting:
        return word
    rest = word[: -len(max(fitting, key=len))]
    return rest if _measure(rest) > 1 else word


def _step_5(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        if _measure(rest) > 1 or (_measure(rest) == 1 and not _ends_short(rest)):
            word = rest
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word
