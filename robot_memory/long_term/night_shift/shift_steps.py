"""The seven steps of document 003, §4, each by itself; the shift does them in order.

Step 1, Summarize, makes digests, chunks, facts of entries and patterns (003 §3 and §4; 002).
Specification: rules.md §4.7 and §6.15.

See docs/reference/night-shift.md, "Steps".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property

from robot_memory.entries.entry_archive import Compaction
from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.chunks import ChunkStore, import_conversation
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.graph.fact_archive import FactRemoval
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.night_shift.deleted_words import erase_words
from robot_memory.long_term.night_shift.digest_files import DigestFiles
from robot_memory.long_term.night_shift.digest_survey import DigestSurvey, days_until, take_survey
from robot_memory.long_term.night_shift.digest_writer import DigestWriter
from robot_memory.long_term.night_shift.ledger_maintenance import LedgerMaintenance
from robot_memory.long_term.night_shift.night_settings import NightSettings
from robot_memory.long_term.night_shift.pattern_mining import PatternMining
from robot_memory.long_term.night_shift.phrasing import Phrase, rewording
from robot_memory.long_term.night_shift.session_cleanup import SessionCleanup
from robot_memory.long_term.night_shift.shift_report import StepProgress

#: All entries with their effective confidence, resolved ones as well.
Entries = Callable[[], Sequence[tuple[float, MemoryEntry]]]
Stop = Callable[[], bool]
#: Puts the archive of the memory file in order; given True it only says what would be done.
CompactArchive = Callable[[bool], Compaction]


_HELD = "the clock made a step, or the robot was off for long; it is asked again tomorrow"
_UNREAD_CHUNKS = (
    "a robot deleted words on request: they would be deleted from chunks, but a dry run "
    "reads no chunks"
)


@dataclass(frozen=True)
class _Summarizer:
    """Brings what happened into digests, chunks, facts and knowledge.

    Attributes:
        entries: all entries with their effective confidence, resolved ones as well.
        digester: writes digests; where the rest is read and written.
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
        entries = (entry for _, entry in self.entries())
        worded = {one.id: one.text for one in entries if is_a_persons_wording(one)}
        survey = take_survey(self.digester.levels, zone, *days, worded)
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


@dataclass(frozen=True)
class NightMemory:
    """What the night shift reads, writes and calls of one memory home.

    Attributes:
        open_chunks: returns the chunks; they are not opened by a dry run.
        entries: returns *all* entries with their effective confidence, resolved ones as well.
        rebuild_index: rebuilds the embedding index (Step 3); returns of how many facts.
        search: returns the texts that recall finds for a question; it must not count as a recall.
        may_prune: whether the clock may be trusted with what leaves (rules.md §2.6, §4.3).
        compact_archive: puts the archive of the memory file in order.
        evidence: the ledger; None where there is none.
        phrase: a model that may put the lines of digests in other words; None: rules alone.
        lineage: returns whose words a text may repeat.
    """

    facts: FactGraph
    levels: Levels
    open_chunks: Callable[[], ChunkStore]
    entries: Entries
    rebuild_index: Callable[[], int]
    search: Callable[[str], Sequence[str]]
    may_prune: Callable[[], bool] = lambda: True
    compact_archive: CompactArchive = lambda dry_run: Compaction()
    evidence: LedgerMaintenance | None = None
    phrase: Phrase | None = None
    lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE


