"""The memory of a fleet, over HTTP: of the server on whose home `robot-memory fleet serve` runs."""

from __future__ import annotations

from collections.abc import Callable

from robot_memory.applications.fleet.database import find_address
from robot_memory.applications.fleet.fleet_answers import (
    fault_record,
    lesson_record,
    mtbf_record,
    note_record,
    silence_record,
)
from robot_memory.applications.fleet.fleet_questions import (
    COMPARED_BY,
    HOURS,
    LONGEST,
    LONGEST_WEEKS,
    FleetQuestions,
)
from robot_memory.faces.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.foundation.identity.tokens import TokenScope


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


def _endpoint(
    name: str, handle: Callable[[Call], Answer], summary: str, *parameters: Parameter
) -> Endpoint:
    return Endpoint(
        "GET", f"/api/memory/fleet/{name}", TokenScope.READ, summary, handle, parameters
    )


_MOST = Parameter("most", "query", "integer", "How many to return.", default=50, least=1, most=1000)
FLEET_ENDPOINTS = (
    _endpoint(
        "fault", _fault,
        "Tell on how many robots of the fleet a fault is, on which, since when, rising or falling.",
        Parameter(
            "words", "query", "string",
            "Words of the component, the symptom or the sentence; all must be there.",
            is_required=True, least=1, most=500,
        ),
    ),
    _endpoint(
        "lessons", _lessons,
        "Tell which lessons of the fleet are one robot's, and which a class's, by exact tests.",
        _MOST,
    ),
    _endpoint(
        "mtbf", _mtbf,
        "Return the mean operating time between failures by model, batch, site, floor, software or "
        "robot, the worst robot first.",
        Parameter(
            "by", "query", "string", "The property by which robots are compared.",
            default="model", choices=COMPARED_BY,
        ),
        Parameter(
            "weeks", "query", "integer", "How many weeks, the present one included.",
            default=52, least=1, most=LONGEST_WEEKS,
        ),
    ),
    _endpoint(
        "silent", _silent,
        "List robots of the fleet from which updates are due and do not come.",
        Parameter(
            "hours", "query", "number", "Hours without an update.",
            default=HOURS, least=0.1, most=LONGEST,
        ),
        _MOST,
    ),
    _endpoint("notes", _notes, "List the notes that the fleet sends to its robots now."),
)  # fmt: skip
