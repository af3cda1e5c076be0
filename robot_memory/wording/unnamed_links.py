"""What to do about a link that fails, whatever it goes to: "Connect timed out", "value stale".

For what no other table knows: neither the part nor the kind of link need be named. English, in the
form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import CANNOT, FaultKind, FaultTable

_NOTHING = (
    r"(?:nothing|no (?:new |valid )?(?:data|messages?|packets?|frames?|bytes?|signal|update))"
)
#: Inside a program, or between programs on one computer.
_NO_LINK = (
    r"(?!.*\b(?:params?|parameters?|plugins?|librar(?:y|ies)|pipes?|signals? to slots?|threads?)\b)"
)

_TABLE = FaultTable(
    FaultKind(
        r"\bpermission denied\b",
        "check that what the text names is there, and that the user of the program may open it",
    ),
    FaultKind(
        r"\bolder (?:firmware|version)\b.*\bnot available\b|\bnot available (?:for|on|with) (?:the"
        r"|this|your) (?:\w+ )?(?:device|sensor|camera|model|firmware)\b",
        "update the firmware, or do without that function: this device does not have it",
    ),
    FaultKind(
        r"\btransforms?\b.{0,20}\b(?:stale|too old|outdated)\b",
        "check that what publishes the transform runs; compare the clocks of the computers",
    ),
    FaultKind(
        rf"^{_NO_LINK}.*(?:\bconnect(?:ion|ing)?(?: (?:attempt|request|to \S+(?: \S+)?))? (?:has "
        rf"|was"
        r" |is )?(?:timed? ?out|timeout|failed|failure|error)\b"
        r"|\btimed? ?out (?:while |when )?connecting\b|\btimeout connecting\b"
        rf"|\b{CANNOT} (?:re ?)?connect\b"
        rf"|\b{CANNOT} (?:re ?)?establish (?:an? |the )?(?:\w+ )?(?:connection|link"
        rf"|communication)\b)",
        "check that the other side is on, its cable or network, and the address and port",
    ),
    FaultKind(
        r"\b(?:not|never|no longer|stopped) (?:to )?(?:be )?(?:respond\w*|answer\w*|reply\w*)\b"
        r"|\b(?:does|did|do) ?n[o']t (?:respond|answer|reply)\b"
        r"|\bno (?:response|answer|reply)\b|\bunresponsive\b",
        "check that what does not answer is on or runs, its cable or network, and its port or"
        " address",
    ),
    FaultKind(
        rf"\b{_NOTHING} (?:was |were |has |have |is |are )?(?:been )?(?:yet )?(?:received|arriv\w+"
        rf"|coming|heard|read)\b|\b(?:receiv\w+|got|read|getting) {_NOTHING}\b"
        rf"|\b{_NOTHING} (?:from|on|by|via)\b",
        "check that what sends it is on and runs, and its cable or network",
    ),
    FaultKind(
        r"(?<!\bif )\b(?:is |are |was |has |gone )?(?:stale|outdated|out of date|too old)\b"
        r"(?!.{0,20}\b(?:version|firmware|cache|handle|lock|pid)\b)",
        "check what sends it: that it is on and runs, its cable or network, and its rate",
    ),
    FaultKind(
        r"\b(?:connection|link|network|ping|wi ?fi)\b(?: \w+)? ?(?:is |quality )?(?:bad|slow|poor"
        r"|weak"
        r"|unstable|degraded)\b|\b(?:slow|poor|weak|bad|unstable) (?:connection|link|network)\b"
        r"|\b(?:high|large) (?:network )?(?:latency|round trip time|rtt|ping)\b"
        r"|\b(?:latency|rtt|ping) (?:is )?(?:too )?high\b|\bpacket loss\b",
        "check the radio signal or the network cable, and the load of the network",
    ),
    FaultKind(
        r"\brequest\b.{0,60}\b(?:unsuccessful|not successful|was not (?:granted|accepted))\b"
        r"|\b(?:unsuccessful|declined) request\b",
        "check that what was asked is on, connected and ready for that request; then ask again",
    ),
    FaultKind(
        r"^(?!.*\b(?:versions?|values?|features?|functions?|check\w*|options?)\b).*\b(?:is |are "
        r"|was |currently )?(?:unavailable|not (?:yet |currently )?available)\b",
        "check that what is not available runs or is on, and the connection to it",
    ),
)


def advice_of_link(said: str) -> str:
    """Return what to do about a link that fails, of what a node said as plain words; or empty."""
    return _TABLE.advice(said)
