"""Regular expressions that find secrets in a text: passwords, tokens, keys, private keys.

A pattern is compiled at its first use: hardly any text needs one, and compiling all takes longer
than most commands of the command line.

The names and forms of secrets are in ``secret_words.yaml``; a missing form needs one more line
there. The forms of tokens are those that their issuers document. Scanners of source code are no
alternative: detect-secrets 1.5.0 finds secrets in 6 of the 17 sentences in ``test/canaries.py``,
and needs a network package.

See docs/explanation/privacy.md, "Secrets".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from robot_memory.foundation.text import yaml_reading

_FILE = Path(__file__).with_name("secret_words.yaml")
_LISTS = yaml_reading.load(_FILE.read_text(encoding="utf-8"))


def _any_of(name: str) -> str:
    return "|".join(_LISTS[name])


PASSWORDS = _any_of("passwords")
SHORT_PASSWORDS = _any_of("short_passwords")
PASSWORD_BEGINNINGS = tuple(_LISTS["password_beginnings"])
PASSWORD_OF = _any_of("password_of")
CONNECTORS = _any_of("connectors")
UNSPACED_PASSWORDS = tuple(_LISTS["unspaced_passwords"])
PASS_OF = _any_of("pass_of")
KEYS = _any_of("keys")
SECRETS = _any_of("secrets")
TOKENS = _any_of("tokens")
STATES = _any_of("states")
#: Kind → the forms of tokens that are recognizable by themselves.
FORMS: dict[str, list[str]] = _LISTS["forms"]
HOOKS = rf"({_any_of('hooks')})[\w/@-]{{8,512}}"

# The longest secret that is searched for; the limit keeps the search fast for every text.
_LONGEST = 4096


@dataclass(frozen=True)
class SecretPattern:
    """A regular expression that is compiled at its first use, which few texts need."""

    expression: str
    flags: int = 0

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, ready for use."""
        return re.compile(self.expression, self.flags)


_VALUE = (
    rf"""(?:\"{{3}}[^"\n]{{1,{_LONGEST}}}\"{{3}}|'{{3}}[^'\n]{{1,{_LONGEST}}}'{{3}}"""
    rf"""|\\?"[^"\n]{{1,{_LONGEST}}}"|'[^'\n]{{1,{_LONGEST}}}'"""
    r"""|(?:\\?["'])?(?:[^\s"'&,;<>\[\]{}()、。\uff0c\uff1b」』]|[&,;](?!\s|$|[\w-]{1,40}\s?[=:]))"""
    rf"""{{1,{_LONGEST}}}(?<![.!?]))"""  # the full stop of a sentence is not part of it
)
_END = r"(?=[\s.,;:!?)\]}\"'。、]|$)"
_STATE = rf"(?:{STATES}){_END}"
# Not secret: a value that is masked already, or the path of a file with the secret.
_NOTHING = (
    r"[\[(](?:secret )?removed|[*x•]{3,}" + _END + r"|~?/(?:etc|home|opt|usr|var|root|run|tmp|mnt|"
    r"media|dev|proc|srv|data|ros\w*)/[\w./-]{1,200}"
    + _END
    + r"|\*{1,2}(?=[ \t])|[|>][-+]?[ \t]{0,8}(?:\n|$)"  # **Password:** …; a YAML block
)
# A count, or a thing's number: never a token, but perhaps a password.
_NUMBER = rf"(?:-?\d{{1,6}}(?:\.\d+)?|0x[0-9a-f]{{1,8}}){_END}"

