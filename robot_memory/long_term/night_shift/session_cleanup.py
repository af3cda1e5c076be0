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

from robot_memory.long_term.chunks import ChunkStore
from robot_memory.long_term.chunks.derived_chunk import drop
from robot_memory.long_term.levels import Levels, retention
from robot_memory.long_term.levels.markdown_page import sha256_of
from robot_memory.long_term.night_shift.digest_files import DigestFiles, store_digest
from robot_memory.long_term.night_shift.digest_survey import days_until, survey_sessions
from robot_memory.long_term.night_shift.shift_report import NightSettings, StepProgress


@dataclass(frozen=True)
class SessionCleanup:
    """Plans and carries out what leaves; chunks are opened only where a digest does."""

    levels: Levels
    digests: DigestFiles
    settings: NightSettings
    zone: tzinfo | None
    open_chunks: Callable[[], ChunkStore]

    def run(self, step: StepProgress) -> None:
        """Move what is due to archives, or say what would be moved.

        By a clock that may be wrong nothing is due.
        """
        now, plan = step.now.time, self.levels.plan_retention()
        if plan.held:
            step.notes.append(f"nothing leaves: {plan.held}")
            return
        undigested = {*self._undigested(now), *self._unfound()}
        wanted = self._wanted(plan, now)
        leaving = [one for one in wanted if one.path not in undigested]
        step.notes.extend(f"{one.path} stays until it is digested"
                          for one in wanted if one.path in undigested)  # fmt: skip
        if step.dry_run:
            step.notes.extend(f"{one.path} would leave: it {one.reason}" for one in leaving)
            step.count("archived", len(leaving))
            return
        self._shorten_chunks(leaving)
        done = self.levels.apply_retention(retention.RetentionPlan(tuple(leaving)))
        step.count("archived", len(done))
        removed = self.levels.tidy_archives(self.settings.archive_limit_bytes)
        step.notes.extend(f"{path.name} was removed from the archives" for path in removed)
        self._forget(now)

    def _shorten_chunks(self, steps: list[retention.RetentionStep]) -> None:
        """Let the chunks of digests that leave say what people said; the page has the rest."""
        for step in steps:
            path = self.levels.tree.root / step.path
            if path.parent == self.digests.folder:
                day = date.fromisoformat(path.stem)
                store_digest(self.open_chunks(), day, self.digests.said(day), self.zone, drop)

    def _wanted(
        self, plan: retention.RetentionPlan, now: datetime
    ) -> list[retention.RetentionStep]:
        """Return what is old, whether or not it is digested."""
        root, days = self.levels.tree.root, self.settings.daily_retention_days
        old = retention.due(list(self._dailies()), now, max_age_days=days)
        return [
            *plan.steps,
            *(retention.RetentionStep(item, None, item.path.relative_to(root).as_posix(), reason)
              for item, reason in old),
        ]  # fmt: skip

    def _dailies(self) -> Iterator[retention.RetentionCandidate]:
        """Yield the digests; one is as old as the end of its day."""
        for path in self.digests.paths():
            end = date.fromisoformat(path.stem) + timedelta(days=1)
            midnight = datetime.combine(end, time(), self.zone)
            yield retention.file_candidate(path, midnight if self.zone else midnight.astimezone())

    def _undigested(self, now: datetime) -> Collection[str]:
        """Return the files of sessions of which some day that has a digest is not in it."""
        first, last = days_until(now, self.zone, self.settings.daily_retention_days)
        survey = survey_sessions(self.levels, self.zone, first, last)
        missing = set()
        for path, (name, days) in survey.sessions.items():
            for day in days:
                share = survey.days.get(day, {}).get(name)
                if day > last or (share and not share.is_in(self.digests.record(day), name)):
                    missing.add(path)
        return missing

    def _unfound(self) -> Iterator[str]:
        """Yield the digests that recall would not find, as they are no chunks yet."""
        for path in self.digests.paths():
            day = date.fromisoformat(path.stem)
            if self.digests.record(day).page_sha256 != sha256_of(self.digests.text(day)):
                yield path.relative_to(self.levels.tree.root).as_posix()

    def _forget(self, now: datetime) -> None:
        """Remove what was kept of digests that have left."""
        first, _ = days_until(now, self.zone, self.settings.daily_retention_days)
        for day in self.digests.recorded():
            if day < first and not self.digests.path(day).exists():
                self.digests.forget(day)
