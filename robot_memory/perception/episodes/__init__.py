"""Episodes for training, recorded by rule: what is observed, what is done, when they begin."""

from robot_memory.perception.episodes.episodes import Episodes
from robot_memory.perception.episodes.handover import Handover
from robot_memory.perception.episodes.rule import EpisodeRule
from robot_memory.perception.episodes.sink import EpisodeSink, EpisodeTape, Value

__all__ = ["EpisodeRule", "EpisodeSink", "EpisodeTape", "Episodes", "Handover", "Value"]
