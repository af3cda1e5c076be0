"""What to do about a transform, a pose or a frame that is missing or late, with the frames' names.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re

from robot_memory.wording.fault_table import CANNOT, FaultKind, FaultTable

_OWN = r"(?:the|current|robot|robot's|its|own|latest|most recent|global|vehicle|odom\w*|base)"
_TRANSFORM = (
    r"(?<!image )(?<!color )(?<!affine )"
    r"(?:transform(?:s|ing|ation)?(?! (?:colou?r|image|server|plugin|points?\b))|tf)"
)
_FAILED = r"(?:fail(?:ed|s|ure)?|not (?:yet )?(?:available|found|possible|received)|unavailable)"

_MISSING = re.compile(
    rf"\b{CANNOT} (?!estimate|set|send|publish|broadcast)(?:[\w']+ ){{0,3}}?{_TRANSFORM}\b"
    rf"|\b{_TRANSFORM}\b.{{0,80}}\b{_FAILED}\b"
    rf"|\bno {_TRANSFORM} (?:available|from|between|possible|found)\b"
    r"|\btransform (?:error|exception)\b.{0,80}\b(?:frame|lookup)"
    rf"|\bwaiting for (?:the )?{_TRANSFORM}\b|\btransform .{{0,60}}\bdid not become available\b"
    r"|\b(?:not|cannot|fail\w* to|unable to) (?:be )?(?:convert|transform)(?:ed)?"
    r" (?:\S+ ){0,4}?(?:in)?to (?:\S+ ){1,3}?frame\b"
    r"|\b(?:cannot|could not|unable|fail\w*|no|not)\b.{0,60}\bbetween (?:the )?frames\b"
    rf"|\b{CANNOT} (?:get|obtain|compute|determine|find|retrieve|look ?up) (?:{_OWN} )+"
    r"pose\b(?! of\b)"
    r"(?!.{0,40}\b(?:scan|point ?cloud|image|stamp)\b)"
    r"|\b(?:robot|current|recent|global) pose is (?:too old|stale|outdated|[\d ]+s\w* old)\b"
)
#: The clocks differ, and the transform is there.
_LATE = re.compile(r"\bextrapolation\b|\bback in time\b")
_OTHERS = FaultTable(
    FaultKind(
        r"\bodometry (?:is |was )?lost\b(?! (?:its|the|connection|contact)\b)"
        r"|\b(?:lost|losing) (?:visual )?odometry\b",
        "stop the robot; check the view and the data of the sensor that odometry uses; go back to"
        " a place that it knows",
    ),
    FaultKind(
        r"\b(?:ignor\w*|reject\w*|discard\w*|drop\w*|skip\w*)\b.{0,30}\b(?:pose|odometry|scan|imu"
        r"|image|cloud)\b.{0,20}\bstamp\b",
        "compare the clocks and the time stamps of what sends it, and check its rate",
    ),
)
_NAME = (
    r"['\"`\[]?(?!(?:the|an?|it|one|frame|another|source|target)\b)([A-Za-z]\w*(?:/\w+)*)['\"`\]]?"
)
#: Where a text names two frames, or one.
_FRAMES = (
    re.compile(rf"\bframes? {_NAME} ?(?:[-=]?[>›→]|,|\bto\b|\band\b) ?(?:frame )?{_NAME}(?=\W|$)"),
    re.compile(
        rf"\b(?:from|between) (?:the )?(?:frame )?{_NAME} (?:(?:in)?to|and) (?:the )?(?:frame )?"
        rf"{_NAME}(?=\W|$)"
    ),
    re.compile(r"\bframe ['\"`\[]([A-Za-z]\w*(?:/\w+)*)['\"`\]]"),
    re.compile(
        r"\b(?:in)?to (?:the )?(?!(?:the|global|local|target|source|robot|other|same)\b)(\w+)"
        r" frame\b"
    ),
)


def advice_of_transform(text: str, said: str) -> str:
    """Return what to do about a missing or late transform or pose; empty: it is none.

    Args:
        text: the text of an entry; frames keep the spelling that they have there.
        said: what a node said, as plain words.
    """
    if _MISSING.search(said) and _LATE.search(said) is None:
        return (
            "check that localisation or odometry runs and publishes the transform"
            f" {_between(text)}; compare the clocks of the computers"
        )
    return _OTHERS.advice(said)


def _between(text: str) -> str:
    found = next((match for pattern in _FRAMES if (match := pattern.search(text))), None)
    names = dict.fromkeys(found.groups()) if found is not None else {}
    if len(names) > 1:
        return f"between {' and '.join(names)}"
    return f"to {next(iter(names))}" if names else "that it needs"
