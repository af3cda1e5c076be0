"""Which files an exported memory holds, which are private keys, and its manifest.

Private keys of this memory and of others are recognised by content or name; keys that are
compressed, or encoded once more, are not.

See docs/how-to/back-up-and-move.md, "Back up".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.home import WRITTEN
from robot_memory.foundation.text.unicode_text import reads_as

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
#: Names of such files, in small letters, and of copies that an editor or a person left.
_NAME = re.compile(
    r".*\.(?:key|der|p8|pk8|p12|pfx|jks|bks|keystore|ppk)"
    r"(?:~|[._ -](?:bak|copy|old|orig|save?|sw.|tmp|\d+))*"
)
_ESCAPED = re.compile(rb"\\{1,8}u00([0-7][0-9A-Fa-f])")
_QUOTED = re.compile(rb"\\{1,8}([\"'/])")


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


NAME = "manifest.json"
FORMAT = 1
MEMORY_FILE = "robot-memory.md"
_WEBHOOKS = "webhooks.yaml"
#: What stays, by the names at the top of a home: private keys, secrets of webhooks, and what is
#: made anew from the rest.
_LEFT_OUT = frozenset({
    "keys", _WEBHOOKS, "webhooks.state.json", "index", "index.db",
})  # fmt: skip
#: Names that stand in a line as they are: what else a file is called is quoted.
_PLAIN = re.compile(r"[\w./-]{1,200}(?: \([\w.-]{1,80}\))?")
_JOURNALS = ("-wal", "-shm", "-journal")
#: What this machine's node published last says nothing of another machine.
_GOVERNANCE, _OPERATORS = "governance", "operators"
_IN_FORCE = (_GOVERNANCE, "in_force")
#: Folders and files of what the memory writes down.
_RECORDS = frozenset({*WRITTEN, "black_box", "daily", "embeddings", "sessions"})
_RECORD_FILES = frozenset({
    "MEMORY.md", "activation-metadata.json", "observations.db", "session_state.json",
})  # fmt: skip
#: The secret of a webhook, in the form of the Standard Webhooks specification.
_WEBHOOK_SECRET = re.compile(rb"whsec_[A-Za-z0-9+/_-]{16}")
#: Begins the line that names what was left out.
LEFT_OUT = "left out, as they are private keys or copies of webhooks.yaml"


def is_exported(below: PurePath) -> bool:
    """Tell whether an export holds a file.

    Names are compared as people read them and as a disk does that ignores case, forms of letters,
    what is not seen, and dots and spaces at the end. A journal would change the database beside it.
    Folders of governance are taken as they are written alone: another spelling would be the same
    folder on such a disk.
    """
    names = tuple(map(plain_name, below.parts))
    last = names[-1]
    is_passing = (last.startswith(".") and last.endswith((".lock", ".tmp"))) or last.endswith(
        _JOURNALS
    )
    is_respelt = names[0] == _GOVERNANCE and names[:2] != below.parts[:2]
    return names[0] not in _LEFT_OUT and names[:2] != _IN_FORCE and not (is_passing or is_respelt)


def is_secret(below: PurePath, data: bytes) -> bool:
    """Tell whether a file is private wherever it lies; exports of earlier versions held such ones.

    That is a file of private keys, by its name or a key that it holds, and a copy of
    ``webhooks.yaml``, likewise. Among the memory's own records only a file is private that is one
    of keys as a whole: others may put any words into a record, and no word may keep it out of a
    backup.
    """
    if _is_record(below):
        return is_nothing_but_keys(data)
    names = tuple(map(plain_name, below.parts))
    return (
        any(_WEBHOOKS in name for name in names)
        or _NAME.fullmatch(names[-1]) is not None
        or _WEBHOOK_SECRET.search(data) is not None
        or holds_private_key(data)
    )


def _is_record(below: PurePath) -> bool:
    """Tell whether the memory itself writes there what it remembers, or decided."""
    top, *rest = below.parts
    if top == _GOVERNANCE:
        return len(rest) > 1 and rest[0] != _OPERATORS
    return top in _RECORDS if rest else top in _RECORD_FILES or top.startswith("robot-memory.")


def named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line with all names; nothing where there are none.

    None is left out: whoever made a file could put others in front of what counts.
    """
    if names:
        shown = (name if _PLAIN.fullmatch(name) else repr(name) for name in names)
        yield f"{what}: {', '.join(shown)}"


def plain_name(name: str) -> str:
    """Return a name as a disk compares it that ignores case, and dots and blanks at its end."""
    return reads_as(name).rstrip(". ")


@dataclass(frozen=True)
class Manifest:
    """The last member of an archive."""

    rrn: str  # whose memory it is; may be empty
    exported_at: str  # when it was made, ISO 8601
    version: str  # of the package that made it
    files: Mapping[str, str]  # SHA-256 of each file, by its path below the home

    def to_json(self) -> bytes:
        """Return it as it is written."""
        record = {
            "format": FORMAT, "rrn": self.rrn, "exported_at": self.exported_at,
            "version": self.version, "files": dict(sorted(self.files.items())),
        }  # fmt: skip
        return json.dumps(record, indent=2).encode() + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Read a manifest.

    Raises:
        InvalidInput: it is none, or of a newer format.
    """
    try:
        record = json.loads(data)
        number = record["format"]
        manifest = Manifest(
            str(record["rrn"]), str(record["exported_at"]), str(record["version"]),
            {str(path): str(digest) for path, digest in record["files"].items()},
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        defect = Defect(NAME, f"cannot be read: {error!r:.200}")
        raise InvalidInput(f"{where} is not an exported memory", [defect]) from None
    if number != FORMAT:
        defect = Defect(f"{NAME}: format", f"{number!r:.40} is not {FORMAT}; upgrade robot_memory")
        raise InvalidInput(f"{where} cannot be read by this version", [defect])
    return manifest
