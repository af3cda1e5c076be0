"""An agent's tools: questions, which change nothing, and operations, which write."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from robot_memory.applications.operations import OPERATIONS, QUESTIONS
from robot_memory.applications.operations.context_question import ContextAnswer
from robot_memory.applications.operations.entries_questions import ChangesAnswer, WhyAnswer
from robot_memory.applications.operations.knowledge_questions import RecallAnswer
from robot_memory.applications.operations.operation import (
    Declared,
    FieldType,
    Operation,
    OperationField,
    Question,
    QuestionAnswer,
    fields_of,
)
from robot_memory.applications.operations.outcome_operations import OutcomesAnswer
from robot_memory.applications.operations.status_questions import LimitsAnswer
from robot_memory.entries.field_limits import MOST_TAGS
from robot_memory.faces.mcp.bounded_text import as_data, lines_as_data, records_as_data
from robot_memory.faces.mcp.strict_server import raising, words_for_agents
from robot_memory.faces.write_allowance import HomeAllowance
from robot_memory.foundation.time.period import FORMS, read_period, read_time
from robot_memory.long_term.outcomes.outcome_report import outcome_lines
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

# Each answer is plain text (structured_output=False): structured output would be sent to the client
# twice.
_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_PYTHON = {FieldType.STRING: str, FieldType.INTEGER: int, FieldType.NUMBER: float,
           FieldType.BOOLEAN: bool, FieldType.TIME: str, FieldType.STRINGS: list[str],
           FieldType.NAMES: dict[str, str | float | bool]}  # fmt: skip
_LONGEST_TIME = 64  # characters


def add_reading_tools(server: MCPServer, source: MemorySource) -> None:
    """Add the tools that change nothing."""
    for question in QUESTIONS:
        if question.IS_TOOL:
            _add_question(server, source, question)


def _add_question(server: MCPServer, source: MemorySource, question: type[Question]) -> None:
    def tool(**given: Any) -> str:
        with raising(ToolError):
            memory = source.reader()
            values = values_of(question, given, memory.clock.now().time)
            found = question(**values).ask(memory)
        return _answer_text(found) or found.remark or question.NOTHING

    tool.__name__ = question.service()
    fields = fields_of(question, is_person=False)
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=question.TITLE or question.service().replace("_", " ").capitalize(),
        description=" ".join(f"{question.help()} {question.FOR_AGENTS}".split()),
        annotations=_READS, structured_output=False,
    )(tool)  # fmt: skip


def add_writing_tools(
    server: MCPServer, source: MemorySource, author: str, check_author: Callable[[], None]
) -> None:
    """Add the tools that write."""
    writer = _Writer(source, check_author)
    by = f"agent:{author}"
    for operation in OPERATIONS:
        if operation.IS_TOOL:
            _add_operation(server, writer, by, operation)


class _Writer:
    """Opens the memory for one write of an agent, and raises failures as tool errors.

    Agents in an endless loop cannot fill the disk: all together may write as much as over ROS.
    """

    def __init__(self, source: MemorySource, check_author: Callable[[], None]) -> None:
        self._source, self._check_author = source, check_author
        self._allowance = HomeAllowance("requests to write over MCP")

    @contextmanager
    def __call__(self) -> Iterator[RobotMemory]:
        with raising(ToolError):
            self._allowance.take(self._source.reader().home.folder)
            self._check_author()
            with self._source.writer() as memory:
                yield memory


def _add_operation(server: MCPServer, write: _Writer, by: str, operation: type[Operation]) -> None:
    def tool(**given: Any) -> str:
        with write() as memory:
            now = memory.clock.now().time
            done = operation(**values_of(operation, given, now)).run(memory, by)
            return words_for_agents(done.line)

    tool.__name__ = operation.service()
    fields = fields_of(operation, is_person=False)
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=operation.TITLE or operation.NAME.replace("-", " ").capitalize(),
        structured_output=False,
        description=" ".join(operation.help().split()),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=operation.IS_DESTRUCTIVE,
            idempotent_hint=not operation.ADDS_EACH_TIME, open_world_hint=False,
        ),
    )(tool)  # fmt: skip


def signature_of(fields: Iterable[OperationField]) -> Signature:
    """Return a tool's signature from its fields, with their limits and meanings."""
    parameters = [
        Parameter(
            one.name, Parameter.KEYWORD_ONLY, annotation=_annotation(one),
            default=Parameter.empty if one.is_required else _default(one),
        )
        for one in fields
    ]  # fmt: skip
    return Signature(parameters, return_annotation=str)


