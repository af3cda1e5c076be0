"""The stored record of a peer's updates: its reader, its writer, and the dates of its evidence.

Withdrawn statements of a peer are kept for 30 days to recognise repetitions, and never shown. An
agent with such words counts as repeating them for 7 days:
:data:`robot_memory.entries.peer_lineage.REPETITION_PERIOD`. Of statements that the peer deleted on
request, only digests of the words are kept.

Specification: rules.md §6.5, §6.15 and §6.17.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from robot_memory.entries.peer_lineage import WordDigest, digests_of
from robot_memory.entries.peer_memory import FLEET_ROLE
from robot_memory.foundation.identity.rrn import named_rrn
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.observation import stamp_from_text, stamp_text
from robot_memory.sharing.federation.robot_update import VALIDITY, RobotUpdate
from robot_memory.sharing.federation.shared_entry import AuditHead, SharedEntry

#: Per peer; the row about it is rewritten with each of its updates.
MOST_WITHDRAWN = 256
#: Withdrawn statements are forgotten after this; a revoked peer's never, as it is not heard.
_KEPT = timedelta(days=30)


@dataclass(frozen=True)
class WithdrawnStatement:
    """A statement that is no longer in use."""

    entry_id: str  # of the entry at the peer
    text: str
    heard: datetime  # when it was first received, UTC
    left: datetime  # when it was withdrawn, UTC

    def as_record(self) -> dict[str, str]:
        """Return it as JSON data."""
        times = {"heard": stamp_text(self.heard), "left": stamp_text(self.left)}
        return {"id": self.entry_id, "text": self.text, **times}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> WithdrawnStatement:
        """Read a record of :meth:`as_record`."""
        heard, left = stamp_from_text(record["heard"]), stamp_from_text(record["left"])
        return cls(record["id"], record["text"], heard, left)


def heard_at(entry: Mapping[str, Any]) -> datetime:
    """Return when an entry in a row about a peer was first received in these words.

    Rows of earlier versions hold only when the last claim was received.
    """
    return stamp_from_text(entry.get("heard") or entry["received"])


def withdrawn_since(
    known: Iterable[WithdrawnStatement],
    before: Iterable[Mapping[str, Any]],
    texts: Iterable[str],
    now: datetime,
) -> tuple[WithdrawnStatement, ...]:
    """Return the withdrawn statements after a peer's new texts, the last withdrawn last.

    Args:
        known: the statements withdrawn earlier.
        before: the entries that were in use.
        texts: the peer's present texts.
    """
    said = set(texts)
    statements = {one.text: one for one in known}
    for entry in before:
        text = str(entry["text"])
        statements.pop(text, None)
        statements[text] = WithdrawnStatement(str(entry["id"]), text, heard_at(entry), now)
    kept = [one for text, one in statements.items() if text not in said and now - one.left <= _KEPT]
    return tuple(kept[-MOST_WITHDRAWN:])


@dataclass(frozen=True)
class ErasedStatement:
    """A statement that was deleted here on the request of its peer."""

    entry_id: str  # of the entry at the peer
    heard: datetime  # when it was first received, UTC
    left: datetime  # when it was deleted here, UTC
    words: tuple[WordDigest, ...]  # to recognise repetitions

    def as_record(self) -> dict[str, Any]:
        """Return it as JSON data."""
        times = {"heard": stamp_text(self.heard), "left": stamp_text(self.left)}
        return {"id": self.entry_id, **times, "words": [[one.count, one.digest]
                                                        for one in self.words]}  # fmt: skip

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> ErasedStatement:
        """Read a record of :meth:`as_record`."""
        heard, left = stamp_from_text(record["heard"]), stamp_from_text(record["left"])
        words = tuple(WordDigest(int(count), str(digest)) for count, digest in record["words"])
        return cls(record["id"], heard, left, words)


def erase(
    withdrawn: Iterable[WithdrawnStatement],
    erased: Iterable[ErasedStatement],
    deleted: Collection[str],
    now: datetime,
) -> tuple[tuple[WithdrawnStatement, ...], tuple[ErasedStatement, ...]]:
    """Return the withdrawn statements kept as words, and those kept as digests, latest last.

    A peer's present statements are in neither: a deletion takes back only earlier words.

    Args:
        withdrawn: the peer's withdrawn statements.
        erased: the statements deleted earlier.
        deleted: ids of entries that the peer names as deleted on request.
    """
    kept, gone = [], [one for one in erased if now - one.left <= _KEPT]
    for one in withdrawn:
        if one.entry_id in deleted:
            gone.append(ErasedStatement(one.entry_id, one.heard, now, digests_of([one.text])))
        else:
            kept.append(one)
    return tuple(kept), tuple(gone[-MOST_WITHDRAWN:])


TOPIC = "/robot_memory/peers"
_SESSIONS = 8  # of a robot; older ones are forgotten
_EMPTY = AuditHead(0, "")  # of an event log without lines
_MOST_KEYS = 64  # earlier keys of a robot whose numbers are kept
_STORY = 5  # sentences of each story that an operator sees


@dataclass(frozen=True)
class PeerRecord:
    """The last update of a robot that counted."""

    rrn: str  # of the robot
    sequence: int  # of the update
    # sha256 of the updates under that number; two of them are two stories. Empty: the number may be
    # used again.
    digests: tuple[str, ...]
    sessions: tuple[str, ...]  # known starts of the robot's node, newest last
    fingerprint: str  # of its keys
    name: str = ""  # the operator's name for it
    valid_until: datetime | None = None  # until when it counts
    # in the form of the ledger, each with ``received``, the time of its last claim, and ``heard``,
    # the time when its words were first received
    entries: tuple[Mapping[str, Any], ...] = ()
    problem: str = ""  # why nothing of it is used; empty if all is well
    # if it had two stories under one number: some sentences of each
    stories: tuple[tuple[str, ...], ...] = ()
    # the highest head of its event log that it has reported
    audit: AuditHead | None = None
    # the reported head, if its event log went back from ``audit``; None if not, or if an operator
    # has trusted the robot again since. For an empty log the number is 0.
    cut_to: AuditHead | None = None
    # when its last update was received; None if that is ``at``
    synced: datetime | None = None
    # its withdrawn statements, the last withdrawn last
    withdrawn: tuple[WithdrawnStatement, ...] = ()
    # its statements deleted on request, the last deleted last; without the words
    erased: tuple[ErasedStatement, ...] = ()
    at: datetime | None = field(default=None, compare=False)  # when the record was stored
    is_fleet: bool = False  # whether it is a fleet's server, not a robot
    # the last number under each of its earlier keys, by fingerprint: with an earlier key, nobody
    # can repeat old updates
    replaced: Mapping[str, int] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The robot's name for readers, marked for a fleet's server."""
        return named_rrn(self.rrn, self.name, is_fleet=self.is_fleet)

    @property
    def record_problem(self) -> str:
        """This robot's testimony against the other's event log; usually empty."""
        if self.audit is None or self.cut_to is None:
            return ""
        line, ends = f"line {self.audit.seq}", self.cut_to.seq
        how = f"went back from {line} to {ends}" if ends < self.audit.seq else f"has another {line}"
        return (
            f"its record of what its memory did {how}: it was cut, or its home is an older copy; "
            f"`robot-memory audit verify --seen {self.audit}` there shows it, and "
            "`robot-memory peers trust` here takes the record as it is"
        )

    def as_detail(self) -> dict[str, Any]:
        """Return the record as JSON data, without its RRN and its time."""
        optional: dict[str, Any] = {
            "valid_until": self.valid_until and stamp_text(self.valid_until),
            "synced": self.synced and stamp_text(self.synced),
            "audit": self.audit and self.audit.as_record(),
            "cut_to": self.cut_to and self.cut_to.as_record(),
            "role": FLEET_ROLE if self.is_fleet else "",
            "withdrawn": [one.as_record() for one in self.withdrawn],
            "erased": [one.as_record() for one in self.erased],
            "replaced": dict(self.replaced),
            "stories": [list(story) for story in self.stories],
        }
        return {
            "sequence": self.sequence,
            "digests": list(self.digests),
            "sessions": list(self.sessions),
            "fingerprint": self.fingerprint,
            "name": self.name,
            "entries": [dict(entry) for entry in self.entries],
            "problem": self.problem,
            **{name: value for name, value in optional.items() if value},
        }

    def as_row(self, instant: Instant) -> Observation:
        """Return the row that stores the record."""
        summary = self.problem or f"shares {len(self.entries)} note{'s' * (len(self.entries) != 1)}"
        return Observation(
            Kind.PEER, instant, f"{self.label}: {summary}", Source.PEER,
            topic=TOPIC, component=self.rrn, detail=self.as_detail(),
        )  # fmt: skip

    @classmethod
    def of_row(cls, row: Observation) -> PeerRecord:
        """Read a row of :meth:`as_row`."""
        return cls.of_detail(row.component, row.detail, row.time)

    @classmethod
    def of_detail(cls, rrn: str, detail: Mapping[str, Any], at: datetime) -> PeerRecord:
        """Read data of :meth:`as_detail`.

        Args:
            at: when it was stored, UTC.
        """
        until, synced = detail.get("valid_until"), detail.get("synced")
        return cls(
            rrn=rrn,
            sequence=detail["sequence"],
            digests=tuple(detail["digests"]),
            sessions=tuple(detail["sessions"]),
            fingerprint=detail["fingerprint"],
            name=detail["name"],
            valid_until=stamp_from_text(until) if until else None,
            entries=tuple(detail["entries"]),
            problem=detail["problem"],
            stories=tuple(map(tuple, detail.get("stories", ()))),
            audit=AuditHead(**detail["audit"]) if "audit" in detail else None,
            cut_to=AuditHead(**detail["cut_to"]) if "cut_to" in detail else None,
            synced=stamp_from_text(synced) if synced else None,
            withdrawn=tuple(map(WithdrawnStatement.of_record, detail.get("withdrawn", ()))),
            erased=tuple(map(ErasedStatement.of_record, detail.get("erased", ()))),
            at=at,
            is_fleet=detail.get("role") == FLEET_ROLE,
            replaced=detail.get("replaced", {}),
        )

    def without_entries(self, problem: str, now: datetime) -> PeerRecord:
        """Return the record with no entries in use and the reason; its update time stays."""
        withdrawn = withdrawn_since(self.withdrawn, self.entries, (), now)
        synced = self.synced or self.at
        return replace(self, entries=(), problem=problem, synced=synced, withdrawn=withdrawn)

    def called(self, name: str, *, is_fleet: bool) -> PeerRecord:
        """Return the record under the name and role of the operator's present card."""
        return replace(self, name=name, is_fleet=is_fleet, synced=self.synced or self.at)

    def under(self, fingerprint: str) -> PeerRecord | None:
        """Return the record for other keys of the robot: the last number under them, or None."""
        number = self.replaced.get(fingerprint)
        return None if number is None else PeerRecord(self.rrn, number, (), (), fingerprint)

    def forgotten(self, reason: str, now: datetime) -> PeerRecord:
        """Return the record with no entries in use; the same update counts after a new trust."""
        return replace(self.without_entries(reason, now), digests=(), sessions=())


