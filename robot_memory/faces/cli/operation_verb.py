"""The verb of an operation or a question: its fields are arguments, its docstring is the help."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from typing import Any

from robot_memory.applications.operations.entries_questions import EntriesAnswer, WhyAnswer
from robot_memory.applications.operations.knowledge_questions import (
    ChunksAnswer,
    FactsAnswer,
    RecallAnswer,
)
from robot_memory.applications.operations.operation import (
    Declared,
    FieldType,
    Operation,
    OperationField,
    Question,
    QuestionAnswer,
    fields_of,
)
from robot_memory.applications.operations.status_questions import ReviewAnswer
from robot_memory.applications.review.review_item import ReviewKind
from robot_memory.faces.cli.open_memory import (
    load_settings,
    open_existing,
    open_memory,
    present_time,
)
from robot_memory.faces.cli.output import answer, entry_lines, wants_json
from robot_memory.faces.cli.progress import Progress
from robot_memory.faces.cli.terminal_lines import StyledLine, styled
from robot_memory.faces.cli.terminal_stream import TextStyle
from robot_memory.faces.cli.verb_arguments import (
    add_entry_id,
    number,
    whole_number,
)
from robot_memory.foundation.text.escaping import one_line, terminal_line
from robot_memory.foundation.time.period import FORMS, check_period, read_period, read_time
from robot_memory.long_term.outcomes.task_outcome import read_parameters
from robot_memory.long_term.recall.query import Hit, HitSource
from robot_memory.memory import RobotMemory

# Characters shown on a terminal from the beginning and the end of a text. The end often contains
# the mark that says who the text is from.
_BEGINNING, _END = 200, 150


class DeclaredVerb:
    """A verb declared by its fields; it implements :class:`.verbs.Verb`."""

    def __init__(self, declared: type[Declared]) -> None:
        self._fields, self._refusal = fields_of(declared), declared.REFUSAL
        self.__doc__ = declared.help()
        self.EXAMPLES = declared.EXAMPLES

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the fields: required ones as positional arguments, the others as options."""
        for field in self._fields:
            if field.takes.is_entry:
                add_entry_id(parser, meaning=field.takes.meaning)
            elif field.is_required or field.takes.is_words:
                _add_positional(parser, field)
            else:
                _add_option(parser, field)

    def _values(self, args: argparse.Namespace, now: datetime) -> dict[str, Any]:
        values = {
            one.name: _value(one, getattr(args, one.name), now, self._refusal)
            for one in self._fields
            if not one.is_of_period
        }
        ends = [one.name for one in self._fields if one.is_of_period]
        if ends:
            since, until = (getattr(args, name, "") for name in ("since", "until"))
            period = read_period(since, until, now, refusal=self._refusal)
            check_period(period, now, refusal=self._refusal)
            values |= {name: getattr(period, name) for name in ends}
        return values


class OperationVerb(DeclaredVerb):
    """A verb that runs an operation."""

    def __init__(self, operation: type[Operation]) -> None:
        super().__init__(operation)
        self._operation = operation

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the operation's fields, and its author."""
        super().add_arguments(parser)
        if self._operation.HAS_AUTHOR:  # at a terminal, file permissions decide who is a person
            parser.add_argument(
                "--source", default="person", metavar="WHO",
                help="person or agent, optionally with a name: agent:planner [person]",
            )  # fmt: skip

    def run(self, args: argparse.Namespace) -> int:
        """Run it, and return the exit status; 1 if there was nothing to do, or it failed."""
        makes_home, by = self._operation.MAKES_HOME, getattr(args, "source", "")
        is_change = not getattr(args, "dry_run", False)
        if makes_home:
            request = self._operation(**self._values(args, present_time(args)))
            request.check(load_settings(args), by)
        opened = (
            open_memory(args, write=True) if makes_home else open_existing(args, write=is_change)
        )
        with opened as memory, Progress(self._operation.WAITING):
            request = self._operation(**self._values(args, memory.clock.now().time))
            done = request.run(memory, by)
        answer(args, done.as_record(), map(terminal_line, done.lines))
        return 0 if done.is_found and not done.has_failed else 1


class QuestionVerb(DeclaredVerb):
    """A verb that asks a question."""

    def __init__(self, question: type[Question]) -> None:
        super().__init__(question)
        self._question = question

    def run(self, args: argparse.Namespace) -> int:
        """Ask it, and return the exit status; 1 if there is no answer."""
        with open_memory(args) as memory, Progress(self._question.WAITING):
            found = self._question(**self._values(args, memory.clock.now().time)).ask(memory)
            record = found.as_record() if wants_json(args) else None
            lines = [] if wants_json(args) else list(_lines(memory, found))
        if found.remark and not wants_json(args):
            print(terminal_line(found.remark), file=sys.stderr)
        nothing = "" if found.remark else self._question.NOTHING
        answer(args, record, lines, nothing=nothing)
        return 0 if found.is_found else 1


