"""Whether words are about an emergency stop, and whether they say that a person made it.

English, in the form of :func:`.plain_words.plain_words`. A scanner, a bumper or a broken wire can
trigger the same stop as a button.
"""

from __future__ import annotations

import re

_STOP = re.compile(
    r"\b(?:e ?stop(?:ped)?|emergency ?(?:stop(?:ped)?|button|halt|off)|kill ?switch|(?:red"
    r"|mushroom|panic) .{0,20}button|(?:wireless|remote|radio|manual|external) stop)\b"
)
_BY_PERSON = re.compile(
    r"\bbuttons?\b|\b(?:pressed|pushed|pulled)\b|\b(?:wireless|remote|radio|manual) stop\b"
    r"|\bby (?:an? |the )?(?:operator|user|person|pilot|supervisor)\b|\bkill ?switch\b"
)
_OVER = re.compile(r"\b(?:released?|reset|cleared|inactive|disengaged|unlatched)\b")


def names_stop(words: str) -> bool:
    """Tell whether plain words name an emergency stop."""
    return _STOP.search(words) is not None


def is_by_person(words: str) -> bool:
    """Tell whether plain words about a stop say that a person made it, or ended it."""
    return _BY_PERSON.search(words) is not None or _OVER.search(words) is not None
