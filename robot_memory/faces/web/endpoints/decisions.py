"""What waits for a person, and the limits that may be obeyed, over HTTP."""

from __future__ import annotations

from functools import partial

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_record import (
    limit_record,
    place_limit_record,
    unread_record,
)
from robot_memory.applications.review import ReviewItem, items_to_review
from robot_memory.faces.web.endpoint import Answer, Call, Handlers


def _review(call: Call) -> Answer:
    return Answer(call.page(items_to_review(call.memory), ReviewItem.as_record))


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    signed = limits.signed_or_held()
    found = limits.listed(signed.learned, signed.unread_approval)
    learned = [partial(limit_record, *one) for one in found]
    places = [partial(place_limit_record, *one) for one in signed.places]
    listed = {limit.id for limit, _ in found}
    unread = [partial(unread_record, *one) for one in signed.unread.items() if one[0] not in listed]
    return Answer(call.page([*learned, *places, *unread], lambda record: record()))


HANDLERS: Handlers = {
    "GET /api/memory/review": _review,
    "GET /api/memory/limits": _limits,
}
