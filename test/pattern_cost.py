"""How the time of a regular expression grows with its text, found without running it.

Python's ``re`` tries one way through a pattern after the other. How many ways there are follows
from the automaton of the pattern (Weideman et al., 2016, "Analyzing Matching Time Behavior of
Backtracking Regular Expression Matchers by Using Ambiguity of NFA"): exponentially many where a
state leads back to itself in two ways that read the same, and a power of the length where one loop
leads to another that reads the same. A search adds a loop in front, as it tries each position.
Loops in which the pattern has matched already cost nothing, as nothing is tried after a match.

``regexploit`` 1.0.0 and ``dlint`` 0.17.0 do not see ``(?:(?:a|\\d+)[_\\d]*)+`` nor a quadratic
search, which is why this is here.

Characters are read as a few that stand for all: each that the pattern names, its neighbours, and
one of each class. A look-around of one character is exact. One of several is a branch that costs
what it costs and excludes nothing; so the answer may be too high, and never too low for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, NamedTuple

try:
    from re import _constants as op
    from re import _parser as sre
except ImportError:  # Python 3.10
    import sre_constants as op
    import sre_parse as sre

_EDGE = 1  # the bit of "no character": before the text, after it
_MOST_COPIES, _MOST_OPTIONAL = 8, 3  # of what is repeated a limited number of times
_CLASSES = {
    op.CATEGORY_DIGIT: r"\d", op.CATEGORY_NOT_DIGIT: r"\D", op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S", op.CATEGORY_WORD: r"\w", op.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
_ONE = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
_BEGINS = (op.AT_BEGINNING, op.AT_BEGINNING_STRING)
_ENDS = (op.AT_END, op.AT_END_STRING)


class _Step(NamedTuple):
    """A step to a state, with the allowed last character and next character."""

    to: int
    last: int
    next: int


class _Alphabet:
    """Sets of characters as bits."""

    def __init__(self, tree: Any, flags: int) -> None:
        self._flags = flags
        characters = set("aZm059_ \n\t-.,:/é\u044c\u0663\u2003€") | set(_named(list(tree)))
        if flags & re.IGNORECASE:
            characters |= {form for c in characters for form in _cases(c)}
        self._characters = sorted(characters)
        self._codes: dict[int, int] = {}  # the characters that the pattern may read
        for place, character in enumerate(self._characters):
            for form in _cases(character) if flags & re.IGNORECASE else (character,):
                self._codes[ord(form)] = self._codes.get(ord(form), 0) | 2 << place
        self.every = ((1 << len(self._characters)) - 1) << 1
        self.word = self._of_class(r"\w")
        self.newline = self._codes[ord("\n")]

    def of(self, kind: Any, value: Any) -> int:
        """Return the characters that a pattern item for one character may match."""
        if kind is op.ANY:
            return self.every if self._flags & re.DOTALL else self.every & ~self.newline
        items = value if kind is op.IN else [(op.LITERAL, value)]
        is_negated = kind is op.NOT_LITERAL or items[0][0] is op.NEGATE
        found = 0
        for name, what in items:
            if name is op.LITERAL:
                found |= self._codes.get(what, 0)
            elif name is op.RANGE:
                for code, bits in self._codes.items():
                    found |= bits if what[0] <= code <= what[1] else 0
            elif name is op.CATEGORY:
                found |= self._of_class(_CLASSES[what])
        return self.every & ~found if is_negated else found

    def _of_class(self, name: str) -> int:
        is_in = re.compile(name, self._flags & re.ASCII).match
        return sum(2 << place for place, c in enumerate(self._characters) if is_in(c))


def _cases(c: str) -> list[str]:
    return [form for form in (c, c.lower(), c.upper()) if len(form) == 1]


def _named(tree: Any) -> Iterator[str]:
    """Yield each character named in a pattern, and its neighbours."""
    if isinstance(tree, tuple) and len(tree) == 2 and tree[0] in (op.LITERAL, op.NOT_LITERAL):
        yield chr(tree[1])
    elif isinstance(tree, tuple) and len(tree) == 2 and tree[0] is op.RANGE:
        low, high = tree[1]
        codes = (low - 1, low, (low + high) // 2, high, high + 1)
        yield from (chr(code) for code in codes if 0 <= code < 0x110000)
    elif isinstance(tree, (tuple, list, sre.SubPattern)):
        for part in tree:
            yield from _named(part)


class _Automaton:
    """The states of a pattern that read a character, and the steps between them.

    Attributes:
        reads: what each state may read; the first one reads nothing.
        steps: from each state.
        unmatched: those after which the pattern has not matched yet.
        ahead: the states of looks ahead, which are taken at each place, also where it matches.
    """

    def __init__(self, pattern: str, flags: int, search: bool, full: bool, limit: int) -> None:
        tree = sre.parse(pattern, flags)
        self._flags, self._limit = tree.state.flags, limit
        self._alphabet = _Alphabet(tree, self._flags)
        self._any = self._alphabet.every | _EDGE
        self._links: list[list[_Step]] = []
        self._reading: dict[int, tuple[int, int]] = {}
        self._groups: dict[int, Any] = {}
        self._matched: set[int] = set()
        self._ahead: set[int] = set()
        start, body = self._node(), self._node()
        self._link(start, body)
        if search:
            loop, after = self._node(), self._node()
            self._reading[loop] = self._alphabet.every, after
            for node in (start, after):
                self._link(node, loop)
            self._link(after, body)
        end = self._node()
        self._link(self._sequence(tree, body), end, following=_EDGE if full else None)
        self._matched.add(end)
        self._flatten(start)

    def _node(self) -> int:
        self._links.append([])
        return len(self._links) - 1

    def _link(
        self, at: int, to: int, last: int | None = None, following: int | None = None
    ) -> None:
        step = _Step(
            to, self._any if last is None else last, self._any if following is None else following
        )
        self._links[at].append(step)

    def _sequence(self, tree: Any, at: int) -> int:
        for kind, value in tree:
            at = self._item(kind, value, at)
        return at

    def _item(self, kind: Any, value: Any, at: int) -> int:
        """Add an item after a node; return the node after it."""
        if kind in _ONE:
            node, after = self._node(), self._node()
            self._link(at, node)
            self._reading[node] = self._alphabet.of(kind, value), after
            return after
        if kind is op.SUBPATTERN:
            if value[0]:
                self._groups[value[0]] = value[3]
            return self._sequence(value[3], at)
        if kind is op.GROUPREF:
            return self._sequence(self._groups[value], at)
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._repeat(*value, at=at)
        if kind is op.BRANCH:
            return self._branch(value[1], at)
        if kind is op.AT:
            return self._place(value, at)
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return self._look(*value, is_not=kind is op.ASSERT_NOT, at=at)
        raise NotImplementedError(f"{kind} in a pattern")

    def _branch(self, branches: Iterable[Any], at: int) -> int:
        end = self._node()
        for branch in branches:
            begin = self._node()
            self._link(at, begin)
            self._link(self._sequence(branch, begin), end)
        return end

    def _repeat(self, least: int, most: int, what: Any, *, at: int) -> int:
        for _ in range(min(least, _MOST_COPIES)):
            at = self._sequence(what, at)
        end = self._node()
        if most is op.MAXREPEAT or most > self._limit:
            head, begin = self._node(), self._node()
            for one, other in ((at, head), (head, begin), (head, end)):
                self._link(one, other)
            self._link(self._sequence(what, begin), head)
            return end
        for _ in range(min(most - least, _MOST_OPTIONAL)):
            begin = self._node()
            self._link(at, end)
            self._link(at, begin)
            at = self._sequence(what, begin)
        self._link(at, end)
        return end

    def _place(self, where: Any, at: int) -> int:
        """Add ``^``, ``$`` or a word boundary."""
        node, newline, word = self._node(), self._alphabet.newline, self._alphabet.word
        other = self._any & ~word
        if where in _BEGINS:
            is_line = self._flags & re.MULTILINE and where is op.AT_BEGINNING
            self._link(at, node, last=_EDGE | (newline if is_line else 0))
        elif where in _ENDS:
            self._link(at, node, following=_EDGE | (newline if where is op.AT_END else 0))
        else:
            is_boundary = where is op.AT_BOUNDARY
            for last in (word, other):
                self._link(at, node, last, self._any & ~last if is_boundary else last)
        return node

    def _look(self, direction: int, what: Any, *, is_not: bool, at: int) -> int:
        node, one = self._node(), self._one_character(what)
        if one is None and direction < 0 and not is_not:
            one = self._one_character(what[len(what) - 1 :])  # its last character, at least
        if one is not None:
            among = self._any & ~one if is_not else one
            self._link(at, node, *((among, None) if direction < 0 else (None, among)))
            return node
        if direction > 0:
            begin = self._node()
            self._link(at, begin)
            self._matched.add(self._sequence(what, begin))
            self._ahead.update(range(begin, len(self._links)))
        self._link(at, node)
        return node

    def _one_character(self, what: Any) -> int | None:
        """Return the one character (or the edge) that a look-around checks; None: several."""
        if len(what) != 1:
            return None
        kind, value = what[0]
        if kind in _ONE:
            return self._alphabet.of(kind, value)
        if kind is op.AT and value in (*_BEGINS, *_ENDS):
            return _EDGE
        if kind is op.SUBPATTERN:
            return self._one_character(value[3])
        if kind is op.BRANCH:
            parts = [self._one_character(branch) for branch in value[1]]
            found = [part for part in parts if part is not None]
            return _united(found) if len(found) == len(parts) else None
        return None

    def _flatten(self, start: int) -> None:
        """Remove the nodes that read nothing; each path through them becomes a step."""
        states = {node: number for number, node in enumerate(self._reading, start=1)}
        self.ahead = {state for node, state in states.items() if node in self._ahead}
        self.reads = [_EDGE, *(reads for reads, _ in self._reading.values())]
        self.steps: list[list[_Step]] = []
        self.unmatched: list[list[_Step]] = []
        for state, begin in enumerate((start, *(after for _, after in self._reading.values()))):
            steps, matches = self._steps_from(begin, self.reads[state], states)
            self.steps.append(steps)
            for _, last, following in matches:
                steps = [part for step in steps for part in _without(step, last, following)]
            self.unmatched.append(steps)

    def _steps_from(
        self, begin: int, read: int, states: dict[int, int]
    ) -> tuple[list[_Step], list[_Step]]:
        steps, matches = [], []
        todo = [(_Step(begin, read, self._any), frozenset([begin]))]
        while todo:
            (node, last, following), passed = todo.pop()
            if node in self._matched:
                matches.append(_Step(node, last, following))
            if node in states and following & self.reads[states[node]]:
                state = states[node]
                steps.append(_Step(state, last, following & self.reads[state]))
            for to, before, after in self._links[node]:
                if to not in passed and last & before and following & after:
                    todo.append((_Step(to, last & before, following & after), passed | {to}))
        return steps, matches


def _united(sets: Iterable[int]) -> int:
    united = 0
    for one in sets:
        united |= one
    return united


def _without(step: _Step, last: int, following: int) -> Iterator[_Step]:
    """Yield the rest of a step, without the characters that would have ended the match."""
    for part in (
        step._replace(last=step.last & ~last),
        step._replace(last=step.last & last, next=step.next & ~following),
    ):
        if part.last and part.next:
            yield part


def growth(
    pattern: str, flags: int = 0, *, search: bool = True, full: bool = False, limit: int = 1000
) -> float:
    """Return the exponent with which the time grows with a text's length; infinite: exponentially.

    Args:
        pattern, flags: of ``re``.
        search: it is looked for everywhere in a text, not only at its beginning.
        full: it must match all of the text.
        limit: of a count up to which it counts as fixed: ``{0,200}`` costs at most 200 times.
    """
    automaton = _Automaton(pattern, flags, search, full, limit)
    loops = _loops(automaton.unmatched)
    if any(_is_ambiguous(automaton.unmatched, loop) for loop in loops):
        return float("inf")
    if automaton.ahead:
        loops = list({*loops, *_loops(automaton.steps)})
    follow: dict[int, list[int]] = {}
    for number, loop in enumerate(loops):
        reached = _reached(automaton.steps, loop)
        follow[number] = [
            other for other, second in enumerate(loops)
            if other != number and not reached.isdisjoint(second)
            and _reads_the_same(automaton, loop, second)
        ]  # fmt: skip

    def longest(number: int) -> int:
        return 1 + max(map(longest, follow[number]), default=0)

    return max(map(longest, follow), default=1)


def _components(
    nodes: Iterable[Hashable], after: Callable[[Any], Iterable[Hashable]]
) -> dict[Hashable, int]:
    """Return the number of the strongly connected component of each node (Tarjan)."""
    index: dict[Hashable, int] = {}
    low: dict[Hashable, int] = {}
    number: dict[Hashable, int] = {}
    stack: list[Hashable] = []
    for root in nodes:
        todo = [] if root in index else [(root, iter(after(root)))]
        while todo:
            node, others = todo[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
            for other in others:
                if other not in index:
                    todo.append((other, iter(after(other))))
                    break
                if other not in number:
                    low[node] = min(low[node], low[other])
            else:
                todo.pop()
                for parent, _ in todo[-1:]:
                    low[parent] = min(low[parent], low[node])
                if low[node] == index[node]:
                    begin = stack.index(node)
                    number |= dict.fromkeys(stack[begin:], index[node])
                    del stack[begin:]
    return number


def _loops(steps: list[list[_Step]]) -> list[frozenset[int]]:
    members: dict[int, set[int]] = {}
    for state, number in _components(
        range(len(steps)), lambda at: [s.to for s in steps[at]]
    ).items():
        members.setdefault(number, set()).add(state)
    return [
        frozenset(loop) for loop in members.values()
        if any(step.to in loop for state in loop for step in steps[state])
    ]  # fmt: skip


def _reached(steps: list[list[_Step]], begin: Iterable[int]) -> set[int]:
    found = set(begin)
    todo = list(found)
    while todo:
        new = {step.to for step in steps[todo.pop()]} - found
        found |= new
        todo += new
    return found


def _is_ambiguous(steps: list[list[_Step]], loop: frozenset[int]) -> bool:
    """Whether one text leads from a state of a loop back to it in two ways."""

    def after(pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
        for one in steps[pair[0]]:
            for other in steps[pair[1]]:
                if _fits(one, other) and one.to in loop and other.to in loop:
                    yield one.to, other.to

    number = _components([(state, state) for state in loop], after)
    at_once = {number[state, state] for state in loop}
    if any(pair[0] != pair[1] and of in at_once for pair, of in number.items()):
        return True
    for state in loop:
        within = [step for step in steps[state] if step.to in loop]
        for place, one in enumerate(within):
            same = [other for other in within[:place] if other.to == one.to and _fits(one, other)]
            if same and number[one.to, one.to] == number[state, state]:
                return True
    return False


def _fits(one: _Step, other: _Step) -> bool:
    return bool(one.last & other.last and one.next & other.next)


def _reads_the_same(automaton: _Automaton, one: frozenset[int], other: frozenset[int]) -> bool:
    """Whether one text leads round a loop, from it to another, and round that one."""
    between = automaton.steps
    first = between if other <= automaton.ahead else automaton.unmatched
    rounds = {state: [step for step in first[state] if step.to in one] for state in one}
    last = {
        state: [step for step in automaton.unmatched[state] if step.to in other] for state in other
    }
    for begin in one:
        for end in other:
            start, goal = (begin, begin, end), (begin, end, end)
            if not automaton.reads[begin] & automaton.reads[end]:
                continue
            seen, todo = {start}, [start]
            while todo:
                a, b, c = todo.pop()
                for x in rounds[a]:
                    for z in last[c]:
                        before, after = x.last & z.last, x.next & z.next
                        if not (before and after):
                            continue
                        new = {
                            (x.to, to, z.to)
                            for to, read, following in between[b]
                            if read & before and following & after
                        } - seen
                        if goal in new:
                            return True
                        seen |= new
                        todo += new
    return False