@dataclass(frozen=True)
class ShiftSteps:
    """The steps but for the last one, which tells of the others."""

    memory: NightMemory
    settings: NightSettings
    zone: tzinfo | None

    @cached_property
    def digests(self) -> DigestFiles:
        """The digests on disk."""
        return DigestFiles(self.memory.levels.tree.root)

    @cached_property
    def _summarizer(self) -> _Summarizer:
        memory, zone = self.memory, self.zone
        patterns = PatternMining(memory.levels, zone)
        reword = rewording(memory.phrase)
        digester = DigestWriter(
            memory.levels, memory.facts, memory.open_chunks, self.digests, zone, reword,
            memory.lineage,
        )  # fmt: skip
        return _Summarizer(memory.entries, digester, patterns, self.settings)

    def summarize(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 1: digests, chunks, facts of entries, knowledge, proposals."""
        if dry_run:
            self._summarizer.preview(now, progress)
        else:
            self._summarizer.run(now, stop, progress)

    def decay(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 2: what each fact is worth now; closed form, so that twice is as once."""
        progress.count("facts", len(self.memory.facts.facts))
        if not dry_run:
            progress.count("files_changed", self.memory.facts.decay(now=now.time))

    def index(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 3: the embedding index of all facts above ``search_threshold``."""
        if dry_run:
            progress.count("facts_indexed", len(self.memory.facts.searchable(now=now.time)))
        else:
            progress.count("facts_indexed", self.memory.rebuild_index())

    def prune(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 4: archive decayed facts, and those in words of a peer that are not in use any more.

        Words that a peer deleted on request leave the chunks.
        What decayed leaves under trusted time only (rules.md §4.3).
        """
        lineage = self.memory.lineage()
        distrusted = self._drop_distrusted(lineage, now, progress, dry_run=dry_run)
        if lineage.has_deleted:
            self._erase_deleted(lineage, progress, dry_run=dry_run)
        if not now.trusted:
            progress.notes.append("nothing is pruned: the clock is not trusted")
            return
        if not self.memory.may_prune():
            progress.notes.append(f"nothing is pruned: {_HELD}")
            return
        if dry_run:
            decayed = self.memory.facts.prunable(now=now.time)
            leaving = [one for one in decayed if one.fact.id not in distrusted]
            progress.notes.extend(map(_would_leave, leaving))
        else:
            leaving = self.memory.facts.prune(now=now.time)
        progress.count("facts_archived", len(leaving))

    def _erase_deleted(
        self, lineage: PeerLineage, progress: StepProgress, *, dry_run: bool
    ) -> None:
        """Take words that a peer deleted on request out of the chunks."""
        if dry_run:  # opening the chunks makes files
            progress.notes.append(_UNREAD_CHUNKS)
            return
        erased = erase_words(self.memory.open_chunks(), lineage)
        if erased:
            progress.count("chunks_erased", erased)

    def _drop_distrusted(
        self, lineage: PeerLineage, now: Instant, progress: StepProgress, *, dry_run: bool
    ) -> set[str]:
        """Archive facts that repeat what a peer said; whose words they are, no clock changes.

        Returns their ids.
        """
        if not lineage:
            return set()
        leaving = self.memory.facts.drop_distrusted(
            lineage.is_distrusted, now=now.time, dry_run=dry_run
        )
        if leaving:
            progress.count("facts_distrusted", len(leaving))
        if dry_run:
            progress.notes.extend(map(_would_leave, leaving))
        return {one.fact.id for one in leaving}

    def reconcile(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 5: ``MEMORY.md`` says what the strongest facts say."""
        done = self.memory.facts.reconcile(now=now.time, dry_run=dry_run)
        progress.count("lines_added", len(done.added))
        progress.count("lines_removed", len(done.removed))
        if done.left_out:
            progress.notes.append(f"{done.left_out} facts have no room in MEMORY.md")

    def clean(self, now: Instant, stop: Stop, progress: StepProgress, *, dry_run: bool) -> None:
        """Step 6: what is old moves to archives, and evidence is rolled up (rules.md §7.1)."""
        if not self.memory.may_prune():
            progress.notes.append(f"nothing leaves: {_HELD}")
            return
        cleaner = SessionCleanup(
            self.memory.levels, self.digests, self.settings, self.zone, self.memory.open_chunks
        )
        cleaner.run(now, progress, dry_run=dry_run)
        done = self.memory.compact_archive(dry_run)
        if done.moved or done.repeated:
            progress.count("entries_compressed", done.moved)
            progress.count("repeated_entries_dropped", done.repeated)
        if self.memory.evidence is not None and now.trusted:
            self.memory.evidence.maintain(now, stop, progress, dry_run=dry_run)


def _would_leave(one: FactRemoval) -> str:
    return f"{one.fact.id} would leave: {one.because.value}"
