"""Makes places of events: they grow, merge and split. A pure function of events and known places.

Each time, all places of one sort and frame are made anew from their events, and then get the names
of the known places. So the order of events does not matter, and no early mistake lasts.

See docs/explanation/places.md, "From events to places".
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries.places.clustering import cluster, reach
from robot_memory.entries.places.place_significance import hits, passes
from robot_memory.ledger import Key
from robot_memory.ledger.place import Place, PlacedEvent

MOST = 256  # events that are kept of one sort and frame
# Factors on the distance: events of one pass are merged before others, then those of one session.
_OTHER_PASS, _OTHER_SESSION = 2.0, 4.0
_LEAST_RADIUS, _LARGEST_RADIUS = 0.5, 15.0  # m
_SIGMAS = 2.0  # standard deviations that a radius is


@dataclass(frozen=True)
class Growth:
    """What has become of the places of one sort and frame.

    Attributes:
        places: as they are now, by id.
        merged: places that turned out to be one with another: id → id of that one.
        moved: events that turned out to be of another place: (from, to) → how many.
    """

    places: Mapping[str, Place]
    events: Sequence[PlacedEvent]
    merged: Mapping[str, str]
    moved: Mapping[tuple[str, str], int]


def grow(
    sort: Key,
    known: Mapping[str, Place],
    events: Iterable[PlacedEvent],
    persons: Collection[str] = (),
) -> Growth:
    """Make places of events.

    Args:
        sort: key of the events, without a place.
        known: the places so far, by id.
        events: all that are kept of this sort and frame, those without a place too.
        persons: the known places of whose entries a person said or decided something.
    """
    kept = _condensed(sorted(events, key=lambda event: event.row))
    origin = kept[0].position
    points = np.array([event.position.offset(origin) for event in kept])
    sigma = np.array([event.position.sigma for event in kept])
    weight = np.array([float(event.weight) for event in kept])
    groups = [[kept[index] for index in group.tolist()] for group in cluster(points, sigma, weight)]
    names = _name(sort, known, groups, persons)
    places = {
        name: _place(name, sort, known.get(name), group)
        for name, group in zip(names, groups, strict=True)
    }
    placed = [
        replace(event, place=name)
        for name, group in zip(names, groups, strict=True)
        for event in group
    ]
    return Growth(places, placed, *_changes(known, kept, placed))


def _condensed(events: Sequence[PlacedEvent]) -> list[PlacedEvent]:
    """Return at most :data:`MOST` events, oldest first, which bounds how many are stored.

    The two nearest become one that stands for both: where events are dense, the position of each
    does not matter. Where no two are near, the oldest is dropped.
    """
    kept = list(events)
    while len(kept) > MOST:
        older, newer = _nearest(kept)
        if newer:
            kept[newer] = _both(kept[older], kept[newer])
        del kept[older]
    return kept


def _nearest(events: Sequence[PlacedEvent]) -> tuple[int, int]:
    """Return the indices of the nearest two; (0, 0) where none are within reach."""
    origin = events[0].position
    points = np.array([event.position.offset(origin) for event in events])
    sigma = np.array([event.position.sigma for event in events])
    apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    apart[np.tril_indices(len(events))] = np.inf
    apart[apart > reach(sigma)] = np.inf
    if not np.isfinite(apart).any():
        return 0, 0
    apart += 0.01  # so that events of the same spot differ by their passes
    apart *= np.where(_alike([event.session for event in events]), 1.0, _OTHER_SESSION)
    legs = [f"{event.session} {event.leg}" for event in events]
    apart *= np.where(_alike(legs), 1.0, _OTHER_PASS)
    older, newer = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return int(older), int(newer)


def _alike(names: Sequence[str]) -> NDArray[np.bool_]:
    _, number = np.unique(names, return_inverse=True)
    alike: NDArray[np.bool_] = number[:, None] == number[None, :]
    return alike


def _both(older: PlacedEvent, newer: PlacedEvent) -> PlacedEvent:
    weight = older.weight + newer.weight
    dx, dy = (step * older.weight / weight for step in older.position.offset(newer.position))
    is_other_session = older.session != newer.session
    is_other_pass = is_other_session or older.leg != newer.leg
    return replace(
        newer,
        position=newer.position.moved(dx, dy, max(older.position.sigma, newer.position.sigma)),
        weight=weight,
        earlier_hits=older.earlier_hits + newer.earlier_hits + is_other_pass,
        earlier_passes=older.earlier_passes + newer.earlier_passes
        + (older.visits if is_other_session else 0),
        visits=newer.visits if is_other_session else max(older.visits, newer.visits),
    )  # fmt: skip


def _name(
    sort: Key,
    known: Mapping[str, Place],
    groups: Sequence[Sequence[PlacedEvent]],
    persons: Collection[str],
) -> list[str]:
    """Give each group the name of a known place that its events were of, or a new one.

    Where several groups have events of one place, the group with its first event gets the name, as
    the place's sentence was written of that; without it the group with most events. Names of
    places that have an entry are given first, and before these those of ``persons``.
    """
    events = sorted((event for group in groups for event in group), key=lambda e: -e.row)
    first = {event.place: event.row for event in events}
    claims = []
    for number, group in enumerate(groups):
        for name, share in _shares(group).items():
            if name in known:
                is_later = all(event.row != first[name] for event in group)
                rank = (name not in persons, not known[name].has_entry, is_later)
                claims.append((*rank, -share, name, number))
    names: dict[int, str] = {}
    for *_, name, number in sorted(claims):
        if number not in names and name not in names.values():
            names[number] = name
    used = set(known)
    for number, group in enumerate(groups):
        if number not in names:
            names[number] = next(name for name in _possible(sort, group) if name not in used)
            used.add(names[number])
    return [names[number] for number in range(len(groups))]


def _shares(group: Iterable[PlacedEvent]) -> Counter[str]:
    shares: Counter[str] = Counter()
    for event in group:
        if event.place:
            shares[event.place] += event.weight
    return shares


def _possible(sort: Key, group: Sequence[PlacedEvent]) -> Iterator[str]:
    """Yield names for a new place: made of its first event, then of later ones, as one is free."""
    for event in group:
        text = f"{sort.to_text()} {event.position.frame} {event.row}"
        yield f"place-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _changes(
    known: Mapping[str, Place], before: Sequence[PlacedEvent], after: Sequence[PlacedEvent]
) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Return which places merged, and how many events moved from one that stays."""
    old = {event.row: event.place for event in before}
    moves: Counter[tuple[str, str]] = Counter()
    for event in after:
        if old[event.row] and old[event.row] != event.place:
            moves[old[event.row], event.place] += event.weight
    stays = {event.place for event in after}
    merged = {
        name: max((to for start, to in moves if start == name), key=lambda to: moves[name, to])
        for name in known
        if name not in stays and any(start == name for start, _ in moves)
    }
    return merged, {move: count for move, count in moves.items() if move[0] in stays}


