"""Services that may take seconds: recall, reliability, consolidation, sources, packets.

They answer in their own thread. Specification: rules.md §5.3, §5.9 and §8.17.

See docs/reference/services.md.
"""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any

from builtin_interfaces.msg import Time

from robot_memory.applications.operations import (
    consolidate_operation,
    knowledge_questions,
    status_questions,
)
from robot_memory.applications.reliability.failure import FaultCheck
from robot_memory.applications.reliability.rate_statistics import RateEstimate
from robot_memory.applications.reliability.reliability_figures import ReliabilityFigures
from robot_memory.faces.ros.convert import hit_message, to_text, to_time
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.ingest_loop import IngestLoop
from robot_memory.faces.ros.operation_services import read_request
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.text.escaping import json_text
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.memory import RobotMemory
from robot_memory.msg import CheckedFault, ComponentReliability, RateInterval, SourceReport
from robot_memory.srv import (
    ApplyPacket,
    Consolidate,
    GetReliability,
    ListSources,
    Recall,
    ReplayRollback,
)

if TYPE_CHECKING:
    from robot_memory.governance import AssistPath, RunOutcome


_NOTHING = "no data: no running time of this robot is known in that period"


class ReliabilityService:
    """Offers ``~/get_reliability``: it reads all occurrences."""

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(GetReliability, "get_reliability", self._get_reliability)

    def _get_reliability(self, request: Any, response: Any) -> None:
        check_time(self._memory, ", so nothing can be counted up to now")
        question = read_request(status_questions.GetReliability, request)
        report = question.ask(self._memory).report
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
    """Return a number; NaN if it is unknown."""
    return math.nan if value is None else value


def _time(stamp: datetime | None) -> Time:
    return Time() if stamp is None else to_time(stamp)


class SourceService:
    """Offers ``~/list_sources``: which topics and reporters are used, which are not, and why."""

    def __init__(self, server: ServiceServer, loop: IngestLoop) -> None:
        self._topics = loop.subscriptions
        self._perception, self._scope = loop.perception, loop.scope
        server.offer(ListSources, "list_sources", self._list)

    def _list(self, request: Any, response: Any) -> None:
        subscribed, skipped = self._subscribed(), self._skipped()
        speakers = self._speakers()
        response.sources = [*subscribed, *skipped, *speakers]
        rest = self._scope.skipped.rest
        response.message = (
            f"{len(subscribed)} topics are heard, "
            f"{len(skipped)} topics and {len(speakers)} speakers are skipped"
            + (f"; {rest} more statuses and lines are not listed" if rest else "")
        )

    def _subscribed(self) -> list[SourceReport]:
        subscriptions, problems = dict(self._topics.by_topic), dict(self._topics.problems)
        misdated = dict(self._perception.losses.misdated)
        return [
            SourceReport(
                kind="topic", name=to_text(topic), topic=to_text(topic), type=subscription.type,
                is_heard=True,
                why=to_text(problems.get(topic, "")), received=subscription.receiver.received,
                unreadable=subscription.receiver.unreadable, failed=subscription.receiver.failed,
                misdated=misdated.get(topic, 0), repeated=subscription.receiver.repeated,
            )
            for topic, subscription in sorted(subscriptions.items())
        ]  # fmt: skip

    def _skipped(self) -> list[SourceReport]:
        problems = dict(self._topics.problems)
        why_not = self._perception.topics.why_not
        return [
            SourceReport(
                kind="topic", name=to_text(topic), topic=to_text(topic), type=type_name,
                why=to_text(problems.get(topic) or why_not(topic, type_name)),
            )
            for topic, type_name in self._topics.skipped_topics()
        ]  # fmt: skip

    def _speakers(self) -> list[SourceReport]:
        return [
            SourceReport(
                kind=item.kind, name=to_text(item.name), topic=to_text(item.topic),
                why=to_text(item.why), received=item.count,
            )
            for item in self._scope.skipped.sources()
        ]  # fmt: skip


class AssistServices:
    """Offers ``~/apply_packet`` and ``~/replay_rollback``, where requests may change anything.

    See document 004 and rules.md §8.17.

    Times are the machine's own even under simulated time: the caps count by them.

    Args:
        issues: notes the error if runs interrupted by a crash cannot get their receipts.
    """

    def __init__(self, server: ServiceServer, memory: RobotMemory, issues: HealthIssues) -> None:
        self._memory = memory
        self._clock = machine_clock(memory.clock)
        if memory.home.governance.is_dir():
            # A failure here does not keep the robot from remembering.
            issues.attempt("assist", lambda: self._assist.recover(self._clock.now()))
        if memory.settings.accept_writes:
            server.offer_write(ApplyPacket, "apply_packet", self._apply)
            server.offer_write(ReplayRollback, "replay_rollback", self._roll_back)

    @property
    def _assist(self) -> AssistPath:
        return self._memory.long_term.assist

    def _apply(self, request: Any, response: Any) -> None:
        if request.dry_run:
            self._check_enabled("dry-run PACKET` tries a packet")  # each leaves permanent receipts
            outcome = self._assist.dry_run(request.packet_id, self._clock.now())
        else:
            outcome = self._assist.apply(request.packet_id, self._clock.now())
        _answer(outcome, response)

    def _roll_back(self, request: Any, response: Any) -> None:
        # Over the network the robot's behaviour is never changed, whoever signed.
        self._check_enabled("rollback RUN --key FILE` takes a run back")
        outcome = self._assist.roll_back(request.run_id, self._clock.now(), rows_only=True)
        _answer(outcome, response)

    def _check_enabled(self, otherwise: str) -> None:
        if not self._memory.settings.assist_enabled:
            raise AssistRefused(
                "the parameter assist.enabled of this node is off (settings.yaml in the home is "
                "for the command line); no row was changed: at this machine `robot-memory assist "
                f"{otherwise} in any case"
            )


def _answer(outcome: RunOutcome, response: Any) -> None:
    record = outcome.receipt.record
    response.success = outcome.is_done
    against = "".join(f"; {violation}" for violation in outcome.violations)
    response.message = f"run {record['run_id']}: {outcome.says}{against}"
    response.receipt = json_text(dict(record))


class LongTermServices:
    """Offers ``~/recall`` and ``~/consolidate``."""

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(Recall, "recall", self._recall)
        if memory.settings.accept_writes:
            server.offer_write(Consolidate, "consolidate", self._consolidate)

    def _recall(self, request: Any, response: Any) -> None:
        question = read_request(knowledge_questions.Recall, request)
        if question.since or question.until:
            check_time(self._memory, ", so nothing can be searched by time")
        answer = question.ask(self._memory)
        response.hits = [hit_message(hit) for hit in answer.hits]
        response.message = answer.message if answer.hits else question.NOTHING

    def _consolidate(self, request: Any, response: Any) -> None:
        check_time(self._memory, "; nothing was done")
        told = read_request(consolidate_operation.Consolidate, request)
        done = told.run(self._memory, "")
        response.success, response.message = not done.has_failed, done.message
        response.report = json_text(done.as_record())
