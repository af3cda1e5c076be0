"""What a person is shown of hits of a search."""

from __future__ import annotations

from collections.abc import Iterator

from robot_memory.applications.operations.recall_question import RecallAnswer
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.recall.query import Hit

# Characters that a terminal is shown of the beginning and of the end of a text: a mark of whose
# word it is often stands at the end.
_BEGINNING, _END = 200, 150


def recall_lines(answer: RecallAnswer) -> list[StyledLine]:
    """Return what a person is shown of hits, after what is to say of all."""
    lines = [styled(answer.message)] if answer.message else []
    return lines + [line for hit in answer.hits for line in _lines(hit)]


def _lines(hit: Hit) -> Iterator[StyledLine]:
    message = f"{one_line(hit.speaker)}: " if hit.speaker else ""
    yield styled(message, (_shortened(one_line(hit.text)), TextStyle.STRONG))
    when = f", {hit.time:%Y-%m-%d %H:%M} UTC" if hit.time is not None else ""
    yield styled(f"   {hit.source} {hit.id}{when}; {one_line(hit.where)}")
    yield styled((f"   {'; '.join(map(one_line, hit.why))}", TextStyle.DIM))


def _shortened(words: str) -> str:
    """Return a text without its middle, where it is long."""
    if len(words) <= _BEGINNING + _END:
        return words
    return f"{words[:_BEGINNING].rstrip()} … {words[-_END:].lstrip()}"
