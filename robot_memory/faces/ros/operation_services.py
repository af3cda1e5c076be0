"""The services for operations, and for the questions that are answered at once.

A request's fields are the fields of an operation or a question.

Specification: rules.md §2.7 and §5.6.

See docs/reference/services.md; docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from robot_memory import srv
from robot_memory.applications.operations import OPERATIONS
from robot_memory.applications.operations.context_question import GetContext
from robot_memory.applications.operations.entries_questions import ListEntries, Why
from robot_memory.applications.operations.entry_operations import NoteAnswer, Repaired
from robot_memory.applications.operations.operation import (
    Declared,
    FieldType,
    Operation,
    OperationField,
    fields_of,
)
from robot_memory.applications.operations.outcome_operations import ReportOutcome
from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import effective
from robot_memory.entries.note import read_source
from robot_memory.faces.ros.convert import (
    entry_message,
    evidence_message,
    from_time,
    to_text,
    to_time,
)
from robot_memory.faces.ros.diagnostic_statuses import items_set_aside
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.ledger import Source
from robot_memory.long_term.outcomes.task_outcome import read_parameters
from robot_memory.memory import RobotMemory
from robot_memory.msg import MemoryEntry as EntryMessage

_AGENT = Source.AGENT.value
_Declared = TypeVar("_Declared", bound=Declared)


class OperationServices:
    """The services by which people and agents write to the memory while the robot runs.

    Args:
        on_echo: called with the RRN of a robot whose words an agent noted as its own.
        on_refusal: called with the refused operation and the reason.
        on_repair: called for a repair that matches no entry: the part, a note, and the source.
    """

    def __init__(
        self,
        server: ServiceServer,
        memory: RobotMemory,
        on_echo: Callable[[str], None] = lambda rrn: None,
        on_refusal: Callable[[str], None] = lambda what: None,
        on_repair: Callable[[str, str, tuple[Source, str]], None] = lambda *repair: None,
    ) -> None:
        self._on_echo, self._on_refusal, self._on_repair = on_echo, on_refusal, on_repair
        self._memory = memory
        if not memory.settings.accept_writes:
            return
        for operation in OPERATIONS:
            is_off = operation is ReportOutcome and not memory.settings.outcomes_enabled
            if operation.IS_SERVICE and not operation.IS_LONG and not is_off:
                kind, name = getattr(srv, operation.__name__), operation.service()
                server.offer_write(kind, name, partial(self._write, name, operation))

    def _write(self, name: str, operation: type[Operation], request: Any, response: Any) -> None:
        check_time(self._memory, ", so this would have no time; nothing was stored")
        by = _source(request)
        try:
            told = read_request(operation, request)
            answer = told.run(self._memory, by)
        except RobotMemoryError as error:
            self._on_refusal(f"{name}: {error}")
            raise
        # Iterate over the answer's fields: an entry's own fields may have any name, even `success`.
        for field in fields(answer):
            if field.name in response.get_fields_and_field_types():
                setattr(response, field.name, getattr(answer, field.name))
        if isinstance(answer, NoteAnswer) and answer.echo_of:
            self._on_echo(answer.echo_of)
        if isinstance(told, Repaired) and not answer.is_found:
            self._on_repair(told.component, told.note, read_source(by))


def read_request(declared: type[_Declared], request: Any) -> _Declared:
    """Return the operation or the question built from a request's fields."""
    fields = fields_of(declared, is_person=False, is_node=True)
    return declared(**{one.name: _value(one, getattr(request, one.name)) for one in fields})


def _value(field: OperationField, given: Any) -> Any:
    match field.type:
        case FieldType.TIME:
            return from_time(given)
        case FieldType.STRINGS:
            return tuple(given)
        case FieldType.NAMES:
            return read_parameters(given)
        case FieldType.INTEGER if field.takes.least:
            return given or field.default  # 0 means "not given"
    return given


def _source(request: Any) -> str:
    """Return a request's source; a person is marked as claimed only.

    Anybody on the network can give any name (docs/reference/security.md).
    """
    word, colon, name = (request.source or _AGENT).partition(":")
    if word != Source.PERSON.value:
        return str(request.source or _AGENT)
    return f"{Source.CLAIMED.value}{colon}{name}"


class ReadingServices:
    """The services by which people and agents read the memory while the robot runs."""

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(srv.GetContext, "get_context", self._get_context)
        server.offer(srv.ListEntries, "list_entries", self._list_entries)
        server.offer(srv.Why, "why", self._why)

    def _messages(self, entries: Iterable[tuple[MemoryEntry, str]]) -> list[EntryMessage]:
        """Return entries as messages, each with its robot's RRN, all as of the same moment."""
        now, decay_per_day = self._memory.clock.now().time, self._memory.settings.decay_per_day
        hours = self._memory.running_hours()
        return [
            entry_message(
                effective(entry, now, decay_per_day), entry, now, rrn,
                None if rrn else hours.presence_of(entry),
            )
            for entry, rrn in entries
        ]  # fmt: skip

    def _get_context(self, request: Any, response: Any) -> None:
        question = read_request(GetContext, request)
        blocks = question.blocks(self._memory)
        answer = question.answer(blocks)
        response.context, response.tokens = storable(answer.context), answer.tokens
        response.peer_context = storable(answer.peer_context)
        response.entries = self._messages((entry, "") for entry in blocks.own.entries)
        response.peers = self._messages(
            (entry, blocks.whose[entry.id]) for entry in blocks.peers.entries
        )
        remarks = [answer.message] if answer.message else []
        if unused := items_set_aside(self._memory.defects):
            remarks.append(f"not used of the file: {unused} damaged items; run robot-memory check")
        response.message = "; ".join(remarks)

    def _list_entries(self, request: Any, response: Any) -> None:
        answer = read_request(ListEntries, request).ask(self._memory)
        response.entries = self._messages((entry, "") for _, entry in answer.items)
        response.message = answer.message

    def _why(self, request: Any, response: Any) -> None:
        memory = self._memory
        answer = read_request(Why, request).ask(memory)
        found = answer.found
        (response.entry,) = self._messages([(found.entry, memory.peers.whose(found.entry.id))])
        response.evidence = [evidence_message(row) for row in found.rows]
        response.recordings = [to_text(str(one.path)) for one in found.recordings]
        if found.check is not None and found.check.last_checked is not None:
            response.last_checked = to_time(found.check.last_checked)
            response.exercised_hours = found.check.exercised_hours
        response.message = answer.message
