"""Action items: pending tasks and follow-ups (003 §3)."""

from __future__ import annotations

import re

from robot_memory.night_shift.digest_line import DigestLine, DigestSection
from robot_memory.night_shift.sentence import Sentence, with_speaker

_MARKED = re.compile(
    r"^(?:to-?do|action item|follow[- ]?up|reminder|task|open point)\s*[:\-–]\s*\S", re.IGNORECASE
)
_REMEMBER = re.compile(
    r"^(?:please )?(?:remember to|don't forget to|do not forget to|"
    r"remind (?:me|us) (?:to|about|of)|make sure|"
    r"follow up (?:on|with|about)|"
    r"(?:I|we|you)(?:'ll| will| should| must) (?:remember|follow up|get back))\b \S",
    re.IGNORECASE,
)
# "You have to see this" is advice, "it has to be cold" a remark.
_WHO = (
    r"(?:I|[Ww]e|(?!You|It|They|He|She|This|That|These|Those|There|People|One|And|But|Or|No|So|What|"
    r"Who|Everyone|Everybody|Nobody)[A-Z][a-z]+)"
)
_NEED = re.compile(
    rf"^{_WHO} (?:still )?(?:need|needs|have|has|must|'ve got) (?:still )?to "
    r"(?!be\b|say\b|admit\b|know\b|think\b|understand\b|agree\b|laugh\b|smile\b|go now\b|"
    r"run now\b|hand it\b|confess\b)\w+ \S"
)
_MUST = re.compile(rf"^{_WHO} must (?!be\b|have\b|say\b|admit\b)[a-z]+ \S")
_TO_BE_DONE = re.compile(
    r"^(?:the|our|my) [\w -]{2,60}? (?:still )?(?:needs?|has|have) to be [a-z]+(?:ed|en|t|de)\b|"
    r"^(?:the|our|my) [\w -]{2,60}? (?:still )?needs? (?:[a-z]+ing|a new \w+)$",
    re.IGNORECASE,
)
_DEADLINE = re.compile(
    r"^(?:please |can you please )?[\w']+ .{2,} (?:by|before|until|no later than) "
    r"(?:tomorrow|tonight|noon|midnight|next \w+|the end of \S+.*|monday|tuesday|wednesday|"
    r"thursday|friday|saturday|sunday|\d{4}-\d\d-\d\d|\w+ \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)$",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^(?:please )?(?:check|order|buy|send|call|write|clean|replace|repair|fix|charge|bring|ask|"
    r"update|prepare|finish|submit|book|test|inspect|calibrate|schedule|install|ship|return|review|"
    r"make|get|move|email|report|measure|tighten|document)\b",
    re.IGNORECASE,
)
_PROMISED = re.compile(r"^(?:I|[Ww]e|[A-Z]\w+)(?:'ll| will| must| should) [a-z]+ \S")
_NEGATED = re.compile(r"\b(?:don't|doesn't|didn't|do not|does not|no longer|never) (?:need|have)\b",
                      re.IGNORECASE)  # fmt: skip


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
