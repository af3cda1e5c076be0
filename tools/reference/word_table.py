"""``config/robot_words.json``: the thesaurus of robot terms, in the form for look-up."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.text import yaml_reading
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.recall.robot_words import FILE, forms_of, root_of

SOURCE = "robot_words.yaml"
#: The weight of a word in another group, relative to the searched word: a synonym, a word of a
#: related group, a member of the named kind, the kind of a named member.
SAME, RELATED, MEMBER, KIND = 0.9, 0.4, 0.6, 0.5
#: The first words of a group are its common names: related groups use only these.
CORE = 4
# A word's weight falls with the number of groups that contain it: exponent of that number.
_SHARED = 0.25


def word_table_path() -> Path:
    """Return the path of the table."""
    return config_file(SOURCE).with_name(FILE)


def word_table_file() -> str:
    """Return the text of the table."""
    table = compiled(yaml_reading.load(config_file(SOURCE).read_text(encoding="utf-8")))
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"), indent=0) + "\n"


def compiled(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the table that is compiled from a thesaurus."""
    groups: list[list[str]] = [line.split() for lines in data["same"].values() for line in lines]
    links = _links({words[0]: at for at, words in enumerate(groups)}, data["related"])
    for kind in data["kinds"]:
        names, members = (part.split() for part in kind.split(":"))
        at = len(groups)
        links[at] = {at: SAME, at + 1: MEMBER}
        links[at + 1] = {at: KIND}
        groups += [names, members]
    phrases, sayings, roots = _named_by(groups)
    words = _shared([_words_of(group) for group in groups])
    core = [dict(list(terms.items())[:CORE]) for terms in words]
    return {
        "phrases": _listed(phrases),
        "sayings": _listed(sayings),
        "roots": json.dumps(_listed(roots), ensure_ascii=False, separators=(",", ":")),
        "words": [_paired(terms) for terms in (*words, *core)],
        "links": [_paired(_by_words(links[at], len(groups))) for at in range(len(groups))],
        "names": [_name(group) for group in groups],
    }


def _links(
    numbers: Mapping[str, int], families: Iterable[Sequence[str]]
) -> dict[int, dict[int, float]]:
    """Return each group's weights for the words of other groups.

    The first group of a family is related to all others.
    """
    links = {at: {at: SAME} for at in numbers.values()}
    for first, *more in families:
        for other in more:
            links[numbers[first]].setdefault(numbers[other], RELATED)
            links[numbers[other]].setdefault(numbers[first], RELATED)
    return links


def _named_by(groups: Sequence[Sequence[str]]) -> tuple[dict[str, list[int]], ...]:
    """Return the groups that phrases, sayings (with words such as "not") and roots name."""
    phrases: dict[str, list[int]] = defaultdict(list)
    sayings: dict[str, list[int]] = defaultdict(list)
    roots: dict[str, list[int]] = defaultdict(list)
    for number, group in enumerate(groups):
        for phrase in group:
            terms = _terms(phrase)
            forms = [form for form, _ in forms_of(phrase.replace("_", " "))]
            is_saying = "_" in phrase and phrase.isascii() and forms != terms
            if is_saying and len(forms) > 1:
                _put(sayings, " ".join(forms), number)
            elif terms and not is_saying:
                _put(phrases, " ".join(terms), number)
                if len(terms) == 1:
                    _put(roots, root_of(terms[0]), number)
    return phrases, sayings, roots


def _put(table: dict[str, list[int]], name: str, number: int) -> None:
    if number not in table[name]:
        table[name].append(number)


def _words_of(group: Sequence[str]) -> dict[str, float]:
    """Return the words of a group that find a passage: single words, as terms."""
    words: dict[str, float] = {}
    for word in group:
        terms = _terms(word)
        if "_" not in word and (len(terms) == 1 or (terms and not word.isascii())):
            for term in terms:
                words[term] = max(1.0 / len(terms), words.get(term, 0.0))
    return words


def _shared(groups: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """Return the groups with less weight for words in several groups, except for core words."""
    number = Counter(term for words in groups for term in words)
    return [
        {
            term: share if place < CORE else share / number[term] ** _SHARED
            for place, (term, share) in enumerate(words.items())
        }
        for words in groups
    ]


def _by_words(links: Mapping[int, float], size: int) -> dict[int, float]:
    """Return the links by word list: first the lists of all groups, then their cores."""
    return {at + size if worth == RELATED else at: worth for at, worth in links.items()}


def _name(group: Sequence[str]) -> str:
    return " ".join(_terms(group[0]))


def _terms(word: str) -> list[str]:
    return terms_of(word.replace("_", " "))


def _listed(table: Mapping[str, Sequence[int]]) -> dict[str, str]:
    return {name: " ".join(map(str, numbers)) for name, numbers in table.items()}


def _paired(table: Mapping[Any, float]) -> str:
    return " ".join(f"{name} {worth:.3g}" for name, worth in table.items())
