"""What to do about a setting that is wrong or missing: "set the port in the parameter file".

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. The sentence decides,
not a word for a device in it: a wrong timeout of a connection is no broken connection.
"""

from __future__ import annotations

import re

from robot_memory.wording.fault_table import FaultKind, FaultTable

#: Ends each advice about a setting.
IN_FILE = "in the launch or parameter file, then restart the node"
_SETTING = (
    r"(?:time ?outs?|angles?|ports?(?: names?| numbers?)?|ip(?: address\w*)?|host ?names?"
    r"|address\w*|baud ?rates?|rates?|frequenc(?:y|ies)|resolutions?|fov|field of view|frame ids?"
    r"|gains?|thresholds?|models?|radius|widths?|heights?|intervals?|periods?|scales?|encodings?"
    r"|switch types?|topic names?|user ?names?|passwords?|api keys?)"
)
_SETTINGS = rf"{_SETTING}(?:,? (?:or|and) {_SETTING})*"
#: With one of these the words are about what arrived or was commanded.
_ARRIVED = (
    r"(?:commands?|goals?|requests?|trajector\w+|messages?|packets?|responses?|repl(?:y|ies)|data"
    r"|received|measured|joints?|time)"
)
_BETWEEN = rf"(?:(?!(?:{_ARRIVED}|or|and|no)\b)[a-z]\w* ){{0,3}}?"
_BEFORE = rf"(?:(?!(?:{_ARRIVED}|or|and|the|an?|no|its?|this|that)\b)[a-z]\w* )?"
_WRONG = r"(?:incorrect|invalid|wrong|illegal|unsupported)"
_NOT_GIVEN = r"not (?:been )?(?:set|specified|given|provided|defined|configured|supplied)"
_NUMBER = r"(?:floats?|ints?|integers?|numbers?|numeric|doubles?)"

