"""Action items: pending tasks and follow-ups (003 §3)."""

from __future__ import annotations

from robot_memory.night_shift.digest_line import DigestLine, DigestSection
from robot_memory.night_shift.sentence import Sentence, with_speaker
from robot_memory.night_shift.sentence_patterns import load_patterns

_MARKED, _REMEMBER, _NEED, _MUST, _TO_BE_DONE = load_patterns(
    "action_items", "marked remember need must to_be_done"
)
_DEADLINE, _IMPERATIVE, _PROMISED, _NEGATED = load_patterns(
    "action_items", "deadline imperative promised negated"
)


def action_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a task; None where the sentence states none.

    A plain command ("go to the dock") is no task that waits; one with a deadline is.
    """
    text = sentence.text.replace("’", "'")
    if _NEGATED.search(text):
        return None
    is_due = _DEADLINE.match(text) and (_IMPERATIVE.match(text) or _PROMISED.match(text))
    rules = (_MARKED, _REMEMBER, _NEED, _MUST, _TO_BE_DONE)
    if is_due or any(rule.match(text) for rule in rules):
        return DigestLine(DigestSection.ACTIONS, with_speaker(sentence))
    return None
