"""What waits for a person, and the limits that may be obeyed, over HTTP."""

from __future__ import annotations

from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit_record import limit_record
from robot_memory.review import items_to_review
from robot_memory.web.endpoint import Answer, Call, Endpoint, Page
from robot_memory.web.tokens import TokenScope


def _review(call: Call) -> Answer:
    found = items_to_review(call.memory)
    part = found[call["offset"] : call["offset"] + call["limit"]]
    return Answer(Page([item.as_record() for item in part], len(found)))


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    found = limits.active()
    part = found[call["offset"] : call["offset"] + call["limit"]]
    records = [limit_record(limit, limits.approvals.of(limit)) for limit in part]
    return Answer(Page(records, len(found)))


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/review", TokenScope.READ,
        "List what waits for a person's decision, the most urgent first.", _review, is_paged=True,
    ),
    Endpoint(
        "GET", "/api/memory/limits", TokenScope.READ,
        "List the active learned limits as data, with who approved them.", _limits, is_paged=True,
    ),
)  # fmt: skip
