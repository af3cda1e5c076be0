"""Endpoints by which people and agents write to the memory."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.faces.web.endpoints.entries import shown_record


def _remember(call: Call) -> Answer:
    result = call.memory.remember(
        call["type"], call["text"], confidence=call["confidence"], tags=call["tags"],
        source=call.caller.source, keep=call["keep"], until=call["until"],
    )  # fmt: skip
    status = HTTPStatus.CREATED if result.created else HTTPStatus.OK
    return Answer(asdict(result), status, {"Location": f"/api/memory/why/{result.id}"})


def _confirm(call: Call) -> Answer:
    result = call.memory.confirm(
        call["id"], text=call["says"], source=call.caller.source, keep=call["keep"],
        until=call["until"],
    )  # fmt: skip
    return Answer(asdict(result))


def _resolve(call: Call) -> Answer:
    return _changed(call, call.memory.resolve(call["id"], call["note"], source=call.caller.source))


def _mute(call: Call) -> Answer:
    return _changed(
        call,
        call.memory.mute(
            call["id"], until=call["until"], why=call["why"], source=call.caller.source
        ),
    )


def _unmute(call: Call) -> Answer:
    return _changed(call, call.memory.unmute(call["id"], source=call.caller.source))


def _known(call: Call) -> Answer:
    memory, reason, source = call.memory, call["reason"], call.caller.source
    if call["withdraw"]:
        return _changed(call, memory.withdraw_known(call["id"], reason, source=source))
    return _changed(
        call, memory.declare_known(call["id"], reason, until=call["until"], source=source)
    )


def _forget(call: Call) -> Answer:
    return _changed(call, call.memory.forget(call["id"], call["why"], source=call.caller.source))


def _correct(call: Call) -> Answer:
    return _changed(call, call.memory.correct(call["id"], call["text"], source=call.caller.source))


def _undo(call: Call) -> Answer:
    return _changed(call, call.memory.undo(call["id"], source=call.caller.source).entry)


def _repaired(call: Call) -> Answer:
    entries = call.memory.repaired(call["component"], call["note"], source=call.caller.source)
    resolved = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
    waiting = [entry.id for entry in entries if entry.type is not EntryType.RESOLVED]
    return Answer({"component": call["component"], "resolved": resolved, "waiting": waiting})


def _changed(call: Call, entry: MemoryEntry) -> Answer:
    memory = call.memory
    worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
    return Answer(shown_record(worth, entry))


HANDLERS: Handlers = {
    "POST /api/memory/entries": _remember,
    "POST /api/memory/entries/{id}/confirm": _confirm,
    "POST /api/memory/entries/{id}/resolve": _resolve,
    "POST /api/memory/entries/{id}/mute": _mute,
    "POST /api/memory/entries/{id}/unmute": _unmute,
    "POST /api/memory/entries/{id}/known": _known,
    "POST /api/memory/entries/{id}/forget": _forget,
    "POST /api/memory/entries/{id}/correct": _correct,
    "POST /api/memory/entries/{id}/undo": _undo,
    "POST /api/memory/repaired": _repaired,
}
