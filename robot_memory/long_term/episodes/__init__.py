"""Episodes for training, recorded by rules for observations, actions, start and end.

Their files and steps are in :mod:`robot_memory.long_term.levels.episode_store` and
:mod:`robot_memory.long_term.levels.episode_step`.
"""

from robot_memory.long_term.episodes.episode_keeper import (
    EpisodeHandover,
    EpisodeKeeper,
    EpisodeLimits,
)
from robot_memory.long_term.episodes.episode_watches import EpisodeWatches
from robot_memory.long_term.episodes.rule_book import EpisodeRule
from robot_memory.long_term.levels.episode_step import Value

__all__ = [
    "EpisodeHandover",
    "EpisodeKeeper",
    "EpisodeLimits",
    "EpisodeRule",
    "EpisodeWatches",
    "Value",
]
