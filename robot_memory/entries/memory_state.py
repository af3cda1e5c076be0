"""The present state: the memory file plus the ledger's newer rows.

This module never writes; :mod:`robot_memory.entries.saver` does.

Specification: rules.md §3.4, §3.6, §3.8 and §6.17.

See docs/reference/memory-file.md, "File and evidence".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.entries.entry_event import DELETED, ArchivedEntry, EntryChange, EntryRemoval
from robot_memory.entries.entry_id import short_ids, whole_id
from robot_memory.entries.entry_readings import lasting_text
from robot_memory.entries.fold import Fold
from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.entries.near_duplicates import says_again
from robot_memory.entries.own_rrn import check_claim, check_owner, known_rrn, rrn_defects
from robot_memory.entries.peer_memory import PeerMemory, find_reported, pruned
from robot_memory.entries.persons_decision import DECIDED_BY, with_decision
from robot_memory.entries.presence import Presences
from robot_memory.entries.ranking import Ranking
from robot_memory.entries.resolve_rules import is_proposed
from robot_memory.entries.running_hours import RunningHours
from robot_memory.entries.undo_rules import CHANGES
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key, Kind, Ledger, Observation, Source
from robot_memory.ledger.checked_detail import FIELDS_BEFORE

_HOURS_KEPT = timedelta(minutes=10)
_NEWEST_CHANGES = 1000  # of persons, and of all others


class MemoryState:
    """The present entries of one robot.

    Not thread-safe: its owner must hold a lock.

    Args:
        ledger: the evidence; None if there is no home yet: then only the file counts.
        on_change: called for each change by a new row.
        card: of this robot's keys; None if it has none.
        presences: whether the faults in entries are present; None if nobody asks.

    Attributes:
        document: the file as last read or written.
        deleted: entries that a person deleted and that are not archived yet, by id.
        problem: why the file as a whole cannot be read now.
        needs_saving: whether the file is older than the state.
        unsaved: the changes since the file was saved, in order.
        seq: the id of the last folded row.

    Raises:
        RrnMismatch, NotAMemoryFile: the file is another robot's, or somebody's own.
    """

    def __init__(
        self,
        file: MemoryFile,
        archive: EntryArchive,
        ledger: Ledger | None,
        settings: Settings,
        on_change: Callable[[EntryChange], None] = lambda change: None,
        card: Path | None = None,
        presences: Presences | None = None,
    ) -> None:
        self.settings = settings
        self.document = MemoryDocument()
        self.deleted: dict[str, EntryRemoval] = {}
        self.problem: str | None = None
        self.needs_saving = False
        self.unsaved: list[EntryChange] = []
        self.seq = 0
        self.file = file
        self.archive = archive
        self._ledger = ledger
        self._known_as = known_rrn(ledger, card)  # empty if the home has no robot yet
        self._on_change = on_change
        self._in_any_order = ledger is not None and ledger.time_kind == "recording"
        self._fold = Fold({}, settings, in_any_order=self._in_any_order)
        self._ranking: Ranking | None = None
        self._presences = presences
        self._short_ids: Mapping[str, str] = {}
        self._agents_ids: set[str] = set()
        self._hours = RunningHours()
        self._hours_read: datetime | None = None
        file.poll()
        self._load(file.text)

    @property
    def entries(self) -> Mapping[str, MemoryEntry]:
        """All entries by id, as of the last :meth:`refresh`."""
        return self._fold.entries

    @property
    def peers(self) -> Mapping[str, PeerMemory]:
        """What other robots said, by RRN, as of the last :meth:`refresh`."""
        return self._fold.peers

    @property
    def short_ids(self) -> Mapping[str, str]:
        """The short forms of the ids of all entries."""
        of_agents = {one.id for one in self.entries.values() if one.is_agents_word}
        if (self._short_ids.keys(), self._agents_ids) != (self.entries.keys(), of_agents):
            self._short_ids = short_ids(self.entries, of_agents)
            self._agents_ids = of_agents
        return self._short_ids

    @property
    def ranking(self) -> Ranking:
        """The entries ranked for an agent."""
        if self._ranking is None:
            self._ranking = Ranking(self._fold.entries.values())
        return self._ranking

    def running_hours(self, now: datetime) -> RunningHours:
        """Return the robot's running hours, at most ten minutes old, with the present faults."""
        since = None if self._hours_read is None else abs(now - self._hours_read)
        if self._ledger is not None and (since is None or since > _HOURS_KEPT):
            self._hours = RunningHours.of(self._ledger, self._presences)
            self._hours_read = now
        if self._presences is not None:
            self._presences.look()
        return self._hours

    @property
    def defects(self) -> tuple[Defect, ...]:
        """The defects of the file; a defective item stays in it, unused, until it is corrected."""
        return (*self.document.defects, *rrn_defects(self.document.header.rrn, self.rrn))

    @property
    def rrn(self) -> str:
        """This robot's name; empty until one is configured or made."""
        return self.settings.rrn or self._known_as or self.document.header.rrn

    def keep_rrn(self) -> None:
        """Fix this robot's RRN after a save: later edits of the file do not change it."""
        self._known_as = self.rrn

    def identify(
        self, key: Key | None, entry_type: str, text: str, source: Source = Source.DETECTOR
    ) -> str:
        """Return the id of the entry for given evidence; see :meth:`.Fold.identify`."""
        return self._fold.identify(key, entry_type, text, source)

    def knows(self, key: Key) -> bool:
        """Whether a key has an entry, in the file or the archive; any thread may call it."""
        return self._fold.knows(key) or self.find_archived(key, "") is not None

    def identify_row(self, row: Observation) -> str:
        """Return the id of the entry for a detector's row; empty for kinds that make none.

        A row may name its entry. An event has no entry until it belongs to a place. Any thread may
        call this.
        """
        if row.entry_id or row.kind in (Kind.EVENT, Kind.ATTEMPT, Kind.VERSION):
            return row.entry_id
        return self.identify(row.key, row.entry_type, lasting_text(row), row.source)

    def configure(self, settings: Settings) -> None:
        """Use new settings for rows that are folded from now on."""
        self.settings = settings
        self._fold.settings = settings

    def find_reported(self, entry_id: str) -> MemoryEntry | None:
        """Return another robot's entry, as it is now, by its id or the beginning of it."""
        self.refresh()
        found = find_reported(self.peers.values(), entry_id)
        return found[1] if found else None

    def prune_peers(self, now: datetime) -> None:
        """Remove decayed entries of peers, and peers without an update for too long."""
        left = pruned(self._fold.peers, now, self.settings)
        if left != self._fold.peers:  # a new mapping is the sign of a change
            self._fold.peers = left

    def remove(self, entry_id: str) -> None:
        """Remove an entry that has been archived."""
        self._fold.remove(entry_id)
        self._ranking = None

    # -- reading what has changed ----------------------------------------------------------

    def refresh(self) -> None:
        """Fold new rows of the ledger, and read the file again if it was edited.

        Raises:
            RrnMismatch, NotAMemoryFile: the file was replaced; the state is unchanged.
        """
        self._fold_new_rows()
        if not self.file.poll():
            return
        try:
            # Rows that another process has stored and saved since: the file includes them already,
            # so the fold below would skip the call of on_change.
            self._fold_new_rows()
            self.take(self.file.text)
        except BaseException:
            # Read it again next time: a save must not overwrite an edit that was not folded.
            self.file.forget()
            raise

    def _fold_new_rows(self) -> None:
        if self._ledger is not None:
            self._fold_rows(self._ledger.after(self.seq))

    def take(self, text: str | None) -> None:
        """Start again from an edited file, and fold the rows that are newer than it.

        A missing, unreadable or free-text file deletes nothing: the entries stay.
        """
        document = self._read(text)
        if document is None:
            self.needs_saving = True
            return
        check_owner(self.file, document.header.rrn, self.settings.rrn)
        if document.is_free_text:
            document.put(self.entries.values())
            self.document = document
            self.needs_saving = True
            return
        base = self._base(document)
        known = self.document.entries.values()
        self._fold_on(document, base, [entry for entry in known if entry.id not in document])

    def _load(self, text: str | None) -> None:
        """Read the file at start; if it is unreadable, rebuild the entries from all rows."""
        document = self._read(text) or MemoryDocument()
        check_owner(self.file, document.header.rrn, self.settings.rrn)
        base = self._base(document)
        self._fold_on(document, base, self._missing(document, base))
        self.needs_saving |= self.problem is not None

    def _read(self, text: str | None) -> MemoryDocument | None:
        """Parse a file; None, with ``problem`` set, if it is unreadable: it may be half written."""
        self.problem = None
        check_claim(self.file, self._ledger)
        if text is None:
            return None
        if not text.strip():
            self.problem = "the file is empty"
            return None
        try:
            return MemoryDocument(text)
        except FrontMatterDamaged as error:
            self.problem = str(error)
            return None

    def _fold_on(self, document: MemoryDocument, base: int, missing: Iterable[MemoryEntry]) -> None:
        """Start from a document, and fold the rows after it; on an error the state is unchanged.

        Args:
            base: the id of the last row that it includes.
            missing: entries that it lacks, which a person may have deleted from it.
        """
        self.deleted = {
            name: removal for name, removal in self.deleted.items()
            if removal.row is None
        }  # fmt: skip  # the others: in the archive, or removed below once more
        rows = self._ledger.after(base) if self._ledger is not None else []
        missing = self._with_forgotten(missing, rows, document, base)
        gone = self._note_deleted(missing, base)  # before the fold, which needs these
        self._note_said_again(gone, rows, document, base)
        fold = Fold(
            document.entries, self.settings, self.find_archived, document.peers,
            in_any_order=self._in_any_order,
        )  # fmt: skip
        changes = fold.add(rows)
        self.document, self._fold, self._ranking = document, fold, None
        if self._presences is not None:
            self._presences.forget()
        self.unsaved = changes
        self.seq = rows[-1].id if rows else base
        self._note_removals(changes)
        self.needs_saving = (
            bool(gone)
            or (document.touched and bool(self.file.text))
            or (self._ledger is not None and (bool(changes) or self._peers_changed))
            or self.is_ahead
            or self._is_foreign()
        )

    def _fold_rows(self, rows: list[Observation]) -> None:
        if not rows:
            return
        changes = self._fold.add(rows)
        if self._presences is not None:
            is_retimed = any(row.kind is Kind.RETIME for row in rows)
            self._presences.forget(None if is_retimed else {row.entry_id for row in rows})
        self.unsaved += changes
        self._note_removals(changes)
        for change in changes:
            self.needs_saving = True
            self._ranking = None
            self._on_change(change)
        self.needs_saving |= self._peers_changed
        self._ranking = None
        self.seq = rows[-1].id

    @property
    def _peers_changed(self) -> bool:
        return self._fold.peers != self.document.peers

    def _note_removals(self, changes: Iterable[EntryChange]) -> None:
        for change in changes:
            if change.leaves:
                removal = EntryRemoval(change.entry, DELETED, change.row.id, change.row)
                self.deleted[change.entry.id] = removal

    # -- the header of the file ------------------------------------------------------------

    @property
    def is_ahead(self) -> bool:
        """Whether the file includes rows that the ledger lacks: the ledger is an older backup.

        New rows will reuse their ids: the file must be saved before any are stored.
        """
        header, ledger = self.document.header, self._ledger
        return (
            ledger is not None
            and not header.is_newer
            and header.ledger_id == ledger.id
            and (header.ledger_seq or 0) > ledger.last()
        )

    def _is_foreign(self) -> bool:
        header = self.document.header
        return self._ledger is not None and header.ledger_id not in (None, self._ledger.id)

    def _base(self, document: MemoryDocument) -> int:
        """Return the id of the last row that a file includes (rules.md §3.4)."""
        header = document.header
        if self._ledger is None or document.is_free_text:
            return 0
        is_ours = header.ledger_id == self._ledger.id
        if is_ours and header.ledger_seq is not None:
            return min(header.ledger_seq, self._ledger.last())
        if is_ours or header.ledger_id is None:
            return self._ledger.saved()  # an editor removed or damaged the number in the header
        # Made with another ledger: this ledger's rows count since the file was first read here.
        return self._ledger.last_row_at(f"{header.ledger_id} {header.ledger_seq}")

    def _note_deleted(self, missing: Iterable[MemoryEntry], base: int) -> list[MemoryEntry]:
        """Note the missing entries that a person deleted from the file, and return them."""
        gone = [
            with_decision(entry, Source.PERSON.value) if entry.is_agents_word else entry
            for entry in missing
            if self._was_there(entry.id, base)
        ]
        self.deleted |= {entry.id: EntryRemoval(entry, DELETED, base) for entry in gone}
        return gone

    def _note_said_again(
        self, gone: Sequence[MemoryEntry], rows: Iterable[Observation], document: MemoryDocument,
        base: int,
    ) -> None:  # fmt: skip
        """Note as deleted agents' repetitions of deleted entries, made after the file was read."""
        if self._ledger is None:
            return
        for row in rows:
            if row.kind is not Kind.NOTE or row.source.is_proven or row.entry_id in document:
                continue
            if any(says_again(row.summary, entry.text) for entry in gone):
                for entry in self._rebuilt(self._ledger, row.entry_id, row.id):
                    decided = with_decision(entry, Source.PERSON.value)
                    self.deleted[entry.id] = EntryRemoval(decided, DELETED, base)

    def _was_there(self, entry_id: str, base: int) -> bool:
        """Whether a file that includes rows up to ``base`` had an entry before it was edited.

        It had not if the entry was created later (an editor opened earlier does not show it), or if
        another process archived it and no row created it again. An entry that left after the file
        was read was in it.
        """
        archived = self.archive.seq_of(entry_id)
        if self._ledger is None:
            return archived is None
        since = archived if archived is not None and archived <= base else 0
        if self._ledger.has_evidence(entry_id, after=since, up_to=base):
            return True
        is_of_file_alone = not self._ledger.has_evidence(
            entry_id, after=0, up_to=self._ledger.last()
        )
        return is_of_file_alone and archived is None

    def _missing(self, document: MemoryDocument, base: int) -> Iterator[MemoryEntry]:
        """Yield the entries that the ledger has up to ``base`` and the file lacks."""
        ledger = self._ledger
        if ledger is None or document.header.ledger_id != ledger.id:
            return
        for entry_id in sorted(ledger.entry_ids(up_to=base)):
            if entry_id not in document and self._was_there(entry_id, base):
                yield from self._rebuilt(ledger, entry_id, base)

    def _with_forgotten(
        self, missing: Iterable[MemoryEntry], rows: Sequence[Observation], document: MemoryDocument,
        base: int,
    ) -> Iterator[MemoryEntry]:  # fmt: skip
        """Yield missing entries, and those that were forgotten after the file was read.

        A person who deletes such an entry from that file decides about it, as about any other.
        """
        known = set(document.entries)
        for entry in missing:
            known.add(entry.id)
            yield entry
        forgotten = {row.entry_id for row in rows if row.kind is Kind.FORGET} if base else set()
        for entry_id in forgotten - known:
            if self._ledger is not None and self._was_there(entry_id, base):
                yield from self._rebuilt(self._ledger, entry_id, base)

    def _rebuilt(self, ledger: Ledger, entry_id: str, up_to: int) -> Iterable[MemoryEntry]:
        rows = [row for row in reversed(ledger.of_entry(entry_id)) if row.id <= up_to]
        rebuilt = Fold({}, self.settings, in_any_order=self._in_any_order)
        rebuilt.add(rows)
        return rebuilt.entries.values()

    def was_deleted(self, entry_id: str) -> bool:
        """Whether a person, not an agent or an unchecked person, deleted an entry (§2.7)."""
        archived = self.find_archived(None, entry_id)
        if archived is None or archived.pruned or "merged_into" in archived.entry.extra:
            return False
        rows = self._ledger.of_entry(entry_id, 1) if self._ledger is not None else []
        if not rows or rows[0].kind is not Kind.FORGET or rows[0].source is Source.PERSON:
            return True
        return is_proposed(archived.entry)  # an agent has only asked for it

    def find_archived(self, key: Key | None, entry_id: str) -> ArchivedEntry | None:
        """Return the entry that left the file, or leaves it with the next save, by key or id."""
        for removal in list(self.deleted.values()):  # copied, as another thread may be saving
            if removal.entry.id == entry_id or (key and removal.entry.key == key):
                return ArchivedEntry(removal.entry, pruned=False, seq=removal.seq)
        return self.archive.find(key, entry_id)

    def find_anywhere(self, entry_id: str) -> MemoryEntry | None:
        """Return an entry that is in the file, or has left it."""
        archived = None if entry_id in self.entries else self.find_archived(None, entry_id)
        return archived.entry if archived else self.entries.get(entry_id)

    def whole_id_of_left(self, said: str) -> str:
        """Return the id of a deleted entry by its first digits, unless a present entry matches.

        Raises:
            InvalidInput: several ids match.
        """
        if whole_id(said, self.entries) in self.entries:
            return said
        return whole_id(said, {*self.deleted, *(one.id for one in self.archive.deleted())})

    def decided(self) -> list[MemoryEntry]:
        """Return agents' entries about which a person decided, in the file or not (§1.6)."""
        leaving = [removal.entry for removal in list(self.deleted.values())]
        here = [one for one in (*self.entries.values(), *leaving) if DECIDED_BY in one.extra]
        return [*here, *self.archive.decided()]

    def corrected_words(self) -> Iterator[tuple[str, str]]:
        """Yield entries' texts from before a person's correction, each with the entry's id."""
        rows = self._ledger.correction_rows() if self._ledger is not None else []
        yield from ((str(row.detail["was"]), row.entry_id) for row in rows if "was" in row.detail)

    def reworded(self, entries: Iterable[MemoryEntry]) -> Iterator[tuple[str, str]]:
        """Yield notes' texts from before a person reworded them in the file, each with the id.

        Such an edit makes no row: the note's rows have the earlier words.
        """
        for entry in entries:
            if self._ledger is not None and entry.key is None and not entry.has_words_of_id:
                rows = self._ledger.rows_about((entry.id,), _NEWEST_CHANGES, (Kind.NOTE,))
                yield from ((row.summary, entry.id) for row in rows)

    def changes_of(self, entry: MemoryEntry) -> list[Observation]:
        """Return the changes of an entry, and the repairs during which it was open; unordered."""
        if self._ledger is None:
            return []
        rows = self._ledger.rows_about((entry.id,), _NEWEST_CHANGES, CHANGES)
        parts = {*entry.tags, entry.component} - {""}
        repairs = (row for part in sorted(parts) for row in self._ledger.repair_rows(part))
        return [*rows, *(row for row in repairs if entry.id in row.detail.get(FIELDS_BEFORE, ()))]

    def last_stamp(self) -> datetime | None:
        """Return the time of the last row; without rows, the file's time."""
        ledger = self._ledger
        rows = ledger.after(ledger.last() - 1) if ledger else []
        return rows[-1].time if rows else self.document.header.last_updated
