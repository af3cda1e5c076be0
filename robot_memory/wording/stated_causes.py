"""Kinds of faults whose message states what to check, where the class would send to the log.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. They decide before the
other words of a sentence: "exception" or "timeout" beside them says less.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import COULD_NOT, FaultKind, FaultTable
from robot_memory.wording.remedies import NETWORK_LINK

_OPENABLE = r"(?:serial|ports?|uart|usb|tty\w*|sockets?|bus|connection|device|arduino|modbus)"
_PIPELINE = r"(?:gst\w*|gstreamer|pipelines?|sinks?|caps|elements?|pads?)"
_SHUTS = r"(?:doors?|gates?|lids?|hatch|drawers?|cover|valves?)"

_TABLE = FaultTable(
    FaultKind(
        rf"^(?=.*\b{_OPENABLE}\b).*\bnone ?type'? object has no attribute '?(?:write|read\w*"
        r"|readline|in waiting|send\w*|recv\w*|flush\w*|is ?open|close)\b",
        "the device was not opened: check its port name, cable and power; the log lines before"
        " this one say why",
    ),
    FaultKind(
        r"\bassertion failed\)? ?!? ?\w*(?: \w+)? ?empty\(\)",
        "check that images arrive: the camera, the topic or the file that they come from",
    ),
    FaultKind(
        rf"^(?=.*\b{_PIPELINE}\b).*\b{COULD_NOT} link\b",
        "correct the pipeline in the configuration: its elements must be installed, and their"
        " formats (caps) must fit; then restart the node while the robot stands still",
    ),
    FaultKind(
        r"\b(?:protocol|device|robot|board|sensor|hardware|model)(?: type| model| version)?"
        r"(?: (?:is|was|detected))?: unkn?own\W*$",
        "check that the device is on and connected, and that the configuration names its right"
        " type",
    ),
    FaultKind(
        r"^(?!.*\b(?:safety|stop)\b).*\b(?:relay|contactor)s?\b.{0,15}\b(?:feedback|contacts?|coil"
        r"|monitor\w*)\b.{0,15}\b(?:fault|error|fail\w*|mismatch|stuck|implausible)\b",
        "with the power off, check the relay or contactor, its contacts and its wiring",
    ),
    FaultKind(
        r"\bimage(?: (?:encoding|format|type))? (?:error|exception)s?\W{1,3}(?:8|16|32|64)[usf]c\d"
        r"|\b(?:un ?supported|cannot use|can't use|invalid|wrong|unknown) (?:image )?(?:encoding"
        r"|format)\W{1,3}(?:8|16|32|64)[usf]c\d",
        "check which image topic the node reads: it cannot use images of this encoding",
    ),
    FaultKind(
        r"\b(?:fall\w*|fell) back to (?:the )?(?:node|ros|system|host|computer|local|cpu)"
        r" (?:time|clock)\b",
        "nothing is to be done if the time of the node will do; else check that device and driver"
        " can give time stamps, and that this is switched on",
    ),
    FaultKind(
        r"\b(?:requested|selected|chosen|wanted)\b.{0,60}\bnot (?:in|on|part of) (?:the |its |my )?"
        r"(?:\w+ ){0,2}list\b",
        "ask for one that is in the list, or add it to the list in the configuration",
    ),
    FaultKind(
        r"\b(?:vertex|edge|landmark|key ?frame|sub ?map|lanelet) (?:with )?(?:id|key|index)\b"
        r".{0,20}\b(?:does ?n[o']t exist|do not exist|not found|unknown|missing)\b",
        "compare the map or graph with what refers to it: load both anew, and of one version",
    ),
    FaultKind(
        rf"\b(?:did ?n[o']t|{COULD_NOT}) clear\b(?!.*\b(?:because|since)\b).{{0,40}}"
        r"\b(?:layers?|costmaps?|octomap)\b",
        "check that the costmap runs and has a layer of that name; until it is cleared, obstacles"
        " that are gone may still stand in it",
    ),
    FaultKind(
        rf"\b{_SHUTS}\b.{{0,30}}\b(?:open|closed|shut)\b.{{0,12}}\bexpected\b.{{0,9}}\b(?:open"
        r"|closed|shut)\b",
        "look at it, and bring it to the state that is expected; if it is in that state, check"
        " its sensor",
    ),
    FaultKind(
        r"\b(?:un)?(?:subscri\w+|advertis\w+)\b.{0,30}\b(?:unknown|nonexistent|not existing)"
        r" (?:channel|subscription|client|topic|id)\b",
        "connect the client again that asked for it; compare its version with that of the server"
        " if it returns",
    ),
    FaultKind(r"^(?:the )?network (?:is )?(?:down|poor|weak|lost|dis ?connect\w*)\b", NETWORK_LINK),
    FaultKind(
        r"\breach(?:ing)? time ?out\b",
        "look for what holds it back, then try again",
    ),
)


def advice_of_stated(said: str) -> str:
    """Return what to do about a cause that a node states, in plain words; empty: none fits."""
    return _TABLE.advice(said)
