"""What is wrong with a recording, and at how many places that cost anything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import overload

KEPT = 20
"""How many places are named for each reason; the others are only counted."""

REASONS = 200
"""How many different reasons are told apart, so that noise can't fill the memory."""

OTHER = "other defects"


class Defects(Sequence[str]):
    """Sentences 'where: why', at most `KEPT` a reason, followed by how many more there are."""

    def __init__(self) -> None:
        self._opening: dict[str, _Places] = {}
        self._reading: dict[str, _Places] = {}
        self._current = self._opening
        self._losses = [0, 0]

    def add(self, where: str, reason: str) -> None:
        """Note one place where something was lost, and why."""
        self._losses[self._current is self._reading] += 1
        self.note(where, reason)

    def note(self, where: str, reason: str) -> None:
        """Note one place that is not as it should be, and that cost nothing."""
        if reason not in self._current and len(self._current) >= REASONS:
            where, reason = f"{where}: {reason}", OTHER
        self._current.setdefault(reason, _Places(reason)).add(where)

    def begin_reading(self) -> None:
        """Forget what an earlier reading of the messages met; what opening met stays."""
        self._reading = {}
        self._current = self._reading
        self._losses[1] = 0

    @contextmanager
    def forgetting(self) -> Iterator[None]:
        """Forget what is noted meanwhile, since it was noted before."""
        current, losses = self._current, [*self._losses]
        self._current = {}
        try:
            yield
        finally:
            self._current, self._losses = current, losses

    @property
    def losses(self) -> int:
        """At how many places something was lost."""
        return sum(self._losses)

    @property
    def total(self) -> int:
        """How many places are not as they should be, named or not."""
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
            texts.append(f"and {more} more: {self.reason}")
        return texts
