"""Recall: one search over entries, facts, chunks, knowledge, events and observations."""

from robot_memory.recall.asked import Asked
from robot_memory.recall.embedder import Embedder, HashedWords
from robot_memory.recall.hit import Hit, Source
from robot_memory.recall.recall import Recall
from robot_memory.recall.sentence_model import SentenceModel

__all__ = ["Asked", "Embedder", "HashedWords", "Hit", "Recall", "SentenceModel", "Source"]
