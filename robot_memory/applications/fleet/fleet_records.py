"""Answers of a fleet's memory as JSON data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from robot_memory.applications.fleet.class_test import ClassFinding
from robot_memory.applications.fleet.counted_robot import ALL, Part
from robot_memory.applications.fleet.fault_question import FaultAnswer, FoundFault
from robot_memory.applications.fleet.fleet_notes import FleetNote
from robot_memory.applications.fleet.fleet_trend import FleetTrend
from robot_memory.applications.fleet.lesson_question import LessonAnswer
from robot_memory.applications.fleet.mtbf_question import PartReliability
from robot_memory.applications.fleet.silence_question import SilenceAnswer
from robot_memory.applications.reliability.poisson_bounds import RateEstimate


def fault_record(answer: FaultAnswer) -> dict[str, Any]:
    """Return what is known of a fault."""
    return {
        "robots": answer.robots,
        "fleet": answer.fleet.robots,
        "since": answer.since,
        "last": answer.last,
        "trend": trend_record(answer.trend),
        "classes": [finding_record(one) for one in answer.findings],
        "parts": _parts(answer.affected.by_part, answer.fleet.by_part),
        "versions": _parts(answer.affected.by_version, answer.fleet.by_version),
        "fault_count": answer.fault_count,
        "faults": [_fault(one) for one in answer.faults],
    }


def _fault(fault: FoundFault) -> dict[str, Any]:
    # Numbers of 63 bits are no numbers to JavaScript.
    return {"id": str(fault.id), "component": fault.component, "text": fault.text,
            "robots": fault.robots,
            "otherwise": [{"text": one.text, "robots": one.robots} for one in fault.otherwise],
            }  # fmt: skip


def _parts(affected: Counter[Part], fleet: Counter[Part]) -> list[dict[str, Any]]:
    return [
        {"dimension": part[0], "value": part[1], "affected": count, "robots": fleet[part]}
        for part, count in sorted(affected.items(), key=lambda one: (one[0][0], -one[1], one[0]))
        if part != ALL
    ]


def trend_record(trend: FleetTrend) -> dict[str, Any]:
    """Return whether a fault comes more often."""
    change = trend.comparison
    return {
        "verdict": trend.verdict,
        "before": _rate(change.before) if change else None,
        "after": _rate(change.after) if change else None,
        "p": change.p if change else None,
        "robots_before": trend.robots_before,
        "robots_after": trend.robots_after,
        "busiest": trend.busiest,
    }


def _rate(rate: RateEstimate) -> dict[str, Any]:
    return {"count": rate.count, "hours": rate.exposure, "per_hour": rate.value,
            "low": rate.low, "high": rate.high}  # fmt: skip


def finding_record(finding: ClassFinding) -> dict[str, Any]:
    """Return a part of the fleet in which a fault is common."""
    share = finding.share
    return {
        "dimension": share.part[0], "value": share.part[1], "affected": share.affected,
        "robots": share.robots, "other_affected": share.other_affected,
        "other_robots": share.other_robots, "p": finding.p, "tests": finding.tests,
    }  # fmt: skip


def lesson_record(answer: LessonAnswer) -> dict[str, Any]:
    """Return whose lessons are whose."""
    return {
        "fleet": answer.robots,
        "single_count": answer.single_count,
        "shared_count": answer.shared_count,
        "shared": [
            {**_fault(one.fault), "classes": [finding_record(each) for each in one.findings]}
            for one in answer.shared
        ],
    }


def mtbf_record(parts: Sequence[PartReliability]) -> list[dict[str, Any]]:
    """Return the failures of each part; times in hours, null where they are not known."""
    return [
        {
            "value": one.value,
            "name": one.name,
            "failures": one.rate.count,
            "hours": one.rate.exposure,
            "mtbf": 1.0 / one.rate.value if one.rate.count else None,
            "mtbf_low": 1.0 / one.rate.high,
            "mtbf_high": 1.0 / one.rate.low if one.rate.count else None,
            "faults": [
                {"component": fault.component, "text": fault.text, "onsets": fault.onsets}
                for fault in one.faults
            ],
        }
        for one in parts
        if one.rate is not None
    ]


def silence_record(answer: SilenceAnswer) -> dict[str, Any]:
    """Return the robots that are silent."""
    return {
        "robots": answer.robots,
        "count": answer.count,
        "silent": [
            {"rrn": one.rrn, "name": one.name, "model": one.model, "site": one.site,
             "issued": one.issued, "problem": one.problem}
            for one in answer.silent
        ],
    }  # fmt: skip


def note_record(note: FleetNote) -> dict[str, Any]:
    """Return a note of the fleet."""
    return {"id": note.id, "type": note.type, "text": note.text, "sources": list(note.sources),
            "written": note.written, "until": note.until}  # fmt: skip
