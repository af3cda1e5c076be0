"""The memory of a fleet over HTTP, on the server in whose home `robot-memory fleet serve` runs."""

from __future__ import annotations

import typing
from abc import abstractmethod
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any, TypedDict

from robot_memory.applications.fleet.database import find_address
from robot_memory.applications.fleet.fleet_answers import (
    FleetFaultRecord,
    FleetLessonsRecord,
    PartReliabilityRecord,
    fault_record,
    lesson_record,
    mtbf_record,
)
from robot_memory.applications.fleet.fleet_notes import FleetNote
from robot_memory.applications.fleet.fleet_questions import (
    COMPARED_BY,
    HOURS,
    LONGEST,
    LONGEST_WEEKS,
    FleetQuestions,
    SilenceAnswer,
)
from robot_memory.applications.operations.operation import Declared, Takes
from robot_memory.faces.web.endpoint import Answer, Call, Endpoint
from robot_memory.faces.web.endpoints.declared import parameters_of
from robot_memory.foundation.identity.tokens import TokenScope

_Most = Annotated[int, Takes("how many to return", 1, 1000)]


@dataclass(frozen=True)
class _FleetQuestion(Declared):
    @abstractmethod
    def record(self, fleet: FleetQuestions, now: datetime) -> Any:
        """Return the answer as JSON data, of the annotated type."""


@dataclass(frozen=True)
class _Fault(_FleetQuestion):
    words: Annotated[
        str, Takes("words of the component, the symptom or the sentence; all must be there", 1, 500)
    ]

    def record(self, fleet: FleetQuestions, now: datetime) -> FleetFaultRecord:
        return fault_record(fleet.fault(self.words, now))


@dataclass(frozen=True)
class _Lessons(_FleetQuestion):
    most: _Most = 50

    def record(self, fleet: FleetQuestions, now: datetime) -> FleetLessonsRecord:
        return lesson_record(fleet.lessons(self.most))


class _MtbfRecord(TypedDict):
    """How often parts of the fleet fail."""

    by: Annotated[str, "The property by which robots are compared."]
    parts: list[PartReliabilityRecord]


@dataclass(frozen=True)
class _Mtbf(_FleetQuestion):
    by: Annotated[str, Takes("the property by which robots are compared", choices=COMPARED_BY)] = (
        "model"
    )
    weeks: Annotated[int, Takes("how many weeks, the present one included", 1, LONGEST_WEEKS)] = 52

    def record(self, fleet: FleetQuestions, now: datetime) -> _MtbfRecord:
        return {"by": self.by, "parts": mtbf_record(fleet.mtbf(self.by, self.weeks, now))}


@dataclass(frozen=True)
class _Silent(_FleetQuestion):
    hours: Annotated[float, Takes("hours without an update", 0.1, LONGEST)] = HOURS
    most: _Most = 50

    def record(
        self, fleet: FleetQuestions, now: datetime
    ) -> Annotated[dict[str, Any], SilenceAnswer]:
        return asdict(fleet.silence(self.hours, self.most, now))


class _NotesRecord(TypedDict):
    """What the fleet tells its robots now."""

    notes: list[Annotated[dict[str, Any], FleetNote]]


@dataclass(frozen=True)
class _Notes(_FleetQuestion):
    def record(self, fleet: FleetQuestions, now: datetime) -> _NotesRecord:
        return {"notes": [asdict(one) for one in fleet.notes(now)]}


def _endpoint(question: type[_FleetQuestion], summary: str) -> Endpoint:
    def handle(call: Call) -> Answer:
        with FleetQuestions(find_address("", call.memory.home)) as fleet:
            return Answer(question(**call.values).record(fleet, call.memory.clock.now().time))

    path = f"/api/memory/fleet/{question.__name__.removeprefix('_').lower()}"
    return Endpoint(
        "GET", path, TokenScope.READ, summary, handle, parameters_of(question, "query"),
        answers=typing.get_type_hints(question.record, include_extras=True)["return"],
    )  # fmt: skip


FLEET_ENDPOINTS = (
    _endpoint(
        _Fault,
        "Tell on how many robots of the fleet a fault is, on which, since when, rising or falling.",
    ),
    _endpoint(
        _Lessons,
        "Tell which lessons of the fleet are one robot's, and which a class's, by exact tests.",
    ),
    _endpoint(
        _Mtbf,
        "Return the mean operating time between failures by model, batch, site, floor, software or "
        "robot, the worst robot first.",
    ),
    _endpoint(_Silent, "List robots of the fleet whose updates do not come, or are refused."),
    _endpoint(_Notes, "List the notes that the fleet sends to its robots now."),
)
