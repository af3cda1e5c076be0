"""Whether a sentence says no more than another one; pure, and rather too strict."""

from __future__ import annotations

import re

from robot_memory.night_shift.sentence import is_negated
from robot_memory.secrets_filter import without_secrets

LONGEST = 300  # characters
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_MARKUP = re.compile(r"^[#>\-*|`]|<!--|-->|\]\(|https?://|```")
#: Of the words that carry the meaning, so many may be new ones.
_NEW_SHARE = 0.25
_STEM = 4  # letters by which words are taken for the same: "charging" is "charge"
# What may be put in without saying more: who, auxiliaries, joints.
_FREE = frozenset(
    "user person people they them their theirs someone this that these those there which who whom "
    "with from into onto about will would shall should must need needs have been being does said "
    "says asked wants want the and for are was were has had not its also only then when "
    "than".split()
)


def why_not_grounded(text: str, source: str) -> str:
    """Say why a sentence cannot stand for another one; empty where it can.

    Args:
        text: the sentence, in other words.
        source: what it must say.
    """
    if not text or not text.isprintable() or len(text) > LONGEST:
        return f"is not one line of 1 to {LONGEST} characters"
    if _MARKUP.search(text):
        return "holds markup or an address"
    if without_secrets(text) != text:
        return "holds what looks like a secret"
    # In both directions: a number or a "not" that is lost changes what is said as well.
    if sorted(set(_NUMBER.findall(text))) != sorted(set(_NUMBER.findall(source))):
        return "does not have the same numbers"
    if is_negated(text) != is_negated(source):
        return "says the opposite"
    names = sorted(name for name in _names(text) if not _content(name) <= _content(source))
    if names:
        return f"names {names[0]!r}, which its source does not"
    return _why_other_words(text, source)


def _why_other_words(text: str, source: str) -> str:
    said, known = _content(text), _content(source)
    new, lost = said - known, known - said
    if len(new) > _NEW_SHARE * len(said):
        return f"says more than its source: {', '.join(sorted(new))}"
    if len(lost) > _NEW_SHARE * len(known):
        return f"leaves out: {', '.join(sorted(lost))}"
    return ""


def _names(text: str) -> set[str]:
    """Return the words with a capital, the first one as well: it may be a name."""
    return {word for word in _WORD.findall(text) if word[0].isupper()}


def _content(text: str) -> set[str]:
    """Return the words that carry the meaning, by their beginnings."""
    words = (word.casefold() for word in _WORD.findall(text))
    return {word[:_STEM] for word in words if len(word) > 2 and word not in _FREE}
