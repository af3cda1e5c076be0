"""Gradient boosting with small regression trees, for many numbers at once.

Each number has trees of its own over a few causes, whose values are sorted into bins. All numbers
are fitted together, because one call of numpy for all is much faster than one for each.

Source: Friedman (2001), Greedy function approximation; bins as in Ke et al. (2017), LightGBM.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robot_memory.perception.normal.columns import Floats, Numbers

BINS = 16
DEPTH = 3
_RATE = 0.3  # of what a tree tells, that is taken
_FEWEST = 8  # samples of a leaf
_PRIOR = 5.0  # samples that say that a leaf tells nothing
_LARGEST = 3.0  # standard deviations beyond which a residual counts no more

Bins = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Trees:
    """Trees of several numbers.

    Attributes:
        base: of each number what is told without a cause; shape (numbers,).
        cause: which cause each node asks for; shape (numbers, trees, 2**DEPTH - 1), the root first.
        above: the bin above which the second branch is taken; the same shape.
        leaf: what each leaf adds; shape (numbers, trees, 2**DEPTH).
    """

    base: Floats
    cause: Bins
    above: Bins
    leaf: npt.NDArray[np.float32]

    def only(self, places: npt.NDArray[np.int64]) -> Trees:
        """Return the trees of fewer numbers."""
        return Trees(self.base[places], self.cause[places], self.above[places], self.leaf[places])

    def tell(self, bins: Bins) -> Floats:
        """Return what each number should be, (numbers, samples).

        The bins are those of the causes, (numbers, causes, samples).
        """
        numbers, trees, leaves = self.leaf.shape
        causes, samples = bins.shape[1:]
        tree = np.arange(numbers * trees).reshape(numbers, trees, 1)
        first_node, first_bin = tree * (leaves - 1), np.arange(numbers)[:, None, None] * causes
        sample = np.arange(samples)
        node = np.zeros((numbers, trees, 1), np.int64)  # at the root, all samples are together
        for level in range(DEPTH):  # places in flat arrays: much faster than three indices
            at = first_node + node + (1 << level) - 1
            asked = bins.take((first_bin + self.cause.take(at)) * samples + sample)
            node = 2 * node + (asked > self.above.take(at))
        told = self.leaf.take(tree * leaves + node).sum(axis=1)
        return np.asarray(self.base[:, None] + told)


def fit(bins: Bins, values: Floats, weights: Floats, trees: int) -> Trees:
    """Fit trees to numbers.

    Args:
        bins: of the causes, 0 to 15; shape (numbers, causes, samples).
        values: shape (numbers, samples); any value where the weight is 0.
        weights: 1 for each sample that counts, else 0.
        trees: of each number.
    """
    known = np.maximum(weights.sum(axis=1), 1.0)
    base = (values * weights).sum(axis=1) / known
    places = np.flatnonzero(weights.any(axis=0))  # samples that count, often half of them
    bins = bins.take(places, axis=-1)
    values, weights = values.take(places, axis=-1), weights.take(places, axis=-1)
    numbers, causes, samples = bins.shape
    rest = (values - base[:, None]) * weights
    cause = np.zeros((numbers, trees, (1 << DEPTH) - 1), np.uint8)
    above = np.full(cause.shape, BINS, np.uint8)
    leaf = np.zeros((numbers, trees, 1 << DEPTH), np.float32)
    one, sample = np.arange(numbers)[:, None], np.arange(samples)[None, :]
    offset = (one * causes + np.arange(causes))[:, :, None]
    starts = [offset * (BINS << level) + bins for level in range(DEPTH)]
    counted = np.broadcast_to(weights[:, None], bins.shape).ravel()
    at_root = _up_to_each_bin(starts[0], counted, 1)  # the same for each tree
    for tree in range(trees):
        limit = _LARGEST * np.sqrt((rest**2).sum(axis=1) / known)[:, None]
        target = np.clip(rest, -limit, limit)
        told = np.broadcast_to(target[:, None], bins.shape).ravel()
        node = np.zeros((numbers, samples), np.int64)
        for level, start in enumerate(starts):
            width = 1 << level
            key = start + node[:, None] * BINS
            counts = _up_to_each_bin(key, counted, width) if level else at_root
            chosen, edge = _split(_up_to_each_bin(key, told, width), counts)
            first = width - 1
            cause[:, tree, first : first + width] = chosen
            above[:, tree, first : first + width] = edge
            at = one * width + node
            asked = bins.take((one * causes + chosen.take(at)) * samples + sample)
            node = 2 * node + (asked > edge.take(at))
        key = (one * (1 << DEPTH) + node).ravel()
        size = numbers << DEPTH
        total = _RATE * np.bincount(key, target.ravel(), size)
        weight = np.bincount(key, weights.ravel(), size) + _PRIOR
        leaf[:, tree] = (total / weight).reshape(numbers, -1)
        rest = rest - leaf[:, tree][one, node] * weights
    return Trees(base, cause, above, leaf)


def _up_to_each_bin(key: Numbers, values: Floats, nodes: int) -> Floats:
    """Return the sums of values up to each bin; (numbers, causes, nodes, bins).

    The key says of which number, cause, node and bin each value is; (numbers, causes, samples).
    """
    numbers, causes, _ = key.shape
    size = numbers * causes * nodes * BINS
    sums = np.bincount(key.ravel(), values, size)
    return np.asarray(sums.reshape(numbers, causes, nodes, BINS).cumsum(axis=3))


def _split(sums: Floats, counts: Floats) -> tuple[Bins, Bins]:
    """Return of each node the cause and the bin by which it is split best.

    Sums of the targets, and samples, are up to each bin; (numbers, causes, nodes, bins).
    """
    all_sums, all_counts = sums[..., -1:], counts[..., -1:]
    right_sums, right = all_sums - sums, all_counts - counts
    gain = sums**2 / (counts + _PRIOR) + right_sums**2 / (right + _PRIOR)
    gain = gain - all_sums**2 / (all_counts + _PRIOR)
    gain = np.where((counts >= _FEWEST) & (right >= _FEWEST), gain, 0.0)[..., :-1]
    numbers, _, nodes, edges = gain.shape
    flat = gain.transpose(0, 2, 1, 3).reshape(numbers, nodes, -1)
    best = flat.argmax(axis=2)
    is_split = flat.max(axis=2) > 0.0
    chosen = (best // edges).astype(np.uint8)
    return chosen, np.where(is_split, best % edges, BINS).astype(np.uint8)
