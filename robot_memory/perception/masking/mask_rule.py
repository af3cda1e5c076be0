"""The table of :mod:`.masking`: which parts of a message are constant, and which vary.

See docs/explanation/perception.md, "Masking: one key for one fault".
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from robot_memory.perception.masking.numerals import UNIT

PLACEHOLDER = "…"

#: KEEP: stands as it is. MASK: becomes "…". JUDGE: a numeral, one or the other by its neighbours.
#: NAME: stands but for what varies in it. PATH: likewise, and without folders that vary.
#: DATA: stands but for its digits. OPEN: stands, marked as "‹10.0.0.5›", until so many came that it
#: cannot be a name (rules.md §1.11).
Fate = Literal["KEEP", "MASK", "JUDGE", "NAME", "PATH", "DATA", "OPEN"]


class MaskRule(NamedTuple):
    """A row of the table: what a piece of text looks like, what becomes of it, and why."""

    name: str
    pattern: str
    fate: Fate
    why: str


_L = "A-Za-zÀ-ʯ"  # letters of scripts that put spaces between words
_B, _E = rf"(?<![{_L}\d_…›])", rf"(?![{_L}\d_…‹])"  # a word begins, ends
_OPEN, _SHUT = r"(?<![^\s(\[{=:,;<>|@'\"`])", r"(?![^\s)\]},.;:!?])"  # nothing glued to it
MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
CLOCK = r"\d{1,2}[:_-]\d\d[:_-]\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?"
DATE = r"(?:\d{4}[-/._]\d{1,2}[-/._]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})"
_SPAN = r"\d+(?:\.\d+)? ?(?:d|days?|h|hrs?|hours?|m|mins?|minutes?|s|secs?|seconds?|ms|us|u)"
_ROOT = r"(?:~|~?/(?:home|root|tmp|var|opt|usr|etc|proc|sys|run|mnt|media|fs|dev/shm))"
RECORD = r"\.(?:log|bag|db3|mcap|ulg|bin|pcap|csv|txt|jpe?g|png)"
#: Given to a connection for its time only.
_PASSING_PORT = r"(?:3276[89]|327[7-9]\d|32[89]\d\d|(?:3[3-9]|[4-6]\d)\d{3})(?!\d)"
_NONE = r"(?:nan|NaN|NAN|[iI]nf(?:inity)?|INF)"
_UUID = r"[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}"
_HASH = rf"(?!\d+{UNIT})(?=[\da-fA-F]{{0,63}}\d[a-fA-F])[\da-fA-F]{{7,64}}"  # 100000A is not
#: Inside a name: what is made anew each time.
MINTED = rf"(?:{_UUID}|(?<!\d){DATE}(?:[-_T]{CLOCK})?(?!\d)|(?<![A-Za-z\d…]){_HASH}(?![A-Za-z\d…]))"

#: From the top: the first pattern that fits, fits. What none fits stands as it is.
RULES = (
    MaskRule("gone", PLACEHOLDER, "MASK", "was masked before"),
    MaskRule("open", r"‹[^‹›]{1,200}›", "KEEP", "was marked before"),
    MaskRule("device", rf"{_OPEN}/dev/(?!shm/)(?:serial/by-\w+/[\w.:+-]*|[\w./-]*)\w", "KEEP",
         "a device file names a component: /dev/baro0 is not /dev/baro1"),
    MaskRule("pci", rf"{_B}[\da-f]{{4}}:[\da-f]{{2}}:[\da-f]{{2}}\.[0-7]{_E}",
         "KEEP", "names a slot"),
    MaskRule("model", rf"{_B}[\da-f]{{4}}:[\da-f]{{4}}(?!:){_E}",
         "KEEP", "vendor:product is a part"),
    MaskRule("rail", rf"{_B}\d{{1,2}}(?:\.\d)? ?V(?= (?:rail|supply|bus|line|output|regulator))",
         "KEEP", "a nominal voltage names the rail"),
    MaskRule("uuid", rf"{_B}{_UUID}{_E}", "MASK", "made anew each time"),
    MaskRule("instance", rf"{_B}[{_L}][{_L}\d_]{{0,60}}_{_UUID}{_E}", "NAME",
         "a kind of thing, of which one is made anew each time"),
    MaskRule("url", rf"{_B}(?!package:|model:)[a-zA-Z][\w+.-]{{1,15}}://[^\s,;'\"<>()\[\]]*",
         "OPEN",
         "an address names who does not answer, if there are few"),
    MaskRule("host", rf"{_B}(?!\d+{_E})[a-z\d][a-z\d-]{{0,62}}(?:\.[a-z\d][a-z\d-]{{0,62}})"
         rf"{{1,6}}\.(?:com|net|org|edu|local|lan|io|cn|de|jp|uk){_E}", "OPEN", "likewise"),
    MaskRule("ipv4", rf"{_B}(?:\d{{1,3}}\.){{3}}\d{{1,3}}(?::(?!{_PASSING_PORT})\d{{1,5}})?{_E}"
         rf"(?!\.\d)", "OPEN", "likewise"),
    MaskRule("escape", rf"{_OPEN}(?:\\x[\da-fA-F]{{2}})+", "MASK", "raw bytes"),
    MaskRule("mac", rf"{_B}[\da-fA-F]{{2}}(?::[\da-fA-F]{{2}}){{5}}{_E}", "OPEN", "likewise"),
    MaskRule("bytes", rf"{_B}[\da-fA-F]{{2}}(?:[ :-][\da-fA-F]{{2}}){{3,63}}{_E}", "MASK",
         "a dump"),
    MaskRule("guid", rf"{_B}(?:[\da-f]{{1,2}}\.){{7,15}}[\da-f]{{1,2}}(?:\|[\da-f.]{{1,32}})?{_E}",
         "MASK", "a DDS reader or writer, made anew each time"),
    MaskRule("date", rf"{_B}(?:{DATE}(?:[T_ -]{{1,3}}{CLOCK})?|{CLOCK})(?: ?[AP]M)?{_E}", "MASK",
         "when, not what"),
    MaskRule("moment", rf"{_B}{_WEEKDAY},? (?:\d{{1,2}} )?{MONTH} (?:\d{{1,2}} )?(?:{CLOCK} )?"
         rf"\d{{4}}(?: {CLOCK})?{_E}", "MASK", "when, not what"),
    MaskRule("day",
         rf"{_B}(?:{MONTH}\.? \d{{1,2}}(?:,? \d{{4}})?|\d{{1,2}}[ -]{MONTH}[ -]\d{{2,4}})"
         rf"{_E}", "MASK", "when, not what"),
    MaskRule("ipv6", rf"(?:{_B}(?!:)|{_OPEN})(?<!:)(?=[\da-fA-F:]{{0,40}}\d)[\da-fA-F]{{0,4}}"
         rf"(?::[\da-fA-F]{{0,4}}){{2,7}}(?:%\w+)?(?!:){_E}", "OPEN", "likewise"),
    MaskRule("span", rf"{_B}{_SPAN}(?:,? ?{_SPAN}){{1,4}}{_E}", "MASK", "how long, not what"),
    MaskRule("quoted", rf"""{_OPEN}["'](?![{_L}_/ ‹]|\d+["'])(?:(?![^\W\d_]{{3}})[^"'…]){{1,200}}"""
         rf"[\"']{_SHUT}", "MASK", "quoted text that neither begins like a name nor holds a word"),
    MaskRule("path", rf"{_OPEN}{_ROOT}(?:/[\w.…-]{{1,255}}){{1,40}}(?<=[\w…])", "PATH",
         "a file of this computer; topics and frames are names"),
    MaskRule("record", rf"(?<![{_L}\d_.…-])\w[\w-]{{0,99}}{RECORD}{_E}", "DATA",
         "a recording is made anew each time; a map is not"),
    MaskRule("version",
         rf"{_B}(?:[vV]\d+(?:\.\d+)+|\d+(?:\.\d+){{2}}(?=-[A-Za-z]))(?:[-+.]\w+)*{_E}",
         "MASK", "changes with an update"),
    MaskRule("times", rf"{_B}(?:[x×]\d+|\d+[x×]){_E}", "MASK", "counts repetitions"),
    MaskRule("decimal", rf"{_B}\d+(?:[.,]\d+){{1,20}}(?!{UNIT}|[eE][-+]?\d)[{_L}][{_L}\d]*",
         "MASK", "a reading, whatever is glued to it"),
    MaskRule("none", rf"(?:{_OPEN}[-+]?{_NONE}(?=\s?{UNIT}|\s*[<>]|\s(?:below|above|exceeds)\b)"
         rf"|(?:(?<=[=:(\[])|(?<=[=:,]\s))[-+]?{_NONE}{_E})",
         "MASK", "stands for a reading; by itself, as in 'value is nan', it is the fault"),
    MaskRule("socket", rf"{_B}\d{{1,3}}(?:-\d{{1,4}})+(?:\.\d{{1,2}})*(?::\d\.\d)?{_E}(?![.:-]\d)",
         "JUDGE", "usb 1-1.2 names a socket; 3-5 may be a range"),
    MaskRule("hexadecimal", rf"{_B}(?:0[xX][\da-fA-F]+|{_HASH}){_E}", "JUDGE",
         "a node, a code, or a pointer"),
    MaskRule("number", rf"(?:{_OPEN}[-+−]?\.?|{_B})\d+(?:(?:[.,:]| ?[xX×] ?)\d+)*(?:[eE][-+]?\d+)?"
         rf"(?:(?=\s?{UNIT})|(?![{_L}\d_]))", "JUDGE", "a reading, or a name"),
    MaskRule("word", rf"(?:(?<!\d)\d+)?[{_L}_][{_L}\d_…]*(?:(?<=_)-\d{{4,}}{_E})?|[^\W\d_{_L}]+",
         "NAME", "says what the message is about"),
)  # fmt: skip
