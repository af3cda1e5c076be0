"""Manage chunks: pieces of what was said and learned."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from robot_memory.applications.operations.knowledge_questions import ListChunks
from robot_memory.faces.cli.open_memory import open_existing, open_memory
from robot_memory.faces.cli.output import answer, print_json, wants_json
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.faces.cli.verb_parsers import Subcommands
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.chunks import (
    Chunk,
    ChunkType,
    import_conversation,
)
from robot_memory.long_term.chunks.chunk import PERSON
from robot_memory.long_term.chunks.chunk_file import as_record
from robot_memory.long_term.chunks.conversation_import import read_transcript
from robot_memory.long_term.chunks.new_chunk import clean_content, pieces_of

EXAMPLES = (
    'robot-memory chunks add "Ramp in the yard is slippery when wet" --tag yard',
    "robot-memory chunks list --tag yard",
)

_SHOWN = 100  # characters


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's own arguments."""
    subcommands = Subcommands(parser)
    subcommands.add_question(ListChunks)
    show = subcommands.add("show", _show, "print chunks; it counts as a retrieval")
    show.add_argument("id", nargs="+", help="the id, as `chunks list` lists it")
    add = subcommands.add("add", _add, "store a text, split where it is long")
    add.add_argument("text", help="the text, or - for standard input")
    types = [kind.value for kind in ChunkType]
    add.add_argument("--type", choices=types, default=None, help="what kind of memory")
    add.add_argument("--tag", action="append", default=[], help="a label; can be repeated")
    add.add_argument(
        "--conversation", default=None, metavar="ID", help="the conversation that it belongs to"
    )
    imported = subcommands.add("import", _import, "take in conversations; can be repeated")
    imported.add_argument("file", nargs="+", type=Path, help="JSON in the format of document 002")
    link = subcommands.add("link", _link, "say that a chunk supports or contradicts another")
    link.add_argument("id", help="the chunk from which the link starts")
    link.add_argument("kind", choices=("supports", "contradicts"), help="the kind of the link")
    link.add_argument("target", metavar="ID", help="the chunk to which the link leads")
    delete = subcommands.add("delete", _delete, "move a chunk to the archive")
    delete.add_argument("id", help="the id, as `chunks list` lists it")
    delete.add_argument("--permanent", action="store_true", help="delete it from the archive too")
    restore = subcommands.add("restore", _restore, "restore a deleted chunk")
    restore.add_argument("id", help="the id, as `chunks list --archived` lists it")


def _show(args: argparse.Namespace) -> int:
    with open_existing(args) as memory, memory.long_term.chunks as store:
        chunks = [_found(store.get_chunk(id_), id_) for id_ in args.id]
    records = [as_record(chunk) for chunk in chunks]
    return answer(args, records, ["\n\n".join(chunk.content for chunk in chunks)])


def _add(args: argparse.Namespace) -> int:
    text = sys.stdin.read() if args.text == "-" else args.text
    fields: dict[str, Any] = {
        "tags": args.tag,
        "conversation_id": args.conversation or "",
        "by": PERSON,
    }
    pieces_of(clean_content(text))  # refuse unusable text before a home is made
    with open_memory(args, write=True) as memory, memory.long_term.chunks as store:
        chunks = store.create_chunks(text, chunk_type=args.type or ChunkType.NOTE.value, **fields)
    return _print_chunks(args, chunks)


def _import(args: argparse.Namespace) -> int:
    for file in args.file:
        read_transcript(file)  # an unreadable file makes no home; all or none are imported
    with open_memory(args, write=True) as memory, memory.long_term.chunks as store:
        reports = [(file, import_conversation(store, file)) for file in args.file]
    if wants_json(args):
        print_json([
            {"file": str(file), **asdict(report), "defects": list(map(str, report.defects))}
            for file, report in reports
        ])  # fmt: skip
    else:
        for file, report in reports:
            print(f"{file}: {report.summary()}")
            for defect in report.defects:
                print(f"robot-memory: {file}: {defect}", file=sys.stderr)
    return 0


def _link(args: argparse.Namespace) -> int:
    with open_existing(args) as memory, memory.long_term.chunks as store:
        chunk = _found(store.link_chunks(args.id, args.kind, args.target), "one of the two")
    return _print_chunks(args, [chunk])


def _delete(args: argparse.Namespace) -> int:
    with open_existing(args) as memory, memory.long_term.chunks as store:
        is_done = store.delete_chunk(args.id, permanent=args.permanent)
    if not is_done:
        _found(None, args.id)
    what = "deleted for good" if args.permanent else "archived: `chunks restore` brings it back"
    return answer(args, {"id": args.id, "permanent": args.permanent}, [f"{args.id} {what}"])


def _restore(args: argparse.Namespace) -> int:
    with open_existing(args) as memory, memory.long_term.chunks as store:
        chunk = store.restore_chunk(args.id)
        if chunk is None and store.read_chunk(args.id) is not None:
            raise InvalidInput(f"chunk {args.id} is not deleted: there is nothing to restore")
        chunk = _found(chunk, args.id)
    return _print_chunks(args, [chunk])


def _found(chunk: Chunk | None, what: str) -> Chunk:
    if chunk is None:
        raise InvalidInput(f"there is no chunk {what}: `robot-memory chunks list` names all")
    return chunk


def _print_chunks(args: argparse.Namespace, chunks: list[Chunk]) -> int:
    lines = (line for chunk in chunks for line in chunk_lines(chunk))
    return answer(args, [as_record(chunk) for chunk in chunks], lines)


def chunk_lines(chunk: Chunk) -> Iterator[StyledLine]:
    """Yield what a person is shown of a chunk."""
    words = one_line(chunk.content)
    about = f"  {chunk.type}, {chunk.tokens} tokens  {' '.join(chunk.tags)}".rstrip()
    yield styled(chunk.id, (about, TextStyle.DIM))
    yield styled(f"      {words[:_SHOWN]}{'…' if len(words) > _SHOWN else ''}")
