"""Lines of the record that tell of files of governance which no receipt names.

Whoever puts other keys, another sign-off or another rehearsal in the place of one is told of by the
newest line that names it.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import LockHeld
from robot_memory.governance import schemas
from robot_memory.governance.governance_store import ENROLLED, GovernanceStore
from robot_memory.long_term.levels.event_log import EventLog

_LOG = logging.getLogger(__name__)

#: The types of these lines; each has ``file``, below ``governance/``, and its ``sha256``.
SIGNED, REHEARSED = "gate_signed", "rehearsed"
NOTED = (ENROLLED, SIGNED, REHEARSED)
#: The types of lines that tell of a limit, ``id``: that it was approved, and that its end was
#: signed, with the ``approval`` as it was signed. They come before the file of it is written.
LIMIT_APPROVED, LIMIT_WITHDRAWN = "limit_approved", "limit_withdrawn"
LIMIT_LINES = (LIMIT_APPROVED, LIMIT_WITHDRAWN)
#: What ``id`` may be there.
LIMIT_ID = re.compile(r"mem-[\w-]{1,90}", re.ASCII)
#: The type of a line that comes before the approval of a packet, ``id``, is written.
PACKET_APPROVED = "packet_approved"


def note_file(store: GovernanceStore, path: Path, line: Mapping[str, Any], now: datetime) -> None:
    """Tell of a file that was just written. The caller holds the governance lock.

    Args:
        line: its type, and what it is about.
    """
    name = path.relative_to(store.folder).as_posix()
    noted = {**line, "file": name, "sha256": schemas.sha256_of(path)}
    problem = f"{path} is there, and the record of what the memory did does not say so: do it again"
    append_lines(store.events, [noted], now, problem)


def append_lines(
    events: EventLog, lines: Sequence[Mapping[str, Any]], now: datetime, problem: str,
    signed: str = "",
) -> None:  # fmt: skip
    """Append lines of what was done; a disk that refuses them does not undo it.

    Args:
        events: the record of what the memory did.
        problem: what is logged where they cannot be written.
        signed: the field that a signature covers; see :meth:`EventLog.append`.
    """
    try:
        events.append(lines, now, signed=signed)
    except (OSError, LockHeld) as error:
        _LOG.error("%s cannot be written (%s): %s", events.path, error, problem)
