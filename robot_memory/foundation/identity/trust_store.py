"""The robots that this one trusts: the files of ``peers trust`` and ``peers revoke``.

Each robot has one file, named after its RRN and sealed with a key of this home. A card that
somebody copied into the folder, or over another card, trusts and revokes nobody, whatever it holds.

See docs/explanation/sharing.md, "Trust".
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import FederationRefused, InvalidCard
from robot_memory.foundation.identity.card import Card, read_card, write_card
from robot_memory.foundation.identity.rrn import named_rrn
from robot_memory.foundation.secrets.secrets_filter import tells_a_secret
from robot_memory.foundation.text.unicode_text import is_hidden, reads_as
from robot_memory.foundation.time import stamps

_LONGEST_NAME = 80
_OF_SENTENCES = '"“”„‟«»🔴🟡🟢'  # quotes, and marks of the block that names a robot
_FLEET = "fleet"  # the role of a fleet's server, in its card
_REVOKED = ".revoked.json"
_SEAL = "seal"
_KEY_SIZE = 32  # bytes


@dataclass(frozen=True)
class TrustedRobot:
    """A robot that an operator trusts.

    Attributes:
        name: the operator's name for it; may be empty.
        revoked_at: when the trust was withdrawn; None while it stands.
        is_fleet: whether it is a fleet's server, not a robot.
    """

    card: Card
    since: datetime
    name: str = ""
    revoked_at: datetime | None = None
    is_fleet: bool = False

    @property
    def is_revoked(self) -> bool:
        """Whether the trust was withdrawn."""
        return self.revoked_at is not None

    @property
    def label(self) -> str:
        """The robot's name for people."""
        return named_rrn(self.card.rrn, self.name)


