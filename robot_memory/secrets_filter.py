"""Takes passwords, tokens and keys out of a text before it is stored (rules.md §8, document 003).

What a driver logs can hold what it connects with. A robot's memory is read by agents, shown to
people and copied: secrets have no place in it. A word too many is taken out rather than one too
few; numbers, identifiers and hashes that robots log all day are left alone. What was taken out is
told by its kind, in the text and in :attr:`Filtered.removed`.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from robot_memory.secret_words import (
    FORMS,
    HOOKS,
    KEYS,
    LOOKALIKES,
    PASSWORD_BEGINNINGS,
    PASSWORD_OF,
    PASSWORDS,
    SECRETS,
    SHORT_PASSWORDS,
    STATES,
    TOKENS,
    UNSPACED_PASSWORDS,
)

# The longest secret that is looked for, so that no text makes the search slow.
_LONGEST = 4096
_LONGEST_MARK = 23
_MARK = re.compile(r"\[removed: ([a-z ]{3,12})\]")


@dataclass(frozen=True)
class Filtered:
    """A text without secrets.

    Attributes:
        text: with a mark in place of each secret.
        removed: the kind of each secret that was taken out, in no order.
    """

    text: str
    removed: tuple[str, ...] = ()


def mark(kind: str) -> str:
    """Return what stands where a secret was: ``[removed: password]``."""
    return f"[removed: {kind}]"


# -- what is looked for --------------------------------------------------------------------------

_VALUE = (
    rf"""(?:\\?"[^"\n]{{1,{_LONGEST}}}"|'[^'\n]{{1,{_LONGEST}}}'"""
    r"""|(?:[^\s"'&,;<>\[\]{}()、。\uff0c\uff1b」』]|[&,;](?!\s|$|[\w-]{1,40}\s?[=:]))"""
    rf"""{{1,{_LONGEST}}}(?<![.!?]))"""  # a sentence keeps its end
)
_END = r"(?=[\s.,;:!?)\]}\"'。、]|$)"
_STATE = rf"(?:{STATES}){_END}"
# Nothing that tells anything: what is hidden already, or a file in which the secret lies.
_NOTHING = (
    r"\[(?:secret )?removed|[*x•]{3,}" + _END + r"|~?/(?:etc|home|opt|usr|var|root|run|tmp|mnt|"
    r"media|dev|proc|srv|data|ros\w*)/[\w./-]{1,200}" + _END
)
# A count, or the number of a thing: no token, but perhaps a password.
_NUMBER = rf"(?:-?\d{{1,6}}(?:\.\d+)?|0x[0-9a-f]{{1,8}}){_END}"

_SPACES = r"[ \t\r\n]{0,8}"
_IS = (
    rf"(?:{_SPACES}(?:=>|->|→|:=|==|[:=\uff1a\uff1d](?!=)){_SPACES}|'s\s{{1,8}}|"
    r"(?<=hasło)\s{1,8}to\s{1,8}|"
    r"\s{1,8}(?:is|was|set to|changed to|ist|lautet|war|es|est|è|é|jest|är|er|[—–])\s{1,8})"
)
# "the password of user robot is …": what stands between a password's name and what it is.
_OF = rf"(?:\s(?:{PASSWORD_OF})\s(?:[^\s:=]{{1,40}}\s){{0,2}}?[^\s:=]{{1,40}}?)?"
_BEFORE = (
    r"(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,40}[-_.]){0,4}"  # AWS_SECRET_…, db.…
    r"(?:(?-i:[A-Za-z0-9]{0,40}[a-z0-9](?=[A-Z])))?"  # wifiPassword
)
_QUOTE = r"\\?[\"']"


def _tells_nothing(besides: str = "") -> str:
    """Return the pattern of a value that tells nothing, bare or in quotation marks."""
    bare = f"{_STATE}|{_NOTHING}{besides}"
    return rf"(?:{bare}|{_QUOTE}(?:{STATES}|{_NOTHING}){_QUOTE})"


def _named(names: str, besides: str = "", of: str = "", value: str = _VALUE) -> re.Pattern[str]:
    """Return the pattern of a name with its value: ``password = hunter2``."""
    return re.compile(
        rf"({_BEFORE}(?:{names})(?:{_QUOTE})?{of}{_IS})(?!{_tells_nothing(besides)})({value})",
        re.IGNORECASE,
    )


