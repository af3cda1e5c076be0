"""Groups events into places by their distances alone, independent of order and axes.

Events within reach of each other are linked; the reach grows with the uncertainty of their
positions. Linked events are one place. But if there are enough events to show two clear clusters
with a gap between them, these are two places: precise evidence wins over the vague event that
linked them.

See docs/explanation/places.md, "From events to places".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Indices = NDArray[np.intp]

REACH = 1.0  # m between two events of one place with exact positions
_SIGMAS = 2.0  # … plus so many standard deviations of their distance
_LARGEST = 10.0  # m, radius of a place; a longer place is cut in two
_HEAP = 4  # events that make a cluster
_APART = 6.0  # distance of two clusters over their spread; an even spread has 3.5
_GAP = 1.0  # m between two clusters, plus the standard deviation of a position


def cluster(points: Points, sigma: Points, weight: Points) -> list[Indices]:
    """Group events; return the indices of each group, sorted, ordered by their first index.

    Args:
        points: n × 2, metres.
        sigma: n standard deviations, metres.
        weight: the number of events that each stands for.
    """
    groups: list[Indices] = []
    waiting = _linked(points, sigma)
    while waiting:
        group = waiting.pop()
        halves = _halves(points[group], sigma[group], weight[group])
        if halves is None:
            groups.append(group)
        else:
            waiting += [group[halves], group[~halves]]
    return sorted(groups, key=lambda group: int(group[0]))


def reach(sigma: Points) -> Points:
    """Return the largest distance of two linked events, for each pair; metres."""
    distances: Points = REACH + _SIGMAS * np.hypot(sigma[:, None], sigma[None, :])
    return distances


def _linked(points: Points, sigma: Points) -> list[Indices]:
    """Return the groups formed by chains of near pairs."""
    near = np.linalg.norm(points[:, None] - points[None, :], axis=2) <= reach(sigma)
    groups: list[Indices] = []
    left = np.ones(len(points), dtype=bool)
    while left.any():
        group = np.zeros(len(points), dtype=bool)
        edge = np.zeros(len(points), dtype=bool)
        edge[int(np.argmax(left))] = True
        while edge.any():
            group |= edge
            edge = near[edge].any(axis=0) & ~group
        left &= ~group
        groups.append(np.flatnonzero(group))
    return groups


def _halves(points: Points, sigma: Points, weight: Points) -> NDArray[np.bool_] | None:
    """Return the events on one side of a cut; None if all are one place."""
    trust = weight / np.maximum(sigma, 0.1) ** 2
    along = _along(points, trust)
    order = np.argsort(along, kind="stable")
    ends = along[order]
    unsure = float(np.average(sigma, weights=trust))
    cut = _widest_gap(ends, weight[order], _GAP + unsure)
    if cut is None:
        is_long = (ends[-1] - ends[0]) / 2.0 > _LARGEST + _SIGMAS * unsure
        cut = _middle(ends) if is_long else None
    return None if cut is None else along < cut


def _along(points: Points, trust: Points) -> Points:
    """Return the events' positions along their longest axis, metres from their centre."""
    from_centre = points - np.average(points, axis=0, weights=trust)
    _, axes = np.linalg.eigh((from_centre * trust[:, None]).T @ from_centre)
    distances: Points = from_centre @ axes[:, -1]
    return distances


def _middle(ends: Points) -> float | None:
    """Return the middle of an extent, if there are events on both sides."""
    middle = float(ends[0] + ends[-1]) / 2.0
    return middle if ends[0] < middle <= ends[-1] else None


def _widest_gap(ends: Points, weight: Points, least: float) -> float | None:
    """Return the middle of the gap between two clusters; None if there are not two."""
    steps = np.diff(ends)
    if not len(steps):
        return None
    widest = int(np.argmax(steps))
    left, right = slice(None, widest + 1), slice(widest + 1, None)
    if steps[widest] < least or min(weight[left].sum(), weight[right].sum()) < _HEAP:
        return None
    spread = np.sqrt(
        np.average(
            np.concatenate([ends[half] - _mean(ends, weight, half) for half in (left, right)]) ** 2,
            weights=weight,
        )
    )
    distance = _mean(ends, weight, right) - _mean(ends, weight, left)
    is_apart = distance >= _APART * max(float(spread), 1e-9)
    return float(ends[widest] + steps[widest] / 2.0) if is_apart else None


def _mean(ends: Points, weight: Points, half: slice) -> float:
    return float(np.average(ends[half], weights=weight[half]))
