"""How tasks went, over HTTP."""

from __future__ import annotations

from http import HTTPStatus
from typing import Literal

from robot_memory.entries.field_limits import LIMITS, MOST_TAGS
from robot_memory.outcomes.outcome_lines import task_json
from robot_memory.outcomes.task_outcome import TaskOutcome
from robot_memory.period import Period
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.tokens import TokenScope


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


def _words(name: str, place: Literal["query", "body"], meaning: str) -> Parameter:
    return Parameter(name, place, "string", meaning, default="", most=LIMITS[name])


_PATH = "/api/memory/outcomes"
ENDPOINTS = (
    Endpoint(
        "GET", _PATH, TokenScope.READ,
        "How tasks went: counts with intervals, the last attempt, what made a difference.",
        _outcomes,
        (
            _words("task", "query", "Only this one, in the words of its reports."),
            _words("place", "query", "Only attempts there."),
            Parameter("since", "query", "time", "From then on."),
            Parameter("until", "query", "time", "Up to then."),
        ),
        is_paged=True,
    ),
    Endpoint(
        "POST", _PATH, TokenScope.WRITE, "Report how an attempt at a task went.", _report,
        (
            Parameter("task", "body", "string", "What was tried, in the same words each time.",
                      is_required=True, least=1, most=LIMITS["task"]),
            Parameter("succeeded", "body", "boolean", "Whether it was reached.",
                      is_required=True),
            _words("place", "body", "Where it was tried."),
            Parameter("parameters", "body", "object",
                      f"How it was tried: names and values, at most {MOST_TAGS}."),
            _words("note", "body", "What happened, or what helped."),
        ),
    ),
)  # fmt: skip
