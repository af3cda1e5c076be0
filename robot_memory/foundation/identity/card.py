"""A robot's card: its name and public keys, with which others verify its signatures."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from robot_memory.foundation.errors import Defect, InvalidCard
from robot_memory.foundation.identity.base64url import decode, encode
from robot_memory.foundation.identity.rrn import RRN_FORM, is_rrn

FORM = "robot-memory-card-v1"
ED25519_SIZE = 32  # bytes of a public key
ML_DSA_SIZE = 1952  # bytes of a public key


@dataclass(frozen=True)
class Card:
    """A robot's name, bound to its public keys.

    Attributes:
        ed25519, ml_dsa: raw public keys, 32 and 1952 bytes.
    """

    rrn: str
    ed25519: bytes
    ml_dsa: bytes

    @property
    def kid(self) -> str:
        """A short name of the keys for people and logs; only the whole key proves anything."""
        return hashlib.sha256(self.ml_dsa).hexdigest()[:8]

    @property
    def fingerprint(self) -> str:
        """Digest of both keys, to compare by eye or by voice."""
        return hashlib.sha256(self.ed25519 + self.ml_dsa).hexdigest()

    def shares_key(self, other: Card) -> bool:
        """Whether another card has one of the two keys, under any name."""
        return self.ed25519 == other.ed25519 or self.ml_dsa == other.ml_dsa


def write_card(card: Card) -> str:
    """Return the text of a card's file."""
    data = {
        "form": FORM,
        "rrn": card.rrn,
        "kid": card.kid,
        "ed25519": encode(card.ed25519),
        "ml_dsa_65": encode(card.ml_dsa),
    }
    return json.dumps(data, indent=2) + "\n"


def read_card(text: str, origin: str) -> Card:
    """Read a card.

    Raises:
        InvalidCard: lists everything that is wrong with the card.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidCard(f"{origin} is not a card of a robot: {error}") from None
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise InvalidCard(
            f"{origin} is not a card of a robot: `robot-memory peers card` there prints one"
        )
    defects: list[Defect] = []
    rrn = data.get("rrn")
    if not isinstance(rrn, str) or not is_rrn(rrn):
        defects.append(Defect("rrn", f"{rrn!r} is not {RRN_FORM}"))
    ed25519 = _key(data, "ed25519", ED25519_SIZE, defects)
    ml_dsa = _key(data, "ml_dsa_65", ML_DSA_SIZE, defects)
    card = Card(str(rrn), ed25519, ml_dsa)
    if not defects and data.get("kid") != card.kid:
        defects.append(Defect("kid", f"{data.get('kid')!r} is not {card.kid}, that of its key"))
    if defects:
        raise InvalidCard(f"{origin} cannot be used", defects)
    return card


def _key(data: dict[str, object], name: str, size: int, defects: list[Defect]) -> bytes:
    text = data.get(name)
    if not isinstance(text, str):
        defects.append(Defect(name, "is missing"))
        return b""
    try:
        return decode(text, size)
    except ValueError as error:
        defects.append(Defect(name, str(error)))
        return b""
