"""``~/apply_packet`` and ``~/replay_rollback``: document 004 for consoles (rules.md §8.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.text.escaping import json_text
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.memory import RobotMemory
from robot_memory.srv import ApplyPacket, ReplayRollback

if TYPE_CHECKING:
    from robot_memory.governance import AssistPath, RunOutcome


class AssistServices:
    """Offers the assist path where requests may change what is remembered.

    Times are the machine's own, also where time is simulated: the caps count by them.

    Args:
        server: offers them.
        memory: whose evidence is changed.
        issues: told what keeps runs that a crash cut off from being receipted.
    """

    def __init__(self, server: ServiceServer, memory: RobotMemory, issues: HealthIssues) -> None:
        self._memory = memory
        self._clock = machine_clock(memory.clock)
        if memory.home.governance.is_dir():
            # What keeps it from that keeps no robot from remembering.
            issues.attempt("assist", lambda: self._assist.recover(self._clock.now()))
        if memory.settings.accept_writes:
            server.offer_write(ApplyPacket, "apply_packet", self._apply)
            server.offer_write(ReplayRollback, "replay_rollback", self._roll_back)

    @property
    def _assist(self) -> AssistPath:
        return self._memory.long_term.assist

    def _apply(self, request: Any, response: Any) -> None:
        if request.dry_run:
            self._check_enabled("dry-run PACKET` tries a packet")  # each leaves receipts for good
            outcome = self._assist.dry_run(request.packet_id, self._clock.now())
        else:
            outcome = self._assist.apply(request.packet_id, self._clock.now())
        _answer(outcome, response)

    def _roll_back(self, request: Any, response: Any) -> None:
        # How the robot acts is not changed over the network, whoever signed.
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
