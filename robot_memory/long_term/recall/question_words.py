"""The language of a question, and what it asks for (config/question_words.yaml).

Times in other languages are translated to English with the names and patterns of the same file.

See docs/reference/recall.md, "How it reads a question" and "Times".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.words.index_terms import (
    plain_form,
    term_of,
    terms_of,
    word_lists,
    words_of,
)
from robot_memory.long_term.recall.calendar_days import MONTHS

_FILE = "question_words.yaml"
_JAPANESE = "ja"
_ENGLISH = "en"
_KANA = re.compile("[\u3040-\u30ff]")
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_NUMBERS = tuple(map(str, range(1, 11)))
_WORD = re.compile(r"[^\W\d_]+")
_TELLING = 3  # letters of a word that alone identifies a language: "e" may also be part of a code
_HIRAGANA = re.compile("[\u3040-\u309f]")
#: A name of a part, such as "die_spray_unit": its words belong to no language.
_IDENTIFIER = re.compile(r"(?<!\w)\w[^\W_]*_\w+")


class AttemptQuestion(TextEnum):
    """What a question about attempts at tasks asks for; the first match counts."""

    HELPED = "helped"  # what made the difference
    BEEN = "been"  # whether the robot was at a place before
    LAST = "last"  # how the newest attempt went


@dataclass(frozen=True)
class QuestionWords:
    """The content of ``config/question_words.yaml``.

    Attributes:
        functions: the function words of each language.
        frames: terms that say how a question is meant, not what it is about.
        counts, faults: phrases that ask how often, and what was at fault.
        resolved: words that ask for what is over: "repaired".
        present: phrases that ask whether anything is at fault now.
        now, wrong, there: words for now, for a fault, and for its presence.
        not_present: by language, past forms and negations.
        not_so: words of all languages that deny or doubt a statement.
        attempts: phrases that ask how attempts at tasks went, by what they ask for.
    """

    functions: Mapping[str, frozenset[str]]
    frames: frozenset[str]
    when: frozenset[str]
    who: frozenset[str]
    counts: re.Pattern[str]
    faults: re.Pattern[str]
    resolved: re.Pattern[str]
    present: re.Pattern[str]
    now: frozenset[str]
    wrong: frozenset[str]
    there: frozenset[str]
    not_present: Mapping[str, frozenset[str]]
    not_so: frozenset[str]
    attempts: Mapping[AttemptQuestion, re.Pattern[str]]


@lru_cache(maxsize=1)
def _question_data() -> Any:
    return yaml_reading.load(config_file(_FILE).read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def question_words() -> QuestionWords:
    """Read ``config/question_words.yaml``, once."""
    data = _question_data()
    return QuestionWords(
        {name: frozenset(words.split()) for name, words in data["function_words"].items()},
        frozenset(map(term_of, data["frame_words"].split())),
        frozenset(data["asks_when"].split()),
        frozenset(data["asks_who"].split()),
        _any_of(data["asks_count"]),
        _any_of(data["asks_faults"]),
        _any_of(data["asks_resolved"]),
        _any_of(data["asks_present"]),
        frozenset(data["now_words"].split()),
        frozenset(data["fault_words"].split()),
        frozenset(data["there_words"].split()),
        {
            name: frozenset(f"{words} {data['negations'].get(name, '')}".split())
            for name, words in data["past_words"].items()
        },
        frozenset(" ".join((*data["negations"].values(), data["no_words"])).split()),
        {kind: _any_of(data[f"asks_{kind.value}"]) for kind in AttemptQuestion},
    )


def _any_of(phrases: list[str]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(phrase)}" for phrase in phrases))


@cached_if_short(256, longest=300)
def language_of(question: str) -> str:
    """Return the language of a question, if it is one of the file's; empty: English.

    It is the language with most function words in the question. Kana are Japanese.
    """
    if _KANA.search(question):
        return _JAPANESE
    plain = [plain_form(word) for word in words_of(_IDENTIFIER.sub(" ", question))]
    english = sum(word in word_lists().stop_words for word in plain)
    counts = {
        name: sum(word in known for word in plain)
        for name, known in question_words().functions.items()
    }
    language = max(counts, key=lambda name: counts[name])
    known = {word for word in plain if word in question_words().functions[language]}
    is_recognised = len(known) > 1 or any(len(word) >= _TELLING for word in known)
    return language if is_recognised and counts[language] > english else ""


def without_function_words(question: str) -> str:
    """Return a question without the function words of its language.

    English stop words stay, as no index has them anyway. In Japanese, particles and endings are
    written in hiragana, and the subject of a question mostly is not.
    """
    words = words_of(question)
    plain = [plain_form(word) for word in words]
    known = question_words().functions.get(language_of(question), frozenset())
    kept = [word for word, form in zip(words, plain, strict=True) if form not in known]
    bare = [part for word in kept for part in _HIRAGANA.split(word) if part]
    # A word in hiragana is a particle beside other words, and kept if there are no others.
    return " ".join(bare or kept or words)


def asks_when(question: str) -> bool:
    """Tell whether a question asks for a time."""
    plain = plain_form(question)
    return any(word in question_words().when for word in words_of(plain)) or "いつ" in plain


def asks_who(question: str) -> bool:
    """Tell whether a question asks for a person."""
    return any(word in question_words().who for word in words_of(plain_form(question)))


def opens_with_who(question: str) -> bool:
    """Tell whether a question begins with "who": later, such a word may be a relative pronoun."""
    first = next(iter(words_of(plain_form(question))), "")
    return first in question_words().who


def asks_count(question: str) -> bool:
    """Tell whether a question asks how often something was."""
    return question_words().counts.search(plain_form(question)) is not None


def asks_for_faults(question: str) -> bool:
    """Tell whether a question asks for what broke, and not for everything that was."""
    return question_words().faults.search(plain_form(question)) is not None


def without_faults(question: str) -> str:
    """Return a question without the words that ask for what broke."""
    return question_words().faults.sub(" ", plain_form(question))


def asks_for_resolved(question: str) -> bool:
    """Tell whether a question asks for what was repaired; "who repaired it" asks for a person."""
    is_said = question_words().resolved.search(plain_form(question)) is not None
    return is_said and not asks_who(question)


def without_resolved(question: str) -> str:
    """Return a question without the words that ask for what was repaired."""
    return question_words().resolved.sub(" ", plain_form(question))


def asks_about_attempts(question: str) -> tuple[AttemptQuestion, str] | None:
    """Return the kind of a question about attempts, with its other words; otherwise None."""
    plain = plain_form(question)
    for kind, phrases in question_words().attempts.items():
        if phrases.search(plain):
            return kind, phrases.sub(" ", plain)
    return None


def asks_for_present(question: str) -> frozenset[str] | None:
    """Return the subject of a question about present faults; None for other questions.

    "What is wrong with the arm?" may ask for a cause; "what is wrong now?" does not. Times in the
    question are not considered.
    """
    plain, known = plain_form(question), question_words()
    language = language_of(question)
    if asks_when(plain) or asks_who(plain) or asks_count(plain):
        return None
    is_said, rest = known.present.search(plain) is not None, known.present.sub(" ", plain)
    if _without(known.not_present[language or _ENGLISH], rest)[0]:
        return None
    is_now, rest = _without(known.now, rest)
    is_wrong, rest = _without(known.wrong, rest)
    _, rest = _without(known.there | known.functions.get(language, frozenset()), rest)
    subject = frozenset(term for term in terms_of(_HIRAGANA.sub(" ", rest)) if not is_frame(term))
    is_asked = (is_said or is_wrong) if is_now else (is_said and not subject)
    return subject if is_asked else None


def without_present(question: str) -> str:
    """Return a question without words for now, for a fault, and for its presence."""
    known = question_words()
    return _without(known.now | known.wrong | known.there, plain_form(question))[1]


def _without(known: frozenset[str], plain: str) -> tuple[bool, str]:
    """Return whether a question has any of some words, and the question without them."""
    words = plain.split()
    rest = [word for word in words if known.isdisjoint(words_of(word))]
    text = " ".join(rest)
    for japanese in (word for word in known if not word.isascii()):
        text = text.replace(japanese, " ")
    return text != " ".join(words), text


def is_frame(term: str) -> bool:
    """Tell whether a term says how a question is meant, and not what it is about."""
    return term in question_words().frames


def with_english_times(question: str) -> str:
    """Return a question with its times in English: "gestern" is "yesterday".

    A question in English, or in a language that the file does not know, is returned as it is.
    """
    language = language_of(question)
    if not language:
        return question
    for pattern, english in _time_patterns().get(language, ()):
        question = pattern.sub(english, question)
    names = _time_names().get(language)
    if not names:
        return question
    return _WORD.sub(lambda word: names.get(plain_form(word[0]), word[0]), question)


@lru_cache(maxsize=1)
def _time_patterns() -> Mapping[str, Sequence[tuple[re.Pattern[str], str]]]:
    """Return the patterns of times by language, each with its English replacement."""
    patterns = {}
    for language, forms in _question_data()["times"].items():
        whole = "{}" if language == _JAPANESE else r"\b(?:{})(?!\w)"
        patterns[language] = [
            (re.compile(whole.format(form), re.IGNORECASE), english) for form, english in forms
        ]
    return patterns


@lru_cache(maxsize=1)
def _time_names() -> Mapping[str, Mapping[str, str]]:
    """Return the names of days, months and numbers by language, each with its English name."""
    names: dict[str, dict[str, str]] = {}
    for kind, english in (("days", _DAYS), ("months", MONTHS), ("numbers", _NUMBERS)):
        for language, words in _question_data()[kind].items():
            names.setdefault(language, {}).update(zip(words.split(), english, strict=True))
    return names
