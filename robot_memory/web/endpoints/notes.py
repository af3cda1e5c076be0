"""What people and agents have the memory write down."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from robot_memory.entries.field_limits import LIMITS
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.memory_entry import MAX_TEXT, EntryType, MemoryEntry
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.endpoints.entries import ENTRY_ID, shown_record
from robot_memory.web.tokens import TokenScope


def _remember(call: Call) -> Answer:
    result = call.memory.remember(
        call["type"], call["text"], confidence=call["confidence"], tags=call["tags"],
        source=call.caller.source,
    )  # fmt: skip
    status = HTTPStatus.CREATED if result.created else HTTPStatus.OK
    return Answer(asdict(result), status, {"Location": f"/api/memory/why/{result.id}"})


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


def _repaired(call: Call) -> Answer:
    ids = call.memory.repaired(call["component"], call["note"], source=call.caller.source)
    return Answer({"component": call["component"], "resolved": ids})


def _changed(call: Call, entry: MemoryEntry) -> Answer:
    memory = call.memory
    worth = effective(entry, memory.clock.now().time, memory.settings.decay_per_day)
    return Answer(shown_record(worth, entry))


def _words(name: str, meaning: str, *, is_required: bool = False) -> Parameter:
    return Parameter(
        name, "body", "string", meaning, is_required=is_required, most=MAX_TEXT,
        least=1 if is_required else None, default=None if is_required else "",
    )  # fmt: skip


_TYPES = tuple(kind.value for kind in EntryType if kind is not EntryType.RESOLVED)
_OF_ENTRY = "/api/memory/entries/{id}"

ENDPOINTS = (
    Endpoint(
        "POST", "/api/memory/entries", TokenScope.WRITE, "Add a note.", _remember,
        (
            Parameter("type", "body", "string", "What it is about.", is_required=True,
                      choices=_TYPES),
            _words("text", "One sentence that stays true.", is_required=True),
            Parameter("confidence", "body", "number", "0 for what the source starts with.",
                      default=0.0, least=0.0, most=1.0),
            Parameter("tags", "body", "string", "Labels.", is_list=True, default=(), most=100),
        ),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/resolve", TokenScope.WRITE, "Mark an entry as cleared.", _resolve,
        (ENTRY_ID, _words("note", "What was done.")),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/mute", TokenScope.WRITE, "Keep an entry out of the context.", _mute,
        (ENTRY_ID, _words("why", "The reason."),
         Parameter("until", "body", "time", "Until then; for good where it is not given.")),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/unmute", TokenScope.WRITE, "Put an entry into the context again.",
        _unmute, (ENTRY_ID,),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/known", TokenScope.WRITE,
        "Declare that somebody knows of a fault: it is told, and alarms no one.",
        _known,
        (ENTRY_ID,
         Parameter("reason", "body", "string", "Why nobody needs to be alarmed.", default="",
                   most=LIMITS["reason"]),
         Parameter("until", "body", "time", "The date; until it gets worse where none is given."),
         Parameter("withdraw", "body", "boolean", "Take it back: it alarms again.",
                   default=False)),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/forget", TokenScope.WRITE, "Delete an entry; the archive keeps it.",
        _forget, (ENTRY_ID, _words("why", "The reason.")),
    ),
    Endpoint(
        "POST", f"{_OF_ENTRY}/correct", TokenScope.WRITE, "Give an entry another text.", _correct,
        (ENTRY_ID, _words("text", "The new sentence.", is_required=True)),
    ),
    Endpoint(
        "POST", "/api/memory/repaired", TokenScope.WRITE,
        "Record that a part was repaired or replaced.", _repaired,
        (
            Parameter("component", "body", "string", "The part.", is_required=True, least=1,
                      most=200),
            _words("note", "What was done."),
        ),
    ),
)  # fmt: skip
