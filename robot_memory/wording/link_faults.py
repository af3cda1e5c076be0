"""Faults of links: a part that nobody reaches, that does not answer, or whose messages are lost."""

from __future__ import annotations

from robot_memory.wording.link_advice import SILENT
from robot_memory.wording.part_fault import EVERY_PART, PartFault
from robot_memory.wording.part_words import (
    ANY_PART,
    BOARD,
    CANNOT,
    DRIVE,
    LINK,
    NO_PART,
    PEER,
    POWER,
    SENSOR,
    PartKind,
)

_REACH = (
    r"(?:communicat\w*|connect(?:ing|ion)?|talk\w*|reach\w*|contact(?:ing)?|open(?:ing)?|writ(?:e"
    r"|ing)"
    r"|send(?:ing)?|transmit\w*|receiv\w*|read(?:ing)?|poll\w*|quer\w*|access\w*|detect(?:ing)?"
    r"|ping\w*|respond|establish|locate|initiali[sz]\w*"
    r"|get(?:ting)? (?:data|response|status) (?:from"
    r"|of)|set ?up)"
)
_LOSES = (
    r"(?:fail(?:ed|ure|s)?|errors?|lost|losses|refused|reset by peer|broken|interrupted|problems?"
    r"|exception"
    r"|timed? ?out|not (?:established|possible|working|valid|ok)|down|aborted|fault)"
)

#: What a program wants: if that is unreachable, the part is not.
_AIM = r"(?:way ?points?|goals?|targets?|poses?|services?|actions?|servers?)\b"

#: What a driver looks up in its computer: if that is absent, the part is not.
_KNOWN_TO_SOFTWARE = (
    r"(?:param\w*|transforms?|interfaces?|goals?|tolerances?|handles?|locks?|names?|files?|paths?"
    r"|address|hostname|instances?|modes?|models?|maps?|memory|buffers?|pointers?|controllers?"
    r"|plugins?|urdf|config\w*|lists?|services?|nodes?|topics?|options?|intrinsics|extrinsics"
    r"|limits?)"
)