def _place(name: str, sort: Key, known: Place | None, events: Sequence[PlacedEvent]) -> Place:
    """Return a place as its events say that it is; what is told of it stays."""
    origin = events[0].position
    points = np.array([event.position.offset(origin) for event in events])
    sigma = np.array([max(event.position.sigma, 0.05) for event in events])
    weight = np.array([float(event.weight) for event in events])
    trust = weight / sigma**2
    centre = np.average(points, axis=0, weights=trust)
    from_centre = points - centre
    covariance = (from_centre * trust[:, None]).T @ from_centre / trust.sum()
    unsure = float(np.sqrt(np.average(sigma**2, weights=trust)))
    spread = float(np.sqrt(np.linalg.eigvalsh(covariance)[-1]))
    sure = float(np.sqrt(1.0 / trust.sum()))
    return Place(
        id=name,
        sort=sort,
        centre=origin.moved(float(centre[0]), float(centre[1]), sure),
        radius=min(max(_LEAST_RADIUS, _SIGMAS * max(spread, unsure)), _LARGEST_RADIUS),
        covariance=(float(covariance[0, 0]), float(covariance[0, 1]), float(covariance[1, 1])),
        events=int(weight.sum()),
        hits=hits(events),
        passes=passes(events),
        text=known.text if known else "",
        entry_id=known.entry_id if known else "",
        cleared=known.cleared if known else False,
    )
