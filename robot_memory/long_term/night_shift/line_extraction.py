"""Extracts the lines of a digest from utterances, by rules without a model (003 §1, §3).

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.long_term.chunks.chunking_engine import split_sentences
from robot_memory.long_term.graph.fact_equality import normal_dates
from robot_memory.long_term.night_shift.digest_page import DigestLine, DigestSection, FactTriple
from robot_memory.long_term.night_shift.session_turns import (
    Sentence,
    SessionTurn,
    is_negated,
    is_sure,
    load_patterns,
    plain,
    with_speaker,
)

_LONGEST_TOKENS = 200
_LONGEST = 240  # characters of a sentence; longer ones are no sentences but logs and lists
_PASTED = re.compile(r"^\s*(?:>|```|\{|\[\d|<)")  # quotes, code, JSON, logs, markup

_LIKED, _DISLIKED, _WANTED, _RATHER, _HABIT, _FAVOURITE = load_patterns(
    "preferences", "liked disliked wanted rather habit favourite"
)
_OF_THE_MOMENT, _OF_THE_TALK = load_patterns("preferences", "of_the_moment of_the_talk")
_PREDICATE = {"prefer": "prefers", "love": "loves", "like": "likes", "enjoy": "likes",
              "hate": "hates", "dislike": "dislikes", "can't stand": "dislikes"}  # fmt: skip

_LETS, _DECIDED, _CONFIRMED, _WILL, _UNDECIDED = load_patterns(
    "decisions", "lets decided confirmed will negated"
)

_MARKED, _REMEMBER, _NEED, _MUST, _TO_BE_DONE = load_patterns(
    "action_items", "marked remember need must to_be_done"
)
_DEADLINE, _IMPERATIVE, _PROMISED, _NEGATED = load_patterns(
    "action_items", "deadline imperative promised negated"
)

_DONE, _NAME, _OWN, _OWNERS, _LIFE, _DATED, _PLACED, _MEASURED, _KIND, _ON_THE_WAY = load_patterns(
    "stated_facts", "done name own owners life dated placed measured kind on_the_way"
)
_THIRD = {"live": "lives", "work": "works", "study": "studies", "come": "comes", "am": "is"}
_TENSES = {"start": "starts", "begin": "starts", "begins": "starts", "began": "started",
           "due": "is_due"}  # fmt: skip

# Words that tell lasting statements from those about the moment.
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


def _preference_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a preference; None where the sentence states none.

    A preference is how a person wants something done.
    """
    text = sentence.text.replace("’", "'")
    favourite = _FAVOURITE.match(text)
    if favourite and not is_negated(text):
        preference = FactTriple(sentence.speaker, favourite["what"].casefold(), favourite["value"])
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence), preference)
    if _WANTED.match(text) or _RATHER.match(text) or _HABIT.match(text):
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    return _liked(sentence, text)


def _liked(sentence: Sentence, text: str) -> DigestLine | None:
    disliked = _DISLIKED.match(text)
    if disliked:
        is_passing = _OF_THE_MOMENT.match(disliked["what"])
        return None if is_passing else DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    liked = _LIKED.match(text)
    if liked is None or _OF_THE_MOMENT.match(liked["what"]):
        return None
    verb = liked["verb"].casefold()
    if verb != "prefer" and _OF_THE_TALK.match(liked["what"]):
        return None
    # "I'd like a coffee" asks for one; "I would prefer tea" tells a taste.
    is_wish = re.match(r"^(?:I|we)(?:'d| would)", text, re.IGNORECASE) and verb != "prefer"
    if is_wish or is_negated(liked["what"]):
        return None
    what = liked["what"]
    sure = _is_short_object(what) and text[:1].casefold() == "i"
    return DigestLine(
        DigestSection.PREFERENCES,
        with_speaker(sentence),
        FactTriple(sentence.speaker, _PREDICATE[verb], what) if sure else None,
    )


def _decision_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a decision; None where the sentence states none.

    Decisions are choices, approvals and rejections. "Decided not to …" is one too; "haven't
    decided" is none.
    """
    text = sentence.text.replace("’", "'")
    if _UNDECIDED.search(text):
        return None
    is_plan = _LETS.match(text) or (_WILL.match(text) and not is_negated(text))
    if is_plan or _DECIDED.match(text) or _CONFIRMED.match(text):
        return DigestLine(DigestSection.DECISIONS, with_speaker(sentence))
    return None


def _action_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a task; None where the sentence states none.

    Tasks are those that are pending, and follow-ups. A plain command ("go to the dock") is no task
    that waits; one with a deadline is.
    """
    text = sentence.text.replace("’", "'")
    if _NEGATED.search(text):
        return None
    is_due = _DEADLINE.match(text) and (_IMPERATIVE.match(text) or _PROMISED.match(text))
    rules = (_MARKED, _REMEMBER, _NEED, _MUST, _TO_BE_DONE)
    if is_due or any(rule.match(text) for rule in rules):
        return DigestLine(DigestSection.ACTIONS, with_speaker(sentence))
    return None