def values_of(declared: type[Declared], given: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return the values for an operation or a question from an agent's arguments.

    Raises:
        InvalidInput: a time cannot be read.
    """
    fields, refusal = fields_of(declared, is_person=False), declared.REFUSAL
    values = {
        one.name: _value(one, given[one.name], now, refusal)
        for one in fields
        if not one.is_of_period
    }
    ends = [one.name for one in fields if one.is_of_period]
    if ends:
        since, until = (given.get(name, "") for name in ("since", "until"))
        period = read_period(since, until, now, refusal=refusal, prefix="")
        values |= {name: getattr(period, name) for name in ends}
    return values


def _annotation(field: OperationField) -> Any:
    meaning: str = field.summary
    kind: Any = _PYTHON[field.type]
    limits: dict[str, Any] = {}
    match field.type:
        case FieldType.STRING if field.takes.choices:
            kind = Literal[field.takes.choices]
        case FieldType.STRING:
            limits = _text_limits(field)
        case FieldType.BOOLEAN:
            limits = {"strict": True}  # neither words nor numbers
        case FieldType.NUMBER | FieldType.INTEGER:
            limits = {"ge": field.takes.least, "le": field.most, "strict": True}  # no booleans
        case FieldType.TIME:
            limits = {"max_length": _LONGEST_TIME}
            meaning = meaning if field.takes.is_end else f"{meaning} {FORMS}."
        case FieldType.STRINGS:
            if field.takes.choices:
                kind = list[Literal[field.takes.choices]]  # type: ignore[name-defined]
            else:
                kind = list[Annotated[str, Field(**_text_limits(field))]]
            limits = {"max_length": MOST_TAGS}
    return Annotated[kind, Field(description=meaning, **limits)]


def _text_limits(field: OperationField) -> dict[str, int]:
    return {"min_length": int(field.takes.least or 0), "max_length": int(field.most or 0)}


def _default(field: OperationField) -> Any:
    empty: Mapping[FieldType, Any] = {
        FieldType.TIME: "",
        FieldType.STRINGS: [],
        FieldType.NAMES: {},
    }
    return empty.get(field.type, field.default)


def _value(field: OperationField, given: Any, now: datetime, refusal: str) -> Any:
    match field.type:
        case FieldType.TIME:
            if not given:
                return None
            return read_time(given, field.name, now, refusal=refusal)
        case FieldType.STRINGS:
            return tuple(given)
    return given


def _answer_text(answer: QuestionAnswer) -> str:
    """Return the text for an agent, marked as data; the context already marks itself."""
    match answer:
        case ContextAnswer():
            return "\n\n".join(filter(None, (answer.text, answer.remark)))
        case RecallAnswer():
            return _hits_text(answer)
        case WhyAnswer():
            return _evidence_text(answer)
        case ChangesAnswer():
            return _changes_text(answer)
        case OutcomesAnswer():
            return _outcomes_text(answer)
        case LimitsAnswer():  # the lines for people contain commands
            records = list(map(_brief, answer.as_record()))
            return records_as_data("limits", records) if records else ""
    return as_data(answer.text) if answer.text else ""


def _hits_text(answer: RecallAnswer) -> str:
    if not answer.hits:
        return ""
    records = [asdict(hit) for hit in answer.hits]
    for record in records:
        del record["is_answer"]  # their heading says so
    data = records_as_data("hits", records, lambda at: answer.hits[at].is_own)
    return f"{answer.message} {data}" if answer.message else data


def _changes_text(answer: ChangesAnswer) -> str:
    if not answer.changes:
        return ""
    records: list[Mapping[str, Any]] = [one.as_record() for one in answer.changes]
    if answer.message:
        records.append({"left_out": answer.message})
    own = [one.is_own for one in answer.changes] + [True]
    return records_as_data("changes", records, own.__getitem__)


def _outcomes_text(answer: OutcomesAnswer) -> str:
    if not answer.items:
        return ""
    lines = ["\n".join(outcome_lines([one])) for one in answer.items]
    return lines_as_data("records", lines, lambda at: answer.is_own(answer.items[at]))


#: Values before a fault that are shown; those of a freeze-frame come first.
_MOST_VALUES = 12


def _evidence_text(answer: WhyAnswer) -> str:
    """Return an entry, the values that all its rows share, and the rows, newest first."""
    found = answer.found
    behind: dict[str, Any] = {**found.as_record()}
    rows = _without_old_values(behind.pop("evidence"))
    head = {**answer.entry, **behind}
    units = {name: unit for row in rows for name, unit in row.pop("units").items()}
    common = _common(rows) if len(rows) > 1 else {}
    differing = [{name: row[name] for name in row if name not in common} for row in rows]
    shared = _brief({"in_all_rows": {**common, "units": units}})
    ours = [head, *([shared] if shared else [])]
    proven = [*(True for _ in ours), *(row.source.is_proven for row in found.rows)]
    records = [_brief(one) for one in (*ours, *differing)]
    return records_as_data("rows", records, proven.__getitem__)


def _without_old_values(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the values before a fault only in the newest row that has any, and only some of them."""
    is_told = False
    for row in rows:
        detail = row["detail"]
        frame, before = detail.pop("frame", {}), detail.pop("before", {})
        if before and not is_told and isinstance(before, Mapping):
            names = sorted(before, key=lambda name: name not in frame)[:_MOST_VALUES]
            detail["before"] = {name: before[name] for name in names}
            is_told = True
            if len(before) > _MOST_VALUES:
                detail["values_left_out"] = len(before) - _MOST_VALUES
    return rows


def _common(rows: list[dict[str, Any]]) -> dict[str, Any]:
    first, *others = rows
    return {name: first[name] for name in first if all(row[name] == first[name] for row in others)}


def _brief(value: Any) -> Any:
    """Return a value without empty fields, and with numbers to six significant digits."""
    if isinstance(value, Mapping):
        fields = {name: _brief(one) for name, one in value.items()}
        return {name: one for name, one in fields.items() if one not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        return [_brief(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value
