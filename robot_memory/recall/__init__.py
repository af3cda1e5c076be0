"""Recall: one search over entries, facts, chunks, knowledge, events and observations."""

from robot_memory.recall.embedder import Embedder, HashedWords
from robot_memory.recall.embedding_model import embedding_model
from robot_memory.recall.hit import Hit, HitSource, LevelContext
from robot_memory.recall.query import Query
from robot_memory.recall.recall import Recall
from robot_memory.recall.recall_sources import RecallSources

__all__ = [
    "Embedder",
    "HashedWords",
    "Hit",
    "HitSource",
    "LevelContext",
    "Query",
    "Recall",
    "RecallSources",
    "embedding_model",
]
