"""Extracts the lines of a digest from utterances, with rules instead of a model (003 §1, §3).

See docs/reference/night-shift.md, "Digests".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.text.conversation import is_person
from robot_memory.long_term.chunks.chunking_engine import split_sentences
from robot_memory.long_term.graph.fact_equality import normal_dates
from robot_memory.long_term.night_shift.digest_files import DigestLine, DigestSection, FactTriple
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
_LONGEST = 240  # characters of a sentence; longer ones are logs or lists
_PASTED = re.compile(r"^\s*(?:>|```|\{|\[\d|<)")  # quotes, code, JSON, logs, markup

_PREFERENCE = load_patterns("preferences")
_DECISION = load_patterns("decisions")
_ACTION = load_patterns("action_items")
_FACT = load_patterns("stated_facts")
_CORRECTION = load_patterns("corrections")
_WORDS = load_patterns("fact_words")
_PREDICATE = {"prefer": "prefers", "love": "loves", "like": "likes", "enjoy": "likes",
              "hate": "hates", "dislike": "dislikes", "can't stand": "dislikes"}  # fmt: skip
_THIRD = {"live": "lives", "work": "works", "study": "studies", "come": "comes", "am": "is"}
_TENSES = {"start": "starts", "begin": "starts", "begins": "starts", "began": "started",
           "due": "is_due"}  # fmt: skip

# Words of statements about the moment, not lasting ones.
# "The problem is a loose cable" is about the talk, "this is a charger" about a visible thing.
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
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def items_of(turn: SessionTurn) -> list[DigestLine]:
    """Return the lines from a turn; most turns have none.

    Questions, hypotheticals, negations and quotes make no line: a wrong line is worse than a missed
    one. The robot's own turns make none either.
    """
    found = (next(filter(None, (rule(one) for rule in _RULES)), None) for one in _said(turn))
    return [item for item in found if item is not None]


def denials_of(turn: SessionTurn) -> list[FactTriple]:
    """Return the facts that a turn denies: they may be known, but the turn does not state them."""
    if not is_negated(turn.text) and "moved" not in turn.text:
        return []
    denied = (Sentence(_denied(one.text), one.speaker) for one in _said(turn))
    found = (_preference_in(one) or _fact_in(one) for one in denied if one.text)
    return [item.triple for item in found if item is not None and item.triple is not None]


def _said(turn: SessionTurn) -> Iterator[Sentence]:
    """Yield the sentences in which a person states something in a turn."""
    if not is_person(turn.speaker):
        return
    for part in split_sentences(without_secrets(turn.text), _LONGEST_TOKENS):
        text = plain(part)
        if text and len(text) <= _LONGEST and not _PASTED.match(part) and is_sure(text):
            yield Sentence(text, _name_of(turn.speaker))


def _asserted(text: str) -> str:
    """Return what a sentence affirms: for "X is not A any more, it is B" that X is B."""
    if moved := _moved(text):
        return f"{moved['thing']} is in {moved['place']}"
    if not is_negated(text):
        return text
    if found := _CORRECTION["replaced"].match(text):
        so = f"{'is ' if found['is'] else ''}{found['so']}"
    elif found := _CORRECTION["rather"].match(text):
        so = f"is {found['rather']}"
    elif found := _CORRECTION["instead_of"].match(text):
        return str(found["so"])
    else:
        return text
    words = [word for word in so.split() if word.casefold() != "now"]
    return f"{found['thing']} {' '.join(words)}"


def _moved(text: str) -> re.Match[str] | None:
    """Match a sentence about a thing that moved to another place; a moved date does not match."""
    moved = _CORRECTION["moved"].match(text)
    return None if moved is None or _CORRECTION["time"].search(moved["place"]) else moved


def _denied(text: str) -> str:
    """Return what a sentence denies, as a positive: "X is A" for "X is not A"; else nothing.

    For a thing that moved, return its old place.
    """
    text = text.replace("’", "'")
    if moved := _moved(text):
        return f"{moved['thing']} is in {moved['old']}"
    found = _CORRECTION["replaced"].match(text) or _CORRECTION["rather"].match(text)
    said = _CORRECTION["any_more"].sub("", found["denied"] if found else text)
    denial = _CORRECTION["plain"].match(said)
    if denial is None:
        return ""
    verb, _, rest = denial["rest"].partition(" ")
    is_third = (denial["do"] or "").casefold() == "does"
    words = (denial["thing"], denial["is"] or "", f"{verb}s" if is_third else verb, rest)
    return " ".join(filter(None, words))


def _name_of(speaker: str) -> str:
    name = " ".join(speaker.split())
    return name if name.isprintable() and 0 < len(name) <= 60 else "user"


def _preference_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a preference: how a person wants something done."""
    text = sentence.text.replace("’", "'")
    favourite = _PREFERENCE["favourite"].match(text)
    if favourite and not is_negated(text):
        preference = FactTriple(sentence.speaker, favourite["what"].casefold(), favourite["value"])
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence), preference)
    if (
        _PREFERENCE["wanted"].match(text)
        or _PREFERENCE["rather"].match(text)
        or _PREFERENCE["habit"].match(text)
    ):
        return DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    return _liked(sentence, text)


