"""Finds which signals follow others, from windows spread over the life of the robot."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from robot_memory.perception.normal.causes import (
    BEFORE,
    SECONDS,
    Candidates,
    lagged,
    often_changing,
    settling,
    some_of,
)
from robot_memory.perception.normal.columns import Flags, Floats, Numbers, grown, median
from robot_memory.perception.normal.record import from_text, to_text
from robot_memory.perception.normal.regression import (
    CAUSES,
    Fit,
    Regression,
    Rest,
    SecondLook,
    fit,
    halves,
)

_CAPACITY = 160  # windows
_LEAST = 48  # windows that are needed to find relations
_REFIT = 6  # windows kept after which a second look uses new fits
_NEVER = 2**62  # the number of a window that never comes
_HOLDS = 0.9  # share of the variance that the causes must explain
_KNOWN = 0.7  # of the time, in which a signal must be known
_OFTEN = 4  # times that a cause must cross its own middle in each half of the time …
_BEYOND = 0.1  # … by this share of its range
_MOST_TOLD, _MOST_TELL = 300, 150  # signals that follow others, and that predict others
#: Windows that are kept second by second for a second look.
LATEST = 60
_SEED = 2


class SoughtRelations(NamedTuple):
    """Which signals may follow which others.

    Attributes:
        causes: the largest number of causes of a signal.
        same_quantity: whether a signal must measure the same quantity as its cause.
    """

    may_follow: Flags
    may_tell: Flags
    causes: int = CAUSES
    same_quantity: bool = False

    def among(self, fitted: Regression) -> Regression:
        """Return the regression of those fitted signals that do follow others."""
        follows = fitted.is_same if self.same_quantity else fitted.holds >= _HOLDS
        return fitted.only(np.flatnonzero(follows))


class Relations:
    """The prediction of each signal by others.

    Relations are found in a random sample of all windows since the beginning.

    Attributes:
        windows: the sample, second by second; shape (windows, BEFORE + SECONDS, signals).
        number: of these windows, as counted by the record.
        family: of each signal, as :attr:`LikeParts.family`.
    """

    def __init__(self) -> None:
        self._found: list[Regression] = []
        self.windows: Floats = np.zeros((0, BEFORE + SECONDS, 0), np.float32)
        self.number: Numbers = np.zeros(0, np.int64)
        self.family: Numbers = np.zeros(0, np.int64)
        self._before: Floats = np.zeros((BEFORE, 0), np.float32)
        self._latest: deque[Floats] = deque(maxlen=LATEST)
        self._candidates: Candidates | None = None  # of the second look
        self._fits: dict[tuple[int, int], Fit] = {}  # to these, by signal and ``since``
        self._fitted = self.windows, self.number  # the windows of these fits
        self._kept = 0  # windows kept since these fits
        self._may_tell: Flags = np.zeros(0, bool)  # candidates of the second look
        self._seen = 0
        self._chance = np.random.default_rng(_SEED)

    def begin_session(self) -> None:
        """Forget the seconds before a pause."""
        self._before = np.zeros((BEFORE, 0), np.float32)

    def seconds(self, samples: Floats) -> Floats:
        """Return samples, (50, signals), as means of seconds; (1, BEFORE + SECONDS, signals)."""
        size = samples.shape[1]
        parts = samples.reshape(SECONDS, len(samples) // SECONDS, size)
        count = np.isfinite(parts).sum(axis=1)
        mean = np.where(count > 0, np.nansum(parts, axis=1) / np.maximum(count, 1), np.nan)
        before = grown(self._before, size, np.nan)
        self._before = mean[-BEFORE:].astype(np.float32)
        seconds = np.concatenate([before, mean])[None].astype(np.float32)
        self._latest.append(seconds)
        return seconds

    def around(self, signal: int, back: int) -> tuple[Floats, Floats, Floats]:
        """Return a signal in the window ``back`` windows ago, and in the ones before and after it.

        Each has ten seconds; NaN if they are no longer stored.
        """
        nothing = np.full((1, SECONDS), np.nan, np.float32)
        latest = self.latest(back + 2)[:, BEFORE:, signal]
        if back >= len(latest):
            return nothing[0], nothing[0], nothing[0]
        windows = np.concatenate([nothing, latest, nothing])
        at = len(windows) - 2 - back
        return windows[at - 1], windows[at], windows[at + 1]

    def rest(self, seconds: Floats) -> Iterator[Rest]:
        """Yield the residuals in a window, for all signals that follow others.

        They are NaN if a cause is outside its range in the stored windows.
        """
        for one in self._found:
            yield Rest.of(one.signals, one.residuals(seconds, within=True))

    def keep(self, seconds: Floats, number: int, unusual: Flags) -> None:
        """Keep a window with a probability that spreads the kept windows evenly over time.

        Unusual signals are set to NaN, as they may not be normal.
        """
        self._seen += 1
        self.windows = grown(self.windows, seconds.shape[2], np.nan)
        kept = np.where(unusual, np.nan, seconds).astype(np.float32)
        if len(self.windows) < _CAPACITY:
            self.windows = np.concatenate([self.windows, kept])
            self.number = np.append(self.number, number)
        elif (place := int(self._chance.integers(self._seen))) < _CAPACITY:
            self.windows[place], self.number[place] = kept[0], number
        else:
            return
        self._kept += 1
        if self._kept >= _REFIT:
            self._candidates = None

    def leave_out(self, signal: int, since: int) -> None:
        """Remove a signal from all windows from ``since`` on, as it was not normal."""
        self.windows[self.number >= since, :, signal] = np.nan
        self._candidates = None

    def find(self, *sought: SoughtRelations) -> None:
        """Find relations anew."""
        self._found = []
        windows = self.windows
        if len(windows) < _LEAST or not windows.shape[2]:
            return
        for one in sought:
            told = some_of(np.flatnonzero(_moving(windows) & one.may_follow), _MOST_TOLD)
            if len(told) and len((candidates := self._telling(one.may_tell)).signals):
                fitted = fit(windows, halves(self.number), told, candidates, one.causes)
                some = map(one.among, fitted)
                self._found += [it for it in some if len(it.signals)]

    def look_again(
        self, signal: int, windows: Flags, may_tell: Flags, since: int = _NEVER
    ) -> SecondLook:
        """Compare a signal with its prediction by a new regression on allowed signals.

        Args:
            windows: which of the latest windows are compared; the first one always is.
            since: see :meth:`fit_of`.
        """
        if not np.array_equal(may_tell, self._may_tell):
            self._candidates, self._may_tell = None, may_tell
        fitted, latest = self.fit_of(signal, since), self.latest(len(windows))
        if fitted is None:
            return SecondLook()
        return fitted.look(latest[windows[-len(latest) :]])

    def fit_of(self, signal: int, since: int = _NEVER) -> Fit | None:
        """Return the fit of a signal to the candidates of the last second look.

        None if the signal never moved, or too little is known.

        Args:
            since: the window from which on the signal may not be normal. The quantiles of its
                residuals come from the windows before.
        """
        if len(self.windows) < _LEAST:
            return None
        if self._candidates is None or signal >= self._fitted[0].shape[2]:
            may_tell = grown(self._may_tell, self.windows.shape[2], False)
            self._candidates, self._fits = self._telling(may_tell), {}
            self._fitted, self._kept = (self.windows.copy(), self.number.copy()), 0
        windows, number = self._fitted
        usual = number < since
        if usual.sum() < _LEAST:
            usual = np.ones(len(windows), bool)
        if not _moving(windows[:, :, signal : signal + 1]).any():
            return None
        if (signal, since) not in self._fits and len(self._candidates.signals):
            self._fits[signal, since] = Fit.of(windows, number, signal, self._candidates, usual)
        return self._fits.get((signal, since))

    def latest(self, count: int = LATEST) -> Floats:
        """Return the latest windows, second by second; (windows, BEFORE + SECONDS, signals)."""
        latest = list(self._latest)[-count:]
        return np.concatenate([grown(one, latest[-1].shape[2], np.nan) for one in latest])

    def _telling(self, may_tell: Flags) -> Candidates:
        """Return signals that may predict others: often changing ones, and warming like parts."""
        levels = median(self.windows[np.argsort(self.number)][:, BEFORE:], axis=1)
        often = often_changing(levels, _OFTEN, _BEYOND)
        size = self.windows.shape[2]
        family = grown(self.family, size, 0)[:size]
        of_like = (family > 0) & settling(levels)
        may = _moving(self.windows) & may_tell & (often | of_like)
        tell = some_of(np.flatnonzero(may), _MOST_TELL)
        return Candidates.of(self.windows, tell, family, often[tell])

    @property
    def following(self) -> set[int]:
        """The signals that follow others."""
        return {int(signal) for one in self._found for signal in one.signals}

    def past(self) -> Iterator[Rest]:
        """Yield the residuals in the stored windows, each predicted by the other half's model."""
        for one in self._found:
            yield Rest.of(one.signals, one.residuals(self.windows, halves(self.number)))

    def causes(self, signal: int) -> tuple[int, ...]:
        """Return the causes of a signal, the strongest first."""
        for one in self._found:
            for place in np.flatnonzero(one.signals == signal):
                return tuple(int(cause) for cause in one.causes[place] if cause >= 0)
        return ()

    # -- restarts and repairs --------------------------------------------------------------

    def state(self, signals: Sequence[int]) -> dict[str, Any]:
        """Return the stored windows of these signals; relations are found in them anew."""
        windows = grown(self.windows, max(signals, default=-1) + 1, np.nan)[:, :, list(signals)]
        flat = windows.reshape(len(windows) * windows.shape[1], len(signals))
        count = np.maximum(np.isfinite(flat).sum(axis=0), 1)
        middle = (np.nansum(flat, axis=0, dtype=float) / count).astype(np.float32)
        scale = np.sqrt(np.nansum((flat - middle) ** 2, axis=0, dtype=float) / count)
        scale = np.where(scale > 0, scale, 1.0).astype(np.float32)
        small = ((windows - middle) / scale).astype(np.float16)
        return {
            "windows": len(windows), "seen": self._seen, "number": to_text(self.number),
            "middle": to_text(middle), "scale": to_text(scale), "values": to_text(small),
        }  # fmt: skip

    def restore(self, state: Mapping[str, Any], signals: int, earlier: int) -> None:
        """Continue with a result of :meth:`state` for ``signals`` signals.

        ``earlier`` is subtracted from the stored window numbers: the record has dropped so many
        windows.

        Raises:
            ValueError: the state is damaged.
        """
        size, seen = int(state["windows"]), int(state["seen"])
        if not 0 <= size <= min(_CAPACITY, seen):
            raise ValueError(f"{size} windows of {seen} do not fit into {_CAPACITY}")
        shape = size, BEFORE + SECONDS, signals
        small = from_text(state["values"], np.float16, shape).astype(np.float32)
        middle = from_text(state["middle"], np.float32, (signals,))
        scale = from_text(state["scale"], np.float32, (signals,))
        self.number = from_text(state["number"], np.int64, (size,)) - earlier
        self.windows, self._seen = small * scale + middle, seen

    def forget(self, signals: Collection[int]) -> None:
        """Forget signals, and all relations until they are found anew."""
        gone = [signal for signal in signals if signal < self.windows.shape[2]]
        self.windows[:, :, gone] = np.nan
        self._found, self._candidates = [], None


def _moving(windows: Floats) -> Flags:
    """Tell which signals are mostly known, and change."""
    now = lagged(windows, np.arange(windows.shape[2]), 0)
    is_known = np.isfinite(now)
    highest = np.where(is_known, now, -np.inf).max(axis=1)
    lowest = np.where(is_known, now, np.inf).min(axis=1)
    return np.asarray((is_known.mean(axis=1) > _KNOWN) & (highest > lowest))
