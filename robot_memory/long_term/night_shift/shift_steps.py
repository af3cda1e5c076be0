"""The seven steps of document 003, §4, each on its own; the shift runs them in order.

Step 1, Summarize, makes digests, chunks, facts of entries and patterns (003 §3 and §4; 002).
Step 6, Clean sessions, compresses and archives what the document deletes. Archives are merged into
few files, and the oldest are removed if all are larger than their limit. A session is archived only
once its days are digested, and a digest only once it is stored as chunks.

Specification: rules.md §4.7, §6.15 and §7.4.

See docs/reference/night-shift.md, "Steps" and "What moves to archives".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cached_property

from robot_memory.entries.entry_archive import Compaction
from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.text.conversation import is_person
from robot_memory.foundation.time.stamps import time_of
from robot_memory.long_term.chunks import ChunkStore, import_conversation
from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunking_engine import split_sentences
from robot_memory.long_term.chunks.derived_chunk import drop
from robot_memory.long_term.graph import FactGraph, FactRemoval
from robot_memory.long_term.levels import Levels, retention
from robot_memory.long_term.levels.markdown_page import sha256_of
from robot_memory.long_term.night_shift.digest_files import DigestFiles, store_digest
from robot_memory.long_term.night_shift.digest_survey import (
    DigestSurvey,
    days_until,
    survey_sessions,
    take_survey,
)
from robot_memory.long_term.night_shift.digest_writer import DigestWriter
from robot_memory.long_term.night_shift.ledger_maintenance import LedgerMaintenance
from robot_memory.long_term.night_shift.pattern_mining import PatternMining
from robot_memory.long_term.night_shift.shift_report import NightSettings, StepProgress

#: All entries with their effective confidence, including resolved ones.
Entries = Callable[[], Sequence[tuple[float, MemoryEntry]]]
#: Compacts the archive of the memory file; True only reports what would be done.
CompactArchive = Callable[[bool], Compaction]
_HELD = "the clock made a step, or the robot was off for long; it is asked again tomorrow"
_UNREAD_CHUNKS = (
    "a robot deleted words on request: they would be deleted from chunks, but a dry run "
    "reads no chunks"
)
#: Replaces deleted words.
NOTE = "(words that another robot deleted on request)"
_LONGEST = 200  # tokens of a sentence
#: Tells whether words that were said at a time repeat deleted words.
_Repeats = Callable[[str, datetime], bool]


@dataclass(frozen=True)
class NightMemory:
    """The parts of one memory home that the night shift uses."""

    facts: FactGraph
    levels: Levels
    open_chunks: Callable[[], ChunkStore]  # opens the chunk store; a dry run does not call it
    entries: Entries
    # rebuilds the embedding index (Step 3); returns the number of facts
    rebuild_index: Callable[[], int]
    # returns the texts that recall finds for a question; must not count as a recall
    search: Callable[[str], Sequence[str]]
    # whether the clock can be trusted for removals (rules.md §2.6, §4.3)
    may_prune: Callable[[], bool] = lambda: True
    compact_archive: CompactArchive = lambda dry_run: Compaction()
    evidence: LedgerMaintenance | None = None  # the ledger; None if there is none
    lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE  # returns whose words a text may repeat


@dataclass(frozen=True)
class ShiftSteps:
    """The steps except for the last one, which reports on the others."""

    memory: NightMemory
    settings: NightSettings
    zone: tzinfo | None

    @cached_property
    def digests(self) -> DigestFiles:
        """The digests on disk."""
        return DigestFiles(self.memory.levels.tree.root)

    @cached_property
    def _digester(self) -> DigestWriter:
        memory = self.memory
        return DigestWriter(
            memory.levels, memory.facts, memory.open_chunks, self.digests, self.zone, memory.lineage
        )

    def summarize(self, step: StepProgress) -> None:
        """Step 1: digests, chunks, facts of entries, knowledge, proposals.

        After a crash or a stop, the next run does the rest.
        """
        patterns = PatternMining(self.memory.levels, self.zone)
        if step.dry_run:
            self._preview(patterns, step)
            return
        self.memory.levels.prepare()
        entries = self.memory.entries()
        self.memory.facts.follow_entries(entries, now=step.now.time)
        self._import(step)
        # Before the digests: today's digest mentions the proposals.
        patterns.consolidate(entries, step)
        self._digester.write(self._survey(step), step)
        self.memory.open_chunks().flush()

    def _preview(self, patterns: PatternMining, step: StepProgress) -> None:
        due = self._digester.due(self._survey(step))
        step.notes.extend(
            f"daily/{day}.md would tell of {len(names)} more sessions or events"
            for day, names in due.items()
        )
        step.count("digests_written", len(due))
        step.count("conversations_imported", len(self.memory.levels.conversations.paths()))
        step.notes.extend(patterns.preview(self.memory.entries(), step.now.time))

    def _survey(self, step: StepProgress) -> DigestSurvey:
        days = days_until(step.now.time, self.zone, self.settings.daily_retention_days)
        entries = (entry for _, entry in self.memory.entries())
        worded = {one.id: one.text for one in entries if is_a_persons_wording(one)}
        survey = take_survey(self.memory.levels, self.zone, *days, worded)
        for file in survey.unreadable:
            step.problems.append(f"{file.path}: {file.problem}; it stays, and is in no digest")
        return survey

    def _import(self, step: StepProgress) -> None:
        for path in self.memory.levels.conversations.paths():
            if step.stop():
                return
            try:
                imported = import_conversation(self.memory.open_chunks(), path, flush=False)
            except FileNotFoundError:
                continue  # it was archived in between
            except InvalidInput as error:
                problem = f"{path}: {error}; no chunks are made of it, it stays"
                step.problems.append(problem.replace("\n", ";"))
                continue
            if imported.defects:
                what = f"{len(imported.defects)} things cannot be used, as {imported.defects[0]}"
                step.problems.append(f"{path}: {what}; the rest is")
            if imported.created or imported.changed or imported.replaced:
                step.count("conversations_imported")
            step.count("chunks_created", len(imported.created))
            step.count("chunks_changed", len(imported.changed))

    def decay(self, step: StepProgress) -> None:
        """Step 2: update the activation of each fact; closed form, so it may be repeated."""
        step.count("facts", len(self.memory.facts.facts))
        if not step.dry_run:
            step.count("files_changed", self.memory.facts.decay(now=step.now.time))

    def index(self, step: StepProgress) -> None:
        """Step 3: the embedding index of all facts above ``search_threshold``."""
        if step.dry_run:
            step.count("facts_indexed", len(self.memory.facts.searchable(now=step.now.time)))
        else:
            step.count("facts_indexed", self.memory.rebuild_index())

    def prune(self, step: StepProgress) -> None:
        """Step 4: archive decayed facts, and facts in a peer's words that are no longer in use.

        Words that a peer deleted on request are erased from the chunks.
        Decayed facts are only archived under trusted time (rules.md §4.3).
        """
        lineage, facts, now = self.memory.lineage(), self.memory.facts, step.now.time
        distrusted: set[str] = set()
        if lineage:  # whose words they are does not depend on the clock
            repeated = facts.drop_distrusted(lineage.is_distrusted, now=now, dry_run=step.dry_run)
            distrusted = _count_leaving("facts_distrusted", repeated, step)
        if lineage.has_deleted:
            self._erase_deleted(lineage, step)
        if not step.now.trusted:
            step.notes.append("nothing is pruned: the clock is not trusted")
        elif not self.memory.may_prune():
            step.notes.append(f"nothing is pruned: {_HELD}")
        else:
            leaving = facts.prune(now=now, dry_run=step.dry_run)
            left = [one for one in leaving if one.fact.id not in distrusted]
            step.count("facts_archived", 0)
            _count_leaving("facts_archived", left, step)

    def _erase_deleted(self, lineage: PeerLineage, step: StepProgress) -> None:
        if step.dry_run:  # opening the chunk store makes files
            step.notes.append(_UNREAD_CHUNKS)
        elif erased := _erase_words(self.memory.open_chunks(), lineage):
            step.count("chunks_erased", erased)

    def reconcile(self, step: StepProgress) -> None:
        """Step 5: update ``MEMORY.md`` from the strongest facts."""
        done = self.memory.facts.reconcile(now=step.now.time, dry_run=step.dry_run)
        step.count("lines_added", len(done.added))
        step.count("lines_removed", len(done.removed))
        if done.left_out:
            step.notes.append(f"{done.left_out} facts have no room in MEMORY.md")

    def clean(self, step: StepProgress) -> None:
        """Step 6: archive old files, and roll up evidence (rules.md §7.1)."""
        memory = self.memory
        if not memory.may_prune():
            step.notes.append(f"nothing leaves: {_HELD}")
            return
        SessionCleanup(
            memory.levels, self.digests, self.settings, self.zone, memory.open_chunks
        ).run(step)
        done = memory.compact_archive(step.dry_run)
        if done.moved or done.repeated:
            step.count("entries_compressed", done.moved)
            step.count("repeated_entries_dropped", done.repeated)
        if memory.evidence is not None and step.now.trusted:
            memory.evidence.maintain(step)


def _count_leaving(what: str, leaving: Sequence[FactRemoval], step: StepProgress) -> set[str]:
    """Count leaving facts; in a dry run, also note them and return their ids."""
    if leaving:
        step.count(what, len(leaving))
    staying = leaving if step.dry_run else ()
    step.notes.extend(f"{one.fact.id} would leave: {one.because.value}" for one in staying)
    return {one.fact.id for one in staying}


def _erase_words(store: ChunkStore, lineage: PeerLineage) -> int:
    """Erase deleted words from all chunks, including archived ones; return the number changed.

    Sentences that repeat the words are replaced, and a chunk that says nothing else is deleted.
    What this robot's own evidence or a person says stays, and so does what was said before the
    words were heard.
    """
    repeats = lineage.repeats_deleted
    changed = sum(_erase(store, chunk, repeats) for chunk in store.list_chunks())
    for chunk in filter(None, map(store.read_archived, store.list_archived())):
        if _remaining(chunk, repeats) != chunk.content and store.restore_chunk(chunk.id):
            changed += _erase(store, chunk, repeats)
            store.delete_chunk(chunk.id)
    return changed


def _erase(store: ChunkStore, chunk: Chunk, repeats: _Repeats) -> bool:
    content = _remaining(chunk, repeats)
    if content == chunk.content:
        return False
    if not content:
        return store.delete_chunk(chunk.id, permanent=True)
    # The origin is unchanged: the chunk counts as edited, so no import restores the words.
    store.save_chunk(replace(chunk, content=content, tokens=estimate_tokens(content)))
    return True


def _remaining(chunk: Chunk, repeats: _Repeats) -> str:
    """Return the text of a chunk without the deleted words; empty if it says nothing else."""
    if chunk.is_persons:
        return chunk.content
    if chunk.origin is None:
        content = _without(chunk.content, chunk.metadata.time, repeats)
        return "" if content.replace(NOTE, "").strip() == "" else content
    # A digest's chunk follows its page, from which the words are removed.
    pieces, end, is_said = [], 0, not chunk.turns
    for turn in chunk.turns:
        said = chunk.content[turn.start : turn.end]
        if not is_person(turn.speaker):
            said = _without(said, time_of(turn.time) or chunk.metadata.time, repeats)
        pieces += [chunk.content[end : turn.start], said]
        end, is_said = turn.end, is_said or said.strip() != NOTE
    return "".join((*pieces, chunk.content[end:])) if is_said else ""


def _without(text: str, said: datetime, repeats: _Repeats) -> str:
    """Return a text in which a note replaces each sentence that repeats deleted words."""
    if not repeats(text, said):
        return text
    parts = split_sentences(text, _LONGEST)
    kept = "".join(_noted(part) if repeats(part, said) else part for part in parts)
    return _noted(text) if repeats(kept, said) else kept


def _noted(text: str) -> str:
    return NOTE + text[len(text.rstrip()) :]


@dataclass(frozen=True)
class SessionCleanup:
    """Plans and does the archiving; chunks are opened only if a digest is archived."""

    levels: Levels
    digests: DigestFiles
    settings: NightSettings
    zone: tzinfo | None
    open_chunks: Callable[[], ChunkStore]

    def run(self, step: StepProgress) -> None:
        """Archive what is due, or report what would be archived.

        If the clock may be wrong, nothing is due.
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
        """Reduce the chunks of archived digests to what people said; the page has the rest."""
        for step in steps:
            path = self.levels.tree.root / step.path
            if path.parent == self.digests.folder:
                day = date.fromisoformat(path.stem)
                store_digest(self.open_chunks(), day, self.digests.said(day), self.zone, drop)

    def _wanted(
        self, plan: retention.RetentionPlan, now: datetime
    ) -> list[retention.RetentionStep]:
        """Return the old items, digested or not."""
        root, days = self.levels.tree.root, self.settings.daily_retention_days
        old = retention.due(list(self._dailies()), now, max_age_days=days)
        return [
            *plan.steps,
            *(retention.RetentionStep(item, None, item.path.relative_to(root).as_posix(), reason)
              for item, reason in old),
        ]  # fmt: skip

    def _dailies(self) -> Iterator[retention.RetentionCandidate]:
        """Yield the digests; a digest's age counts from the end of its day."""
        for path in self.digests.paths():
            end = date.fromisoformat(path.stem) + timedelta(days=1)
            midnight = datetime.combine(end, time(), self.zone)
            yield retention.file_candidate(path, midnight if self.zone else midnight.astimezone())

    def _undigested(self, now: datetime) -> Collection[str]:
        """Return the session files with a day that its digest does not fully cover yet."""
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
        """Yield the digests that recall cannot find, because they are not stored as chunks yet."""
        for path in self.digests.paths():
            day = date.fromisoformat(path.stem)
            if self.digests.record(day).page_sha256 != sha256_of(self.digests.text(day)):
                yield path.relative_to(self.levels.tree.root).as_posix()

    def _forget(self, now: datetime) -> None:
        first, _ = days_until(now, self.zone, self.settings.daily_retention_days)
        for day in self.digests.recorded():
            if day < first and not self.digests.path(day).exists():
                self.digests.forget(day)
