"""The interface of recordings of all formats, and what can be wrong with one as a whole.

    InvalidInput (ValueError)
    └── RecordingError          this path can't be replayed, and why
        └── ReplayExtraMissing  it could be, once the extra is installed

A recording that can be read in part is no error: what is missing is listed in its `defects`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol, TypeAlias

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import how_to_install
from robot_memory.perception.message import Message
from robot_memory.perception.replay.defects import Defects

EARLIEST, LATEST = -6e10, 1e11
"""The times that a message of a recording can have, in seconds since 1970.

They are from the year 68 to 5138, so that no calendar ends near a recording.
"""

Wanted: TypeAlias = Callable[[str, str], bool]
"""Whether the messages of (topic, type) are wanted; the others are not decoded."""


def everything(topic: str, type_name: str) -> bool:
    """Want every topic."""
    return True


class Recording(Protocol):
    """A recording, opened: what it holds is known, its messages are not read yet."""

    @property
    def path(self) -> Path:
        """The file or folder it was opened from."""

    @property
    def topics(self) -> Mapping[str, str]:
        """Topic name to type name; '' where the recording doesn't tell the type."""

    @property
    def start(self) -> float | None:
        """Receipt time of the first message, seconds since the epoch, if known."""

    @property
    def duration(self) -> float | None:
        """Seconds from the first message to the last, if known."""

    @property
    def defects(self) -> Defects:
        """What could not be read: where (byte, line or topic) and why.

        Those of the recording as a whole are there once it is open, those of its messages when
        `messages` has been read to its end; reading again starts that second list anew.
        """

    def definition(self, type_name: str) -> str:
        """The text that defines a message type, with those of the types inside it; '' if none."""

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        """Every message that can be read, in time order.

        Only topics that `wanted` accepts are decoded, and it is asked once for each. A damaged
        place ends nothing but itself: what was lost is added to `defects`.
        """


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
