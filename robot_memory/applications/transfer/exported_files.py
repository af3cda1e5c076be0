"""The files of an exported memory, the detection of private keys, and the manifest.

Private keys of this memory and of others are recognised by content or name, unless they are
compressed or encoded once more.

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

#: The private seed of a 32-byte key, in a robot's or an operator's key file.
_SEEDS, _SEED_LENGTH = ("ed25519_seed", "ml_dsa_65_seed"), 43
_SEED = re.compile(rb"(?:ed25519|ml_dsa_65)_seed[\"']?\s{0,20}[:=]\s{0,20}[\"']?[\w-]{43}")
_KIND = rb"[A-Z0-9 ]{0,40}PRIVATE KEY"
_BORDER = b"-----"  # the border around the first and the last line of a PEM block
_FORMS = (
    _SEED,
    re.compile(rb"----[ -]BEGIN " + _KIND),  # PEM, PGP, and SSH2 with a space
    re.compile(rb"PuTTY-User-Key-File-\d"),
    re.compile(rb"AGE-SECRET-KEY-1"),
    # WireGuard keys, also in NetworkManager
    re.compile(rb"(?i:private|preshared)[-_]?(?i:key)\s{0,20}[=:]\s{0,20}[\"']?[A-Za-z0-9+/]{43}="),
)
#: A JSON Web Key: its private part is a field with a name of one letter.
_JWK = (re.compile(rb'"kty"\s{0,20}:'), re.compile(rb'"[dk]"\s{0,20}:\s{0,20}"[\w-]{16}'))
#: The first bytes of keys in DER, PKCS#12 and Java key stores; certificates begin differently.
_BINARY = re.compile(
    rb"0(?:[\0-\x7f]|\x81.|\x82..|\x83...)\x02\x01[\0\x01\x03][\x02\x040]"
    rb"|\xfe\xed\xfe\xed|\xce\xce\xce\xce",
    re.DOTALL,
)
#: Names of key files, in lower case, including copies left by an editor or a person.
_NAME = re.compile(
    r".*\.(?:key|der|p8|pk8|p12|pfx|jks|bks|keystore|ppk)"
    r"(?:~|[._ -](?:bak|copy|old|orig|save?|sw.|tmp|\d+))*"
)
_ESCAPED = re.compile(rb"\\{1,8}u00([0-7][0-9A-Fa-f])")
_QUOTED = re.compile(rb"\\{1,8}([\"'/])")


def holds_private_key(data: bytes) -> bool:
    """Whether a file contains a private key, with anything around it."""
    text = _unescaped(data)
    return (
        any(form.search(text) is not None for form in _FORMS)
        or all(part.search(text) is not None for part in _JWK)
        or _BINARY.match(data) is not None
    )


def is_nothing_but_keys(data: bytes) -> bool:
    """Whether a file consists only of private keys.

    It is a JSON object with a private seed among its fields, a series of PEM blocks, or a binary
    key file.
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
    """Return a text with UTF-16 and JSON escapes reduced to plain letters."""
    text = data.lstrip(b"\xff\xfe\xef\xbb\xbf").replace(b"\0", b"")  # without a byte order mark
    if b"\\" not in text:
        return text
    letters = _ESCAPED.sub(lambda found: bytes([int(found[1], 16)]), text)
    return _QUOTED.sub(rb"\1", letters)


NAME = "manifest.json"
FORMAT = 1
MEMORY_FILE = "robot-memory.md"
_WEBHOOKS = "webhooks.yaml"
#: Names at the top of a home that are not exported: private keys, webhook secrets, and files that
#: are rebuilt from the rest.
_LEFT_OUT = frozenset({
    "keys", _WEBHOOKS, "webhooks.state.json", "index", "index.db",
})  # fmt: skip
#: Names that are shown unquoted in a line.
_PLAIN = re.compile(r"[\w./-]{1,200}(?: \([\w.-]{1,80}\))?")
_JOURNALS = ("-wal", "-shm", "-journal")
#: The limits last published by this machine's node do not apply to another machine.
_GOVERNANCE, _OPERATORS = "governance", "operators"
_IN_FORCE = (_GOVERNANCE, "in_force")
#: Folders and files of the memory's records.
_RECORDS = frozenset({*WRITTEN, "black_box", "daily", "embeddings", "sessions"})
_RECORD_FILES = frozenset({
    "MEMORY.md", "activation-metadata.json", "observations.db", "session_state.json",
})  # fmt: skip
#: A webhook secret, in the form of the Standard Webhooks specification.
_WEBHOOK_SECRET = re.compile(rb"whsec_[A-Za-z0-9+/_-]{16}")
#: The beginning of the line that names the omitted files.
LEFT_OUT = "left out, as they are private keys or copies of webhooks.yaml"


def is_exported(below: PurePath) -> bool:
    """Whether an export contains a file.

    Names are compared as people read them, and as a disk would that ignores case, letter forms,
    invisible characters, and trailing dots and spaces. Database journals are left out, as they
    would change the database beside them. Governance folders count only in their exact spelling: on
    such a disk, another spelling would be the same folder.
    """
    names = tuple(map(plain_name, below.parts))
    last = names[-1]
    is_passing = (last.startswith(".") and last.endswith((".lock", ".tmp"))) or last.endswith(
        _JOURNALS
    )
    is_respelt = names[0] == _GOVERNANCE and names[:2] != below.parts[:2]
    return names[0] not in _LEFT_OUT and names[:2] != _IN_FORCE and not (is_passing or is_respelt)


def is_secret(below: PurePath, data: bytes) -> bool:
    """Whether a file is private wherever it lies; exports of earlier versions contained such files.

    These are files of private keys, by name or by a contained key, and likewise copies of
    ``webhooks.yaml``. Among the memory's own records, only files that consist of keys as a whole
    are private: others may put any words into a record, and no word may exclude it from a backup.
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
    """Whether the memory itself writes its records or decisions to a file."""
    top, *rest = below.parts
    if top == _GOVERNANCE:
        return len(rest) > 1 and rest[0] != _OPERATORS
    return top in _RECORDS if rest else top in _RECORD_FILES or top.startswith("robot-memory.")


def named(what: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line with all names; nothing if there are none.

    No name is omitted: whoever made a file could otherwise hide important names behind others.
    """
    if names:
        shown = (name if _PLAIN.fullmatch(name) else repr(name) for name in names)
        yield f"{what}: {', '.join(shown)}"


def plain_name(name: str) -> str:
    """Return a name as compared by a disk that ignores case, and trailing dots and spaces."""
    return reads_as(name).rstrip(". ")


@dataclass(frozen=True)
class Manifest:
    """The last member of an archive, which describes the others."""

    rrn: str  # the memory's robot; may be empty
    exported_at: str  # time of the export, ISO 8601
    version: str  # version of the package that made it
    files: Mapping[str, str]  # SHA-256 of each file, by its path below the home

    def to_json(self) -> bytes:
        """Return the manifest in its file form."""
        record = {
            "format": FORMAT, "rrn": self.rrn, "exported_at": self.exported_at,
            "version": self.version, "files": dict(sorted(self.files.items())),
        }  # fmt: skip
        return json.dumps(record, indent=2).encode() + b"\n"


def read_manifest(data: bytes, where: str) -> Manifest:
    """Read a manifest.

    Raises:
        InvalidInput: it is not a manifest, or has a newer format.
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
