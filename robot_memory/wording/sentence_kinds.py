"""Kinds of faults that the whole sentence names, whatever part or device stands in it.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. They decide before the
words for parts: "docking server not found" is about a program, not about a dock.
"""

from __future__ import annotations

from robot_memory.wording.advice_kinds import JOINT_NAMES
from robot_memory.wording.fault_table import CANNOT, FaultKind, FaultTable
from robot_memory.wording.link_advice import SILENT
from robot_memory.wording.remedies import PUBLISHED, SET_AGAIN
from robot_memory.wording.request_states import OFFERED

_ABSENT = (
    r"(?:not (?:yet )?(?:available|ready|found|running|reachable|up|exist\w*|advertised|offered)"
    r"|unavailable|unreachable|missing|does ?n[o']t exist)"
)
_REMOTE = r"(?<!param )(?<!parameter )(?<!web )(?<!http )(?<!mqtt )(?<!cloud )(?<!license )"
_MAGNETIC = r"\b(?:mag\w*|compass) (?:field )?calib\w*|\bcalib\w* (?:the |of the )?(?:mag|compass)"
_NOT_ENOUGH = r"(?:not enough|too few|too little|insufficient)"
_NOT_CALIBRATED = (
    r"(?:fail\w*|unable to (?!start)|could not (?!start)|cannot (?!start)|no solution"
    r"|distort\w*|did not converge|rejected)"
)

