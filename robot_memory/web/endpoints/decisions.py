"""What waits for a person, and the limits that may be obeyed, over HTTP."""

from __future__ import annotations

from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit_record import limit_record
from robot_memory.review import ReviewItem, items_to_review
from robot_memory.web.endpoint import Answer, Call, Endpoint
from robot_memory.web.tokens import TokenScope


def _review(call: Call) -> Answer:
    return Answer(call.page(items_to_review(call.memory), ReviewItem.as_record))


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    return Answer(
        call.page(limits.active(), lambda limit: limit_record(limit, limits.approvals.of(limit)))
    )


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
