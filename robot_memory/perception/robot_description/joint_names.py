"""What people call joints, motors and drives of a URDF: "fl_wheel_joint" is "front left wheel".

Specification: rules.md §1.12.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import takewhile

from robot_memory.perception.robot_description.robot_description import Joint, RobotDescription

_SEPARATORS = re.compile(r"[_\-./:\s]+|(?<=[a-z])(?=[A-Z])")
_NUMBERED = re.compile(r"([A-Za-z]{2,}?)(\d{1,2})")
_MEANS = {
    "fl": "front left", "fr": "front right", "rl": "rear left", "rr": "rear right",
    "bl": "rear left", "br": "rear right", "lf": "front left", "rf": "front right",
    "lh": "rear left", "rh": "rear right", "hind": "rear", "back": "rear",
    "hx": "hip x", "hy": "hip y", "kn": "knee", "sh": "shoulder", "el": "elbow", "wr": "wrist",
    "haa": "hip abduction", "hfe": "hip flexion", "kfe": "knee flexion", "whl": "wheel",
}  # fmt: skip
_EMPTY = frozenset({"joint", "joints", "jnt", "link", "axis"})
_SIDES = ("front", "rear", "left", "right")
#: The letter of the other side, and the word for this one.
_LETTER_OF = {"l": ("r", "left"), "r": ("l", "right")}
#: Says by itself what it is, without "joint" behind it.
_PARTS = frozenset(
    """
    wheel wheels caster gripper finger fingers knuckle steering flipper track propeller rotor
    thruster mast turret door drawer conveyor roller brush
    """.split()
)
_LONGEST = 60  # characters
_LETTERS = 3  # of a word that says something


def names_of_parts(description: RobotDescription) -> dict[str, str]:
    """Return what people call the moving parts of a robot, by the names in its description.

    What a name says by itself is left out, and so is what two parts would share.
    """
    moving = [joint for joint in description.joints if joint.moves]
    shared = _shared_words([joint.name for joint in moving])
    known = {tuple(words_in(joint.name)) for joint in moving}
    called = {joint.name: _called(joint, shared, known) for joint in moving}
    names = dict(called)
    for motor, joint in description.actuators.items():
        if called.get(joint):
            names[motor] = f"{called[joint].removesuffix(' joint')} motor"
    for hardware, joints in description.hardware.items():
        if joints and all("wheel" in called.get(joint, "") for joint in joints):
            names[hardware] = f"wheel drives ({hardware})"
    told = Counter(names.values())
    return {raw: name for raw, name in names.items() if told[name] == 1 and _helps(raw, name)}


def words_in(raw: str) -> list[str]:
    """Return the words of a name in lower case, with abbreviations in full: "fl_wheel1"."""
    words: list[str] = []
    for piece in filter(None, _SEPARATORS.split(raw)):
        numbered = _NUMBERED.fullmatch(piece)
        stem, number = (numbered[1], numbered[2]) if numbered else (piece, "")
        words += [*_MEANS.get(stem.lower(), stem.lower()).split(), *([number] if number else [])]
    return words


def _shared_words(names: Sequence[str]) -> int:
    """Return how many words all names begin with that say nothing: the name of the robot."""
    if len(names) < 2:
        return 0
    columns = zip(*map(words_in, names), strict=False)
    alike = takewhile(lambda column: len(set(column)) == 1, columns)
    return sum(1 for _ in takewhile(lambda column: column[0] not in _PARTS | _EMPTY, alike))


def _called(joint: Joint, shared: int, known: Collection[tuple[str, ...]]) -> str:
    """Return what people call a joint; empty where nobody can tell."""
    sided = _with_sides(words_in(joint.name), known)
    words = [word for word in sided[shared:] if word not in _EMPTY]
    if joint.type == "continuous" and "wheel" in words_in(joint.child) and "wheel" not in words:
        words.append("wheel")
    sides = [side for side in _SIDES if side in words]
    words = [*sides, *(word for word in words if word not in _SIDES)]
    if not any(len(word) >= _LETTERS and word.isalpha() for word in words):
        moved = _meaning(joint.child, shared)
        return f"joint {' '.join(words)}{f' ({moved})' if moved else ''}" if words else ""
    return " ".join(words) if _PARTS & set(words) else f"{' '.join(words)} joint"


def _with_sides(words: list[str], known: Collection[tuple[str, ...]]) -> list[str]:
    """Return words with "left" for "l" where there is the same with "r", and the other way."""
    for n, word in enumerate(words):
        if word in _LETTER_OF and (*words[:n], _LETTER_OF[word][0], *words[n + 1 :]) in known:
            return [*words[:n], _LETTER_OF[word][1], *words[n + 1 :]]
    return words


def _meaning(link: str, shared: int) -> str:
    """Return the words of a link that say what it is: "forearm"; empty where it has none."""
    words = [word for word in words_in(link)[shared:] if word not in _EMPTY]
    return " ".join(words) if any(len(word) >= _LETTERS for word in words) else ""


def _helps(raw: str, name: str) -> bool:
    """Tell whether a name may stand for a raw one, which must not be a word of the language."""
    is_word = raw.isalpha() and (raw.islower() or raw.istitle())
    return (
        bool(name) and not is_word and name != raw and len(name) <= _LONGEST and name.isprintable()
    )
