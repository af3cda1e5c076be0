"""Recall compared with plain BM25 of SQLite's FTS5, over the same conversations."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from dialogues import written
from dialogues.measuring import plain, recalled, remembered

from ratios.measured import CostRatio
from ratios.turns import take_turns

_ROUNDS = 15
_REPEATED = 20  # repetitions for BM25, which would otherwise be too fast to time
_BASELINE = "BM25 (FTS5, porter stemmer)"


def searches() -> Iterator[CostRatio]:
    """Ask the questions of a conversation: the time, and the share of answers found."""
    talk = next(iter(written()))
    texts = [question.text for question in talk.questions]
    with remembered(talk) as recall, plain(talk) as bm25:
        times = take_turns(
            lambda: [recall(text) for text in texts],
            lambda: [bm25(text) for text in texts * _REPEATED],
            rounds=_ROUNDS,
        )
        ours, theirs = (statistics.mean(recalled(find, talk.questions)) for find in (recall, bm25))
    own, other = times.ours / len(texts) * 1e3, times.baseline / len(texts) / _REPEATED * 1e3
    name = f"a question about {sum(len(one.turns) for one in talk.sessions):,} turns"
    yield CostRatio("Recall", name, _BASELINE, "ms", own, other, times.cost * _REPEATED)
    name = "share of the answers among ten hits"
    yield CostRatio("Recall", name, _BASELINE, "of 1", ours, theirs, ours / theirs)