@dataclass(frozen=True)
class TrustList:
    """All valid cards by RRN, and the problems of unusable files by path."""

    by_rrn: Mapping[str, TrustedRobot]
    unusable: Mapping[Path, str] = field(default_factory=dict)

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems of unusable files."""
        return tuple(self.unusable.values())


class _CopiedCard(InvalidCard):
    """A card that somebody copied there; the store did not write it."""


class TrustStore:
    """The folder of cards, ``keys/peers`` in the memory home; made with the first card."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._key_path = folder.with_name("peers.key")

    def state(self) -> tuple[object, ...]:
        """Return a value that changes with every change of a card; takes microseconds per card."""
        try:
            with os.scandir(self.folder) as found:
                cards = [each for each in found if each.name.endswith(".json")]
        except OSError:  # no folder, or an unreadable one: read() finds no card
            return ()
        return tuple(sorted((each.name, *_status(each)) for each in cards))

    def read(self) -> TrustList:
        """Read all cards; an unusable card does not affect the others."""
        by_rrn: dict[str, TrustedRobot] = {}
        owners: dict[bytes, TrustedRobot] = {}
        cards, unusable, damaged = [], {}, set[str]()
        key: bytes | None = None
        for path in sorted(self.folder.glob("*.json")):
            try:
                key = self._own_key() if key is None else key
                cards.append((path, self._read(path, key)))
            except (InvalidCard, OSError) as error:
                unusable[path] = f"{error}; it is not trusted"
                # Its content is unknown. A copied card was never a revocation.
                if _revokes(path) and not isinstance(error, _CopiedCard):
                    damaged.add(path.name.removesuffix(_REVOKED))
        for path, trusted in sorted(cards, key=_order):
            card = trusted.card
            twin = owners.get(card.ed25519) or owners.get(card.ml_dsa)
            if card.rrn in by_rrn or card.rrn in damaged:
                unusable[path] = f"{path}: the trust in {card.rrn} was revoked; ignored"
            elif twin is not None:
                unusable[path] = f"{path}: it has a key of {twin.label}; ignored"
            else:
                by_rrn[card.rrn] = trusted
                owners |= dict.fromkeys((card.ed25519, card.ml_dsa), trusted)
        return TrustList(by_rrn, unusable)

    def trust(
        self,
        card: Card,
        now: datetime,
        *,
        name: str = "",
        replace: bool = False,
        is_fleet: bool = False,
    ) -> TrustedRobot:
        """Trust a robot, or a fleet's server, from now on.

        Raises:
            FederationRefused: the RRN is bound to another key, or its card cannot be read, and
                ``replace`` was not given; or another robot has the name.
        """
        found = self.read()
        known = found.by_rrn.get(card.rrn)
        if not replace:
            self._check_readable(card.rrn)
        if known is not None and known.card != card and not replace:
            raise FederationRefused(
                f"{card.rrn} is bound to another key (kid {known.card.kid}, this one is "
                f"{card.kid}); nothing was changed: ask whoever runs that robot whether it has new "
                "keys, then say --replace"
            )
        if not is_robots_name(name):
            raise FederationRefused(
                f"{name!r:.100} for {card.rrn} is no name: one line of up to {_LONGEST_NAME} "
                "characters that are seen, without double quotes; nothing was changed"
            )
        if tells_a_secret(name):
            raise FederationRefused(
                f"the name for {card.rrn} looks like a secret; nothing was changed: give another"
            )
        self._check_twin(card.rrn, name, found)
        _check_own_keys(card, found)
        name = name or (known.name if known else "")
        trusted = TrustedRobot(card, now, name, is_fleet=is_fleet)
        self._write(trusted)
        return trusted

    def _check_readable(self, rrn: str) -> None:
        for path in filter(Path.exists, self._files(rrn)):
            try:
                read_card(files.read_regular(path).decode("utf-8", "replace"), str(path))
            except (InvalidCard, OSError) as error:
                raise FederationRefused(
                    f"{error}; nothing was changed, as nobody can tell which key {rrn} is bound "
                    "to: say --replace to put the new card in its place"
                ) from error

    @staticmethod
    def _check_twin(rrn: str, name: str, found: TrustList) -> None:
        others = (one for other, one in found.by_rrn.items() if other != rrn)
        names = ((one, reads_as(text)) for one in others for text in (one.name, one.card.rrn))
        own = {reads_as(name), reads_as(rrn)} - {""}
        twin = next((one for one, text in names if text in own), None)
        if twin is not None:
            raise FederationRefused(
                f"{name or rrn!r:.80} reads as {twin.label}; nothing was changed: give one of the "
                "two another name"
            )

    def revoke(self, rrn: str, now: datetime) -> TrustedRobot:
        """Withdraw the trust in a robot; its card stays, marked as revoked.

        Raises:
            FederationRefused: the robot has no card.
        """
        found = self.read()
        known = found.by_rrn.get(rrn)
        if known is None:
            why = "; ".join(("", *found.problems))
            raise FederationRefused(
                f"no robot with the RRN {rrn} is trusted; `robot-memory peers list` shows who is, "
                f"with their RRNs{why}"
            )
        revoked = replaced(known, revoked_at=now)
        self._write(revoked)
        return revoked

    def _write(self, trusted: TrustedRobot) -> None:
        files.make_private_folder(self.folder)
        record = json.loads(write_card(trusted.card))
        record["name"] = trusted.name
        if trusted.is_fleet:
            record["role"] = _FLEET
        record["since"] = stamps.to_text(trusted.since)
        if trusted.revoked_at is not None:
            record["revoked_at"] = stamps.to_text(trusted.revoked_at)
        record[_SEAL] = _seal(record, self._own_key() or self._make_key())
        believed, revoked = self._files(trusted.card.rrn)
        path, other = (revoked, believed) if trusted.is_revoked else (believed, revoked)
        files.replace_durably(path, json.dumps(record, indent=2, ensure_ascii=False).encode())
        other.unlink(missing_ok=True)

    def _own_key(self) -> bytes:
        """Return the key that seals the files; empty if it is missing or damaged."""
        key = files.read_existing(self._key_path) or b""
        return key if len(key) == _KEY_SIZE else b""

    def _make_key(self) -> bytes:
        key = secrets.token_bytes(_KEY_SIZE)
        files.replace_durably(self._key_path, key)
        return key

    def _read(self, path: Path, key: bytes) -> TrustedRobot:
        text = files.read_regular(path).decode("utf-8", "replace")
        card = read_card(text, str(path))
        record = json.loads(text)
        said = str(record.pop(_SEAL, "")).encode("utf-8", "replace")
        is_ours = hmac.compare_digest(said, _seal(record, key).encode())
        if not key or not is_ours or path != self._files(card.rrn)[_revokes(path)]:
            raise _CopiedCard(
                f"{path}: a card that was copied counts for nothing: it has no seal by "
                f"{self._key_path}; compare its fingerprint before you give it to "
                "`robot-memory peers trust`"
            )
        since, revoked_at = _time(record, "since", path), _time(record, "revoked_at", path)
        if since is None or _revokes(path) != (revoked_at is not None):
            raise _CopiedCard(f"{path}: it has the name of another file of {card.rrn}")
        name = record.get("name", "")
        return TrustedRobot(
            card, since, name if isinstance(name, str) and is_robots_name(name) else "",
            revoked_at, record.get("role") == _FLEET,
        )  # fmt: skip

    def _files(self, rrn: str) -> tuple[Path, Path]:
        """Return the file of a robot's trust, and the file of its revocation."""
        return self.folder / f"{rrn}.json", self.folder / f"{rrn}{_REVOKED}"


