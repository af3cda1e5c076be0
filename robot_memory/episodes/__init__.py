"""Episodes for training, recorded by rule: what is observed, what is done, when they begin."""

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
