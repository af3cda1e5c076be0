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
#: A stop that happened, or what made it happen.
_STATED = re.compile(
    r"\b(?:press\w*|push\w*|pull\w*|hit|trigger\w*|activ(?:e|ated)|engag\w*|stop(?:s|ped)|halt\w*"
    r"|tripp?\w*|latched|asserted|initiated|kill\w*)\b"
    r"|^\W*(?:on|true|set|1)\W*$"
)
_NOT_STATED = re.compile(r"\b(?:not|never|un|in|no longer) ?(?:yet )?(?:be |been )?$")
#: A program, a link or a command about a stop failed: nothing says that anybody stopped the robot.
_BREAKS = re.compile(
    r"\b(?:exceptions?|traceback|can ?not|can't|could ?n[o']t|unable|did ?n[o']t|does ?n[o']t"
    r"|do ?n[o']t|invalid|missing|disconnect\w*|unavailable|not (?:available"
    r"|found|respond\w*|received|connected|configured|initiali\w+|implemented|supported|defined"
    r"|valid|set|ready|running)|no (?:data|messages?|response|reply|signal|connection|heartbeats?"
    r"|publisher|subscriber)|stale|outdated|denied|refused|rejected|crash\w*|segmentation"
    r"|assertion|bug|deprecat\w*|nan|null|none)\b"
)


def names_stop(words: str) -> bool:
    """Tell whether plain words name an emergency stop."""
    return _STOP.search(words) is not None


def states_stop(words: str, said: str) -> bool:
    """Tell whether a part says that there is a stop; that its name is of a stop is not enough.

    What fails in a monitor of the emergency stop, or in what talks to it, is no stop: who looks
    for a button then finds none, and the robot may not be stopped at all.

    Args:
        words: the text of an entry as plain words.
        said: what the part said, of it.
    """
    if not names_stop(words):
        return False
    is_stated = any(
        _NOT_STATED.search(said[: found.start()]) is None for found in _STATED.finditer(said)
    )
    if _BREAKS.search(said):
        return names_stop(said) and is_stated
    return is_stated or names_stop(said)


def is_by_person(words: str) -> bool:
    """Tell whether plain words about a stop say that a person made it, or ended it."""
    return _BY_PERSON.search(words) is not None or _OVER.search(words) is not None
