"""The night shift: the seven steps of document 003, §4, one after another (rules.md §8.11).

Every step can be repeated, and interrupted at any point: the next run does the rest. If a step
fails, this is reported and the other steps run: no step needs another step's result of that night.

See docs/reference/night-shift.md, "Steps".
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import (
    Defect,
    InvalidInput,
    LockHeld,
    NightShiftBusy,
    RobotMemoryError,
)
from robot_memory.foundation.time.clock import Clock, Instant
from robot_memory.long_term.levels.json_files import sweep_temporaries
from robot_memory.long_term.night_shift import schedule
from robot_memory.long_term.night_shift.health_check import (
    HealthCheck,
    LastConsolidation,
)
from robot_memory.long_term.night_shift.shift_report import (
    STEPS,
    NightSettings,
    ShiftReport,
    StepProgress,
    StepReport,
    check_steps,
)
from robot_memory.long_term.night_shift.shift_steps import NightMemory, ShiftSteps

_LOG = logging.getLogger(__name__)
_LOCK = ".night-shift.lock"
_HEALTH = "health"
_MOST_SENTENCES = 100
#: A failed action is tried again after this time.
_RETRY = timedelta(hours=1)
#: Errors that are no bug of this package: disks, files, a damaged index.
_EXPECTED_ERRORS = (OSError, RobotMemoryError, sqlite3.Error)


class NightShift:
    """Consolidates one memory home, by local days. The constructor touches no files."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        memory: NightMemory,
        *,
        settings: NightSettings | None = None,
        zone: tzinfo | None = None,
    ) -> None:
        self.settings = settings or NightSettings()
        self.schedule = schedule.Schedule(zone)
        self._folder = folder
        self._clock = clock
        self._memory = memory
        self._state = schedule.NightStateFile(folder)
        self._steps = ShiftSteps(memory, self.settings, zone)
        self._health_check = HealthCheck(
            folder, memory.facts, memory.levels, self._steps.digests, self.settings
        )
        self._tried: dict[str, datetime] = {}

    # -- the steps -------------------------------------------------------------------------

    def run(
        self,
        steps: Sequence[str] = (),
        *,
        dry_run: bool = False,
        stop: Callable[[], bool] = lambda: False,
    ) -> ShiftReport:
        """Consolidate.

        Args:
            steps: any of :data:`STEPS`, in any order; empty: all.
            dry_run: only report what would be done, and change nothing.
            stop: polled between steps and within long ones; True ends the shift.

        Raises:
            InvalidInput: a step does not exist; nothing was done.
            NightShiftBusy: another night shift is running in this home; nothing was done.
        """
        names = check_steps(steps)
        with nullcontext() if dry_run else one_at_a_time(self._folder):
            start = self._clock.now()
            if not dry_run:
                # Left by a crash at least an hour ago; newer files may be in use by other writers.
                sweep_temporaries(_temporary_files(self._folder), start.time)
            reports: list[StepReport] = []
            stopped = False
            for name in names:
                stopped = stopped or stop()
                progress = StepProgress(self._clock.now(), stop, dry_run)
                reports.append(
                    _not_begun(name) if stopped else self._step(name, reports, start, progress)
                )
            if not dry_run and _HEALTH not in names:
                self._remember(self._failed(reports), StepProgress(start))
            stopped = stopped or stop()
        seconds = self._clock.now().uptime - start.uptime
        report = ShiftReport(start.time, seconds, tuple(reports), dry_run, stopped)
        _LOG.info("night shift: %s", report.summary())
        return report

    def _step(
        self, name: str, before: Sequence[StepReport], start: Instant, progress: StepProgress
    ) -> StepReport:
        is_finished = False
        try:
            if name == _HEALTH:
                self._health(before, start, progress)
            else:
                getattr(self._steps, name)(progress)
            is_finished = True
        except _EXPECTED_ERRORS as error:
            reason = str(error).replace("\n", ";") or type(error).__name__
            left = "what was done before stays, the rest is done the next time"
            progress.problems.append(f"{reason}; {left}")
            _LOG.error("night shift, %s: %s", name, error)
        except Exception as error:  # one bad file must not prevent the other steps
            progress.problems.append(f"failed, which it should not: {error!r}; see the log")
            _LOG.exception("night shift, %s", name)
        seconds = self._clock.now().uptime - progress.now.uptime
        notes, problems = _shortened(progress.notes), _shortened(progress.problems)
        return StepReport(name, seconds, progress.counts, notes, problems, is_finished)

    def _health(self, before: Sequence[StepReport], start: Instant, progress: StepProgress) -> None:
        now = progress.now
        # A shift with a failed step is incomplete: it is due again in an hour.
        finished = {report.name for report in before if report.is_finished}
        is_full = finished == set(STEPS) - {_HEALTH}
        done = LastConsolidation(start.time, now.uptime - start.uptime) if is_full else None
        failed = self._failed(before)
        if not progress.dry_run:
            self._remember(failed, progress)
        state = replace(self._state.read(), failed=failed)
        health = self._health_check.examine(now, state, done)
        progress.notes.extend(health.warnings)
        progress.count("warnings", len(health.warnings))
        if not progress.dry_run:
            self._health_check.write(health)

    def _failed(self, reports: Sequence[StepReport]) -> dict[str, str]:
        """Return the failed steps: from these reports, and for other steps from their last run."""
        known = dict(self._state.read().failed)
        for report in reports:
            known.pop(report.name, None)
            if not report.is_finished:
                known[report.name] = "; ".join(report.problems)
        return {name: known[name] for name in STEPS if name in known}

    def _remember(self, failed: Mapping[str, str], progress: StepProgress) -> None:
        """Store the failed steps for the next health check; a full disk does not end the shift."""
        try:
            self._state.write(replace(self._state.read(), failed=failed))
        except OSError as error:
            progress.problems.append(f"the next health check will not know what failed: {error}")

    # -- between the nights ----------------------------------------------------------------

    def check_health(self) -> None:
        """Write ``health.json``, and nothing else."""
        health = self._health_check.examine(self._clock.now(), self._state.read(), None)
        self._health_check.write(health)

    def probe(self) -> schedule.ProbeResult:
        """Ask the canaries (003 §Quality Probe), and log and store how many pass.

        Raises:
            InvalidFact: ``canary-facts.json`` cannot be used; lists everything wrong with it.
        """
        now = self._clock.now().time
        result = schedule.ask(self._memory.facts.canaries(), self._memory.search, now)
        self._state.write(replace(self._state.read(), probe=result))
        self._memory.levels.note(
            "quality_probe", passed=result.passed, asked=result.asked,
            ratio=round(result.ratio, 4), failed=list(result.failed),
        )  # fmt: skip
        return result

    # -- the schedule ----------------------------------------------------------------------

    def due(self) -> list[str]:
        """Return the actions that are due now, in order; cheap enough for frequent calls."""
        now = self._clock.now()
        checked, last = self._health_check.last_times()
        state = self._state.read()
        done = {
            schedule.SUMMARIZE: _newest(state.summarized, last.started if last else None),
            schedule.CONSOLIDATE: last.started if last else None,
            schedule.HEALTH_CHECK: checked,
            schedule.QUALITY_PROBE: state.probe.time if state.probe else None,
        }
        times = {action: time for action, time in done.items() if time is not None}
        waiting = {
            action for action, tried in self._tried.items()
            if timedelta(0) <= now.time - tried < _RETRY
        }  # fmt: skip
        return [one for one in self.schedule.due(times, now) if one not in waiting]

    def act(self, action: str, *, stop: Callable[[], bool] = lambda: False) -> ShiftReport | None:
        """Do an action of the schedule.

        Returns:
            The report of a consolidation or a summarization.

        Raises:
            InvalidInput: the action does not exist; nothing was done.
            NightShiftBusy: another night shift is running; the action is due again in an hour.
        """
        if action not in schedule.ACTIONS:
            problem = f"{action!r:.80} is not one of {', '.join(schedule.ACTIONS)}"
            raise InvalidInput("nothing was done", [Defect("action", problem)])
        now = self._clock.now().time
        self._tried[action] = now
        if action == schedule.HEALTH_CHECK:
            self.check_health()
        elif action == schedule.QUALITY_PROBE:
            self.probe()
        else:
            report = self.run(
                (schedule.SUMMARIZE,) if action == schedule.SUMMARIZE else (), stop=stop
            )
            if action == schedule.SUMMARIZE and report.success and not report.stopped:
                self._state.write(replace(self._state.read(), summarized=now))
            return report
        return None


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Hold the lock of the night shift, which ends with the process; or raise NightShiftBusy.

    A home runs one night shift at a time: the node's, or the command line's.
    """
    files.make_private_folder(folder)
    path = folder / _LOCK
    with ExitStack() as lock:
        try:
            lock.enter_context(file_lock.locked(path, patience=0.0))
        except LockHeld:
            raise NightShiftBusy(
                f"another night shift is at work in {folder}, of {file_lock.holder_of(path)}; "
                "nothing was done: wait until it has ended, it takes a minute at most"
            ) from None
        yield


def _temporary_files(home: Path) -> Iterator[Path]:
    """Yield temporary files that a crash may have left; the levels sweep their own."""
    for name in ("", "index", "embeddings", "knowledge-graph", "keys", "keys/peers"):
        yield from (home / name).glob(".*.tmp")
    yield from (home / "daily").rglob(".*.tmp")


def _newest(*times: datetime | None) -> datetime | None:
    return max(filter(None, times), default=None)


def _shortened(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the first sentences and the number of the others, to keep reports readable."""
    more = len(sentences) - _MOST_SENTENCES
    first = tuple(sentences[:_MOST_SENTENCES])
    return (*first, f"and {more} more") if more > 0 else first


def _not_begun(name: str) -> StepReport:
    problem = "was not begun: the night shift was asked to stop; it is done the next time"
    return StepReport(name, 0.0, {}, problems=(problem,), is_finished=False)
