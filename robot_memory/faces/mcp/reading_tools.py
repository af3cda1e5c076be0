"""The tools of an agent that change nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Any, cast

from mcp.server import MCPServer
from mcp.types import ToolAnnotations
from pydantic import Field
from pydantic.fields import FieldInfo

from robot_memory.applications.entry_changes import changed_entries
from robot_memory.applications.entry_explanation import explain_entry
from robot_memory.applications.operations import QUESTIONS
from robot_memory.applications.operations.operation import Question, fields_of
from robot_memory.applications.reliability.reliability_report import REFUSAL, report_reliability
from robot_memory.applications.reliability.reliability_text import reliability_lines
from robot_memory.entries.field_limits import LIMITS
from robot_memory.entries.json_records import entry_record
from robot_memory.faces.mcp.bounded_text import (
    as_data,
    lines_as_data,
    records_as_data,
)
from robot_memory.faces.mcp.tool_errors import raising_tool_errors
from robot_memory.faces.mcp.tool_parameters import signature_of, values_of
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.time.period import check_period, read_period
from robot_memory.foundation.time.typed_time import FORMS
from robot_memory.long_term.outcomes.outcome_report import outcome_lines
from robot_memory.long_term.recall.query import Query, said_before
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource


def field(name: str, description: str, *, least: int = 0) -> FieldInfo:
    """Return the declaration of a text, with the limit that its name has on all faces."""
    info = Field(min_length=least, max_length=LIMITS[name], description=description)
    return cast("FieldInfo", info)


EntryId = Annotated[str, field("id", "As `recall` gives it.", least=1)]


#: Values before a fault that are told; those of a freeze-frame, which stand out, come first.
_MOST_VALUES = 12


def brief_evidence(memory: RobotMemory, entry_id: str, limit: int) -> str:
    """Return an entry, what all its rows have in common, and the rows, newest first.

    Args:
        memory: which is not changed.
        entry_id: an entry of this robot or of a peer.
        limit: rows, at most.

    Raises:
        UnknownEntry: no entry has that id.
    """
    found = explain_entry(memory, entry_id, limit=limit)
    behind = found.as_record()
    rows = _without_old_values(behind.pop("evidence"))
    head = {**entry_record(found.confidence, found.entry, memory.running_hours()), **behind}
    units = {name: unit for row in rows for name, unit in row.pop("units").items()}
    common = _common(rows) if len(rows) > 1 else {}
    differing = [{name: row[name] for name in row if name not in common} for row in rows]
    shared = _brief({"in_all_rows": {**common, "units": units}})
    ours = [head, *([shared] if shared else [])]
    proven = [*(True for _ in ours), *(row.source.is_proven for row in found.rows)]
    records = [_brief(one) for one in (*ours, *differing)]
    return records_as_data("rows", records, proven.__getitem__)


def _without_old_values(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave the values before a fault to the newest row that has some, and there a few."""
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
    """Return a value without empty fields, and with numbers of six significant digits."""
    if isinstance(value, Mapping):
        fields = {name: _brief(one) for name, one in value.items()}
        return {name: one for name, one in fields.items() if one not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        return [_brief(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


# Each answer is one text (structured_output=False): as structured output the client would be sent
# it twice.
_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)

Limit = Annotated[int, Field(ge=1, le=100, description="How many at most.")]


def add_reading_tools(server: MCPServer, source: MemorySource) -> None:
    """Add the tools that change nothing."""
    for question in QUESTIONS:
        if question.IS_TOOL:
            _add_question(server, source, question)
    for add in (_add_changes_since, _add_recall, _add_why, _add_reliability, _add_outcomes):
        add(server, source)


def _add_question(server: MCPServer, source: MemorySource, question: type[Question]) -> None:
    """Add the tool of a question; its parameters are what the question takes."""
    fields = fields_of(question, is_person=False)

    def tool(**given: Any) -> str:
        with raising_tool_errors():
            memory = source.reader()
            values = values_of(fields, given, memory.clock.now().time)
            found = question(**values).ask(memory)
        return "\n\n".join(filter(None, (found.text, found.remark))) or question.NOTHING

    tool.__name__ = question.service()
    tool.__signature__ = signature_of(fields)  # type: ignore[attr-defined]
    server.tool(
        title=question.service().replace("_", " ").capitalize(), structured_output=False,
        description=" ".join(question.help().split()), annotations=_READS,
    )(tool)  # fmt: skip


def _add_changes_since(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="What changed since a time", annotations=_READS, structured_output=False,
        description="Return which entries were created, reinforced, resolved, muted or changed "
        "otherwise since a time, newest first; within a minute of the change.",
    )  # fmt: skip
    def changes_since(
        since: Annotated[str, Field(max_length=64, description=f"A day, or time: {FORMS}.")],
        limit: Limit = 20,
    ) -> str:
        with raising_tool_errors():
            memory = source.reader()
            now = memory.clock.now().time
            period = read_period(since, "", now, refusal="nothing was looked up", prefix="")
            check_period(period, now, refusal="nothing was looked up", prefix="")
            changed = changed_entries(memory, period.since or now)
        shown = in_shared_room(changed, limit, lambda one: one.is_own)
        told = [one.as_record() for one in shown]
        if len(changed) > limit:
            told.append({"left_out": f"{len(changed) - limit} other entries that changed"})
        told_by = [one.is_own for one in shown] + [True]
        return records_as_data("changes", told, told_by.__getitem__)


def _add_recall(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="Search the memory", annotations=_READS, structured_output=False,
        description="Search entries, facts, conversations, knowledge, events and outcomes of "
        'tasks. Times in words count: "last Tuesday". Says so if nothing clearly answers.',
    )  # fmt: skip
    def recall(
        query: Annotated[str, field("query", "A question, or words.", least=1)],
        limit: Limit = 10,
    ) -> str:
        with raising_tool_errors():
            hits = source.reader().recall(Query(query, limit))
        records = [asdict(hit) for hit in hits]
        near = said_before(hits)
        for record in records:
            del record["is_answer"]  # their heading says so
        data = records_as_data("hits", records, lambda at: hits[at].is_own)
        return f"{near} {data}" if near else data


def _add_why(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="Evidence for an entry", annotations=_READS, structured_output=False,
        description="Return an entry with the evidence for it, newest first, and the values before "
        "its newest fault. The resource memory://entry/{entry_id} has the values before each.",
    )  # fmt: skip
    def why(
        id: EntryId,  # noqa: A002  as on all faces
        limit: Limit = 10,
    ) -> str:
        with raising_tool_errors():
            return brief_evidence(source.reader(), id, limit)


def _add_reliability(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="How often the robot fails", annotations=_READS, structured_output=False,
        description="Return failure rates, MTBF, repair times, availability and trends with 95 % "
        'intervals, of the robot and each component. "No data" is not zero.',
    )  # fmt: skip
    def reliability(
        component: Annotated[
            str, field("component", "Only this one; empty: the robot and all.")
        ] = "",
        since: Annotated[
            str, Field(max_length=64, description=f"First day or time: {FORMS}.")
        ] = "",
        until: Annotated[
            str, Field(max_length=64, description="Last day, which counts whole, or time.")
        ] = "",
    ) -> str:
        with raising_tool_errors():
            memory = source.reader()
            now = memory.clock.now().time
            period = read_period(since, until, now, refusal=REFUSAL, prefix="")
            report = report_reliability(memory, period, component=component)
        return as_data("\n".join(reliability_lines(report)))


def _add_outcomes(server: MCPServer, source: MemorySource) -> None:
    @server.tool(
        title="How tasks went", annotations=_READS, structured_output=False,
        description="Return how often each task failed, its last attempt, and which parameters or "
        "places made a difference beyond chance.",
    )  # fmt: skip
    def outcomes(
        task: Annotated[str, field("task", "Only this one, in the words of its reports.")] = "",
        place: Annotated[str, field("place", "Only attempts there.")] = "",
    ) -> str:
        with raising_tool_errors():
            records = source.reader().outcomes(task=task, place=place)
        if not records:
            return "No attempt is known."
        lines = ["\n".join(outcome_lines([record])) for record in records]
        return lines_as_data("records", lines, lambda at: records[at].told_by.is_proven)
