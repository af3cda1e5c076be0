"""Step 1 — Summarize: digests, chunks, facts of entries, patterns (003 §3 and §4; 002)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.chunks import import_conversation
from robot_memory.long_term.night_shift.digest_survey import DigestSurvey, days_until, take_survey
from robot_memory.long_term.night_shift.digest_writer import DigestWriter
from robot_memory.long_term.night_shift.night_settings import NightSettings
from robot_memory.long_term.night_shift.pattern_mining import PatternMining
from robot_memory.long_term.night_shift.shift_report import StepProgress


@dataclass(frozen=True)
class Summarizer:
    """Brings what happened into digests, chunks, facts and knowledge.

    Attributes:
        entries: all entries with their effective confidence, resolved ones as well.
        digester: writes digests; where the rest is read and written.
        patterns: turns what recurs into knowledge.
    """

    entries: Callable[[], Sequence[tuple[float, MemoryEntry]]]
    digester: DigestWriter
    patterns: PatternMining
    settings: NightSettings

    def run(self, now: Instant, stop: Callable[[], bool], progress: StepProgress) -> None:
        """Do it; what a crash or a stop leaves is done the next time."""
        self.digester.levels.prepare()
        entries = self.entries()
        self.digester.facts.follow_entries(entries, now=now.time)
        self._import(stop, progress)
        # Before the digests: that a skill was proposed is told in today's.
        self.patterns.consolidate(entries, now.time, progress)
        survey = self._survey(now, progress)
        self.digester.write(survey, now.time, stop, progress)
        self.digester.open_chunks().flush()

    def preview(self, now: Instant, progress: StepProgress) -> None:
        """Say what would be done; nothing is changed."""
        due = self.digester.due(self._survey(now, progress))
        for day, names in due.items():
            progress.notes.append(
                f"daily/{day}.md would tell of {len(names)} more sessions or events"
            )
        progress.count("digests_written", len(due))
        progress.count("conversations_imported", len(self.digester.levels.conversations.paths()))
        progress.notes.extend(self.patterns.preview(self.entries(), now.time))

    def _survey(self, now: Instant, progress: StepProgress) -> DigestSurvey:
        zone = self.digester.zone
        days = days_until(now.time, zone, self.settings.daily_retention_days)
        survey = take_survey(self.digester.levels, zone, *days)
        for file in survey.unreadable:
            progress.problems.append(f"{file.path}: {file.problem}; it stays, and is in no digest")
        return survey

    def _import(self, stop: Callable[[], bool], progress: StepProgress) -> None:
        for path in self.digester.levels.conversations.paths():
            if stop():
                return
            try:
                imported = import_conversation(self.digester.open_chunks(), path, flush=False)
            except FileNotFoundError:
                continue  # somebody archived it in between
            except InvalidInput as error:
                progress.problems.append(f"{path}: {error}; no chunks are made of it, it stays"
                                      .replace("\n", ";"))  # fmt: skip
                continue
            if imported.defects:
                what = f"{len(imported.defects)} things cannot be used, as {imported.defects[0]}"
                progress.problems.append(f"{path}: {what}; the rest is")
            if imported.created or imported.changed or imported.replaced:
                progress.count("conversations_imported")
            progress.count("chunks_created", len(imported.created))
            progress.count("chunks_changed", len(imported.changed))