def record_of_update(
    update: RobotUpdate,
    digest: str,
    fingerprint: str,
    name: str,
    before: PeerRecord | None,
    now: datetime,
    *,
    is_fleet: bool = False,
    past: PeerRecord | None = None,
) -> PeerRecord:
    """Return the record after an update was taken in.

    Args:
        name: the operator's name for the robot.
        before: the earlier record; None for a new start.
        now: when the update was received.
        past: the earlier record, even if with other keys.
    """
    withdrawn, erased = (past.withdrawn, past.erased) if past else ((), ())
    known = {entry["id"]: entry for entry in before.entries} if before else {}
    deleted_before = {one.words: one.heard for one in erased}  # repeated: the first time counts
    heard = {text: at for text in (entry.text for entry in update.entries)
             if (at := deleted_before.get(digests_of([text])))}  # fmt: skip
    heard |= {one.text: one.heard for one in withdrawn}
    heard |= {entry["text"]: heard_at(entry) for entry in known.values()}
    texts = [entry.text for entry in update.entries]
    left = withdrawn_since(withdrawn, known.values(), texts, now)
    deleted = {one.id for one in update.deleted}
    withdrawn, erased = erase(left, erased, deleted, now)
    entries = tuple(
        _entry_record(entry, known.get(entry.id), heard.get(entry.text, now), now)
        for entry in update.entries
    )
    audit, cut_to = _witnessed(past, update.audit)
    return PeerRecord(
        update.rrn, update.sequence, (digest,), _sessions(update, before), fingerprint, name,
        min(update.valid_until, now + VALIDITY), entries, audit=audit, cut_to=cut_to,
        withdrawn=withdrawn, erased=erased, is_fleet=is_fleet,
        replaced=_replaced(past, fingerprint),
    )  # fmt: skip


