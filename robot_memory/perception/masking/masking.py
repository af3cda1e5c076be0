"""Which messages report one fault: text → template (rules.md §1.3).

:func:`mask` makes the template that keys a memory entry, :func:`phrase` the sentence for a person.
Both use one stateless table (:mod:`.mask_rule`). "…" is read as already masked, so that
``mask(mask(x)) == mask(x)``. Names of components are masked likewise, so that they are the same
after a restart.

See docs/explanation/perception.md, "Masking: one key for one fault".
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.text.outside_text import LONGEST_NAME, take_in
from robot_memory.foundation.wording.names_or_readings import unmarked
from robot_memory.foundation.wording.varying_text import OPEN_SLOT
from robot_memory.perception.masking.mask_rule import (
    CLOCK,
    DATE,
    MINTED,
    MONTH,
    PLACEHOLDER,
    RECORD,
    RULES,
    UNIT,
    LeftContext,
    base_unit,
)
from robot_memory.perception.masking.phrase import Phrase, TemplateText
from robot_memory.perception.masking.vocabulary import BASE_UNIT, CODE, COMPONENT, PASSING, singular

#: Characters of a message that are read; the rest is data rather than a sentence.
READ = 8_192
#: Characters of a template or a sentence at most; cut between two words.
LIMIT = 1_024
#: Characters of a sentence at most, so that it fits a text with its component (document 000 §3.4).
LONGEST = 400

#: A message is both masked and worded, and several components send the same message: the last 32
#: texts of at most 1,000 characters are cached.
_while_it_is_read = cached_if_short(32, longest=1_000)

_FATE = {rule.name: rule.fate for rule in RULES}
_BUSES = ("device", "pci", "socket")
_SCANNER = re.compile("|".join(f"(?P<{r.name}>{r.pattern})" for r in RULES) + "|(?s:.)")

_LEVEL = r"(?:DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)"
#: Prefixes added by the transport: stamps, levels, the process started by launch.
_PREFIX = re.compile(
    rf"\A(?:\[ ?{_LEVEL} ?\]:? ?|{_LEVEL}(?:: ?| (?=\[))|\[ ?\d+\.\d+(?:, \d+\.\d+)?\]:? ?"
    rf"|\[[\w./-]{{1,99}}-\d+\] (?=\[ ?{_LEVEL})|(?:{DATE}[T ]|{MONTH} \d\d? ){CLOCK} "
    rf"|(?:\d\d/\d\d )?{CLOCK} (?=\[?{_LEVEL}))+(?=\S)"
)
_SPEAKER = re.compile(r"\A\[[\w./-]{1,99}:?\]: (?=\S)")
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
#: A memory address, or data: it measures nothing, and is not shown.
_POINTER = re.compile(r"0[xX][\da-fA-F]{8,}|(?<= at )0[xX][\da-fA-F]+")
_UNIT = re.compile(rf"\s?({UNIT})")
_COUNTED = re.compile(r"… ([a-zß-ÿ]{2,})(?:\(s\))?(?=$|[.,;!?)]|\s[^\W\d_]+(?![\w…]))")
_BASES = "|".join(sorted(map(re.escape, set(BASE_UNIT.values())), key=len, reverse=True))
_ONE = rf"…(?:(?:{_BASES})(?:/(?:s|px)²?)?)?"
_ROWS = (  # of readings, then of bracketed rows
    re.compile(rf"(?<![^\s(\[{{=:,;])({_ONE})(?:[,;/ ]\1)+(?![^\s,;/)\]}}.])"),
    re.compile(rf"(?<![^\s(\[{{=:,;])({_ONE})(?:[,;] \1){{2,}}(?![^\s,;/)\]}}.])"),
    re.compile(rf"(?<=[(\[{{])({_ONE})(?:[,;] \1)+(?=[)\]}}])"),
    re.compile(r"(\(…\)|\[…\])(?:[,;]? ?\1)+"),
)
_TALLY = re.compile(r" ?[(\[](?:x ?\d+|\d+ ?x|(?:repeated )?\d+ times?)[)\]]$")
_COUNT = re.compile(r" [(\[]\d+[)\]]$")

_VARIES = re.compile(
    rf"{MINTED}|(?<![A-Za-z])(?P<stem>[A-Za-z]*)(?P<joint>_?)-?(?!{MINTED})(?P<digits>\d{{4,}})"
)
_HOME = re.compile(r"^/home/[^/]+")
_FLEETING = re.compile(r"^(/(?:var/)?(?:tmp|proc|run|dev/shm)/).*")
_FILE = re.compile(rf"(?<![^/])[^/]+{RECORD}$")
_DIGITS = re.compile(r"\d+(?:[_.-]\d+)*")


def mask(text: str) -> str:
    """Return the template that keys a message.

    Args:
        text: one message of a log or a diagnostic status; anything at all.

    Returns:
        At most :data:`LIMIT` characters, one line, NFC, "…" for readings; masking it again does not
        change it. The quantity of a reading stays, so that "…V" is not "…A".
    """
    clean = _clean(text)
    replaced = _template(_PREFIX.sub("", clean, count=1)).text
    template = _squeezed(_COUNTED.sub(_uncounted, replaced))
    if len(template) <= LIMIT:
        return template
    # Cut between two words, and mask again; such a length without a space is data.
    return mask(template[: LIMIT + 1].rpartition(" ")[0] or PLACEHOLDER)


def phrase(text: str) -> Phrase:
    """Return a message as a part of a sentence, with separate values.

    Its prefix, its speaker and its repetition count are left out. Two messages with one
    template have one pattern, except for spellings.
    """
    clean = _clean(text)
    prefix = _PREFIX.match(clean)
    body = _SPEAKER.sub("", clean[prefix.end() :], count=1) if prefix else clean
    body = _TALLY.sub("", body) or body
    template = _template(body)
    if _COUNT.search(body) and template.text.endswith((" (…)", " […]")):
        template = _template(
            _COUNT.sub("", body)
        )  # a count; "(2)" is not masked where it is a code
    for values in (_COUNTED, *_ROWS):
        template = template.joined(values)
    return template.phrase(LONGEST)


@_while_it_is_read
def _clean(text: str) -> str:
    """Return one line of NFC text without control characters, at most READ characters long."""
    seen = _ANSI.sub("", text[:READ])
    if seen.isascii() and seen.isprintable():
        return " ".join(seen.split())
    kept = (" " if c.isspace() else c for c in seen
            if c.isspace() or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))  # fmt: skip
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())[:READ].rstrip()


@_while_it_is_read
def _template(text: str) -> TemplateText:
    """Apply the table once, from left to right; the result is shared and must not be changed."""
    made = TemplateText()
    left, at = LeftContext(), 0
    while at < len(text):
        found = _SCANNER.match(text, at)
        assert found  # its last alternative is any character
        piece, at, rule = found[0], found.end(), found.lastgroup or ""
        fate = _FATE.get(rule)
        named = left.names(piece, text[at : at + 32]) if fate == "JUDGE" else None
        softened = _SOFTENED[fate](piece) if fate in ("NAME", "PATH", "DATA") else piece
        if softened[0] == PLACEHOLDER != piece[0]:
            varying = (_DIGITS if fate == "DATA" else _VARIES).match(piece)
            if varying:  # the rest is read like text after a reading
                fate, at = "MASK", found.start() + varying.end()
                piece = varying[0]
        if fate is None:
            left.mark(piece)
            made.keep(piece)
        elif named is False and _POINTER.match(text, found.start()):
            left.numeral(named=False)
            made.mask(PLACEHOLDER, PLACEHOLDER)
        elif fate == "MASK" or named is False:
            at = _mask_reading(made, left, piece, text, at)
        elif rule == "open":
            _keep_marked(made, left, piece)
        elif fate in ("KEEP", "JUDGE", "OPEN"):
            is_open = fate == "OPEN" or (fate == "JUDGE" and left.may_be_a_reading)
            left.numeral(named=named, bus=rule in _BUSES)
            made.leave_open(piece) if is_open else made.keep(piece)
        else:
            _add_name(made, left, piece, softened, is_word=fate == "NAME")
    return made


def _mask_reading(made: TemplateText, left: LeftContext, numeral: str, text: str, end: int) -> int:
    """Mask a numeral that ends at ``end``, with its unit; return where the rest begins."""
    left.numeral(named=False)
    unit = _UNIT.match(text, end)
    made.mask(
        numeral + (unit[0] if unit else ""), PLACEHOLDER + (base_unit(unit[1]) if unit else "")
    )
    return unit.end() if unit else end


def _keep_marked(made: TemplateText, left: LeftContext, piece: str) -> None:
    """Keep a piece marked as open; it is read as if it were not marked yet."""
    inner = _SCANNER.fullmatch(piece[1:-1])
    kind = inner.lastgroup or "" if inner else ""
    if _FATE.get(kind) == "NAME":
        left.word(piece[1:-1])
    else:
        left.numeral(named=True if _FATE.get(kind) == "JUDGE" else None, bus=kind in _BUSES)
    made.keep(piece)


def _add_name(
    made: TemplateText, left: LeftContext, piece: str, softened: str, *, is_word: bool
) -> None:
    """Add a name without its varying parts; a word that may vary as a whole is left open."""
    is_constant = softened == piece and PLACEHOLDER not in piece
    if is_word and is_constant and left.may_vary(piece):
        left.word(piece)
        made.leave_open(piece)
    else:
        left.word(softened)
        made.soften(piece, softened)


def _without_varying(name: str) -> str:
    """Return a name without dates, hashes, process ids and stamps: "rviz_48213", "port7412"."""
    return _VARIES.sub(_varying, name)


def _varying(found: re.Match[str]) -> str:
    stem, digits = found["stem"], found["digits"]
    if digits is None:
        return PLACEHOLDER
    low, long = stem.lower(), len(digits) > 5
    if found["joint"] or not stem:
        named = low in CODE or (not long and (stem.isupper() or low in COMPONENT))
    else:
        named = low in CODE or not (long or low in PASSING or low == "port")
    return found[0] if named else f"{stem}{found['joint']}{PLACEHOLDER}"


def _path(path: str) -> str:
    """Return a file's path without user, scratch folders, and varying parts of names."""
    path = _FLEETING.sub(rf"\1{PLACEHOLDER}", _HOME.sub(f"/home/{PLACEHOLDER}", path))
    path = _FILE.sub(lambda file: _record(file[0]), path)
    return "/".join(map(_without_varying, path.split("/")))


