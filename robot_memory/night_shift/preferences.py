"""Preferences: how somebody likes things done (003 §3)."""

from __future__ import annotations

import re

from robot_memory.night_shift.digest_line import DigestLine, DigestSection, FactTriple
from robot_memory.night_shift.fact_words import is_short_object
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker

_HOW = r"(?:really |strongly |usually |always |generally |much |still |also )*"
_LIKED = re.compile(
    rf"^(?:I|we)(?:'d| would)? {_HOW}(?P<verb>prefer|love|like|enjoy|hate|dislike|can't stand)"
    rf"\s+(?P<what>\S.*)$",
    re.IGNORECASE,
)
_DISLIKED = re.compile(rf"^(?:I|we) (?:don't|do not) {_HOW}(?:like|want|enjoy)\s+(?P<what>\S.*)$",
                       re.IGNORECASE)  # fmt: skip
_WANTED = re.compile(r"^(?:I|we) always (?:want|need|expect) \S.*$", re.IGNORECASE)
_RATHER = re.compile(r"^(?:I|we)(?:'d| would) rather \S.*$", re.IGNORECASE)
_HABIT = re.compile(
    r"^(?:please,? )?(?:(?:always|never) "
    r"(?!an?\b|the\b|mind\b|been\b|again\b|had\b|seen\b|heard\b)[a-z]+|"
    r"(?:do not|don't) ever [a-z]+|from now on,? \S+) \S.*$",
    re.IGNORECASE,
)
_FAVOURITE = re.compile(
    r"^my (?P<what>favou?rite [\w -]{2,40}?) (?:is|are) (?P<value>\S.{0,80})$", re.IGNORECASE
)
# "I like that" and "I love it" speak of the moment, "I'd like to go" of a wish.
_OF_THE_MOMENT = re.compile(
    r"^(?:that|this|these|those|it|its|you|your|what|how|where|when|him|her|his|their|them|both|all)\b|"
    r"^to (?:ask|know|say|add|mention|thank|see|talk|tell|think|hear)\b",
    re.IGNORECASE,
)
# "I love the characters": of which film only the talk shows.
_OF_THE_TALK = re.compile(r"^the \w+(?: \w+)?$")
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
