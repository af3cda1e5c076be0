"""Preferences: how a person wants something done (003 §3)."""

from __future__ import annotations

import re

from robot_memory.night_shift.digest_line import DigestLine, DigestSection, FactTriple
from robot_memory.night_shift.fact_words import is_short_object
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker
from robot_memory.night_shift.sentence_patterns import load_patterns

_LIKED, _DISLIKED, _WANTED, _RATHER, _HABIT, _FAVOURITE = load_patterns(
    "preferences", "liked disliked wanted rather habit favourite"
)
_OF_THE_MOMENT, _OF_THE_TALK = load_patterns("preferences", "of_the_moment of_the_talk")
_PREDICATE = {"prefer": "prefers", "love": "loves", "like": "likes", "enjoy": "likes",
              "hate": "hates", "dislike": "dislikes", "can't stand": "dislikes"}  # fmt: skip


def preference_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a preference; None where the sentence states none."""
    text = sentence.text.replace("’", "'")
    favourite = _FAVOURITE.match(text)
    if favourite and not is_negated(text):
        preference = FactTriple(sentence.speaker, favourite["what"].casefold(), favourite["value"])
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence), preference)
    if _WANTED.match(text) or _RATHER.match(text) or _HABIT.match(text):
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    return _liked(sentence, text)


def _liked(sentence: Sentence, text: str) -> DigestLine | None:
    disliked = _DISLIKED.match(text)
    if disliked:
        is_passing = _OF_THE_MOMENT.match(disliked["what"])
        return None if is_passing else DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    liked = _LIKED.match(text)
    if liked is None or _OF_THE_MOMENT.match(liked["what"]):
        return None
    verb = liked["verb"].casefold()
    if verb != "prefer" and _OF_THE_TALK.match(liked["what"]):
        return None
    # "I'd like a coffee" asks for one; "I would prefer tea" tells a taste.
    is_wish = re.match(r"^(?:I|we)(?:'d| would)", text, re.IGNORECASE) and verb != "prefer"
    if is_wish or is_negated(liked["what"]):
        return None
    what = liked["what"]
    sure = is_short_object(what) and text[:1].casefold() == "i"
    return DigestLine(
        DigestSection.PREFERENCES,
        with_speaker(sentence),
        FactTriple(sentence.speaker, _PREDICATE[verb], what) if sure else None,
    )