def _replaced(past: PeerRecord | None, fingerprint: str) -> Mapping[str, int]:
    """Return the last number under each earlier key of a robot."""
    if past is None:
        return {}
    numbers = {**past.replaced, past.fingerprint: past.sequence}
    others = [(keys, number) for keys, number in numbers.items() if keys != fingerprint]
    return dict(others[-_MOST_KEYS:])


def _witnessed(
    past: PeerRecord | None, said: AuditHead | None
) -> tuple[AuditHead | None, AuditHead | None]:
    """Return the event log head to keep, and the one that the log went back to (rules.md §6.8)."""
    if past is None or past.audit is None:
        return said, None
    if past.cut_to is not None:
        return past.audit, past.cut_to
    return (past.audit, said or _EMPTY) if past.audit.is_missing_in(said) else (said, None)


def _entry_record(
    entry: SharedEntry, before: Mapping[str, Any] | None, heard: datetime, now: datetime
) -> dict[str, Any]:
    """Return an update's entry in its stored form.

    Its evidence gets the earlier of two times: the robot's claim, and when the claim was first
    received (rules.md §6.5). So nobody can keep a note fresh by dating it ahead.

    Args:
        before: the stored entry with the same id; None if there was none.
        heard: when its words were first received.
        now: when the update was received.
    """
    claimed = stamp_text(entry.last_reinforced)
    received = before["received"] if before and before["claimed"] == claimed else stamp_text(now)
    evidence = min(claimed, received)
    return {
        **entry.as_record(),
        "claimed": claimed,
        "received": received,
        "heard": stamp_text(heard),
        "last_reinforced": evidence,
        "first_seen": min(stamp_text(entry.first_seen), evidence),
    }


def _sessions(update: RobotUpdate, before: PeerRecord | None) -> tuple[str, ...]:
    others = [word for word in (before.sessions if before else ()) if word != update.session]
    return (*others[1 - _SESSIONS :], update.session)


def disputed(
    before: PeerRecord, update: RobotUpdate, digest: str, problem: str, now: datetime
) -> PeerRecord:
    """Return the record of a robot that has contradicted itself: neither story is used."""
    same_number = update.sequence == before.sequence
    stories = _stories(
        [str(entry["text"]) for entry in before.entries], [entry.text for entry in update.entries]
    )
    return replace(
        before.without_entries(problem, now),
        sequence=update.sequence,
        digests=(*before.digests, digest)[:2] if same_number else (digest,),
        sessions=_sessions(update, before),
        stories=before.stories if before.problem else stories,
    )


def _stories(one: list[str], other: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return some sentences of each story, first those that the other story lacks."""
    ones, others = set(one), set(other)
    return (
        tuple(sorted(one, key=lambda text: text in others)[:_STORY]),
        tuple(sorted(other, key=lambda text: text in ones)[:_STORY]),
    )