_SPACES = r"[ \t\r\n]{0,8}"
# "password: &str = …", "password: !!str …", and other notations for ":" and "=".
_TYPE = r"\s?(?:&?(?:'static\s)?(?:str|string)(?:\s?\|\s?none)?\s?=|!!\w{1,12}\s)"
_CODED = r"%(?:25){0,3}3[ad]|&(?:\#0{0,4}(?:58|61|x3[ad])|colon|equals);|\\u003[ad]"
_IS = (
    rf"(?:{_SPACES}(?::{_TYPE}|=>|->|→|:=|≔|==|::|[:=\u2236\ua789\uff1a\uff1d](?![:=]|{_TYPE})|{_CODED})"
    rf"{_SPACES}|'s\s{{1,8}}|"
    r"[ \t]?\.{3,80}\s|(?<=hasło)\s{1,8}to\s{1,8}|"
    r"\s{1,8}(?:(?:is|was|been)\s(?:now\s)?(?:set|changed) to|"
    r"is|was|set to|changed to|ist|lautet|war|es|est|è|é|jest|är|er|[—–])"
    r"(?:\s{0,8}[:=\uff1a\uff1d]\s{0,8}|\s{1,8}(?![:=\uff1a\uff1d])))"
)
# "password of user robot": the words between a password's name and its value.
_OF = rf"(?:\s(?:{PASSWORD_OF})\s(?:[^\s:=]{{1,40}}\s){{0,2}}?[^\s:=]{{1,40}}?)?"
_BEFORE = (
    # …%26password%3D…, as in a URL; "password" in JSON within JSON
    r"(?:(?<![A-Za-zÀ-ž0-9])|(?<=%[0-9A-F]{2})|(?<=\\u0022))"
    r"(?:[A-Za-z0-9]{1,40}[-_.]){0,4}"  # AWS_SECRET_…, db.…
    r"(?:(?-i:[A-Za-z0-9]{0,40}[a-z0-9](?=[A-Z])))?"  # wifiPassword
)
_BOLD = r"(?:\*{1,2}[ \t]{1,4})?"  # **Password:** hunter2
_QUOTE = r"\\?[\"']"


def _tells_nothing(besides: str = "") -> str:
    """Return the pattern of a value that reveals nothing, bare or in quotation marks."""
    bare = f"{_STATE}|{_NOTHING}{besides}"
    return rf"(?:{bare}|{_QUOTE}(?:{STATES}|{_NOTHING}){_QUOTE})"


def _named(names: str, besides: str = "", of: str = "", value: str = _VALUE) -> SecretPattern:
    """Return the pattern of a name with its value: ``password = hunter2``."""
    return SecretPattern(
        rf"({_BEFORE}(?:{names})(?:{_QUOTE}|&quot;|\\u0022|%(?:25){{0,3}}2[27]|[*_`~]{{1,3}}|</\w{{1,8}}>)?{of}{_IS}{_BOLD})(?!{_tells_nothing(besides)})({value})",
        re.IGNORECASE,
    )


