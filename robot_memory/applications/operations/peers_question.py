"""Which robots are trusted, and what other robots reported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict

from robot_memory.applications.operations.operation import Question, QuestionAnswer
from robot_memory.entries.confidence import effective
from robot_memory.entries.json_records import EntryRecord, entry_record
from robot_memory.entries.mute_rules import is_silenced
from robot_memory.entries.peer_text import quoted
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.shared_entry import AuditHead

if TYPE_CHECKING:
    from robot_memory.entries.peer_memory import PeerMemory
    from robot_memory.foundation.identity.trust_store import TrustedRobot
    from robot_memory.sharing.federation.peer_record import PeerRecord


class TrustRecord(TypedDict):
    """What an operator said of a robot."""

    trust: Annotated[str, "'trusted', 'revoked' or 'unknown'."]
    name: str
    since: Annotated[datetime | None, "Since when it is trusted, UTC."]
    revoked_at: datetime | None
    kid: Annotated[str, "The id of its key."]
    fingerprint: str


class DeletedRecord(TypedDict):
    """An entry that was deleted on request."""

    id: str
    at: datetime


class PeerRobotRecord(TrustRecord):
    """A robot that is trusted, or was heard."""

    rrn: str
    last_synced: Annotated[datetime | None, "When it was heard last; null: never."]
    valid_until: Annotated[datetime | None, "After that its entries are told no more."]
    is_current: bool
    problem: Annotated[str, "Why nothing of it is used; else empty."]
    entries: list[EntryRecord]
    audit: Annotated[
        Annotated[dict[str, Any], AuditHead] | None, "The newest line of its record of changes."
    ]
    cut_to: Annotated[
        Annotated[dict[str, Any], AuditHead] | None, "The line to which its record was cut off."
    ]
    deleted: list[DeletedRecord]
    stories: Annotated[
        list[list[str]], "Where it told two stories under one number: some sentences of each."
    ]


_OF_FLEET = (
    "this home keeps a fleet: `robot-memory fleet ask silent` says which robots its server has not "
    "heard"
)


class PeersRecord(TypedDict):
    """Robots by RRN."""

    peers: list[PeerRobotRecord]
    problems: Annotated[list[str], "Cards that cannot be used, and why."]


@dataclass(frozen=True)
class ListedPeer:
    """A robot that is trusted, or was heard."""

    rrn: str
    trusted: TrustedRobot | None  # what an operator said of it; None: nothing
    known: PeerMemory | None  # what it said last; None where it was never heard
    heard: PeerRecord | None  # what is stored of its updates; None likewise

    def as_record(self, now: datetime, decay: float) -> PeerRobotRecord:
        """Return it as JSON data: its trust, what it said last, its record, what it deleted."""
        known, heard = self.known, self.heard
        entries = known.entries if known else ()
        erased = heard.erased if heard else ()
        return {
            "rrn": self.rrn,
            **trust_record(self.trusted),
            "last_synced": known.last_synced if known else None,
            "valid_until": known.valid_until if known else None,
            "is_current": known is not None and known.is_current(now),
            "problem": known.problem if known else "",
            "entries": [entry_record(effective(one, now, decay), one) for one in entries],
            "audit": heard.audit.as_record() if heard and heard.audit else None,
            "cut_to": heard.cut_to.as_record() if heard and heard.cut_to else None,
            "deleted": [{"id": one.entry_id, "at": one.left} for one in erased],
            "stories": list(map(list, heard.stories if heard else ())),
        }

    def lines(self, now: datetime, decay: float) -> Iterator[str]:
        """Yield what a person is shown of it."""
        label = self.trusted or self.known
        name = one_line(label.label if label else self.rrn)
        yield f"{name}: {self._trust_words()}; {self._knowledge_words()}"
        for entry in self.known.entries if self.known else ():
            muted = " (muted)" if is_silenced(entry, now) else ""
            yield f"   {effective(entry, now, decay):4.0%}  {quoted(entry.text)} {entry.id}{muted}"
        if self.heard is None:
            return
        if self.heard.audit is not None:
            yield f"   its record of what its memory did stood at {self.heard.audit}"
        if self.heard.record_problem:
            yield f"   {self.heard.record_problem}"
        if erased := self.heard.erased:
            yield f"   deleted on request: {len(erased)}, the last {_minute(erased[-1].left)}"
        for number, story in enumerate(self.heard.stories, 1):
            yield f"   story {number}: {' / '.join(map(quoted, story)) or '(nothing)'}"

    def _trust_words(self) -> str:
        if self.trusted is None:
            return "not trusted"
        if self.trusted.revoked_at is not None:
            return f"revoked {_minute(self.trusted.revoked_at)}"
        role = " as a fleet" if self.trusted.is_fleet else ""
        return f"trusted{role}, kid {self.trusted.card.kid}"

    def _knowledge_words(self) -> str:
        if self.known is None:
            return "never heard"
        when = _minute(self.known.last_synced)
        problem = self.known.problem
        return f"{one_line(problem)} ({when})" if problem else f"last heard {when}"


@dataclass(frozen=True)
class PeersAnswer(QuestionAnswer):
    """Robots by RRN."""

    peers: Sequence[ListedPeer]
    problems: tuple[str, ...]  # cards that cannot be used, and why
    now: datetime
    decay: float  # of confidence a day

    @property
    def text(self) -> str:
        """The robots in lines."""
        return "\n".join(line for one in self.peers for line in one.lines(self.now, self.decay))

    @property
    def remark(self) -> str:
        """What is wrong with cards, and who else knows when the robots were heard."""
        return "\n".join(filter(None, (*self.problems, self.message)))

    def as_record(self) -> PeersRecord:
        """Return it as JSON data."""
        peers = [one.as_record(self.now, self.decay) for one in self.peers]
        return {"peers": peers, "problems": list(self.problems)}


@dataclass(frozen=True)
class ListPeers(Question):
    """List trusted peers and their last updates."""

    NAME: ClassVar[str] = "peers list"
    PATH: ClassVar[str] = "/peers"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory peers list",)
    NOTHING: ClassVar[str] = "no robot is trusted, and none was heard"

    def ask(self, memory: RobotMemory) -> PeersAnswer:
        """Answer it; see :class:`.Question`."""
        # other verbs start sooner without
        from robot_memory.applications.fleet.database import has_database
        from robot_memory.foundation.identity.trust_store import TrustStore
        from robot_memory.sharing.federation.peer_record import PeerRecord

        trust, known = TrustStore(memory.home.peers).read(), memory.peers.all()
        records = map(PeerRecord.of_row, memory.ledger.peers() if known else ())
        heard = {one.rrn: one for one in records}
        peers = [
            ListedPeer(rrn, trust.by_rrn.get(rrn), known.get(rrn), heard.get(rrn))
            for rrn in sorted(trust.by_rrn.keys() | known.keys())
        ]
        now, decay = memory.clock.now().time, memory.settings.decay_per_day
        message = _OF_FLEET if has_database(memory.home) else ""
        return PeersAnswer(message, peers, trust.problems, now, decay)


def trust_record(robot: TrustedRobot | None) -> TrustRecord:
    """Return what an operator said of a robot; ``trust`` is trusted, revoked or unknown."""
    stands = "revoked" if robot and robot.is_revoked else "trusted"
    return {
        "trust": stands if robot else "unknown",
        "name": robot.name if robot else "",
        "since": robot.since if robot else None,
        "revoked_at": robot.revoked_at if robot else None,
        "kid": robot.card.kid if robot else "",
        "fingerprint": robot.card.fingerprint if robot else "",
    }


def _minute(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M} UTC"
