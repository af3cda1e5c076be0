"""The memory file and the ledger's tail as one state (architecture, "The one idea").

Reading never writes: what has to be written is left to :mod:`robot_memory.entries.saver`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.entry_archive import EntryArchive
from robot_memory.entries.fold import ArchivedEntry, EntryChange, Fold
from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.memory_file import MemoryFile
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.entries.peer_rules import pruned
from robot_memory.entries.ranking import Ranking
from robot_memory.errors import Defect, RrnMismatch
from robot_memory.ledger import Key, Kind, Ledger, Observation
from robot_memory.settings import Settings


@dataclass(frozen=True)
class EntryDeparture:
    """An entry that leaves the file.

    Attributes:
        kind: 'pruned', or 'archived' where it was deleted or became a part of another.
        entry: as it was.
        seq: rows up to this number never bring it back.
        row: what made it leave; None where it faded, or was taken out of the file.
        makes_room: it was pruned before it faded, as there are too many.
    """

    kind: str
    entry: MemoryEntry
    seq: int
    row: Observation | None = None
    makes_room: bool = False


class MemoryState:
    """The entries of one robot as they are now.

    Not safe to share between threads by itself: its owner lets one in at a time.

    Args:
        file: the memory file.
        archive: where pruned and deleted entries are.
        ledger: the evidence; None where there is no home yet: then the file alone speaks.
        settings: steps and thresholds, and this robot's RRN.
        on_change: called for each change that a new row makes.

    Attributes:
        file, archive: as given.
        document: the file as last read or written.
        deleted: entries that a person took out, not archived yet, by id.
        problem: why the file as a whole cannot be read at the moment.
        needs_saving: whether the file is behind the state.
        unsaved: the changes that rows made for which the file does not speak yet, in order.

    Raises:
        RrnMismatch: the file belongs to another robot.
    """

    def __init__(
        self,
        file: MemoryFile,
        archive: EntryArchive,
        ledger: Ledger | None,
        settings: Settings,
        on_change: Callable[[EntryChange], None] = lambda change: None,
    ) -> None:
        self.settings = settings
        self.document = MemoryDocument()
        self.deleted: dict[str, EntryDeparture] = {}
        self.problem: str | None = None
        self.needs_saving = False
        self.unsaved: list[EntryChange] = []
        self.seq = 0
        self.file = file
        self.archive = archive
        self._ledger = ledger
        self._on_change = on_change
        self._fold = Fold({}, settings)
        self._ranking: Ranking | None = None
        file.poll()
        self._take_first(file.text)

    @property
    def entries(self) -> Mapping[str, MemoryEntry]:
        """All entries by id, as of the last :meth:`refresh`."""
        return self._fold.entries

    @property
    def peers(self) -> Mapping[str, PeerMemory]:
        """What other robots said, by RRN, as of the last :meth:`refresh`."""
        return self._fold.peers

    @property
    def ranking(self) -> Ranking:
        """The entries ranked for an agent."""
        if self._ranking is None:
            self._ranking = Ranking(self._fold.entries.values())
        return self._ranking

    @property
    def defects(self) -> tuple[Defect, ...]:
        """What is wrong with the file; a defective item stays in it, unused, to be mended."""
        return tuple(self.document.defects)

    @property
    def rrn(self) -> str:
        """This robot's name; empty until one is configured or made."""
        known = self.settings.rrn or self.document.header.rrn
        if known or self._ledger is None:
            return known
        return self._ledger.rrn()

    def identify(self, key: Key | None, entry_type: str, text: str) -> str:
        """Return the id of the entry that such evidence is about."""
        return self._fold.identify(key, entry_type, text)

    def knows(self, key: Key) -> bool:
        """Tell whether there is an entry for a key, be it an archived one; any thread may ask."""
        return self._fold.knows(key) or self._find_archived(key, "") is not None

    def identify_row(self, row: Observation) -> str:
        """Return the id of the entry that a detector's row is about; empty for an event.

        It may say so itself. An event is about none before a place is made of it. Any thread may
        ask, also while another one folds.
        """
        if row.entry_id or row.kind is Kind.EVENT:
            return row.entry_id
        return self.identify(row.key, row.entry_type, row.summary)

    def configure(self, settings: Settings) -> None:
        """Use other steps and thresholds for rows that come from now on."""
        self.settings = settings
        self._fold.settings = settings

    def prune_peers(self, now: datetime) -> None:
        """Take out what other robots said that has faded, and robots that stayed away."""
        self._fold.peers = pruned(self._fold.peers, now, self.settings)

    def remove(self, entry_id: str) -> None:
        """Take an entry out that has been archived."""
        self._fold.remove(entry_id)
        self._ranking = None

    # -- keeping up ------------------------------------------------------------------------

    def refresh(self) -> None:
        """Take in what others did: new rows of the ledger, an edited file.

        Raises:
            RrnMismatch: the file was replaced by another robot's; the state is unchanged.
        """
        self._fold_new_rows()
        if not self.file.poll():
            return
        try:
            # Rows that another process wrote and saved since: the file speaks for them already,
            # so that taking it would fold them without anybody being told.
            self._fold_new_rows()
            self.take(self.file.text)
        except BaseException:
            # It counts as read once it is taken in: until then no save may go over it.
            self.file.forget()
            raise

    def _fold_new_rows(self) -> None:
        if self._ledger is not None:
            self._fold_rows(self._ledger.after(self.seq))

    def take(self, text: str | None) -> None:
        """Make an edited file the base of the state, and fold on top what it does not speak for.

        A file that is missing, cannot be read or is free text takes nothing away: what is known
        stands.
        """
        document = self._read(text)
        if document is None:
            self.needs_saving = True
            return
        self._check_owner(document)
        if document.is_free_text:
            document.put(self.entries.values())
            self.document = document
            self.needs_saving = True
            return
        base = self._base(document)
        known = self.document.entries.values()
        self._fold_on(document, base, (entry for entry in known if entry.id not in document))

    def _take_first(self, text: str | None) -> None:
        """Take a file when nothing is known yet; one that cannot be read is folded anew."""
        document = self._read(text) or MemoryDocument()
        self._check_owner(document)
        base = self._base(document)
        self._fold_on(document, base, self._missing(document, base))
        self.needs_saving |= self.problem is not None

    def _read(self, text: str | None) -> MemoryDocument | None:
        """Read a file; one that cannot be read may be half written: the saver waits for it."""
        self.problem = None
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
        """Let a document be the base of the state; where that fails the state is unchanged.

        Args:
            document: the file.
            base: the row up to which it speaks.
            missing: entries that it should have, which a person may have taken out of it.
        """
        self.deleted = {
            name: departure for name, departure in self.deleted.items()
            if departure.row is None or departure.seq > base
        }  # fmt: skip  # of the others the file speaks: whoever wrote it has archived them
        was_edited = self._note_deleted(missing, base)  # first: the fold asks what is archived
        fold = Fold(document.entries, self.settings, self._find_archived, document.peers)
        rows = self._ledger.after(base) if self._ledger is not None else []
        changes = fold.add(rows)
        self.document, self._fold, self._ranking = document, fold, None
        self.unsaved = changes
        self.seq = rows[-1].id if rows else base
        self._note_leaving(changes)
        self.needs_saving = (
            was_edited
            or (document.touched and bool(self.file.text))
            or (self._ledger is not None and (bool(changes) or self._heard_peers))
            or self.is_ahead
            or self._is_foreign()
        )

    def _fold_rows(self, rows: list[Observation]) -> None:
        if not rows:
            return
        changes = self._fold.add(rows)
        self.unsaved += changes
        self._note_leaving(changes)
        for change in changes:
            self.needs_saving = True
            self._ranking = None
            self._on_change(change)
        self.needs_saving |= self._heard_peers
        self._ranking = None
        self.seq = rows[-1].id

    @property
    def _heard_peers(self) -> bool:
        return self._fold.peers != self.document.peers

    def _note_leaving(self, changes: Iterable[EntryChange]) -> None:
        """Let entries go to the archive that are forgotten, or turned out to be part of others."""
        for change in changes:
            if change.leaves:
                departure = EntryDeparture("archived", change.entry, change.row.id, change.row)
                self.deleted[change.entry.id] = departure

    # -- what a file says of itself --------------------------------------------------------

    @property
    def is_ahead(self) -> bool:
        """Whether the file speaks of rows that the ledger lacks, as it was restored from a backup.

        New rows will get their numbers: the file must be saved before there are any.
        """
        header, ledger = self.document.header, self._ledger
        return (
            ledger is not None
            and not header.is_newer
            and header.ledger_id == ledger.id
            and (header.ledger_seq or 0) > ledger.last()
        )

    def _check_owner(self, document: MemoryDocument) -> None:
        found, wanted = document.header.rrn, self.settings.rrn
        if found and wanted and found != wanted:
            self.file.forget()
            raise RrnMismatch(
                f"{self.file.path} belongs to {found}, this robot is {wanted}; nothing was "
                "changed: set the right rrn, or give this robot a memory file of its own"
            )

    def _is_foreign(self) -> bool:
        header = self.document.header
        return self._ledger is not None and header.ledger_id not in (None, self._ledger.id)

    def _base(self, document: MemoryDocument) -> int:
        """Return the row up to which a file speaks (architecture; rules.md §3.4)."""
        header = document.header
        if self._ledger is None or document.is_free_text:
            return 0
        is_ours = header.ledger_id == self._ledger.id
        if is_ours and header.ledger_seq is not None:
            return min(header.ledger_seq, self._ledger.last())
        if is_ours or header.ledger_id is None:
            return self._ledger.saved()  # it was rewritten without our numbers, or they are spoilt
        # From another computer: the file alone is the memory.
        return self._ledger.last_when_taken(f"{header.ledger_id} {header.ledger_seq}")

    def _note_deleted(self, missing: Iterable[MemoryEntry], base: int) -> bool:
        """Note which of the entries that a file lacks a person took out of it; tell if any."""
        gone = [entry for entry in missing if self._was_there(entry.id, base)]
        self.deleted |= {entry.id: EntryDeparture("archived", entry, base) for entry in gone}
        return bool(gone)

    def _was_there(self, entry_id: str, base: int) -> bool:
        """Tell whether a file that speaks up to ``base`` had an entry before somebody edited it.

        It had not if the entry came later, as an editor opened long ago does not know it, or if
        it has been archived and not come back since, as another process may have done.
        """
        archived = self.archive.seq_of(entry_id)
        if self._ledger is None:
            return archived is None
        since = archived if archived is not None else 0
        if self._ledger.has_evidence(entry_id, after=since, up_to=base):
            return True
        came_with_file = not self._ledger.has_evidence(entry_id, after=0, up_to=self._ledger.last())
        return came_with_file and archived is None

    def _missing(self, document: MemoryDocument, base: int) -> Iterator[MemoryEntry]:
        """Yield the entries that the ledger knows of up to ``base`` and the file lacks."""
        ledger = self._ledger
        if ledger is None or document.header.ledger_id != ledger.id:
            return
        for entry_id in sorted(ledger.entry_ids(up_to=base)):
            if entry_id not in document and self._was_there(entry_id, base):
                rows = [row for row in reversed(ledger.of_entry(entry_id)) if row.id <= base]
                rebuilt = Fold({}, self.settings)
                rebuilt.add(rows)
                yield from rebuilt.entries.values()

    def _find_archived(self, key: Key | None, entry_id: str) -> ArchivedEntry | None:
        for departure in list(self.deleted.values()):  # another thread may be saving
            if departure.entry.id == entry_id or (key and departure.entry.key == key):
                return ArchivedEntry(departure.entry, pruned=False, seq=departure.seq)
        return self.archive.find(key, entry_id)

    def last_stamp(self) -> datetime | None:
        """Return the last time that the home knows of: of the last row, whatever others say."""
        ledger = self._ledger
        rows = ledger.after(ledger.last() - 1) if ledger else []
        return rows[-1].time if rows else self.document.header.last_updated
