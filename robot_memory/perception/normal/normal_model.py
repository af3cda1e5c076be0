"""Judges windows: the expected values, the evidence, and the deviations that begin and end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from robot_memory.perception.normal.angles import Angles
from robot_memory.perception.normal.circumstances import (
    Circumstances,
    choose,
    fourth_nearest,
    new_groups,
)
from robot_memory.perception.normal.columns import (
    OF_SIGNAL,
    RELATIVE,
    Columns,
    Flags,
    Floats,
    Numbers,
    grown,
    median,
)
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.evidence import (
    AGAIN_BY,
    LIMIT,
    bet,
    correlation_time,
    times_unusual,
)
from robot_memory.perception.normal.expectation import (
    RECENT,
    Expectation,
    expect,
    floor_and_size,
    past_residuals,
)
from robot_memory.perception.normal.integrals import are_integrals
from robot_memory.perception.normal.job_effects import JobEffects
from robot_memory.perception.normal.like_parts import LikeParts
from robot_memory.perception.normal.onset_second import onset_second
from robot_memory.perception.normal.record import Record
from robot_memory.perception.normal.regression import Rest
from robot_memory.perception.normal.relations import LATEST, Relations, SoughtRelations
from robot_memory.perception.normal.robot_states import RobotStates
from robot_memory.perception.normal.signal_grid import WINDOW, SignalGrid, Window
from robot_memory.perception.normal.signal_traits import SignalTraits, known_in, measured
from robot_memory.perception.occurrences.detection import FURTHER

#: Windows before anything is judged: by then enough residuals are known.
LEARNED_FIRST = 120
_RESIDUALS = 90  # past residuals that are needed to judge a column
_TREND = 60  # windows whose median residual is the slow drift
_SETTLE = 12  # windows of a session before its drift is known
_CHOICES = (36, 60, LEARNED_FIRST, 240)  # windows after which circumstances are chosen, …
_AGAIN = 180  # … and then each time so many later
_SLOW = 3.0  # windows of correlation from which a column is slow
_SUSPECT = 0.02  # p-value below which a value is not learned yet
_VISITED = 0.02  # of all windows: rarer values at each end do not count as visited
_SELDOM = 0.05  # of all windows: a number that stands still less often may be stuck
_OVER, _OVER_FOR = 0.4, 3  # of its size, below which a deviation is over; for so many windows
_LONGEST = 360  # windows after which a lasting deviation is the new normal
_OTHER = 1.0  # of its span: a larger drift in a session means that a column is not judged
_ENOUGH_WITHIN = 20  # windows within which the evidence must suffice
_LATELY = 30  # windows after its end in which a deviation must not serve to predict others
_LIKE = 0.25  # of the span of a level: expected levels that differ less are alike
_CALM = 0.5  # of the 99 % quantile of its changes: a residual below it is calm
_PER_CHANGE = 0.25  # nats of a window without a change, for each usual change
_TO_BLAME, _NEAR = 0.25, 0.1  # times as often at its value; of its span, that counts as its value
_NOTHING = 0.01  # of a jump: a level below it was next to zero; …
_FAR_BEYOND = 20.0  # … times its span and its noise: the least size of such a jump
#: The quantities stored for each column, and their initial values.
_BEGINS = {"_sums": 0.0, "_since": 0, "_recent": np.nan, "_pending": 0, "_correlation": 1.0,
           "_span": 0.0, "_visited": np.nan, "_seldom_still": False}  # fmt: skip


class NormalModel:
    """Learns from the windows of a grid what is normal for a robot, and finds deviations."""

    def __init__(self, grid: SignalGrid) -> None:
        self._grid = grid
        self._columns, self._traits, self._relations = Columns(), SignalTraits(), Relations()
        self._angles = Angles()
        self._record = Record(self._columns)
        self._circumstances = Circumstances()
        self._open: dict[int, Deviation] = {}
        self._lately: dict[int, int] = {}  # by signal: the window of its last deviation
        self._sums: Floats = np.zeros((2, 0), np.float32)
        self._since: Numbers = np.zeros((2, 0), np.int64)
        self._recent: Floats = np.full((_TREND, 0), np.nan, np.float32)
        self._pending: Numbers = np.zeros(0, np.int64)
        self._correlation: Floats = np.ones(0, np.float32)
        self._related: Floats = np.zeros(0, np.float32)
        self._expected: Floats = np.full((LATEST, 0), np.nan, np.float32)  # recent levels
        self._span: Floats = np.zeros(0, np.float32)
        self._visited: Floats = np.zeros((2, 0), np.float32)
        self._seldom_still: Flags = np.zeros(0, bool)
        self._reported: Numbers = np.zeros(0, np.int64)
        self._judged = self._session = self._chosen_at = 0
        self._states, self._jobs, self._like_parts = RobotStates(), JobEffects(), LikeParts()

    # -- windows ---------------------------------------------------------------------------

    def begin_session(self) -> None:
        """Begin a session: open deviations end, and slow drifts are learned anew."""
        self._session += 1
        self._relations.begin_session()
        self._judged = 0
        self._recent[:] = np.nan
        self._sums[:] = 0.0
        for one in self._open.values():
            one.end = one.last
        self._open.clear()
        self._lately.clear()

    def observe(self, window: Window) -> Iterator[Deviation]:
        """Take in a window; yield the deviations detected in it."""
        if not np.isfinite(window.samples).any():
            return
        self._grow()
        was_count = self._traits.is_count
        known = known_in(window, self._traits, self._columns)
        steps = self._angles.steps(window.samples)
        self._traits.observe(window.samples, steps, known, self._calm())
        changed = np.flatnonzero(was_count != self._traits.is_count)
        self._record.forget(self._columns.of(Kind.LEVEL)[changed])
        seconds = self._relations.seconds(window.samples)
        values = self._values(window, steps, known, seconds)
        new_states = self._new_states(window.samples)
        self._traits.note_levels(values[self._columns.of(Kind.LEVEL)])
        row = self._record.add(values, self._session)
        reported = self._of_reported_faults(window)
        of_reported = self._columns.of_signals(reported, OF_SIGNAL)
        self._record.usable[row] &= ~of_reported
        if len(self._record) > LEARNED_FIRST:
            yield from self._judge(window.end, values, row, new_states, of_reported)
        self._relations.keep(seconds, self._record.count - 1, ~self._calm() | reported)
        count = self._record.count
        if count in _CHOICES or count - self._chosen_at >= _AGAIN:
            self._choose()

    def _grow(self) -> None:
        self._columns.follow(self._grid.signals, self._grid.topics)
        self._traits.follow(self._grid.signals)
        self._angles.follow(len(self._grid.signals))
        size = len(self._columns)
        if size == len(self._correlation):
            return
        self._record.grow()
        self._jobs.follow(size)
        self._like_parts.follow(self._grid.signals)
        self._relations.family = self._like_parts.family
        for name, begin in _BEGINS.items():
            setattr(self, name, grown(getattr(self, name), size, begin))
        self._related = grown(self._related, len(self._grid.signals), 0.0)
        self._reported = grown(self._reported, len(self._grid.signals), 0)
        self._expected = grown(self._expected, len(self._grid.signals), np.nan)
        choice = grown(self._circumstances.choice, size, 0)
        scale = grown(self._circumstances.scale, len(self._grid.signals), 1e-9)
        self._circumstances = replace(self._circumstances, scale=scale, choice=choice)

    def _calm(self) -> Flags:
        """Tell which signals show nothing unusual."""
        levels = self._columns.of(Kind.LEVEL)
        calm: Flags = self._sums[:, levels].max(axis=0) == 0
        return calm & ~np.isin(levels, list(self._open)) if self._open else calm

    def _of_reported_faults(self, window: Window) -> Flags:
        """Tell which signals belong to a reported fault that began less than an hour ago.

        They are judged, but not learned; otherwise a repair would look like a fault.
        """
        is_reported = np.zeros(len(self._reported), bool)
        is_reported[list(window.reported)] = True
        self._reported = np.where(is_reported, self._reported + 1, 0)
        return is_reported & (self._reported <= _LONGEST)

    def _values(self, window: Window, steps: Floats, known: Flags, seconds: Floats) -> Floats:
        columns = self._columns
        values = measured(window, steps, known, self._traits, columns)
        for rest in self._relations.rest(seconds):
            is_known, noise = known[rest.signals], self._noise_of(rest)[0]
            related, deviation = self._related[rest.signals], rest.deviation[0]
            is_usual = is_known & np.isfinite(deviation)
            self._related[rest.signals] += np.where(is_usual, 0.02 * (deviation - related), 0.0)
            for kind, value in ((Kind.RESIDUAL, rest.mean[0]), (Kind.RESIDUAL_SPREAD, noise)):
                values[columns.of(kind)[rest.signals]] = np.where(is_known, value, np.nan)
        return values

    def _noise_of(self, rest: Rest) -> Floats:
        """Return the noise of the residuals of relations; NaN for signals without noise."""
        traits = self._traits
        is_noise = rest.deviation > 0.1 * traits.quantum[rest.signals]
        return np.where(is_noise & traits.is_noisy[rest.signals], rest.noise, np.nan)

    def _new_states(self, samples: Floats) -> Flags:
        """Tell for which columns the topic is in an unfamiliar state."""
        states = np.flatnonzero(self._traits.is_state).tolist()
        texts = self._traits.is_text
        new = self._states.observe(samples, states, texts, self._record.count + 1)
        # A fault itself may raise a flag: columns that change with it are judged.
        modes = [signal for signal in new if not self._traits.is_flag(signal)]
        return np.isin(self._columns.group, [self._columns.group_of(one) for one in modes])

    # -- judging ---------------------------------------------------------------------------

    def _judge(
        self, stamp: float, values: Floats, row: int, new_states: Flags, of_reported: Flags
    ) -> Iterator[Deviation]:
        record, now = self._record, self._record.scaled(values)
        is_slow = self._correlation > _SLOW
        usable = np.arange(len(record)) != row
        age = record.count - 1 - record.number[: len(record)]
        usable &= (age >= RECENT) | (record.session[: len(record)] != self._session)
        stored, levels = record.usable_values, record.levels()
        at = levels[row]
        told = expect(record, stored, levels, at, self._circumstances, usable, is_slow)
        far = fourth_nearest(self._circumstances, self._columns, levels, at, usable)
        is_new = told.is_far | new_states | new_groups(self._circumstances, self._columns, far)
        residual, before = now - told.middle, median(self._recent)
        is_settled = np.isfinite(self._recent).sum(axis=0) >= _SETTLE
        if self._judged % 6 == 0 or not self._span.any():
            self._span = record.span()
            self._visited = record.visited(usable, _VISITED)
            spread = self._columns.of(Kind.SPREAD)
            self._seldom_still[spread] = record.is_seldom_zero(spread, _SELDOM)
        floor, size = floor_and_size(
            record, self._columns, self._traits, told.middle, self._span, self._related, is_slow
        )
        excess, usual = residual - before, told.middle + before
        self._expected[record.count % LATEST] = usual[self._columns.of(Kind.LEVEL)]
        is_new |= self._begins_from_nothing(usual, excess)
        is_new |= self._does_as_like_parts(now, excess, size)
        is_other = np.abs(before) > _OTHER * np.where(self._span > 0, self._span, np.inf)
        may = self._traits.may_be_judged(self._columns, self._span, self._angles.found)
        judged = is_settled & ~is_new & ~is_other & may
        past = record.usable_residuals
        self._jobs.observe(is_new_job=self._states.is_new_job)
        if self._states.is_new_job:
            may_change = judged & self._jobs.may_change
            of_job = np.where(may_change, excess, np.nan)
            self._jobs.watch(self._nats(of_job, now, told, floor, values, past)[0])
            judged &= ~may_change
        excess = np.where(judged, excess, np.nan).astype(np.float32)
        nats, p = self._nats(excess, now, told, floor, values, past)
        self._add_up(nats)
        self._end_deviations(stamp, residual, told, values)
        yield from self._begin_deviations(stamp, excess, residual, before, size, told, values)
        self._learn(row, values, excess, residual, p, of_reported)

    def _begins_from_nothing(self, usual: Floats, excess: Floats) -> Flags:
        """Tell which columns' signals jump from next to zero: an action begins, such as a load."""
        levels = self._columns.of(Kind.LEVEL)
        jump = np.abs(excess[levels])
        of_signal = np.abs(usual[levels]) < _NOTHING * jump
        of_signal &= jump > _FAR_BEYOND * np.maximum(self._span[levels], self._traits.deviation)
        return self._columns.of_signals(of_signal, (Kind.LEVEL, Kind.SPREAD, Kind.JUMP))

    def _does_as_like_parts(self, now: Floats, excess: Floats, size: Floats) -> Flags:
        """Tell which columns' signals have a level that like parts had, or have now."""
        levels = self._columns.of(Kind.LEVEL)
        found = self._like_parts.witnessed(now[levels], *self._visited[:, levels])
        found |= self._like_parts.deviating_as_one(excess[levels], size[levels])
        return self._columns.of_signals(found, OF_SIGNAL)

    def _nats(
        self, excess: Floats, now: Floats, told: Expectation, floor: Floats, values: Floats,
        past: Floats,
    ) -> tuple[Floats, Floats]:  # fmt: skip
        """Return nats for too high and too low, (2, columns), and the smaller p-value of both."""
        columns = self._columns
        extent = told.high - told.low
        still = (values == 0) & self._seldom_still
        downward = ~columns.is_upward & ((columns.kind != Kind.SPREAD) | still)
        drift = np.zeros(len(columns), np.int64)
        drift[columns.of(Kind.LEVEL)] = self._traits.drift
        low, high = np.fmin(told.low, self._visited[0]), np.fmax(told.high, self._visited[1])
        nats, p = np.zeros((2, len(columns)), np.float32), np.ones(len(columns), np.float32)
        for side, sign in enumerate((1, -1)):
            outside = now - high if sign > 0 else low - now
            is_judged = (drift != -sign) & (downward | (sign > 0))
            given = np.where(is_judged, excess, np.nan).astype(np.float32)
            found = bet(sign, given, past, floor, self._correlation, outside, extent, _RESIDUALS)
            nats[side], p = found[0], np.minimum(p, found[1])
        spread = columns.of(Kind.SPREAD)
        most = np.where(values[spread] == 0, _PER_CHANGE * self._traits.changes, np.inf)
        nats[1, spread] = np.minimum(nats[1, spread], most)
        return nats, p

    def _add_up(self, nats: Floats) -> None:
        count = self._record.count
        is_old = (count - self._since >= _ENOUGH_WITHIN) & (self._sums <= LIMIT)
        sums = np.maximum(0.0, np.where(is_old, 0.0, self._sums) + nats)
        begins = ((self._sums == 0) | is_old) & (sums > 0)
        self._since, self._sums = np.where(begins, count, self._since), sums

    def _end_deviations(
        self, stamp: float, residual: Floats, told: Expectation, values: Floats
    ) -> None:
        for column, one in list(self._open.items()):
            if not np.isfinite(residual[column]):
                continue
            rest = (float(residual[column]) - one.before) * one.sign
            if rest >= FURTHER * one.extent:
                one.extent = rest
                self._tell_values(one, told, values)
            one.over = one.over + 1 if rest < _OVER * one.size else 0
            if not one.over:
                one.last, one.last_value = stamp, float(values[column])
            if one.over >= _OVER_FOR or self._record.count - one.since > _LONGEST:
                one.end = one.last
                self._sums[:, column] = 0.0
                self._pending[column] = 0
                del self._open[column]
                if one.signal is not None:
                    self._lately[int(self._columns.source[column])] = self._record.count

    @staticmethod
    def _tell_values(one: Deviation, told: Expectation, values: Floats) -> None:
        column = one.column
        one.value = one.last_value = float(values[column])
        one.usual = float(told.middle[column]) + one.before
        one.low, one.high = float(told.low[column]), float(told.high[column])

    def _begin_deviations(
        self, stamp: float, excess: Floats, residual: Floats, before: Floats, size: Floats,
        told: Expectation, values: Floats,
    ) -> Iterator[Deviation]:  # fmt: skip
        waiting = [
            (*self._look_again(column, sign), column, sign)
            for side, sign in enumerate((1, -1))
            for column in np.flatnonzero(self._sums[side] > LIMIT).tolist()
            if column not in self._open and sign * excess[column] >= size[column]
            and self._record.count - self._since[side, column] >= 1
            and not (  # the sentence of a level would contradict itself
                self._columns.kind[column] == Kind.LEVEL
                and told.has(column, told.middle[column] + excess[column])
            )
        ]  # fmt: skip
        count = len(self._open)
        for times, noise, column, sign in sorted(waiting, reverse=True):
            if len(self._open) > count:  # deviations found meanwhile must not predict others
                times, noise = self._look_again(column, sign)
            if times < 1.0 or self._is_anothers(column, values):
                continue
            one = self._deviation(stamp, column, sign)
            one.before = float(before[column])
            self._tell_values(one, told, values)
            if one.stands_still:
                level = self._columns.column(Kind.LEVEL, int(self._columns.source[column]))
                one.stands_at = float(values[level])
            one.size = one.extent = abs(float(excess[column]))
            one.is_calm = noise < _CALM and not (one.stands_still and one.stands_at != 0)
            one.clarity = times
            if one.signal is not None:
                source = int(self._columns.source[column])
                one.fit = self._relations.fit_of(source, one.since - one.unusual_for - 1)
                self._relations.leave_out(source, one.since - one.unusual_for)
            self._open[column] = one
            yield one

    def _is_anothers(self, column: int, values: Floats) -> bool:
        """Tell whether a signal has an often seen level, and a signal related to it has not.

        If two signals no longer follow each other, the one with the unusual level is to blame.
        """
        columns, source = self._columns, int(self._columns.source[column])
        if columns.kind[column] != Kind.RESIDUAL:
            return False
        level = columns.of(Kind.LEVEL)
        often = self._record.share_near(level, values[level], _NEAR * self._span[level])
        return any(
            self._sums[:, columns.column(Kind.RESIDUAL, one)].max() > 0
            and source in self._relations.causes(one)
            and often[one] < _TO_BLAME * often[source]
            for one in self._relations.causes(source)
        )

    def _look_again(self, column: int, sign: int) -> tuple[float, float]:
        """Return :func:`times_unusual` of a second look, and the residual's noise."""
        columns, kind = self._columns, Kind(int(self._columns.kind[column]))
        if kind not in AGAIN_BY:
            return math.inf, math.inf
        may_tell = self._may_tell()
        told = [columns.source[one] for one in self._open if columns.kind[one] in OF_SIGNAL]
        latest = self._record.count - _LATELY
        told += [signal for signal, at in self._lately.items() if at > latest]
        may_tell[told] = False
        side, source = 0 if sign > 0 else 1, int(columns.source[column])
        windows = self._like_the_first(side, column, source)
        began = int(self._since[side, column]) - 1
        look = self._relations.look_again(source, windows, may_tell, began)
        return times_unusual(kind, sign, float(self._sums[side, column]), look), look.noise

    def _like_the_first(self, side: int, column: int, source: int) -> Flags:
        """Tell in which windows since the evidence began the expected level is as in the first.

        The newest window is the last. Noise that occurs only while a pump runs is absent while it
        is off.
        """
        count = self._record.count
        windows = min(count - int(self._since[side, column]) + 1, LATEST)
        if self._columns.kind[column] not in RELATIVE:
            return np.ones(windows, bool)
        expected = self._expected[np.arange(count - windows + 1, count + 1) % LATEST, source]
        width = _LIKE * self._span[self._columns.column(Kind.LEVEL, source)]
        return np.asarray(~(np.abs(expected - expected[0]) > width))

    def _deviation(self, stamp: float, column: int, sign: int) -> Deviation:
        columns, side, count = self._columns, 0 if sign > 0 else 1, self._record.count
        kind, source = Kind(int(columns.kind[column])), int(columns.source[column])
        signal = columns.signals[source] if kind in OF_SIGNAL else None
        subset = self._circumstances.subsets[int(self._circumstances.choice[column])]
        unusual_for = count - int(self._since[side, column])
        begin = onset = stamp - WINDOW * (unusual_for + 1)
        if signal is not None:
            onset += onset_second(kind, sign, *self._relations.around(source, unusual_for))
        return Deviation(
            kind, signal, columns.topics[source] if signal is None else signal.topic, column, sign,
            begin=begin, onset=onset, told=stamp, last=stamp, since=count,
            circumstances=tuple(columns.signals[one] for one in subset),
            nats=float(self._sums[side, column]), unusual_for=unusual_for,
            at_begin=self._record.value(int(self._since[side, column]) - 1, column),
        )  # fmt: skip

    def _learn(
        self, row: int, values: Floats, excess: Floats, residual: Floats, p: Floats,
        of_reported: Flags,
    ) -> None:  # fmt: skip
        """Store the window; suspect values are not used until their evidence has receded."""
        is_open = of_reported.copy()
        is_open[list(self._open)] = True
        sums = self._sums.max(axis=0)
        suspect = ((p < _SUSPECT) | (sums > 3.0)) & ~is_open
        self._record.usable[row] = np.isfinite(values) & ~suspect & ~is_open
        self._record.residuals[row] = np.where(is_open, np.nan, excess)
        self._pending = np.where(suspect, self._pending + 1, np.where(is_open, 0, self._pending))
        for column in np.flatnonzero((sums == 0) & ~is_open & (self._pending > 0)).tolist():
            self._record.release(column, 3 * int(self._pending[column]) + 2)
            self._pending[column] = 0
        self._recent[self._judged % _TREND] = np.where(is_open, np.nan, residual)
        self._judged += 1

    # -- what is learned now and then ------------------------------------------------------

    def _choose(self) -> None:
        """Choose relations and circumstances anew, and recompute past residuals with them."""
        self._chosen_at = self._record.count
        traits, columns, record = self._traits, self._columns, self._record
        self._relate()
        record.learn_usual()
        self._circumstances = choose(record, columns, traits)
        residuals = past_residuals(record, self._circumstances)
        record.residuals[: len(record)] = residuals - record.trend(residuals, _TREND, _SETTLE)
        rows = record.order()
        self._correlation = correlation_time(record.residuals[rows])
        of_session = rows[record.session[rows] == self._session][-_TREND:]
        self._recent[:] = np.nan
        self._recent[: len(of_session)] = residuals[of_session]
        self._recent[:, list(self._open)] = np.nan
        self._judged = len(of_session)

    def _may_tell(self) -> Flags:
        """Tell which signals may predict others: no counts, texts, or angles that wrap around."""
        return np.asarray(~(self._traits.is_count | self._traits.is_text | self._angles.found))

    def _relate(self) -> None:
        """Find relations anew, and their residuals in the stored windows."""
        traits, columns, record = self._traits, self._columns, self._record
        is_task = traits.is_task | are_integrals(self._relations.windows, columns.signals)
        before = self._relations.following
        may_tell = self._may_tell()
        may_follow = may_tell & ~(traits.is_mode | traits.is_phase | traits.is_world)
        world = may_tell & traits.is_world & ~(traits.is_mode | traits.is_command)
        # Joints move together as a task requires, until the next task: each follows its own
        # command.
        self._relations.find(
            SoughtRelations(may_follow & ~is_task, may_tell),
            SoughtRelations(may_follow & is_task, may_tell & traits.is_command, 1),
            SoughtRelations(world, world, 1, same_quantity=True),
        )
        mean_of, noise_of = columns.of(Kind.RESIDUAL), columns.of(Kind.RESIDUAL_SPREAD)
        gone = list(before - self._relations.following)
        record.forget([*mean_of[gone], *noise_of[gone]])
        self._related[gone] = 0.0
        for rest in self._relations.past():
            record.replace(self._relations.number, mean_of[rest.signals], rest.mean)
            record.replace(self._relations.number, noise_of[rest.signals], self._noise_of(rest))
            count = np.maximum(np.isfinite(rest.deviation).sum(axis=0), 1)
            self._related[rest.signals] = np.nansum(rest.deviation, axis=0) / count
