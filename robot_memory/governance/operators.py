"""The operators, who may approve: one file for each in ``governance/operators``.

Only public keys are stored there. An operator's private keys are in a separate file outside the
memory home, so neither the robot nor a person with a copy of its memory can approve anything. No
operator gets the name of an agent or of a robot.

See docs/reference/governance.md, "Approval".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.base64url import decode, encode
from robot_memory.foundation.identity.card import ED25519_SIZE, ML_DSA_SIZE, Card
from robot_memory.foundation.identity.tokens import CallerKind, TokenStore, bare_name
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.secrets.secrets_filter import tells_a_secret
from robot_memory.foundation.text.unicode_text import letters_of, reads_as
from robot_memory.governance import schemas


@dataclass(frozen=True)
class HeldName:
    """A name that is in use here by a token's holder or a robot."""

    name: str
    holder: str  # in words
    is_persons: bool  # a person may be the operator of exactly the same name
    way_out: str  # how to free the name

    def bars(self, name: str) -> bool:
        """Whether an operator of that name would be mistaken for the holder."""
        is_same_person = self.is_persons and self.name == name
        return letters_of(self.name) == letters_of(name) and not is_same_person


def held_names(home: Home) -> Iterator[HeldName]:
    """Yield the names of token holders and of trusted robots.

    Raises:
        InvalidInput: the file of the tokens is damaged.
    """
    for caller in TokenStore(home.web_tokens).callers():
        yield HeldName(
            caller.name, f"the {caller.kind} {caller.name!r}, who has a token",
            caller.kind is CallerKind.PERSON, f"`robot-memory web revoke {caller.name}`",
        )  # fmt: skip
    for robot in TrustStore(home.peers).read().by_rrn.values():
        way_out = "give the robot another name with `robot-memory peers trust CARD --name NAME`"
        if robot.name:
            yield HeldName(robot.name, f"the robot {robot.label}", False, way_out)
        way_out = f"remove the file of that robot from {home.peers}"
        yield HeldName(robot.card.rrn, f"the robot {robot.label}", False, way_out)


_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,31}")


def read_operator(path: Path) -> Card:
    """Read the file of an operator's public keys; the name replaces an RRN.

    Raises:
        InvalidPacket: the file cannot be read.
    """
    record = schemas.read(path, schemas.OPERATOR)
    try:
        keys = decode(record["ed25519"], ED25519_SIZE), decode(record["ml_dsa_65"], ML_DSA_SIZE)
    except ValueError as error:
        raise InvalidPacket(f"{path} cannot be used", [Defect("", str(error))]) from None
    card = Card(record["operator"], *keys)
    if record["kid"] != card.kid:
        raise InvalidPacket(f"{path} cannot be used", [Defect("kid", "is of other keys")])
    return card


def operator_files(
    folder: Path, patterns: Sequence[str] = ("[!.]*.json", "former/[!.]*.json")
) -> Iterator[tuple[Path, Card]]:
    """Yield the readable files of present and former operators, with their public keys."""
    for path in chain.from_iterable(sorted(folder.glob(pattern)) for pattern in patterns):
        with suppress(InvalidPacket, OSError):  # an audit reports these
            yield path, read_operator(path)


def check_name(name: str) -> None:
    """Refuse a name that no operator can have.

    Raises:
        InvalidPacket: the name is not allowed.
    """
    if not is_name(name):
        problem = f"{name!r:.60} is not 1 to 32 of a-z, 0-9 and . _ - behind a letter or digit"
        raise InvalidPacket("nothing was done", [Defect("operator", problem)])


def check_new_name(name: str) -> None:
    """Refuse a name that no new operator can have, or that looks like a secret.

    Raises:
        InvalidPacket: the name is not allowed, or looks like a secret.
    """
    if tells_a_secret(name):
        problem = "looks like a password, a token or a key: choose another"
        raise InvalidPacket("nothing was done", [Defect("operator", problem)])
    check_name(name)


def is_name(name: str) -> bool:
    """Whether an operator can have a name."""
    return _NAME.fullmatch(name) is not None


