"""A message as plain words, so that one pattern fits all drivers' spellings."""

from __future__ import annotations

import re
from functools import lru_cache

#: The end of a word in "CamelCase", also of an abbreviation, but not of its plural ("IMUs"), nor
#: within "TFmini" or "CANopen".
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])|(?<=[A-Z]{2})(?=[A-Z][a-z]{2})(?!Nopen)")
_SEPARATORS = re.compile(r"[_\-/.\s]+")
_CHARACTERS = 1000  # only the beginning of a longer message is read


def plain_words(text: str) -> str:
    """Return a message in lower case with one space between its words.

    ``ROBOT_EMERGENCY_STOP``, ``emergencyStop`` and ``Emergency-Stop`` become "emergency stop", and
    ``GPSTimeout`` becomes "gps timeout".
    """
    return _plain_words(text[:_CHARACTERS])


@lru_cache(maxsize=1024)
def _plain_words(text: str) -> str:
    return _SEPARATORS.sub(" ", _HUMP.sub(" ", text)).strip().lower()