_PASSWORD = rf"(?:{_VALUE}|\[[^\]\n]{{1,200}}\]|\{{[^}}\n]{{1,200}}\}})"
_MORE = r"(?:[-_]?\d{1,3})?(?:[-_. ]value)?"  # token_1, secret value
_KINDS = (
    (
        "password",
        rf"(?:[A-Za-zÀ-ž]{{0,20}}(?:{PASSWORDS})s?(?: \d{{1,3}})?|{SHORT_PASSWORDS}){_MORE}",
    ),
    ("key", rf"(?:{KEYS}){_MORE}"),
    ("secret", rf"(?:{SECRETS}){_MORE}"),
    ("token", rf"(?:{TOKENS}){_MORE}"),
)
_LISTED = r"(?:s|s?[-_ ](?:list|array))"  # api_tokens, auth_token_list
_SEVERAL = rf"(?:{SHORT_PASSWORDS}|{KEYS}|{SECRETS}|{TOKENS}){_LISTED}{_MORE}"
# `tokens` alone, and `max_tokens`, are counts, such as a language model's.
_SEVERAL_NAMES = (
    rf"(?:{SHORT_PASSWORDS}|{KEYS}|{SECRETS}|"
    rf"(?:access|api|auth|bearer|bot|id|refresh|session)[-_ ]?token)(?:{_LISTED})?{_MORE}"
)
_ANY_UNSPACED = "|".join(UNSPACED_PASSWORDS)
_ANY_NAME = "|".join(names for _, names in _KINDS)
KEY_BLOCK = SecretPattern(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?!-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----).)*"
    r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?|PuTTY-User-Key-File-\d:.*",
    re.DOTALL,
)
_IN_ADDRESS = SecretPattern(  # a password may hold "@" and "/"; a port is none
    r"((?<=://)(?!(?<=udp://)[\d.]{0,15}:\d{1,5}@)(?!\[)[^\s/@:]{0,256}:)(?!\[|\d{1,5}(?:[/\s]|\Z))([^\s]{1,256})(?=@)"
)
_COLON, _AT = (rf"%(?:25){{0,3}}{code}" for code in ("3a", "40"))
_IN_CODED_ADDRESS = SecretPattern(  # mqtt%3A%2F%2Frobot%3Ahunter2%40broker
    rf"({_COLON}(?:%(?:25){{0,3}}2f){{2}}[^\s%@:/]{{0,256}}{_COLON})([^\s]{{1,256}})(?={_AT})", re.I
)
_HOST = r"[A-Za-z][\w-]{0,63}"
# Words before a colon that are no user; for e-mail addresses, which have no port.
_NO_USER = "https?|sips?|xmpp|ssh|git|scp|rsync|node|peer|host|image|topic|frame"
_OF_MAIL = "mailto|e?mail|acct|contact|author|maintainer|user|login|to|from|cc|bcc|sender"


def _login(no_user: str, password: str, host: str) -> SecretPattern:
    return SecretPattern(
        rf"((?<![\w/@:.%+-])(?!(?:{no_user}):)[A-Za-z][\w.%-]{{0,63}}:)"
        rf"(?!/|\[|-?\d{{1,6}}(?:\.\d{{1,6}})?@){password}([^\s\"'<>]{{3,256}})(?=@{host})",
        re.IGNORECASE,
    )


