"""Show the facts, and state one.

Looking at facts does not stop their decay; using them in `recall` does.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from robot_memory.applications.operations.knowledge_questions import ListFacts, fact_record
from robot_memory.faces.cli.open_memory import open_memory
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.graph import KnownFact, Statement

EXAMPLES = (
    'robot-memory facts learn dock located_in "bay 2"',
    "robot-memory facts list dock",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add_question(ListFacts)
    learn = subcommands.add("learn", _learn, "state a fact")
    learn.add_argument("subject", help="what it is about")
    learn.add_argument("predicate", help="the relation, such as located_in")
    learn.add_argument("object", help="the other end of the relation")
    learn.add_argument("--source", default="user-stated", help="who says so [%(default)s]")
    subcommands.add(
        "check", _check, "list lines of facts.jsonl that cannot be used (exit 1 if any)"
    )


def fact_lines(known: KnownFact) -> Iterator[StyledLine]:
    """Yield what a person is shown of a fact."""
    yield styled(f"{known.activation:4.2f}  ", (one_line(known.text), TextStyle.STRONG))
    source = one_line(known.fact.source) or "unknown"
    yield styled((f"      {known.fact.id}  from {source}", TextStyle.DIM))


def _learn(args: argparse.Namespace) -> int:
    statement = Statement(args.subject, args.predicate, args.object, args.source)
    statement.check()  # refuse an unusable statement before a home is made
    with open_memory(args, write=True) as memory:
        facts, now = memory.long_term.facts, memory.clock.now().time
        (learned,) = facts.learn([statement], now=now)
        known = facts.get(learned.fact.id, now=now)
    message = "it was archived at once: there are as many facts as max_facts allows"
    if known is not None:
        news = "learned" if learned.created else "known"
        message = f"{known.fact.id} {news}: {one_line(known.text)}"
    told: Mapping[str, Any] = fact_record(known) if known else {}
    return answer(args, {"is_new": learned.created, **told}, [message])


def _check(args: argparse.Namespace) -> int:
    with open_memory(args) as memory:
        defects = memory.long_term.facts.defects
    records = [{"place": defect.path, "problem": defect.problem} for defect in defects]
    count = f"{len(defects)} lines cannot be used" if defects else "all lines can be used"
    answer(args, records, [*map(str, defects), count])
    return 1 if defects else 0
