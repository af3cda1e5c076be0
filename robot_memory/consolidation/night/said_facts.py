"""Facts: what a sentence states of a thing or a person, where that can be had surely (003 §1, §3).

Each rule takes sentences of one form. What holds only now ("the door is open") and what speaks of
something that only the talk shows ("it is 3 m wide") is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from robot_memory.consolidation.night.items import Item, Part, Triple
from robot_memory.consolidation.night.sentence import Sentence, is_negated, told
from robot_memory.graph.dates import normal_dates

_THING = r"(?:(?:the|our) )?(?P<thing>[A-Za-z][\w-]*(?: [\w-]+){0,4}?)"
_NOUN = r"[A-Za-z][\w-]*(?: [\w-]+){0,2}?"
_TAIL = r"(?P<what>\S.{0,100})"

# "The problem is a loose cable" speaks of the talk, "this is a charger" of what one points at.
_VAGUE = frozenset(
    "it this that these those there here what who which where when why how he she they we you i "
    "everything nothing something anything everyone nobody someone one problem point thing things "
    "idea question answer issue truth fact reason trouble goal aim trick rest result catch weather "
    "life today tomorrow yesterday tonight now dinner lunch latter former other others all some "
    "any my your his her its their hers mine yours first last next only".split()
)
_VERBS = frozenset(
    "is are was were has have had do does did will would can could should let".split()
)
_VAGUE_KIND = re.compile(
    r"(?:an?|the|our) (?:bit|lot|little|good|great|bad|nice|problem|pity|shame|mess|joke|must"
    r"|mistake|pleasure|surprise|success|failure|disaster|challenge|relief|big|huge|real|same|best|worst|few"
    r"|couple|kind|sort|way|reason|idea|pain)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\b(?:because|but|although|though|so|while|when|until|that|which|who|where"
                     r"|and (?:I|we|it|he|she|they|the))\b|[,;:()]", re.IGNORECASE)  # fmt: skip

_NAME = re.compile(r"^(?:my name is|call me) (?P<what>[A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})$")
_OWN = re.compile(rf"^my (?P<role>{_NOUN}) (?:is|are) {_TAIL}$", re.IGNORECASE)
_OWNERS = re.compile(
    r"^(?:the )?(?P<owner>[A-Za-z][\w-]*(?: [\w-]+){0,2})'s "
    rf"(?P<role>{_NOUN}) (?:is|are) {_TAIL}$"
)
_LIFE = re.compile(
    r"^I (?:currently |now |still )?(?P<verb>live in|live at|work at|work for|work as|work in|"
    rf"moved to|study at|come from|was born in|was born on|grew up in|am allergic to) {_TAIL}$",
    re.IGNORECASE,
)
_DATED = re.compile(
    rf"^{_THING} (?:was |were |is |are |has |have |will be |has been )?(?P<verb>started|starts|"
    r"start|began|begins|ended|ends|opened|opens|closed|closes|finished|launched|arrived|arrives|built|"
    r"installed|replaced|repaired|calibrated|serviced|delivered|bought|due) "
    r"(?:on )?(?P<date>\S.{4,24})$",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"^{_THING} (?:is|are|stands|stand|is located|is kept|are kept|is mounted|is stored) "
    r"(?P<where>in|at|on|inside|behind|beside|near|under|above|opposite|next to|in front of) "
    r"(?P<what>(?:the |our |my )?\S.{1,60})$",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    rf"^{_THING} (?P<verb>is|are|weighs|weigh|costs|cost|measures|takes|opens at|"
    r"closes at|holds|has) "
    r"(?P<what>(?:about |roughly |exactly )?[$€£]?\d[\d.,:]*\s?(?:%|[a-zA-Zµ°]+(?:/[a-z0-9²]+)?)"
    r"(?: (?:wide|high|tall|long|deep|thick|heavy|old|away|apart|each))?)$",
    re.IGNORECASE,
)
_KIND = re.compile(rf"^{_THING} (?:is|are) (?P<what>(?:an?|the|our) [\w-]+(?: [\w-]+){{0,5}})$",
                   re.IGNORECASE)  # fmt: skip
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_PASSING = re.compile(
    r"^(?:ready|here|there|done|fine|ok(?:ay)?|good|bad|great|nice|gone|back|late|early|open|closed|"
    r"empty|full|broken|on|off|wrong|right|busy|tired|sick|hungry|better|worse|up|down|in|out|at|to|"
    r"\w+ing|so|too|very|really|quite|pretty|just|almost|already|still|now|also|all)\b",
    re.IGNORECASE,
)
_ON_THE_WAY = re.compile(
    r"^(?:fact|general|particular|time|trouble|danger|progress|order|charge|use|case|a (?:mood|"
    r"hurry)|the way|its way|fire|sale|hold|strike|purpose|track|top of|least|best|risk|work|home|"
    r"it|there|here|front|love|pain|shape|business|need|line with)\b",
    re.IGNORECASE,
)


def fact_in(sentence: Sentence) -> Item | None:
    """Return the line for a fact; None where the sentence states none that is sure."""
    text = sentence.text.replace("’", "'")
    if is_negated(text):
        return None
    triple = next(filter(None, (rule(text, sentence.speaker) for rule in _RULES)), None)
    return None if triple is None else Item(Part.FACTS, told(sentence), triple)


def _named(text: str, speaker: str) -> Triple | None:
    match = _NAME.match(text)
    return Triple(speaker, "name", match["what"]) if match else None


def _own(text: str, speaker: str) -> Triple | None:
    match = _OWN.match(text)
    if match is None or not _is_lasting(match["what"]):
        return None
    return Triple(speaker, match["role"].casefold(), normal_dates(match["what"]))


def _owners(text: str, speaker: str) -> Triple | None:
    match = _OWNERS.match(text)
    if match is None or not _is_lasting(match["what"]) or not _is_thing(match["owner"]):
        return None
    return Triple(match["owner"], match["role"].casefold(), normal_dates(match["what"]))


def _life(text: str, speaker: str) -> Triple | None:
    match = _LIFE.match(text)
    if match is None or _CLAUSE.search(match["what"]):
        return None
    verb = match["verb"].casefold()
    third = {"live": "lives", "work": "works", "study": "studies", "come": "comes", "am": "is"}
    first, *rest = verb.split()
    return Triple(speaker, "_".join([third.get(first, first), *rest]), normal_dates(match["what"]))


def _dated(text: str, speaker: str) -> Triple | None:
    match = _DATED.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    when = normal_dates(match["date"])
    if not _DATE.fullmatch(when):
        return None
    return Triple(match["thing"], f"{_past(match['verb'].casefold())}_on", when)


def _placed(text: str, speaker: str) -> Triple | None:
    match = _PLACED.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    what = match["what"]
    if _CLAUSE.search(what) or _ON_THE_WAY.match(what) or _DATE.search(normal_dates(what)):
        return None
    return Triple(match["thing"], f"is_{match['where'].casefold().replace(' ', '_')}", what)


def _measured(text: str, speaker: str) -> Triple | None:
    match = _MEASURED.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    return Triple(match["thing"], match["verb"].casefold().replace(" ", "_"), match["what"])


def _kind(text: str, speaker: str) -> Triple | None:
    match = _KIND.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    what = match["what"]
    if _VAGUE_KIND.match(what) or _CLAUSE.search(what):
        return None
    return Triple(match["thing"], "is", what)


def _is_thing(words: str) -> bool:
    """Tell whether words name a thing by themselves."""
    parts = words.casefold().split()
    return parts[0] not in _VAGUE and parts[-1] not in _VAGUE and not _VERBS.intersection(parts)


def _is_lasting(value: str) -> bool:
    return not _PASSING.match(value) and not _CLAUSE.search(_without_dates(value))


def _without_dates(value: str) -> str:
    """Return a value without its dates, whose commas end no clause."""
    return _DATE.sub("", normal_dates(value))


def _past(verb: str) -> str:
    known = {"starts": "starts", "start": "starts", "begins": "starts", "began": "started",
             "due": "is_due"}  # fmt: skip
    return known.get(verb, verb)


_RULES: Sequence[Callable[[str, str], Triple | None]] = (
    _named, _dated, _life, _own, _owners, _placed, _measured, _kind,
)  # fmt: skip
