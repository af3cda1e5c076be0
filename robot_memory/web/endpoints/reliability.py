"""How often the robot fails, over HTTP."""

from __future__ import annotations

from robot_memory.period import Period
from robot_memory.reliability.reliability_report import report_reliability
from robot_memory.reliability.reliability_text import reliability_record
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.tokens import TokenScope


def _reliability(call: Call) -> Answer:
    period = Period(call["since"], call["until"])
    report = report_reliability(
        call.memory, period, component=call["component"], changed_at=call["changed"]
    )
    return Answer(reliability_record(report))


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/reliability", TokenScope.READ,
        "Failure rates, MTBF, repair times and trends, with intervals; what is not known is null.",
        _reliability,
        (
            Parameter("component", "query", "string", "Only of this component.", default="",
                      most=500),
            Parameter("since", "query", "time", "From then on."),
            Parameter("until", "query", "time", "Up to then."),
            Parameter("changed", "query", "time",
                      "Compare the time before it with the time after it; by default the newest "
                      "repair."),
        ),
    ),
)  # fmt: skip
