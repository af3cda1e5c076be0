"""Log messages that tell of no fault, though their node calls them warnings or errors.

English. Only whole messages count: what a goal, a task or a behaviour regularly does.

Specification: rules.md §5.2.
"""

from __future__ import annotations

import re

from robot_memory.wording.plain_words import plain_words

_NORMAL = re.compile(
    r"^(?:the )?(?:goal|task|action|request|trajectory|mission|plan|job|behaviou?r)(?: [\d#]\S*)?"
    r" (?:is |was |has been )?(?:now |currently |still )?(?:being )?(?:executing|executed|accepted"
    r"|pending|in progress|queued|running|active|completed|finished|reached)(?: successfully)?\W*$"
    r"|^(?:ros is )?shutting down(?: now)?\W*(?:exiting(?: now)?\W*)?$"
    r"|^preempting [\w ]{2,40}\W*$"
    r"|^(?:starting|resuming|entering|leaving) (?:\w+ )?(?:behaviou?r|task|mission|docking"
    r"|undocking|mapping|exploration|idle(?: state)?)\W*$"
)


def is_normal(message: str) -> bool:
    """Tell whether a log message is about a normal state."""
    return _NORMAL.search(plain_words(message)) is not None
