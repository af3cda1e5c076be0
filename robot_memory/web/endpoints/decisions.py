"""What waits for a person, and the limits that may be obeyed, over HTTP."""

from __future__ import annotations

from functools import partial

from robot_memory.limits.learned_limits import LearnedLimits
from robot_memory.limits.limit_record import limit_record, place_limit_record
from robot_memory.limits.place_limits import PlaceLimits
from robot_memory.review import ReviewItem, items_to_review
from robot_memory.web.endpoint import Answer, Call, Endpoint
from robot_memory.web.tokens import TokenScope


def _review(call: Call) -> Answer:
    return Answer(call.page(items_to_review(call.memory), ReviewItem.as_record))


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    learned = [partial(limit_record, one, limits.approvals.of(one)) for one in limits.active()]
    places = [partial(place_limit_record, *one) for one in PlaceLimits(call.memory).signed()]
    return Answer(call.page([*learned, *places], lambda record: record()))


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/review", TokenScope.READ,
        "List what waits for a person's decision, the most urgent first.", _review, is_paged=True,
    ),
    Endpoint(
        "GET", "/api/memory/limits", TokenScope.READ,
        "List the active learned limits, and the limits at places, with who approved them.",
        _limits, is_paged=True,
    ),
)  # fmt: skip
