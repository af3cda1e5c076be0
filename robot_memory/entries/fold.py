"""The fold: entries = the entries of the memory file + the later rows of the ledger.

This is event sourcing, a pure function: folding the same rows into the same entries always gives
the same result.

Rows find their entry by key, else by the id from their text (rules.md §1.2). Resolving, deleting,
muting and known entries: rules.md §1.5, §1.6 and §1.13. Archive numbers: rules.md §3.7.

See docs/explanation/confidence.md, "From message to entry".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from robot_memory.entries.changes_allowed import as_allowed
from robot_memory.entries.confidence import reinforce
from robot_memory.entries.entry_event import ArchivedEntry, EntryChange, FindArchived
from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.entries.entry_readings import EntryReadings, lasting_text, with_repeats
from robot_memory.entries.entry_rules import (
    confirmed_word,
    count_of,
    grown_by_merging,
    is_of_others,
    left_by_merging,
    new_entry,
    resolved,
    shrunk_by_splitting,
    steps_of_correction,
    with_key,
)
from robot_memory.entries.family_rules import KeyIndex, archived_whole, joins, was_joined, with_part
from robot_memory.entries.keep_rules import confirmed, with_keep, without_past_keep
from robot_memory.entries.known_rules import (
    DOUBT_FIELDS,
    KNOWN_REQUEST,
    is_declared,
    may_withdraw_request,
    no_longer_known,
    with_known,
    with_request,
)
from robot_memory.entries.limit_rules import explains, is_suspicion, with_newer_conclusion
from robot_memory.entries.memory_entry import EntryType, MemoryEntry, without
from robot_memory.entries.mute_rules import ends_mute, may_unmute, told_again, with_mute
from robot_memory.entries.normal_words import normal_words
from robot_memory.entries.peer_memory import PEER_ID, PeerMemory, take_update
from robot_memory.entries.peer_mutes import after_update, with_mutes
from robot_memory.entries.persons_decision import as_decided, is_guarded, stays_apart
from robot_memory.entries.resolve_rules import (
    PROPOSAL,
    RESOLVE_FIELDS,
    about,
    can_only_propose,
    is_over,
    proposed,
)
from robot_memory.entries.time_rules import RightTimes
from robot_memory.entries.undo_rules import undone, with_next_request
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.wording.names_or_readings import may_widen
from robot_memory.foundation.wording.varying_text import READINGS
from robot_memory.ledger import Key, Kind, Observation, Source

_PROPOSED = frozenset(PROPOSAL)


class Fold:
    """The current entries; :meth:`add` applies rows to them, one rule for each kind of row.

    Args:
        entries: the entries of the file, by id.
        peers: what other robots said, by RRN, from the file.
        in_any_order: rows may be older than those before them, as in recordings that are played
            later: the newest evidence stays the newest. Otherwise a stamp before an earlier row's
            stamp corrects it: a wrong clock had made the earlier stamp.

    Attributes:
        entries: the entries after the last row, by id.
        peers: what other robots said, after the last row; a new mapping after each change.
    """

    def __init__(
        self,
        entries: Mapping[str, MemoryEntry],
        settings: Settings,
        find_archived: FindArchived = lambda key, entry_id: None,
        peers: Mapping[str, PeerMemory] = MappingProxyType({}),
        *,
        in_any_order: bool = False,
    ) -> None:
        self._in_any_order = in_any_order
        self.entries: dict[str, MemoryEntry] = {}
        self.peers = peers
        self._keys = KeyIndex()
        self._readings = EntryReadings()
        self.settings = settings
        self._find_archived = find_archived
        self._changes: list[EntryChange] = []
        self._forgotten: dict[str, MemoryEntry] = {}
        self._peer_mutes: dict[str, Observation] = {}  # by entry of another robot
        for entry in entries.values():
            self._put(entry)

    def add(self, rows: Iterable[Observation]) -> list[EntryChange]:
        """Fold rows in order, and return their changes.

        The caller makes removed entries available to ``find_archived``: a later undo needs them.
        """
        self._changes, self._forgotten = [], {}
        for row in rows:
            allowed = as_allowed(row, self._find)
            rule = _RULES.get(allowed.kind) if allowed else None
            if allowed is not None and rule is not None:
                rule(self, allowed)
        return self._changes

    def identify(
        self, key: Key | None, entry_type: str, text: str, source: Source = Source.DETECTOR
    ) -> str:
        """Return the id of the entry for given evidence (rules.md §1.1 and §1.2).

        This is the id of the entry with the key, if any. Otherwise an agent's word gets the id of
        its words. Other evidence gets the hash of its text, a longer hash if other evidence holds
        that id, or the id of an agent's entry with these words, which it confirms.
        """
        known = self._keys.find(key)
        if known is not None:
            return known
        if not source.is_proven:
            return agents_id(text)
        short = mint_id(entry_type, text)
        holder = self.entries.get(short)
        if holder is not None:
            return mint_id(entry_type, text, long=is_of_others(holder, key))
        said = self._said_by_agent(text)
        return short if said is None or is_of_others(said, key) else said.id

    def _said_by_agent(self, text: str) -> MemoryEntry | None:
        """Return an agent's entry with the words of a text: a note, or a reported finding."""
        words, note = normal_words(text), self.entries.get(agents_id(text))
        every = list(self.entries.values())  # copied, as another thread may be folding
        found = (one for one in every if one.is_agents_word and one.key is not None)
        candidates = chain([] if note is None else [note], found)
        return next((one for one in candidates if normal_words(one.text) == words), None)

    def knows(self, key: Key) -> bool:
        """Whether a key has an entry."""
        return self._keys.find(key) is not None

    def remove(self, entry_id: str) -> MemoryEntry:
        """Remove an entry that was pruned or deleted."""
        entry = self.entries.pop(entry_id)
        self._keys.discard(entry)
        self._readings.discard(entry_id)
        return entry

    # -- the rules, one for each kind of row -----------------------------------------------

    def _evidence(self, row: Observation) -> None:
        """Fold an onset or a note: reinforce, reopen, bring back or create an entry."""
        entry = self._find(row)
        if entry is not None:
            self._reinforce(entry, row)
            return
        archived = archived_whole(self._find_archived, row.key, row.entry_id)
        if archived is None:
            self._change("created", new_entry(row), row)
        elif row.id > archived.seq or was_joined(archived.entry):
            self._return(archived, row)
        else:
            return
        self._join(row)

    def _return(self, archived: ArchivedEntry, row: Observation) -> None:
        """Bring back an archived entry, or begin a new one (rules.md §2.4, §2.7)."""
        old = archived.entry
        if not row.source.is_proven and archived.is_decided(row.time):
            return
        is_others = not (row.source.is_proven or old.is_agents_word)
        if is_others:  # an agent's word strengthens no others' entries: it gets its own
            row = replace(row, entry_id=agents_id(lasting_text(row)))
        entry = self.entries.get(row.entry_id)
        if entry is not None:
            self._reinforce(entry, row)
        elif archived.pruned and self.settings.recurrence and not is_others:
            self._bring_back(old, row)
        else:
            self._change("created", new_entry(row), row)

    def _join(self, row: Observation) -> None:
        """Join entries whose differing names turn out to be readings."""
        family = self._keys.family(row.key)
        if not may_widen([key.symptom for key in family.values()]):
            return
        for join in joins((self.entries[entry_id] for entry_id in sorted(family)), row):
            for entry in (join.stays, *join.leave):
                self.remove(entry.id)
            for entry in join.leave:
                gone = left_by_merging(entry, join.stays, row)
                self._changes.append(EntryChange("merged", gone, row))
            self._change("reinforced", join.stays, row)

    def _merged(self, row: Observation) -> None:
        """Join the entries of two places that are one, unless somebody decided about one."""
        entry, merged = self._find(row), self._keys.find(Key.from_list(row.detail["from"]))
        other = self.entries.get(merged or "")
        if other is not None and other is not entry and not stays_apart(other, row):
            gone = left_by_merging(self.remove(other.id), entry, row)
            self._changes.append(EntryChange("merged", gone, row))
        if entry is not None:
            self._change("reinforced", grown_by_merging(entry, row), row)

    def _split(self, row: Observation) -> None:
        """Reduce the entry of a place after a part of it became another place."""
        entry = self._find(row)
        if entry is not None:
            self._change("reinforced", shrunk_by_splitting(entry, row), row)

    def _concluded(self, row: Observation) -> None:
        """Fold a limit or an outcome: new, or confirmed with other values."""
        entry = self._find(row)
        if entry is not None:
            self._put(with_newer_conclusion(entry, row))
        self._evidence(row)

    def _recovered(self, row: Observation) -> None:
        """Propose to resolve an entry: its fault has not come back, or somebody asks for it."""
        entry = self._find(row)
        if entry is not None and entry.type is not EntryType.RESOLVED:
            self._request("recovered", entry, proposed(entry, row), row)

    def _request(self, kind: str, entry: MemoryEntry, asked: MemoryEntry, row: Observation) -> None:
        if asked is not entry:  # of two requests the first stays
            self._change(kind, asked, row)

    def _still_present(self, row: Observation) -> None:
        """Count a lasting fault as new evidence once a day (rules.md §2.3)."""
        self._values(row)
        entry = self._find(row)
        if entry is None:
            return
        since = entry.last_reinforced
        if entry.type is EntryType.RESOLVED:
            since = entry.time_of("resolved_at") or since
        if (row.time - since).total_seconds() >= self.settings.still_present:
            self._reinforce(entry, row)

    def _values(self, row: Observation) -> None:
        """Take in values since the onset; they are no new evidence."""
        entry = self._find(row)
        if entry is not None:
            newer = self._readings.add(entry, row) if READINGS in row.detail else entry
            self._put(with_repeats(newer, row))

    def _resolve(self, row: Observation) -> None:
        entry = self._find(row)
        if entry is None or is_over(entry, row):
            return
        self._change("resolved", resolved(entry, row), row)
        for limit in list(self.entries.values()):
            if explains(limit, entry.id) and limit.type is not EntryType.RESOLVED:
                self._change("resolved", resolved(limit, row), row)

    def _repaired(self, row: Observation) -> None:
        """Resolve the entries of a replaced component (``~/repaired``), or propose it."""
        for entry in about(self.entries.values(), row.component):
            if is_over(entry, row):
                continue
            if can_only_propose(entry, row.source):
                self._request("recovered", entry, proposed(entry, row), row)
            else:
                self._change("resolved", resolved(entry, row), row)

    def _mute(self, row: Observation) -> None:
        """Mute or unmute an entry, or note a request for it (rules.md §1.6)."""
        entry = self.entries.get(row.entry_id)
        if row.entry_id.startswith(PEER_ID):
            self._mute_reported(row)
        if entry is None:
            return
        if row.kind is Kind.UNMUTE and not may_unmute(entry, row):
            self._put(as_decided(entry, entry, row))  # a person says that agents may see it
            return
        is_request = row.kind is Kind.UNMUTE and "muted_until" not in entry.extra
        kind, muted = "undone" if is_request else _MUTES[row.kind], with_mute(entry, row)
        if row.kind is Kind.UNMUTE:
            muted = with_next_request(muted, row)
        self._request(kind, entry, muted, row)

    def _kept(self, row: Observation) -> None:
        """Confirm an entry that a person keeps (rules.md §1.17)."""
        entry = self.entries.get(row.entry_id)
        if entry is not None:
            self._put(confirmed(entry, row))

    def _known(self, row: Observation) -> None:
        """Declare an entry known, or note a request for it (rules.md §1.13)."""
        entry = self.entries.get(row.entry_id)
        if entry is None or entry.type is EntryType.RESOLVED:
            return
        if row.kind is Kind.KNOWN_ASKED:
            asked = with_request(entry, row, KNOWN_REQUEST)
            self._request("known_asked", entry, asked, row)
        else:
            self._change("known", with_known(self._told(entry, row), row), row)

    def _not_known(self, row: Observation) -> None:
        """End a known state; unless somebody withdrew it in time, the entry reopens (§1.13)."""
        entry = self.entries.get(row.entry_id)
        if entry is not None and is_declared(entry):
            is_withdrawn = row.source is not Source.DETECTOR and entry.is_known(row.time)
            kind = "not_known" if is_withdrawn else "reopened"
            self._change(kind, no_longer_known(entry, row), row)
        elif entry is not None and may_withdraw_request(entry, row):
            left = with_next_request(no_longer_known(entry, row), row)
            self._change("undone", left, row)

    def _known_doubted(self, row: Observation) -> None:
        """Note a request to withdraw a known state, which lasts until its date (§1.13)."""
        entry = self.entries.get(row.entry_id)
        if entry is not None and entry.is_known(row.time):
            asked = with_request(entry, row, DOUBT_FIELDS)
            self._request("known_doubted", entry, asked, row)

    def _forget(self, row: Observation) -> None:
        """Delete an entry, just as a person deletes it from the file."""
        if row.entry_id in self.entries:
            gone = self.remove(row.entry_id)
            gone = self._forgotten[row.entry_id] = as_decided(gone, gone, row)
            self._changes.append(EntryChange("forgotten", gone, row))

    def _undo(self, row: Observation) -> None:
        """Undo the last change of an entry (rules.md §1.18)."""
        entry = self.entries.get(row.entry_id)
        if row.source is not Source.PERSON:
            return
        if entry is not None:
            self._change("undone", undone(entry, row), row)
            return
        archived = self._find_archived(None, row.entry_id)  # the archive may not have it yet
        left = archived.entry if archived else self._forgotten.get(row.entry_id)
        if left is not None:
            self._change("undone", left, row)

    def _correct(self, row: Observation) -> None:
        """Change the text of an entry, just as a person edits it in the file."""
        entry = self.entries.get(row.entry_id)
        for kind, changed in [] if entry is None else steps_of_correction(entry, row):
            self._change(kind, changed, row)

    def _retime(self, row: Observation) -> None:
        """Correct the times that rows of an untrusted clock gave (rules.md §4.2, §4.5)."""
        times = RightTimes.of(row)
        for entry in list(self.entries.values()):
            if (right := times.given_to(entry)) != entry:
                self._change("retimed", right, row)

    def _peer(self, row: Observation) -> None:
        """Take in another robot's update, which never counts as evidence (document 000 §6)."""
        rrn = row.component
        update = after_update(self.peers.get(rrn), take_update(row), self._peer_mutes)
        self.peers = {**self.peers, rrn: update}

    def _mute_reported(self, row: Observation) -> None:
        """Mute or unmute another robot's statement for a person."""
        if row.source is Source.PERSON:
            self._peer_mutes[row.entry_id] = row
            self.peers = with_mutes(self.peers, {row.entry_id: row})

    # -- their parts -----------------------------------------------------------------------

    def _find(self, row: Observation) -> MemoryEntry | None:
        known = self._keys.find(row.key)
        return self.entries.get(row.entry_id if known is None else known)

    def _reinforce(self, entry: MemoryEntry, row: Observation) -> None:
        was_resolved = entry.type is EntryType.RESOLVED
        if was_resolved and is_guarded(entry, row.source):
            return
        is_confirmed = entry.is_agents_word and row.source.is_proven
        if is_confirmed:
            entry = self._confirmed(entry, row)
        entry = self._told(entry, row)
        grown = self._reinforced(entry, row)
        extra = grown.extra
        if not _PROPOSED.isdisjoint(extra):
            extra = without(extra, *PROPOSAL)
        if was_resolved or is_confirmed:  # it is worth at least as much as a new entry
            grown = replace(grown, confidence=max(grown.confidence, row.confidence))
        if entry.is_agents_word:
            limit = max(entry.confidence, self.settings.confidence_agent_limit)
            grown = replace(grown, confidence=min(grown.confidence, limit))
        if was_resolved:
            extra = without(extra, *RESOLVE_FIELDS)
            grown = replace(grown, type=entry.resolved_from or EntryType(row.entry_type))
        grown = grown if extra is grown.extra else replace(grown, extra=extra)
        kind = "reopened" if was_resolved else "created" if is_confirmed else "reinforced"  # §2.7
        self._change(kind, grown, row)

    def _told(self, entry: MemoryEntry, row: Observation) -> MemoryEntry:
        """Return an entry without its mute, or without a request for it, if a row ends that."""
        if not ends_mute(entry, row):
            return entry
        told = told_again(entry)
        if "muted_until" in entry.extra:
            self._change("unmuted", told, row)
        return told

    def _confirmed(self, entry: MemoryEntry, row: Observation) -> MemoryEntry:
        """Return an agent's entry in a confirming row's words; events say what this ends (§2.7)."""
        confirmed = confirmed_word(entry, row)
        for kind, name in (("unmuted", "muted_until"), ("not_known", "known_until")):
            if name in entry.extra and name not in confirmed.extra:
                self._change(kind, confirmed, row)
        return confirmed

    def _bring_back(self, old: MemoryEntry, row: Observation) -> None:
        """Bring back a pruned entry with its history (rules.md §2.4); reopen a resolved one."""
        if old.type is EntryType.RESOLVED:
            self._put(old := with_part(old, row.entry_id))
            self._reinforce(old, row)
            return
        if old.is_agents_word and row.source.is_proven:
            old = confirmed_word(old, row)
        if ends_mute(old, row):
            old = told_again(old)
        grown = with_part(self._reinforced(old, row), row.entry_id)
        confidence = max(grown.confidence, row.confidence)
        self._change("created", replace(grown, confidence=confidence), row)

    def _reinforced(self, entry: MemoryEntry, row: Observation) -> MemoryEntry:
        updated = without_past_keep(with_key(self._readings.add(entry, row), row), row.time)
        grown = with_keep(reinforce(updated, row.time, row.confidence, self.settings), row)
        if row.kind is Kind.OUTCOME and is_suspicion(row):
            grown = replace(grown, confidence=row.confidence)
        if self._in_any_order:
            grown = replace(grown, last_reinforced=max(entry.last_reinforced, row.time))
        more = count_of(row) - 1
        return replace(grown, observation_count=grown.observation_count + more) if more else grown

    def _change(self, kind: str, entry: MemoryEntry, row: Observation) -> None:
        # Rounded as in the file: otherwise a fold across a save would give another result.
        confidence = round(entry.confidence, 9)
        if confidence != entry.confidence:
            entry = entry.grown(confidence=confidence)
        if row.source is Source.PERSON:
            entry = as_decided(self.entries.get(entry.id, entry), entry, row)
        self._put(entry)
        self._changes.append(EntryChange(kind, entry, row))

    def _put(self, entry: MemoryEntry) -> None:
        self.entries[entry.id] = entry
        self._keys.add(entry)