_LOGINS = (  # "robot:hunter2@broker:1883", "robot:hunter2@10.0.0.5", "robot:hunter2@broker"
    _login(_NO_USER, "", r"(?:[\w-]{1,64}\.){0,8}[\w-]{1,64}:\d{2,5}(?![\w.])"),
    _login(
        f"{_NO_USER}|{_OF_MAIL}", "",
        rf"(?:\d{{1,3}}(?:\.\d{{1,3}}){{3}}|{_HOST}(?:\.[A-Za-z][\w-]{{0,63}}){{1,8}}|localhost)"
        r"(?![\w@-])",
    ),
    _login(_NO_USER, r"(?=[a-z]{1,256}\d)(?=\S{6})", rf"{_HOST}(?![\w@:.-])"),
)  # fmt: skip
_USER_IS_TOKEN = SecretPattern(r"(?<=://)(?=[^\s/@]*\d)[\w.~%-]{20,255}(?=@)")
_IN_QUERY = SecretPattern(
    r"([?&](?:key|auth|code|jwt|sid|sas|assertion|x-amz-(?:security-token|credential))=)"
    rf"(?!{_NUMBER}|{_STATE}|\[)([^\s&#\"'<>]{{1,{_LONGEST}}})",
    re.IGNORECASE,
)
_SCHEMES = r"bearer|basic|token|digest|apikey"
_HEADER = SecretPattern(
    rf"(\bauthorization{_SPACES}[:=]{_SPACES}(?:(?:{_SCHEMES}){_SPACES})?)"
    rf"(?!(?:{_STATE}|(?:{_SCHEMES})\b))([A-Za-z0-9+/=_.~:-]{{6,{_LONGEST}}})",
    re.IGNORECASE,
)
_BEARER = SecretPattern(
    rf"(\bbearer\s{{1,8}})(?=[^\s]*\d|[^\s]{{20}})([A-Za-z0-9+/=_.~:-]{{6,{_LONGEST}}})",
    re.IGNORECASE,
)
_BASIC = SecretPattern(
    rf"(\bbasic\s{{1,8}})([A-Za-z0-9+/]{{6,{_LONGEST}}}=={{0,1}})", re.IGNORECASE
)
_OPTION = SecretPattern(
    rf"(--(?:[a-z0-9]{{1,40}}-){{0,4}}(?:{_ANY_NAME}|pass|pw)\s{{1,8}}(?:-\s{{1,4}})?"
    rf"|\bsshpass\s{{1,8}}-p\s{{0,8}})(?!-|\[)({_VALUE})",
    re.IGNORECASE,
)
_OF_USER = SecretPattern(
    rf"(\bcurl\b[^\n]{{0,200}}?\s(?:-u|--user)\s{{1,8}}[^\s:]{{1,64}}:)([^\s]{{1,{_LONGEST}}})"
)
_LETTERS_AND_DIGITS = r"(?=[^\s]{0,256}\d)(?=[^\s\d]{0,256}[^\W\d_])"
_ELEMENT = SecretPattern(  # of <password>, its child, <param name="password">, a table cell
    rf"((?:<(?:[\w.-]{{0,40}}[:_.-])?(?:{_ANY_NAME})>\s{{0,80}}"
    r"(?:<!\[CDATA\[|<[\w.-]{1,40}>\s{0,80})?"
    r"|<[\w.:-]{1,40}\s(?:name|key|id)\s?=\s?[\"'][\w.:/-]{0,60}?"
    rf"(?:{_ANY_NAME})[\"'][^<>\n]{{0,80}}>"
    rf"|<t[dh]>[ \w]{{0,40}}?(?:{_ANY_NAME}):?</t[dh]>\s{{0,80}}<t[dh]>{_LETTERS_AND_DIGITS})"
    rf")(?!\[)([^<\n]{{1,{_LONGEST}}})(?=</)",
    re.IGNORECASE,
)
_ATTRIBUTE = SecretPattern(  # <param value="hunter2" name="password"/>
    rf"(\svalue\s?=\s?)([\"'][^\"'<>\[\n]{{1,200}}[\"'])(?=\s{{1,80}}(?:name|key|id)\s?=\s?"
    rf"[\"'][\w.:/-]{{0,60}}?(?:{_ANY_NAME})[\"'])",
    re.IGNORECASE,
)
_CALL = SecretPattern(  # setPassword("hunter2")
    rf"(\b(?:set|with|use)[a-z_]{{0,20}}?(?:{_ANY_NAME})\s?\(\s?)([\"'][^\"'\[\n]{{1,200}}[\"'])",
    re.I,
)
_COOKIE = SecretPattern(
    r"(\bcookie:\s{0,4})([\w.-]{1,64}=[^\s;\[]{1,1000}(?:;\s?[\w.-]{1,64}=[^\s;\[]{1,1000}){0,20})",
    re.I,
)
_HARMLESS = (  # words with digits that are no secrets: numbers, versions, methods, paths, calls
    r"(?:0x[0-9a-f]{1,16}|v?\d[\d.,:x/-]{0,40}(?:[a-z%°]{1,4}|chars|bytes|digits|[tz][\d:.+-]{0,40}z?)?"
    r"|v?\d{1,6}(?:\.\d{1,6}){1,4}[\w.-]{0,20}"
    r"|(?:[a-z]{1,8}[-_])?[a-z]{1,8}[-_]?(?:1|16|25519|32|64|96|128|160|192|224|256|384|512|1024|2048|4096)"
    r"(?:[-_]?[a-z]{1,10}){0,2}|\.{1,2}/\S{0,200}|\w{1,20}\(\S{0,200}"
    r"|(?:\w{1,40}[./:]){1,8}(?:cpp|py|rs|hpp|h|c|md|ya?ml|json|pem|key|crt|log)(?:[:,]\d{1,6}){0,2})"
    rf"{_END}"
)
# Harmless values of a plural name: a count, or an ordinary word.
_COUNT_OR_WORD = rf"|{_QUOTE}?(?:{_HARMLESS}|[^\W\d_]{{1,40}}{_END})"
_STRANGE = r"(?=[^\W\d_]{1,40}\d{1,20}(?:[^\W\d_]{2}|[^\W\d_]\d))"  # fl4ming0s, but not dock33b
STRANGE = SecretPattern(rf"\A{_STRANGE}\S{{6,200}}\Z")
_ODD = r"[^\s\"'`«»“”\u2018\u2019「」『』\uff08\uff09<>\[\](){}|,;]"
_ODD_WORD = (
    rf"(?={_ODD}{{0,256}}\d)(?={_ODD}{{0,256}}[^\W\d_])(?!{_HARMLESS}|{_NOTHING})"
    rf"({_ODD}{{6,{_LONGEST}}}(?<![.!?:*~]))"
)
_WHOLE_PASSWORDS = (
    rf"(?:(?:{PASSWORDS}|pwd|psk|пароль|senha|heslo|parola|şifre)s?|(?<![\w-]\s)pass(?=\s?:\s))"
)
_PASSWORD_NAMES = rf"(?:{_KINDS[0][1]}|pw)"
_OTHER_NAMES = rf"(?:{KEYS}|{SECRETS}|{TOKENS})(?:{_LISTED})?{_MORE}"


