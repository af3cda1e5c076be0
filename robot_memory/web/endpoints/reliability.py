"""How often the robot fails, over HTTP."""

from __future__ import annotations

from robot_memory.period import Period
from robot_memory.reliability.reliability_report import report_reliability
from robot_memory.reliability.reliability_text import reliability_record
from robot_memory.web.endpoint import Answer, Call, Handlers


def _reliability(call: Call) -> Answer:
    period = Period(call["since"], call["until"])
    report = report_reliability(
        call.memory, period, component=call["component"], changed_at=call["changed"]
    )
    return Answer(reliability_record(report))


HANDLERS: Handlers = {
    "GET /api/memory/reliability": _reliability,
}