def _liked(sentence: Sentence, text: str) -> DigestLine | None:
    disliked = _PREFERENCE["disliked"].match(text)
    if disliked:
        is_passing = _PREFERENCE["of_the_moment"].match(disliked["what"])
        return None if is_passing else DigestLine(DigestSection.PREFERENCES, with_speaker(sentence))
    liked = _PREFERENCE["liked"].match(text)
    if liked is None or _PREFERENCE["of_the_moment"].match(liked["what"]):
        return None
    verb = liked["verb"].casefold()
    if verb != "prefer" and _PREFERENCE["of_the_talk"].match(liked["what"]):
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
    """Return the line for a decision; None if the sentence states none.

    Decisions are choices, approvals and rejections. "Decided not to …" is a decision; "haven't
    decided" is not.
    """
    text = sentence.text.replace("’", "'")
    if _DECISION["negated"].search(text):
        return None
    is_plan = _DECISION["lets"].match(text) or (
        _DECISION["will"].match(text) and not is_negated(text)
    )
    if is_plan or _DECISION["decided"].match(text) or _DECISION["confirmed"].match(text):
        return DigestLine(DigestSection.DECISIONS, with_speaker(sentence))
    return None


def _action_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a task; None if the sentence states none.

    Tasks are pending tasks and follow-ups. A plain command ("go to the dock") is no pending task,
    but a command with a deadline is.
    """
    text = sentence.text.replace("’", "'")
    if _ACTION["negated"].search(text):
        return None
    is_due = _ACTION["deadline"].match(text) and (
        _ACTION["imperative"].match(text) or _ACTION["promised"].match(text)
    )
    rules = ("marked", "remember", "need", "must", "to_be_done")
    if is_due or any(_ACTION[name].match(text) for name in rules):
        return DigestLine(DigestSection.ACTIONS, with_speaker(sentence))
    return None


def _fact_in(sentence: Sentence) -> DigestLine | None:
    """Return the line for a fact; None if the sentence states no certain fact.

    Each rule handles one form of sentence. Statements about the moment ("the door is open"),
    judgements ("a great place") and references to the talk ("it is 3 m wide") are left out.
    """
    text = sentence.text.replace("’", "'")
    if _FACT["done"].match(text):
        return DigestLine(DigestSection.FACTS, with_speaker(sentence))
    text = _asserted(text)
    if is_negated(text):
        return None
    for form, triple_of in _FACT_RULES.items():
        match = _FACT[form].match(text)
        triple = triple_of(match, sentence.speaker) if match else None
        if triple is not None:
            return DigestLine(DigestSection.FACTS, with_speaker(sentence), triple)
    return None


def _named(match: re.Match[str], speaker: str) -> FactTriple | None:
    return FactTriple(speaker, "name", match["what"])


def _dated(match: re.Match[str], speaker: str) -> FactTriple | None:
    when, verb = normal_dates(match["date"]), match["verb"].casefold()
    is_known = _is_thing(match["thing"]) and _DATE.fullmatch(when)
    return FactTriple(match["thing"], f"{_TENSES.get(verb, verb)}_on", when) if is_known else None


def _life(match: re.Match[str], speaker: str) -> FactTriple | None:
    if not _is_short_object(match["what"], most=12):
        return None
    first, *rest = match["verb"].casefold().split()
    verb = "_".join([_THIRD.get(first, first), *rest])
    return FactTriple(speaker, verb, normal_dates(match["what"]))


def _own(match: re.Match[str], speaker: str) -> FactTriple | None:
    role, what = match["role"], match["what"]
    if not _is_thing(role) or _is_opinion(role) or _is_opinion(what) or not _is_short_object(what):
        return None
    return FactTriple(speaker, role.casefold(), normal_dates(what))


def _owners(match: re.Match[str], speaker: str) -> FactTriple | None:
    return _own(match, match["owner"]) if _is_thing(match["owner"]) else None


def _placed(match: re.Match[str], speaker: str) -> FactTriple | None:
    what = match["what"]
    is_date = _DATE.search(normal_dates(what))  # and not a place
    if not _tells(match) or is_date or _FACT["on_the_way"].match(what):
        return None
    return FactTriple(match["thing"], f"is_{match['where'].casefold().replace(' ', '_')}", what)


def _measured(match: re.Match[str], speaker: str) -> FactTriple | None:
    verb = match["verb"].casefold().replace(" ", "_")
    return FactTriple(match["thing"], verb, match["what"]) if _is_thing(match["thing"]) else None


def _kind(match: re.Match[str], speaker: str) -> FactTriple | None:
    return FactTriple(match["thing"], "is", match["what"]) if _tells(match) else None


def _tells(match: re.Match[str]) -> bool:
    what = match["what"]
    return _is_known(match) and not _is_opinion(what) and _is_short_object(what)


def _is_known(match: re.Match[str]) -> bool:
    """Tell whether the subject names one particular thing: "the charger", "Bay 2", "Ada"."""
    words = match["thing"]
    return _is_thing(words) and (bool(match["which"]) or _is_proper(words))


def _is_thing(words: str) -> bool:
    parts = words.casefold().split()
    return not _VAGUE.intersection(parts) and not _VERBS.intersection(parts)


def _is_proper(words: str) -> bool:
    """Tell whether words are a name: "Bay 2", "Ada"; not "Happiness"."""
    return bool(_WORDS["proper"].fullmatch(words)) and _WORDS["abstract"].search(words) is None


def _is_short_object(words: str, most: int = 6) -> bool:
    """Tell whether words are one object: at most ``most``, no clause and no loose end."""
    undated = _DATE.sub("", normal_dates(words))  # the comma in a date ends no clause
    is_short = len(undated.split()) <= most
    return (
        is_short
        and _WORDS["clause"].search(undated) is None
        and _WORDS["loose_end"].search(undated) is None
    )


def _is_opinion(words: str) -> bool:
    return _WORDS["opinion"].search(words) is not None


#: The forms of sentences that state a fact, in order of precedence.
_FACT_RULES: Mapping[str, Callable[[re.Match[str], str], FactTriple | None]] = {
    "name": _named, "dated": _dated, "life": _life, "own": _own, "owners": _owners,
    "placed": _placed, "measured": _measured, "kind": _kind,
}  # fmt: skip
# In this order: "I always want you to …" is a preference, not a fact; one line per sentence.
_RULES: tuple[Callable[[Sentence], DigestLine | None], ...] = (
    _preference_in, _decision_in, _action_in, _fact_in,
)  # fmt: skip
