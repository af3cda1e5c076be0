"""The levels of memory: procedural, semantic and episodic files (document 002)."""

from robot_memory.levels.chain import Head
from robot_memory.levels.episode_keeper import EpisodeKeeper, EpisodeLimits
from robot_memory.levels.episodes import EpisodeFields, EpisodeRecorder
from robot_memory.levels.levels import Levels
from robot_memory.levels.proposal import Proposal, Status
from robot_memory.levels.reading import Context, Hit
from robot_memory.levels.retention import RETENTION_POLICY
from robot_memory.levels.sessions import Session

__all__ = [
    "RETENTION_POLICY",
    "Context",
    "EpisodeFields",
    "EpisodeKeeper",
    "EpisodeLimits",
    "EpisodeRecorder",
    "Head",
    "Hit",
    "Levels",
    "Proposal",
    "Session",
    "Status",
]
