"""What to do first, where a node was asked for something too early: "start grabbing first".

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

import re

_VERBS = {
    "started": "start", "running": "start", "ready": "start", "called": "call", "opened": "open",
    "enabled": "enable", "activated": "activate", "active": "activate", "loaded": "load",
    "configured": "configure", "connected": "connect", "initialized": "start", "homed": "home",
    "initialised": "start", "set up": "set up", "launched": "start", "stopped": "stop",
    "calibrated": "calibrate",
}  # fmt: skip
_DONE = rf"(?P<done>{'|'.join(_VERBS)})"
#: The part, program or function that has to be ready; a device that does not start has a cable.
_NO_DEVICE = (
    r"(?!.{0,30}\b(?:lidars?|cameras?|imus?|sensors?|motors?|servos?|drives?|joints?|gripper|gps"
    r"|encoders?|device|hardware|controllers?|robot|arm|base|buffers?|maps?|poses?)\b"
    r" (?:is |are |has |was )?not\b)"
)
_WHAT = r"(?P<what>(?!(?:could|can|cannot|fail\w*|unable|error)\b)[a-z]\w*(?: [a-z]\w*){0,3}?)"
_IS_NOT = r"(?:is |are |was |has |have )?not (?:yet )?(?:been )?"
_FIRST = (
    rf"(?:^|\b(?:the|that) ){_WHAT} (?:needs?|has|have|must|should) (?:to )?be {_DONE}"
    r"(?: (?:first|beforehand)\b| (?:prior to|before) )"
)
_WITHOUT = (
    rf"^{_NO_DEVICE}(?:the )?{_WHAT} {_IS_NOT}{_DONE}(?: yet)?\b\W* ?(?:so )?"
    r"(?:can ?not|can't|unable|could not|ignoring|skipping)\b"
)
_YET = (
    rf"^{_NO_DEVICE}(?:the )?{_WHAT} (?=(?:is |was |has )?not (?:\w+ ){{0,3}}?yet\b|.* yet\W*$)"
    r"(?:is |was |has )?not (?:yet )?(?:been )?"
    r"(?P<done>initiali[sz]ed|started|activated|configured|loaded|launched)(?: yet)?\W*$"
)
_BECAUSE = rf"\b(?:because|since) {_NO_DEVICE}(?:the )?{_WHAT} {_IS_NOT}{_DONE}\b"
_KINDS = tuple(map(re.compile, (_FIRST, _WITHOUT, _YET, _BECAUSE)))
_NO_ARTICLE = re.compile(r"ing$")


def advice_of_order(said: str) -> str:
    """Return what to do first, of what a node said as plain words; empty: nothing is too early."""
    found = next((match for kind in _KINDS if (match := kind.search(said))), None)
    if found is None:
        return ""
    what = found["what"].removeprefix("the ")
    article = "" if _NO_ARTICLE.search(what) else "the "
    return f"{_VERBS[found['done']]} {article}{what} first, then try again"
