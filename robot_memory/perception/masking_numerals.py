"""Whether a numeral names something or reads something: judged by its neighbours alone."""

from __future__ import annotations

import re

from robot_memory.perception.masking_words import (
    BASE_UNIT,
    BINDING,
    CODE,
    COMPONENT,
    COUNTED,
    NUMBERED,
    PASSING,
    QUANTITY,
    THROUGH,
)

__all__ = ["UNIT", "Left", "base_unit"]

_FORMS = "|".join(re.escape(form) for form in sorted(BASE_UNIT, key=len, reverse=True))
_RATE = r"/(?:s|sec|second|min|minute|h|hr|hour|pix|px)(?:²|\^2|2|/s)?"
#: A unit as it stands after a reading. A combining mark would make it another letter.
UNIT = rf"(?:{_FORMS})(?:{_RATE})?(?![A-Za-zÀ-ʯ\d_…\u0300-\u036f])"

_WHOLE = re.compile(r"[-+−]?\d+|0[xX][\da-fA-F]+|[\da-fA-F]+|\d+-[\d.:-]+")
_SMALL = re.compile(r"[-+−]?\d{1,3}|0[xX][\da-fA-F]{1,4}|\d+-[\d.:-]+")
_PART = re.compile(r"\d{1,5}|0[xX][\da-fA-F]{1,4}|\d+-[\d.:-]+")
_UNIT_NEXT = re.compile(r"(\s?)" + UNIT)
_SERIES_NEXT = re.compile(r"(?:,\s?|/)[-+−]?\d")
_WORD_NEXT = re.compile(r"\s([^\W\d_]+)(\(s\))?")
_LIST = re.compile(r"\s*(?:,|/|&|\+|\s(?:and|or|to)\s)\s*")
_STEM = re.compile(r"[^\W\d_]+|…")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_BREAK = re.compile(r"[,;!?|]|\. ")
_NUMBERED_NAME = "0"  # stands for the digits that end "can0"
_DIRECT = frozenset(["", "#", "[", "(", "/", "'", '"', "<", "-"])
_ASSIGNED = frozenset([":", "=", ":=", "=="])


def base_unit(unit: str) -> str:
    """Return the quantity that a unit is of: "s" for "ms", "m/s" for "km/h"."""
    form, rate, per = unit.partition("/")
    squared = "²" if per.endswith(("²", "2", "/s")) else ""
    return BASE_UNIT[form] + rate + ("px" if per.startswith("p") else "s" if per else "") + squared


def _is_plural(word: str) -> bool:
    """Whether a word looks like a plural; "GPS", "bus", "chassis" and "status" do not."""
    return len(word) > 3 and word[-1] == "s" and word[-2] not in "suiao"


def _singular(word: str) -> str:
    low = word.lower()
    if not _is_plural(word):
        return low
    if low.endswith("ies"):
        return low[:-3] + "y"
    return low[:-2] if low.endswith(("ches", "shes", "xes")) else low[:-1]


def _reads(word: str) -> bool:
    """Whether a numeral after this word is a reading: "took 5", "limit 80", "errors 3"."""
    inflected = len(word) > 4 and word.endswith(("ed", "ing", "ly"))
    return inflected or _is_plural(word) or word.lower() in BINDING or word.lower() in QUANTITY


class Left:
    """What stands left of the next numeral, as far as it bears on it."""

    def __init__(self) -> None:
        self._words: list[str] = []  # of this clause; "" stands for a numeral
        self._gap = ""  # the marks since
        self._fate: bool | None = None  # of the numeral that was judged right before
        self._many = self._on_bus = False

    def word(self, word: str) -> None:
        """Read a word, as the template has it."""
        if self._fate is not None and word in ("and", "or", "to"):
            self._gap += word
            return
        self._begin()
        stems = _STEM.findall(_HUMP.sub("_", word))
        self._words += ("" if stem == "…" else stem for stem in stems)
        if word[-1].isdigit():
            self._words.append(_NUMBERED_NAME)

    def mark(self, character: str) -> None:
        """Read a space or a punctuation mark; the dot of "no. 3" ends no clause."""
        if character == "." and not self._gap and "".join(self._words[-1:]).lower() in THROUGH:
            return
        self._gap += character

    def numeral(self, *, named: bool | None, bus: bool = False) -> None:
        """Read a numeral.

        Args:
            named: how it was judged, if it was.
            bus: it is the path of a device.
        """
        many = self._many if self._fate is not None else _is_plural(self._noun())
        self._begin()
        self._words.append("")
        self._fate, self._many, self._on_bus = named, many, self._on_bus or bus

    def names(self, numeral: str, right: str) -> bool:
        """Judge the next numeral.

        Args:
            numeral: the numeral, with its sign.
            right: the text that follows it.

        Returns:
            Whether it names a part, a place or a code; otherwise it is a reading.
        """
        if not _WHOLE.fullmatch(numeral):
            return False  # a decimal, a version, an IP address, 640x480
        if self._fate is not None and _LIST.fullmatch(self._gap):  # "motors 3 and 4"
            return self._fate and (self._many or self._gap.strip(" ,/+") != "")
        noun, link = self._noun(), self._gap.replace(" ", "")
        part = self._is_part(noun, link, numeral)
        if self._is_measured(numeral, right, part=part):
            return False
        code = noun.lower() in CODE and (link in _DIRECT or link in _ASSIGNED)
        return part or code or self._is_small_name(noun, link, numeral, right)

    @staticmethod
    def _is_part(noun: str, link: str, numeral: str) -> bool:
        known = noun.lower() in COMPONENT or _singular(noun) in COMPONENT
        return known and link in _DIRECT and bool(_PART.fullmatch(numeral))

    @staticmethod
    def _is_measured(numeral: str, right: str, *, part: bool) -> bool:
        """Whether a unit, a thing counted, or more numbers follow; "Motor 3 A" names a phase."""
        if unit := _UNIT_NEXT.match(right):
            return not (part and unit[1] and len(numeral) == 1)
        if part or _SERIES_NEXT.match(right):
            return not part
        following = _WORD_NEXT.match(right)
        if not following:
            return False
        many = following[2] or _is_plural(following[1])
        return following[1] == "of" or bool(many and _singular(following[1]) in COUNTED)

    def _is_small_name(self, noun: str, link: str, numeral: str, right: str) -> bool:
        """Judge a numeral beside a word that is neither a code nor a known part."""
        kin = _singular(noun)
        if link == "-" and noun.isupper() and _PART.fullmatch(numeral):
            return True  # "E-4021"
        if not _SMALL.fullmatch(numeral) or kin in PASSING:
            return False
        if link == "(" and right.startswith(")"):  # "(2)": a return code
            return kin not in QUANTITY
        if numeral[0] in "-+−" or self._on_bus:  # past "usb 1-1.2:", "device number 78" counts
            return False
        if link in _ASSIGNED:
            return kin in NUMBERED
        if noun == _NUMBERED_NAME:
            return self._gap == "-"  # "OS1-128"
        return "#" in link or (link in _DIRECT and noun != "" and not _reads(noun))

    def _begin(self) -> None:
        if _BREAK.search(self._gap):
            self._words.clear()
        self._gap, self._fate = "", None

    def _noun(self) -> str:
        """Return the word that the numeral belongs to, or nothing."""
        if not self._words or _BREAK.search(self._gap):
            return ""
        last, before = self._words[-1], "".join(self._words[-2:-1])
        if last.lower() not in THROUGH:
            return last
        known = _singular(before) in CODE | COMPONENT | PASSING | QUANTITY
        return last if last.lower() == "id" and not known else before
