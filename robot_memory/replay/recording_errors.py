"""What can be wrong with a recording as a whole.

    InvalidInput (ValueError)
    └── RecordingError          this path can't be replayed, and why
        └── ReplayExtraMissing  it could be, once the extra is installed

A recording that can be read in part is no error: what is missing is listed in its `defects`.
"""

from __future__ import annotations

from pathlib import Path

from robot_memory.errors import InvalidInput
from robot_memory.extras import how_to_install


class RecordingError(InvalidInput):
    """A path that can't be replayed: which one, and why, in one sentence."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class ReplayExtraMissing(RecordingError):
    """The recording's format needs a library that isn't installed."""

    def __init__(self, path: Path, library: str) -> None:
        super().__init__(
            path, f"reading it needs the library {library}: {how_to_install('replay')}"
        )
        self.library = library
