"""What is known, and what people and agents say of it: entries, evidence, review."""

from __future__ import annotations

from functools import partial

from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit_record import (
    limit_record,
    place_limit_record,
    unread_record,
)
from robot_memory.applications.memory_status import is_watched, watched_words
from robot_memory.faces.web.endpoint import Answer, Call, Handlers


def _limits(call: Call) -> Answer:
    limits = LearnedLimits(call.memory)
    signed = limits.signed_or_held()
    found = limits.listed(signed.learned, signed.unread_approval)
    learned = [partial(limit_record, *one) for one in found]
    places = [partial(place_limit_record, *one) for one in signed.places]
    listed = {limit.id for limit, _ in found}
    unread = [partial(unread_record, *one) for one in signed.unread.items() if one[0] not in listed]
    return Answer(call.page([*learned, *places, *unread], lambda record: record()))


def _health(call: Call) -> Answer:
    memory = call.memory
    memory.tick()  # nothing below reads what other processes wrote since the last request
    return Answer({
        "rrn": memory.rrn,
        "problem": memory.problem,
        "defects": [{"path": one.path, "problem": one.problem} for one in memory.defects],
        "seq": memory.seq,
        "time": memory.clock.now().time,
        "is_watched": is_watched(memory),
        "watched": watched_words(memory),
        "caller": {"name": call.caller.name, "scopes": sorted(call.caller.scopes)},
    })  # fmt: skip


HANDLERS: Handlers = {
    "GET /api/memory/limits": _limits,
    "GET /api/memory/health": _health,
}
