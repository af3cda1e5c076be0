"""Writes the test vectors; README.md says how to run it."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from federation_builders import BLOCKED, Talker, at, note
from robots import keys_of

from robot_memory.foundation.identity.base64url import encode
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.identity.robot_keys import sign
from robot_memory.sharing.federation.robot_update import write_update
from robot_memory.sharing.federation.signed_envelope import SignedEnvelope, seal

HERE = Path(__file__).parent
DATA: list[dict[str, Any]] = [
    {},
    {"b": 1, "a": {"d": None, "c": [True, False]}},
    {"whole": 1.0, "negative zero": -0.0, "part": 0.1, "large": 2**53, "small": -(2**53)},
    {"text": 'Über 門 🚪 "quoted" \\ / \n \x01 \x7f'},
    {"ä": 1, "z": 2, "A": 3, "": 4},
    {"empty": [[], {}, ""]},
]
REFUSED = ['{"a":NaN}', '{"a":Infinity}', '{"a":9007199254740993}', '{"a":"\\ud83d"}']


def canonical() -> dict[str, Any]:
    """Return data with its canonical bytes."""
    known = [{"data": data, "bytes": canonical_json(data).hex()} for data in DATA]
    return {"canonical": known, "refused": REFUSED}


def keys() -> list[dict[str, Any]]:
    """Return keys with their derived values."""
    message = b'{"message":"signed as it is"}'
    return [
        {
            "rrn": each.rrn,
            "ed25519_seed": each.ed25519.private_bytes_raw().hex(),
            "ml_dsa_65_seed": each.ml_dsa.private_bytes_raw().hex(),
            "ed25519_key": each.card.ed25519.hex(),
            "ml_dsa_key": each.card.ml_dsa.hex(),
            "kid": each.card.kid,
            "fingerprint": each.card.fingerprint,
            "message": message.hex(),
            "ed25519_signature": each.ed25519.sign(message).hex(),
            "signature": sign(each, message),
        }
        for each in (keys_of(1), keys_of(2, "RRN-ACME-0123456789"))
    ]


def updates() -> list[dict[str, Any]]:
    """Return valid messages, and the outcomes after changes to them."""
    alex, bob = Talker(keys_of(1)), Talker(keys_of(2))
    place = {"frame": "map", "x": 1.25, "y": -3.0, "sigma": 0.2, "radius": 0.75}
    update = alex.update(
        BLOCKED,
        note("Türschwelle: 3 cm — langsam fahren 門", id="mem-0000000a", confidence=1.0,
             tags=("door", "Küche"), about=("bump", "was hit"), place=place,
             last_reinforced=at(seconds=-1.5), observation_count=14),
    )  # fmt: skip
    true = seal(update, alex.keys)
    words = write_update(update)
    other = seal(bob.update(BLOCKED), bob.keys)
    profile, classical, post_quantum = true.signature.split(".")
    _, others_classical, others_post_quantum = sign(bob.keys, words).split(".")

    def changed(why: str, envelope: SignedEnvelope, *, holds: bool = False) -> dict[str, Any]:
        return _record(why, envelope, words.hex() if holds else None)

    return [
        changed("true", true, holds=True),
        changed("packed otherwise", replace(true, payload=zlib.compress(words, 1)), holds=True),
        changed("a letter of the text is another one", _saying(true, words, b"East", b"West")),
        changed("a space was added", _saying(true, words, b'"entries":', b'"entries": ')),
        changed("the signature of another message", replace(true, signature=other.signature)),
        changed("the Ed25519 half is another robot's",
                replace(true, signature=f"{profile}.{others_classical}.{post_quantum}")),
        changed("the ML-DSA half is another robot's",
                replace(true, signature=f"{profile}.{classical}.{others_post_quantum}")),
        changed("the ML-DSA half is all zero",
                replace(true, signature=f"{profile}.{classical}.{encode(bytes(3309))}")),
        changed("the ML-DSA half is missing", replace(true, signature=f"{profile}.{classical}")),
        changed("padded base64url", replace(true, signature=f"{true.signature}=")),
        changed("another profile",
                replace(true, signature=true.signature.replace("-v1", "-v2", 1))),
        changed("another robot's keys", replace(true, card=replace(bob.card, rrn=alex.rrn))),
        changed("another robot's name", replace(true, card=replace(true.card, rrn=bob.rrn))),
        changed("bytes follow the payload", replace(true, payload=true.payload + b"\x00")),
    ]  # fmt: skip


def _saying(envelope: SignedEnvelope, words: bytes, old: bytes, new: bytes) -> SignedEnvelope:
    return replace(envelope, payload=zlib.compress(words.replace(old, new, 1), 9))


def _record(why: str, envelope: SignedEnvelope, canonical_hex: str | None) -> dict[str, Any]:
    return {
        "why": why,
        "holds": canonical_hex is not None,
        "rrn": envelope.card.rrn,
        "kid": envelope.card.kid,
        "payload": envelope.payload.hex(),
        "signature": envelope.signature,
        **({"canonical": canonical_hex} if canonical_hex is not None else {}),
    }


def main() -> None:
    """Write the files."""
    made = {"canonical": canonical(), "keys": keys(), "updates": updates()}
    for name, content in made.items():
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        (HERE / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
