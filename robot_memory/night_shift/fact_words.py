"""Words that tell what lasts from what is said of the moment, for facts had from sentences."""

from __future__ import annotations

import re

from robot_memory.graph.dates import normal_dates

# "The problem is a loose cable" speaks of the talk, "this is a charger" of what one points at.
_VAGUE = frozenset(
    "it this that these those there here what who which where when why how she he they we you i "
    "everything nothing something anything everyone nobody someone one problem point thing things "
    "idea question answer issue truth fact reason trouble goal aim trick rest result catch weather "
    "life today tomorrow yesterday tonight now dinner lunch latter former other others all some "
    "any my your his her its their hers mine yours first last next only part favorite favourite "
    "best worst biggest still really like also just maybe even actually honestly basically".split()
)
_VERBS = frozenset(
    "is are was were has have had do does did will would can could should let".split()
)
_PROPER = re.compile(r"[A-Z][\w-]*(?: (?:[A-Z][\w-]*|\d[\w-]*))*")
_ABSTRACT = re.compile(
    r"(?:ing|ness|tion|sion|ity|ment|ance|ence|ship|hood|ism|ics|phy|ly)(?: |$)|^(?:Family|Nature|"
    r"Love|Music|Art|Time|Work|Health|Home|Money|Food|Water|Coffee|Tea|Sleep|People|Kids|Children|"
    r"Sports?|Friends|Change|Practice|Hope|Faith|Failure|Success|Science|Design|Travel|Summer|"
    r"Winter|Spring|Autumn|Fall|Christmas|Yoga|Pottery|Dance|Cats|Dogs|Calculus)\b"
)
_CLAUSE = re.compile(
    r"\b(?:because|cause|but|although|though|so|while|when|until|thats?|which|who|where|why|I|"
    r"and (?:we|it|he|she|they|you|the|my|our|his|her|its|their|your))\b|[,;:()]",
    re.IGNORECASE,
)
_LOOSE_END = re.compile(
    r"\b(?:and|or|to|the|a|an|of|in|on|too|lol|as well|haha|right now|at the moment|today|yet|"
    r"again|now|already|most|anyway)$",
    re.IGNORECASE,
)
# An opinion, or what holds for a while only.
_OPINION = re.compile(
    r"\b(?:\w+ly|very|so|too|quite|pretty|just|still|bit|lot|little|good|great|bad|nice|cute|cool|"
    r"fantastic|wonderful|amazing|awesome|beautiful|lovely|perfect|excellent|terrible|awful|horrible|"
    r"weird|strange|funny|fun|tough|hard|easy|interesting|boring|incredible|impressive|classic|huge|"
    r"timeless|treasure|gem|masterpiece|problem|pity|shame|mess|joke|must|mistake|pleasure|surprise|"
    r"success|failure|disaster|challenge|relief|big|real|same|best|worst|better|worse|few|couple|kind|"
    r"sort|way|reason|idea|pain|choice|start|favou?rite|thing|one|blast|dream|miracle|devil\w*|world|"
    r"legend|genius|blessing|nightmare|breeze)\b",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def is_thing(words: str) -> bool:
    """Tell whether words name a thing by themselves."""
    parts = words.casefold().split()
    return not _VAGUE.intersection(parts) and not _VERBS.intersection(parts)


def is_proper(words: str) -> bool:
    """Tell whether words are a name: "Bay 2", "Ada"; not "Happiness"."""
    return bool(_PROPER.fullmatch(words)) and _ABSTRACT.search(words) is None


def is_short_object(words: str, most: int = 6) -> bool:
    """Tell whether words are one object: not more than ``most``, no clause and no loose end."""
    plain = _DATE.sub("", normal_dates(words))  # the comma of a date ends no clause
    is_short = len(plain.split()) <= most
    return is_short and _CLAUSE.search(plain) is None and _LOOSE_END.search(plain) is None


def is_opinion(words: str) -> bool:
    """Tell whether words judge, or speak of the moment."""
    return _OPINION.search(words) is not None
