"""Extracts facts from sentences that state them clearly (003 §1, §3).

Each rule takes sentences of one form. What holds only now ("the door is open"), what judges ("a
great place") and what speaks of something that only the talk shows ("it is 3 m wide") is left out.

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from robot_memory.graph.dates import normal_dates
from robot_memory.night_shift.digest_line import DigestLine, DigestSection, FactTriple
from robot_memory.night_shift.fact_words import is_opinion, is_proper, is_short_object, is_thing
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker
from robot_memory.night_shift.sentence_patterns import load_patterns

_DONE, _NAME, _OWN, _OWNERS, _LIFE, _DATED, _PLACED, _MEASURED, _KIND, _ON_THE_WAY = load_patterns(
    "stated_facts", "done name own owners life dated placed measured kind on_the_way"
)

_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_THIRD = {"live": "lives", "work": "works", "study": "studies", "come": "comes", "am": "is"}
_TENSES = {"start": "starts", "begin": "starts", "begins": "starts", "began": "started",
           "due": "is_due"}  # fmt: skip


def fact_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a fact; None where the sentence states none that is sure."""
    text = sentence.text.replace("’", "'")
    if _DONE.match(text):
        return DigestLine(DigestSection.FACTS, with_speaker(sentence))
    if is_negated(text):
        return None
    triple = next(filter(None, (rule(text, sentence.speaker) for rule in _RULES)), None)
    return (
        None if triple is None else DigestLine(DigestSection.FACTS, with_speaker(sentence), triple)
    )


def _named(text: str, speaker: str) -> FactTriple | None:
    match = _NAME.match(text)
    return FactTriple(speaker, "name", match["what"]) if match else None


def _own(text: str, speaker: str) -> FactTriple | None:
    match = _OWN.match(text)
    return _role_of(speaker, match) if match else None


def _owners(text: str, speaker: str) -> FactTriple | None:
    match = _OWNERS.match(text)
    if match is None or not is_thing(match["owner"]):
        return None
    return _role_of(match["owner"], match)


def _role_of(owner: str, match: re.Match[str]) -> FactTriple | None:
    role, what = match["role"], match["what"]
    if not is_thing(role) or is_opinion(role) or is_opinion(what) or not is_short_object(what):
        return None
    return FactTriple(owner, role.casefold(), normal_dates(what))


def _life(text: str, speaker: str) -> FactTriple | None:
    match = _LIFE.match(text)
    if match is None or not is_short_object(match["what"], most=12):
        return None
    first, *rest = match["verb"].casefold().split()
    verb = "_".join([_THIRD.get(first, first), *rest])
    return FactTriple(speaker, verb, normal_dates(match["what"]))


def _dated(text: str, speaker: str) -> FactTriple | None:
    match = _DATED.match(text)
    if match is None or not is_thing(match["thing"]):
        return None
    when, verb = normal_dates(match["date"]), match["verb"].casefold()
    if not _DATE.fullmatch(when):
        return None
    return FactTriple(match["thing"], f"{_TENSES.get(verb, verb)}_on", when)


def _placed(text: str, speaker: str) -> FactTriple | None:
    match = _PLACED.match(text)
    if match is None or not _is_known(match):
        return None
    what = match["what"]
    if not is_short_object(what) or is_opinion(what) or _ON_THE_WAY.match(what):
        return None
    if _DATE.search(normal_dates(what)):
        return None  # a date is no place
    return FactTriple(match["thing"], f"is_{match['where'].casefold().replace(' ', '_')}", what)


def _measured(text: str, speaker: str) -> FactTriple | None:
    match = _MEASURED.match(text)
    if match is None or not is_thing(match["thing"]):
        return None
    return FactTriple(match["thing"], match["verb"].casefold().replace(" ", "_"), match["what"])


def _kind(text: str, speaker: str) -> FactTriple | None:
    match = _KIND.match(text)
    if match is None or not _is_known(match):
        return None
    what = match["what"]
    if is_opinion(what) or not is_short_object(what):
        return None
    return FactTriple(match["thing"], "is", what)


def _is_known(match: re.Match[str]) -> bool:
    """Tell whether the subject names one thing: "the charger", "Bay 2", "Ada"."""
    words = match["thing"]
    return is_thing(words) and (bool(match["which"]) or is_proper(words))


_RULES: Sequence[Callable[[str, str], FactTriple | None]] = (
    _named, _dated, _life, _own, _owners, _placed, _measured, _kind,
)  # fmt: skip
