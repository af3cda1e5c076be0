"""The words that make a message one of a class of faults.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_class import FaultClass
from robot_memory.wording.fault_table import COULD_NOT, FaultKind, FaultTable
from robot_memory.wording.software_words import ABSENT, FAILS, WRONG

_FILES = (
    r"(?:files?|file ?names?|director(?:y|ies)|folders?|bags?|yaml|json|xml|extension"
    r"|(?:image|file|package|folder|model|plugin|config) paths?"
    r"|paths?(?= (?:(?:does|do) ?n[o']t exist|is not (?:an? )?valid)))"
)
_MODEL = (
    r"(?:urdf|srdf|xacro|robot description|robot model|kinematic (?:chain|tree|model)"
    r"|kdl (?:tree|chain))"
)
_PLUGIN = r"(?:plugins?|librar(?:y|ies)|executables?|lib\w+ so|modules? named|sdk)"
_SERVER = (
    r"(?:(?<!cannot )(?<!can not )services?|srv|action (?:server|client)|server|lifecycle node)"
)
_SETTING = (
    r"(?:(?:ros ?)?param(?:eter)?s?|settings|setting(?= (?:is|was|of|for)\b)|config(?:uration)?s?"
    r"|launch argument)"
)
_OF_SETTING = rf"{_SETTING}\b(?! (?:files?|director\w+|service|mode))"
_NOT_YET = (
    r"(?:not (?:yet )?(?:been )?(?:received|available|published|arrived|updated|coming)"
    r"|ha(?:s|ve)(?: not|n't) (?:yet )?(?:been )?(?:received|published|arrived)"
    r"|was ?n[o']t received|stale|too old|outdated)"
)
#: Comes from another program, or is made from what it sends.
_SUPPLIED = (
    r"(?:maps?|routes?|pose|odom\w*|scans?|images?|clouds?|trajector\w+|paths?|plans?|goals?"
    r"|transforms?|orientation|position|robot state|joint states?|topics?|msgs?|messages?|costmap"
    r"|footprint|lanelet\w*|octree|data)"
)
_MEASURED = (
    r"(?:estimat(?:e|es|ed|or|ion)|measur(?:ed|ements?)|readings?"
    r"|odom(?:etry)?(?! (?:tracker|clearing))|covariance|innovation|sensor (?:data|values?)"
    r"|(?:vehicle|filter) state|state velocity"
    r"|(?:map|cloud|scan|image) contains|(?:gps|gnss|imu) (?:data|fix|position)"
    r"|number of (?:points|features|matches|inliers))"
)

#: In the order in which they are tried: what says most about the cause first.
CLASSES = FaultTable(
    FaultKind(
        rf"\b{COULD_NOT} call\b|\berror (?:when |while )?calling\b.{{0,20}}\b{_SERVER}\b",
        FaultClass.SERVICE,
    ),
    FaultKind(
        r"\bnull ?ptr\b|\bis none\b|\bnull pointer\b|\bsegmentation fault\b|\bassertion\b|\bmutex\b"
        r"|\bbad alloc\b|\bunknown exception\b|\b(?:unhandled|uncaught|runtime) exception\b"
        r"|(?<!be )(?<!or )(?<!returning )\bnull$|^null\b|\bjoin\b.{0,20}\bthreads?\b"
        r"|\b(?:is|are|was) null\b|\bis (?:definitely )?a bug\b"
        r"|\binvalid (?:\w+ )?(?:handle|pointer|indices|index|iterator)\b"
        r"|\b(?:should|must) (?:not|never) happen\b|\bunreachable case\b"
        r"|\bshould not be reach\w*|\breal ?time box\b"
        r"|\bdid not (?:die|terminate|join)\b",
        FaultClass.EXCEPTION,
    ),
    FaultKind(
        rf"\b{_PLUGIN}\b[^:]{{0,50}}\b(?:{FAILS}|{ABSENT})\b"
        rf"|\b(?:{FAILS}|no|{ABSENT})\b.{{0,30}}\b{_PLUGIN}\b",
        FaultClass.NOT_INSTALLED,
    ),
    FaultKind(
        r"\b(?:permission|access) (?:was |is )?denied\b|\boperation not permitted\b",
        FaultClass.ACCESS,
    ),
    FaultKind(
        rf"\b{_MODEL}\b.{{0,80}}\b(?:{FAILS}|{ABSENT}|{WRONG})\b"
        rf"|\b(?:{FAILS}|no|{ABSENT}|{WRONG})\b.{{0,60}}\b{_MODEL}\b",
        FaultClass.MODEL,
    ),
    FaultKind(
        r"\b(?:using|uses?|used|setting|set to|assum\w+|falls?|falling|fell|back|keep(?:ing)?)\b"
        r".{0,40}\bdefaults?\b|\bdefaulting to\b|\bdefault (?:value|parameter)\b",
        FaultClass.DEFAULT,
    ),
    FaultKind(
        rf"\b(?:{FAILS}|not)\b.{{0,20}}\b(?:save|saving|store|storing|write|writing|creat\w+"
        rf"|record\w*)\b.{{0,40}}\b(?:files?|map|logs?|folder|directory|path|disk|bag|images?|videos?"
        r"|screenshots?)\b"
        rf"|\b{FAILS}\b.{{0,20}}\bopen\b.{{0,80}}\bfor writ\w*|\b{COULD_NOT} output\b"
        rf"|\b{COULD_NOT} open (?:the )?output\b",
        FaultClass.WRITE,
    ),
    FaultKind(
        rf"\bno such file\b|\b(?:{COULD_NOT}|error(?: while| when)?) (?:open|read|load|find|pars"
        rf"|access)\w*\b.{{0,60}}\b{_FILES}\b",
        FaultClass.FILE,
    ),
    FaultKind(
        rf"\b{FAILS}\b.{{0,60}}\bfrom (?:the |an? )?(?:\w+ )?(?:firmware|device|fcu|autopilot|board"
        r"|flight controller|camera|sensor|lidar|eeprom)\b(?! (?:file|config\w*|name|param))",
        FaultClass.HELD,
    ),
    FaultKind(
        rf"\b{_OF_SETTING}.{{0,80}}\b(?:{ABSENT}|{WRONG}|{FAILS}|must|should|not be)\b"
        rf"|\b(?:{ABSENT}|{WRONG}|{FAILS}|no|must|should)\b.{{0,60}}\b{_OF_SETTING}"
        rf"|\b{COULD_NOT} (?:read|get|pars\w*) (?:\w+ ){{1,3}}names?\b"
        r"|\bnot (?:enabled|set|present) in (?:the )?config\w*",
        FaultClass.SETTING,
    ),
    FaultKind(
        rf"\b{_FILES}\b.{{0,60}}\b(?:{FAILS}|{ABSENT}|{WRONG}|corrupt\w*|unreadable|no such)\b"
        rf"|\b(?:{FAILS}|no|{ABSENT}|{WRONG}|corrupt\w*)\b.{{0,50}}\b{_FILES}\b"
        r"|\bno such file\b|\bfail\w* to load (?:the )?(?:map|image|model|mesh|behavior tree)\b"
        rf"|\b{COULD_NOT} load (?:the |an? )?(?:\w+ ){{0,2}}(?:map|grid|graph|scene|mesh)\b",
        FaultClass.FILE,
    ),
    FaultKind(
        r"\b(?:command|state|reference|hardware|effort|velocity|position|model|pose) interfaces?\b"
        r"|\b(?:interfaces?|joints?) (?:is |are |was )?(?:already |not )?claimed\b"
        r"|\b(?:load|start|stop|activat|deactivat|configur|switch|spawn|unload|initiali|reset|list"
        r"|find)\w*\b.{0,30}(?<!motor )\bcontrollers?\b(?! (?:version|board|param))"
        r"|\bno (?:\w+ ){0,2}controllers?\b|(?<!motor )(?<!to )(?<!on )\bcontrollers?\b.{0,30}"
        r"\b(?:not (?:loaded|active|running|found|known|configured|initiali[sz]ed)"
        r"|fail\w* to (?:load|start|stop|activate|configure|init\w*|switch)"
        r"|cannot be (?:a |an )?\w+)\b",
        FaultClass.CONTROL,
    ),
    FaultKind(
        rf"(?<!you )\b(?:{COULD_NOT}|error|sending param\w*) (?:set(?:ting)?(?! ?up)|chang\w*"
        r"|appl\w*|switch\w*(?= .*\bmode\b)|modify|assign|adjust)\b"
        r"(?!.*\b(?:param\w* file|than|must|invalid|type)\b)",
        FaultClass.HELD,
    ),
    FaultKind(
        r"\bjoints?(?: names?)?\b.{0,50}\b(?:not found|unknown|mismatch|not (?:exist|in (?:the )?"
        r"model)|(?:do|does)(?: not|n't) match)\b|\b(?:unknown|invalid number of|wrong number of)"
        r" joints?\b",
        FaultClass.JOINTS,
    ),
    FaultKind(
        rf"(?<!in )\b(?:ik|inverse kinematics|motion plan\w*|planning|path|route)\b.{{0,40}}"
        rf"\b(?:{FAILS}|no solution|not found|infeasible|timed? ?out)\b(?! to load)"
        r"|\bno (?:\w+ ){0,3}(?:solution|plan|path|route|grasps?|grasp candidates)\b"
        r"(?! (?:was |is )?(?:given"
        r"|provided|received|specified|set|yet))"
        rf"|\b{COULD_NOT} (?:find|compute|create|generate|plan|connect) (?:an? )?(?:\w+ )?"
        r"(?:plan|path|route|solution)\b"
        rf"|\b{COULD_NOT} find (?:an? )?(?:\w+ ){{1,2}}(?:goal|pose|position)\b"
        r"|\b(?:goal|target|pose|way ?point)s?\b.{0,30}\b(?:unreachable"
        r"|out of reach|in collision(?! (?:objects?|messages?|matrix|environment))|occupied)\b",
        FaultClass.PLAN,
    ),
    FaultKind(
        r"\b(?:image|marker|object|face|hand|tag|person|target|buoy|lane|line|pallet)s?"
        r" (?:detection (?:has )?failed|(?:was |is |were |are )?not (?:detected|visible|seen|found"
        r"(?! in)))\b"
        r"|\bno (?:\w+ )?(?:objects?|markers?|tags?|april ?tags?|person|people|target|faces?"
        r"|features?|key ?points?|corners|circles|chessboard) (?:was |were |is |are |could be )?"
        r"(?:found|detected|visible|seen)\b"
        rf"|\b{COULD_NOT} (?:detect|recogni[sz]e) (?:an? |the |any )?(?!.{{0,20}}\b(?:interface"
        r"|device|sensor|gripper|camera|network|name|board|hardware)s?\b)",
        FaultClass.NOT_SEEN,
    ),
    FaultKind(
        rf"\b{_SERVER}\b.{{0,40}}\b(?:fail\w*|not successful|unsuccessful"
        r"|could not be (?:found|reached|called))"
        rf"|\b{_SERVER}\b.{{0,60}}\b(?:not (?:yet )?(?:available|ready|found|active|respond\w*"
        r"|running|reachable|connected|exist\w*)|unavailable|unreachable|timed? ?out|no response"
        r"|offline|down|interrupted|did ?n[o']t (?:respond|answer))\b"
        rf"|\b(?:waiting for|timed? ?out|{COULD_NOT} (?:find|reach|contact|call|connect to))\b"
        rf".{{0,60}}\b{_SERVER}\b",
        FaultClass.SERVICE,
    ),
    FaultKind(
        r"^(?!.*\b(?:files?|folder|directory)\b).*\balready (?:been )?"
        r"(?:exists?|existing|add(?:ed)?|registered|defined|declared|created"
        r"|loaded|initiali[sz]ed|advertised|subscribed|spawned|attached|connected|docked"
        r"|configured|enabled)\b(?!.*\b(?:over ?writ\w*|replac\w*|doing nothing)\b)",
        FaultClass.ALREADY,
    ),
    FaultKind(
        r"\b(?:reject\w*|refus\w*|denied|denies|declin\w*|not (?:allowed|permitted|authori[sz]ed"
        r"|accepted|understood)|nack|forbidden|disallowed)\b"
        r"|\balready (?:active|running|executing|in progress|started|open|in use|busy|\w+ed)\b"
        r"|\b(?:is|still|resource) (?:\w+ )?busy\b|\bnot in (?:the |an? )?(?:\w+ ){0,2}"
        r"(?:mode|state)\b"
        r"|\bcan only \w+|\bonly \w+ (?:is|are) (?:allowed|possible|permitted)\b"
        r"|\b(?:ignor\w*|discard\w*) (?:\w+ ){0,3}(?:goal|request|command|order|trajectory)\b"
        r"|\b(?:goal|request|command|order)s?\b.{0,30}\b(?:ignor\w*|discard\w*)\b"
        r"|\bcan ?not\b.* because\b"
        r"|\brequest\b.{0,60}\b(?:unsuccessful|not successful)\b",
        FaultClass.REFUSED,
    ),
    FaultKind(
        rf"\b(?:{COULD_NOT}|errors?(?: while| when| in)?|exception while) (?:pars\w*|decod\w*"
        r"|encod\w*|deseriali[sz]\w*|unpack\w*|convert\w*|cast\w*)\b"
        r"|\b(?:pars\w*|decod\w*|deseriali[sz]\w*|conver\w*|cast) (?:has |was )?(?:fail\w*"
        r"|errors?)\b"
        r"|\binvalid frame\b(?! ?(?:ids?|names?)\b)|\blost sync\b|\bsync bytes?\b"
        r"|\bpartial \w+ count\b|\battempt to parse\b|\b(?:full|complete|partial) packet\b"
        r"|\b(?:invalid|bad|wrong|unexpected|unknown|unrecogni[sz]ed|malformed|corrupt\w*"
        r"|truncated) (?:\w+ ){0,2}(?:packets?|telegrams?|datagrams?|messages?|response|reply"
        r"|bytes?|header|format|encoding|feedback|answer"
        r"|(?:message|msg|packet|topic|data|object|marker) type)\b|\berror in (?:the )?message\b"
        r"|\b(?:format|encoding)\b.{0,30}\bis not\b"
        r"|\b(?:too short|truncated) (?:packet|message|frame|response)\b"
        r"|\b(?:message|msg|packet|payload|telegram|response|reply|frame|data|image|cloud)\b.{0,25}"
        r"\b(?:too short|too long|truncated|malformed|corrupt\w*|incomplete)\b",
        FaultClass.NOT_UNDERSTOOD,
    ),
    FaultKind(
        r"\b(?:queue|buffer|fifo)\b.{0,15}\b(?:overflow\w*|overrun\w*|full|exceed\w*)\b"
        r"|\b(?:overrun|overflow) (?:on|in|of) (?:\w+ ){0,2}(?:queue|buffer)\b"
        r"|\bmiss(?:ed|ing) (?:\S+ )?(?:update |control )?cycles\b"
        r"|\b(?:loop|update|cycle|publish\w*|control|processing|callback|computation)\b.{0,30}"
        r"\b(?:too slow|too long|took|overran|behind|time .{0,12}exceed\w*)\b"
        r"|\bcan ?not keep up\b|\b(?:control|update|cycle|loop) rate\b.{0,30}\b(?:missed|time ?out"
        r"|not (?:met|reached))\b|\bmeet .{0,20}\brate\b",
        FaultClass.LOAD,
    ),
    FaultKind(
        r"\b(?:because|since|as) .{2,40}\bnot (?:yet )?(?:been )?(?:activated|active|enabled"
        r"|started|running|ready|initiali[sz]ed|powered)\b",
        FaultClass.NOT_READY,
    ),
    FaultKind(
        r"\b(?:could ?n[o']t|can ?not|unable to|fail\w* to|not|never) (?:be )?(?:yet )?(?:been )?"
        r"(?:re)?connect\w*\b|\b(?:lost|losing|no) (?:the )?(?:connection|communication|contact"
        r"|link)\b|\b(?:connection|communication|link|comms|socket|connect)\b.{0,40}\b(?:lost"
        r"|fail\w*|refused|closed|reset|timed? ?out|aborted|error|down|broken|poor|bad|weak)\b"
        r"|\b(?:writ\w+|read\w*|send\w*)\b.{0,30}\b(?:port|socket|bus)\b.{0,15}\bfail\w*"
        r"|\b(?:write|read|send|receive) fail\w*"
        r"|\bheart ?beats? (?:timed? ?out|lost|missing|failed)\b|\bdis ?connected\b"
        r"|\b(?:timed? ?out|error|fail\w*)\b.{0,20}\bconnect\w*\b"
        r"|\b(?:not|never|no longer) (?:to )?(?:be )?(?:respond\w*|answer\w*|reply\w*|reachable)\b"
        r"|\b(?:does|did|do) ?n[o']t (?:respond|answer|reply)\b|\bunresponsive\b|\bunreachable\b"
        r"|\bno (?:response|answer|reply)\b|\boperation time ?out\b"
        r"|\berr (?:comm(?:unication)?|connection|network|disconnected)\b"
        rf"|\b(?:{COULD_NOT}|error) (?:to )?(?:send|transmit)(?:ing)?\b"
        rf"|\b(?:{COULD_NOT}|error) (?:to )?(?:open|detect|contact"
        r"|reach(?! (?:\w+ ){0,4}?(?:points?|goals?|targets?|way ?points?))|write to"
        r"|read from)(?:ing)?\b"
        r"(?!.{0,40}\b(?:param\w*|map|goal|multiple|decoder|encoder|codec|output)\b)"
        r"|\b(?:port|socket)s? (?:\w+ )?(?:is ?n[o']t|are ?n[o']t|not) open\b",
        FaultClass.NO_CONNECTION,
    ),
    FaultKind(
        r"\b(?:action|goal|motion|movement|homing)\b.{0,30}\b(?:timed? ?out|did ?n[o']t finish"
        r"|did not finish)\b",
        FaultClass.MOTION,
    ),
    FaultKind(
        rf"\b(?:no|without|missing) (?:\w+ ){{0,3}}(?:so far|yet|received|available|coming)\b"
        rf"|\b(?:no|without) (?:\w+ ){{0,2}}(?:data|messages?|msgs?|topics?|publishers?|updates?"
        rf"|images?|scans?|odom\w*|joint states?|feedback|packets?)\b|\b{_NOT_YET}\b"
        r"|\bfind\b.{0,40}\bat (?:the )?time\b|\bwaiting (?:for|on)\b"
        r"(?!.*\bto (?:finish|complete|end)\b)"
        r"|\b(?:not|never|have ?n[o']t|has ?n[o']t|did ?n[o']t) (?:yet )?"
        r"receiv\w*\b|\bnothing (?:to publish|received)\b|\btimed? ?out (?:waiting|on)\b"
        rf"|\b{_SUPPLIED} (?:is |are |was |has |have )?(?:not (?:yet )?(?:been )?(?:set"
        rf"|initiali[sz]ed)|empty|null|missing)\b|\bempty (?:\w+ )?{_SUPPLIED}\b"
        rf"|\bmissing\b.{{0,30}}\b(?:topics?|inputs?|data|messages?)\b"
        r"|\b(?:is|are) empty\b|^(?:(?:received|got|found) )?(?:an? )?empty \w+"
        r"|^no (?:\w+ ){1,5}(?:is|are) available\b"
        r"|^no (?:\w+ ){1,2}in (?:the )?\w+\W*$|\bmissing (?:\w+ ){1,2}from\b"
        r"|\bmissing (?:\w+ ){1,2}(?:status|state|diagnostics|feedback)\b"
        rf"|\b{COULD_NOT} (?:get|retrieve|obtain|receive|fetch) (?!.{{0,40}}\b(?:param\w*|handle"
        r"|name|file)\b)|\b(?:un|not )available\b"
        r"|\btimed? ?out\b(?! (?:is|was|of|must|has|param|value|set)\b)",
        FaultClass.NO_DATA,
    ),
    FaultKind(
        r"\b(?:not|does ?n[o']t|do ?n[o']t|un) ?(?:yet |currently )?(?:support\w*|implement\w*"
        r"|compatible)\b|\bunimplemented\b|\bincompatible\b|\bto be implemented\b"
        r"|\bonly (?:supports?|supported|available|works?)\b"
        r"|\bcan ?not be used (?:on|with)\b"
        r"|\bversion\b.{0,60}\b(?:requir\w*|designed|needed|mismatch|too old|newer|older)\b",
        FaultClass.UNSUPPORTED,
    ),
    FaultKind(
        r"\b(?:sizes?|lengths?|dimensions?|counts?|number of|amount of)\b.{0,60}(?:!=|\b(?:match\w*"
        r"|differ\w*|mismatch\w*|equal|expected|invalid|wrong|incorrect|not)\b)"
        r"|\b(?:differ\w*|unequal|mismatch\w*|wrong|incorrect|unexpected|inconsistent|invalid"
        r"|not equal)\b.{0,30}\b(?:sizes?|lengths?|dimensions?|counts?|number of)\b"
        r"|\bexpect(?:ed|s|ing):? (?:\w+ )?(?:sizes? |lengths? )?\d+\b(?! \d)"
        r"|\b(?:expected|must have|consist of)\b.{0,30}\b\d+ (?:\w+ )?(?:elements|entries|values"
        r"|numbers|points)\b|\b(?:less|fewer|more) than \d+ (?:\w+ )?(?:points|values|elements)\b",
        FaultClass.COUNT,
    ),
    FaultKind(
        rf"\bcalibrat\w*\b.{{0,40}}\b(?:{FAILS}|wrong|invalid|bad|incomplete|not (?:yet )?(?:done"
        rf"|completed|valid))\b|\b{FAILS}\b.{{0,20}}\bcalibrat\w*\b",
        FaultClass.CALIBRATION,
    ),
    FaultKind(
        rf"\b(?:{COULD_NOT}|error(?: while| when)?) (?:creat|start|initiali|launch|set(?:ting)? ?up"
        r"|configur|activat|load|spawn|regist|subscrib|advertis|instantiat|allocat)\w*"
        r"|\bstart (?:the )?device\b.{0,10}\bfailed\b"
        r"|\berror\b.{0,20}\b(?:while|when) (?:loading|initiali[sz]ing|starting)\b"
        r"|\b(?:initiali[sz]ation|creation|configuration|activation|start ?up)\b.{0,20}"
        r"\bfail\w*",
        FaultClass.NOT_STARTED,
    ),
    FaultKind(
        rf"\b{COULD_NOT} (?:calculat|comput|estimat|generat|determin|extract|process|solv|interpol"
        r"|fit|match|resolv|build|integrat|evaluat|merg|transform|project)\w*",
        FaultClass.COMPUTED,
    ),
    FaultKind(
        rf"^(?!.*\bframe\b).*\b{_MEASURED}\b.{{0,60}}\b(?:{WRONG}|inf|diverg\w*|too (?:large|high"
        rf"|low|small|far))(?!\w)|^(?!.*\bframe\b).*\b{WRONG}\b.{{0,60}}\b{_MEASURED}\b",
        FaultClass.SENSED,
    ),
    FaultKind(
        r"\b(?:must|need to|needs to|have to|has to|did not) (?:specify|set|provide|give|define"
        r"|supply|select)\b|(?<!could )(?<!can )"
        r"\b(?:not|never|no (?:[\w~/]+ ){1,3}?(?:is |was |are )?) ?(?:been )?"
        r"(?:set|specified"
        r"|configured|defined|given|provided|selected|supplied)\b"
        r"|\b(?:is|are) (?:required|undefined)\b|\b(?:can ?not|must not|may not) be (?:blank|null"
        r"|empty|none)\b|\bempty \w+(?: \w+)? (?:specified|given|provided)\b"
        r"|\bhas no (?!effect\b|longer\b|value\b|more\b|error)\w+",
        FaultClass.NOT_GIVEN,
    ),
    FaultKind(
        r"\b(?:not (?:yet |been )*(?:properly )?|(?:must|should|needs? to|ha(?:s|ve) to) be )"
        r"(?:ready|initiali[sz]ed|started|running|active"
        r"|activated|enabled|loaded|open(?:ed)?|connected|operational|powered(?: on)?|armed"
        r"|configured|set up|discovered|created|launched|online)\b",
        FaultClass.NOT_READY,
    ),
    FaultKind(
        rf"\b{WRONG}(?!\w)|\b(?:must|should|needs? to|ha(?:s|ve) to) (?:not )?be\b"
        r"|\bcan(?: ?not|'t) be (?:[<>=]|\d|zero)"
        r"|\bnot (?:in range|legal)\b|\b(?:do|does|did)(?: not|n't) match\b"
        r"|\b(?:must|should) (?:have|match|equal|contain)\b"
        r"|\bhas no value\b|\bclamp\w*\b"
        r"|\b(?:larger|smaller|bigger|greater|less|fewer|higher|lower) than\b"
        r"|\b(?:too|very) (?:large|high|low|small|many|few|far|fast|slow|big|close)\b|\bexceed\w*"
        r"|\boutside (?:of )?(?:its |the )?\w+ (?:range|limits?|bounds)\b"
        r"|\bnot (?:zero|(?:strictly )?increasing|normali[sz]ed|unique|(?:the )?same"
        r"|(?:the )?equal|a \w+)\b|\bunknown (?!errors?\b)\w+",
        FaultClass.VALUE,
    ),
    FaultKind(
        rf"\b{COULD_NOT} (?:enable|power|engage|release|arm|unlock|turn on|switch on)\b",
        FaultClass.ENABLE,
    ),
    FaultKind(
        r"\bnot (?:be )?found\b|\bdoes ?n[o']t exist\b|\bdid not find\b"
        rf"|\b{COULD_NOT} find\b|\bno such\b",
        FaultClass.NOT_FOUND,
    ),
    FaultKind(
        r"\b(?:could ?n[o']t|unable to|fail\w* to) (?:reach|move|execute|complete|follow|land"
        r"|take ?off|rotate|drive|grasp|pick|place|(?:open|close) the (?:gripper|hand))\b"
        r"|\b(?:large|high) tracking error\b"
        r"|\b(?:motion|movement|move|grasp\w*|execution) (?:has |was )?(?:failed|aborted)\b",
        FaultClass.MOTION,
    ),
    FaultKind(
        r"\b(?:dropp\w*|skipp\w*) (?:\w+ ){0,2}(?:messages?|frames?|samples?|packets?)\b",
        FaultClass.LOAD,
    ),
    FaultKind(
        r"\b(?:internal|unexpected|unknown) (?:errors?|exceptions?)\b|\bcrash\w*\b"
        r"|\bexception\b",
        FaultClass.EXCEPTION,
    ),
)
