"""Words that occur in the same definitions but must never replace each other."""

from __future__ import annotations

from collections.abc import Iterator

from general_words.meaning_words import meaning_terms
from general_words.wordnet import ANTONYM, WordNet
from robot_memory.foundation.words.index_terms import term_of

# To a robot, each of these words names another place, time, number or colour than its neighbours.
# "Spring", "fall" and "port" are left out, since they also name parts and faults; the words in
# contrast to them are here.
_NEVER = """
left right front rear back forward backward forwards backwards ahead behind top bottom upper lower
up down upward downward above below inside outside inner outer in out on off north south east west
northern southern eastern western clockwise anticlockwise counterclockwise starboard
horizontal vertical lateral near far first last next previous before after early late
monday tuesday wednesday thursday friday saturday sunday weekday weekend workday mon tue wed thu
fri sat sun january february april may june july august september october november december
jan feb mar apr jun jul aug sept sep oct nov dec summer autumn winter
morning noon midday afternoon evening night midnight dawn dusk today yesterday tomorrow
second minute hour day week month year decade century
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
thousand million billion dozen single double triple third fourth fifth sixth seventh eighth ninth
tenth half quarter once twice odd even
black white red green blue yellow orange brown purple violet pink grey gray cyan magenta
scarlet crimson beige turquoise colour color colored coloured
""".split()
NEVER = frozenset(map(term_of, _NEVER))
# Relations to meanings that have the same opposites: similar, and derived.
_LIKE = frozenset(("&", "+", "\\"))


def opposites(net: WordNet) -> set[tuple[str, str]]:
    """Return the pairs of terms with opposite meanings, in both orders."""
    found = set()
    for name, other in _opposite_meanings(net):
        for first in _terms_like(net, name):
            for second in _terms_like(net, other):
                found |= {(first, second), (second, first)}
    return found


def _opposite_meanings(net: WordNet) -> Iterator[tuple[str, str]]:
    for name, meaning in net.meanings.items():
        for pointer in meaning.pointers:
            if pointer.symbol == ANTONYM:
                yield name, pointer.meaning


def _terms_like(net: WordNet, name: str) -> frozenset[str]:
    """Return the terms for a meaning, and for those that are similar or derived."""
    meaning = net.meanings[name]
    like = (net.meanings[one.meaning] for one in meaning.pointers if one.symbol in _LIKE)
    return meaning_terms(meaning).union(*map(meaning_terms, like))