def _revokes(path: Path) -> bool:
    return path.name.endswith(_REVOKED)


def _order(found: tuple[Path, TrustedRobot]) -> tuple[bool, datetime, Path]:
    """Return the sort key of a card: of several with one name or key, the first counts."""
    path, trusted = found
    return not trusted.is_revoked, trusted.since, path


def is_robots_name(name: str) -> bool:
    """Whether a robot may have this name: a name must not look like more than a name."""
    return len(name) <= _LONGEST_NAME and not any(
        is_hidden(char) or char in _OF_SENTENCES or char in "\r\n\t" for char in name
    )


def _check_own_keys(card: Card, found: TrustList) -> None:
    """Refuse another robot's keys: a revoked robot would speak under the new name."""
    others = (one for rrn, one in found.by_rrn.items() if rrn != card.rrn)
    twin = next((one for one in others if one.card.shares_key(card)), None)
    if twin is not None:
        raise FederationRefused(
            f"{card.rrn} has a key of {twin.label}; nothing was changed: one set of keys is one "
            f"robot's, so ask whoever runs it, or remove the card of {twin.card.rrn} first"
        )


def _status(file: os.DirEntry[str]) -> tuple[int, ...]:
    try:
        status = file.stat()
    except OSError:  # deleted meanwhile, or a broken link
        return ()
    return status.st_mtime_ns, status.st_size


def _seal(record: Mapping[str, Any], key: bytes) -> str:
    """Return the seal of a record, which only this home can make."""
    data = json.dumps(record, sort_keys=True, ensure_ascii=True).encode()
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def _time(record: Mapping[str, object], name: str, path: Path) -> datetime | None:
    value = record.get(name)
    if value is None:
        return None
    try:
        return stamps.from_text(str(value))
    except ValueError as error:
        raise InvalidCard(f"{path}: {name}: {error}") from None


#: Seconds after which all cards are checked, even if their folder is unchanged.
_LOOK_THROUGH = 30.0
#: Seconds after a change in which another change can have the same time stamp.
_UNSETTLED = 1.0


class CardWatch:
    """Keeps the state of the cards.

    Threads may share it: a thread may get the state of a moment ago.

    A check of all of 1,024 cards takes about 4 ms, a check of their folder some microseconds.
    Adding, removing or replacing a card changes the folder. Editing a card in place does not: the
    edit counts after 30 s at the latest.
    """

    def __init__(self, store: TrustStore) -> None:
        self._store = store
        self._state: tuple[object, ...] = ()
        self._folder_time = -1
        self._changed_at = self._looked_at = 0.0

    def state(self, uptime: float) -> tuple[object, ...]:
        """Return a value that changes with every change of a card: :meth:`TrustStore.state`.

        ``uptime`` is in seconds of a clock that is never set.
        """
        folder = self._store.folder
        time = folder.stat().st_mtime_ns if folder.exists() else 0
        if time != self._folder_time:
            self._folder_time, self._changed_at, self._looked_at = time, uptime, uptime
        is_settled = self._looked_at - self._changed_at >= _UNSETTLED
        if is_settled and uptime - self._looked_at < _LOOK_THROUGH:
            return self._state
        self._state, self._looked_at = self._store.state(), uptime
        return self._state
