"""Recognizes files of private keys, of this memory and of others, by content or name.

Keys that are compressed, or encoded once more, are not recognized.

See docs/how-to/back-up-and-move.md, "Back up".
"""

from __future__ import annotations

import json
import re

#: The private half of a key of 32 bytes, in the file of a robot's keys or of an operator's.
_SEEDS, _SEED_LENGTH = ("ed25519_seed", "ml_dsa_65_seed"), 43
_SEED = re.compile(rb"(?:ed25519|ml_dsa_65)_seed[\"']?\s{0,20}[:=]\s{0,20}[\"']?[\w-]{43}")
_KIND = rb"[A-Z0-9 ]{0,40}PRIVATE KEY"
_BORDER = b"-----"  # around the first and the last line of a block of PEM
_FORMS = (
    _SEED,
    re.compile(rb"----[ -]BEGIN " + _KIND),  # PEM, PGP, and SSH2 with a space
    re.compile(rb"PuTTY-User-Key-File-\d"),
    re.compile(rb"AGE-SECRET-KEY-1"),
    # WireGuard, and NetworkManager for it
    re.compile(rb"(?i:private|preshared)[-_]?(?i:key)\s{0,20}[=:]\s{0,20}[\"']?[A-Za-z0-9+/]{43}="),
)
#: A JSON Web Key: its private part is a field of one letter.
_JWK = (re.compile(rb'"kty"\s{0,20}:'), re.compile(rb'"[dk]"\s{0,20}:\s{0,20}"[\w-]{16}'))
#: How keys in DER, PKCS#12 and Java's key stores begin; a certificate begins otherwise.
_BINARY = re.compile(
    rb"0(?:[\0-\x7f]|\x81.|\x82..|\x83...)\x02\x01[\0\x01\x03][\x02\x040]"
    rb"|\xfe\xed\xfe\xed|\xce\xce\xce\xce",
    re.DOTALL,
)
#: Names of such files, and of copies that an editor or a person left.
_NAME = re.compile(
    r".*\.(?:key|der|p8|pk8|p12|pfx|jks|bks|keystore|ppk)"
    r"(?:~|[._ -](?:bak|copy|old|orig|save?|sw.|tmp|\d+))*"
)
_ESCAPED = re.compile(rb"\\{1,8}u00([0-7][0-9A-Fa-f])")
_QUOTED = re.compile(rb"\\{1,8}([\"'/])")


def is_named_as_key(name: str) -> bool:
    """Tell whether the name of a file, in small letters, is one of private keys."""
    return _NAME.fullmatch(name) is not None


def holds_private_key(data: bytes) -> bool:
    """Tell whether a private key is in a file, with anything around it."""
    text = _unescaped(data)
    return (
        any(form.search(text) is not None for form in _FORMS)
        or all(part.search(text) is not None for part in _JWK)
        or _BINARY.match(data) is not None
    )


def is_nothing_but_keys(data: bytes) -> bool:
    """Tell whether a file is private keys as a whole.

    That is a JSON object with the private half of a key among its fields, blocks of PEM alone, or
    a binary file of keys.
    """
    if _BINARY.match(data):
        return True
    text = _unescaped(data)
    if not any(form.search(text) for form in _FORMS):
        return False
    if _is_nothing_but_blocks(text):
        return True
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(fields, dict) and any(
        isinstance(fields.get(name), str) and len(fields[name]) == _SEED_LENGTH for name in _SEEDS
    )


def _is_nothing_but_blocks(text: bytes) -> bool:
    """Tell whether a text is blocks of PEM alone."""
    parts = text.split(_BORDER)
    between, first, last = parts[::4], parts[1::4], parts[3::4]
    return (
        len(between) == len(last) + 1
        and not b"".join(between).strip()
        and all(line.startswith(b"BEGIN ") for line in first)
        and all(line.startswith(b"END ") for line in last)
    )


def _unescaped(data: bytes) -> bytes:
    """Return a text as it reads: of UTF-16, and of texts in JSON, the letters alone."""
    text = data.lstrip(b"\xff\xfe\xef\xbb\xbf").replace(b"\0", b"")  # without a byte order mark
    if b"\\" not in text:
        return text
    letters = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), text)
    return _QUOTED.sub(rb"\1", letters)
