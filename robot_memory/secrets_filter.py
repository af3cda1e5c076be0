"""Takes passwords, tokens and keys out of a text before it is stored (rules.md §8, document 003).

What a driver logs can hold what it connects with. A robot's memory is read by agents, shown to
people and copied: secrets have no place in it. A word too many is taken out rather than one too
few; numbers, identifiers and hashes that robots log all day are left alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

#: Stands where a secret was.
REMOVED = "[secret removed]"

# The longest secret that is looked for, so that no text makes the search slow.
_LONGEST = 4096
_NAMES = (
    r"pass(?:word|wd|phrase|code)|pwd|psk|secret|credentials?|auth[-_ ]?token|token|"
    r"(?:api|access|secret|private|auth|account|encryption|signing|wpa)[-_ ]?key|apikey|"
    r"client[-_ ]?secret|session[-_ ]?id|cookie"
)
# What is said of a secret without telling it: "password is wrong", "token: expired".
_STATES = (
    r"(?:in|un)?(?:correct|valid|known|set|changed|accepted)|wrong|expired?|missing|required|"
    r"rejected|denied|refused|failed|failure|mismatch|timeout|lost|not|none|null|no|empty|true|"
    r"false|ok|bad|error|needed|updated|for|from|of|is|was|in|on|at|to|and|or|the|a|an|out|that|"
    r"this"
)
_VALUE = (
    rf"""(?:"[^"\n]{{1,{_LONGEST}}}"|'[^'\n]{{1,{_LONGEST}}}'"""
    rf"""|[^\s"'&,;<>\[\]{{}}()]{{1,{_LONGEST}}}(?<![.!?]))"""  # a sentence keeps its end
)

_KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|.*)",
    re.DOTALL,
)
_IN_ADDRESS = re.compile(r"(?<=://)([^\s/@:]{0,256}):([^\s/@]{1,256})@")
_SCHEMES = r"bearer|basic|token|digest|apikey"
_HEADER = re.compile(
    rf"\b(authorization\s{{0,8}}[:=]\s{{0,8}}(?:{_SCHEMES})?|bearer)\s{{1,8}}"
    rf"(?!(?:{_STATES}|{_SCHEMES})\b)([A-Za-z0-9+/=_.~:-]{{6,{_LONGEST}}})",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"(?<![A-Za-z0-9])((?:[A-Za-z0-9]{{1,40}}[-_.]){{0,4}}(?:{_NAMES})[\"']?)"
    r"(\s{0,8}(?:=>|:=|==|[:=])\s{0,8}|\s{1,8}(?:is|was|set to|changed to)\s{1,8})"
    rf"(?!\[secret removed\])(?!(?:{_STATES})\b)({_VALUE})",
    re.IGNORECASE,
)
_OPTION = re.compile(
    rf"(--(?:[a-z0-9]{{1,40}}-){{0,4}}(?:{_NAMES}))(\s{{1,8}})"
    rf"(?!-)(?!\[secret removed\])({_VALUE})",
    re.IGNORECASE,
)
_TOKENS = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{16}"  # AWS
    r"|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[\w-]{16,255}"
    r"|xox[abeprs]-[A-Za-z0-9-]{10,255}"  # Slack
    r"|AIza[\w-]{30,40}"  # Google
    r"|(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[\w-]{20,255}"  # Stripe, OpenAI and the like
    r"|hf_[A-Za-z0-9]{20,255}|npm_[A-Za-z0-9]{20,255}|pypi-[\w-]{20,255}"
    rf"|eyJ[\w-]{{5,{_LONGEST}}}\.[\w-]{{2,{_LONGEST}}}\.[\w-]{{0,{_LONGEST}}}"  # JSON web tokens
    r")(?![A-Za-z0-9])"
)
_LONG_WORD = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{32,512}={0,2}(?![\w+/=-])")


def without_secrets(text: str) -> str:
    """Return ``text`` with :data:`REMOVED` in place of each secret that is found in it."""
    text = _KEY_BLOCK.sub(REMOVED, text)
    text = _IN_ADDRESS.sub(rf"\1:{REMOVED}@", text)
    text = _HEADER.sub(rf"\1 {REMOVED}", text)
    text = _OPTION.sub(rf"\1\2{REMOVED}", text)
    text = _NAMED.sub(rf"\1\2{REMOVED}", text)
    text = _TOKENS.sub(REMOVED, text)
    return _LONG_WORD.sub(_unless_harmless, text)


def _unless_harmless(match: re.Match[str]) -> str:
    """Take out what looks as if drawn at random: cases and digits mixed all over, as in no name."""
    word = match.group()
    changes = sum(_kind(a) != _kind(b) for a, b in pairwise(word))
    kinds: list[Callable[[str], bool]] = [str.isupper, str.islower, str.isdigit]
    is_mixed = all(sum(map(kind, word)) >= 4 for kind in kinds)
    return REMOVED if is_mixed and changes > len(word) * 0.4 else word


def _kind(char: str) -> int:
    return 0 if char.isupper() else 1 if char.islower() else 2 if char.isdigit() else 3
