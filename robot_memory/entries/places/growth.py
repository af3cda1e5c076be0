"""Makes places from events: they grow, merge and split. A pure function of events and places.

Each time, all places of one kind and frame are computed again from their events, and then get the
names of the known places. So the order of events does not matter, and early mistakes do not last.

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

MOST = 256  # events kept per kind and frame
# Distance factors: events of one pass are merged first, then those of one session.
_OTHER_PASS, _OTHER_SESSION = 2.0, 4.0
_LEAST_RADIUS, _LARGEST_RADIUS = 0.5, 15.0  # m
_SIGMAS = 2.0  # a radius in standard deviations


@dataclass(frozen=True)
class Growth:
    """The result for the places of one kind and frame.

    Attributes:
        places: the present places, by id.
        merged: places that turned out to be part of another: id → id of that place.
        moved: events that turned out to belong to another place: (from, to) → number.
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
    """Make places from events.

    Args:
        sort: the key of the events, without a place.
        known: the places so far, by id.
        events: all kept events of this kind and frame, including those without a place.
        persons: the known places on whose entries a person said or decided something.
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
    """Return at most :data:`MOST` events, oldest first, to limit their storage.

    The two nearest events become one that stands for both: in a dense group single positions do not
    matter. If no two are near, the oldest is dropped.
    """
    kept = list(events)
    while len(kept) > MOST:
        older, newer = _nearest(kept)
        if newer:
            kept[newer] = _both(kept[older], kept[newer])
        del kept[older]
    return kept


def _nearest(events: Sequence[PlacedEvent]) -> tuple[int, int]:
    """Return the indices of the nearest two; (0, 0) if none are within reach."""
    origin = events[0].position
    points = np.array([event.position.offset(origin) for event in events])
    sigma = np.array([event.position.sigma for event in events])
    apart = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    apart[np.tril_indices(len(events))] = np.inf
    apart[apart > reach(sigma)] = np.inf
    if not np.isfinite(apart).any():
        return 0, 0
    apart += 0.01  # so that passes also count for events at the same spot
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
    """Give each group the name of a known place of its events, or a new name.

    If several groups have events of one place, the group with the place's first event gets the
    name, because the place's sentence was made from it; otherwise the group with most events. Names
    of places with an entry are assigned first, and before these the names in ``persons``.
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
    """Yield names for a new place: from its first event, then from later ones."""
    for event in group:
        text = f"{sort.to_text()} {event.position.frame} {event.row}"
        yield f"place-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def _changes(
    known: Mapping[str, Place], before: Sequence[PlacedEvent], after: Sequence[PlacedEvent]
) -> tuple[dict[str, str], dict[tuple[str, str], int]]:
    """Return the merged places, and the number of events moved from places that stay."""
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
    """Return a place computed from its events; its text and entry stay."""
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
