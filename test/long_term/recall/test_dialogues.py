"""What was said is found: floors on conversations that recall was developed with."""

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
def test_in_a_talk_that_was_written_by_hand_most_answers_are_found(name, floor):
    from dialogues import written
    from dialogues.measuring import plain, recalled, remembered

    (talk,) = [talk for talk in written() if talk.name == name]
    with remembered(talk) as recalls, plain(talk) as ranks:
        ours = statistics.mean(recalled(recalls, talk.questions))
        others = statistics.mean(recalled(ranks, talk.questions))

    assert ours >= floor
    assert ours >= others + 0.15


@pytest.mark.usefixtures("_bench")
def test_in_a_generated_talk_most_answers_are_found():
    from dialogues.generated import talk
    from dialogues.measuring import plain, recalled, remembered

    one = talk(0)
    with remembered(one) as recalls, plain(one) as ranks:
        ours = statistics.mean(recalled(recalls, one.questions))
        others = statistics.mean(recalled(ranks, one.questions))

    assert ours >= 0.70
    assert ours >= others + 0.25


@pytest.mark.usefixtures("_bench")
def test_a_seed_makes_the_same_talk():
    from dialogues.generated import talk

    assert talk(3) == talk(3)
    assert talk(3) != talk(4)
