"""The identity and the health of the memory."""

from __future__ import annotations

from robot_memory.applications.memory_status import is_watched, watched_words
from robot_memory.faces.web.endpoint import Answer, Call, Handlers


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
    "GET /api/memory/health": _health,
}
