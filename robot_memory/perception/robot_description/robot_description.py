"""What a URDF says of a robot: joints, sensors, drives (wiki.ros.org/urdf/XML; ros2_control).

It tells what people call them: "fl_wheel_joint" is "front left wheel".

Specification: rules.md §1.12.

See docs/reference/detectors.md, "description".
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

MOST_CHARACTERS = 4_000_000  # of a document
MOST_ELEMENTS = 20_000  # of a document
_DEEPEST = 64  # elements inside one another
Vector = tuple[float, float, float]
_ORIGIN: Vector = (0.0, 0.0, 0.0)  # m, and rad
_MOVING = frozenset({"revolute", "continuous", "prismatic"})
#: Types of sensors of Gazebo (sdformat.org/spec, <sensor type>), by what a person calls them.
_KINDS = {
    **dict.fromkeys(("ray", "gpu_ray", "lidar", "gpu_lidar"), "lidar"),
    **dict.fromkeys(
        ("camera", "depth", "depth_camera", "rgbd_camera", "wideanglecamera", "multicamera"),
        "camera",
    ),
    **dict.fromkeys(("gps", "navsat"), "GPS"),
    "thermal_camera": "thermal camera",
    "imu": "IMU",
    "magnetometer": "magnetometer",
    "altimeter": "altimeter",
    "air_pressure": "barometer",
    "sonar": "sonar",
    "contact": "bumper",
    "force_torque": "force sensor",
}


def parse_xml(text: str) -> Element:
    """Return the elements of a document, with their attributes and without their texts.

    Raises:
        ValueError: it is too long, has too many elements or too many inside one another, has a
            document type, or is no XML; says where.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"has {len(text)} characters, which is above {MOST_CHARACTERS}")
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_type
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ValueError(f"is no XML: {error}") from None
    return reader.root()


class _Reader:
    """Builds the elements, and counts them."""

    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._count = self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MOST_ELEMENTS:
            raise ValueError(f"has more than {MOST_ELEMENTS} elements")
        if self._depth > _DEEPEST:
            raise ValueError(f"has more than {_DEEPEST} elements inside one another")
        self._builder.start(tag, attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._builder.end(tag)

    def root(self) -> Element:
        return self._builder.close()


def _refuse_type(*_: object) -> None:
    raise ValueError("has a document type (<!DOCTYPE …>), which is not read")


@dataclass(frozen=True)
class Joint:
    """A joint of a URDF.

    Attributes:
        type: "revolute", "continuous", "prismatic", "fixed" …
        parent, child: the links that it joins.
        xyz, rpy: where the child is in the frame of its parent; metres, and roll, pitch and yaw in
            radians.
    """

    name: str
    type: str
    parent: str
    child: str
    xyz: Vector = _ORIGIN
    rpy: Vector = _ORIGIN

    @property
    def moves(self) -> bool:
        """Whether a drive or a load can move it."""
        return self.type in _MOVING


@dataclass(frozen=True)
class RobotDescription:
    """The content of a URDF.

    Attributes:
        joints: in the order of the document.
        sensors: links with a sensor of the simulation, by what a person calls it: "lidar".
        actuators: names of the motors of transmissions, with the joint of each.
        hardware: the components of ros2_control, with their joints.
    """

    name: str
    joints: tuple[Joint, ...]
    links: tuple[str, ...]
    sensors: Mapping[str, str]
    actuators: Mapping[str, str]
    hardware: Mapping[str, tuple[str, ...]]


def read_description(text: str) -> RobotDescription:
    """Read a URDF; elements that are not known are left out, as other programs do.

    Raises:
        ValueError: it is no URDF; says why.
    """
    robot = parse_xml(text)
    if robot.tag != "robot":
        raise ValueError(f"begins with <{robot.tag[:40]}>, and a URDF with <robot>")
    return RobotDescription(
        name=robot.get("name", ""),
        joints=tuple(_joint(element) for element in robot.findall("joint")),
        links=tuple(element.get("name", "") for element in robot.findall("link")),
        sensors=_sensors(robot),
        actuators=_actuators(robot),
        hardware={
            element.get("name", ""): _names(element, "joint")
            for element in robot.findall("ros2_control")
        },
    )


def _joint(element: Element) -> Joint:
    origin = element.find("origin")
    return Joint(
        name=element.get("name", ""),
        type=element.get("type", ""),
        parent=_link(element, "parent"),
        child=_link(element, "child"),
        xyz=_vector(origin, "xyz"),
        rpy=_vector(origin, "rpy"),
    )


def _link(joint: Element, end: str) -> str:
    found = joint.find(end)
    return "" if found is None else found.get("link", "")


def _vector(origin: Element | None, attribute: str) -> Vector:
    """Return three numbers; zeros where they are not given, or are none."""
    words = "" if origin is None else origin.get(attribute, "")
    try:
        x, y, z = map(float, words.split())
    except ValueError:
        return _ORIGIN
    return (x, y, z) if all(map(math.isfinite, (x, y, z))) else _ORIGIN


def _names(parent: Element, tag: str) -> tuple[str, ...]:
    return tuple(element.get("name", "") for element in parent.findall(tag))


def _sensors(robot: Element) -> dict[str, str]:
    found = {}
    for element in robot.findall("gazebo"):
        kinds = [_KINDS.get(sensor.get("type", "")) for sensor in element.iter("sensor")]
        known = [kind for kind in kinds if kind]
        if known and element.get("reference"):
            found[element.get("reference", "")] = known[0]
    return found


def _actuators(robot: Element) -> dict[str, str]:
    """Return the motor of each transmission that has one, with its joint."""
    found = {}
    for element in robot.findall("transmission"):
        motors, joints = _names(element, "actuator"), _names(element, "joint")
        if len(motors) == 1 and len(joints) == 1:
            found[motors[0]] = joints[0]
    return found


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