_MUTES = {Kind.MUTE: "muted", Kind.MUTE_ASKED: "mute_asked", Kind.UNMUTE: "unmuted"}
_RULES: dict[Kind, Callable[[Fold, Observation], None]] = {
    Kind.ONSET: Fold._evidence,
    Kind.NOTE: Fold._evidence,
    Kind.PLACE: Fold._evidence,
    Kind.LIMIT: Fold._concluded,
    Kind.OUTCOME: Fold._concluded,
    Kind.RECOVERED: Fold._recovered,
    Kind.MERGED: Fold._merged,
    Kind.SPLIT: Fold._split,
    Kind.PRESENT: Fold._still_present,
    Kind.END: Fold._values,
    Kind.RESOLVE: Fold._resolve,
    Kind.REPAIRED: Fold._repaired,
    Kind.MUTE: Fold._mute,
    Kind.MUTE_ASKED: Fold._mute,
    Kind.UNMUTE: Fold._mute,
    Kind.KEPT: Fold._kept,
    Kind.KNOWN: Fold._known,
    Kind.KNOWN_ASKED: Fold._known,
    Kind.NOT_KNOWN: Fold._not_known,
    Kind.KNOWN_DOUBTED: Fold._known_doubted,
    Kind.FORGET: Fold._forget,
    Kind.CORRECT: Fold._correct,
    Kind.UNDO: Fold._undo,
    Kind.RETIME: Fold._retime,
    Kind.PEER: Fold._peer,
}
