"""At which place the first hit stands that answers a question, by the call that the faces make."""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.long_term.recall.query import Hit, Query
from robot_memory.memory import RobotMemory
from robot_questions import Question, Robot

FIRST = 3
_MOST = 10
_WORDS = re.compile(r"[^\W\d]{2,}")  # numbers are masked where the same is seen again


def places(memory: RobotMemory, robot: Robot) -> dict[str, int]:
    """Return by question the place of its answer among the hits, from 1; 0 where it is not."""
    return {question.text: place_of(memory, robot, question) for question in robot.questions}


def place_of(memory: RobotMemory, robot: Robot, question: Question) -> int:
    """Return the place of the answer among the hits, from 1; 0 where it is not."""
    hits = memory.recall(Query(question.text, limit=_MOST))
    right = (at for at, hit in enumerate(hits, start=1) if answers(hit, robot, question))
    return next(right, 0)


def answers(hit: Hit, robot: Robot, question: Question) -> bool:
    """Tell whether a hit answers a question, with its day and origin where these count."""
    there = set(_words(hit.text))
    right = (said for name in question.about for said in robot.happened[name].words)
    if not any(there.issuperset(_words(said)) for said in right):
        return False
    if question.last is not None and (hit.time is None or hit.time.date() != question.last):
        return False
    return not question.archived or any("archive" in why for why in hit.why)


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORDS.findall(text)]


def shares(found: Iterable[int]) -> tuple[int, int]:
    """Return how many answers come first, and how many among the first three."""
    ranks = list(found)
    return ranks.count(1), sum(1 <= place <= FIRST for place in ranks)
