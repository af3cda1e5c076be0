"""What to do about faults of software and settings, and about commands that cannot be obeyed.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. The advice holds for
each node: where a text leaves open which parameter, file or service it is about, it says how to
find out. What a node of a device says is judged as a fault of that device first.
"""

from __future__ import annotations

from robot_memory.wording.advice_kinds import JOINT_NAMES
from robot_memory.wording.fault_table import FaultKind, FaultTable
from robot_memory.wording.planning_kinds import FAILS, KINDS_OF_PLANNING
from robot_memory.wording.remedies import (
    COUNTS,
    PUBLISHED,
    REPORT,
    SAME_TIME,
    VERSIONS,
)
from robot_memory.wording.request_states import OFFERED, WAIT
from robot_memory.wording.software_words import (
    ABSENT,
    ACCESS,
    FILE,
    MODEL,
    MOVING,
    NEEDED,
    PARAMETER,
    PARTS,
    PROVIDER,
    REMOTE,
    REQUEST,
    SERVER,
    VALUE,
    WRONG,
)

_CORRECT_SETTING = "correct the parameter in the launch or parameter file, then restart the node"
_CORRECT_VALUE = "correct the value that the text names, in the command or the configuration"
_NOT_FOUND = "check that what was not found is there, and its name in the configuration"
_CONDITION = "meet the condition that the text names, or do without that function"
_WAITS = "see what it waits for, and start that"
_START = "start or enable what the text names, then try again"
_OTHER_SIDE = "check that the other side is on, and the connection to it"
_INPUT = "check that its input arrives and is not empty"
#: Says less than a statement with the names in it does.
IS_VAGUE = frozenset({"", _NOT_FOUND, _CONDITION, _WAITS, _START, PUBLISHED, _INPUT})
#: Names nothing, which the step that failed may do.
IS_UNNAMED = frozenset({"", _NOT_FOUND})
#: Says less only where the statement names a setting.
IS_OF_VALUE = frozenset({_CORRECT_SETTING, _CORRECT_VALUE})

#: Decides before the kinds of faults of parts: these words name a part and mean no fault of it.
BEFORE_PARTS = (
    FaultKind(
        rf"\b(?:fail\w* to|could ?n[o']t|can ?not|unable to) (?:stop|halt|brake|power off|disable)"
        rf" (?:the )?(?:\w+ )?{MOVING}\b|\b(?:fail\w*|could ?n[o']t|can ?not|unable)\b.{{0,30}}"
        r"\bsafe power ?off\b",
        "stop the robot by its emergency stop, then look for the cause",
    ),
    FaultKind(
        r"\b(?:time ?stamps?|stamps?|clocks?)\b.{0,60}\b(?:old|older|past|future|backwards?"
        r"|jump\w*|differ\w*|(?:not|non) monotonic|out of order|drift\w*|offset|mismatch"
        r"|unsynchroni[sz]ed"
        r"|not synchroni[sz]ed|out of sync|ahead of"
        r"|earlier than)\b|\b(?:wrong|invalid) (?:\w+ )?time ?stamps?\b"
        r"|\bwrong (?:fcu|system|device) time\b|\btime (?:jump\w*|went backwards?)\b"
        r"|\bzero time ?stamps?\b|\bbackwards? in time\b"
        r"|\btime ?(?:sync|synchroni[sz]ation) (?:\w+ )?(?:fail\w*|lost|error|not)\b"
        r"|\bnot time ?synchroni[sz]ed\b",
        SAME_TIME,
    ),
    FaultKind(
        r"\bdeprecat\w+\b|\bwill be removed\b|\b(?:is|are) obsolete\b"
        r"|\b(?:has|have) been (?:renamed|replaced|superseded)\b|\bno longer (?:needed|used)\b",
        "nothing is broken; change it at the next software update",
    ),
    FaultKind(
        rf"\b{ACCESS}\b.{{0,40}}\b(?:{FAILS}|{ABSENT}|{WRONG}|expired|denied|refused)\b"
        rf"|\b(?:{FAILS}|{WRONG}|expired|no)\b.{{0,30}}\b{ACCESS}\b|\bunauthori[sz]ed\b",
        "renew the access data or the licence",
    ),
    FaultKind(
        r"\bmore than one (?:device|node|servo|slave|sensor|motor|module)\b"
        r"|\bduplicate\w* (?:\w+ )?(?:for|of) (?:node|device|can) id\b"
        r"|\b(?:duplicate\w*|conflicting|same) (?:\w+ )?(?:node id|can id|device id|servo id"
        r"|address\w*)\b|\b(?:address|can id|device id) (?:conflict|collision|already (?:used"
        r"|in use|taken))\b",
        "give each device an address of its own",
    ),
    FaultKind(
        r"\b(?:frequency|rate) (?:is )?too high\b",
        "compare the rate that the driver is set to with the one that is expected",
    ),
    FaultKind(
        r"\b(?:frequency|rate|fps) (?:is |was )?(?:too low|below|off)\b"
        r"|\binsufficient (?:data )?rate\b|\bno events recorded\b",
        "check that the device sends, its cable, and the load of the computer",
    ),
    FaultKind(
        r"\b(?:set\w*|change|wrong|invalid|unsupported|configure) (?:the )?(?:\w+ )?baud ?rate\b"
        r"|\bbaud ?rate\b.{0,30}\b(?:fail\w*|not|invalid|mismatch|wrong)\b",
        "set the same baud rate in the driver and in the device",
    ),
)

