"""The table of :mod:`.masking`: which parts of a message are constant, and which vary.

Only its neighbours decide whether a numeral is a name or a reading.

See docs/explanation/perception.md, "Masking: one key for one fault".
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from robot_memory.perception.masking.vocabulary import (
    ASIDE,
    BASE_UNIT,
    BIT_FIELD,
    CODE,
    COMPARED,
    COMPONENT,
    COMPUTED,
    COUNTED,
    MODAL,
    NUMBERED,
    OF_AN_ADDRESS,
    PASSING,
    QUANTITY,
    THROUGH,
    binds,
    is_plural,
    singular,
)

_FORMS = "|".join(re.escape(form) for form in sorted(BASE_UNIT, key=len, reverse=True))
_RATE = r"/(?:s|sec|second|min|minute|h|hr|hour|pix|px)(?:²|\^2|2|/s)?"
#: A unit after a reading. A combining mark would make it another letter.
UNIT = rf"(?:{_FORMS})(?:{_RATE})?(?![A-Za-zÀ-ʯ\d_…‹\u0300-\u036f])"

_HEX, _SOCKET = r"0[xX][\da-fA-F]{1,4}", r"\d+-[\d.:-]+"
_WHOLE = re.compile(rf"[-+−]?\d+|0[xX][\da-fA-F]+|[\da-fA-F]+|{_SOCKET}")
_OF_A_PART = re.compile(rf"\d{{1,5}}|{_HEX}|{_SOCKET}")
_SMALL = re.compile(rf"[-+−]?\d{{1,3}}|{_HEX}|{_SOCKET}")
_TINY = re.compile(rf"\d{{1,2}}|{_HEX}|{_SOCKET}")

_HEXADECIMAL = re.compile(_HEX)
_GIVEN_BY_THE_BUS = ("address", "number")  # "usb 5-1: device not accepting address 100"

_UNIT_NEXT = re.compile(r"(\s?)" + UNIT)
_MORE_NEXT = re.compile(r"(?:,\s?|/)[-+−]?\d|\s?(?:[<>]|[!=<>]=)")
_WORD_NEXT = re.compile(r"\s(?:[A-Z]{1,3}\d[A-Z\d]*\s)?([^\W\d_]+)(\(s\))?")  # "3 I2C resets"
_SAID_NEXT = re.compile(r"\s[^\W\d_]")
_END_NEXT = re.compile(r"\)(?:$|[.,;:!])")

_LIST = re.compile(r"\s*(?:,|/|&|\+|\s(?:and|or|to)\s)\s*")
_STEM = re.compile(r"[^\W\d_]+|…")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
#: Numbered like "tote_a12", although it ends in letters: "AX55012Q", "4f5a"; not "mcp251x".
_NUMBERED_WORD = re.compile(r"\d{4}[A-Za-z]{1,2}$|^(?=[a-f]*\d)[\da-f]{4,}$")
_INFLECTED = re.compile(r"(?:ing|ed)$")
_BREAK = re.compile(r"[,;!?|]|\. ")
_NUMBERED_NAME = "0"  # stands for the digits at the end of "can0"
_DIRECT = frozenset(["", "#", "[", "(", "/", "'", '"', "<", "-"])
_ASSIGNED = frozenset([":", "=", ":=", "=="])


def base_unit(unit: str) -> str:
    """Return the base unit of a unit: "s" for "ms", "m/s" for "km/h"."""
    form, rate, per = unit.partition("/")
    squared = "²" if per.endswith(("²", "2", "/s")) else ""
    return BASE_UNIT[form] + rate + ("px" if per.startswith("p") else "s" if per else "") + squared


class LeftContext:
    """The text to the left of the next numeral, as far as it matters for it."""

    def __init__(self) -> None:
        self._words: list[str] = []  # of this clause; "" stands for a numeral
        self._gap = ""  # the marks since the last word
        self._fate: bool | None = None  # the judgement of the numeral just before
        self._many = self._on_bus = False
        self._has_computed = False  # a computed value was named, maybe in an earlier clause
        self.may_be_a_reading = False  # the last name: no word shows for sure what it is

    def word(self, word: str) -> None:
        """Read a word, as in the template."""
        if self._fate is not None and word in ("and", "or", "to"):
            self._gap += word
            return
        self._begin()
        stems = _STEM.findall(_HUMP.sub("_", word))
        self._words += ("" if stem == "…" else stem for stem in stems)
        self._has_computed = self._has_computed or not COMPUTED.isdisjoint(map(str.lower, stems))
        if word[-1].isdigit():
            self._words.append(_NUMBERED_NAME)

    def may_vary(self, word: str) -> bool:
        """Judge a word with a number, "tote_a12", or a setting, "user=root", that names no part."""
        if self._gap.endswith("=") and self._words and self._words[-1]:
            return bool(_STEM.fullmatch(word))
        stems = {stem.lower() for stem in _STEM.findall(_HUMP.sub("_", word))}
        is_numbered = bool(stems) and bool(word[-1].isdigit() or _NUMBERED_WORD.search(word))
        return is_numbered and not (stems | {self._noun().lower()}) & (COMPONENT | CODE)

    def mark(self, character: str) -> None:
        """Read a space or a punctuation mark; the dot of "no. 3" ends no clause."""
        if character == "." and not self._gap and "".join(self._words[-1:]) in THROUGH:
            return
        self._gap += character

    def numeral(self, *, named: bool | None, bus: bool = False) -> None:
        """Read a numeral, with its judgement if it has one, and whether it is a device path."""
        many = self._many if self._fate is not None else is_plural(self._noun())
        self._begin()
        self._words.append("")
        self._fate, self._many, self._on_bus = named, many, self._on_bus or bus

    def names(self, numeral: str, right: str) -> bool:
        """Tell whether the next numeral, with its sign, names a part, a place or a code.

        Otherwise it is a reading. ``right`` is the text after it.
        """
        if not _WHOLE.fullmatch(numeral) or self._is_computed(numeral):
            return False  # a decimal, a version, 640x480, a checksum
        before, self.may_be_a_reading = self.may_be_a_reading, False
        if self._fate is not None and _LIST.fullmatch(self._gap):
            self.may_be_a_reading = before
            return self._fate and self._is_listed(numeral, right)
        if self._gap == "-" and self._noun().isupper() and _OF_A_PART.fullmatch(numeral):
            return self._is_designation(right)  # "E-4021", "VLP-32C"
        part = self._is_part(numeral, right)
        if self._is_measured(numeral, right, part=part):
            return False
        if part or self._is_code() or self._is_address(numeral):
            return True
        self.may_be_a_reading = True
        return self._is_leading(numeral, right) or self._is_small_name(numeral, right)

    def _is_designation(self, right: str) -> bool:
        """Judge "E-0001" by its owner: jobs count up such numbers, a fault has one as its code."""
        letters, owner = self._words[-1], "".join(self._words[-2:-1])
        if singular(owner) in PASSING:
            return False  # "job E-0001"
        is_code = letters.lower() in CODE or right[:1].isalpha()  # "ERR-12", "VLP-32C"
        if not is_code and singular(owner) not in COMPONENT | CODE | NUMBERED:
            is_said_of = bool(_SAID_NEXT.match(right))  # "E-0001 failed"; "E-0001: motor hot"
            self.may_be_a_reading = not binds(owner) if owner else is_said_of
        return True

    def _is_listed(self, numeral: str, right: str) -> bool:
        """Judge the 4 in "motors 3, 4" and "motor 3 and 4"; "joint 3 to 45 deg" is a motion."""
        joined = self._many or self._gap.strip() in ("and", "or", "&")
        return joined and not self._is_measured(numeral, right, part=False)

    def _is_part(self, numeral: str, right: str) -> bool:
        noun, link = self._noun(), self._link()
        if not _OF_A_PART.fullmatch(numeral) or (self._on_bus and noun in _GIVEN_BY_THE_BUS):
            return False
        if noun.lower() in COMPONENT:
            vector = link in ("[", "(") and _MORE_NEXT.match(right)  # cell [3, 41] of a grid
            indexed = link in _ASSIGNED and noun != self._words[-1]  # "valve no: 3"
            return (link in _DIRECT and not vector) or indexed
        is_numbered = singular(noun) in COMPONENT or singular(noun) in NUMBERED
        return is_numbered and (link in ("", "#") or self._gap == "[")

    @staticmethod
    def _is_measured(numeral: str, right: str, *, part: bool) -> bool:
        """Whether a unit, a counted noun, or more numbers follow; "Motor 3 A" names a phase."""
        if unit := _UNIT_NEXT.match(right):
            return not (part and unit[1] and len(numeral) == 1)
        if part or _MORE_NEXT.match(right):
            return not part
        following = _WORD_NEXT.match(right)
        if not following:
            return False
        many = following[2] or is_plural(following[1])
        return following[1] == "of" or bool(many and singular(following[1]) in COUNTED)

    def _is_code(self) -> bool:
        link = self._link()
        return self._noun().lower() in CODE and (link in _DIRECT or link in _ASSIGNED)

    def _is_computed(self, numeral: str) -> bool:
        if numeral.lstrip("-+−").isdigit():
            return False
        is_compared = self._has_computed and self._noun().lower() in COMPARED
        return is_compared or not COMPUTED.isdisjoint(word.lower() for word in self._words)

    def _is_address(self, numeral: str) -> bool:
        """Judge a hexadecimal numeral: "fault bits 0x10", "SDO read of 0x6064"."""
        if not _HEXADECIMAL.fullmatch(numeral):
            return False
        noun = self._noun()
        if noun.lower() == "at":  # "register at 0x40"; "crashed at 0x7f" is where the code was
            return any(singular(word) in COMPONENT for word in self._words[-2:-1])
        return singular(noun) in BIT_FIELD or noun.lower() in OF_AN_ADDRESS

    def _is_leading(self, numeral: str, right: str) -> bool:
        """Judge the 12 in "[12] no reply": a device, if nothing stands before it."""
        is_alone = not self._words and self._gap == "[" and right.startswith("]")
        return is_alone and bool(_SMALL.fullmatch(numeral))

    def _is_small_name(self, numeral: str, right: str) -> bool:
        """Judge a numeral beside a word that is neither a code nor a known part."""
        noun, link = self._noun(), self._link()
        stem = _INFLECTED.sub("", noun.lower())
        if not _SMALL.fullmatch(numeral) or {singular(noun), stem} & PASSING:
            return False
        if link == "(" and right.startswith(")"):
            self.may_be_a_reading = False
            return self._is_code_in_parentheses(noun, right)
        if self._on_bus:  # after "usb 1-1.2:", the number in "device number 78" only counts
            return False
        if link in _ASSIGNED:
            is_part = link == "=" and noun.lower() in COMPONENT  # "drone=2"; "fan: 80" is read
            is_id = "".join(self._words[-1:]).lower() == "id"
            return is_part or is_id or noun.lower() in NUMBERED
        if "#" in link or noun == _NUMBERED_NAME:
            return "#" in link or self._gap in ("-", ".")  # "OS1-128", "spi0.1"
        return link in _DIRECT and self._is_name(noun) and bool(_TINY.fullmatch(numeral))

    def _is_code_in_parentheses(self, noun: str, right: str) -> bool:
        """Judge "(2)": a return code at a clause's end or after a failure, unless it counts."""
        if is_plural(noun) or singular(noun) in QUANTITY or right.startswith(") of "):
            return False
        return bool(_END_NEXT.match(right)) or noun.endswith("ed") or self._is_name(noun)

    def _is_name(self, noun: str) -> bool:
        before = [word.lower() for word in self._words[-3:-1] if word.lower() != "not"][-1:]
        return noun != "" and not binds(noun) and not MODAL.intersection(before)

    def _link(self) -> str:
        return self._gap.replace(" ", "")

    def _begin(self) -> None:
        if _BREAK.search(self._gap):
            self._words.clear()
        self._gap, self._fate = "", None

    def _noun(self) -> str:
        """Return the word that the numeral belongs to, or nothing."""
        if not self._words or _BREAK.search(self._gap):
            return ""
        last, before = self._words[-1], "".join(self._words[-2:-1])
        if last.lower() in THROUGH:
            return before
        if last.lower() not in ASIDE:
            return last
        noun = singular(before)
        known = any(noun in words for words in (CODE, COMPONENT, PASSING, QUANTITY))
        return before if known else last


