"""Lines of the record that tell of files of this room which no receipt tells of.

Whoever puts other keys, another sign-off or another rehearsal in the place of one is told of by the
newest line that names it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.errors import LockHeld
from robot_memory.governance.governance_store import GovernanceStore

_LOG = logging.getLogger(__name__)

#: The types of these lines; each has ``file``, below ``governance/``, and its ``sha256``.
ENROLLED, SIGNED, REHEARSED = "operator_enrolled", "gate_signed", "rehearsed"
NOTED = (ENROLLED, SIGNED, REHEARSED)


def note_file(store: GovernanceStore, path: Path, line: Mapping[str, Any], now: datetime) -> None:
    """Tell of a file that was just written. Whoever calls holds the lock of the room.

    A disk that refuses the line does not undo the file.

    Args:
        store: where.
        path: the file.
        line: its type, and what it is about.
        now: the time.
    """
    name = path.relative_to(store.folder).as_posix()
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    try:
        store.events.append([{**line, "file": name, "sha256": sha256}], now)
    except (OSError, LockHeld) as error:
        _LOG.error("%s cannot be written (%s): %s is there, and the record of what the memory did "
                   "does not say so: do it again", store.events.path, error, path)  # fmt: skip