KINDS_OF_SOFTWARE = (
    FaultKind(
        rf"\b\d+ {PARTS} (?:found|detected)\b.{{0,15}}\bexpected\b|\bexpected \d+ {PARTS}\b",
        "check cable and power of those that are missing, and the number in the configuration",
    ),
    FaultKind(
        r"\b(?:coordinate |tf |parent |child )?frames?\b(?: (?!ids?\b)\S+)? (?:is |was )?"
        r"(?:missing|unknown|does ?n[o']t exist|not (?:found|available|exist\w*))\b",
        "check that this frame is published, and its name in the configuration",
    ),
    FaultKind(
        r"\b(?:yaml|xml|json) (?:node|key|entry|section|element|tag)\b.{0,40}\b(?:null|undefined"
        r"|missing|empty|not (?:defined|found|set))\b",
        "add the section for what the text names to the configuration file, then restart the node",
    ),
    FaultKind(
        r"\b(?:has|have|was|were) not (?:been )?remapped\b",
        "remap the topic that the text names, in the launch file or on the command line",
    ),
    FaultKind(
        r"\bunknown exception\b|\b(?:unhandled|uncaught) exception\b|\bnull ?ptr\b|\bis none\b"
        r"|\bnull pointer\b|\bsegmentation fault\b|\bassertion\b|\bmutex\b|\bbad alloc\b"
        r"|\b(?:internal|unexpected|runtime|unknown) (?:errors?|exceptions?)\b|\bcrash\w*\b"
        r"|\bnull$|\b(?:is|are|was) null\b|\bis (?:definitely )?a bug\b"
        r"|\bdid not (?:die|terminate|join)\b"
        r"|\binvalid (?:\w+ )?(?:handle|pointer|indices|iterator)\b|\bshould not happen\b"
        r"|\bexception (?:during|while|in|caught|thrown)\b",
        REPORT,
    ),
    FaultKind(
        rf"\b{FAILS}\b.{{0,20}}\b(?:save|saving|store|storing|write|writing) (?:the )?(?:\w+ )?"
        r"(?:settings|config\w*|param\w*|calibration)\b",
        "check that the memory of the device, or the folder, can be written; then save again",
    ),
    FaultKind(
        r"\b(?:save|saving|store|storing|write|writing|record\w*|append\w*|dump\w*)\b.{0,40}"
        r"\b(?:files?|map|logs?|image|disk|bag)\b.{0,30}\b(?:fail\w*|error|not)\b"
        rf"|\b{FAILS}\b.{{0,20}}\b(?:save|saving|store|storing|write|writing|creat\w+)\b"
        r".{0,40}\b(?:files?|map|logs?|folder|directory|disk|bag|images?|videos?|clouds?"
        r"|screenshots?)\b"
        rf"|\b{FAILS}\b.{{0,20}}\b(?:open\w* )?log file\b"
        rf"|\b{FAILS}\b.{{0,20}}\bopen\b.{{0,80}}\bfor writ\w*",
        "check free disk space and the permissions of that folder",
    ),
    FaultKind(
        rf"\bcalibration (?:data|files?)\b.{{0,40}}\b(?:{FAILS}|{ABSENT}|{WRONG})\b"
        rf"|\b(?:{FAILS}|no|{ABSENT})\b.{{0,40}}\bcalibration (?:data|files?)\b"
        r"|\bno calibration\b",
        "restore the calibration file, or calibrate again",
    ),
    FaultKind(
        rf"\b{MODEL}\b.{{0,80}}\b(?:{FAILS}|{ABSENT}|{WRONG})\b"
        rf"|\b(?:{FAILS}|no|{ABSENT}|{WRONG})\b.{{0,60}}\b{MODEL}\b",
        "correct the robot description (URDF), then restart",
    ),
    FaultKind(
        r"\b(?:command|state|reference|hardware) interfaces?\b[^:]{0,60}\b(?:expected|found"
        r"|required"
        r"|must|missing|not|unknown|already|claim\w*|mismatch)\b"
        r"|\b(?:expect\w*|missing|has|uses?|needs?|only|no|unknown)\b.{0,30}\b(?:command|state)"
        r" interfaces?\b",
        "compare the interfaces in the robot description with those that the controller wants",
    ),
    FaultKind(
        r"\bjoints?\b(?: names?)?.{0,50}\b(?:not found|unknown|mismatch|not (?:exist|available"
        r"|in (?:the )?(?:urdf|model))|(?:do|does)(?: not|n't) match)\b"
        r"|\b(?:no|unknown|invalid number of|wrong number of) joints?\b",
        JOINT_NAMES,
    ),
    FaultKind(
        r"\b(?:using|uses?|used|setting|set to|assum\w+|falls?|falling|fell|back)\b.{0,40}"
        r"\bdefaults?\b|\bdefaulting to\b|\bdefault (?:value|parameter)\b",
        "set the value in the configuration if the default does not fit",
    ),
    FaultKind(
        rf"\b{PARAMETER}\b(?! files?\b).{{0,80}}\b(?:{ABSENT}|{WRONG}|{FAILS}|not be)\b"
        rf"|\b(?:{ABSENT}|{WRONG}|{FAILS}|no)\b.{{0,60}}\b{PARAMETER}\b(?! files?\b)"
        r"|\bnot find\b.{0,60}\bparam(?:eter)? server\b",
        _CORRECT_SETTING,
    ),
    FaultKind(
        rf"\b{FILE}\b(?!.{{0,60}}\bdoes ?n[o']t match\b).{{0,60}}\b(?:{FAILS}|{ABSENT}|{WRONG}"
        rf"|corrupt\w*|unreadable|no such)\b"
        rf"|\b(?:{FAILS}|no|{ABSENT}|{WRONG}|corrupt\w*)\b.{{0,50}}\b{FILE}\b"
        r"|\bno such file\b|\b(?:map|yaml|xml|json)\b.{0,20}\b(?:could not be|not) (?:loaded"
        r"|read|parsed|opened)\b|\bfail\w* to (?:load|read|open|parse) (?:the )?(?:map|yaml|xml"
        r"|json|image|model|mesh|behavior tree)\b",
        "check that the file exists, is complete, and may be read",
    ),
    FaultKind(
        r"(?<!motor )\bcontroller (?:\S+ )?is not (?:in )?(?:an? )?(?:active|running)\b",
        "activate the controller; `ros2 control list_controllers` shows its state",
    ),
    FaultKind(
        rf"\b{FAILS}\b.{{0,40}}\b(?:cpu affinity|scheduling (?:policy|priority)|(?:threads?|process"
        r"|real ?time|fifo) (?:scheduling|priority)|lock (?:the )?memory)\b",
        "give the user of the program the rights for real time",
    ),
    FaultKind(
        r"\b(?:could ?n[o']t|can ?not|unable to|fail\w* to) (?:verify|confirm)\b",
        "see on the device whether it happened; if not, send the command again",
    ),
    FaultKind(
        r"(?<!motor )(?<!to )(?<!on )(?<!real )\bcontrollers?\b(?! (?:version|description)).{0,60}"
        r"\b(?:fail\w*|could not|cannot|unable|not (?:loaded|active|running|found|known|configured"
        r"|initiali[sz]ed|available)|no controller|error)\b"
        rf"|\b{FAILS}\b.{{0,20}}\b(?:load|start|stop|activat|deactivat|configur|switch|spawn|unload"
        r"|initiali|reset|list|shut ?down|clean ?up|bring)\w*\b.{0,40}(?<!motor )\bcontrollers?\b"
        r"(?! version)|\b(?:no|by any) (?:\w+ ){0,2}controllers?\b",
        "see the controller's state with `ros2 control list_controllers`, and why in the log of the"
        " controller manager; then load it again",
    ),
    FaultKind(
        r"\b(?:plugins?|librar(?:y|ies)|packages?(?! (?:lost|received))|executables?|lib\w+ so)\b"
        rf"[^:]{{0,50}}\b(?:{FAILS}|{ABSENT}|not detected)\b|\bno module named\b"
        rf"|\b(?:{FAILS}|no|{ABSENT})\b.{{0,30}}\b(?:plugins?|librar(?:y|ies)"
        r"|executables?|instance of class)\b|\b(?:lib|sdk)\w* (?:not found|missing)\b",
        "install what is missing, or correct its name in the configuration",
    ),
    FaultKind(
        r"\balready (?:active|running|executing|in progress|started|open|in use|busy)\b"
        r"|\b(?:is|still) (?:\w+ )?busy\b|\bresource busy\b",
        WAIT,
    ),
    FaultKind(
        rf"\b{PROVIDER}\b.{{0,30}}\b(?:not (?:yet )?(?:available|ready|found|running|reachable"
        r"|exist\w*)|unavailable|unreachable|offline)\b",
        OFFERED,
    ),
    FaultKind(
        r"\b(?:number|lengths?|sizes?) of .{2,60}\b(?:does ?n[o']t|do ?n[o']t|not) (?:match"
        r"|equal)\b"
        r".{0,20}\b(?:number|lengths?|sizes?)\b",
        COUNTS,
    ),
    FaultKind(
        rf"\b{REQUEST}\b.{{0,60}}\b(?:{WRONG}|{ABSENT}|reject\w*|refus\w*|denied|ignor\w*"
        r"|exceed\w*|not understood)\b"
        rf"|\b(?:{WRONG}|empty|unknown|reject\w*|refus\w*|unrecogni[sz]ed|ignor\w*|discard\w*)"
        rf" (?:(?!response|reply)\w+ ){{0,3}}{REQUEST}\b",
        "correct what sends that request",
    ),
    FaultKind(
        rf"\b{PROVIDER}\b.{{0,60}}\b(?:not (?:yet )?(?:available|ready|found|active"
        r"|respond\w*|running|reachable|exist\w*)|unavailable|unreachable|timed? ?out|no response"
        r"|offline|down|interrupted|did ?n[o']t (?:respond|answer))\b"
        rf"|\b(?:no|waiting for|timed? ?out|interrupted)\b.{{0,60}}\b{PROVIDER}\b"
        rf"|\b{SERVER}\b.{{0,60}}\b{FAILS}\b|\b{FAILS}\b.{{0,60}}\b{SERVER}\b"
        r"|\b(?:fail\w* to|could not|cannot) call\b",
        OFFERED,
    ),
    FaultKind(
        rf"\b{REMOTE}\b.{{0,60}}\b(?:{FAILS}|lost|disconnect\w*|timed? ?out|refused"
        rf"|unreachable|not (?:connected|reachable|available|respond\w*))\b"
        rf"|\b(?:{FAILS}|lost|disconnected|no connection)\b.{{0,40}}\b{REMOTE}\b",
        "check the network, and that the other side runs",
    ),
    FaultKind(
        r"\bincompatible qos\b|\bqos\b.{0,40}\b(?:incompatible|mismatch|not compatible)\b",
        "set the same reliability and durability at both ends of the topic",
    ),
    FaultKind(
        rf"\b(?:no|missing|without) (?:\w+ ){{0,2}}{NEEDED}\b"
        rf"|\b(?:not (?:yet )?receiv\w*|(?:have|has|did)(?: not|n't) (?:yet )?receiv\w*"
        rf"|never receiv\w*|waiting for)\b.{{0,40}}\b{NEEDED}\b"
        rf"|\b{NEEDED}\b.{{0,20}}\b(?:not (?:yet )?(?:been )?(?:received|available|published"
        r"|arrived|updated|coming)|is (?:stale|too old|missing)|ha(?:s|ve)(?: not|n't)"
        r" (?:been )?(?:received|published|arrived))\b",
        PUBLISHED,
    ),
    FaultKind(
        r"\bfirmware\b.{0,40}\b(?:older|minimum|at least|or above|too old|outdated)\b"
        r"|\bfirmware\b.{0,30}\b(?:does ?n[o']t|not) support\b",
        "update the firmware, or switch off what needs the newer one",
    ),
    FaultKind(
        r"\b(?:not|does ?n[o']t|do ?n[o']t|un) ?(?:yet |currently )?(?:support\w*|implement\w*"
        r"|compatible)\b|\bunsupported\b|\bunimplemented\b|\bincompatible\b"
        r"|\bonly (?:supports?|supported|available|works?)\b|\bnot available with\b"
        r"|\bcan ?not be used (?:on|with)\b",
        "switch that function off, or use a device or version that has it",
    ),
    FaultKind(
        r"\b(?:decod\w*|encod(?:e|ing)|deseriali[sz]\w*|pars(?:e|ing)|unpack\w*|vectori[sz]e)\b"
        rf".{{0,40}}\b{FAILS}\b|\b{FAILS}\b.{{0,20}}\b(?:decod\w*|encod(?:e|ing)"
        r"|deseriali[sz]\w*|pars(?:e|ing)|unpack\w*|vectori[sz]e)\b|\breceived (?:\S+ ){0,3}nack\b"
        r"|\blost sync\b|\bsync bytes?\b"
        r"|\b(?:invalid|bad|wrong) (?:\w+ )?(?:packets?|telegrams?|datagrams?)\b(?! (?:at"
        r"|from) port)"
        r"|\bunexpected data\b|\b(?:less|fewer|more) fields than\b"
        r"|\breceived data\b.{0,40}\bnot equal"
        r"|\b(?:ignoring|skipping|discarding) (?:this |the )?(?:scan|frame|image|packet)\b"
        r"|\bunexpected (?:\w+ )?(?:protocol|packets?|messages?|response|reply|bytes?|header"
        r"|type|length)\b|\bunrecogni[sz]ed (?:message|topic|packet|id|type)\b"
        r"|\b(?:message|packet|payload|telegram|response|reply|frame)\b.{0,15}\b(?:too short"
        r"|too long|truncated"
        r"|malformed|corrupt\w*)\b|\b(?:corrupt\w*|malformed|truncated) (?:message|packet|data"
        r"|response|frame)\b",
        VERSIONS,
    ),
    FaultKind(
        r"\b(?:queue|buffer|fifo)\b.{0,15}\b(?:overflow\w*|overrun\w*|full|exceed\w*)\b"
        r"|\b(?:overrun|overflow) (?:on|in|of) (?:\w+ ){0,2}(?:queue|buffer)\b"
        r"|\bmiss(?:ed|ing) (?:\S+ )?(?:update |control )?cycles\b"
        r"|\b(?:loop|update|cycle|publish\w*|control|processing|callback)\b.{0,30}\b(?:too slow"
        r"|too long|took|missed|overran|late|behind|below)\b|\bcan ?not keep up\b"
        r"|\b(?:dropp\w*|discard\w*|skipp\w*) (?:\w+ ){0,2}"
        r"(?:messages?|frames?|scans?|samples?|images?|data)\b",
        "reduce the load of the computer, or the rate of the messages",
    ),
    FaultKind(
        rf"\b{VALUE}\b.{{0,60}}\b(?:{WRONG}|{ABSENT})\b"
        rf"|\b(?:{WRONG}|{ABSENT})\b.{{0,30}}\b{VALUE}\b",
        _CORRECT_VALUE,
    ),
    FaultKind(
        r"\b(?:must|need to|needs to|have to|has to|should|did not) (?:specify|set|provide|give"
        r"|define|supply|input)\b|\b(?:must|should|needs? to|ha(?:s|ve) to) (?:not )?be\b"
        r"(?! (?:re\w+|un\w+))|(?<!could )(?<!can )\b(?:not|never) (?:been )?"
        r"(?:set|specified|configured|defined|given|provided)\b"
        r"|\b(?:valid|possible|allowed) (?:values |options |ones )?are\b"
        r"|\b(?:invalid|missing|wrong|bad|incorrect|unknown|no) (?:\w+ )?config\w*\b"
        rf"|\b(?:{FAILS}|not)\b.{{0,20}}\b(?:from|in) (?:the )?config\w*\b"
        r"|\bconfig\w* (?:\w+ )?(?:is |was )?(?:invalid|missing|wrong|incomplete)\b",
        _CORRECT_SETTING,
    ),
    FaultKind(
        r"\b(?:could ?n[o']t|can ?not|unable to|fail\w* to|not)"
        r" (?:open (?:a |the )?)?(?:re)?connect\w*\b|\blost"
        r" (?:the )?connection\b|\bno connection\b|\bconnection (?:was |is |has been )?"
        r"(?:lost|failed|refused|closed|reset|timed out|aborted)\b"
        r"|\bheart ?beats? (?:timed? ?out|lost|missing|failed)\b|\bdisconnected\b",
        _OTHER_SIDE,
    ),
    FaultKind(
        r"\b(?:images?|(?:point ?)?clouds?|points?|scans?|arrays?|lists?|inputs?|outputs?"
        r"|messages?|trajectory|paths?)\b.{0,15}\b(?:is|are) empty\b",
        _INPUT,
    ),
    FaultKind(
        r"\bcan only \w+|\bonly \w+ (?:is|are) (?:allowed|possible|permitted)\b"
        r"|\b(?:is ?n[o']t|are ?n[o']t|not) (?:permitted|allowed)\b"
        r"|\b(?:can ?not|can't)\b.{0,60}\bat the same time\b|\bcan \w+ .{2,40} only$",
        "change the request, or the setting, to what the text says is possible",
    ),
    FaultKind(
        r"\bnot (?:zero|positive|(?:strictly )?increasing|normali[sz]ed|a list|unique|permitted"
        r"|allowed|(?:the )?same|(?:the )?equal)\b|\bonly one\b|\bexpect(?:ed|ing)\b|\brequires\b"
        r"|\bnan\b|\b(?:larger|smaller|bigger|greater|less|fewer) than\b|\binvalid \w+|\bis empty\b"
        r"|\bout of (?:bounds|range)\b",
        _CORRECT_VALUE,
    ),
    FaultKind(
        r"\bnot (?:be )?found\b|\bdoes ?n[o']t exist\b|\bdid not find\b"
        r"|\b(?:can ?not|could not|unable to|fail\w* to) find\b",
        _NOT_FOUND,
    ),
    FaultKind(
        r"\b(?:can ?not|could not|unable to)\b.* (?:if|when|while|because|since|until|before"
        r"|without|unless)\b",
        _CONDITION,
    ),
    FaultKind(r"\bwaiting for\b", _WAITS),
    FaultKind(
        r"\bnot (?:yet )?(?:activated|enabled|powered on|ready)\b|\bnot switched on\b"
        r"|\b(?:is|are|was|were) not (?:yet )?(?:ready|enabled|activated?|active|operational"
        r"|powered|armed|running|started)\b|\bnot in (?:the )?(?:\w+ ){0,2}(?:mode|state)\b",
        _START,
    ),
)
_FIRST = FaultTable(*BEFORE_PARTS)
_TABLE = FaultTable(*KINDS_OF_PLANNING, *KINDS_OF_SOFTWARE)


def advice_before_parts(said: str) -> str:
    """Return what to do about words that name a part and mean none; empty where none fits."""
    return _FIRST.advice(said)


def advice_of_software(said: str) -> str:
    """Return what to do about a fault of software, settings or a command; empty: none is known.

    ``{it}`` in it is the part that the text names; :data:`IS_VAGUE` has those that name nothing.

    Args:
        said: what a node said, as plain words.
    """
    return _TABLE.advice(said)
