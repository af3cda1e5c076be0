"""How surely a value is unusual: conformal p-values, and bets on them that add up.

A value's rank among past residuals is its p-value (Laxhammar; Bates et al. 2023); beyond all past
residuals the p-value falls off as a power law. The bet is the mixture of Vovk's calibrators; Shin,
Ramdas and Rinaldo (2023) use such bets in e-detectors. Neighbouring windows are not independent, so
ranks are weighted by the correlation time and the bet of a window is limited: the sum is a score
with a limit, not an e-value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from robot_memory.perception.normal.columns import RELATIVE, Flags, Floats
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.regression import SecondLook

LIMIT = 5.0  # nats from which a deviation is reported
_TAIL = 3.0  # exponent of the fall-off beyond all past residuals
_TAIL_OF_RANGE = 4.0
_MARGIN = 1.1  # times the largest past residual: a value beyond it is outside
_MOST, _LEAST = 3.0, -0.4  # nats of one window
_INSIDE = -0.15  # nats at most within the range of the neighbours
_BEYOND = 0.1  # share of that range by which a value must exceed it to be outside
LONGEST_CORRELATION = 12.0  # windows
#: What a second look must find for each kind of column if the evidence is just enough, in
#: multiples of the quantile.
AGAIN_BY = {Kind.LEVEL: 2.4, Kind.RESIDUAL: 3.0, Kind.SPREAD: 0.9, Kind.JUMP: 0.75,
            Kind.RESIDUAL_SPREAD: 1.2}  # fmt: skip
_LEAST_AGAIN = 0.6  # of that: what it must find even with the strongest evidence


def bet(
    sign: int, residual: Floats, past: Floats, floor: Floats, correlation: Floats,
    outside: Floats, extent: Floats, least: int,
) -> tuple[Floats, Floats]:  # fmt: skip
    """Bet that values are too high (sign 1), or too low (-1).

    Args:
        residual: of each column now; NaN if it is not judged.
        past: residuals of the past; NaN if not known; shape (windows, columns).
        floor: a deviation that is always negligible.
        correlation: windows between two independent ones.
        outside: how far the value is beyond the range of its neighbours on that side.
        extent: the size of that range.
        least: how many past residuals are needed to judge a column.

    Returns:
        For each column the nats of evidence, and the p-value; 0 and 1 if it is not judged.
    """
    size = sign * residual - 0.5 * floor
    before = np.where(np.isfinite(past), sign * past, -np.inf)
    known = np.isfinite(past).sum(axis=0)
    independent = known / correlation + 1.0
    p = ((before >= size).sum(axis=0) / correlation + 1.0) / independent
    largest = np.maximum(before.max(axis=0, initial=-np.inf), floor) * _MARGIN
    is_beyond = size > largest
    tail = (largest / np.maximum(size, largest)) ** _TAIL / independent
    width = np.maximum(extent, 2.0 * floor)
    far = (1.0 + np.maximum(outside, 0.0) / width) ** -_TAIL_OF_RANGE / independent
    p = np.where(is_beyond, np.minimum(tail, np.where(outside > 0, far, 1.0)), p)
    is_judged = np.isfinite(residual) & (known >= least)
    p = np.clip(np.where(is_judged, p, 0.6), 1e-9, 0.999)
    log = np.log(p)
    nats = np.clip(np.log((1.0 - p + p * log) / (p * log * log)), _LEAST, _MOST)
    is_outside = outside > np.maximum(_BEYOND * extent, floor)
    nats = np.where(is_outside, nats, np.minimum(nats, _INSIDE)) / np.sqrt(correlation)
    nats, p = np.where(is_judged, nats, 0.0), np.where(is_judged, p, 1.0)
    return nats.astype(np.float32), p.astype(np.float32)


def correlation_time(residuals: Floats) -> Floats:
    """Return the windows between independent residuals, 1 to 12; they are in time order."""
    deviation = np.sqrt(np.nanmean(np.where(np.isfinite(residuals), residuals, 0.0) ** 2, axis=0))
    limited = np.clip(residuals, -2.0 * deviation, 2.0 * deviation)
    earlier, later = limited[:-1], limited[1:]
    both: Flags = np.isfinite(earlier) & np.isfinite(later)
    earlier, later = np.where(both, earlier, 0.0), np.where(both, later, 0.0)
    norm = np.sqrt((earlier**2).sum(axis=0) * (later**2).sum(axis=0))
    like = (earlier * later).sum(axis=0) / np.maximum(norm, 1e-12)
    time = (1.0 + like) / (1.0 - np.clip(like, 0.0, 0.95))
    return np.asarray(np.clip(time, 1.0, LONGEST_CORRELATION))


def times_unusual(kind: Kind, sign: int, nats: float, look: SecondLook) -> float:
    """Return the finding of a second look, as a multiple of the least that it must find.

    That least value falls with the root of the evidence: a fault that shows only under a condition
    is a small part of the mean, but returns again and again. A number that flutters leaves its
    prediction in both directions: its noise counts as well as its mean.

    Args:
        kind: one of :data:`AGAIN_BY`.
        sign: 1: too high, -1: too low; a number that is too still needs no second finding.
    """
    share = max(math.sqrt(LIMIT / nats), _LEAST_AGAIN)
    return max(ratio / (AGAIN_BY[asked] * share) for asked, ratio in _found(kind, sign, look))


def _found(kind: Kind, sign: int, look: SecondLook) -> Iterator[tuple[Kind, float]]:
    """Yield the findings of a second look, each with the kind of deviation that it shows."""
    if kind is Kind.JUMP:
        yield kind, look.leap
    elif kind in RELATIVE:
        yield kind, look.noise if sign > 0 else math.inf
    else:  # infinity has no sign: no usual value is known
        yield kind, look.mean if math.isinf(look.mean) else sign * look.mean
    if kind is Kind.RESIDUAL:
        yield Kind.RESIDUAL_SPREAD, look.noise
