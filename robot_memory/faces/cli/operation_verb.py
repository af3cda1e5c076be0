"""The verb of an operation: its fields are arguments, its docstring is the help."""

from __future__ import annotations

import argparse
from datetime import datetime
from typing import Any

from robot_memory.applications.operations.operation import (
    FieldType,
    Operation,
    OperationField,
    fields_of,
)
from robot_memory.faces.cli.open_memory import (
    load_settings,
    open_existing,
    open_memory,
    present_time,
)
from robot_memory.faces.cli.output import answer
from robot_memory.faces.cli.verb_arguments import add_entry_id, add_source, number
from robot_memory.foundation.text.escaping import terminal_line
from robot_memory.foundation.time.period import read_time
from robot_memory.foundation.time.typed_time import FORMS
from robot_memory.long_term.outcomes.task_outcome import read_parameters


class OperationVerb:
    """A verb that does an operation; what :class:`.verbs.Verb` asks for."""

    def __init__(self, operation: type[Operation]) -> None:
        self._operation, self._fields = operation, fields_of(operation)
        self.__doc__ = operation.help()
        self.EXAMPLES = operation.EXAMPLES

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the operation takes: what must be given by its place, all else by name."""
        for field in self._fields:
            if field.name == "id":
                add_entry_id(parser, meaning=field.takes.meaning)
            elif field.is_required:
                _add_positional(parser, field)
            else:
                _add_option(parser, field)
        add_source(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Do it, and return the exit status; 1 where there was nothing to do."""
        makes_home = self._operation.MAKES_HOME
        if makes_home:
            self._request(args, present_time(args)).check(load_settings(args), args.source)
        with open_memory(args, write=True) if makes_home else open_existing(args) as memory:
            request = self._request(args, memory.clock.now().time)
            done = request.run(memory, args.source)
        answer(args, done.as_record(), [terminal_line(done.line)])
        return 0 if done.is_found else 1

    def _request(self, args: argparse.Namespace, now: datetime) -> Operation:
        values = {one.name: _value(one, getattr(args, one.name), now) for one in self._fields}
        return self._operation(**values)


def _add_positional(parser: argparse.ArgumentParser, field: OperationField) -> None:
    takes = field.takes
    if field.type is FieldType.BOOLEAN:
        parser.add_argument(field.name, choices=takes.words, help=takes.meaning)
        return
    limit = "" if field.most is None or takes.choices else f", at most {field.most:g} characters"
    meaning = ", ".join(takes.choices) or f"{takes.meaning}{limit}"
    parser.add_argument(
        field.name, metavar=field.name.upper(), choices=takes.choices or None, help=meaning
    )


def _add_option(parser: argparse.ArgumentParser, field: OperationField) -> None:
    takes = field.takes
    given: dict[str, Any] = {"dest": field.name, "help": takes.meaning, "default": field.default}
    match field.type:
        case FieldType.BOOLEAN:
            given |= {"action": "store_true"}
        case FieldType.NUMBER:
            least, most = takes.least or 0.0, field.most or 0.0
            given |= {"type": number(least, most), "metavar": "X"}
        case FieldType.TIME:
            given |= {"metavar": "TIME", "default": "", "help": f"{takes.meaning}: {FORMS}"}
        case FieldType.STRINGS | FieldType.NAMES:
            metavar = field.option.upper() if field.type is FieldType.STRINGS else "NAME=VALUE"
            given |= {"action": "append", "default": [], "metavar": metavar}
            given["help"] = f"{takes.meaning}; may be repeated"
    parser.add_argument(f"--{field.option}", **given)


def _value(field: OperationField, given: Any, now: datetime) -> Any:
    match field.type:
        case FieldType.TIME:
            if not given:
                return None
            return read_time(given, f"--{field.option}", now, refusal="nothing was stored")
        case FieldType.NAMES:
            return read_parameters(given, f"--{field.option}")
        case FieldType.STRINGS:
            return tuple(given)
        case FieldType.BOOLEAN if field.is_required:
            return given == field.takes.words[0]
    return given