_PASSWORD = rf"(?:{_VALUE}|\[[^\]\n]{{1,200}}\]|\{{[^}}\n]{{1,200}}\}})"
_KINDS = (
    ("password", rf"[A-Za-zÀ-ž]{{0,20}}(?:{PASSWORDS})|{SHORT_PASSWORDS}"),
    ("key", KEYS),
    ("secret", SECRETS),
    ("token", TOKENS),
)
_ANY_UNSPACED = "|".join(UNSPACED_PASSWORDS)
_ANY_NAME = "|".join(names for _, names in _KINDS)
_KEY_BLOCK = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:.*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|.*)|PuTTY-User-Key-File-\d:.*",
    re.DOTALL,
)
_IN_ADDRESS = re.compile(  # a password may hold "@" and "/"; a port is none
    r"((?<=://)(?!\[)[^\s/@:]{0,256}:)(?!\[|\d{1,5}(?:[/\s]|\Z))([^\s]{1,256})(?=@)"
)
_USER_IS_TOKEN = re.compile(r"(?<=://)(?=[^\s/@]*\d)[\w.~%-]{20,255}(?=@)")
_IN_QUERY = re.compile(
    r"([?&](?:key|auth|code|jwt|sid|sas|assertion|x-amz-(?:security-token|credential))=)"
    rf"(?!{_NUMBER}|{_STATE}|\[)([^\s&#\"'<>]{{1,{_LONGEST}}})",
    re.IGNORECASE,
)
_SCHEMES = r"bearer|basic|token|digest|apikey"
_HEADER = re.compile(
    rf"(\bauthorization{_SPACES}[:=]{_SPACES}(?:(?:{_SCHEMES}){_SPACES})?)"
    rf"(?!(?:{_STATE}|(?:{_SCHEMES})\b))([A-Za-z0-9+/=_.~:-]{{6,{_LONGEST}}})",
    re.IGNORECASE,
)
_BEARER = re.compile(
    rf"(\bbearer\s{{1,8}})(?=[^\s]*\d|[^\s]{{20}})([A-Za-z0-9+/=_.~:-]{{6,{_LONGEST}}})",
    re.IGNORECASE,
)
_BASIC = re.compile(rf"(\bbasic\s{{1,8}})([A-Za-z0-9+/]{{6,{_LONGEST}}}=={{0,1}})", re.IGNORECASE)
_OPTION = re.compile(
    rf"(--(?:[a-z0-9]{{1,40}}-){{0,4}}(?:{_ANY_NAME})\s{{1,8}}"
    rf"|\bsshpass\s{{1,8}}-p\s{{0,8}})(?!-|\[)({_VALUE})",
    re.IGNORECASE,
)
_OF_USER = re.compile(
    rf"(\bcurl\b[^\n]{{0,200}}?\s(?:-u|--user)\s{{1,8}}[^\s:]{{1,64}}:)([^\s]{{1,{_LONGEST}}})"
)
_ELEMENT = re.compile(
    rf"(<(?:[\w.-]{{0,40}}[:_.-])?(?:{_ANY_NAME})>)(?!\[)([^<\n]{{1,{_LONGEST}}})(?=</)",
    re.IGNORECASE,
)
_LETTERS_AND_DIGITS = r"(?=[^\s]*\d)(?=[^\s\d]*[^\W\d_])"
_PLAIN = re.compile(  # "user bob password hunter2", "password (hunter2)"
    rf"((?<![A-Za-z0-9])(?:{PASSWORDS}|пароль|senha|heslo|parola)\s{{1,8}}\(?)"
    rf"{_LETTERS_AND_DIGITS}(?!{_NOTHING})([^\s\[\]()]{{6,{_LONGEST}}}(?<![.!?,;]))",
    re.IGNORECASE,
)
_QUOTED_VALUE = r"[\"'\[][^\"'\]\n]{1,200}[\"'\]]"
_QUOTED = re.compile(  # password 'hunter2'
    rf"((?<![A-Za-z0-9])(?:{PASSWORDS})\s{{1,8}})(?!{_tells_nothing()})"
    r"([\"'][^\"'\n]{1,200}[\"'])",
    re.IGNORECASE,
)
_PARAMETER = re.compile(  # Set parameter [password] to [hunter2]; ("password", "hunter2")
    rf"([\"'\[]{_BEFORE}[a-z]{{0,20}}(?:{_ANY_NAME})[\"'\]]"
    r"(?:[\s,:=]{1,4}|\b(?:has|been|was|changed|set|updated|from|to|value|of|type)\b|[\"'](?=value)"
    r"|(?<=value)[\"']){1,10})"
    rf"(?!{_QUOTE}value|{_tells_nothing()}|\[(?:{STATES})\])"
    rf"({_QUOTED_VALUE}(?:\s{{1,4}}to\s{{1,4}}{_QUOTED_VALUE})?)",
    re.IGNORECASE,
)
_MEASURE = r"-?\d+(?:\.\d+)?\s?[A-Za-z%°]{0,4}(?![\w-])"
_PASS = re.compile(  # "DB_PASS=…", "user: admin, pass: …"; a low-pass filter is none
    r"((?<![\w.-])(?:(?!low|high|band|all|by|multi|single|one|two|first|second|last|test)"
    r"[A-Za-z0-9]{1,40}[-_.]){0,4}(?:pass|pw|passw)\s?=\s?"
    r"|\bpw\s?:\s?|\bpassw\s?:\s?|\b(?:user(?:name)?|usr|login)\b[^\n]{0,80}?\bpass\s?:\s?)"
    rf"(?!{_MEASURE}|{_tells_nothing()})({_VALUE})",
    re.IGNORECASE,
)
_LOGIN = re.compile(  # .netrc, FTP
    r"(\bmachine\s{1,8}\S{1,256}\s{1,8}login\s{1,8}\S{1,64}\s{1,8}password\s{1,8}(?!\[)"
    rf"|\buser\s{{1,8}}\S{{1,64}}\s{{1,8}}pass\s{{1,8}}{_LETTERS_AND_DIGITS}"
    r"|\b(?:credentials|basic auth|login with)[\s:=]{1,4}[\w.@-]{1,64}[:/]"
    rf"{_LETTERS_AND_DIGITS}(?=\S{{6}}))({_VALUE})",
    re.IGNORECASE,
)
_AS = re.compile(r"(\buse\s{1,4})([^\s\[]{4,200})(?=\s{1,4}as (?:the |a |its )?password\b)", re.I)
_TOOL = re.compile(
    r"(\b(?:mosquitto_[a-z]{3}|ipmitool|mysql\w{0,9}|redis-cli|smbclient|openssl)\b[^\n]{0,200}?"
    rf"\s-(?:(?:P|a|k|K|pw)\s{{1,4}}|p\s{{0,4}}))(?![\s-]|\[|\d{{1,5}}(?!\w))({_VALUE})"
)
_PIN = re.compile(r"(\bPIN(?: code)?(?:\s?[:=]|\s+is|)\s{0,8})(\d{4,8})\b")
_LICENSE = re.compile(
    r"(\blicen[cs]e(?:[-_ ]?key)?[:=]?\s{1,8})(?=\S*\d)([A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7})", re.I
)
_KEY_HEX = re.compile(rf"((?:{KEYS})\s{{1,8}})((?:0x)?[0-9a-f]{{32,128}})(?!\w)", re.I)
_DOCKER = re.compile(
    rf"(\\?[\"']auth\\?[\"']\s?:\s?)(\\?[\"'][A-Za-z0-9+/]{{8,{_LONGEST}}}={{0,2}}\\?[\"'])"
)
_UNSPACED = re.compile(
    rf"((?:{_ANY_UNSPACED})[\"'」』]?\s{{0,8}}"
    r"(?:(?:[:=\uff1a\uff1d]|は|が|是|为|為|는|은|:=|هي|هو|है)\s{0,8}|(?=[「『])"
    rf"|(?<=\s)(?=[\x21-\x7e]{{6}}){_LETTERS_AND_DIGITS}))"
    rf"(?!{_tells_nothing('|[「『]?(?:正しく|間違|違|错误|錯誤|不|未|必|無|なし|空|设置|설정)')})"
    rf"(?:[「『])?({_VALUE})",
)
_HOOKS = re.compile(HOOKS)
_SIGNATURE = re.compile(
    rf"([?&](?:sig|signature|x-amz-signature)=)([\w%+/=-]{{16,{_LONGEST}}})", re.I
)
_PARTS = re.compile(r"[/+_-]")
_LEAST_RANDOM = 16
_LINE_OF_KEY = 60  # a line of a key, logged by itself
_LONG_WORD = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{32,512}={0,2}(?![\w+/=-])")