_ARROWS = "→⇒⇨➔➙➛➜➝➞➡⟶"
_ASIDE = r"(?:\s{0,4}\([^()\n]{1,60}\)|,\s[^,.;:\n]{1,60},)?"  # "(of the router)", ", by the way,"


def _near(names: str) -> SecretPattern:
    """Return the pattern of a name, a few words or signs, and an unusual word."""
    return SecretPattern(
        rf"({_BEFORE}[a-zà-ž]{{0,20}}{names}"
        rf"(?:(?:\s{{1,8}}(?:{PASSWORD_OF})(?:\s{{1,8}}[^\s:=]{{1,40}}){{1,3}}?)?{_ASIDE}"
        rf"(?:\s{{0,8}}[:=<>{_ARROWS}…]{{1,3}}(?=\s)|[,;]?\s{{1,8}}(?:{CONNECTORS})(?![\w-])){{1,6}}"
        rf"|{_ASIDE})"
        r"(?:\s{1,8}[\"'`«“\u2018(<\[{]{0,2}|[(<\[](?=[^\s()\[\]]{6,200}[)>\]])))"
        rf"{_ODD_WORD}",
        re.IGNORECASE,
    )


def _joined(names: str) -> SecretPattern:
    """Return the pattern of a name and its value, joined by a sign that joins other words too.

    Such as ``password-hunter2xyz``. A word with digits only at its end may be a name: token-node7.
    """
    return SecretPattern(
        rf"({_BEFORE}{names}(?:[-_/.+|~>,;?!]{{1,2}}\s{{0,4}}|\s{{1,8}}(?:(?:to|with|[-/~]|as)\s{{1,8}})?))"
        rf"(?!{_HARMLESS}|{_NOTHING}){_STRANGE}([A-Za-z0-9!@$*&^]{{6,200}})(?![\w./:-])",
        re.IGNORECASE,
    )


