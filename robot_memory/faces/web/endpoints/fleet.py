"""The memory of a fleet, over HTTP: of the server on whose home `robot-memory fleet serve` runs."""

from __future__ import annotations

from robot_memory.applications.fleet.database import find_address
from robot_memory.applications.fleet.fleet_answers import (
    fault_record,
    lesson_record,
    mtbf_record,
    note_record,
    silence_record,
)
from robot_memory.applications.fleet.fleet_questions import FleetQuestions
from robot_memory.faces.web.endpoint import Answer, Call, Handlers


def _questions(call: Call) -> FleetQuestions:
    return FleetQuestions(find_address("", call.memory.home))


def _fault(call: Call) -> Answer:
    with _questions(call) as fleet:
        return Answer(fault_record(fleet.fault(call["words"], call.memory.clock.now().time)))


def _lessons(call: Call) -> Answer:
    with _questions(call) as fleet:
        return Answer(lesson_record(fleet.lessons(call["most"])))


def _mtbf(call: Call) -> Answer:
    with _questions(call) as fleet:
        parts = fleet.mtbf(call["by"], call["weeks"], call.memory.clock.now().time)
    return Answer({"by": call["by"], "parts": mtbf_record(parts)})


def _silent(call: Call) -> Answer:
    with _questions(call) as fleet:
        found = fleet.silence(call["hours"], call["most"], call.memory.clock.now().time)
    return Answer(silence_record(found))


def _notes(call: Call) -> Answer:
    with _questions(call) as fleet:
        notes = fleet.notes(call.memory.clock.now().time)
    return Answer({"notes": [note_record(one) for one in notes]})


HANDLERS: Handlers = {
    "GET /api/memory/fleet/fault": _fault,
    "GET /api/memory/fleet/lessons": _lessons,
    "GET /api/memory/fleet/mtbf": _mtbf,
    "GET /api/memory/fleet/silent": _silent,
    "GET /api/memory/fleet/notes": _notes,
}