@dataclass(frozen=True)
class _Rule:
    """What is taken out: what a first group of the pattern holds stays.

    Attributes:
        kind: what the mark says.
        pattern: where it is.
        words: lower case; where none of them stands, the pattern finds nothing.
    """

    kind: str
    pattern: re.Pattern[str]
    words: tuple[str, ...]


_OF_PASSWORDS = ("pass", "pwd", "psk", "pin", "code", "otp", *PASSWORD_BEGINNINGS)
_OF_KEYS = ("key", "schlüssel", "clé", "clave", "秘密鍵", "キー", "密钥", "密鑰")
_OF_SECRETS = ("secret", "saml", "community", "credential", "zugangsdaten", "signature")
_OF_TOKENS = ("token", "sess", "cookie", "トークン", "令牌")
_OF_ANY = (*_OF_PASSWORDS, *_OF_KEYS, *_OF_SECRETS, *_OF_TOKENS)
_RULES = (
    _Rule("private key", _KEY_BLOCK, ("-----begin", "putty-user-key")),
    _Rule("password", _IN_ADDRESS, ("://",)),
    _Rule("token", _USER_IS_TOKEN, ("://",)),
    _Rule("token", _IN_QUERY, ("?", "&")),
    _Rule("password", _LOGIN, ("machine", "user", "login", "credentials", "basic auth")),
    _Rule("password", _PASS, ("pass", "pw")),
    _Rule("credentials", _HEADER, ("authorization",)),
    _Rule("token", _BEARER, ("bearer",)),
    _Rule("credentials", _BASIC, ("basic",)),
    _Rule("secret", _OPTION, ("--", "sshpass")),
    _Rule("password", _OF_USER, ("curl",)),
    _Rule("secret", _ELEMENT, ("</",)),
    _Rule("password", _named(_KINDS[0][1], of=_OF, value=_PASSWORD), _OF_PASSWORDS),
    _Rule("password", _UNSPACED, UNSPACED_PASSWORDS),
    _Rule("key", _named(KEYS), _OF_KEYS),
    _Rule("secret", _named(SECRETS, f"|{_NUMBER}"), _OF_SECRETS),
    _Rule("token", _named(TOKENS, f"|{_NUMBER}"), _OF_TOKENS),
    _Rule("secret", _PARAMETER, _OF_ANY),
    _Rule("password", _PLAIN, _OF_PASSWORDS),
    _Rule("password", _QUOTED, _OF_PASSWORDS),
    _Rule("password", _AS, ("password",)),
    _Rule("password", _TOOL, ("mosquitto", "ipmitool", "mysql", "redis", "smbclient", "openssl")),
    _Rule("password", _PIN, ("pin",)),
    _Rule("key", _LICENSE, ("licen",)),
    _Rule("key", _KEY_HEX, _OF_KEYS),
    _Rule("credentials", _DOCKER, ("auth",)),
    _Rule("token", _HOOKS, ("hook",)),
    _Rule("token", _SIGNATURE, ("sig",)),
)
#: Looked for where a word is long enough.
_FORMS = tuple(
    (kind, re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(forms)})(?![A-Za-z0-9])"))
    for kind, forms in FORMS.items()
)
_SHORTEST_FORM, _SHORTEST_RANDOM = 16, 32
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/]{14,1024}={0,2}(?![\w+/=-])")
_LOOKALIKES = str.maketrans(LOOKALIKES)
_NAME = re.compile(rf"{_BEFORE}[A-Za-zÀ-ž]{{0,20}}(?:{_ANY_NAME}|{_ANY_UNSPACED})\Z", re.IGNORECASE)
_ANSI = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


