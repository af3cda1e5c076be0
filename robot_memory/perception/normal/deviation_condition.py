"""The condition under which a deviation shows: another number beyond a value, or a place.

A deviation that comes and goes is compared second by second with all other numbers. A number may be
its condition if it separates nearly all seconds in which the deviation shows from those in which it
does not, crossed the value often enough, and was close to it on both sides. If several numbers do,
the likeliest is reported: many numbers rise with the speed, and the right one is above its value in
the fewest seconds without the deviation. Nothing is reported while two conditions that hold at
different times are about as likely. The search is repeated: each visit rules out more.

Specification: rules.md §10.8.

See docs/explanation/perception.md, "Conditions and places".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from robot_memory.perception.normal.causes import BEFORE, SECONDS, crossings
from robot_memory.perception.normal.columns import RELATIVE, Flags, Floats, Signal, median
from robot_memory.perception.normal.deviation import Deviation, rounded, short_name
from robot_memory.perception.normal.regression import Fit, quantile
from robot_memory.perception.normal.signal_traits import is_command

_SHOWS, _HIDES = 1.0, 0.5  # of the residual's 99 % quantile: above it shows, below it hides
_CALM, _AROUND = 0.6, 2  # the same for noise that hides, and for how many s around
_FEWEST = 12  # s in which it shows, and s in which it hides
_TELLS, _PLACE_TELLS = 0.985, 0.93  # balanced accuracy that a number and a place need
_TELLS_OFTEN, _SURE = 0.85, 60.0  # accuracy and nats that suffice if the deviation comes or goes …
_OFTEN, _AS_OFTEN = 10, 0.6  # … so often, and its number crosses this share as often
_PAUSE = 3  # s of the median filter that ignores pauses of one second
_BOTH_WAYS = 0.3  # of its farther side from zero, that its nearer side must reach
_CROSSINGS = 3  # times that the number must have crossed the value …
_VISITS = 2  # … the robot into the place or out of it …
_COMES = 4  # times that a deviation must come or go if its condition is a number
_BEYOND = 0.2  # … by this share of the distance from the value to the nearer side's median
_WHOLE = 0.8  # quantile of its size, in the seconds in which it shows, that is its full size
_LIKELY, _NEAR = 4.0, 2.0  # nats of lead for a number that predicts it, and for one of its topic
_OF_PLACE = 2.0  # nats of handicap for a place, which has more parameters
_AHEAD = 6.0  # nats by which a condition must be likelier than another one that …
_APART = 0.03  # … differs from it in more than this share of the seconds
_CLOSE = 0.3  # of the distance of both sides: the largest gap between them …
_TWO_VALUED = 0.01  # … or the variation on either side of a number that is on or off
_ACTIVE = 0.05  # of its usual range, that the signal must keep on the other side
_NOISY = 0.4  # of its usual noise, likewise
_KNOWN = 0.9  # of the seconds, in which a number must be known
_ROUNDS_AT = 0.1  # of the distance of both sides, to which a value is rounded
_SOONEST = 10  # windows from when it became unusual until the first search
_LONGEST = 39  # windows after the detection during which the search is repeated
_EVERY = 6  # windows between two searches
_EARLIER = 2  # windows before it became unusual that count as well
_SAME = 30  # windows after which a deviation that returns counts as new


@dataclass(frozen=True)
class Seconds:
    """The values of all signals, second by second.

    Attributes:
        latest: the latest windows; shape (windows, BEFORE + SECONDS, signals).
        kept: windows from the whole life of the robot, of the same shape.
        is_no_condition: which signals only count up, or are codes: their values are no condition.
        fit_of: returns the prediction of a signal by others; None if there is none.
        circumstances: the signals that much of the robot depends on.
    """

    latest: Floats
    kept: Floats
    signals: list[Signal]
    is_no_condition: Flags
    fit_of: Callable[[int], Fit | None]
    circumstances: frozenset[int]


class _Showing(NamedTuple):
    """The seconds in which a deviation certainly shows, and those in which it does not.

    Attributes:
        size: its size in each second, in multiples of the usual maximum.
        noise: for a deviation of noise, the usual noise in each stored second.
    """

    shows: Flags
    hides: Flags
    size: Floats
    noise: Floats | None = None


class _Split(NamedTuple):
    """A value that separates seconds, and the share of them that it classifies correctly.

    The deviation shows above or below the value. ``apart`` is the distance between both sides'
    medians, ``nearer`` the distance from the value to the nearer median.
    """

    share: float
    value: float
    is_above: bool
    apart: float
    nearer: float

    def holds(self, values: Floats) -> Flags:
        return np.asarray(values > self.value if self.is_above else values < self.value)


@dataclass(frozen=True)
class _Found:
    """A condition: its likelihood, nats; its text, empty if not sure; and when it holds."""

    likely: float
    text: str
    holds: Flags
    place: int | None = None


_NONE = _Found(0.0, "", np.zeros(0, bool))


def condition_of(
    one: Deviation, start: int, seconds: Seconds, others: set[Signal]
) -> _Found | None:
    """Return the condition under which a deviation with a fit shows.

    Args:
        start: the first second of the latest windows that counts.
        others: signals that deviate as well, which cannot be the condition.

    Returns:
        The condition; its text is like "while rpm is above 3400", or "near (3.1, 14.2) of /odom";
        empty: there is none. None if the deviation did not come and go often enough.
    """
    found = [
        it
        for showing in _showings(one, seconds)
        if (it := _likeliest(one, start, seconds, others, showing)) is not None
    ]
    return _agreed(found) if found else None


def _likeliest(
    one: Deviation, start: int, seconds: Seconds, others: set[Signal], showing: _Showing
) -> _Found | None:
    """Return the condition of one way of showing; None if it is not known."""
    counts = showing.shows & (np.arange(len(showing.shows)) >= start)
    if counts.sum() < _FEWEST:
        return None
    first, last = np.flatnonzero(counts)[[0, -1]]
    span = slice(int(first), int(last) + 1)
    showing = showing._replace(
        shows=counts[span], hides=showing.hides[span], size=showing.size[span]
    )
    comes = int(crossings(showing.shows, showing.hides))
    if showing.hides.sum() < _FEWEST or comes < _VISITS:
        return None
    search = _Search(one, seconds, others, span, showing, comes)
    numbers = search.numbers() if comes >= _COMES else ()
    return _clear([*numbers, *search.places()], search.deviates)


def _agreed(found: list[_Found]) -> _Found:
    """Return the likeliest condition; none if those with a text disagree on it."""
    if len({one.place for one in found if one.text}) > 1:
        return _NONE
    return max(found, key=lambda one: one.likely)


def _clear(found: list[_Found], deviates: Callable[[_Found], bool]) -> _Found:
    """Return the likeliest condition whose number does not itself deviate.

    Return none if it has no text, or if another one that holds at other times is about as likely.
    """
    ordered = sorted(found, key=lambda one: -one.likely)  # ``deviates`` is slow
    first = next((one for one in ordered if not deviates(one)), _NONE)
    near = (one for one in ordered if first.likely - _AHEAD < one.likely <= first.likely)
    rivals = (one for one in near if np.mean(one.holds != first.holds) > _APART)
    return first if first.text and all(map(deviates, rivals)) else _NONE


def _showings(one: Deviation, seconds: Seconds) -> Iterator[_Showing]:
    """Yield the seconds in which a deviation certainly shows, and those in which it does not.

    A level that comes and goes within a window looks like noise or jumps; so these kinds are also
    examined as a level that is too high, and as one that is too low.
    """
    assert one.fit is not None
    latest = one.fit.residuals(seconds.latest)
    is_noise = one.kind in RELATIVE
    for sign in (1, -1) if is_noise else (one.sign,):
        size = sign * latest.reshape(-1) / one.fit.second
        yield _Showing(size > _SHOWS, size < _HIDES, size)
    if is_noise:
        usual = _noise(one.fit.residuals(seconds.kept))
        size = _noise(latest).reshape(-1) / quantile(usual)
        around = _with_seconds_around(size, _AROUND).max(axis=1)
        yield _Showing(size > _SHOWS, around < _CALM, size, usual)


def _with_seconds_around(size: Floats, count: int) -> Floats:
    """Return each second with ``count`` seconds on both sides; shape (seconds, 2 * count + 1)."""
    return sliding_window_view(np.pad(size, count, mode="edge"), 2 * count + 1)


def _noise(residuals: Floats) -> Floats:
    """Return the distance of residuals, (windows, seconds), from their window's median."""
    return np.asarray(np.abs(residuals - median(residuals, axis=1)[:, None]))


