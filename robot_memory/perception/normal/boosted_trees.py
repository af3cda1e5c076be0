"""Gradient boosting with small regression trees, for many numbers at once.

Each number has its own trees over a few causes, whose values are sorted into bins. All numbers
are fitted together, because one numpy call for all is much faster than one for each.

Source: Friedman (2001), Greedy function approximation; bins as in Ke et al. (2017), LightGBM.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from robot_memory.perception.normal.columns import Floats, Numbers

BINS = 16
DEPTH = 3
_RATE = 0.3  # learning rate: share of a tree's prediction that is used
_FEWEST = 8  # samples in a leaf
_PRIOR = 5.0  # virtual samples of zero in each leaf (shrinkage)
_LARGEST = 3.0  # standard deviations at which a residual is clipped

Bins = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Trees:
    """Trees of several numbers.

    Attributes:
        base: each number's prediction without a cause; shape (numbers,).
        cause: the cause that each node tests; shape (numbers, trees, 2**DEPTH - 1), the root first.
        above: the bin above which the second branch is taken; the same shape.
        leaf: the value that each leaf adds; shape (numbers, trees, 2**DEPTH).
    """

    base: Floats
    cause: Bins
    above: Bins
    leaf: npt.NDArray[np.float32]

    def only(self, places: npt.NDArray[np.int64]) -> Trees:
        """Return the trees of the numbers at these places."""
        return Trees(self.base[places], self.cause[places], self.above[places], self.leaf[places])

    def tell(self, bins: Bins) -> Floats:
        """Return the prediction for each number, (numbers, samples).

        ``bins`` holds the bins of the causes, (numbers, causes, samples).
        """
        numbers, trees, leaves = self.leaf.shape
        causes, samples = bins.shape[1:]
        tree = np.arange(numbers * trees).reshape(numbers, trees, 1)
        first_node, first_bin = tree * (leaves - 1), np.arange(numbers)[:, None, None] * causes
        sample = np.arange(samples)
        node = np.zeros((numbers, trees, 1), np.int64)  # at the root, all samples are together
        for level in range(DEPTH):  # indices into flat arrays: much faster than three indices
            at = first_node + node + (1 << level) - 1
            asked = bins.take((first_bin + self.cause.take(at)) * samples + sample)
            node = 2 * node + (asked > self.above.take(at))
        told = self.leaf.take(tree * leaves + node).sum(axis=1)
        return np.asarray(self.base[:, None] + told)


def fit(bins: Bins, values: Floats, weights: Floats, trees: int) -> Trees:
    """Fit trees to numbers.

    Args:
        bins: the bins of the causes, 0 to 15; shape (numbers, causes, samples).
        values: shape (numbers, samples); any value where the weight is 0.
        weights: 1 for each sample that counts, else 0.
        trees: how many trees each number gets.
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
    """Return cumulative sums of the values over the bins; (numbers, causes, nodes, bins).

    The key encodes each value's number, cause, node and bin; (numbers, causes, samples).
    """
    numbers, causes, _ = key.shape
    size = numbers * causes * nodes * BINS
    sums = np.bincount(key.ravel(), values, size)
    return np.asarray(sums.reshape(numbers, causes, nodes, BINS).cumsum(axis=3))


def _split(sums: Floats, counts: Floats) -> tuple[Bins, Bins]:
    """Return each node's cause and bin with the best split.

    ``sums`` of the targets and ``counts`` of samples are cumulative over the bins; (numbers,
    causes, nodes, bins).
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