# -- the filter ----------------------------------------------------------------------------------


def without_secrets(text: str) -> str:
    """Return ``text`` with a mark in place of each secret that is found in it."""
    return filtered(text).text


def filtered(text: str) -> Filtered:
    """Take out of a text what must not be stored, and say what it was."""
    found = _filtered(text)
    if text.isascii() and "\x1b" not in text:
        return found
    # Letters of another width, characters that show nothing and colours hide no secret.
    for simpler in (_plain(text), _without_lookalikes(text)):
        if simpler != text:
            in_simpler = _filtered(simpler)
            if len(in_simpler.removed) > len(found.removed):
                found = in_simpler
    return found


def screened(value: Any) -> Any:
    """Return JSON data with a mark in place of each secret in its texts and names."""
    if isinstance(value, str):
        return without_secrets(value)
    if isinstance(value, Mapping):
        return {screened(name): screened(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [screened(part) for part in value]
    return value


def names_a_secret(name: str) -> bool:
    """Tell whether a name is one of a secret, so that what it names is one: ``wifi_password``."""
    return _NAME.search(name.rstrip()) is not None


def _filtered(text: str) -> Filtered:
    low = text.lower()
    removed: list[str] = []
    for rule in _RULES:  # nearly no text has any of the words
        if any(word in low for word in rule.words):
            text = rule.pattern.sub(_taking_out(rule.kind, removed), text)
    longest = max(map(len, text.split()), default=0)
    if longest >= _SHORTEST_FORM:
        for kind, pattern in _FORMS:
            text = pattern.sub(_taking_out(kind, removed), text)
        text = _BASE64.sub(lambda match: _unless_no_login(match, removed), text)
    if longest >= _SHORTEST_RANDOM:
        text = _LONG_WORD.sub(lambda match: _unless_harmless(match, removed), text)
    return Filtered(text, tuple(removed))


def _taking_out(kind: str, removed: list[str]) -> Callable[[re.Match[str]], str]:
    def replace(match: re.Match[str]) -> str:
        if match.re is not _KEY_BLOCK and _is_in_mark(
            *match.span(match.lastindex or 0), match.string
        ):
            return match[0]
        removed.append(kind)
        return (match[1] if match.lastindex else "") + mark(kind)

    return replace


def _is_in_mark(start: int, end: int, text: str) -> bool:
    """Tell whether what was found is, or cuts, the mark of what was taken out before."""
    marks = _MARK.finditer(text, max(0, start - _LONGEST_MARK), end + _LONGEST_MARK)
    return any(found.start() < end and start < found.end() for found in marks)


def _unless_harmless(match: re.Match[str], removed: list[str]) -> str:
    """Take out what looks as if drawn at random: cases and digits mixed all over, as in no name."""
    word = match.group()
    changes = sum(_kind(a) != _kind(b) for a, b in pairwise(word))
    upper, lower, digits = (sum(map(is_kind, word)) for is_kind in _CASES)
    is_mixed = min(upper, lower, digits) >= 4 and changes > len(word) * 0.4
    is_mixed |= min(upper, lower) >= 4 and digits >= 1 and changes > len(word) * 0.5
    parts = (part for part in _PARTS.split(word) if not (part.islower() or part.isupper()))
    longest = max(map(len, parts), default=0)  # names of devices and types have short parts
    is_line = len(word) >= _LINE_OF_KEY and min(upper, lower) >= 8 and not set("_-") & set(word)
    is_line &= changes > len(word) * 0.4
    if not (is_line or (is_mixed and longest >= _LEAST_RANDOM)):
        return word
    removed.append("secret")
    return mark("secret")


def _unless_no_login(match: re.Match[str], removed: list[str]) -> str:
    """Take out what is Base64 of a user with a password, or of a text with a secret in it."""
    word = match.group()
    try:
        inside = base64.b64decode(word + "=" * (-len(word) % 4), validate=True).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return word
    if not inside.isprintable() or not (":" in inside or _filtered(inside).removed):
        return word
    removed.append("credentials")
    return mark("credentials")


def _kind(char: str) -> int:
    return 0 if char.isupper() else 1 if char.islower() else 2 if char.isdigit() else 3


_CASES: tuple[Callable[[str], bool], ...] = (str.isupper, str.islower, str.isdigit)


def _without_lookalikes(text: str) -> str:
    """Return a text with letters of Latin for those that look like them, and without accents."""
    bare = (c for c in unicodedata.normalize("NFD", _plain(text)) if not unicodedata.combining(c))
    return "".join(bare).translate(_LOOKALIKES)


def _plain(text: str) -> str:
    kept = (c for c in _ANSI.sub("", text) if c in "\n\t" or unicodedata.category(c) not in _HIDDEN)
    return unicodedata.normalize("NFKC", "".join(kept))


_HIDDEN = ("Cc", "Cf", "Cs")
