"""Operators' keys, and statements signed with them. Everything here needs ``cryptography``.

See docs/reference/governance.md, "Approval".
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import (
    AssistRefused,
    Defect,
    InvalidCard,
    InvalidInput,
    InvalidKeys,
    InvalidPacket,
)
from robot_memory.foundation.extras import how_to_install
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.base64url import decode, encode
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.identity.card import Card, read_card
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.governance.operators import Operators, check_name, check_new_name, operator_files

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys


_FORM = "robot-memory-operator-key-v1"
_SEED = 32  # bytes


def make_operator_keys(name: str, path: Path, home: Home) -> Card:
    """Make an operator's keys, and return the public ones.

    Args:
        path: the file for the private keys, outside the memory home, which people copy.

    Raises:
        InvalidPacket: the name is not allowed.
        AssistRefused: the file exists, or is in the memory home; or ``cryptography`` is missing.
    """
    check_new_name(name)
    need_cryptography()
    from robot_memory.foundation.identity.robot_keys import make_keys

    path = path.expanduser().absolute()
    if path.resolve().is_relative_to(home.folder.resolve()):
        raise AssistRefused(
            f"{path} is in the memory home, which the robot reads and people copy; nothing was "
            "made: keep an operator's keys elsewhere"
        )
    if path.exists():
        raise AssistRefused(f"{path} exists; nothing was made: name another file")
    keys = make_keys(name)
    record = {
        "form": _FORM,
        "operator": name,
        "ed25519_seed": encode(keys.ed25519.private_bytes_raw()),
        "ml_dsa_65_seed": encode(keys.ml_dsa.private_bytes_raw()),
    }
    files.make_private_folder(path.parent)
    files.replace_durably(path, json.dumps(record, indent=2).encode() + b"\n")
    return keys.card


def read_operator_keys(path: Path) -> RobotKeys:
    """Read the keys that :func:`make_operator_keys` stored; the name replaces an RRN.

    Raises:
        AssistRefused: the file cannot be read, others than its owner may read it, or it holds no
            operator's keys.
    """
    need_cryptography()
    from robot_memory.foundation.identity.robot_keys import keys_from_seeds

    path = path.expanduser()
    try:
        mode, data = path.stat().st_mode & 0o077, files.read_regular(path)
    except OSError as error:
        raise AssistRefused(
            f"{path} cannot be read ({error.strerror}); nothing was signed: name the file that "
            "`robot-memory assist key --operator NAME --file FILE` made with your own keys"
        ) from error
    if mode:
        raise AssistRefused(
            f"{path} can be used by others than its owner (mode {mode:03o} too many); nothing was "
            f"signed: `chmod 600 {path}`, and make new keys if somebody may have copied them"
        )
    try:
        record = json.loads(data)
        if record["form"] != _FORM:
            raise ValueError(f"its form is {record['form']!r:.60}, not {_FORM!r}")
        seeds = decode(record["ed25519_seed"], _SEED), decode(record["ml_dsa_65_seed"], _SEED)
        name = str(record["operator"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise AssistRefused(
            f"{path} does not hold an operator's keys ({error!r:.200}); nothing was signed: "
            "`robot-memory assist key --operator NAME --file FILE` makes them"
        ) from error
    check_name(name)
    return keys_from_seeds(name, *seeds)


def robot_cards(
    home: Home, enrolled_kids: Callable[[], set[str]] = set, *, is_strict: bool = False
) -> list[Card]:
    """Return the public keys of this robot and of the robots that it knows.

    Checking signatures needs only public keys. Private keys are read only without a card of this
    robot, or before somebody enrols or signs.

    Args:
        enrolled_kids: returns the ids of keys with which this home enrolled operators.
        is_strict: refuse if not all keys are known.

    Raises:
        AssistRefused: ``is_strict``, and keys cannot be read.
    """
    cards: list[Card] = []
    known = partial(_known_cards, home, enrolled_kids)
    for read in (known, partial(_own_cards, home, enrolled_kids, is_strict)):
        try:
            cards += read()
        except (ImportError, OSError, InvalidKeys) as error:
            if is_strict:
                raise AssistRefused(
                    f"whether these keys are a robot's is unknown ({error}); nothing was done: "
                    f"put this robot's card back as {home.card}, or ask whoever runs the robot to"
                ) from error
    return cards


def _known_cards(home: Home, enrolled_kids: Callable[[], set[str]]) -> list[Card]:
    """Return the cards of known robots, without cards that copied an enrolled operator's key.

    Public keys are no secret: a card with an enrolled operator's key is the later one, whatever the
    file times after a copy or a restore. `peers trust` refuses a card with any operator's key,
    however the operator was enrolled.
    """
    operators = list(operator_files(home.governance / "operators"))
    kept = []
    for robot in TrustStore(home.peers).read().by_rrn.values():
        owners = _owners(robot.card, operators)
        if not owners or enrolled_kids().isdisjoint(owners):
            kept.append(robot.card)
    return kept


def _own_cards(home: Home, enrolled_kids: Callable[[], set[str]], is_strict: bool) -> list[Card]:
    """Return this robot's card, or the public part of its private keys if needed.

    A card file with an operator's keys is a forged copy: the private keys show the truth. Without
    private keys, an enrolled operator counts as the earlier owner.
    """
    found = _public_card(home.card)
    operators = list(operator_files(home.governance / "operators")) if found else []
    owners = {kid for one in found for kid in _owners(one, operators)}
    if home.keys.exists() and (is_strict or not found or owners):
        try:
            from robot_memory.foundation.identity.robot_keys import read_keys

            keys = read_keys(home.keys).card
            return [keys] if owners else [*found, keys]
        except (ImportError, OSError, InvalidKeys):
            if is_strict and not found:
                raise
    return found if not owners or enrolled_kids().isdisjoint(owners) else []


def _owners(card: Card, operators: Iterable[tuple[Path, Card]]) -> set[str]:
    """Return the ids of operators' keys that a card shares."""
    return {operator.kid for _, operator in operators if operator.shares_key(card)}


