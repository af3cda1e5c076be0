"""Extracts the lines of a digest from utterances, by rules without a model (003 §3).

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from robot_memory.chunks.sentences import split_sentences
from robot_memory.conversation import is_person
from robot_memory.night_shift.action_items import action_in
from robot_memory.night_shift.decisions import decision_in
from robot_memory.night_shift.digest_line import DigestLine
from robot_memory.night_shift.preferences import preference_in
from robot_memory.night_shift.sentence import Sentence, is_sure, plain
from robot_memory.night_shift.session_turns import SessionTurn
from robot_memory.night_shift.stated_facts import fact_in
from robot_memory.secrets_filter import without_secrets

_LONGEST_TOKENS = 200
_LONGEST = 240  # characters of a sentence; longer ones are no sentences but logs and lists
_PASTED = re.compile(r"^\s*(?:>|```|\{|\[\d|<)")  # quotes, code, JSON, logs, markup

# In this order: "I always want you to …" is a preference, not a fact; one line for a sentence.
_RULES: tuple[Callable[[Sentence], DigestLine | None], ...] = (
    preference_in, decision_in, action_in, fact_in,
)  # fmt: skip


def items_of(turn: SessionTurn) -> list[DigestLine]:
    """Return the lines that a turn makes; most turns make none.

    Questions, hypotheticals, negations and quotes make none: a line that is wrong is worse than one
    that is missed. What the robot says itself makes none either.
    """
    if not is_person(turn.speaker):
        return []
    found = []
    for part in split_sentences(without_secrets(turn.text), _LONGEST_TOKENS):
        text = plain(part)
        if not text or len(text) > _LONGEST or _PASTED.match(part) or not is_sure(text):
            continue
        sentence = Sentence(text, _name_of(turn.speaker))
        item = next(filter(None, (rule(sentence) for rule in _RULES)), None)
        if item is not None:
            found.append(item)
    return found


def _name_of(speaker: str) -> str:
    name = " ".join(speaker.split())
    return name if name.isprintable() and 0 < len(name) <= 60 else "user"
