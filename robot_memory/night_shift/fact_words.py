"""Word lists that separate lasting statements from those about the moment."""

from __future__ import annotations

import re

from robot_memory.graph.dates import normal_dates
from robot_memory.night_shift.sentence_patterns import load_patterns

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
_PROPER, _ABSTRACT, _CLAUSE, _LOOSE_END, _OPINION = load_patterns(
    "fact_words", "proper abstract clause loose_end opinion"
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
