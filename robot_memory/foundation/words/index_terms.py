"""Words of a text as the index has them: no case, no accents, no stop words, stemmed."""

from __future__ import annotations

import re
import unicodedata

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.words.porter import stem
from robot_memory.foundation.words.word_lists import word_lists

#: Han, kana and hangul have no spaces between words: there each pair of characters is a term.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:[’'][^\W_{_UNSPACED}]+)*")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
#: The article and pronouns of French and Italian before a vowel: "l'arrêt", "d'urgence".
_ELIDED = re.compile(r"^(?:l|d|n|s|j|m|t|c|qu|dell|nell|all)'(?=[^\W\d]{3})")
_LONGEST = 40  # characters of a term: what is longer is no word


@cached_if_short(65536, longest=64)
def term_of(word: str) -> str:
    """Return the term of one word; empty where it says nothing of what a text is about."""
    plain = _ELIDED.sub("", plain_form(word), count=1)
    for ending in ("'s", "'"):
        plain = plain.removesuffix(ending)
    plain = plain.partition("'")[0] if plain.endswith(_CONTRACTED) else plain.replace("'", "")
    words = word_lists()
    if plain in words.stop_words:
        return ""
    return stem(words.base_forms.get(plain, plain))[:_LONGEST]


_CONTRACTED = ("n't", "'re", "'ve", "'ll", "'d", "'m")


def plain_form(text: str) -> str:
    """Return a text without case and accents, its apostrophes straight."""
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    folded = unicodedata.normalize("NFKD", folded)
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order, as they are written."""
    return _WORD.findall(text)


def terms_of(text: str) -> list[str]:
    """Return the terms of a text, in order; terms hold letters and digits only."""
    terms: list[str] = []
    for word in words_of(text):
        if _IS_UNSPACED.match(word):
            terms.extend(word[at : at + 2] for at in range(max(1, len(word) - 1)))
            continue
        term = term_of(word)
        if term:
            terms.append(term)
    return terms
