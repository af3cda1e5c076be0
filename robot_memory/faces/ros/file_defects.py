"""Defects of the memory file: logged when they begin, change and end.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.logged_problem import LoggedProblem

_ITEM = re.compile(r"\w+\[\d+\](\.entries\[\d+\])?")  # entries[3], peer_context[0].entries[3]


class FileDefects:
    """Follows the defects of a memory file.

    Args:
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self, file: Path, log: NodeLog, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._file, self._log, self._clock = file, log, clock
        self._problem = LoggedProblem()

    def update(self, defects: Sequence[Defect]) -> None:
        """Log what the defects of the file are now, where that is new."""
        if defects:
            if self._problem.found(self._clock(), tuple(defects)):
                self._log.warning(defect_words(self._file, defects))
        elif self._problem.ended():
            self._log.info(f"{self._file}: nothing is wrong with it any more")


def defect_words(file: Path, defects: Sequence[Defect]) -> str:
    """Return the first defect of a file in a sentence, how many there are, and what to do."""
    others = f", and {len(defects) - 1} more" if len(defects) > 1 else ""
    return f"{file}: {defects[0]}{others}: that is not used, and stays; run robot-memory check"


def items_set_aside(defects: Sequence[Defect]) -> int:
    """Return how many items of a memory file have defects; an item may have several."""
    paths = (_ITEM.match(defect.path) for defect in defects)
    return len({path.group() for path in paths if path is not None})