def _fact_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a fact; None where the sentence states none that is sure.

    Each rule takes sentences of one form. What holds only now ("the door is open"), what judges ("a
    great place") and what speaks of something that only the talk shows ("it is 3 m wide") is left
    out.
    """
    text = sentence.text.replace("’", "'")
    if _DONE.match(text):
        return DigestLine(DigestSection.FACTS, with_speaker(sentence))
    if is_negated(text):
        return None
    triple = next(filter(None, (rule(text, sentence.speaker) for rule in _FACT_RULES)), None)
    return (
        None if triple is None else DigestLine(DigestSection.FACTS, with_speaker(sentence), triple)
    )


def _named(text: str, speaker: str) -> FactTriple | None:
    match = _NAME.match(text)
    return FactTriple(speaker, "name", match["what"]) if match else None


def _dated(text: str, speaker: str) -> FactTriple | None:
    match = _DATED.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    when, verb = normal_dates(match["date"]), match["verb"].casefold()
    if not _DATE.fullmatch(when):
        return None
    return FactTriple(match["thing"], f"{_TENSES.get(verb, verb)}_on", when)


def _life(text: str, speaker: str) -> FactTriple | None:
    match = _LIFE.match(text)
    if match is None or not _is_short_object(match["what"], most=12):
        return None
    first, *rest = match["verb"].casefold().split()
    verb = "_".join([_THIRD.get(first, first), *rest])
    return FactTriple(speaker, verb, normal_dates(match["what"]))


def _own(text: str, speaker: str) -> FactTriple | None:
    match = _OWN.match(text)
    return _role_of(speaker, match) if match else None


def _owners(text: str, speaker: str) -> FactTriple | None:
    match = _OWNERS.match(text)
    if match is None or not _is_thing(match["owner"]):
        return None
    return _role_of(match["owner"], match)


def _role_of(owner: str, match: re.Match[str]) -> FactTriple | None:
    role, what = match["role"], match["what"]
    if not _is_thing(role) or _is_opinion(role) or _is_opinion(what) or not _is_short_object(what):
        return None
    return FactTriple(owner, role.casefold(), normal_dates(what))


def _placed(text: str, speaker: str) -> FactTriple | None:
    match = _PLACED.match(text)
    if match is None or not _is_known(match):
        return None
    what = match["what"]
    if not _is_short_object(what) or _is_opinion(what) or _ON_THE_WAY.match(what):
        return None
    if _DATE.search(normal_dates(what)):
        return None  # a date is no place
    return FactTriple(match["thing"], f"is_{match['where'].casefold().replace(' ', '_')}", what)


def _measured(text: str, speaker: str) -> FactTriple | None:
    match = _MEASURED.match(text)
    if match is None or not _is_thing(match["thing"]):
        return None
    return FactTriple(match["thing"], match["verb"].casefold().replace(" ", "_"), match["what"])


def _kind(text: str, speaker: str) -> FactTriple | None:
    match = _KIND.match(text)
    if match is None or not _is_known(match):
        return None
    what = match["what"]
    if _is_opinion(what) or not _is_short_object(what):
        return None
    return FactTriple(match["thing"], "is", what)


def _is_known(match: re.Match[str]) -> bool:
    """Tell whether the subject names one thing: "the charger", "Bay 2", "Ada"."""
    words = match["thing"]
    return _is_thing(words) and (bool(match["which"]) or _is_proper(words))


def _is_thing(words: str) -> bool:
    """Tell whether words name a thing by themselves."""
    parts = words.casefold().split()
    return not _VAGUE.intersection(parts) and not _VERBS.intersection(parts)


def _is_proper(words: str) -> bool:
    """Tell whether words are a name: "Bay 2", "Ada"; not "Happiness"."""
    return bool(_PROPER.fullmatch(words)) and _ABSTRACT.search(words) is None


def _is_short_object(words: str, most: int = 6) -> bool:
    """Tell whether words are one object: not more than ``most``, no clause and no loose end."""
    undated = _DATE.sub("", normal_dates(words))  # the comma of a date ends no clause
    is_short = len(undated.split()) <= most
    return is_short and _CLAUSE.search(undated) is None and _LOOSE_END.search(undated) is None


def _is_opinion(words: str) -> bool:
    """Tell whether words judge, or speak of the moment."""
    return _OPINION.search(words) is not None


_FACT_RULES: Sequence[Callable[[str, str], FactTriple | None]] = (
    _named, _dated, _life, _own, _owners, _placed, _measured, _kind,
)  # fmt: skip
# In this order: "I always want you to …" is a preference, not a fact; one line for a sentence.
_RULES: tuple[Callable[[Sentence], DigestLine | None], ...] = (
    _preference_in, _decision_in, _action_in, _fact_in,
)  # fmt: skip