class Operators:
    """The folder of operators.

    Args:
        folder: ``governance/operators``; made for the first operator.
        robots: returns the cards of this robot and of those that it knows: their keys approve
            nothing. With True it raises :class:`AssistRefused` if not all cards are known.
        held: returns the names in use by agents and robots, which no new operator gets.
    """

    def __init__(
        self,
        folder: Path,
        robots: Callable[[bool], Iterable[Card]],
        held: Callable[[], Iterable[HeldName]] = tuple,
    ) -> None:
        self._folder = folder
        self._robots = robots
        self._held = held

    def is_enrolled(self, name: str) -> bool:
        """Whether an operator with that name is enrolled.

        Raises:
            InvalidPacket: the name is not allowed.
        """
        check_name(name)
        return name in self.names()  # on a case-insensitive disk, a file NAME.JSON would exist too

    def check_no_operator(self, name: str) -> None:
        """Refuse an unproven name that is, or reads as, an operator's.

        Raises:
            AssistRefused: it is.
        """
        twin = self.twin_of(name)
        if twin:
            raise AssistRefused(
                f"{twin} is an operator, whose name is taken with their own keys alone; nothing "
                "was done: give --key FILE, or your own name"
            )

    def twin_of(self, name: str) -> str:
        """Return the operator whose name reads the same, or "".

        Punctuation is ignored, as is a role before the name: "operator ada".
        """
        bare = bare_name(name.rpartition(":")[2])
        return next((one for one in self.names() if letters_of(one) == bare), "")

    def names(self) -> list[str]:
        """Return the names of the enrolled operators."""
        return sorted(path.stem for path in self._folder.glob("[!.]*.json"))

    def names_ever(self) -> list[str]:
        """Return the names of present and former operators, from readable files."""
        return sorted({*self.names(), *(card.rrn for card in self._former())})

    def card(self, name: str) -> Card:
        """Return an operator's public keys; the name replaces an RRN.

        Raises:
            InvalidPacket: the name is not allowed, or the file cannot be read.
            AssistRefused: no operator has that name, or the keys are a robot's.
        """
        if not self.is_enrolled(name):
            raise AssistRefused(
                f"{name} is not an operator of this robot; nothing was done: "
                f"`robot-memory assist key --operator {name} --file FILE` enrols one"
            )
        path = self._path(name)
        card = read_operator(path)
        if card.rrn != name:
            raise InvalidPacket(f"{path} cannot be used", [Defect("operator", "is another one")])
        self.check_no_robot(card)
        return card

    def enrol(self, name: str, card: Card) -> Path:
        """Enrol an operator, who may approve from now on; return their file.

        Raises:
            InvalidPacket: the name is not allowed.
            AssistRefused: the name has other keys, or is an agent's or a robot's, or the keys are a
                robot's or another operator's.
        """
        check_new_name(name)
        self.check_no_robot(card, is_strict=True)
        self._check_no_other(name, card)
        path = self._path(name)
        self._check_twin(name)
        if not path.exists():
            self._check_held(name)
        elif self.card(name) != Card(name, card.ed25519, card.ml_dsa):
            raise self._name_in_use(name)
        record = {
            "kind": schemas.OPERATOR,
            "operator": name,
            "kid": card.kid,
            "ed25519": encode(card.ed25519),
            "ml_dsa_65": encode(card.ml_dsa),
        }
        schemas.write(path, record, schemas.OPERATOR)
        return path

    def check_free(self, name: str) -> None:
        """Check, before keys are made, that a new operator can be enrolled under a name.

        Raises:
            InvalidPacket: the name is not allowed.
            AssistRefused: it has keys, or is an agent's or a robot's, or robots' keys are unknown.
        """
        check_new_name(name)
        self._check_twin(name)
        if self._path(name).exists():
            raise self._name_in_use(name)
        self._check_held(name)
        self._robots(True)

    def former_cards(self, name: str) -> list[Card]:
        """Return the former public keys of an operator's name.

        Unreadable files are skipped: `robot-memory audit verify` reports them.
        """
        return [card for card in self._former() if card.rrn == name]

    def check_no_operators_keys(self, card: Card) -> None:
        """Refuse a robot's card with a key of a present or former operator.

        Raises:
            AssistRefused: it has one: its maker has copied the operator's public key.
        """
        for path, operator in operator_files(self._folder):
            if operator.shares_key(card):
                raise AssistRefused(
                    f"the card of {card.rrn} holds a key of the operator {operator.rrn} ({path}); "
                    "nothing was changed: ask whoever runs that robot for its own card"
                )

    def unknown(self) -> list[Card]:
        """Return the imported keys whose fingerprint nobody confirmed."""
        return [card for _, card in operator_files(self._folder, ["unknown/[!.]*.json"])]

    def _former(self) -> list[Card]:
        return [card for _, card in operator_files(self._folder, ["former/[!.]*.json"])]

    def cards_of(self, name: str) -> list[Card]:
        """Return the present and former public keys of an operator's name.

        Unreadable files and robots' keys are skipped.

        Raises:
            InvalidPacket: the name is not allowed.
        """
        check_name(name)
        found = self.former_cards(name)
        with suppress(InvalidPacket, AssistRefused):
            found.append(self.card(name))
        robots = list(self._robots(False))
        return [card for card in found if not any(map(card.shares_key, robots))]

    def check_signer(self, card: Card) -> None:
        """Check that a signer is enrolled with exactly these keys.

        Raises:
            InvalidPacket: the name is not allowed, or the file of the public keys cannot be read.
            AssistRefused: no operator has that name, or has other keys; or these keys are a
                robot's, or may be.
        """
        self.check_no_robot(card, is_strict=True)
        if self.card(card.rrn) != card:
            raise AssistRefused(
                f"{card.rrn} is enrolled with other keys than these; nothing was signed: use the "
                f"file that `robot-memory assist key --operator {card.rrn} --file FILE` made last"
            )

    def check_no_robot(self, card: Card, *, is_strict: bool = False) -> None:
        """Refuse keys of this robot or of one that it knows: a robot approves nothing.

        Args:
            is_strict: refuse them also if that is unknown.

        Raises:
            AssistRefused: they are a robot's.
        """
        for robot in self._robots(is_strict):
            if robot.shares_key(card):
                raise AssistRefused(
                    f"these are the keys of the robot {robot.rrn}; a robot approves nothing, and "
                    "nothing was done: `robot-memory assist key` makes an operator's own"
                )

    def _check_twin(self, name: str) -> None:
        twin = next((one for one in self.names() if one != name and reads_as(one) == name), None)
        if twin is not None:
            raise AssistRefused(
                f"{self._path(twin)} reads as the file of {name}; nothing was made or changed: no "
                "operator can have that name, so see who put it there, and remove it"
            )

    def _check_no_other(self, name: str, card: Card) -> None:
        """Refuse keys of another operator: the signer would be ambiguous."""
        for path, other in operator_files(self._folder, ["[!.]*.json"]):
            if path.stem != name and other.shares_key(card):
                raise AssistRefused(
                    f"these are the keys of the operator {path.stem} ({path}), and one set of keys "
                    "is one operator's; nothing was made or changed: `robot-memory assist key "
                    f"--operator {name} --file FILE` makes their own, or move that file to "
                    f"{self._folder / 'former'} first if {path.stem} is called {name} from now on"
                )

    def _check_held(self, name: str) -> None:
        """Refuse a name that differs only in punctuation from an operator's, agent's or robot's.

        That one's words would look like the operator's.
        """
        other = next((one for one in self.names() if letters_of(one) == letters_of(name)), None)
        if other not in (None, name):
            raise AssistRefused(
                f"{name} reads as the operator {other}; nothing was made or changed: choose "
                "another name"
            )
        holder = next((one for one in self._held() if one.bars(name)), None)
        if holder is not None:
            raise AssistRefused(
                f"{name} reads as {holder.holder}; nothing was made or changed, as what that one "
                "wrote would seem the operator's, and what the operator signs would seem that "
                f"one's: choose another name, or {holder.way_out} first"
            )

    def _name_in_use(self, name: str) -> AssistRefused:
        return AssistRefused(
            f"{name} is enrolled with other keys; nothing was made or changed: to replace them "
            f"move {self._path(name)} to {self._folder / 'former'} first, and what they signed "
            "and nobody applied, gates included, is to be signed anew"
        )

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