LINK_FAULTS = (
    PartFault(
        rf"^(?:the )?(?:communication|connection|link|comms?|ping|heart ?beats?) (?:was "
        rf"|is )?{_LOSES}\b"
        r"|^(?:read|write|recv|send)\W* (?:failed|error)\b|\b(?:sync|bulk) (?:read"
        r"|write)\b.{0,20}\bfail\w*"
        rf"|^{CANNOT} (?:send|read|write|receive)(?: (?:data|status|messages?|packets?))?\W*$"
        r"|^(?:not|no longer) (?:connected|responding|reachable|available|detected|alive)\W*$"
        r"|\bstale (?:feedback|measurements?)\b"
        rf"|^{CANNOT} (?:connect|communicate)(?: to| with)?(?:\W* \S+)?$",
        SILENT,
        EVERY_PART,
    ),
    PartFault(
        rf"\b{CANNOT} (?:get|grab|retrieve|retrieving) (?:a |the )?"
        r"(?:scans?|images?|frames?|point ?clouds?)\b",
        SILENT,
        (PartKind.SENSOR,),
    ),
    PartFault(
        r"\bhas a connection problem\b|\bstream (?:has )?stopped\b"
        r"|^(?:network )?(?:interface|link) (?:is )?down\b",
        SILENT,
        EVERY_PART,
    ),
    PartFault(
        rf"\b{CANNOT} get (?:the |any )?(?:{SENSOR}|{BOARD})"
        rf"(?: (?:data|status|info\w*|readings?|fix"
        rf"|position|state|scans?|images?|measurements?))?\W*(?:$|:| retrying| from| to\b)"
        rf"|\b{CANNOT} get (?:[\w@]+ ){{1,5}}from (?:the )?(?:{SENSOR}|{BOARD}|{POWER}|{DRIVE})\b"
        rf"|\b{CANNOT} find (?:any |the |a )?(?:[\w@]+ )?(?:{SENSOR}|{LINK}|{BOARD}|{DRIVE})"
        rf"{NO_PART}\b"
        rf"|\b{CANNOT} (?:[\w@]+ ){{0,3}}?{_REACH} (?:[\w@]+ ){{0,5}}?{ANY_PART}{NO_PART}\b"
        rf"|\b(?:connection|communication|comms?|link|contact) (?:to|with|from|between) "
        rf"(?:[\w@]+ ){{0,4}}?{PEER}(?: [\w@]+){{0,3}}? (?:was |is |has )?{_LOSES}\b"
        rf"|\bno (?:[\w@]+ )?(?:{SENSOR}|{LINK}|{BOARD}|{DRIVE})"
        rf"(?: (?:was|were|is|are))? (?:found|detected|present|connected|available|responding)\b"
        rf"|\bno (?:{SENSOR}|{BOARD}) (?:on|at) (?:port|dev|tty|com)\w*\b"
        rf"|\b{CANNOT} (?:read|get|receive) (?!pose|transform"
        rf"|tf)(?:[\w@]+ ){{1,3}}from (?:the )?(?:robot|base)\b"
        rf"|\b(?:{SENSOR}|{LINK}|{BOARD}|{DRIVE})(?: (?:on|of) [\w@ ]{{1,20}})?"
        rf" (?:may|might) not be connected\b"
        rf"|\bno (?:connection|communication|contact|link) (?:to|with) (?:the )?"
        rf"(?:[\w@]+ )?{PEER}\b"
        rf"|\b{LINK}(?: (?:open|receive|transmit|send|read|write)(?:ing)?)?"
        rf" (?:failed|failure|errors?|exception)\b"
        rf"|\b(?:{SENSOR}|{BOARD}) (?:data|messages?|readings?) (?:is |was |were "
        rf"|are )?not (?:being )?received\b|\b{LINK}\b.{{0,20}}\btimed? ?out\b"
        rf"|\b(?:{LINK}|port)(?: [\w@]+){{0,2}} (?:is )?(?:not open|closed|unavailable)\b"
        rf"|\b{PEER}(?: [\w@]+){{0,2}}? (?:(?:re)?connect(?:ion)?|communication|comms?|link"
        rf"|port|heart ?beats?|ping|poll|read|write|query|transfer|response|protocol|init\w*)"
        rf"(?: [\w@]+)? (?:was |is |has |been"
        rf" )*{_LOSES}\b"
        rf"|\b(?:{SENSOR}|{BOARD})(?: \d+)?"
        rf"(?: (?:data|scans?|messages?|readings?|images?|frames?))?"
        rf" (?:is |are )?(?:stale|missing)\b"
        rf"|\b{SENSOR} (?:is |was |could )?not (?:be )?opened\b"
        rf"|\b(?:{SENSOR}|{BOARD}|{DRIVE})(?: driver)? (?:is |was |are )?not initiali[sz]ed\b"
        rf"|\b(?:{SENSOR}|{BOARD}|{DRIVE})(?: \d+)? "
        r"(?:failed to|could not|did not) (?:start|boot)\b"
        rf"|\b(?:lost|losing) (?:[\w@]+ ){{0,2}}?(?:connection|communication|comms?|contact"
        rf"|link)\b.{{0,25}}\b{PEER}\b"
        rf"|\b(?:no|not? receiv\w*|missing|lost|without) (?:[\w@]+ ){{0,3}}?(?:messages?|data"
        rf"|values?|response|reply|answer|feedback|heart ?beats?|packets?|readings?|signal|ack\w*"
        rf"|telemetry)\b.{{0,25}}\b(?:from|of|by) (?:the )?(?:[\w@]+ ){{0,2}}?{PEER}\b"
        rf"|\bno (?:[\w@]+ )?{ANY_PART} (?:[\w@]+ )?(?:data|response|feedback|signal|readings?"
        rf"|measurements?|messages?|communication|connection)\b"
        rf"|\b(?:{SENSOR}|{LINK}|{BOARD}|{DRIVE}){NO_PART}(?: [\w:]+){{0,3}}? (?:is |was"
        rf" |are |has |do |does |did )*(?:not|no longer) (?:been |yet )*(?:respond\w*|report\w*"
        rf"|answer\w*|alive|reachable|detected|found|present|available|plugged|connected|attached"
        rf"|communicating|sending)\b(?! in\b)(?! on (?:the )?param)"
        rf"|\b{ANY_PART}(?: (?!{_AIM})[\w:]+){{0,2}}? "
        r"(?:is |was |are |has |have |went |been |got |gone"
        rf" )*(?:disconnected|unplugged|removed|detached|off ?line|unreachable|unresponsive"
        rf"|stopped (?:sending"
        rf"|reporting|responding))\b"
        rf"|\b(?:disconnected|unplugged) from (?:the )?(?:[\w@]+ )?{ANY_PART}\b"
        rf"|\b{ANY_PART}{NO_PART}(?: [\w:]+){{0,2}}? (?:read |write |rx |tx |receive |response "
        rf"|message |data |heartbeat |status |poll )?timed? ?out\b(?! (?:is|of|set|value"
        rf"|parameter|must|to)\b)"
        rf"|\btimed? ?out (?:[\w@]+ ){{0,4}}?(?:from|of|on|reading|waiting for|to) (?:the )?(?:\w+"
        rf" ){{0,3}}?{ANY_PART}{NO_PART}\b"
        rf"|\bwaiting (?:for|on) (?:the )?(?!(?:gps|gnss)@)(?:{SENSOR}|{BOARD})"
        r"(?: (?:init\w*|connection|response|to \w+))?\W*$"
        rf"|\b{SENSOR}{NO_PART} (?:is |was )?not (?:yet )?ready\b"
        rf"|\blost (?:bytes|data|{ANY_PART})\b.{{0,20}}\b{ANY_PART}?\b",
        SILENT,
    ),
    PartFault(
        r"\b(?:set ?up|initiali[sz]ation|start ?up) of (?:\S+ ){1,4}fail\w*",
        SILENT,
        EVERY_PART,
    ),
    PartFault(
        rf"^(?:[\w:]+: )?{CANNOT} (?:get|retriev\w+|query\w*|grab\w*|fetch|obtain|poll|getting)\b"
        rf"(?!.{{0,60}}\b{_KNOWN_TO_SOFTWARE}\b)"
        r"|\bget ?(?:id|status|firmware version|version|serial|data|scan|state)\w* failed\b"
        r"|^(?:[\w:]+: )?(?:errors?|fail\w*|could not|unable to|problem)(?: to| when| while| in)?"
        r" (?:initi\w+|start\w*|open\w*)(?: the)?(?: (?:interface|device|driver|hardware"
        r"|communication|connection|sdk|client|sensor))?\b[^a-z]*$",
        SILENT,
        EVERY_PART,
    ),
)
