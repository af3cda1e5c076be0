"""What to do about what a statement says of a thing that it names: "No segments in the trajectory".

The form of the statement decides, and the advice takes its names from it; no device need be known
here. English, as nodes write it, in its own spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from robot_memory.wording.clauses import IS_CODE, name_of
from robot_memory.wording.remedies import COUNTS, REPORT, VERSIONS
from robot_memory.wording.setting_faults import IN_FILE

_IS = r"(?:is |are |was |were |has |have |been |being |be )"
_X = r"(?P<x>(?:(?!\. )[^,;:!]){1,60}?)"
_Y = r"(?P<y>(?:(?!\. )[^,;:!]){1,60}?)"
_KEY = r"['\"`~]?[A-Za-z]\w*(?:[_./]\w+)+['\"`]?|['\"`~][\w ./]+['\"`]"
_WRONG = (
    r"(?:invalid|wrong|illegal|bad|incorrect\w*|improper\w*|malformed|unsupported|unknown"
    r"|unrecogni[sz]ed|undefined|inconsistent)"
)
_MUST = r"(?:must|should|ha(?:s|ve) to|needs? to|can ?not|can't|may not)"
_GIVEN = r"(?:set|specified|given|provided|defined|supplied|configured|declared|selected|entered)"
_GIVE = r"(?:set|specify|give|provide|define|supply|configure|declare|enter)"
_READY = (
    r"(?:initiali[sz]ed|loaded|ready|running|started|active|activated|enabled|configured|set up"
    r"|created|opened|open|connected|online|launched|operational)"
)
_NO_DATA = r"(?:timed? ?out|timeout|too old|stale|outdated|out of date)"
#: What is sent again and again.
_SENT = (
    r"(?:\b(?:topic|msg|messages?|data|inputs?|signals?|commands?|scans?|images?|odom\w*|pose"
    r"|heart ?"
    r"beats?|twist|joy|imu|gps|gnss|stat(?:e|us)|feedback|streams?|updates?|map|point ?clouds?"
    r"|detections?|measurements?)|/\w+)"
)
_LIMIT = r"(?:\d|\w* ?(?:limit|max|min|threshold|bound)\w*)"
_OUTSIDE = (
    rf"(?:{_IS}+(?:too (?:high|large|big|strong|fast|long|great|low|small|short|slow|little|weak)"
    r"|(?:greater|larger|higher|longer|less|smaller|lower|shorter) than"
    rf"|(?:above|over|below|under) (?:the |its |their )?{_LIMIT})|exceed(?:s|ed|ing))"
)
_STRANGE = ("unknown", "unsupported", "unrecogni", "invalid", "bad", "unexpected", "malformed")
#: Where a value is corrected.
_SETTING, SENDER = IN_FILE, "in what sends it"
_EITHER = f"in the configuration, or {SENDER}"
_OF_REQUEST = re.compile(
    r"\b(?:goals?|requests?|commands?|trajector\w+|way ?points?|messages?|msgs?|plans?|paths?"
    r"|poses?"
    r"|services?|topics?|received|image|cloud|scan|polygon|queue|array|vector|matrix|data)\b",
    re.IGNORECASE,
)
_OF_SETTING = re.compile(
    r"\b(?:param\w*|arguments?|options?|settings?|config\w*|~\w+|ip|host\w*|address|port|baud ?rate"
    r"|frame[_ ]?ids?|topic names?|rates?|frequency|gains?|model|footprint|colormap|tolerances?"
    r"|names?$)\b"
    r"|\b\w+_\w+\b|(?-i:\b[a-z]+[A-Z])\w+",
    re.IGNORECASE,
)
_IS_PARAMETER = re.compile(r"\bparam", re.IGNORECASE)
_IS_POSE = re.compile(r"\b(?:pose|transform|tf|odom\w*|locali[sz]ation)\b", re.IGNORECASE)
#: Asked of somebody who did not answer, or of a robot that did not do it in time.
_IS_ASKED = re.compile(
    r"\b(?:communication|link|requests?|operations?|response|reply|write|read|erase|goals?"
    r"|mo(?:tion|vement|ve)|execution"
    r"|actions?|tasks?|home|homing|connection|service|plan\w*|calibration|init\w*)\b|^[A-Z ]+$"
)
#: What a device or another program sends; which of them exist depends on the version.
_IS_ANSWER = re.compile(
    r"\b(?:stat(?:us|e)|(?:frame|event|message|packet|data|fix) type|responses?|repl(?:y|ies)"
    r"|messages?|packets?|headers?|versions?|frames?|result|(?:result|status|error) code)$",
    re.IGNORECASE,
)
#: What may be so, without being wrong.
_IS_CONDITION = re.compile(r"\b(?:modes?|stat(?:e|es|us)|reason|poses?|positions?|errors?)$", re.I)
#: Says how often something failed.
_IS_COUNT = re.compile(r"\b(?:errors?|retries|attempts|failures|tries|count)$", re.IGNORECASE)
_READY_FIRST = "start {x} first, or find in the log lines before this one why it did not start"
_WITHIN = "bring {x} within its limit, or correct that limit in the configuration"
_FILLS = "check what fills {x}: it is empty"
_SOURCE = "check what sends {x}: that it runs, has a connection, and sends at its rate"
_FIND_POSE = (
    "check that localisation or odometry runs and publishes; compare the clocks of the computers"
)


class _Form(NamedTuple):
    """A form of statement; ``{x}`` and ``{y}`` in the advice are what it names.

    ``{where}`` is where a value is corrected.
    """

    pattern: str
    advice: str


_FORMS = (
    _Form(
        r"(?:\bwaiting\b|\bno\b|\bnot\b).{0,40}(?:/clock\b|\b(?:simulat\w+|sim|ros) time\b)",
        "check that the simulation or the recording publishes /clock; without one, set"
        f" use_sim_time to false {IN_FILE}",
    ),
    _Form(
        r"\b(?:unknown|invalid|missing|no such|no) frame:? (?P<x>['\"`]?[a-z]\w*['\"`]?)$",
        "check that the frame {x} is published, and its name in the configuration",
    ),
    _Form(
        rf"\b(?:get|find|retriev\w+|read\w*|load\w*|fetch|obtain|look up)\b.{{0,15}}?"
        rf"\bparam(?:eter)?s?:? (?P<x>{_KEY})(?= |$)",
        f"set {{x}} {IN_FILE}",
    ),
    _Form(
        r"^no param(?:eter)?s? (?:named |called )?(?P<x>['\"`]?\w+['\"`]?)$", f"set {{x}} {IN_FILE}"
    ),
    _Form(
        rf"\b(?:must|need(?:s|ed)?(?: to)?|ha(?:s|ve) to|should|did not|didn't)"
        rf" {_GIVE} (?:a |an |the |at least (?:one |two |three )?|one |both )*(?:value for )?{_X}"
        r"(?: (?:for|as|in|to|before|or|when|if|with)\b.*)?$",
        "set {x} {where}",
    ),
    _Form(
        rf"^{_X} (?:must|needs? to|ha(?:s|ve) to|should) (?:also )?be (?:\w+ly )?{_GIVEN}\b",
        "set {x} {where}",
    ),
    _Form(rf"^(?:there (?:is|are|was|were) )?no {_X} (?:{_IS})*{_GIVEN}\b", "set {x} {where}"),
    _Form(
        r"^[^,;:]+ (?:was|were|is) not given (?:an? |the |any )?(?P<x>\w[\w ]{1,40})$",
        "set {x} {where}",
    ),
    _Form(rf"^{_X} {_IS}*(?:not|never) (?:yet )?(?:been )?{_GIVEN}\b", "set {x} {where}"),
    _Form(rf"^(?:missing|need an?) {_X} (?:param\w*|argument|option|setting)\b", "set {x} {where}"),
    _Form(
        r"\bsizes?\b.{0,60}\b(?:match\w*|differ\w*|mismatch\w*|unequal|equal)\b"
        r"|\bequal\b.{0,30}\bsizes?\b|\b(?:differ\w*"
        r"|unequal|unmatched|mismatch\w*|wrong|incorrect|unexpected|inconsistent"
        r"|not equal)\b.{0,40}"
        r"\b(?:sizes?|lengths?|dimensions?|counts?|number of)\b|\b(?:lengths?|dimensions?"
        r"|number of)\b.{0,60}(?:!=|\bmatch\w*|\bdiffer\w*|\bmismatch\w*|\bequal\b)"
        r"|\bmust have (?:exactly |at least )?\d+ (?:elements|entries|values|numbers)\b"
        r"|^more .{2,30} than .{2,30}$",
        COUNTS,
    ),
    _Form(
        rf"^{_X}(?: [\d.]+)? {_MUST} (?:not |only |also |always |both )?(?:be|have|contain|match"
        r"|equal|lie|start|end|use|takes?)\b",
        "correct {x} {where}",
    ),
    _Form(
        rf"^{_WRONG} (?:value (?:for|of) (?:the )?)?{_X}(?: (?:for|in|of|on|at|by|from|while|given"
        rf"|specified"
        r"|provided|received|passed|supplied|chosen|with|to|is)\b.*| ['\"`(\[\d-].*)?$",
        "correct {x} {where}",
    ),
    _Form(
        rf"^{_X} (?:{_IS})+(?:an? )?(?:{_WRONG}|not (?:an? )?(?:valid|recogni[sz]ed|correct|known"
        r"|allowed|permitted|suitable|positive|applicable)|out of (?:range|bounds)|negative|nan)\b",
        "correct {x} {where}",
    ),
    _Form(
        rf"^{_X} (?:does|do|did) ?n[o']t (?:contain|have|include|specify|define) (?:an?y? |the "
        rf"|enough )?{_Y}(?: (?:or|and|in|for|to|with|at)\b.*)?$",
        "check what makes {x}: it lacks {y}",
    ),
    _Form(
        rf"^{_X} (?:has|had|contains|with) (?:no|zero|0) (?!effect\b|longer\b|more\b){_Y}(?: (?:to"
        rf"|in|for|at)\b.*)?$",
        "check what makes {x}: it lacks {y}",
    ),
    _Form(
        rf"^(?:there (?:is|are|was|were) )?(?:no|missing|zero) (?!valid\b){_Y} (?:{_IS})*(?:in"
        rf"|for) "
        rf"(?:the )?{_X}$",
        "check what makes {x}: it lacks {y}",
    ),
    _Form(
        rf"^{_X} {_IS}?(?:missing|lacking) (?:in|from) {_Y}$",
        "add {x} to {y}",
    ),
    _Form(rf"^{_X} {_IS}+(?:empty|null|none)\b", _FILLS),
    _Form(
        r"^(?:found |received |got )?(?:an? )?empty (?P<x>[^,;]{2,50})$",
        _FILLS,
    ),
    _Form(
        rf"^(?:there (?:is|are|was|were) )?no {_X} (?:{_IS})*(?:loaded|registered|running|active"
        r"|started|connected|enabled|launched|configured)\b(?= for\b| in\b| on\b| to\b|\W*$)",
        "load or start {x} first",
    ),
    _Form(
        rf"^(?:there (?:is|are|was|were) )?(?:no|not enough|too few) (?:valid |recent |new )?{_X}"
        rf" (?:{_IS})*(?:yet |being )*(?:received|available|arriv\w+|published|coming|yet)\b",
        _SOURCE,
    ),
    _Form(
        r"\b(?:waiting (?:for|on)|did ?n[o']t receive|not receiv\w+|never received"
        rf"|(?:timed? ?out|timeout)(?: \w+)? waiting (?:for|on)) (?:an? |the |any )?{_X}"
        r"(?: (?:from|in|on|for|within|since|before|after|at|topics?|messages?|data)\b.*)?$",
        _SOURCE,
    ),
    _Form(
        rf"^{_X} {_IS}*(?:not|never) (?:yet )?(?:been )?(?:received|available|published|updated)\b"
        r"(?! (?:for|on|with|in) (?:this|the|your)\b)",
        _SOURCE,
    ),
    _Form(
        r"\b(?:don't|doesn't|didn't|do not|does not|did not) (?:yet )?have (?:an?y? |the )?"
        rf"{_X} (?:to|for|yet)\b",
        _SOURCE,
    ),
    _Form(rf"^(?P<x>[^,;:]{{0,40}}?{_SENT}) (?:{_IS})*{_NO_DATA}\b", _SOURCE),
    _Form(
        rf"^{_X} {_IS}*(?:not|never) (?:yet )?(?:been )?(?:properly |fully )?{_READY}\b",
        _READY_FIRST,
    ),
    _Form(
        rf"^{_X} {_IS}*(?:rejected|refused|denied|aborted) by (?:the )?{_Y}$",
        "read in the log of {y} why it refused {x}",
    ),
    _Form(
        rf"^(?:there (?:is|are|was|were) )?no (?:valid )?{_X} (?:{_IS})*(?:found|present|there)\b",
        "look for {x}, and check its name in the configuration",
    ),
    _Form(rf"^{_X} (?:is|are) (?:required|mandatory)\b(?! (?:to|by)\b)", "set {x} {where}"),
    _Form(
        rf"^{_X} (?:is|are) not (?:included|contained|listed|part) (?:in|of) {_Y}$",
        "add {x} to {y}, or correct its name",
    ),
    _Form(
        rf"\bsomething (?:is |was |went )?wrong (?:with|in) {_X}(?: (?:readings?|config\w*))?$",
        "check {x}: its settings, its connection, and the log lines before this one",
    ),
    _Form(
        rf"^(?:duplicated?|conflicting) {_X}(?: ['\"`\d].*)?$",
        "give each {x} a value of its own {where}",
    ),
    _Form(
        rf"^{_X} (?:{_IS})*already (?:{_IS})*(?:exist\w*|defined|declared|registered|loaded"
        r"|taken|used|created|added)\b",
        "use the {x} that is there, or remove it first",
    ),
    _Form(
        rf"^{_X} exceed(?:s|ed|ing) (?:its |the |max\w* "
        rf"|allowed )*(?P<y>(?!limit)[a-z]\w*) limits?\b",
        "reduce the {y} of {x}, or correct that limit in the configuration",
    ),
    _Form(
        rf"^{_X} {_OUTSIDE}(?: |$)",
        _WITHIN,
    ),
    _Form(
        rf"^{_X} (?:is|are) (?:available, but is |currently )?(?:disabled|switched off|turned off"
        rf"|off(?=\W*$)"
        r"|deactivated)\b",
        "switch {x} on if the robot needs it",
    ),
    _Form(
        rf"^{_X} (?:is |are )?only (?:allowed|possible|available|permitted|accepted|works?)"
        rf" (?P<y>(?:during|in|when|while|after|with|if|for) [^,;]{{2,50}})$",
        "try {x} again {y}",
    ),
    _Form(
        r"\bif (?P<x>['\"`]?[a-z]\w*[_.][\w.]+['\"`]?) is not (?:set|given|specified)\b",
        f"set {{x}} {IN_FILE}",
    ),
    _Form(
        r"\b(?:if|when|as long as) (?P<x>['\"`]?[a-z]\w*[_.][\w.]+['\"`]?) is (?:not )?(?:set|true"
        r"|false|enabled|disabled)\b",
        f"change {{x}} {IN_FILE}, or do without that function",
    ),
)


@cache  # at the first search, as most processes give no advice
def _compiled() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(form.pattern, re.IGNORECASE), form.advice) for form in _FORMS)


def advice_of_statement(clauses: Iterable[str], *, is_driver: bool) -> str:
    """Return what to do about the first statement of a known form; empty: there is none.

    Args:
        clauses: the statements of a message, those that count most first.
        is_driver: whether the driver of a device says so; then what did not start has a cable.
    """
    tried = tuple(clauses)
    for pattern, advice in _compiled():
        if is_driver and advice == _READY_FIRST:
            continue
        for clause in tried:
            found = pattern.search(clause)
            told = _filled(advice, found) if found is not None else ""
            if told:
                return told
    return ""


def _filled(advice: str, found: re.Match[str]) -> str:
    """Return advice with the names of a statement; empty where they are none, or do not fit it."""
    names = {key: name_of(found, key) for key in found.groupdict()}
    thing, clause = names.get("x", ""), found.string
    if not all(names.values()):
        return ""
    if IS_CODE.search(clause):
        return REPORT
    if advice == _SOURCE:
        return _of_source(thing, clause)
    if advice.startswith("correct {x}") and _IS_ANSWER.search(thing):
        return VERSIONS if clause.casefold().startswith(_STRANGE) else ""
    if advice.startswith("correct {x}") and _IS_CONDITION.search(thing):
        return ""
    if advice == _WITHIN and _IS_COUNT.search(thing):
        return ""
    where = _where(thing, clause)
    if advice == _FILLS and where == _SETTING:
        return f"set {thing} {where}"
    return advice.format(**names, where=where)


def _of_source(thing: str, clause: str) -> str:
    """Return where something should come from; empty where it was asked for, or is a setting."""
    if _IS_PARAMETER.search(clause) or _IS_ASKED.search(thing):
        return ""
    return _FIND_POSE if _IS_POSE.search(thing) else _SOURCE.format(x=thing)


def _where(thing: str, clause: str) -> str:
    if _OF_SETTING.search(thing) or _IS_PARAMETER.search(clause):
        return _SETTING
    return SENDER if _OF_REQUEST.search(clause) else _EITHER
