"""What to do about data that is empty or does not come: who supplies it is to be checked.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import COULD_NOT, FaultKind, FaultTable

_JOINTS = (
    r"joint (?:states?|values?|positions?)\b(?! (?:interface|publisher|broadcaster|file|handle))"
)
_NOTHING = (
    r"(?:nothing|none|null|empty|missing|stale|not (?:yet )?(?:available|received|published))"
)

_TABLE = FaultTable(
    FaultKind(
        r"\b(?:no|zero|0) (?:way ?)?points in (?:the )?(?:\w+ )?(?:trajectory|path)\b"
        r"|\btrajectory: no points\b|\btrajectory (?:is |was )(?:null|empty|none)\b"
        r"|\b(?:empty|null) trajectory\b"
        r"|\btrajectory (?:has|had|contains|with) (?:no|zero|0) (?:way ?)?points\b",
        "check what sends the trajectory: it has no points",
    ),
    FaultKind(
        r"\b(?:path|plan|trajectory|route|line|polygon) (?:has|had|contains|with) (?:less|fewer)"
        r" than \w+ (?:\w+ )?(?:poses|(?:way ?)?points|vertices)\b",
        "check what makes it: it has too few points",
    ),
    FaultKind(
        rf"\b{COULD_NOT} (?:get|receive|obtain|retrieve) (?:\w+ ){{0,2}}?{_JOINTS}"
        rf"|\b(?:no|missing|without|waiting for) (?:\w+ )?{_JOINTS}"
        rf"|\b(?:not|never) (?:yet )?receiv\w* (?:\w+ ){{0,2}}?{_JOINTS}"
        rf"|\b{_JOINTS} (?:is |are |was |were )?{_NOTHING}\b",
        "check that joint states arrive: the driver or the joint state broadcaster publishes them;"
        " then check power and connection of the drives",
    ),
    FaultKind(
        r"\b(?:empty|no) (?:motor )?driver (?:state|status|feedback)\b",
        "check that the motor driver has power and is connected, and that its node runs",
    ),
    FaultKind(
        r"\bno more (?:messages|data|bytes|packets)\b",
        "check what {it} sends: its output settings, port and cable; a recording that is played"
        " may have ended",
    ),
    FaultKind(
        r"\b(?:received|got) (?:an? )?empty (?:\w+ ){0,3}?"
        r"(?:messages?|data|response|reply|packet)\b",
        "check the program that sends it, and the link to the device that it reads",
    ),
)


def advice_of_data(said: str) -> str:
    """Return what to do about data that a node, in plain words, calls empty; empty: none fits.

    ``{it}`` in it is the part that the text names.
    """
    return _TABLE.advice(said)