#: With the name of the setting; the first that fits decides.
_NAMED = FaultTable(
    FaultKind(
        rf"\b{_WRONG} (?!(?:for|of|in|on|at|to|with|as)\b)(?P<name>{_BETWEEN}{_SETTINGS})\b"
        r"(?! (?:from|in|of|received|read)\b)",
        "correct the {name}",
    ),
    FaultKind(
        rf"\brequested (?P<name>{_SETTING})\b.{{0,20}}\bout of range\b",
        "correct the {name}",
    ),
    FaultKind(
        rf"^(?P<name>{_BETWEEN}{_SETTINGS}) (?:must|should|has to|have to|can ?not|may not)"
        r" (?:not )?be\b",
        "correct the {name}",
    ),
    FaultKind(
        rf"\b(?P<name>{_BEFORE}{_SETTINGS}) (?:is |are |was |were |has |have )?(?:{_NOT_GIVEN}"
        r"|empty|(?:is |are )?required)\b",
        "set the {name}",
    ),
    FaultKind(
        rf"^(?:error:? )?(?:missing|no) (?P<name>{_BETWEEN}{_SETTINGS}) (?:for|given|specified"
        r"|provided|set|configured|defined|supplied|parameter|argument)\b",
        "set the {name}",
    ),
    FaultKind(
        rf"^(?P<name>[a-z]\w*(?: [a-z]\w*){{0,3}}?) (?:is |are |was )?not (?:of type )?(?:an? )?"
        rf"(?:valid )?{_NUMBER}(?: or (?:an? )?{_NUMBER})*\W*$",
        "set {name} to a number",
    ),
    FaultKind(
        rf"\b(?:with|has|have) no (?P<name>{_BETWEEN}{_SETTINGS}) (?:set|given|specified|provided"
        r"|configured|defined)\b",
        "set the {name}",
    ),
    FaultKind(
        rf"\b(?P<name>{_BEFORE}{_SETTINGS}) (?:param\w* )?(?:that (?:is|was) )?(?:provided|given"
        r"|specified|configured) (?:is|was|are|were) (?:not valid|invalid|wrong|incorrect"
        r"|illegal)\b",
        "correct the {name}",
    ),
    FaultKind(
        r"\b(?P<name>(?:(?!(?:the|an?|calibration|error|failed)\b)[a-z]\w* ){0,3}?files?)"
        r" (?:is |was |could )?not (?:be )?(?:found|set|given|specified)\W*(?:none|null|empty)\W*$",
        "set the {name}",
    ),
)
#: The text says which value to take; where the node takes it by itself, nothing is wrong.
_TAKE_OTHER = re.compile(
    r"\b(?:can ?not|can't|must not|should not)\b(?!.{0,80}\b(?:using|uses|used|will|falling)\b)"
    r".{3,80}\binstead\W*$"
)
_NO_PARAMETER = (
    r"(?!(?:server|services?|files?|values?|names?|types?|is|was|are|were|has|not|client|with|for"
    r"|must|cannot|should|that|which)\b)"
)
_ABSENT = r"(?:not (?:been )?(?:set|given|specified|defined|provided|found)|missing|empty|unset)"
_OF_DATA = r"(?:trajectory|goal|path|plan|pose|msg|message|data|states?|scan|cloud|image)"
#: A parameter by its name; the name keeps its spelling, so these read the text as it is.
_OF_PARAMETER = FaultTable(
    FaultKind(
        rf"\b[Pp]aram(?:eter)?:? ['\"`]?{_NO_PARAMETER}(?P<name>[A-Za-z~]\w*(?:[/.]\w+)*)['\"`]?"
        rf" (?:is |was |has )?(?:{_ABSENT}|required)\b",
        "set the parameter {name}",
    ),
    FaultKind(
        r"(?:ould not|ouldn't|annot|ailed to|nable to) parse ['\"`]?"
        r"(?P<name>[a-z]+(?:_[a-z\d]+)+)['\"`]?\W*$",
        "correct {name}",
    ),
    FaultKind(
        r"\b[Pp]aram(?:eter)?:? ['\"`](?P<name>[A-Za-z~]\w*(?:[/.]\w+)*)['\"`] (?:is |was |has )?"
        r"(?:an? )?(?:[<>=!]=? |invalid|wrong|not valid|of (?:the )?wrong type|incorrect)",
        "correct the parameter {name}",
    ),
    FaultKind(
        rf"(?:^|: )['\"`]?(?P<name>[a-z]\w*_(?!{_OF_DATA}\b)\w+)['\"`]? (?:cannot|can not|must not"
        r"|should not|may not)"
        r" be (?:empty|unset|none|null)\b",
        "set {name}",
    ),
)
_TYPE = re.compile(
    r"\bxml ?rpc\b.{0,30}\btype\b|\bparam\w*\b.{0,40}\b(?:type error|wrong type|type mismatch"
    r"|incorrect type)\b|\b(?:wrong|incorrect|invalid) param\w* type\b"
)
_IS_NAME = re.compile(r"_|[A-Z]{2}")


def advice_of_setting(text: str, said: str) -> str:
    """Return what to do about a wrong or missing setting, with its name; empty: it is none.

    Args:
        text: the text of an entry; a setting keeps the spelling that it has there.
        said: what a node said, as plain words.
    """
    parameter = _OF_PARAMETER.find(text)
    if parameter is not None:
        found, advice = parameter
        return f"{advice.format(name=found['name'])} {IN_FILE}"
    if _TYPE.search(said):
        return f"correct the type of the parameter {IN_FILE}"
    setting = _NAMED.find(said)
    if setting is not None:
        found, advice = setting
        name = _as_spelt(found["name"].removeprefix("the "), text)
        told = advice.replace("the ", "") if "_" in name else advice  # a name has no article
        return f"{told.format(name=name)} {IN_FILE}"
    if _TAKE_OTHER.search(said):
        return f"change that setting to what the text says, {IN_FILE}"
    return ""


def _as_spelt(name: str, text: str) -> str:
    """Return words of a text, a name as the text spells it: "ip_address" for "ip address"."""
    words = r"[_\-/.\s]*".join(map(re.escape, name.split()))
    spelt = re.search(rf"\b(?:\w+_)?{words}(?:_\w+)?\b", text, re.IGNORECASE)
    return spelt[0] if spelt is not None and _IS_NAME.search(spelt[0]) else name
