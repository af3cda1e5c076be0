"""The interface of recordings of all formats, and the errors of a recording.

    InvalidInput (ValueError)
    └── RecordingError          this path can't be replayed, and why
        └── ReplayExtraMissing  it could be, once the extra is installed

A recording that is readable in part is no error: its missing parts are listed in `defects`. A
digest identifies it by its content, independently of its name (rules.md §4.8); its name may contain
its start time.
"""

from __future__ import annotations

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import TypeAlias, overload

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.extras import how_to_install
from robot_memory.perception.perception import Message

KEPT = 20
"""Places that are named for each reason; others are only counted."""

REASONS = 200
"""Reasons that are kept apart, at most, so that noise cannot fill the memory."""

OTHER = "other defects"


class Defects(Sequence[str]):
    """Sentences 'where: why', at most `KEPT` for each reason, with the number of further ones."""

    def __init__(self) -> None:
        self._opening: dict[str, _Places] = {}
        self._reading: dict[str, _Places] = {}
        self._current = self._opening
        self._losses = [0, 0]

    def add(self, where: str, reason: str) -> None:
        """Record a place where data was lost, and the reason."""
        self._losses[self._current is self._reading] += 1
        self.note(where, reason)

    def note(self, where: str, reason: str) -> None:
        """Record a faulty place where no data was lost."""
        if reason not in self._current and len(self._current) >= REASONS:
            where, reason = f"{where}: {reason}", OTHER
        self._current.setdefault(reason, _Places(reason)).add(where)

    def begin_reading(self) -> None:
        """Forget the defects of an earlier reading of the messages; those of the opening stay."""
        self._current = self._reading = {}
        self._losses[1] = 0

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Discard defects recorded meanwhile, since they were recorded before."""
        current, losses = self._current, [*self._losses]
        self._current = {}
        try:
            yield
        finally:
            self._current, self._losses = current, losses

    @property
    def losses(self) -> int:
        """The number of places where data was lost."""
        return sum(self._losses)

    @property
    def total(self) -> int:
        """The number of faulty places, named or not."""
        return sum(places.count for places in self._all())

    def _all(self) -> list[_Places]:
        return [*self._opening.values(), *self._reading.values()]

    def _texts(self) -> list[str]:
        return [text for places in self._all() for text in places.texts()]

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._texts()[index]

    def __len__(self) -> int:
        return len(self._texts())

    def __repr__(self) -> str:
        return f"Defects({self._texts()!r})"


class _Places:
    """The places that share one reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.count = 0
        self._named: list[str] = []

    def add(self, where: str) -> None:
        self.count += 1
        if len(self._named) < KEPT and where not in self._named:
            self._named.append(where)

    def texts(self) -> list[str]:
        texts = [f"{where}: {self.reason}" for where in self._named]
        if more := self.count - len(self._named):
            texts.append(f"and at {more} more places: {self.reason}")
        return texts


EARLIEST, LATEST = -6e10, 1e11
"""The limits of a message's time in a recording, in seconds since 1970.

They are in the years 68 and 5138, so that no calendar ends near a recording.
"""

Wanted: TypeAlias = Callable[[str, str], bool]
"""Whether the messages of (topic, type) are wanted; others are not decoded."""


def everything(topic: str, type_name: str) -> bool:
    """Accept every topic."""
    return True


class Recording(ABC):
    """An open recording: its topics are known, its messages are not read yet.

    Attributes:
        path: the file or folder it was opened from.
        topics: topic name to type name; '' if the recording does not contain the type.
        defects: what could not be read: where (byte, line or topic) and why. Defects of the
            recording as a whole are known once it is open, those of its messages when `messages`
            was read to its end; another reading restarts this second list.
        undecodable: the topics without any decodable message; `defects` say why.
        is_dated: whether it contains its date.
    """

    path: Path
    topics: Mapping[str, str]
    defects: Defects
    undecodable: Collection[str] = ()
    is_dated: bool = True

    def begin_at(self, time: float) -> None:  # noqa: B027 -- most hold their date
        """Set the start of a recording without a date to `time`, seconds since the epoch."""

    @abstractmethod
    def span(self) -> tuple[float, float | None] | None:
        """Return when the first and last message were received, epoch seconds, if known."""

    @property
    def start(self) -> float | None:
        """Receipt time of the first message, seconds since the epoch, if known."""
        span = self.span()
        return None if span is None else span[0]

    @property
    def duration(self) -> float | None:
        """Seconds from the first message to the last, if known."""
        first, last = self.span() or (0.0, None)
        return None if last is None else last - first

    def definition(self, type_name: str) -> str:
        """Return the text that defines a message type, with its nested types; '' if none."""
        return ""

    def messages(self, wanted: Wanted | None = None) -> Iterator[Message]:
        """Yield every readable message, in time order.

        Only topics that `wanted` accepts are decoded; it is called once for each topic. A damaged
        place ends only itself: losses are added to `defects`.
        """
        self.defects.begin_reading()
        yield from self._messages(wanted or everything)

    @abstractmethod
    def _messages(self, wanted: Wanted) -> Iterator[Message]:
        """Yield every wanted and readable message, in time order."""


class RecordingError(InvalidInput):
    """A path cannot be replayed: which one, and why, in one sentence."""

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


STEP = 1 << 20


def content_digest(path: Path) -> str:
    """Return the SHA-256 digest of a recording's content, in hex.

    The digest of a folder comes from its files; `metadata.yaml`, which only describes them, does
    not count, so that a file has the same digest alone and in its folder.
    """
    if path.is_file():
        return _file_digest(path)
    files = [file for file in path.iterdir() if file.is_file() and file.suffix != ".yaml"]
    digests = sorted(_file_digest(file) for file in files)
    if len(digests) == 1:
        return digests[0]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


def _file_digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while data := file.read(STEP):
            digest.update(data)
    return digest.hexdigest()


_MOMENT = re.compile(
    r"(?<!\d)(20\d\d)-?(\d{1,2})-?(\d{1,2})[/_T -](\d{1,2})[_:-]?(\d{2})[_:-]?(\d{2})(?!\d)"
)
_NAMED = 3
"""Names at the end of a path that may contain the time: those of the file and of its folders."""


def moment_of(path: Path) -> datetime | None:
    """Return the date and time in the end of a path, taken as UTC; None if there is none."""
    return moment_in("/".join(path.absolute().parts[-_NAMED:]))


def moment_in(name: str) -> datetime | None:
    """Return the date and time in a name, taken as UTC; None if there is none."""
    for match in _MOMENT.finditer(name):
        try:
            year, month, day, hour, minute, second = map(int, match.groups())
            return datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc)
        except ValueError:  # digits that are no date
            continue
    return None
