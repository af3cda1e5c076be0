"""How tasks went, over HTTP."""

from __future__ import annotations

from http import HTTPStatus

from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.foundation.time.period import Period
from robot_memory.long_term.outcomes.outcome_lines import task_json
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome


def _outcomes(call: Call) -> Answer:
    records = call.memory.outcomes(
        task=call["task"], place=call["place"], period=Period(call["since"], call["until"])
    )
    return Answer(call.page(records, task_json))


def _report(call: Call) -> Answer:
    parameters = {str(name): str(value) for name, value in (call["parameters"] or {}).items()}
    outcome = TaskOutcome(
        call["task"], call["succeeded"], call.caller.source, call["place"], parameters, call["note"]
    )
    receipt = call.memory.report_outcome(outcome)
    data = {"tried": receipt.tally.tried, "failed": receipt.tally.failed,
            "entry_id": receipt.entry_id, "message": receipt.message}  # fmt: skip
    return Answer(data, HTTPStatus.CREATED)


HANDLERS: Handlers = {
    "GET /api/memory/outcomes": _outcomes,
    "POST /api/memory/outcomes": _report,
}
