"""What to do about a fault of which nothing but an error code is known, or not even that."""

from __future__ import annotations

import re

#: Stands in the tables of faults for the advice that a code in the text decides.
CODED = "find what the code means"
_IS_GENERAL = re.compile(r"\bcable\b|\blog lines before\b|\baccepts\b")
_GIVEN = re.compile(
    r"\b(?:code|errors?|faults?|alarms?|status)\b[^a-z\d]{0,3}(?:(?:no|nr|number|id|code|is)\b"
    r"[^a-z\d]{0,3}){0,2}(?:0 ?x ?[\da-f]+|[a-z]{0,2}\d{1,6})\b"
)
#: What a call returned, in the text as it is: the sign counts.
_RETURNED = re.compile(
    r"\b(?:ret(?:urn(?:ed)?)?(?:[ _](?:code|value))?|rc) ?[=:]{1,2} ?(?P<code>-?[1-9]\d*)\b(?!\.\d)"
)


#: What a failed step ends with: a code of the device, which is no line and no count.
_ENDS_IN = re.compile(
    r"\b(?:fail\w*|could ?n[o']t|can ?n[o']t|can't|unable|error)\b[^(:]{3,60}(?: ?\(|: ?)(?:error "
    r"|code )?"
    r"(?P<code>-?\d{3,10}|0x[\da-f]{2,8}|[\da-f]{8})\)?[\s.!]*$",
    re.IGNORECASE,
)


def with_code(advice: str, text: str) -> str:
    """Return advice that begins with the code that a device gave for a step that failed.

    The code says more than a cable or the lines before it, and comes before a restart. Without a
    code the advice stays.
    """
    found = _ENDS_IN.search(text)
    if found is None or not _IS_GENERAL.search(advice):
        return advice
    return f"look up code {found['code']} in its maker's manual; then {advice.split('; ')[0]}"


def code_advice(said: str) -> str:
    """Return where to find what a code means that a part said, in plain words, or did not say."""
    if _GIVEN.search(said):
        return "look the error code up in the manual, and mend the cause before a reset"
    return "find the error code on the display or in the log, and mend the cause before a reset"


def returned_advice(text: str) -> str:
    """Return where to find what a call returned, by its code; empty: the text has no such code."""
    found = _RETURNED.search(text)
    return "" if found is None else f"look up code {found['code']} in its maker's manual"
