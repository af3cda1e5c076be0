"""Episodes for training, recorded by rule: what is observed, what is done, when they begin.

Their files and steps are in :mod:`robot_memory.levels.episode_store` and
:mod:`robot_memory.levels.step_alignment`.
"""

from robot_memory.episodes.episode_handover import EpisodeHandover
from robot_memory.episodes.episode_keeper import EpisodeKeeper, EpisodeLimits
from robot_memory.episodes.episode_rule import EpisodeRule
from robot_memory.episodes.episode_watches import EpisodeWatches
from robot_memory.episodes.sink import Value

__all__ = [
    "EpisodeHandover",
    "EpisodeKeeper",
    "EpisodeLimits",
    "EpisodeRule",
    "EpisodeWatches",
    "Value",
]
