"""A message with a stack trace: the exception, and the frame that is the user's (rules.md §1.3).

A trace tells where a program was, line after line, and at its end (Python) or its beginning (Java,
C++) what happened. :func:`shortened` makes one sentence of it, which is masked as any other
message: exceptions of one type, message and place are one fault, all others are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

_HEADER = "Traceback (most recent call last):"
_LONGEST = 65_536  # characters of a message that are read: its beginning and its end
_LONGEST_LINE = 400  # characters
_MOST_FRAMES = 100  # next to what happened, among which is the user's
_LONGEST_SAID = 300  # characters of what an exception says
_RELATIONS = {
    "The above exception was the direct cause": "caused by",
    "During handling of the above exception": "while handling",
}
_GROUP = re.compile(r" *[|+] ?")  # before each line of a group of exceptions
_FRAME = re.compile(r'\s*File "([^"]{1,400})", line (\d{1,9})(?:, in (.{1,200}))?')
#: Python's own code, installed packages and ROS. What colcon installs is the user's.
_LIBRARY = re.compile(
    r"<frozen |/usr/lib/|/usr/local/lib/|/opt/ros/|.*/(?:lib/python[\d.]{1,8}|site-packages"
    r"|dist-packages)/"
)
_PACKAGES = re.compile(r"/(?:site|dist)-packages/")
_ROS = re.compile(
    r".*/(?:rclpy|rospy|roslib|launch|launch_ros|ros2cli|tf2_ros|message_filters|actionlib)/[^/]*$"
)
#: A frame of Java, of gdb, or of a C++ program that prints its own, with its lines of code.
_OTHER_FRAME = re.compile(
    r"at [\w.$<>/]{1,200}\([^()]*\)|\.\.\. \d+ more|(?:#\d+|\d+#) .*|(?:\| )?Source \".*"
    r"|[^\s(]{1,200}\([^\s)]*\) ?\[0x[0-9a-fA-F]+\]"
)
_CODE = re.compile(r"[|> ]*\d{1,9}: .*")
#: What stands above the frames of a C++ program, and says nothing else.
_HEADING = re.compile(
    r"(?:stack ?trace|back ?trace|call ?stack)(?: \(most recent call (?:first|(last))\))?"
    r"(?: in thread \d+)?:?",
    re.IGNORECASE,
)
_JAVA_PLACE = re.compile(r"\s*at ([\w.$<>/]{1,200})\(([\w.]{1,99}):(\d+)\)")
_NATIVE_PLACE = re.compile(
    r"\s*(?:#\d+|\d+#) +(?:0x[0-9a-fA-F]+ in )?([\w:~<>]{1,200})(?![\w:~<>]).{0,200}"
    r" at (\S{1,300}):(\d+)"
)
#: A frame of backward-cpp, which has the source where it was compiled with it.
_SOURCE_PLACE = re.compile(
    r"[^\"]{0,20}Source \"([^\"]{1,300})\", line (\d{1,9}), in ([^(]{1,200})"
)
_OBJECT_PLACE = re.compile(r"[^\"]{0,20}Object \"([^\"]{1,300})\", at 0x\w+, in ([^(]{1,200})")
_OF_SYSTEM = re.compile(
    r"(?:java|javax|jdk|sun|kotlin|scala)\.|/usr/|/opt/ros/"
    r"|(?:\.\.?/)+(?:src/libstdc|sysdeps|nptl|stdlib|csu)"
)


@dataclass
class _Raised:
    """An exception of a trace: where it was raised, and what it says."""

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
    """Return a message with one sentence in place of a stack trace; others as they are."""
    if "\n" not in message:
        return message
    if len(message) > _LONGEST:
        message = f"{message[: _LONGEST // 8]}\n{message[-_LONGEST // 8 * 7 :]}"
    lines = [line[:_LONGEST_LINE] for line in message.splitlines()]
    if _HEADER in message:
        return _of_python(lines)
    frames = [line for line in lines if _OTHER_FRAME.fullmatch(line.strip())]
    least = 1 if any(map(_heading, lines)) else 2
    return message if len(frames) < least else _of_others(lines, frames)


def _of_python(lines: Sequence[str]) -> str:
    begin = next((at for at, line in enumerate(lines) if _HEADER in line), len(lines))
    lead = [*lines[:begin], *(line.partition(_HEADER)[0] for line in lines[begin : begin + 1])]
    raised, relations = _raised(lines[begin:])
    text = " ".join([*filter(None, [_joined(lead).strip(" +|")]), str(raised[-1])])
    return f"{text}, {relations[0]} {raised[0]}" if relations and len(raised) > 1 else text


def _raised(lines: Iterable[str]) -> tuple[list[_Raised], list[str]]:
    """Return the exceptions of a trace, the first one first, and how each led to the next one."""
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


def _of_others(lines: Sequence[str], frames: Sequence[str]) -> str:
    heading = next(filter(None, map(_heading, lines)), None)
    said = _joined(
        line for line in lines if not _is_of_trace(line, has_heading=heading is not None)
    )
    if heading is not None and heading[1]:
        frames = frames[::-1]  # the innermost frame first, as all others have it
    places = [place for line in frames[:_MOST_FRAMES] if (place := _place(line)) is not None]
    own = [it for it in places if not any(map(_OF_SYSTEM.match, it))]
    function, file, number = next((it for it in own if it[2]), own[0] if own else ("", "", ""))
    if not file:
        return said
    return f"{said} ({':'.join(filter(None, (file.rpartition('/')[2], number)))}, in {function})"


def _heading(line: str) -> re.Match[str] | None:
    return _HEADING.fullmatch(line.strip())


def _is_of_trace(line: str, *, has_heading: bool) -> bool:
    line = line.strip()
    if _OTHER_FRAME.fullmatch(line):
        return True
    return has_heading and bool(_HEADING.fullmatch(line) or _CODE.fullmatch(line))


def _place(line: str) -> tuple[str, str, str] | None:
    """Return the function of a frame, its file, and the line; the line is empty if not told."""
    if place := _JAVA_PLACE.match(line) or _NATIVE_PLACE.match(line):
        return place[1], place[2], place[3]
    if place := _SOURCE_PLACE.match(line):
        return place[3].strip(), place[1], place[2]
    if place := _OBJECT_PLACE.match(line):
        return place[2].strip(), place[1], ""
    return None


def _is_of_library(path: str) -> bool:
    if _ROS.match(path):
        return True
    _, _, installed = path.partition("/install/")  # by colcon
    return _LIBRARY.match(path) is not None and _PACKAGES.search(installed) is None


def _joined(lines: Iterable[str]) -> str:
    return " ".join(" ".join(lines).split())[:_LONGEST_SAID]
