"""Says in the log what becomes of entries: new findings to everybody, the rest at level debug.

See docs/reference/node.md, "The log".
"""

from __future__ import annotations

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.escaping import one_line
from robot_memory.ros.node_log import NodeLog

_FINDINGS = {"created": "new", "reopened": "again"}


class EntryLog:
    """Logs events.

    Args:
        log: gets a line for each; it leaves out what is too many.
    """

    def __init__(self, log: NodeLog) -> None:
        self._log = log

    def add_event(self, event: EntryEvent) -> None:
        """Log one."""
        entry = event.entry
        if entry is None:  # of another robot: who refuses it says so
            return
        about = f"{entry.id} ({entry.type.value}): {one_line(entry.text)}"
        if event.kind in _FINDINGS:
            self._log.info(f"{_FINDINGS[event.kind]}: {about}")
        else:
            self._log.debug(f"{event.kind} by {one_line(event.actor)}: {about}")
