"""Search the whole memory: entries, facts, conversations, knowledge, events, evidence.

The query is a question, or words. "last Tuesday", "in May" or the name of a speaker narrows it. The
best hit comes first. Each hit says the conversation that it belongs to, and why it was found. If
nothing clearly answers the question, that is said, and what comes nearest follows. The exit status
is 1 then, and if nothing was found.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from datetime import timedelta

from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.faces.cli.verb_arguments import add_period, whole_number
from robot_memory.foundation.text.escaping import one_line
from robot_memory.foundation.time.period import read_period
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.recall import Hit, HitSource, Query
from robot_memory.long_term.recall.query import MOST_HITS, said_before

EXAMPLES = ('robot-memory recall "what is in the kitchen doorway?" --limit 3',)

# Characters that a terminal is shown of the beginning and of the end of a text: a mark of whose
# word it is often stands at the end.
_BEGINNING, _END = 200, 150
_BEFORE = timedelta(microseconds=1)  # the end of a period does not belong to it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    sources = [source.value for source in HitSource]
    parser.add_argument("query", nargs="+", help="a question, or words")
    parser.add_argument(
        "--limit", type=whole_number(1, MOST_HITS), default=10,
        help="maximum number of hits [%(default)s]",
    )  # fmt: skip
    parser.add_argument(
        "--source", action="append", default=[], choices=sources, metavar="SOURCE",
        help=f"only hits from this source: {', '.join(sources)}; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--level", action="append", default=[], choices=[level.value for level in MemoryLevel],
        help="only from this level of memory; repeatable",
    )  # fmt: skip
    parser.add_argument("--speaker", default="", help="only what this speaker said")
    parser.add_argument("--component", default="", help="only about this part of the robot")
    add_period(parser)


def run(args: argparse.Namespace) -> int:
    """Do it, and return the exit status; 1 where nothing answers."""
    with open_memory(args) as memory, Progress("searching"):
        period = read_period(
            args.since, args.until, memory.clock.now().time, refusal="nothing was searched"
        )
        hits = memory.recall(
            Query(
                " ".join(args.query), args.limit, sources=args.source, levels=args.level,
                speaker=args.speaker, component=args.component, since=period.since,
                until=period.until and period.until - _BEFORE,
            )
        )  # fmt: skip
    near = said_before(hits)
    lines = [styled(near)] if near else []
    lines += [line for hit in hits for line in _lines(hit)]
    answer(args, [asdict(hit) for hit in hits], lines, nothing="nothing was found")
    return 0 if hits and not near else 1


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
