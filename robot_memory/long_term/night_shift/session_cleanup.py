"""Step 6 — Clean sessions: what is old moves to a compressed archive (003 §4; rules.md §7.4).

The document deletes; rules.md §7.4 lets everything be archived first. Archives are merged into few
files, and the oldest leave where all take more than they may.
A session leaves only once its days are digested, and a digest once it is found as a chunk.

See docs/reference/night-shift.md, "What moves to archives".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.levels.markdown_page import sha256_of
from robot_memory.long_term.levels.retention import (
    RetentionCandidate,
    RetentionPlan,
    RetentionStep,
    due,
    file_candidate,
)
from robot_memory.long_term.night_shift.digest_files import DigestFiles, shorten_digest
from robot_memory.long_term.night_shift.digest_survey import days_until, survey_sessions
from robot_memory.long_term.night_shift.digest_writer import is_digested
from robot_memory.long_term.night_shift.night_settings import NightSettings
from robot_memory.long_term.night_shift.shift_report import StepProgress


@dataclass(frozen=True)
class SessionCleanup:
    """Plans and carries out what leaves.

    Attributes:
        levels: where sessions and other episodic files are.
        open_chunks: returns the chunks; called only where a digest leaves.
    """

    levels: Levels
    digests: DigestFiles
    settings: NightSettings
    zone: tzinfo | None
    open_chunks: Callable[[], ChunkStore]

    def run(self, now: Instant, progress: StepProgress, *, dry_run: bool) -> None:
        """Move what is due to archives, or say what would be moved.

        By a clock that may be wrong nothing is due.
        """
        plan = self.levels.plan_retention()
        if plan.held:
            progress.notes.append(f"nothing leaves: {plan.held}")
            return
        undigested = {*self._undigested(now), *self._unfound()}
        wanted = self._wanted(plan, now)
        steps = [step for step in wanted if step.path not in undigested]
        progress.notes.extend(
            f"{step.path} stays until it is digested"
            for step in wanted if step.path in undigested
        )  # fmt: skip
        if dry_run:
            progress.notes.extend(f"{step.path} would leave: it {step.reason}" for step in steps)
            progress.count("archived", len(steps))
            return
        self._shorten_chunks(steps)
        done = self.levels.apply_retention(RetentionPlan(tuple(steps)))
        progress.count("archived", len(done))
        removed = self.levels.tidy_archives(self.settings.archive_limit_bytes)
        progress.notes.extend(f"{path.name} was removed from the archives" for path in removed)
        self._forget(now)

    def _shorten_chunks(self, steps: list[RetentionStep]) -> None:
        """Let the chunks of digests that leave say what people said; the page has the rest."""
        for step in steps:
            path = self.levels.tree.root / step.path
            if path.parent == self.digests.folder:
                day = date.fromisoformat(path.stem)
                shorten_digest(self.open_chunks(), day, self.digests.said(day), self.zone)

    def _wanted(self, plan: RetentionPlan, now: Instant) -> list[RetentionStep]:
        """Return what is old, whether or not it is digested."""
        root, days = self.levels.tree.root, self.settings.daily_retention_days
        old = due(list(self._dailies()), now.time, max_age_days=days)
        return [
            *plan.steps,
            *(RetentionStep(item, None, item.path.relative_to(root).as_posix(), reason)
              for item, reason in old),
        ]  # fmt: skip

    def _dailies(self) -> Iterator[RetentionCandidate]:
        """Yield the digests; one is as old as the end of its day."""
        for path in self.digests.paths():
            end = date.fromisoformat(path.stem) + timedelta(days=1)
            midnight = datetime.combine(end, time(), self.zone)
            yield file_candidate(path, _with_zone(midnight))

    def _undigested(self, now: Instant) -> Collection[str]:
        """Return the files of sessions of which some day that has a digest is not in it."""
        first, last = days_until(now.time, self.zone, self.settings.daily_retention_days)
        survey = survey_sessions(self.levels, self.zone, first, last)
        missing = set()
        for path, (name, days) in survey.sessions.items():
            for day in days:
                share = survey.days.get(day, {}).get(name)
                if day > last or (
                    share is not None and not is_digested(self.digests.record(day), name, share)
                ):
                    missing.add(path)
        return missing

    def _unfound(self) -> Iterator[str]:
        """Yield the digests that recall would not find, as they are no chunks yet."""
        for path in self.digests.paths():
            day = date.fromisoformat(path.stem)
            if self.digests.record(day).page_sha256 != sha256_of(self.digests.text(day)):
                yield path.relative_to(self.levels.tree.root).as_posix()

    def _forget(self, now: Instant) -> None:
        """Remove what was kept of digests that have left."""
        first, _ = days_until(now.time, self.zone, self.settings.daily_retention_days)
        for day in self.digests.recorded():
            if day < first and not self.digests.path(day).exists():
                self.digests.forget(day)


def _with_zone(time: datetime) -> datetime:
    return time if time.tzinfo else time.astimezone()
