"""Document 003, §Configuration: its names and values are the settings, and they take effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

from robot_memory.foundation.settings import Settings, read_settings
from robot_memory.long_term_memory import limits_of, night_settings_of
from robot_memory.memory import RobotMemory

#: The document's block, without storage locations and schedule.
MEMORY_ORACLE = {
    "half_life_days": 30,
    "recall_boost": 0.3,
    "search_threshold": 0.15,
    "prune_threshold": 0.05,
    "max_facts": 10000,
    "session_retention_days": 30,
    "daily_retention_days": 365,
    "memory_md_max_lines": 200,
}


Reached = Callable[[Settings], dict[str, float]]


@pytest.fixture
def reached(tmp_path: Path) -> Reached:
    """Return a function that gives the values in effect, by the document's names."""

    def of(settings: Settings) -> dict[str, float]:
        with RobotMemory.open(tmp_path, settings=settings) as memory:
            days = memory.long_term.levels.retention.session_days
        known = {**asdict(limits_of(settings)), **asdict(night_settings_of(settings))}
        return {name: {**known, "session_retention_days": days}[name] for name in MEMORY_ORACLE}

    return of


def test_003_configuration_the_defaults_are_the_documents_values(reached: Reached):
    assert reached(Settings()) == MEMORY_ORACLE


def test_003_configuration_the_documents_own_block_is_accepted(reached: Reached):
    assert reached(read_settings({"memory_oracle": MEMORY_ORACLE})) == MEMORY_ORACLE


@pytest.mark.parametrize("name", MEMORY_ORACLE)
def test_003_configuration_defaults_are_overridden_by_setting_values(reached: Reached, name: str):
    other = {name: 2 * MEMORY_ORACLE[name]}

    assert reached(read_settings({"memory_oracle": other})) == {**MEMORY_ORACLE, **other}
