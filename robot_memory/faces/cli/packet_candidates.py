"""Reads candidates of a packet from the command line: rows, changes, evidence."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from robot_memory.faces.cli.verb_arguments import HIGHEST_ROW, whole_number
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.governance import PacketCandidate
from robot_memory.governance.mutation_contract import LABEL, SCORE
from robot_memory.governance.packet_proposal import REFS, candidate_of, with_label
from robot_memory.ledger import Ledger


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of a packet of one's own."""
    parser.add_argument(
        "--row", type=whole_number(1, HIGHEST_ROW), action="append", default=[],
        help="a row of the ledger",
    )  # fmt: skip
    parser.add_argument(
        "--set", action="append", default=[], metavar="POINTER=VALUE", dest="changes",
        help="what is to change: /importance/score=0.6; the label that it asks for comes with it",
    )  # fmt: skip
    parser.add_argument(
        "--evidence", action="append", default=[], metavar="REF",
        help=f"what it rests on: {', '.join(REFS)}",
    )  # fmt: skip
    parser.add_argument("--note", default="", help="why, with --row")


def is_typed(args: argparse.Namespace) -> bool:
    """Tell whether a packet of one's own is meant.

    Raises:
        InvalidInput: half of one was typed; lists what is missing.
    """
    given = {"--row": args.row, "--set": args.changes, "--evidence": args.evidence}
    if not (any(given.values()) or args.note):
        return False
    missing = [
        Defect(name, "is missing: a packet of your own names rows, changes and evidence")
        for name, values in given.items()
        if not values
    ]
    if missing:
        raise InvalidInput("nothing was proposed", missing)
    return True


def typed_candidates(args: argparse.Namespace, ledger: Ledger) -> tuple[list[PacketCandidate], str]:
    """Return the same changes of each row that was named, and what was added to them.

    Raises:
        InvalidInput: there is no such row, or a change is none.
    """
    rows = {row.id: row for row in ledger.after(min(args.row) - 1)}
    unknown = [Defect("--row", f"there is no row {row}") for row in args.row if row not in rows]
    if unknown:
        raise InvalidInput("nothing was proposed", unknown)
    _check_refs(args.evidence)
    typed = dict(_changes(args.changes))
    changes = with_label(typed)
    added = ""
    if changes.keys() - typed.keys():
        added = f"added {LABEL} = {changes[LABEL]}, the label of a score of {changes[SCORE]:g}"
    return [candidate_of(rows[row], changes, args.evidence) for row in args.row], added


def _check_refs(refs: Sequence[str]) -> None:
    defects = [
        Defect("--evidence", f"{ref!r:.80} is not one of {', '.join(REFS)}")
        for ref in refs
        if ":" not in ref
    ]
    if defects:
        raise InvalidInput("nothing was proposed", defects)


def _changes(texts: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Read POINTER=VALUE; what is no JSON is a text."""
    for text in texts:
        pointer, sign, value = text.partition("=")
        if not sign:
            problem = f"{text!r:.80} is not POINTER=VALUE, as /importance/score=0.6"
            raise InvalidInput("nothing was proposed", [Defect("--set", problem)])
        try:
            yield pointer, json.loads(value)
        except (ValueError, RecursionError):
            yield pointer, value
