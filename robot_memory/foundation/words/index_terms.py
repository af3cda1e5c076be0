"""The terms of a text for the index, by the word lists of ``config/english.yaml``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.words.porter import stem

_FILE = "english.yaml"


@dataclass(frozen=True)
class WordLists:
    """Stop words, irregular forms with their base form, kinds and synonyms."""

    stop_words: frozenset[str]
    base_forms: Mapping[str, str]
    kinds: tuple[tuple[list[str], list[str]], ...]
    synonyms: tuple[list[str], ...]


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """Read ``config/english.yaml``, once."""
    path = config_file(_FILE)
    data: Any = yaml_reading.load(path.read_text(encoding="utf-8"))
    forms = data["irregular_forms"].items()
    kinds, synonyms = data["kinds"].values(), data["synonyms"].values()
    return WordLists(
        frozenset(data["stop_words"].split()),
        {form: base for base, words in forms for form in words.split()},
        tuple((names.split(), of.split()) for group in kinds for names, of in group.items()),
        tuple(words.split() for group in synonyms for words in group),
    )


#: Han, kana and hangul have no spaces between words: each pair of characters is a term.
_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"[{_UNSPACED}]+|[^\W_{_UNSPACED}]+(?:[’'][^\W_{_UNSPACED}]+)*")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")
#: French and Italian articles and pronouns before a vowel: "l'arrêt", "d'urgence".
_ELIDED = re.compile(r"^(?:l|d|n|s|j|m|t|c|qu|dell|nell|all)'(?=[^\W\d]{3})")
_LONGEST = 40  # characters of a term; longer ones are no words


@cached_if_short(65536, longest=64)
def term_of(word: str) -> str:
    """Return the term of one word; empty for a stop word."""
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
    """Return a text without case and accents, with straight apostrophes."""
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFKD", text.replace("’", "'")).casefold()
    folded = unicodedata.normalize("NFKD", folded)
    bare = "".join(char for char in folded if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> list[str]:
    """Return the words of a text, in order, as written."""
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
