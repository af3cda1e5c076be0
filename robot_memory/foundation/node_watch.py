"""Whether a node on this machine watches the robot, read from the home's file ``.node``.

The node locks the file while it uses the home. One line of the file says what the node hears.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from robot_memory.foundation.disk.files import read_regular
from robot_memory.foundation.home import NODE_LOCK, is_kept
from robot_memory.foundation.time.clock import PRETENDED, read_uptime
from robot_memory.foundation.time.stamps import duration_words

_LINE = 3  # the line's index in the file, from 0
_LONGEST = 20_000  # bytes of the file


@dataclass(frozen=True)
class Hearing:
    """The messages that a node hears from its robot.

    Attributes:
        began: when the node began to listen, machine uptime, s.
        last: when the robot's last message came, machine uptime, s; None: none came yet.
        patience: seconds without a message after which the robot counts as not heard.
        outside: the number of topics ignored because they are outside the namespace; counted only
            if nothing is heard.
        unread: the number of the robot's topics without a rule.
        unstored: why the node cannot store what it sees; empty: it can.
    """

    began: float
    last: float | None
    patience: float
    outside: int = 0
    namespace: str = "/"
    unread: int = 0
    unstored: str = ""

    def is_silent(self, uptime: float) -> bool:
        """Whether no message has come for so long that it is reported as a problem."""
        return uptime - (self.began if self.last is None else self.last) >= self.patience

    def hears(self, uptime: float) -> bool:
        """Whether the robot is heard."""
        return self.last is not None and not self.is_silent(uptime)

    def words(self, uptime: float) -> str:
        """Describe what is heard, in the sentence that all interfaces show."""
        but = f", and what it sees is not stored: {self.unstored}" if self.unstored else ""
        if self.hears(uptime):
            topics = "1 topic" if self.unread == 1 else f"{self.unread} topics"
            unread = f", but for {topics} that no rule is about" if self.unread else ""
            return f"a node watches{unread}{but}"
        for_how_long = "yet"
        if self.last is not None:
            for_how_long = f"for {duration_words(round(uptime - self.last))}"
        ignored = ""
        if self.outside:
            topics = "1 topic" if self.outside == 1 else f"{self.outside} topics"
            verb = "is" if self.outside == 1 else "are"
            ignored = f", and {topics} outside {self.namespace} {verb} ignored"
        return f"nothing was heard {for_how_long}{ignored}{but}"

    def to_line(self) -> str:
        """Return the line for the file."""
        return json.dumps(asdict(self))

    @classmethod
    def from_line(cls, line: str) -> Hearing | None:
        """Return the content of a line; None if it is missing or from another version's node."""
        try:
            told = cls(**json.loads(line))
            told.words(0.0)
        except (TypeError, ValueError):
            return None
        return told


@dataclass(frozen=True)
class NodeWatch:
    """Whether a node watches the robot now.

    Attributes:
        keeps: whether a node uses the home.
        hears: whether it also hears the robot and stores what it sees.
        words: what the node hears; empty if no node uses the home; with a pretended time, that this
            is not known.
        unstored: why the node cannot store what it sees; empty: it can.
    """

    keeps: bool = False
    hears: bool = False
    words: str = ""
    unstored: str = ""


def read_node_watch(home: Path, boot: str = "") -> NodeWatch:
    """Return whether a node on this machine uses a home now and hears its robot.

    With a pretended boot nothing is known about the present.
    """
    if not is_kept(home):
        return NodeWatch()
    if boot == PRETENDED:
        return NodeWatch(words="who watches at that time is not known")
    try:
        lines = read_regular(home / NODE_LOCK, _LONGEST).decode("utf-8", "replace").split("\n")
    except OSError:
        lines = []
    heard = Hearing.from_line(lines[_LINE]) if len(lines) > _LINE else None
    if heard is None:
        return NodeWatch(keeps=True, hears=True, words="a node watches")
    uptime = read_uptime()
    tells = heard.hears(uptime) and not heard.unstored
    return NodeWatch(True, tells, heard.words(uptime), heard.unstored)