def _lines(memory: RobotMemory, found: QuestionAnswer) -> Iterable[str | StyledLine]:
    match found:  # imports in here let other verbs start faster
        case RecallAnswer():
            return _recall_lines(found)
        case EntriesAnswer():
            return entry_lines(found.there_first(), memory.clock.now().time, found.hours)
        case ReviewAnswer():
            return _review_lines(found)
        case FactsAnswer():
            from robot_memory.faces.cli.verbs.facts import fact_lines

            return chain.from_iterable(map(fact_lines, found.items))
        case ChunksAnswer():
            from robot_memory.faces.cli.verbs.chunks import chunk_lines

            return chain.from_iterable(map(chunk_lines, found.items))
        case WhyAnswer():
            from robot_memory.faces.cli.why_lines import why_lines

            return why_lines(memory, found)
    return [found.text] if found.text else []


def _recall_lines(answer: RecallAnswer) -> Iterator[StyledLine]:
    if answer.message:
        yield styled(answer.message)
    for hit in answer.hits:
        speaker = f"{one_line(hit.speaker)}: " if hit.speaker else ""
        first, *others = _text_lines(hit)
        yield styled(speaker, (first, TextStyle.STRONG))
        yield from (styled((f"     {line}", TextStyle.STRONG)) for line in others)
        when = f", {hit.time:%Y-%m-%d %H:%M} UTC" if hit.time is not None else ""
        whose = " ".join(filter(None, (hit.source, hit.id)))  # the hit "no fault" has no id
        yield styled(f"   {whose}{when}; {one_line(hit.where)}")
        yield styled((f"   {'; '.join(map(one_line, hit.why))}", TextStyle.DIM))


def _text_lines(hit: Hit) -> list[str]:
    """Return a hit's text: steps in full, one per line; any other long text without its middle."""
    lines = hit.text.splitlines()
    if hit.source == HitSource.KNOWLEDGE.value and len(lines) > 1:
        # A step's indentation shows its parent step.
        return [" " * (len(line) - len(line.lstrip())) + one_line(line) for line in lines]
    return [_shortened(one_line(hit.text))]


def _shortened(words: str) -> str:
    """Return a text, without its middle if it is long."""
    if len(words) <= _BEGINNING + _END:
        return words
    return f"{words[:_BEGINNING].rstrip()} … {words[-_END:].lstrip()}"


def _review_lines(answer: ReviewAnswer) -> Iterator[str]:
    for item in answer.items:
        since = f"  since {item.since:%Y-%m-%d %H:%M} UTC" if item.since else ""
        where = f"{item.id}: " if item.kind is ReviewKind.DEFECT and item.id else ""
        yield f"{item.kind:13} {one_line(where + item.text)}{since}"
        yield f"   {one_line(item.question)}"
        yield f"   $ {item.command}"


def _add_positional(parser: argparse.ArgumentParser, field: OperationField) -> None:
    takes = field.takes
    if field.type is FieldType.BOOLEAN:
        parser.add_argument(field.name, choices=takes.words, help=takes.meaning)
        return
    limit = "" if field.most is None or takes.choices else f", at most {field.most:g} characters"
    meaning = ", ".join(takes.choices) or f"{takes.meaning}{limit}"
    words = "+" if field.is_required else "*"
    given: dict[str, Any] = {"nargs": words} if takes.is_words else {}
    name, choices = field.name, takes.choices or None
    if field.type is FieldType.STRINGS:
        name, meaning = field.option, f"one of {meaning}"
        choices = None  # argparse refuses an empty list as no choice; the memory checks the values
    parser.add_argument(field.name, metavar=name.upper(), choices=choices, help=meaning, **given)


def _add_option(parser: argparse.ArgumentParser, field: OperationField) -> None:
    takes = field.takes
    given: dict[str, Any] = {"dest": field.name, "help": takes.meaning, "default": field.default}
    match field.type:
        case FieldType.BOOLEAN:
            given |= {"action": "store_true"}
        case FieldType.STRING:
            given |= {"choices": takes.choices or None}
        case FieldType.NUMBER:
            given |= {"type": number(takes.least or 0.0, field.most or 0.0), "metavar": "X"}
        case FieldType.INTEGER:
            least, most = int(takes.least or 0), int(field.most or 0)
            given |= {"type": whole_number(least, most), "metavar": "N"}
            if least:
                given["help"] = f"{takes.meaning} [{field.default}]"
        case FieldType.TIME:
            forms = "" if takes.is_end else f": {FORMS}"
            given |= {"metavar": "TIME", "help": f"{takes.meaning}{forms}"}
        case FieldType.STRINGS | FieldType.NAMES:
            metavar = field.option.upper() if field.type is FieldType.STRINGS else "NAME=VALUE"
            given |= {"action": "append", "default": [], "metavar": metavar}
            named = f": {', '.join(takes.choices)}" if takes.choices else ""
            given |= {"choices": takes.choices or None}
            given["help"] = f"{takes.meaning}{named}; may be repeated"
    parser.add_argument(f"--{field.option}", **given)


def _value(field: OperationField, given: Any, now: datetime, refusal: str) -> Any:
    match field.type:
        case FieldType.TIME:
            if not given:
                return None
            return read_time(given, f"--{field.option}", now, refusal=refusal)
        case FieldType.STRING if field.takes.is_words:
            return " ".join(given)
        case FieldType.NAMES:
            return read_parameters(given, f"--{field.option}")
        case FieldType.STRINGS:
            return tuple(given)
        case FieldType.BOOLEAN if field.is_required:
            return given == field.takes.words[0]
    return given
