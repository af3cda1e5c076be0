"""The levels of memory: procedural, semantic and episodic files (document 002).

See docs/reference/levels.md.
"""

from robot_memory.long_term.levels.episode_store import EpisodeFields
from robot_memory.long_term.levels.hash_chain import ChainHead
from robot_memory.long_term.levels.levels import Levels
from robot_memory.long_term.levels.proposal import Proposal, ProposalStatus
from robot_memory.long_term.levels.retention import RETENTION_POLICY
from robot_memory.long_term.levels.session_store import Session

__all__ = [
    "RETENTION_POLICY",
    "ChainHead",
    "EpisodeFields",
    "Levels",
    "Proposal",
    "ProposalStatus",
    "Session",
]
