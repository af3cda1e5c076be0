"""A place: where events of one sort come together."""

from __future__ import annotations

from dataclasses import dataclass, replace

from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import Observation
from robot_memory.ledger.position import Position

_RUN = "\t"  # between a boot and a run in it


@dataclass(frozen=True)
class PlacedEvent:
    """An event at a position, as far as places need it.

    Attributes:
        row: its row of the ledger; of several events in one, the newest.
        place: the place that it belongs to; empty before it has one.
        session: in which run of the perception; legs, visits and way are counted in it.
        leg: events of one leg are of one pass: the robot had not gone away in between.
        visits: how often the robot had been there by then, in this session.
        way: how far it had gone by then, in this session; metres.
        weight: how many events this stands for.
        earlier_hits, earlier_passes: passes of events that this stands for too, with an event, and
            in all; those of its own session and leg are not among them.
    """

    row: int
    place: str
    position: Position
    session: str
    leg: int
    visits: int
    way: float
    weight: int = 1
    earlier_hits: int = 0
    earlier_passes: int = 0

    @property
    def boot(self) -> str:
        """In which boot of the robot, or recording, it was."""
        return self.session.partition(_RUN)[0]

    @classmethod
    def of(cls, row: Observation) -> PlacedEvent:
        """Read a row of kind ``event``."""
        detail = row.detail
        return cls(
            row=row.id,
            place="",
            position=Position.from_dict(detail["at"]),
            session=f"{row.instant.boot}{_RUN}{detail['session']}",
            leg=detail["leg"],
            visits=detail["visits"],
            way=detail["way"],
        )


@dataclass(frozen=True)
class Place:
    """Where events of one sort come together.

    Attributes:
        id: the fourth part of its entry's key.
        sort: key of the events, without a place.
        centre: where it is; sigma is how sure the centre is.
        radius: metres around the centre in which nearly all of its events lie.
        covariance: of its events, m²: xx, xy, yy.
        hits: passes of the robot with an event.
        passes: passes of the robot since the first event, with or without one.
        text: the sentence of its entry; empty while it is not worth one.
        entry_id: the entry; empty likewise.
        cleared: whether its entry was resolved, or that was proposed, and nothing has happened
            there since.
    """

    id: str
    sort: Key
    centre: Position
    radius: float
    covariance: tuple[float, float, float]
    events: int
    hits: int
    passes: int
    text: str = ""
    entry_id: str = ""
    cleared: bool = False

    @property
    def key(self) -> Key:
        """The key of its entry."""
        return replace(self.sort, place=self.id)

    @property
    def has_entry(self) -> bool:
        """Whether it has an entry."""
        return bool(self.entry_id)

    @property
    def share(self) -> float:
        """The share of passes on which it happened."""
        return self.hits / max(1, self.passes)
