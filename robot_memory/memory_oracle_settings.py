"""The tunables of document 003, a part of :class:`robot_memory.settings.Settings`."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.tunable import setting


@dataclass(frozen=True)
class MemoryOracleSettings:
    """Facts, the page MEMORY.md, and how long sessions and digests are kept."""

    memory_oracle_half_life_days: float = setting(
        30.0,
        "time after which the activation of a fact that nobody used has halved",
        "003 §2",
        unit="days",
        low=0.1,
        high=36500.0,
        fixed=True,
    )
    memory_oracle_recall_boost: float = setting(
        0.3, "activation that a recall adds to a fact", "003 §2", low=0.0, high=1.0, fixed=True
    )
    memory_oracle_search_threshold: float = setting(
        0.15, "facts with less activation are not found", "003 §2", low=0.0, high=0.5, fixed=True
    )
    memory_oracle_prune_threshold: float = setting(
        0.05,
        "facts with less activation move to the archive",
        "003 §2",
        low=0.0,
        high=0.5,
        fixed=True,
    )
    memory_oracle_max_facts: int = setting(
        10_000, "maximum number of active facts", "003 §2", low=1, high=1_000_000, fixed=True
    )
    memory_oracle_memory_md_max_lines: int = setting(
        200, "MEMORY.md has fewer lines than this", "003 §4", low=10, high=10_000, fixed=True
    )
    memory_oracle_session_retention_days: int = setting(
        30, "raw logs of sessions move to the archive after this time", "003 §4", unit="days",
        low=1, high=3650, fixed=True,
    )  # fmt: skip
    memory_oracle_daily_retention_days: int = setting(
        365, "daily digests move to the archive after this time", "003 §4", unit="days",
        low=1, high=36500, fixed=True,
    )  # fmt: skip
    memory_oracle_max_megabytes: int = setting(
        0,
        "maximum size of the memory home; health.json warns at 80 % of it; 0: the size of the disk",
        "rules §7",
        unit="MB",
        low=0,
        high=100_000_000,
        fixed=True,
    )
    memory_oracle_embedding_model: str = setting(
        "",
        "folder or package of a sentence-transformers model; empty: the built-in embedder",
        "003 §Configuration",
        fixed=True,
    )
