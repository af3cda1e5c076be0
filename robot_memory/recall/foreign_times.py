"""Translates times in questions of other languages to English (config/question_words.yaml).

See docs/reference/recall.md, "Times".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from robot_memory import yaml_reading
from robot_memory.config_files import config_file
from robot_memory.recall.calendar_words import MONTHS
from robot_memory.recall.index_terms import plain_form
from robot_memory.recall.question_words import JAPANESE, language_of

_FILE = "question_words.yaml"
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = tuple(map(str, range(1, 11)))
_WORD = re.compile(r"[^\W\d_]+")

_Pattern = tuple[re.Pattern[str], str]


def with_english_times(question: str) -> str:
    """Return a question with its times in English: "gestern" is "yesterday".

    A question in English, or in a language that the file does not know, is returned as it is.
    """
    language = language_of(question)
    if not language:
        return question
    patterns = _patterns().get(language, ())
    for pattern, english in patterns:
        question = pattern.sub(english, question)
    names = _names().get(language)
    if not names:
        return question
    return _WORD.sub(lambda word: names.get(plain_form(word[0]), word[0]), question)


@lru_cache(maxsize=1)
def _data() -> Any:
    return yaml_reading.load(config_file(_FILE).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def _patterns() -> Mapping[str, Sequence[_Pattern]]:
    return {
        language: [
            (
                re.compile(form if language == JAPANESE else rf"\b(?:{form})(?!\w)", re.IGNORECASE),
                english,
            )
            for form, english in forms
        ]
        for language, forms in _data()["times"].items()
    }


@lru_cache(maxsize=1)
def _names() -> Mapping[str, Mapping[str, str]]:
    """Return by language the names of days, months and numbers, each with the English one."""
    names: dict[str, dict[str, str]] = {}
    for kind, english in (("days", _DAYS), ("months", MONTHS), ("numbers", _NUMBERS)):
        for language, words in _data()[kind].items():
            names.setdefault(language, {}).update(zip(words.split(), english, strict=True))
    return names
