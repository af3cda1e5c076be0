"""A sentence of an utterance, and whether it makes a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from robot_memory.foundation.text import yaml_reading

#: The patterns by which sentences are recognised.
_PATTERNS = Path(__file__).with_name("sentence_patterns.yaml")
_SPACE = re.compile(r"\s+")


def load_patterns(group: str, names: str) -> list[re.Pattern[str]]:
    """Return some patterns of a group, in the order of their names."""
    texts = {name: "".join(pieces) for name, pieces in _groups()[group].items()}
    # A name in braces stands for another expression of the group; {2,9} is a count.
    return [
        re.compile(re.sub(r"{([a-z_]+)}", lambda match: texts[match[1]], texts[name]))
        for name in names.split()
    ]


@cache
def _groups() -> Any:
    return yaml_reading.load(_PATTERNS.read_text(encoding="utf-8"))


_FILLER, _UNSURE, _QUOTED, _NEGATED = load_patterns("sentence", "filler unsure quoted negated")


@dataclass(frozen=True)
class Sentence:
    """A sentence.

    Attributes:
        text: the words, without what leads in ("Okay, …") and the full stop.
        speaker: who said it; what "I" means.
    """

    text: str
    speaker: str


def plain(text: str) -> str:
    """Return a sentence on one line, without what leads in, its mark of a list and its stop."""
    words = _SPACE.sub(" ", text).strip().lstrip("-*• ").strip()
    return _FILLER.sub("", words).rstrip(" .!;,…").strip()


def is_sure(text: str) -> bool:
    """Tell whether a sentence states something itself: no question, hypothesis or quote."""
    return _UNSURE.search(text) is None and _QUOTED.search(text) is None


def is_negated(text: str) -> bool:
    """Tell whether a sentence says what is not."""
    return _NEGATED.search(text) is not None


def with_speaker(sentence: Sentence) -> str:
    """Return a sentence as a line says it: with who said it."""
    text = sentence.text
    return f"{sentence.speaker}: {text[0].upper()}{text[1:]}"
