"""A sentence that somebody said, and whether it states something."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SPACE = re.compile(r"\s+")
_FILLER = re.compile(
    r"^(?:(?:ok(?:ay)?|well|so|and|but|also|yes|yeah|yep|no|oh|hi|hey|hello|please note|note|btw|"
    r"by the way|fyi|alright|right|great|thanks|thank you|actually|anyway|then|finally|first|"
    r"good|sure)(?:[,:;!.—–-]+\s*|\s+(?=(?:I|we|let's|the|my|our|please|remember|don't|make)\b)))+",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"[?\"“”„«»]|\b(?:if|unless|maybe|perhaps|might|suppose|supposing|imagine|wonder|wondering|"
    r"guess|probably|possibly|apparently|allegedly|rumou?r|seems?|appears?|pretend|hypothetically|"
    r"what about|how about|would it|could it|wish|hope|hopefully|dream(?:ed|t)?|joking|kidding|"
    r"said|says|told|asked|claims?|claimed|heard|supposedly|I think|I believe|not sure|unsure|"
    r"assume|assuming|whether|otherwise|used to|supposed to|thought)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:^|\s)['\u2018][^'\u2019]{2,}['\u2019](?:\s|[.,;!]|$)")
_NEGATED = re.compile(
    r"\b(?:not|no|never|neither|nor|none|nobody|nothing|hardly|barely|without|cannot)\b|"
    r"n['’]t\b",
    re.IGNORECASE,
)


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
