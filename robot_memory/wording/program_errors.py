"""What to do about an exception whose text a node passes on: "list index out of range".

The texts are those of Python and of C++. They tell of a fault inside the program: no cable and no
setting that the text seems to name helps. English, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import FaultKind, FaultTable
from robot_memory.wording.remedies import REPORT

_TABLE = FaultTable(
    FaultKind(
        r"\bimport error\b|\bmodule not found error\b|\bno module named\b",
        "install what is missing, or correct its name in the configuration",
    ),
    FaultKind(
        r"\bcould not convert string to (?:float|int)\b|\binvalid literal for (?:int|float)\b"
        r"|\bstod\b|\bstoi\b|\blexical cast\b|\bnot enough values to unpack\b"
        r"|\btoo many values to unpack\b"
        r"|\bcodec can't decode\b",
        "check what arrives: it has not the form that the program expects; it may be empty or cut",
    ),
    FaultKind(
        r"\bcontext is invalid\b"
        r"|'?\b\w+'? object (?:has no attribute|is not (?:subscriptable|callable|iterable))\b"
        r"|\b(?:list|tuple|string|array) index out of range\b|\bzero size array\b"
        r"|\bindex \d+ is out of bounds\b|\bis not in list\b|\bunexpected keyword argument\b"
        r"|\bunsupported operand\b|\bmissing \d+ required positional arguments?\b|\bbad file"
        r" descriptor\b|\bexpected \d+x\d+ matrix\b|\bcan(?:not|'t) compare\b|\bdivision by zero\b"
        r"|\bbasic string\b.{0,30}\b(?:null|construct\w*)\b|\b(?:vector|map|deque|array)::?\w*at\b"
        r"|\blocal variable\b.{0,40}\breferenced\b|\b(?:key|attribute|index) error\b"
        r"|\boperands could not be broadcast\b|\bcannot reshape\b",
        REPORT,
    ),
)


def advice_of_program(said: str) -> str:
    """Return what to do about an exception of a program in plain words; empty: there is none."""
    return _TABLE.advice(said)
