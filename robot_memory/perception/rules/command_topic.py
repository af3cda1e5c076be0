"""Which topics carry commands, which may fall silent and stand still (rules.md §10.10)."""

from __future__ import annotations

import re

_PART = re.compile(r"[/_]+|(?<=[a-z])(?=[A-Z])")
_COMMANDS = frozenset(
    """
    cmd cmds command commanded commands desired goal goals joy reference references setpoint
    setpoints target targets teleop
    """.split()
)
_NEAR = 2  # names at the end of a topic that say what it carries


def is_command_topic(topic: str) -> bool:
    """Tell whether a topic carries commands or targets, by its name: ``/arm/joint_commands``."""
    names = [name for name in topic.split("/") if name][-_NEAR:]
    return any(part.lower() in _COMMANDS for name in names for part in _PART.split(name))
