"""Gains over several robots with intervals, and the page about them."""

from __future__ import annotations

import agent_gains
import pytest
from gains.comparison import Life, compare
from gains.simulated_task import TaskRun


def lives(advisor: str, faults: int, *, seconds: float = 60.0) -> list[Life]:
    """Eight robots with ten tasks each."""
    return [
        Life("dock", advisor, seed, (TaskRun(faults + seed % 2, seconds, faults == 0),) * 10)
        for seed in range(8)
    ]


def test_significantly_fewer_faults_and_more_time_are_reported() -> None:
    gain = compare(lives("memory", 0, seconds=90.0), lives("none", 3))

    assert gain.verdict == "fewer faults; more time; more tasks done"
    assert gain.faults_ratio.value == pytest.approx(40.5 / 280.5)
    assert gain.minutes_ratio.value == pytest.approx(1.5, rel=1e-3)


def test_equal_robots_show_no_difference() -> None:
    assert compare(lives("notes", 2), lives("none", 2)).verdict == "no difference beyond chance"


def test_more_faults_with_notes_than_without_are_reported() -> None:
    assert "more faults" in compare(lives("notes", 4), lives("none", 1)).verdict


def test_the_page_contains_the_comparison_of_the_memory_with_none() -> None:
    every = [*lives("none", 3), *lives("notes", 1), *lives("memory", 0)]
    text = agent_gains.page("\n".join(agent_gains.table(every)), 8, every)

    assert "| dock | memory |" in text
    assert "- dock: fewer faults; more tasks done" in text
