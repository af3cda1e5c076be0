"""The statements of a message, one by one, and the names in them.

English, in the spelling of the message: a name in advice is one that its reader can search for.
"""

from __future__ import annotations

import re

_FAILURE = (
    r"(?:fail|errors?\b|exception|could|can ?not|can't|unable|no\b|not\b|invalid|unknown|missing"
    r"|wrong|did|does|timed)"
)
#: What stands before a statement: "## ERROR", "[slam]", "Robot::move():", "LAND PLUGIN: error".
_TAG = re.compile(
    r"^(?:[\s#*!>~.\-]+|\[[^\]]{0,60}\](?!\[)\s*[-:]*\s*|\([^)]{0,60}\)\s*[-:]+\s*"
    r"|(?:fatal |major )?(?:error|warning|failure)s?(?:\s*[:!]+\s*|,\s+)"
    r"|(?:error|warning)\s+(?=\w+(?:::|\(\)))"
    r"|\w+(?:::\w+)+(?:\(\))?\s*[:,]*\s*|\w+\(\)\s*:\s*"
    rf"|(?!{_FAILURE})[\w ]{{1,40}}?:\s+(?={_FAILURE}))",
    re.IGNORECASE,
)
_REASON = re.compile(r"\b(?:because|since|due to|as(?= no\b))\b(?: of\b)?", re.IGNORECASE)
_ENDS = re.compile(
    r"[.!?;]+(?:\s|$)|\s-\s|(?<!param)(?<!params)(?<!parameter):\s|\s?\.\.+|\s[(\[]|,\s(?=(?:abort"
    r"|exit|skip|ignor|shut|us|discard|try"
    r"|retry|reject|return|drop|fall|clamp|clip|set)\w*ing\b|(?:so|will|and|but|or|then|please"
    r"|no|cannot|can't|falls?)\b)",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:(?P<the>the|an?|your|this|that|its|our)\s+|(?:any|some|all|of|for|to|in)\s+)+",
    re.IGNORECASE,
)
_AROUND = " ,:;=!"
_QUOTES = re.compile(r"['\"`]")
_NO_NAME = re.compile(
    r"\b(?:it|they|there|which|what|who|is|are|was|were|be|been|has|have|had|does|do|did|will"
    r"|would|should|must|can|cannot|could|not|no|if|when|while|and|or|but|because|fail\w*|unable"
    r"|used"
    r"|using|found|available|received|specified|given|provided|something|anything|nothing"
    r"|reject\w*|try\w*|you|this)\b"
    r"|^(?:one|these|those|value|i|we|them|data|(?:\w+ )?errors?|\d+)$|^errors?\b|^[\d.]+ ?(?:m|n"
    r"|u)?s(?:ec\w*)?$|[{}%$()\[\]]|\s-"
    r"|^\W*$",
    re.IGNORECASE,
)
_READING = re.compile(r"(?<=\w)(?:[ =:]+(?:of )?-?\d+\.\d+\S*| of \d+| \w+ly)$")
_PARAMETER = re.compile(r"^param(?:eter)?s?:? |(?<=\w) param(?:eter)?$", re.IGNORECASE)
#: Inside a program: nobody who has only the message can mend it.
IS_CODE = re.compile(
    r"\b(?:pointers?|handles?|(?<!observation )buffers?|realtime box|mutex\w*|iterators?"
    r"|instances?|threads?"
    r"|callbacks?|nullptr|null)\b",
    re.IGNORECASE,
)
_IS_WORD = re.compile(r"[A-Z][a-z]+(?: (?![A-Z])|$)")
_LONGEST, _MOST_WORDS, _MOST_CLAUSES = 60, 6, 6


def clauses_of(message: str) -> tuple[str, ...]:
    """Return the statements of a message: its reasons first, each without what stands before it."""
    text = _untagged(" ".join(message.split()))
    parts = [part for half in reversed(_REASON.split(text)) for part in _ENDS.split(half)]
    clauses = (_untagged(part) for part in [*parts, text])
    return tuple(dict.fromkeys(clause for clause in clauses if clause))[:_MOST_CLAUSES]


def reason_in(message: str) -> str:
    """Return why something is so, of a message that says it; empty: it does not say it."""
    _, *reasons = _REASON.split(message, maxsplit=1)
    return _ENDS.split(reasons[0].strip())[0] if reasons else ""


def _untagged(clause: str) -> str:
    while (tag := _TAG.match(clause)) is not None and tag.end():
        clause = clause[tag.end() :]
    return clause.strip(" ,:-")


def name_in(words: str) -> str:
    """Return what a part of a statement names, without quotes; empty: it is no name.

    It has an article if it has one in the statement: "the map", "wheel_radius".
    """
    stripped = words.strip(_AROUND)
    article = _ARTICLE.match(stripped)
    # A name in quotes is one without them, too: "joint 'elbow'".
    bare = _QUOTES.sub("", stripped[article.end() if article else 0 :])
    bare = bare.strip(_AROUND).rstrip(".")
    name = _READING.sub("", _PARAMETER.sub("", bare))
    is_long = len(name) > _LONGEST or len(name.split()) > _MOST_WORDS
    if is_long or _NO_NAME.search(name):
        return ""
    return f"the {name}" if article and article["the"] and "_" not in name else name


def name_of(found: re.Match[str], group: str) -> str:
    """Return what a group of a match in a statement names; empty: it is no name.

    At the start of the statement it has a capital letter, which it loses.
    """
    name = name_in(found[group])
    is_first = found.start(group) == 0 and _IS_WORD.match(name)
    return name[0].lower() + name[1:] if is_first else name
