"""A sentence of an utterance, and whether it makes a statement."""

from __future__ import annotations

import re
from dataclasses import dataclass

from robot_memory.night_shift.sentence_patterns import load_patterns

_SPACE = re.compile(r"\s+")
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
