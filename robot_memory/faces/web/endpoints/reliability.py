"""How often the robot fails, over HTTP."""

from __future__ import annotations

from robot_memory.applications.reliability.reliability_report import report_reliability
from robot_memory.applications.reliability.reliability_text import reliability_record
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.foundation.time.period import Period


def _reliability(call: Call) -> Answer:
    period = Period(call["since"], call["until"])
    report = report_reliability(
        call.memory, period, component=call["component"], changed_at=call["changed"]
    )
    return Answer(reliability_record(report))


HANDLERS: Handlers = {
    "GET /api/memory/reliability": _reliability,
}
