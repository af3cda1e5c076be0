"""The rank of the first hit that answers a question, with the call that the faces make."""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.long_term.recall.query import Hit, Query
from robot_memory.memory import RobotMemory
from robot_questions import Question, Robot

FIRST = 3
_MOST = 10
_WORDS = re.compile(r"[^\W\d]{2,}")  # without numbers: they are masked in repeated messages


def places(memory: RobotMemory, robot: Robot) -> dict[str, int]:
    """Return the rank of each question's answer among the hits, from 1; 0 if it is missing."""
    return {question.text: place_of(memory, robot, question) for question in robot.questions}


def place_of(memory: RobotMemory, robot: Robot, question: Question) -> int:
    """Return the rank of the answer among the hits, from 1; 0 if it is missing."""
    hits = memory.recall(Query(question.text, limit=_MOST))
    right = (at for at, hit in enumerate(hits, start=1) if answers(hit, robot, question))
    return next(right, 0)


def answers(hit: Hit, robot: Robot, question: Question) -> bool:
    """Return whether a hit answers a question, with the required day and origin, if any."""
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
    """Return the number of answers at the first place, and in the first three."""
    ranks = list(found)
    return ranks.count(1), sum(1 <= place <= FIRST for place in ranks)