@dataclass(frozen=True)
class _Search:
    """Searches the condition of a deviation in the seconds from its first to its last one."""

    one: Deviation
    seconds: Seconds
    others: set[Signal]
    span: slice
    showing: _Showing
    comes: int

    @cached_property
    def comes_without_pauses(self) -> int:
        """How often the deviation comes or goes for more than a second."""
        size = median(_with_seconds_around(self.showing.size, _PAUSE // 2), axis=1)
        return int(crossings(size > _SHOWS, size < _HIDES))

    def numbers(self) -> Iterator[_Found]:
        """Yield conditions on a number: it, or its magnitude, is beyond a value."""
        told_as_places = {one for x, y, _ in self._coordinates() for one in (x, y)}
        for place, signal in enumerate(self.seconds.signals):
            if self.seconds.is_no_condition[place] or place in told_as_places:
                continue
            if self._is_told_alike(signal):
                continue
            values, kept = self._values(place), self.seconds.kept[:, BEFORE:, place].reshape(-1)
            name = short_name(signal, self.one.signal)
            yield from self._beyond(place, values, kept, name)
            if _goes_both_ways(kept):
                yield from self._beyond(place, np.abs(values), np.abs(kept), f"|{name}|")

    def _beyond(self, place: int, values: Floats, kept: Floats, name: str) -> Iterator[_Found]:
        """Yield the condition that a number is beyond a value, if there is one.

        A number that classifies fewer seconds must cross its value about as often as the deviation
        comes and goes: a number that only drifts is beyond a value in many of them, too.
        """
        split = _split(values, self.showing.shows, self.showing.hides, _TELLS_OFTEN)
        if split is None:
            return
        crossed = self._crossings(values, split)
        holds = split.holds(values)
        likely = self._gain(holds) + self._likelier(place)
        if not (self._is_value_known(values, kept, split) and self._is_active(kept, split)):
            return
        is_often = self.comes >= _OFTEN and crossed >= _AS_OFTEN * self.comes_without_pauses
        text = ""
        if crossed >= _CROSSINGS and (split.share >= _TELLS or (is_often and likely >= _SURE)):
            unit = self.seconds.signals[place].unit
            side = _side(self._at_half(values, split))
            text = f"while {name} is {side}{f' {unit}' if unit else ''}"
        yield _Found(likely, text, holds, place)

    def _at_half(self, values: Floats, split: _Split) -> _Split:
        """Return the split at the value at which half of the deviation shows.

        If the number crossed the value within a second, a part of the deviation shows in it. Noise
        has no such part.
        """
        if self.showing.noise is not None:
            return split
        size = self.showing.size
        half = 0.5 * np.quantile(size[self.showing.shows], _WHOLE)
        found = _split(values, size > half, size <= half, _TELLS_OFTEN)
        return split if found is None or found.is_above != split.is_above else found

    def places(self) -> Iterator[_Found]:
        """Yield places near which the deviation shows."""
        for x, y, component in self._coordinates():
            points = np.stack([self._values(x), self._values(y)], axis=-1)
            middle = np.nanquantile(points[self.showing.shows], (0.05, 0.95), axis=0).mean(axis=0)
            distance = np.hypot(*(points - middle).T)
            split = _split(distance, self.showing.shows, self.showing.hides, _PLACE_TELLS)
            if (
                split is not None
                and not split.is_above
                and self._crossings(distance, split) >= _VISITS
            ):
                texts = rounded([float(value) for value in middle], split.value)
                holds = split.holds(distance)
                text = f"near ({', '.join(texts)}) of {component}"
                yield _Found(self._gain(holds) - _OF_PLACE, text, holds)

    def _coordinates(self) -> Iterator[tuple[int, int, str]]:
        """Yield the signals that are x and y of a robot position, and their component."""
        at = {(one.component, one.quantity): place
              for place, one in enumerate(self.seconds.signals)}  # fmt: skip
        for (component, quantity), x in at.items():
            y = at.get((component, f"{quantity[:-1]}y"))
            is_position = quantity.endswith("position.x")
            if y is not None and is_position and not is_command(self.seconds.signals[x]):
                yield x, y, component

    def deviates(self, found: _Found) -> bool:
        """Tell whether a condition's number deviates from its own prediction: it is an effect."""
        fitted = None if found.place is None else self.seconds.fit_of(found.place)
        if fitted is None:
            return False
        causes = fitted.regression.causes
        if self.one.signal in [self.seconds.signals[one] for one in causes[causes >= 0]]:
            return False  # the deviating number is one of its predictors
        residuals = fitted.residuals(self.seconds.latest).reshape(-1)[self.span][self.showing.shows]
        return bool(np.nanmedian(np.abs(residuals)) > fitted.second)

    def _values(self, place: int) -> Floats:
        return self.seconds.latest[:, BEFORE:, place].reshape(-1)[self.span]

    def _is_told_alike(self, signal: Signal) -> bool:
        """Tell whether a signal deviates as well, or belongs to the same array."""
        own = self.one.signal
        is_beside = own is not None and (own.topic, own.quantity) == (signal.topic, signal.quantity)
        return is_beside or signal in self.others

    def _crossings(self, values: Floats, split: _Split) -> int:
        beyond = _BEYOND * split.nearer
        high, low = values > split.value + beyond, values < split.value - beyond
        return int(crossings(high, low))

    def _is_value_known(self, values: Floats, kept: Floats, split: _Split) -> bool:
        """Tell whether a number is on or off, or was close to the value on both sides.

        Otherwise it only shows that something was on, as every number does that works with it. A
        value outside the number's usual range means that the number itself is unusual.
        """
        shows, hides = values[self.showing.shows], values[self.showing.hides]
        if max(_extent(shows), _extent(hides)) <= _TWO_VALUED * split.apart:
            return True
        low, high = (hides, shows) if split.is_above else (shows, hides)
        between = float(np.nanquantile(high, 0.05) - np.nanquantile(low, 0.95))
        usual = np.nanquantile(kept, (0.05, 0.95))
        return between <= _CLOSE * split.apart and bool(usual[0] <= split.value <= usual[1])

    def _is_active(self, values: Floats, split: _Split) -> bool:
        """Tell whether the signal, or its noise, usually varies where its deviation hides.

        A number that stands still there, such as the current of a pump that is off, has no
        condition.
        """
        kept, one = self.seconds.kept, self.one
        within = split.holds(values)
        if self.showing.noise is not None:
            noise = self.showing.noise.reshape(-1)
            return _middle(noise[~within]) >= _NOISY * _middle(noise[within])
        signal = self.seconds.signals.index(one.signal) if one.signal else 0
        own = kept[:, BEFORE:, signal].reshape(-1)
        return _extent(own[~within]) >= _ACTIVE * _extent(own[within])

    def _gain(self, holds: Flags) -> float:
        """Return the gain in log-likelihood of two rates of showing over a single rate, nats.

        One rate is for the seconds in which a condition holds, the other for the rest.
        """
        sides = [
            (shows & side).sum()
            for side in (holds, ~holds)
            for shows in (self.showing.shows, ~self.showing.shows)
        ]
        count = np.array(sides, float).reshape(2, 2)
        return _log_likelihood(count) - _log_likelihood(count.sum(axis=0, keepdims=True))

    def _likelier(self, place: int) -> float:
        signal, told = self.seconds.signals[place], self.one
        tells = told.fit is not None and place in told.fit.regression.causes
        tells |= signal in told.circumstances or place in self.seconds.circumstances
        likely = _LIKELY if tells else 0.0
        return likely + (_NEAR if signal.topic == told.topic else 0.0)


def _side(split: _Split) -> str:
    step = 10.0 ** math.floor(math.log10(_ROUNDS_AT * split.apart))
    value = rounded([step * round(split.value / step)], 10.0 * step)[0]
    return f"{'above' if split.is_above else 'below'} {value}"


def _goes_both_ways(values: Floats) -> bool:
    """Tell whether a number has both signs, as a velocity does."""
    low, high = np.nanquantile(values, (0.02, 0.98)) if np.isfinite(values).any() else (0.0, 0.0)
    return bool(min(-low, high) >= _BOTH_WAYS * max(-low, high) > 0)


def _split(values: Floats, shows: Flags, hides: Flags, least: float) -> _Split | None:
    """Return the best separating value; None if it classifies less than the ``least`` share."""
    is_known = np.isfinite(values)
    within, outside = np.sort(values[shows & is_known]), np.sort(values[hides & is_known])
    if len(within) < _KNOWN * shows.sum() or len(outside) < _KNOWN * hides.sum():
        return None
    steps = np.unique(np.concatenate([within, outside]))
    if len(steps) < 2:
        return None
    between = 0.5 * (steps[1:] + steps[:-1])
    above = 1.0 - np.searchsorted(within, between) / len(within)
    share = 0.5 * (above + np.searchsorted(outside, between) / len(outside))
    told_by = np.abs(share - 0.5)
    best = int(np.argmax(np.where(told_by == told_by.max(), np.diff(steps), -1.0)))
    is_above = bool(share[best] > 0.5)
    told = float(share[best] if is_above else 1.0 - share[best])
    if told < least:
        return None
    value, middle = float(between[best]), (float(np.median(within)), float(np.median(outside)))
    nearer = min(abs(value - one) for one in middle)
    return _Split(told, value, is_above, abs(middle[0] - middle[1]), nearer)


def _log_likelihood(count: Floats) -> float:
    """Return the log-likelihood of counts, given the shares within their row, nats."""
    share = count / np.maximum(count.sum(axis=1, keepdims=True), 1.0)
    return float((count * np.log(np.where(count > 0, share, 1.0))).sum())


def _middle(values: Floats) -> float:
    """Return the median; 0 if no value is known."""
    known = values[np.isfinite(values)]
    return float(np.median(known)) if len(known) else 0.0


def _extent(values: Floats) -> float:
    """Return the range of the middle nine tenths; 0 if no value is known."""
    known = values[np.isfinite(values)]
    low, high = np.quantile(known, (0.05, 0.95)) if len(known) else (0.0, 0.0)
    return float(high - low)


@dataclass
class _Watched:
    """A deviation, the window in which it (or the one it repeats) began, and that of its detection.

    Attributes:
        found: its condition at the last search; None: not known then.
    """

    one: Deviation
    began: int
    told: int
    found: _Found | None = None


class ConditionSearch:
    """Searches during a session for the conditions of deviations, and writes them into these."""

    def __init__(self) -> None:
        self._window = 0
        self._watched: list[_Watched] = []
        self._began: dict[int, tuple[int, int]] = {}  # by column: start, last detection
        self._told: dict[Signal, int] = {}  # when a signal was last detected to deviate
        self._found: dict[Signal, str] = {}

    def watch(self, one: Deviation) -> None:
        """Begin to search for the condition of a deviation detected in the latest window."""
        if one.signal is None:
            return
        now = self._window + 1
        if now - self._told.get(one.signal, -_SAME) >= _SAME:
            self._found.pop(one.signal, None)
        one.condition = self._found.get(one.signal)
        self._told[one.signal] = now
        began, told = self._began.get(one.column, (0, -_SAME))
        if now - told >= _SAME:
            began = now - one.unusual_for
        self._began[one.column] = began, now
        self._watched.append(_Watched(one, began, now))

    def is_watched(self, one: Deviation) -> bool:
        """Tell whether the condition of a deviation is still searched for."""
        return any(it.one is one for it in self._watched)

    def advance(self, seconds: Callable[[], Seconds]) -> None:
        """Take in one window; ``seconds`` then returns all signals up to its end."""
        self._window += 1
        self._watched = [it for it in self._watched if self._window - it.told <= _LONGEST]
        looked_at: set[Signal] = set()
        for it in self._watched:
            age, signal = self._window - it.began, it.one.signal
            if it.one.fit is None or signal is None or age < _SOONEST or age % _EVERY:
                continue
            now = seconds()
            start = (len(now.latest) - 1 - age - _EARLIER) * SECONDS
            others = {other for other, told in self._told.items() if told >= it.began}
            found = condition_of(it.one, max(0, start), now, others)
            if found is not None:
                it.found = found
                looked_at.add(signal)
        for signal in looked_at:
            alike = [it for it in self._watched if it.one.signal == signal]
            self._found[signal] = text = _agreed([it.found for it in alike if it.found]).text
            for it in alike:
                it.one.condition = text