_TABLE = FaultTable(
    FaultKind(
        r"\bsafety check (?:has |was )?(?:fail\w*|not passed|violated)\b",
        "keep clear and secure the robot: look at its posture, joint limits and sensors; then find"
        " in the log which check failed",
    ),
    FaultKind(
        r"\bnot (?:an? )?valid (?:in )?(?:an? )?(?:graph resource|resource|node|topic|namespace)"
        r" name\b|\bvalid characters are\b"
        r"|\b(?:invalid|illegal) characters?\b.{0,40}\bnames?\b"
        r"|\bnames? (?:\S+ )?(?:contains?|has) (?:invalid|illegal|forbidden) characters?\b",
        "rename what the text quotes, with letters, digits and underscores only",
    ),
    FaultKind(
        r"\b(?:liveliness|liveness) (?:was |is )?lost\b|\blost (?:the )?(?:liveliness|liveness)\b"
        r"|\bnodes? (?:['\"`]?\S+['\"`]? )?(?:is |are |was |has |does )?(?:not alive|dead|died"
        r"|silent"
        r"|unresponsive|(?:not|no longer) (?:respond\w*|alive|running))\b"
        r"|^(?:missing|dead|lost) nodes?\b",
        "check that the node runs, and read its log; start it again while the robot stands still",
    ),
    FaultKind(
        r"\b(?:send\w*|set\w*|writ\w*|chang\w*|updat\w*"
        r"|apply\w*) (?:the )?(?:\w+ )?param(?:eter)?s?"
        r"\b.{0,20}\b(?:not successful|unsuccessful|not accepted|reject\w*|refused|nack\w*)\b"
        r"|\b(?:was|is) (?:set to )?[\d ]+(?:and|but|instead of) [\d ]+(?:was |is )?"
        r"(?:requested|commanded|wanted)\b",
        SET_AGAIN,
    ),
    FaultKind(
        r"^\W*no (?:(?!rec\w*|odom\w*)\w+ ){1,2}yet\b",
        PUBLISHED,
    ),
    FaultKind(r"\bwait\w* for (?:the )?(?:[\w/]+ )?services?\b", OFFERED),
    FaultKind(
        r"\b(?:camera|image|frame|video|jpeg|png|h264)s? (?:\w+ )?decod(?:e|ing) (?:failed|error)"
        r"|\bfail\w* to decode (?:the )?(?:\w+ )?(?:image|frame|video|jpeg|png)\b",
        "check what arrives: its encoding and size, and that it is complete",
    ),
    FaultKind(
        r"\b(?:cycle|loop|update|processing|computation) time (?:is |was )?(?:too (?:big|high|long"
        r"|large)|exceed\w*)\b",
        "reduce the load of the computer, or the rate of the messages",
    ),
    FaultKind(
        r"\breduced performance\b|\bconnected (?:using|to|via|through|on) (?:an? )?usb ?2\b",
        "connect {it} to a faster port, such as USB 3, with a cable that is made for it",
    ),
    FaultKind(
        r"\b(?:has|have|had|is in|reports?) (?:an? )?(?:over ?)?current fault\b",
        "look for what blocks {it} or a short circuit; reduce the load, then reset the fault",
    ),
    FaultKind(
        r"\b(?:0|no|zero) \w+ (?:(?:was|were) )?(?:found|returned|matched) (?:after|by|in|for|from)"
        r" (?:the |this )?(?:query|search|database|db)\b|\bquery (?:has )?(?:returned|found) (?:0"
        r"|no"
        r"|nothing|zero|empty)\b",
        "check that the map or the database holds what is looked for, and the terms of the query",
    ),
    FaultKind(
        r"\b(?:large|huge|abnormal|unreasonable) (?:velocity|bias|acceleration|drift)\b.{0,30}"
        r"\breset\w*\b",
        "check the sensors that the estimate is made from: data, calibration and time stamps",
    ),
    FaultKind(
        r"\bfactory calib\w*\b.{0,40}\b(?:missing|not found|invalid|corrupt\w*|empty)\b",
        "connect the device again; replace it if its data stays away",
    ),
    FaultKind(
        rf"\b{CANNOT} find (?:the |a |any )?(?:\w+ )?joints?\b(?! (?:states?|limits?|trajectory))"
        rf"|\b{CANNOT} (?:get|find|obtain) (?:the |a )?joint (?:state )?handles?\b",
        JOINT_NAMES,
    ),
    FaultKind(
        r"\bset to (?:be )?\S+ but (?:it )?(?:reads?|returns?|returned)\b",
        "check that this model and its firmware accept that value",
    ),
    FaultKind(
        rf"\b(?:{CANNOT}|fail\w*|error)\b.{{0,40}}\b(?:stop|halt|deactivate) (?:[\w.]+ ){{0,3}}?"
        r"controllers?\b(?! librar)",
        "see that nothing moves, by the emergency stop if need be; then read what the"
        " controller manager logs",
    ),
    FaultKind(
        rf"{_REMOTE}\b(?:services?|srv|action (?:server|client)|server)\b"
        rf"(?: (?:['\"`][^'\"`]*['\"`]|(?!parameter|for\b)\S+)){{0,2}}? (?:is |was |are )?"
        rf"{_ABSENT}\b(?! (?:by|over) bond)"
        rf"|\b{CANNOT} (?:find|reach|contact|call) (?:the )?(?:[\w/]+ ){{0,4}}?(?:services?"
        r"|action server)\b|\b(?:could not|cannot) be called\b|\bservice call\b.{0,10}\bfail\w*",
        OFFERED,
    ),
    FaultKind(
        rf"\bcalib\w*\b.{{0,40}}\b{_NOT_ENOUGH} (?:\w+ )?(?:motion|movement|rotation|turns?)\b"
        rf"|\b{_NOT_ENOUGH} (?:\w+ )?(?:motion|movement|rotation|turns?)\b.{{0,40}}\bcalib\w*",
        "calibrate again, with more turns about each axis",
    ),
    FaultKind(
        rf"(?:{_MAGNETIC}).{{0,60}}\b{_NOT_CALIBRATED}|\b{_NOT_CALIBRATED}.{{0,60}}(?:{_MAGNETIC})",
        "move away from iron, motors and cables with current, then calibrate again",
    ),
    FaultKind(
        rf"\b{CANNOT} (?:find|compute|estimate|solve)\b.{{0,25}}\bcalibration\b(?! (?:file|data"
        r"|param))",
        "calibrate again, as the manual says; look for what disturbs the measurement",
    ),
    FaultKind(
        rf"\b{CANNOT} (?:allocate|reserve|assign)\b.{{0,30}}\b(?:waiting|parking|charging|spot"
        r"|place|lift|chargers?|robots?|lane|dock)\b|\bno (?:free|available|idle) (?:\w+ )?"
        r"(?:spots?|places?|chargers?|robots?|docks?)\b",
        "see what holds them; free one, or add one",
    ),
    FaultKind(
        rf"\b{CANNOT} (?:determine|get|compute|find)\b.{{0,25}}\bpose\b.{{0,40}}\b(?:scan|point"
        r" ?cloud|image|stamp)\b",
        "check that odometry and its transform arrive, with the time stamps of the sensor",
    ),
    FaultKind(
        r"\brequired (?:software|firmware) version\b|\b(?:software|firmware) version\b.{0,30}"
        r"\brequired\b",
        "bring the firmware to the version that is required",
    ),
    FaultKind(
        r"\blast (?:gps|gnss)\b.{0,40}\bago\b",
        "check the antenna, its view of the sky, and the cable of the receiver",
    ),
    FaultKind(
        r"\blast (?:imu|lidar|scan|camera|image|encoder|battery|bms)\b.{0,40}\bago\b",
        SILENT,
    ),
    FaultKind(
        r"\bnever (?:heard|got|received|seen|saw)\b.{0,50}\b(?:messages?|state|data|feedback"
        r"|status)\b",
        "check that the program that sends this message runs, and the link to the device that it"
        " reads; then restart the driver",
    ),
    FaultKind(
        r"\bmiss(?:ed|ing|es) (?:[\w@]+ ){0,3}deadline\b|\bdeadline (?:was )?missed\b",
        "check the cable and the power of what sends, the network, and the load of the computer",
    ),
    FaultKind(
        r"\bids? (?:(?:do|does) not|don't|doesn't|did not) match\b|\bids? mismatch\b",
        "restart the programs that disagree while the robot stands still; report it with its log"
        " if it comes back",
    ),
)


def advice_of_sentence(said: str) -> str:
    """Return what to do about what a node said, as plain words, as a whole; empty: none fits."""
    return _TABLE.advice(said)
