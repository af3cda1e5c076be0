"""Facts: what a sentence states of a thing or a person, where that can be had surely (003 §1, §3).

Each rule takes sentences of one form. What holds only now ("the door is open"), what judges ("a
great place") and what speaks of something that only the talk shows ("it is 3 m wide") is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from robot_memory.graph.dates import normal_dates
from robot_memory.night_shift.digest_line import DigestLine, DigestSection, FactTriple
from robot_memory.night_shift.fact_words import is_opinion, is_proper, is_short_object, is_thing
from robot_memory.night_shift.sentence import Sentence, is_negated, with_speaker

_THING = r"(?P<which>(?:the|our) )?(?P<thing>[A-Za-z][\w-]*(?: [\w-]+){0,4}?)"
_NOUN = r"[A-Za-z][\w-]*(?: [\w-]+){0,2}?"
_WHAT = r"(?P<what>\S.{0,100})"

# As the memory itself words what a person did through it.
_DONE = re.compile(r"^(?:Repaired|Resolved): \S")
_NAME = re.compile(r"^(?:my name is|call me) (?P<what>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})$")
# A name, a number, a date, or "a …", "the …": "my hands are cold" does not last.
_VALUE = r"(?P<what>(?:(?:an?|the) )?(?:[A-Z\d][^ ]*|(?<=a )\w+|(?<=an )\w+|(?<=the )\w+).{0,80})"
_OWN = re.compile(rf"^[Mm]y (?P<role>{_NOUN}) is {_VALUE}$")
_OWNERS = re.compile(
    rf"^(?:[Tt]he )?(?P<owner>[A-Za-z][\w-]*(?: [\w-]+){{0,2}})'s (?P<role>{_NOUN}) is {_VALUE}$"
)
_LIFE = re.compile(
    r"^I (?:currently |now |still )?(?P<verb>live in|live at|work at|work for|work as|work in|"
    rf"moved to|study at|come from|was born in|was born on|grew up in|am allergic to) {_WHAT}$",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"^{_THING} (?:was |were |is |are |has |have |will be |has been )?(?P<verb>started|starts|"
    r"start|began|begins|ended|ends|opened|opens|closed|closes|finished|launched|arrived|arrives|"
    r"built|installed|replaced|repaired|calibrated|serviced|delivered|bought|due) "
    r"(?:on )?(?P<date>\S.{4,24})$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"^{_THING} (?:is|are|stands|stand|is located|is kept|are kept|is mounted|is stored) "
    r"(?P<where>in|at|on|inside|behind|beside|near|under|above|opposite|next to|in front of) "
    r"(?P<what>(?:the |our )?\S.{1,60})$",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    rf"^{_THING} (?P<verb>is|are|weighs|weigh|costs|cost|measures|takes|opens at|"
    r"closes at|holds|has) "
    r"(?P<what>(?:about |roughly |exactly )?[$€£]?\d[\d.,:]*\s?(?:%|[a-zA-Zµ°]+(?:/[a-z0-9²]+)?)"
    r"(?: (?:wide|high|tall|long|deep|thick|heavy|old|away|apart|each))?)$",
    re.IGNORECASE,
)
_KIND = re.compile(rf"^{_THING} is (?P<what>(?:an?|the|our) [\w-]+(?: [\w-]+){{0,5}})$",
                   re.IGNORECASE)  # fmt: skip
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_ON_THE_WAY = re.compile(
    r"^(?:fact|general|particular|time|trouble|danger|progress|order|charge|use|case|a (?:mood|"
    r"hurry)|the way|its way|my|fire|sale|hold|strike|purpose|track|top of|least|best|risk|work|"
    r"home|it|there|here|front|love|pain|shape|business|need|line with)\b",
    re.IGNORECASE,
)
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
