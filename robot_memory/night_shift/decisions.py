"""Decisions: choices, approvals, rejections (003 §3)."""

from __future__ import annotations

import re

from robot_memory.night_shift.digest_line import DigestLine, DigestSection
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker

_LETS = re.compile(
    r"^let's (?!see\b|say\b|hope\b|talk\b|think\b|wait\b|be\b|face\b|get started\b|start\b|begin\b|"
    r"look\b|check\b|discuss\b|try to remember\b|not\b|catch up\b|"
    r"chat\b|definitely\b|connect\b|stay (?:in touch|connected)\b|keep (?:in touch|each other)\b)"
    r"[a-z]+ \S",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"^(?:I|[Ww]e|[Tt]hey|[Tt]he team|[A-Z]\w+(?: and [A-Z]\w+)?)(?:'ve| have| has|'s)? "
    r"(?:just |now |finally |all |both )*"
    r"(?:decided|agreed|chose|chosen|approved?|reject(?:ed)?|settled|voted|opted)\b(?: \S|$)",
)
_CONFIRMED = re.compile(
    r"^(?:it's|it is|that's|that is) (?:decided|agreed|settled|approved|rejected)\b|"
    r"^(?:decision|decided|agreed|approved|rejected|resolution)\s*:\s*\S|"
    r"^(?:the )?(?:decision|plan|agreement) is (?:to|that)\b|"
    r"^(?:we're|we are) going with \S",
    re.IGNORECASE,
)
_WILL = re.compile(
    r"^(?:we'll|we will) (?:now |from now on )?(?:use|go with|keep|stop|start|switch|replace|buy|"
    r"order|move|ship|adopt|drop|postpone|cancel|skip|stay with|stick (?:to|with))\b \S",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"\b(?:haven't|hasn't|didn't|not|never) (?:yet )?(?:decided|agreed|chosen|"
                      r"approved|settled|decide|agree)", re.IGNORECASE)  # fmt: skip


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
