"""Recall: one search over entries, facts, chunks, knowledge, events and observations."""

from robot_memory.recall.embedder import Embedder, HashedWords
from robot_memory.recall.hit import Hit, HitSource, LevelContext
from robot_memory.recall.query import Query
from robot_memory.recall.recall import Recall
from robot_memory.recall.recall_sources import RecallSources
from robot_memory.recall.sentence_model import SentenceModel

__all__ = [
    "Embedder",
    "HashedWords",
    "Hit",
    "HitSource",
    "LevelContext",
    "Query",
    "Recall",
    "RecallSources",
    "SentenceModel",
]