PLACEHOLDER = "…"

#: KEEP: unchanged. MASK: becomes "…". JUDGE: a numeral, kept or masked by its neighbours.
#: NAME: kept except for its varying parts. PATH: likewise, and without varying folders.
#: DATA: kept except for its digits. OPEN: kept, marked as "‹10.0.0.5›", until so many values came
#: that it cannot be a name (rules.md §1.11).
Fate = Literal["KEEP", "MASK", "JUDGE", "NAME", "PATH", "DATA", "OPEN"]


class MaskRule(NamedTuple):
    """A row of the table: the look of a piece of text, its fate, and the reason."""

    name: str
    pattern: str
    fate: Fate
    why: str


_L = "A-Za-zÀ-ʯ"  # letters of scripts that put spaces between words
_B, _E = rf"(?<![{_L}\d_…›])", rf"(?![{_L}\d_…‹])"  # start and end of a word
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
#: Ephemeral ports, which a connection has for its lifetime only.
_PASSING_PORT = r"(?:3276[89]|327[7-9]\d|32[89]\d\d|(?:3[3-9]|[4-6]\d)\d{3})(?!\d)"
_NONE = r"(?:nan|NaN|NAN|[iI]nf(?:inity)?|INF)"
_UUID = r"[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}"
_HASH = (  # "100000A" is no hash; "ccea2645" is one
    rf"(?:(?!\d+{UNIT})(?=[\da-fA-F]{{0,63}}\d[a-fA-F])[\da-fA-F]{{7,64}}"
    r"|[a-f]{1,7}\d{1,7}(?<=[\da-f]{8}))"
)
#: Parts of a name that are made anew each time.
MINTED = rf"(?:{_UUID}|(?<!\d){DATE}(?:[-_T]{CLOCK})?(?!\d)|(?<![A-Za-z\d…]){_HASH}(?![A-Za-z\d…]))"

#: The first pattern that matches, from the top, counts. Text without a match stays unchanged.
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