def _record(file: str) -> str:
    return _DIGITS.sub(PLACEHOLDER, file)


_SOFTENED = {"NAME": _without_varying, "PATH": _path, "DATA": _record}


def _uncounted(found: re.Match[str]) -> str:
    """Return a count with its noun in the singular: one packet lost, or two packets."""
    word = singular(found[1])
    return found[0] if word in BASE_UNIT else f"{PLACEHOLDER} {word}"


def _squeezed(text: str) -> str:
    """Replace a list of readings of any length by one reading, also a list of such lists."""
    if text.count(PLACEHOLDER) > 1:
        for row in _ROWS:
            text = row.sub(r"\1", text)
    return text


#: The name of a component without a name.
UNNAMED = "unnamed"
_LONGEST = 200  # characters of a name
_MADE_ANEW = re.compile(rf"(?<![_./-])[_./-]*{PLACEHOLDER}(?![\w{PLACEHOLDER}])")
_WORD = re.compile(r"[^\W_]")
_NODE = re.compile(r"/?\w+(?:[/.]\w+)*")


def node_name(name: str) -> str:
    """Return a node's name without the part that changes at each start: ``rviz_48213``."""
    return _node_name(one_line(name))


@lru_cache(maxsize=1024)
def _node_name(line: str) -> str:
    if not _NODE.fullmatch(line):
        return line
    lasting = unmarked(mask(line))
    # A name that is only a number is all there is to tell its owner from another one.
    return lasting if _WORD.search(shown(lasting)) else line


def status_name(name: str) -> str:
    """Return a status name, ``node: component``, likewise; empty if it has neither part."""
    node, colon, component = one_line(name).partition(":")
    if not (node or component).strip():
        return ""
    return f"{node_name(node)}{colon}{component}"


def shown(component: str) -> str:
    """Return a component's name for a text, without parts that change at each start.

    It is empty only if the component is.
    """
    lasting = _MADE_ANEW.sub("", component) or component
    return lasting.replace(PLACEHOLDER, "*").replace(OPEN_SLOT, "*")


def one_line(text: str) -> str:
    """Return text without line breaks, control characters and secrets, at most 200 characters.

    A longer text ends in three dots.
    """
    return _one_line(text[:LONGEST_NAME])


@lru_cache(maxsize=4096)
def _one_line(text: str) -> str:
    printable = "".join(c if c.isprintable() else " " for c in take_in(text).text)
    line = " ".join(printable.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3].rstrip()}..."