_BEHIND = SecretPattern(  # "use hunter2 as the password", "hunter2 (password)"
    rf"(?<![^\s\"'(]){_LETTERS_AND_DIGITS}(?!{_HARMLESS}|{_NOTHING})[^\s\[\]\"'()]{{6,200}}"
    r"(?=[\"']?\s{1,4}(?:\(|as\s|is\s)(?:(?:the|a|its|your|my|our)\s)?(?:[\w-]{1,20}\s)?"
    rf"(?:{PASSWORDS}|{KEYS})(?:[.,;!?)]|\s(?:{PASSWORD_OF})\s|\s?$))",
    re.IGNORECASE,
)
_WIFI_CODE = SecretPattern(  # WIFI:S:lab;T:WPA;P:hunter2;; as in a QR code
    r"(\bWIFI:(?:[^;\n]{0,80};){0,4}?P:)(?!\[)((?:\\.|[^;\\\n]){1,256})"
)
_QUOTED_VALUE = r"[\"'\[][^\"'\]\n]{1,200}[\"'\]]"
_QUOTED_KEYS = r"(?:api|wi-?fi|wlan|wpa[23]?|wep|network|pre-?shared)[-_ ]key"
_QUOTED = SecretPattern(  # password 'hunter2', psk "hunter2"
    rf"((?<![A-Za-z0-9])(?:{PASSWORDS}|{SHORT_PASSWORDS}|{_QUOTED_KEYS})\s{{1,8}})"
    rf"(?!{_tells_nothing()})"
    r"([\"'][^\"'\n]{1,200}[\"'])",
    re.IGNORECASE,
)
_PARAMETER = SecretPattern(  # Set parameter [password] to [hunter2]; ("password", "hunter2")
    rf"([\"'\[]-{{0,2}}{_BEFORE}[a-z]{{0,20}}(?:{_ANY_NAME})[\"'\]]{{1,2}}"
    r"(?:[\s,:=]{1,4}|\b(?:has|been|was|changed|set|updated|from|to|value|of|type)\b|[\"'](?=value)"
    r"|(?<=value)[\"']){1,10})"
    rf"(?!{_QUOTE}value|{_tells_nothing()}|\[(?:{STATES})\])"
    rf"({_QUOTED_VALUE}(?:\s{{1,4}}to\s{{1,4}}{_QUOTED_VALUE})?)",
    re.IGNORECASE,
)
_MEASURE = r"-?\d+(?:\.\d+)?\s?[A-Za-z%°]{0,4}(?![\w-])"
PASS = SecretPattern(  # "DB_PASS=…", "user: admin, pass: …"; not a low-pass filter
    r"((?<![\w.-])(?:(?!low|high|band|all|by|multi|single|one|two|first|second|last|test)"
    r"[A-Za-z0-9]{1,40}[-_.]){0,4}(?:pass|pw|passw)\s?=\s?"
    r"|\bpw\s?:\s?|\bpassw\s?:\s?|\b(?:user(?:name)?|usr|login)\b[^\n]{0,80}?\bpass\s?:\s?"
    rf"|(?<![A-Za-z0-9])(?:{PASS_OF})[-_ ]pass\s?:\s?)"
    rf"(?!{_MEASURE}|{_tells_nothing()})({_VALUE})",
    re.IGNORECASE,
)
_LOGIN = SecretPattern(  # .netrc, FTP
    r"(\bmachine\s{1,8}\S{1,256}\s{1,8}login\s{1,8}\S{1,64}\s{1,8}password\s{1,8}(?!\[)"
    rf"|\buser\s{{1,8}}\S{{1,64}}\s{{1,8}}pass\s{{1,8}}{_LETTERS_AND_DIGITS}"
    r"|\b(?:credentials|creds|basic auth|login with)"
    r"(?:[\s:=]{1,4}[\w.@-]{1,64}[:/]|\s?[:=]\s?[\w.@-]{1,64}\s)"
    rf"{_LETTERS_AND_DIGITS}(?=\S{{6}}))({_VALUE})",
    re.IGNORECASE,
)
_TOOL = SecretPattern(
    r"(\b(?:mosquitto_[a-z]{3}|ipmitool|mysql\w{0,9}|redis-cli|smbclient|openssl)\b[^\n]{0,200}?"
    rf"\s-(?:(?:P|a|k|K|pw)\s{{1,4}}|pass(?:in|out)\s{{1,4}}(?:pass:)?|p\s{{0,4}}(?!ass(?:in|out)\s))"
    r"|\bwpa_passphrase\s{1,4}\S{1,64}\s{1,4}(?=\S*\d))"
    rf"(?![\s-]|\[|pass:\[|(?:env|file|fd|stdin)\b|\d{{1,5}}(?!\w))({_VALUE})"
)
_DIGITS = SecretPattern(  # wifi password 12345678
    rf"({_BEFORE}[a-zà-ž]{{0,20}}(?:{PASSWORDS}|pwd|psk)\s{{1,8}})(\d{{4,32}})"
    r"(?![\w%°]|[.,:/-]\d|\s(?:ms|s|min|h|times|characters|chars|attempts|users|bytes)\b)",
    re.IGNORECASE,
)
_PIN = SecretPattern(
    r"(\b(?:PIN(?: code)?|[Pp]in code)(?:\s?[:=]|\s{1,8}is\s?:?|)\s{0,8})"
    r"(?!\d{4,8}(?:[mkM]?(?:V|A|W|Hz|s|m|Ohm))\b)([A-Z]{0,2}\d{4,8}[A-Za-z]{0,3})\b"
)
_LICENSE = SecretPattern(
    r"(\blicen[cs]e(?:[-_ ]?key)?[:=]?\s{1,8})(?=\S*\d)([A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,7})", re.I
)
_DOCKER = SecretPattern(
    rf"(\\?[\"']auth\\?[\"']\s?:\s?)(\\?[\"'][A-Za-z0-9+/]{{8,{_LONGEST}}}={{0,2}}\\?[\"'])"
)
_UNSPACED = SecretPattern(
    rf"((?:{_ANY_UNSPACED})[\"'」』]?\s{{0,8}}"
    r"(?:(?:[:=\uff1a\uff1d]|は|が|是|为|為|는|은|:=|هي|هو|है)\s{0,8}|(?=[「『])"
    rf"|(?<=\s)(?=[\x21-\x7e]{{6}}){_LETTERS_AND_DIGITS}))"
    rf"(?!{_tells_nothing('|[「『]?(?:正しく|間違|違|错误|錯誤|不|未|必|無|なし|空|设置|설정)')})"
    rf"(?:[「『])?({_VALUE})",
)
_HOOKS = SecretPattern(HOOKS)
_SIGNATURE = SecretPattern(
    rf"([?&](?:sig|signature|x-amz-signature)=)([\w%+/=-]{{16,{_LONGEST}}})", re.I
)


