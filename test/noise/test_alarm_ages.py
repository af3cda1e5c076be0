"""The page of alarm rates: alarms by age, and runs that go on where they stopped."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from noise import ages
from noise.ages import Outcome, Run, carry_out, days, page, plan
from noise.feeding import Heard, Stream
from noise.listening import Alarm

RUN = Run("Gaussian", 10.0, 200_000, 3, seed=1)


def test_a_run_is_at_an_age_for_the_time_between_two_powers_of_ten() -> None:
    assert days(RUN, 3) == pytest.approx(3 * 9000 / 10.0 / 86_400.0)
    assert days(RUN, 5) == pytest.approx(3 * 100_000 / 10.0 / 86_400.0)
    assert days(RUN, 6) == 0.0


def test_the_page_gives_the_alarms_of_all_runs_of_a_shape_and_rate_a_signal_day() -> None:
    outcome = Outcome(RUN, {"0.5 at 4": 3}, entries=2)
    text = page([outcome, outcome], 5, date(2026, 12, 1))

    assert "| Gaussian | 10 | 0.00 (0 in 0.062) | 9.60 (6 in 0.62) | 0.00 (0 in 0.69) |  |" in text
    assert "Of 5 runs\n2 were made until 2026-12-01." in text
    assert "| Gaussian | 4 | 0.5 | 1.4 |" in text


def test_a_run_that_is_kept_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fed: list[str] = []

    def feed(stream: Stream) -> Heard:
        fed.append(stream.shape)
        return Heard([Alarm(0.5, "envelope", 120.0), Alarm(0.5, "step", 15_000.0)], [])

    monkeypatch.setattr(ages, "feed", feed)
    kept = tmp_path / "kept.jsonl"
    first = list(carry_out([RUN], kept))
    again = list(carry_out([RUN, Run("modes", 1.0, 1000, 1, seed=1)], kept))

    assert fed == ["Gaussian", "modes"]
    assert again[0] == first[0]
    assert first[0].alarms == {"0.5 at 3": 1, "0.5 at 5": 1}


def test_runs_cover_all_rates_and_ten_million_values() -> None:
    runs = plan(1)

    assert {run.rate for run in runs} == {1.0, 10.0, 100.0, 500.0}
    assert len(set(runs)) == len(runs)
    assert max(run.values for run in runs) == 10_000_000