def _public_card(path: Path) -> list[Card]:
    """Return this robot's card; empty if the file is missing or cannot be used."""
    if not path.exists():
        return []
    try:
        return [read_card(files.read_regular(path).decode("utf-8", "replace"), str(path))]
    except InvalidCard:
        return []


def sign_statement(statement: Mapping[str, Any], keys: RobotKeys) -> dict[str, Any]:
    """Return a statement with an operator's signature over its canonical JSON."""
    from robot_memory.foundation.identity.robot_keys import sign

    return {**statement, "signature": sign(keys, canonical_json(statement))}


def can_check_signatures() -> bool:
    """Whether the package that checks signatures is installed."""
    try:
        need_cryptography()
    except AssistRefused:
        return False
    return True


def check_statement(
    record: Mapping[str, Any], operators: Operators, where: str, again: str
) -> None:
    """Check that the operator named in a statement has signed it in this form.

    Args:
        where: names the statement, for the error.
        again: the command that signs it again.

    Raises:
        InvalidPacket: the signature does not hold.
        AssistRefused: no operator has that name, the operator's keys have changed since, or the
            keys are a robot's.
    """
    need_cryptography()
    name = str(record["operator"])
    problem = problem_with(record, operators.card(name))
    if problem is None:
        return
    if any(problem_with(record, card) is None for card in operators.former_cards(name)):
        raise AssistRefused(
            f"{name}'s keys have changed since they signed {where}, so it counts no longer; "
            f"nothing was done: sign it anew with `{again}`"
        )
    defect = Defect(
        "signature",
        f"not {name}'s for what it says: {problem}; if {name} has new keys by now, sign anew "
        f"with `{again}`",
    )
    raise InvalidPacket(f"{where} cannot be used; nothing was done", [defect])


def problem_with(record: Mapping[str, Any], card: Card) -> str | None:
    """Return why a statement's signature is not by these keys, or None if it is."""
    from robot_memory.foundation.identity.robot_keys import verify

    statement = {name: value for name, value in record.items() if name != "signature"}
    try:
        signed = canonical_json(statement)
    except InvalidInput as error:
        return str(error)
    return verify(card, signed, record["signature"])


def need_cryptography() -> None:
    """Check that signatures can be made and checked.

    Raises:
        AssistRefused: they cannot; says what is missing.
    """
    try:
        import cryptography.hazmat.primitives.asymmetric.mldsa  # noqa: F401
    except ImportError:
        raise AssistRefused(
            "operators sign what they approve, which needs the package cryptography, 47 or newer; "
            "nothing was done: " + how_to_install("federation")
        ) from None


def make_operator(operators: Operators, home: Home, name: str, path: Path) -> tuple[Card, Path]:
    """Make an operator's keys and enrol them. The caller holds the governance lock.

    Args:
        path: the file for the private keys, outside the memory home.

    Raises:
        InvalidPacket: the name is not allowed.
        AssistRefused: the name has keys, the file exists, is in the memory home, or
            ``cryptography`` is missing.
        OSError: the disk refused; nothing was made.
    """
    operators.check_free(name)
    card = make_operator_keys(name, path, home)
    try:
        return card, operators.enrol(name, card)
    except BaseException:
        path.expanduser().unlink(missing_ok=True)  # useless private keys
        raise
