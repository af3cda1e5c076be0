"""Bounds the number of stored events of each kind and frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from robot_memory.ledger.place import PlacedEvent
from robot_memory.places.clustering import reach

MOST = 256
# Factors on the distance: events of one pass are merged before others, then those of one session.
_OTHER_PASS, _OTHER_SESSION = 2.0, 4.0


def condensed(events: Sequence[PlacedEvent]) -> list[PlacedEvent]:
    """Return at most :data:`MOST` events.

    The two nearest become one that stands for both: where events are dense, the position of each
    does not matter. Where no two are near, the oldest is dropped.

    Args:
        events: of one sort and frame, oldest first.
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
    passes = [f"{event.session} {event.leg}" for event in events]
    apart *= np.where(_alike(passes), 1.0, _OTHER_PASS)
    older, newer = np.unravel_index(int(np.argmin(apart)), apart.shape)
    return int(older), int(newer)


def _alike(names: Sequence[str]) -> NDArray[np.bool_]:
    _, number = np.unique(names, return_inverse=True)
    alike: NDArray[np.bool_] = number[:, None] == number[None, :]
    return alike


def _both(older: PlacedEvent, newer: PlacedEvent) -> PlacedEvent:
    """Return one event that stands for two."""
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
