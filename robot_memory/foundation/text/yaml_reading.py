"""Reads YAML within limits: no file can exhaust memory or crash the process.

All readers of YAML use this module. A text is first parsed into a stream of events, for which the
parser needs no call stack. Only a text within the limits is composed, because composing recurses:
30,000 brackets crash the C composer with a segmentation fault. An alias counts with the size of its
target, because nine levels of aliases can stand for a billion values.

See docs/reference/memory-file.md, "Bounds".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: How deep lists and mappings may be nested.
DEEPEST = 32
#: Characters of one text.
LONGEST = 1 << 24
#: Values, keys and lists of one text; each takes about 300 bytes of memory.
MOST_NODES = 500_000
#: Characters of a number or a time.
LONGEST_NUMBER = 300
# A text this short cannot be nested deep enough to crash the composer.
_SHORT = 4096
_TAG = "tag:yaml.org,2002:"
_SHORT_KINDS = frozenset(f"{_TAG}{kind}" for kind in ("int", "float", "timestamp", "bool", "null"))


def compose(text: str, *, aliases: bool = False) -> yaml.Node | None:
    """Parse YAML into nodes with their positions.

    Args:
        aliases: follow aliases. They must be refused in a file that is written again: rewriting a
            part could remove the anchor that other parts use.

    Raises:
        yaml.YAMLError: the text is not YAML, exceeds a limit, or has an alias that is not
            followed; no other error.
    """
    try:
        if len(text) > _SHORT or "*" in text:
            _check_events(text, aliases=aliases)
        node: yaml.Node | None = yaml.compose(text, Loader)
        _check_depth(node)
    except yaml.YAMLError:
        raise
    except Exception as error:  # e.g. UnicodeEncodeError, for a byte that is not UTF-8
        raise yaml.YAMLError(_problem_text(error)) from error
    return node


def construct(node: yaml.Node) -> Any:
    """Return the value of a node as plain data.

    Raises:
        yaml.YAMLError: a value does not fit its tag; no other error.
    """
    try:
        _check_numbers(node)
        return yaml.constructor.SafeConstructor().construct_document(node)
    except yaml.YAMLError:
        raise
    except Exception as error:  # a tag's constructor may raise anything
        raise yaml.YAMLError(_problem_text(error)) from error


def load(text: str) -> Any:
    """Return the value of a text as plain data; None for an empty text.

    Raises:
        yaml.YAMLError: the text is not usable YAML; no other error.
    """
    node = compose(text, aliases=True)
    return None if node is None else construct(node)


def describe(error: Exception, *, above: int = 0) -> str:
    """Return what is wrong with a text, with the line if it is known.

    Args:
        above: lines of the file before the text, so that the line number is the file's.
    """
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    return f"line {above + mark.line + 1}: {problem}" if mark is not None else problem


def _problem_text(error: Exception) -> str:
    return f"it cannot be read ({type(error).__name__}: {error!s:.200})"


def _refused(problem: str, mark: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=mark)


@dataclass(frozen=True)
class _Size:
    """The size of a value with all its aliases expanded."""

    nodes: int
    height: int


class _Measure:
    """Follows the events of a text, and refuses a text beyond a limit."""

    def __init__(self, *, aliases: bool) -> None:
        self._aliases = aliases
        self._anchored: dict[str, _Size] = {}
        self._open: list[tuple[str | None, int]] = []  # anchor, and the number of nodes before it
        self._heights: list[int] = []
        self._nodes = 0

    def take(self, event: Any) -> None:
        if isinstance(event, yaml.CollectionStartEvent):
            self._open.append((event.anchor, self._nodes))
            self._heights.append(0)
            self._add(_Size(1, 0), event.start_mark)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = self._open.pop()
            size = _Size(self._nodes - before, self._heights.pop() + 1)
            self._reach(size.height)
            self._note(anchor, size)
        elif isinstance(event, yaml.AliasEvent):
            self._add(self._meant_by(event), event.start_mark)
        elif isinstance(event, yaml.ScalarEvent):
            self._add(_Size(1, 0), event.start_mark)
            self._note(event.anchor, _Size(1, 0))

    def _meant_by(self, event: Any) -> _Size:
        if not self._aliases:
            problem = f"the alias *{event.anchor} is not followed: write out what it stands for"
            raise _refused(problem, event.start_mark)
        size = self._anchored.get(event.anchor)
        if size is None:
            raise _refused(f"the alias *{event.anchor} stands for nothing yet", event.start_mark)
        return size

    def _note(self, anchor: str | None, size: _Size) -> None:
        if anchor is not None:
            self._anchored[anchor] = size

    def _reach(self, height: int) -> None:
        if self._heights:
            self._heights[-1] = max(self._heights[-1], height)

    def _add(self, size: _Size, mark: Any) -> None:
        self._nodes += size.nodes
        self._reach(size.height)
        if len(self._open) + size.height > DEEPEST:
            raise _too_deep(mark)
        if self._nodes > MOST_NODES:
            raise _refused(f"it has more than {MOST_NODES} values", mark)


def _check_events(text: str, *, aliases: bool) -> None:
    if len(text) > LONGEST:
        raise yaml.YAMLError(f"it has {len(text)} characters, above {LONGEST}")
    measure = _Measure(aliases=aliases)
    for event in yaml.parse(text, Loader):
        measure.take(event)


def _check_depth(root: yaml.Node | None) -> None:
    """Refuse a short text that is nested deeper than the limit for long ones."""
    waiting = [(root, 1)] if isinstance(root, yaml.CollectionNode) else []
    while waiting:
        node, depth = waiting.pop()
        if depth > DEEPEST:
            raise _too_deep(node.start_mark)
        for part in _parts(node):
            if isinstance(part, yaml.CollectionNode):
                waiting.append((part, depth + 1))


def _too_deep(mark: Any) -> yaml.MarkedYAMLError:
    return _refused(f"it is nested deeper than {DEEPEST} levels", mark)


def _check_numbers(root: yaml.Node) -> None:
    """Refuse numbers that are slow to read, or too long to be written again."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, yaml.CollectionNode):
            waiting.extend(_parts(node))
        elif node.tag in _SHORT_KINDS and len(node.value) > LONGEST_NUMBER:
            kind = node.tag.removeprefix(_TAG)
            problem = f"the {kind} has {len(node.value)} characters, above {LONGEST_NUMBER}"
            raise _refused(problem, node.start_mark)


def _parts(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        return [part for pair in node.value for part in pair]
    return list(node.value)
