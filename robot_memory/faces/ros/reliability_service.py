"""``~/get_reliability``: reading all occurrences may take seconds (rules.md §5.3, §5.9)."""

from __future__ import annotations

import math
from datetime import datetime
from typing import Any

from builtin_interfaces.msg import Time

from robot_memory.applications.reliability.fault_check import FaultCheck
from robot_memory.applications.reliability.poisson_bounds import RateEstimate
from robot_memory.applications.reliability.reliability_figures import ReliabilityFigures
from robot_memory.faces.ros.convert import from_time, to_text, to_time
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.time.period import Period
from robot_memory.memory import RobotMemory
from robot_memory.msg import CheckedFault, ComponentReliability, RateInterval
from robot_memory.srv import GetReliability

_NOTHING = "no data: no running time of this robot is known in that period"


class ReliabilityService:
    """Offers the service.

    Args:
        server: offers it.
        memory: what answers.
    """

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(GetReliability, "get_reliability", self._get_reliability)

    def _get_reliability(self, request: Any, response: Any) -> None:
        # seldom asked
        from robot_memory.applications.reliability.reliability_report import report_reliability

        check_time(self._memory, ", so nothing can be counted up to now")
        report = report_reliability(
            self._memory,
            Period(from_time(request.since), from_time(request.until)),
            component=request.component,
            changed_at=from_time(request.changed),
        )
        response.since, response.until = _time(report.since), _time(report.until)
        response.operating_hours = _number(report.operating_hours)
        response.figures = [_figures_message(one) for one in report.figures]
        response.takeovers = _rate_message(report.takeovers)
        response.faults = [_fault_message(one) for one in report.faults]
        response.message = _NOTHING if report.since is None else ""


def _figures_message(one: ReliabilityFigures) -> ComponentReliability:
    mtbf, mtbf_low, mtbf_high = one.mtbf_hours
    repair, change = one.repair, one.change
    return ComponentReliability(
        component=to_text(one.component),
        failures=one.failures,
        open_failures=one.open_failures,
        warnings=one.warnings,
        failures_per_hour=_rate_message(one.rate),
        failures_per_kilometre=_rate_message(one.per_kilometre),
        failures_per_mission=_rate_message(one.per_mission),
        mtbf=_number(mtbf),
        mtbf_low=_number(mtbf_low),
        mtbf_high=_number(mtbf_high),
        repairs=repair.count if repair else 0,
        mttr=_number(repair.mean if repair else None),
        median_repair=_number(repair.median if repair else None),
        median_repair_low=_number(repair.low if repair else None),
        median_repair_high=_number(repair.high if repair else None),
        availability=_number(one.availability),
        trend=one.trend.verdict,
        trend_p=_number(one.trend.p),
        power_law=_number(one.power_law.shape),
        power_law_low=_number(one.power_law.low),
        power_law_high=_number(one.power_law.high),
        power_law_p=_number(one.power_law.p),
        changed_at=_time(one.changed_at),
        changed_by=to_text(one.changed_by),
        change=change.verdict if change else "",
        change_ratio=_number(change.ratio if change else None),
        change_low=_number(change.low if change else None),
        change_high=_number(change.high if change else None),
        change_p=_number(change.p if change else None),
        change_needed=change.needed if change else 0,
    )


def _rate_message(rate: RateEstimate | None) -> RateInterval:
    if rate is None:
        return RateInterval(exposure=0.0, value=math.nan, low=math.nan, high=math.nan)
    return RateInterval(
        count=rate.count, exposure=rate.exposure, value=rate.value, low=rate.low, high=rate.high
    )


def _fault_message(one: FaultCheck) -> CheckedFault:
    return CheckedFault(
        entry_id=one.entry_id,
        component=to_text(one.component),
        summary=to_text(one.summary),
        last_seen=to_time(one.last_seen),
        last_checked=_time(one.last_checked),
        exercised_hours=one.exercised_hours,
    )


def _number(value: float | None) -> float:
    """Return a number; what is not known is no number."""
    return math.nan if value is None else value


def _time(stamp: datetime | None) -> Time:
    return Time() if stamp is None else to_time(stamp)
