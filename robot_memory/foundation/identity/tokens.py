"""Authorized callers: tokens with scopes, stored only as digests.

See docs/how-to/look-in-a-browser.md, "Let the page or a program write" and
"Let other computers in".
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.secrets.secrets_filter import tells_a_secret
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.text.unicode_text import letters_of, reads_as

_NAME = re.compile(r"[\w.@-]{1,64}")
# Words with which the memory itself labels the author of a statement.
_RESERVED = frozenset({"operator", "detector", "memory", "peer", "person", "agent"})
_ROLE = re.compile(rf"\A(?:the )?(?:human|{'|'.join(sorted(_RESERVED))})[ ._@-]+")
_PREFIX = "rmt_"


class TokenScope(TextEnum):
    """What a token allows. ``write`` and ``approve`` each include ``read``."""

    READ = "read"
    WRITE = "write"
    APPROVE = "approve"


class CallerKind(TextEnum):
    """Whether a person or an agent holds a token: this decides how far the memory believes them."""

    PERSON = "person"
    AGENT = "agent"


@dataclass(frozen=True)
class Caller:
    """The sender of a request.

    Attributes:
        name: of the token; empty if no token was sent.
    """

    name: str
    kind: CallerKind
    scopes: frozenset[TokenScope]

    def may(self, scope: TokenScope) -> bool:
        """Whether this scope is allowed."""
        return scope in self.scopes or (scope is TokenScope.READ and bool(self.scopes))

    @property
    def source(self) -> str:
        """The author of this caller's writes, as :meth:`RobotMemory.remember` expects it."""
        return f"{self.kind}:{self.name}"


class TokenStore:
    """The tokens of one memory home, in ``keys/web-tokens.json``.

    The file holds SHA-256 digests. A token has 256 random bits, so its digest needs no salt. The
    file is read again after a change: a revoked token is refused from the next request on.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_as: files.Signature | None = None
        self._callers: dict[str, Caller] = {}

    def issue(
        self, name: str, scopes: Collection[TokenScope], kind: CallerKind,
        operators: Iterable[str] = (),
    ) -> str:  # fmt: skip
        """Make a token and return it; it is shown only now and cannot be read later.

        Args:
            operators: names reserved for their owners, in this spelling; past operators, too.

        Raises:
            InvalidInput: the name is taken or not allowed, or no scope was given.
        """
        defects = name_defects(name, kind, operators)
        if not scopes:
            defects.append(Defect("scopes", "are empty: give at least one of read, write, approve"))
        if defects:
            raise InvalidInput("no token was made", defects)  # before any folder is made
        with self._locked():
            records = self._records()
            given = (str(record["name"]) for record in records)
            holder = next((one for one in given if reads_as(one) == reads_as(name)), None)
            if holder is not None:
                taken = Defect("name", f"{holder!r} has a token already; revoke it first")
                raise InvalidInput("no token was made", [taken])
            token = _PREFIX + secrets.token_urlsafe(32)
            records.append({
                "name": name,
                "kind": kind.value,
                "scopes": sorted(scope.value for scope in scopes),
                "sha256": _digest(token),
            })  # fmt: skip
            self._write(records)
        return token

    def revoke(self, name: str) -> None:
        """Revoke a token.

        Raises:
            InvalidInput: no token has that name.
        """
        missing = InvalidInput(
            "nothing was revoked", [Defect("name", f"no token is called {name!r:.80}")]
        )
        if not self._path.exists():
            raise missing  # raised before a folder of keys is made
        with self._locked():
            records = self._records()
            kept = [record for record in records if record["name"] != name]
            if len(kept) == len(records):
                raise missing
            self._write(kept)

    def callers(self) -> list[Caller]:
        """Return everybody who has a token."""
        self._refresh()
        return list(self._callers.values())

    def find(self, token: str) -> Caller | None:
        """Return the holder of a token, or None."""
        self._refresh()
        given = _digest(token)
        found = None
        for digest, caller in self._callers.items():
            if hmac.compare_digest(digest, given):
                found = caller
        return found

    def _refresh(self) -> None:
        read_as = files.signature_of(self._path)
        if read_as != self._read_as:
            self._callers = {record["sha256"]: _caller(record) for record in self._records()}
            self._read_as = read_as

    def _records(self) -> list[dict[str, Any]]:
        try:
            records = json.loads(files.read_regular(self._path))["tokens"]
            for record in records:
                _caller(record), bytes.fromhex(record["sha256"])
        except FileNotFoundError:
            return []
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise InvalidInput(
                f"{self._path} is damaged ({error!r:.200}); no token of it is accepted: "
                "restore it, or remove it and issue new tokens"
            ) from error
        return list(records)

    def _write(self, records: list[dict[str, Any]]) -> None:
        text = json.dumps({"tokens": records}, indent=2)
        files.replace_durably(self._path, f"{text}\n".encode())

    def _locked(self) -> Any:
        files.make_private_folder(self._path.parent)
        return file_lock.locked(self._path.with_name(".web-tokens.lock"))


def name_defects(
    name: str, kind: CallerKind, operators: Iterable[str], persons: Iterable[str] = ()
) -> list[Defect]:
    """Return the problems with the name of a person or an agent, for the argument ``name``.

    Args:
        operators, persons: names reserved for their owners, in this spelling.
    """
    if tells_a_secret(name):  # alone: any other problem would repeat the secret
        return [Defect("name", "looks like a password, a token or a key: choose another")]
    defects = []
    if not _NAME.fullmatch(name):
        problem = f"{name!r:.80} is not 1 to 64 letters, digits, '.', '_', '@' and '-'"
        defects.append(Defect("name", problem))
    if letters_of(name) in _RESERVED:
        problem = f"{name!r} is a word for who says something: choose another"
        defects.append(Defect("name", problem))
    known = [("operator", one) for one in operators] + [("person", one) for one in persons]
    bare = bare_name(name)
    who, twin = next((one for one in known if letters_of(one[1]) == bare), ("", ""))
    if twin and (twin != name or kind is CallerKind.AGENT):
        problem = f"{name!r} reads as the {who} {twin!r}, who is somebody else: choose another"
        defects.append(Defect("name", problem))
    return defects


def bare_name(name: str) -> str:
    """Return a name as people read it: "operator ada", "person.Ada" and "a.d-a" become "ada".

    Punctuation is ignored, as is a role before the name.
    """
    return letters_of(_ROLE.sub("", reads_as(name).strip()))


def _caller(record: Mapping[str, Any]) -> Caller:
    scopes = frozenset(TokenScope(scope) for scope in record["scopes"])
    return Caller(str(record["name"]), CallerKind(record["kind"]), scopes)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
