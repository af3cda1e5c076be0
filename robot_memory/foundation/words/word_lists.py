"""The words of English that a search goes by: ``config/english.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.text import yaml_reading

_FILE = "english.yaml"


@dataclass(frozen=True)
class WordLists:
    """The content of the file.

    Attributes:
        stop_words: say nothing of what a text is about.
        base_forms: what an irregular form is a form of.
        kinds: names of a kind, and what is of that kind.
        synonyms: groups of words for the same.
    """

    stop_words: frozenset[str]
    base_forms: Mapping[str, str]
    kinds: tuple[tuple[list[str], list[str]], ...]
    synonyms: tuple[list[str], ...]


@lru_cache(maxsize=1)
def word_lists() -> WordLists:
    """Read the file, once."""
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
