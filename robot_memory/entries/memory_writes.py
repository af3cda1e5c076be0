"""Statements of people and agents, stored as rows of the ledger.

Specification: rules.md §1.6.

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.family_rules import find_entry
from robot_memory.entries.field_limits import check_limits, until_defects
from robot_memory.entries.keep_rules import check_words, keep_detail
from robot_memory.entries.known_rules import (
    check_declarer,
    check_known,
    check_request,
    check_withdrawal,
    must_ask,
    until_detail,
)
from robot_memory.entries.last_change import (
    Undone,
    change_words,
    check_made,
    check_undoer,
    last_change,
)
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.memory_state import MemoryState
from robot_memory.entries.mute_rules import check_muter
from robot_memory.entries.note import (
    Note,
    NoteResult,
    author_detail,
    read_note,
    read_source,
    read_text,
    read_words,
)
from robot_memory.entries.others_words import (
    check_not_decided,
    check_not_said_by_peer,
    check_not_said_here,
    ended_words,
    repeated_words,
)
from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage, PeerStatement
from robot_memory.entries.peer_memory import PEER_ID, check_own
from robot_memory.entries.peer_mutes import check_person, muted_detail
from robot_memory.entries.persons_decision import is_guarded
from robot_memory.entries.resolve_rules import (
    ASKS_TO_FORGET,
    can_only_propose,
    check_forgetting,
    open_about,
    taken_back,
    waits_already,
)
from robot_memory.entries.undo_rules import fields_of, undo_detail
from robot_memory.foundation.checked_call import checked
from robot_memory.foundation.errors import InvalidInput, NotYours
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.checked_detail import FIELDS_BEFORE, UNDOES

_REFUSAL = "nothing was stored"


class MemoryWrites:
    """The part of a :class:`RobotMemory` that stores statements of people and agents.

    Args:
        store: stores a row durably, and has it folded, before it returns.
        lineage: returns the peers' texts that a text may repeat.
    """

    def __init__(
        self,
        state: MemoryState,
        clock: Clock,
        lock: AbstractContextManager[object],
        store: Callable[[Observation], None],
        lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE,
    ) -> None:
        self.is_closed = False
        self._state = state
        self._now = clock.now
        self._writes_lock = lock
        self._store_row = store
        self._lineage = lineage

    @checked(_REFUSAL)
    def remember(
        self,
        entry_type: EntryType | str,
        text: str,
        *,
        confidence: float = 0.0,
        tags: Collection[str] = (),
        source: str = "person",
        keep: bool = False,
        until: datetime | None = None,
    ) -> NoteResult:
        """Note something that a person or an agent says; stored durably when this returns.

        An agent's note in nearly the words of an entry is no other one: its answer names the entry.

        Args:
            entry_type: hardware_observation, environment_note or behavior_pattern.
            text: one sentence that stays true, at most 500 characters.
            confidence: in [0.1, 1]; 0 for what the source usually starts with.
            tags: labels; an agent's or person's word on a component carries its name.
            source: 'person' or 'agent', with a name where there is one: 'person:ada'; 'claimed'
                for who says to be a person where nobody can check it.
            keep, until: what a person says stands, for good or until then, and does not fade.

        Raises:
            InvalidEntry: lists all that is wrong with what was given; nothing was stored.
            InvalidInput: the date has passed, or the source may keep nothing.
        """
        state = self._state
        note = read_note(
            entry_type, text, confidence=confidence, tags=tags, source=source,
            settings=state.settings,
        )  # fmt: skip
        stands = keep_detail(note.source, self._now().time, keep=keep, until=until)
        with self._writes_lock:
            state.refresh()
            echo = note.find_echo(state.entries, state.peers.values())
            if echo is not None:
                return self._repeated(note, echo)
            source_of_words = self._peer_behind(note.text, note.source)
            if source_of_words is not None:
                return self._quoted(note, source_of_words)
            entry_id = state.identify(None, note.type, note.text, note.source)
            known = state.entries.get(entry_id)
            if not note.source.is_proven:
                held = ended_words(state, note.type, note.text, self._now().time)
                if held is not None:
                    return self._repeated(note, held)
            self._note(note, entry_id, stands)
        if known is None:
            remark = f"; {note.remark}" if note.remark else ""
            return NoteResult(entry_id, True, f"remembered{remark}{note.loss}")
        says = self._state.entries.get(entry_id, known).text
        other = f", which says: {says}" if says != note.text else ""
        return NoteResult(entry_id, False, f"{entry_id} reinforced{other}{note.loss}")

    @checked(_REFUSAL)
    def confirm(
        self,
        entry_id: str,
        *,
        text: str = "",
        source: str = "person",
        keep: bool = False,
        until: datetime | None = None,
    ) -> NoteResult:
        """Say that an entry is still so, as by its own words in :meth:`remember`.

        What is resolved is open again. An agent's word counts for agents' notes alone.

        Args:
            text: the words that are confirmed; needed where only agents say so, unless the whole
                id is given: they choose what its first digits are.

        Raises:
            UnknownEntry: no entry has that id.
            InvalidInput: it says something else, the date has passed, or the source may keep
                nothing.
        """
        with self._changing(entry_id, source) as (entry, by_whom):
            stands = keep_detail(by_whom, self._now().time, keep=keep, until=until)
            check_words(entry, entry_id, text)
            # A person who confirms a sentence does not see the tags that an agent gave it.
            tags = () if entry.has_unproven_tags and by_whom.is_proven else entry.tags
            note = read_note(
                entry.resolved_from or entry.type, entry.text, confidence=0.0, tags=tags,
                source=source, settings=self._state.settings,
            )  # fmt: skip
            if is_guarded(entry, by_whom):
                return self._repeated(note, entry)
            self._note(note, entry.id, stands)
        opened = " and open again" if entry.type is EntryType.RESOLVED else ""
        return NoteResult(entry.id, False, f"{entry.id} confirmed{opened}: {entry.text}")

    @checked(_REFUSAL)
    def resolve(self, entry_id: str, note: str = "", *, source: str = "person") -> MemoryEntry:
        """Mark an entry as cleared: it is kept, and not told any more.

        What a detector or a person found stays told where the source is none, or cannot be checked:
        their request waits for a person (rules.md §2.12).

        Args:
            source: who says so, as of :meth:`remember`.

        Raises:
            UnknownEntry: no entry has that id.
        """
        (note,) = read_words(note=note)
        with self._changing(entry_id, source) as (entry, by_whom):
            kind = Kind.RECOVERED if can_only_propose(entry, by_whom) else Kind.RESOLVE
            return self._store_and_return(entry, kind, note, source)

    @checked(_REFUSAL)
    def mute(
        self, entry_id: str, *, until: datetime | None = None, why: str = "",
        source: str = "person",
    ) -> MemoryEntry:  # fmt: skip
        """Go on learning about something, but do not tell agents until then (None: for good).

        What an agent, or who cannot be checked, mutes is told again with new evidence, or with a
        person's word (rules.md §1.6). Only a person mutes what another robot reports (§6.7).

        Raises:
            UnknownEntry: no entry has that id.
            InvalidInput: the date names no time zone, or has passed.
            NotYours: a person muted it or another robot reports it; the source is no proven person.
        """
        if defects := until_defects(until, self._now().time):
            raise InvalidInput("nothing was stored", defects)
        return self._mute(Kind.MUTE, entry_id, why, source, until_detail(until))

    @checked(_REFUSAL)
    def unmute(self, entry_id: str, *, source: str = "person") -> MemoryEntry:
        """Tell agents about something again; raises as :meth:`mute`."""
        return self._mute(Kind.UNMUTE, entry_id, "", source, {})

    def _mute(
        self, kind: Kind, entry_id: str, why: str, source: str, detail: Mapping[str, str]
    ) -> MemoryEntry:
        (why,) = read_words(why=why)
        _, by = read_source(source)
        with self._changing(entry_id, source, of_others=True) as (entry, by_whom):
            if entry.id.startswith(PEER_ID):
                check_person(entry, by_whom)
                detail = {**detail, **muted_detail(entry)}
                self._store_change(kind, why, source, detail, entry_id=entry.id)
                return self._state.find_reported(entry.id) or entry
            row = Observation(kind, self._now(), why, by_whom, detail={"by": by})
            back = taken_back(entry, row, self._state.changes_of)
            if back is None:
                check_muter(entry, row)
            if kind is Kind.MUTE and is_guarded(entry, by_whom):
                kind = Kind.MUTE_ASKED
            return self._store_and_return(entry, kind, why, source, {**detail, **(back or {})})

    @checked(_REFUSAL)
    def declare_known(
        self,
        entry_id: str,
        reason: str,
        *,
        until: datetime | None = None,
        source: str = "person",
    ) -> MemoryEntry:
        """Say that somebody knows of a fault: it is told as known, and alarms no one.

        It reopens when it gets worse, or when the date passes (rules.md §1.13). Where an agent, or
        who cannot be checked, says so of what a detector or a person found, that stays as it is,
        and the request waits for a person.

        Args:
            reason: why nobody needs to be alarmed, such as what was ordered; not empty.
            until: the date; None: until it gets worse.
            source: who says so, as of :meth:`remember`.

        Raises:
            UnknownEntry: no entry has that id.
            InvalidInput: there is no reason, the date has passed, or the entry is resolved.
            NotYours: a person declared it known, and the source is none, or cannot be checked.
        """
        (reason,) = read_words(reason=reason)
        with self._changing(entry_id, source) as (entry, by_whom):
            check_known(entry, reason, until, self._now().time)
            check_declarer(entry, by_whom)
            kind = Kind.KNOWN_ASKED if is_guarded(entry, by_whom) else Kind.KNOWN
            return self._store_and_return(entry, kind, reason, source, until_detail(until))

    @checked(_REFUSAL)
    def withdraw_known(
        self, entry_id: str, reason: str = "", *, source: str = "person"
    ) -> MemoryEntry:
        """Take back that an entry is known: from now on it alarms as any other.

        What a person declared stays known where the source is none, or cannot be checked: their
        request waits for a person (rules.md §1.13). A request to declare it known is taken back,
        too.

        Raises:
            UnknownEntry: no entry has that id.
            InvalidInput: it is not known, and nobody asks for that.
            NotYours: another one asks for that, and the source is no person.
        """
        (reason,) = read_words(reason=reason)
        _, by = read_source(source)
        with self._changing(entry_id, source) as (entry, by_whom):
            row = Observation(Kind.NOT_KNOWN, self._now(), reason, by_whom, detail={"by": by})
            back = taken_back(entry, row, self._state.changes_of)
            if back is None:
                check_withdrawal(entry, row)
            is_request = must_ask(entry, by_whom)
            if is_request:
                check_request(entry, self._now().time)
            kind = Kind.KNOWN_DOUBTED if is_request else Kind.NOT_KNOWN
            return self._store_and_return(entry, kind, reason, source, back or {})

    @checked(_REFUSAL)
    def forget(self, entry_id: str, why: str = "", *, source: str = "person") -> MemoryEntry:
        """Delete an entry, as a person deletes it from the file, and return it as it was.

        It goes to the archive; only evidence that is later than this brings it back, as new. As
        with :meth:`resolve`, what a detector or a person found stays, and the request waits.

        Raises:
            UnknownEntry: no entry has that id.
            NotYours: what a detector or a person found is resolved, and the source is no person.
        """
        (why,) = read_words(why=why)
        with self._changing(entry_id, source) as (entry, by_whom):
            check_forgetting(entry, by_whom)
            if can_only_propose(entry, by_whom):
                return self._store_and_return(entry, Kind.RECOVERED, why, source, ASKS_TO_FORGET)
            return self._store_and_return(entry, Kind.FORGET, why, source)

    @checked(_REFUSAL)
    def correct(self, entry_id: str, text: str, *, source: str = "person") -> MemoryEntry:
        """Put an entry in other words, as a person edits it in the file; they stay for good.

        Id, evidence and confidence stay as they are; the old text is kept in the evidence.

        Raises:
            UnknownEntry: no entry has that id.
            NotYours: an agent may correct agents' notes alone, none that a person declared known.
        """
        text = read_text(text)
        with self._changing(entry_id, source) as (entry, by_whom):
            if entry.text == text and not (entry.is_agents_word and by_whom.is_proven):
                raise InvalidInput(f"{entry_id} says that already; nothing was stored")
            check_not_said_by_peer(self._peer_behind(text, by_whom))
            if is_guarded(entry, by_whom):
                raise NotYours(
                    f"{entry_id} rests on a detector or on a person's word, and an agent, or who "
                    "says over ROS to be a person, changes the words of agents' notes alone; "
                    "nothing was stored: at the robot's machine a person can correct it, in "
                    "robot-memory.md too"
                )
            if not by_whom.is_proven:
                return self._noted_instead(entry, text, source)
            return self._store_and_return(entry, Kind.CORRECT, text, source, {"was": entry.text})

    def _noted_instead(self, entry: MemoryEntry, text: str, source: str) -> MemoryEntry:
        """Store an agent's new words as a note; its old note leaves (rules.md §1.6)."""
        check_not_said_here(entry, text, self._state, self._now().time)
        note = read_note(
            entry.type, text, confidence=0.0, tags=entry.tags, source=source,
            settings=self._state.settings,
        )  # fmt: skip
        noted = self._state.identify(None, note.type, note.text, note.source)
        self._note(note, noted, {})
        if noted != entry.id:
            self._store_and_return(entry, Kind.FORGET, f"noted anew: {noted}", source)
        return self._state.entries[noted]

    @checked(_REFUSAL)
    def undo(self, entry_id: str, *, source: str = "person") -> Undone:
        """Take back the last change that somebody made of an entry, by a row of its own.

        A person takes back anybody's, and nobody else any.

        Args:
            entry_id: its id, or its first digits; of one that was forgotten where no other one
                begins so.

        Raises:
            UnknownEntry: no entry has or had that id.
            InvalidInput: there is nothing to take back, or what was changed was changed since.
            NotYours: the source is no person.
        """
        check_limits("nothing was stored", id=entry_id)
        by_whom, by = read_source(source)
        check_undoer(by_whom)
        with self._writes_lock:
            state, now = self._state, self._now()
            state.refresh()
            entry_id = state.whole_id_of_left(entry_id)
            left = state.find_archived(None, entry_id)
            is_live = left is None or entry_id in state.entries
            entry = self._find(entry_id) if left is None or is_live else left.entry
            rows = state.changes_of(entry)
            changed, values = last_change(entry, rows, state.settings, is_live=is_live)
            if values is None:
                check_made(entry, changed[0])
                self._store_and_return(entry, Kind.FORGET, "", source, {UNDOES: [changed[0].id]})
            else:
                detail = {**author_detail(by_whom, by), **undo_detail(changed, values)}
                words = change_words(changed[0])
                undo = Observation(Kind.UNDO, now, words, by_whom, detail=detail, entry_id=entry.id)
                self._store_row(undo)
            was_over = is_live and values == {}
            return Undone(state.entries.get(entry.id, entry), changed[0], values is None, was_over)

    @checked(_REFUSAL)
    def repaired(
        self, component: str, note: str = "", *, source: str = "person"
    ) -> list[MemoryEntry]:
        """Note that a part was replaced: its entries resolve, as with :meth:`resolve`.

        Returns:
            The entries that were open and are about the part, as they are now.
        """
        component, note = read_words(component=component, note=note)
        with self._writes_lock:
            self._state.refresh()
            about = open_about(self._state.entries.values(), component)
            self._store_change(Kind.REPAIRED, note, source, component=component)
            return [self._state.entries.get(entry.id, entry) for entry in about]

    def _repeated(self, note: Note, said: MemoryEntry) -> NoteResult:
        """Record that an agent repeats words that the memory told it, or that a person ended."""
        peers = self._state.peers.values()
        author = next((peer.rrn for peer in peers if said in peer.entries), "")
        self._echo(note, said.id)
        message = repeated_words(note, said)
        return NoteResult(said.id, False, message, author)

    def _quoted(self, note: Note, peer: PeerStatement) -> NoteResult:
        """Record that an agent repeats a peer's words."""
        self._echo(note, peer.entry_id)
        message = (
            f"these are {peer.why}: not counted; they count once a detector, or a person at the "
            "robot's machine, says the same"
        )
        return NoteResult(peer.entry_id, False, message, peer.rrn)

    def _peer_behind(self, text: str, source: Source) -> PeerStatement | None:
        """Return the peer's statement that an agent's text repeats; None for proven sources."""
        if source.is_proven:
            return None
        found = self._lineage().source_of(text)
        return None if found is None or found.may_be_repeated(self._now().time) else found

    def _note(self, note: Note, entry_id: str, stands: Mapping[str, str]) -> None:
        row = note.as_observation(self._now(), entry_id, is_echo=False)
        self._store_row(self._with_before(replace(row, detail={**row.detail, **stands})))

    def _echo(self, note: Note, entry_id: str) -> None:
        self._store_row(note.as_observation(self._now(), entry_id, is_echo=True))

    @contextmanager
    def _changing(
        self, entry_id: str, source: str, *, of_others: bool = False
    ) -> Iterator[tuple[MemoryEntry, Source]]:
        """Yield an entry and the source of a change; other writers wait until it is stored."""
        check_limits("nothing was stored", id=entry_id)
        by_whom, _ = read_source(source)
        with self._writes_lock:
            reported = self._state.find_reported(entry_id) if of_others else None
            yield reported or self._find(entry_id), by_whom

    def _store_and_return(
        self, entry: MemoryEntry, kind: Kind, words: str, source: str,
        detail: Mapping[str, Any] = {},
    ) -> MemoryEntry:  # fmt: skip
        """Store a change of an entry; return its new state, or its last one if it left."""
        self._store_change(kind, words, source, detail, entry_id=entry.id)
        return self._state.entries.get(entry.id, entry)

    def _find(self, entry_id: str) -> MemoryEntry:
        self._state.refresh()
        check_own(self._state.peers.values(), entry_id)
        return find_entry(self._state.entries, entry_id)

    def _with_before(self, row: Observation) -> Observation:
        """Return a row with the present fields of each entry that it may change."""
        entries = self._state.entries
        about = open_about(entries.values(), row.component) if row.component else []
        if row.entry_id in entries:
            about = [entries[row.entry_id]]
        before = {one.id: fields_of(one) for one in about}
        return replace(row, detail={**row.detail, FIELDS_BEFORE: before}) if before else row

    def _store_change(
        self, kind: Kind, words: str, source: str, detail: Mapping[str, Any] = {}, **fields: Any
    ) -> None:
        by_whom, by = read_source(source)
        check_not_said_by_peer(self._peer_behind(words, by_whom))
        if not by_whom.is_proven:
            check_not_decided(fields.get("entry_id", ""), words, self._state)
        about = {**detail, **author_detail(by_whom, by)}
        row = Observation(kind, self._now(), words, by_whom, detail=about, **fields)
        row = self._with_before(row)
        if not waits_already(self._state.entries.get(row.entry_id), row, self._state.changes_of):
            self._store_row(row)
