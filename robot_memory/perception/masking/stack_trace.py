"""Messages with a stack trace: the exception, and the frame in the user's code (rules.md §1.3).

A Python trace lists the call stack, and at its end the exception. :func:`shortened` makes one
sentence of it, which is masked like any other message: exceptions with the same type, message and
place are one fault, all others are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_HEADER = "Traceback (most recent call last):"
_LONGEST = 65_536  # characters of a message that are read: its beginning and its end
_LONGEST_LINE = 400  # characters
_MOST_FRAMES = 100  # frames next to the exception, among which the user's code is searched
_LONGEST_SAID = 300  # characters of an exception's text
_RELATIONS = {
    "The above exception was the direct cause": "caused by",
    "During handling of the above exception": "while handling",
}
_GROUP = re.compile(r" *[|+] ?")  # before each line of a group of exceptions
_FRAME = re.compile(r'\s*File "([^"]{1,400})", line (\d{1,9})(?:, in (.{1,200}))?')
#: Python's own code, installed packages and ROS. Packages installed by colcon are the user's.
_LIBRARY = re.compile(
    r"<frozen |/usr/lib/|/usr/local/lib/|/opt/ros/|.*/(?:lib/python[\d.]{1,8}|site-packages"
    r"|dist-packages)/"
)
_PACKAGES = re.compile(r"/(?:site|dist)-packages/")
_ROS = re.compile(
    r".*/(?:rclpy|rospy|roslib|launch|launch_ros|ros2cli|tf2_ros|message_filters|actionlib)/[^/]*$"
)


@dataclass
class _Raised:
    """An exception in a trace: its frames, and its text."""

    frames: list[tuple[str, str, str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        """Return "ValueError: no such joint (arm/node.py:12, in move)"."""
        said = _joined(self.said) or "exception"
        if not self.frames:
            return said
        own = [frame for frame in self.frames[-_MOST_FRAMES:] if not _is_of_library(frame[0])]
        path, line, function = (own or self.frames)[-1]
        place = "/".join(path.split("/")[-2:])
        return f"{said} ({place}:{line}{f', in {function}' if function else ''})"


def shortened(message: str) -> str:
    """Return a message with one sentence for its stack trace; other messages unchanged."""
    if _HEADER not in message or "\n" not in message:
        return message
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 8]}\n{message[-_LONGEST // 8 * 7 :]}"
    lines = [line[:_LONGEST_LINE] for line in message.splitlines()]
    begin = next((at for at, line in enumerate(lines) if _HEADER in line), len(lines))
    lead = [*lines[:begin], *(line.partition(_HEADER)[0] for line in lines[begin : begin + 1])]
    raised, relations = _raised(lines[begin:])
    text = " ".join([*filter(None, [_joined(lead).strip(" +|")]), str(raised[-1])])
    return f"{text}, {relations[0]} {raised[0]}" if relations and len(raised) > 1 else text


def _raised(lines: Iterable[str]) -> tuple[list[_Raised], list[str]]:
    """Return the exceptions of a trace, the first one first, and the relations between them."""
    raised, relations = [_Raised()], []
    for line in lines:
        if in_group := _GROUP.match(line):
            line = line[in_group.end() :]
        found = _FRAME.fullmatch(line)
        relation = next((word for start, word in _RELATIONS.items() if line.startswith(start)), "")
        if (_HEADER in line or found) and raised[-1].said:
            raised.append(_Raised())
        if relation:
            relations.append(relation)
        elif found:
            raised[-1].frames.append((found[1], found[2], found[3] or ""))
        elif not line[:1].isspace() and _HEADER not in line and line.strip(" +-0123456789"):
            raised[-1].said.append(line)
    return raised, relations


def _is_of_library(path: str) -> bool:
    if _ROS.match(path):
        return True
    _, _, installed = path.partition("/install/")  # by colcon
    return _LIBRARY.match(path) is not None and _PACKAGES.search(installed) is None


def _joined(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())[:_LONGEST_SAID]
