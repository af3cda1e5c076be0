"""Decisions: choices, approvals, rejections (003 §3)."""

from __future__ import annotations

from robot_memory.night_shift.digest_line import DigestLine, DigestSection
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker
from robot_memory.night_shift.sentence_patterns import load_patterns

_LETS, _DECIDED, _CONFIRMED, _WILL, _NEGATED = load_patterns(
    "decisions", "lets decided confirmed will negated"
)


def decision_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a decision; None where the sentence states none.

    "Decided not to …" is a decision too; "haven't decided" is none.
    """
    text = sentence.text.replace("’", "'")
    if _NEGATED.search(text):
        return None
    is_plan = _LETS.match(text) or (_WILL.match(text) and not is_negated(text))
    if is_plan or _DECIDED.match(text) or _CONFIRMED.match(text):
        return DigestLine(DigestSection.DECISIONS, with_speaker(sentence))
    return None
