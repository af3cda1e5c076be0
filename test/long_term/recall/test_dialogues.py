"""Finding utterances: minimum scores on the conversations used to develop recall."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

BENCH = str(Path(__file__).parents[3] / "bench")


@pytest.fixture
def _bench(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCH)


@pytest.mark.usefixtures("_bench")
@pytest.mark.parametrize(("name", "floor"), [("friends", 0.70), ("yard", 0.92)])
def test_recall_finds_most_answers_in_the_hand_written_dialogues(name, floor):
    from dialogues import written
    from dialogues.measuring import plain, recalled, remembered

    (talk,) = [talk for talk in written() if talk.name == name]
    with remembered(talk) as recalls, plain(talk) as ranks:
        ours = statistics.mean(recalled(recalls, talk.questions))
        others = statistics.mean(recalled(ranks, talk.questions))

    assert ours >= floor
    assert ours >= others + 0.15
