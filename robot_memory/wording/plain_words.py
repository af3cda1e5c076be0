"""A message as plain words, so that one pattern fits however a driver writes them."""

from __future__ import annotations

import re
from functools import lru_cache

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_JOINTS = re.compile(r"[_\-/.\s]+")
_CHARACTERS = 1000


def plain_words(text: str) -> str:
    """Return a message in lower case with one space between its words.

    ``ROBOT_EMERGENCY_STOP``, ``emergencyStop`` and ``Emergency-Stop`` become "emergency stop".
    """
    return _plain_words(text[:_CHARACTERS])


@lru_cache(maxsize=1024)
def _plain_words(text: str) -> str:
    return _JOINTS.sub(" ", _HUMP.sub(" ", text)).strip().lower()