@dataclass(frozen=True)
class SecretRule:
    """One kind of secret to take out; the first of two groups of the pattern stays.

    Attributes:
        kind: the kind in the mark.
        words: lower case; the pattern matches only texts that hold one of them.
    """

    kind: str
    pattern: SecretPattern
    words: tuple[str, ...]


_OF_PASSWORDS = ("pass", "pwd", "pswd", "psk", "pin", "code", "otp", *PASSWORD_BEGINNINGS)
_OF_KEYS = ("key", "schlüssel", "clé", "clave", "秘密鍵", "キー", "密钥", "密鑰")
_OF_SECRETS = ("secret", "seed", "saml", "community", "credential", "zugangsdaten", "signature")
_OF_TOKENS = ("token", "sess", "cookie", "トークン", "令牌")
_TOOLS = ("mosquitto", "ipmitool", "mysql", "redis", "smbclient", "openssl", "wpa_")
_OF_OTHERS = (*_OF_KEYS, *_OF_SECRETS, *_OF_TOKENS)
_OF_SEVERAL = ("psk", "pwd", "code", *_OF_OTHERS)
_OF_ANY = (*_OF_PASSWORDS, *_OF_OTHERS)
RULES = (
    SecretRule("private key", KEY_BLOCK, ("-----begin", "putty-user-key")),
    SecretRule("password", _IN_ADDRESS, ("://",)),
    SecretRule("password", _IN_CODED_ADDRESS, ("%3a", "%253a", "%25253a")),
    *(SecretRule("password", login, ("@",)) for login in _LOGINS),
    SecretRule("token", _USER_IS_TOKEN, ("://",)),
    SecretRule("token", _IN_QUERY, ("?", "&")),
    SecretRule("password", _LOGIN, ("machine", "user", "login", "cred", "basic auth")),
    SecretRule("password", PASS, ("pass", "pw")),
    SecretRule("credentials", _HEADER, ("authorization",)),
    SecretRule("token", _BEARER, ("bearer",)),
    SecretRule("credentials", _BASIC, ("basic",)),
    SecretRule("secret", _OPTION, ("--", "sshpass")),
    SecretRule("password", _OF_USER, ("curl",)),
    SecretRule("secret", _ELEMENT, ("</",)),
    SecretRule("secret", _ATTRIBUTE, ("value",)),
    SecretRule("token", _COOKIE, ("cookie",)),
    SecretRule("secret", _CALL, _OF_ANY),
    SecretRule("password", _named(_KINDS[0][1], of=_OF, value=_PASSWORD), _OF_PASSWORDS),
    SecretRule("password", _UNSPACED, UNSPACED_PASSWORDS),
    SecretRule("key", _named(_KINDS[1][1]), _OF_KEYS),
    SecretRule("secret", _named(_KINDS[2][1], f"|{_NUMBER}"), _OF_SECRETS),
    SecretRule("token", _named(_KINDS[3][1], f"|{_NUMBER}"), _OF_TOKENS),
    SecretRule("secret", _named(_SEVERAL, _COUNT_OR_WORD, value=_PASSWORD), _OF_SEVERAL),
    SecretRule("secret", _PARAMETER, _OF_ANY),
    SecretRule("password", _near(_WHOLE_PASSWORDS), _OF_PASSWORDS),
    SecretRule("password", _joined(_PASSWORD_NAMES), (*_OF_PASSWORDS, "pw")),
    SecretRule("secret", _near(_OTHER_NAMES), _OF_OTHERS),
    SecretRule("secret", _joined(_OTHER_NAMES), _OF_OTHERS),
    SecretRule("password", _WIFI_CODE, ("wifi:",)),
    SecretRule("password", _QUOTED, (*_OF_PASSWORDS, "key")),
    SecretRule("password", _BEHIND, (*_OF_PASSWORDS, *_OF_KEYS)),
    SecretRule("password", _TOOL, _TOOLS),
    SecretRule("password", _DIGITS, _OF_PASSWORDS),
    SecretRule("password", _PIN, ("pin",)),
    SecretRule("key", _LICENSE, ("licen",)),
    SecretRule("credentials", _DOCKER, ("auth",)),
    SecretRule("token", _HOOKS, ("hook",)),
    SecretRule("token", _SIGNATURE, ("sig",)),
)
#: A text with none of these words matches no rule.
WORDS = frozenset(word for rule in RULES for word in rule.words)
#: Searched for only in texts with a long enough word.
LONG_FORMS = tuple(
    (kind, SecretPattern(rf"(?<![A-Za-z0-9])(?:{'|'.join(forms)})(?![A-Za-z0-9])"))
    for kind, forms in FORMS.items()
)
SECRET_NAME = SecretPattern(
    rf"{_BEFORE}(?:[A-Za-zÀ-ž]{{0,20}}(?:{_KINDS[0][1]}|{_SEVERAL_NAMES}|(?:{TOKENS}){_MORE}|{_ANY_UNSPACED})"
    rf"|(?:{PASS_OF})[-_. ]?(?:pass|passw|pw)|passw)"
    rf"(?:\s(?:{PASSWORD_OF})\s\S{{1,40}})?\Z",
    re.IGNORECASE,
)
