"""What kind of number each signal is, and its value in a window.

Counts and modes are found by their data, positions in the world and commands by their names.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from robot_memory.perception.normal.columns import (
    TEXT,
    Columns,
    Flags,
    Floats,
    Numbers,
    Signal,
    grown,
    median,
)
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.record import from_text, to_text
from robot_memory.perception.normal.signal_grid import Window

_FLAG = {0.0, 1.0}
_MODES = 6  # largest number of values of a mode
_PHASES = _MOST_TEXTS = 24  # largest number of values of a phase, and of texts of a mode
_LEAPS, _LEAP_SHARE = 3, 0.05  # steps of a phase that skip values: least number, and least share
_RISES = 20  # times that a count must have risen
_FALLS = 0.02  # of the rises, at most: a count may overflow or restart
_SLOW = 4.0  # changes in a window; with fewer, noise means nothing
_MEMORY = 150  # windows
_LEAST_CODE = 1 << 16  # from this value on, a mode is a code, or a bit mask
_STEPS, _ONE_WAY = 4, 4  # least number of moves of a level, and ratio of one direction to the other
_RESTARTS, _NOTHING = 2, 0.05  # least restarts of a sum; of its last value, that it restarts below
_BEYOND_NOISE = 2.0  # of its usual deviation: a smaller change of a level is no move
#: Commands to the robot or a part of it: from its programs, and from a person's sticks.
_COMMANDS = (
    r"cmd|commands?|commanded|targets?|set_?points?|goals?|desired"
    r"|joy|joystick|rc/in|input_rc|rc_channels|manual_control"
)
_COMMANDED = re.compile(rf"(?<![a-z])(?:{_COMMANDS})(?![a-z])")
#: The robot's position in the world, and commands: these are not caused by its own parts.
_OF_WORLD = re.compile(
    rf"(?<![a-z])(?:poses?|orientation|latitude|longitude|altitude|{_COMMANDS}|uptime|seq"
    r"|odom[a-z]*.{0,80}twist)(?![a-z])")  # fmt: skip
_BEAMS = r"ranges|sector \d"
#: Signals without a normal level: the world, and positions of joints and beams, set by a task.
_OF_TASK = re.compile(rf"(?<![a-z])(?:positions?|heading|{_BEAMS})(?![a-z])|{_OF_WORLD.pattern}")
#: Names of a joint's velocity, if its position is known too: a task determines both.
_OF_JOINT = re.compile(r"^positions?\b")
_JOINT_VELOCITY = re.compile(r"(?i)^(?:velocit(?:y|ies)|speed)\b")
_FIX = ("lat", "lon")  # endings of the names of a latitude and its longitude
_LEAPS_BY_NATURE = re.compile(rf"(?<![a-z])(?:{_BEAMS}|{_COMMANDS})(?![a-z])")
_IN_A_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")  # "targetSpeed"

#: The learned and stored quantities of each signal: their type and initial value.
_LEARNED: Mapping[str, tuple[type[np.generic], float]] = {
    "quantum": (np.float32, np.inf), "deviation": (np.float32, 0.0), "step": (np.float32, 0.0),
    "changes": (np.float32, 0.0), "_level": (np.float32, np.nan), "is_mode": (np.bool_, True),
    "_rises": (np.int64, 0), "_falls": (np.int64, 0), "_seen": (np.int64, 0),
    "_leaps": (np.int64, 0), "is_phase": (np.bool_, False),
    "_went_up": (np.int64, 0), "_went_down": (np.int64, 0), "_restarts": (np.int64, 0),
}  # fmt: skip
#: Quantities that an earlier version did not store.
_LATER = ("_leaps", "is_phase", "_restarts")
#: Traits that follow from the names of a signal.
_NAMED = {"is_task": _OF_TASK, "is_world": _OF_WORLD, "is_command": _COMMANDED,
          "may_leap": _LEAPS_BY_NATURE}  # fmt: skip


def is_command(signal: Signal) -> bool:
    """Tell by its names whether a signal is a command to the robot."""
    return _COMMANDED.search(_spelled(signal)) is not None


def _spelled(signal: Signal) -> str:
    """Return the names of a signal in lower case, with separated words."""
    return _IN_A_WORD.sub("_", f"{signal.component}|{signal.quantity}").lower()


def _are_of_fixes(signals: Sequence[Signal]) -> Flags:
    """Tell which signals are a short latitude or longitude: their message has both."""
    known = {(one.component, one.quantity) for one in signals}
    return np.array([
        one.quantity.endswith(_FIX)
        and all((one.component, f"{one.quantity[:-3]}{end}") in known for end in _FIX)
        for one in signals
    ], bool)  # fmt: skip


def _part(signal: Signal) -> str:
    """Return a component's last word, as a joint is named in any message, unless it is a number."""
    name = signal.component.rpartition(" ")[2]
    return signal.component if name.isdigit() else name


class SignalTraits:
    """Learns what kind each signal is.

    Attributes:
        quantum: the smallest step of each signal.
        deviation: usual standard deviation within a window.
        step: for a count the largest rise from sample to sample.
        changes: usual number of changes in a window.
        is_count: it only rises.
        is_mode: it has only a handful of values, or some texts.
        is_phase: it has some whole numbers, and sometimes skips a few: it numbers a phase, a recipe
            or a program, for which no level is normal.
        is_state: a mode that shows what the robot does; a new value of it is a new circumstance.
        is_task: its level depends on where the robot happens to be, or on commands.
        is_world: it is a position of the robot in the world, or a command.
        is_command: it is a command to the robot, or to a part of it.
        may_leap: it is a command, or a beam, which may meet another object at once.
        is_joint_velocity: a position of its part is known too, so a task determines its motion.
    """

    quantum: Floats
    deviation: Floats
    step: Floats
    changes: Floats
    is_mode: Flags
    is_phase: Flags
    is_task: Flags
    is_world: Flags
    is_command: Flags
    may_leap: Flags
    is_joint_velocity: Flags
    is_text: Flags
    _level: Floats
    _rises: Numbers
    _falls: Numbers
    _leaps: Numbers
    _seen: Numbers
    _went_up: Numbers
    _went_down: Numbers
    _restarts: Numbers

    def __init__(self) -> None:
        for name, (kind, _) in _LEARNED.items():
            setattr(self, name, np.zeros(0, float if kind is np.float32 else kind))
        for name in _NAMED:
            setattr(self, name, np.zeros(0, bool))
        self.is_text = self.is_joint_velocity = np.zeros(0, bool)
        self._values: list[set[float]] = []
        self._spacing: Floats = np.zeros(0)  # for whole numbers

    @property
    def drift(self) -> Numbers:
        """The direction in which each level nearly always moves: 1, -1; 0: both.

        A supply falls slowly and is refilled at once; the way back is no deviation.
        """
        up, down = self._went_up, self._went_down
        enough = up + down >= _STEPS
        rises, falls = up >= _ONE_WAY * down, down >= _ONE_WAY * up
        return np.where(enough & rises, 1, np.where(enough & falls, -1, 0))

    @property
    def is_sum(self) -> Flags:
        """Which signals add up and restart at zero: a task determines how far they go."""
        return np.asarray((self._restarts >= _RESTARTS) & (self.drift > 0))

    def note_levels(self, levels: Floats) -> None:
        """Take in the levels of a window, to learn their direction."""
        step = levels - self._level
        least = np.where(np.isfinite(self.quantum), 0.5 * self.quantum, 0.0)
        least = np.maximum(least, _BEYOND_NOISE * self.deviation)
        self._went_up = self._went_up + (step > least)
        self._went_down = self._went_down + (step < -least)
        restarts = (step < -least) & (np.abs(levels) < _NOTHING * self._level)
        self._restarts = self._restarts + restarts
        went = (np.abs(step) > least) | ~np.isfinite(self._level)
        self._level = np.where(went & np.isfinite(levels), levels, self._level)

    @property
    def is_count(self) -> Flags:
        """Which signals only rise; rare risers must be modes, or rise by single steps."""
        many = (self._rises >= _RISES) & (self._falls <= _FALLS * self._rises)
        is_stepwise = self.is_mode | (self.step <= self.quantum)
        few = is_stepwise & (self._rises >= 1) & (self._falls == 0)
        return np.asarray(many | few)

    @property
    def is_state(self) -> Flags:
        """Which signals are modes that show what the robot does: whole numbers, but no codes."""
        whole = [
            len(values) <= _MODES and all(map(float.is_integer, values)) for values in self._values
        ]
        return np.asarray(self.is_mode & ~self.is_count & ~self.is_code & np.array(whole, bool))

    def is_flag(self, signal: int) -> bool:
        """Tell whether a signal had no other values than 0 and 1."""
        return self._values[signal] <= _FLAG

    @property
    def is_code(self) -> Flags:
        """Which signals are modes that are codes or bit masks, whose values have no order."""
        large = np.array([max(values, default=0.0) >= _LEAST_CODE for values in self._values], bool)
        return np.asarray(self.is_mode & large)

    @property
    def is_noisy(self) -> Flags:
        """Which signals change so often that their noise is meaningful."""
        return np.asarray(~self.is_mode & ~self.is_count & (self.changes >= _SLOW))

    def follow(self, signals: list[Signal]) -> None:
        """Add new signals."""
        added = signals[len(self._values) :]
        if not added:
            return
        new = [_spelled(one) for one in added]
        for name, (_, begin) in _LEARNED.items():
            setattr(self, name, grown(getattr(self, name), len(signals), begin))
        for name, pattern in _NAMED.items():
            told = [pattern.search(one) is not None for one in new]
            setattr(self, name, np.append(getattr(self, name), told))
        is_of_fix = _are_of_fixes(signals)
        self.is_task, self.is_world = self.is_task | is_of_fix, self.is_world | is_of_fix
        self.is_text = np.append(self.is_text, [one.unit == TEXT for one in added])
        joints = {_part(one) for one in signals if _OF_JOINT.search(one.quantity)}
        self.is_joint_velocity = np.array([
            _part(one) in joints and _JOINT_VELOCITY.search(one.quantity) is not None
            for one in signals
        ])  # fmt: skip
        self._values += [set() for _ in new]
        self._spacing = grown(self._spacing, len(signals), np.inf)

    def observe(self, samples: Floats, steps: Floats, known: Flags, calm: Flags) -> None:
        """Take in a window.

        Args:
            samples: shape (50, signals).
            steps: between the samples; for angles in the shorter direction.
            calm: which signals show nothing unusual; the usual deviation is learned only from
                these.
        """
        sizes = np.where(np.isfinite(steps) & (steps != 0), np.abs(steps), np.inf)
        self.quantum = np.minimum(self.quantum, sizes.min(axis=0))
        rises = np.where(np.isfinite(steps) & (steps > 0), steps, 0.0)
        self._rises = self._rises + (rises > 0).sum(axis=0)
        self._falls = self._falls + (steps < 0).sum(axis=0)
        is_leap = np.isfinite(sizes) & (sizes > 1.5 * np.minimum(self.quantum, self._spacing))
        self._leaps = self._leaps + is_leap.sum(axis=0)
        largest = rises.max(axis=0)
        self.step = np.where(largest > 0, np.maximum(0.9 * self.step, largest), self.step)
        weight = 1.0 / np.minimum(self._seen + 1, _MEMORY)
        changed = np.isfinite(sizes).sum(axis=0)
        self.changes = np.where(
            known, self.changes + weight * (changed - self.changes), self.changes
        )
        spread = np.nanstd(np.where(known, samples, 0.0), axis=0)
        learn = known & calm
        self.deviation = np.where(
            learn, self.deviation + weight * (spread - self.deviation), self.deviation
        )
        self._seen = self._seen + learn
        for number, known_values in enumerate(self._values):
            if len(known_values) <= _PHASES:
                values, known_by_now = samples[::10, number], len(known_values)
                known_values.update(values[np.isfinite(values)].tolist())
                if len(known_values) > known_by_now:
                    self._spacing[number] = _spacing(known_values)
                most = _MOST_TEXTS if self.is_text[number] else _MODES
                self.is_mode[number] = len(known_values) <= most
                self.is_phase[number] = self._may_be_phase(number)

    def may_be_judged(self, columns: Columns, span: Floats, is_angle: Flags) -> Flags:
        """Tell which columns are judged at all: a task determines the others.

        Args:
            span: of each column.
            is_angle: which signals are angles that wrap around.
        """
        may = np.ones(len(columns), bool)
        level = columns.of(Kind.LEVEL)
        rare = self.is_count & (self.changes < 2)
        is_no_amount = self.is_mode | self.is_phase | self.is_text | is_angle
        may[level] = ~(self.is_task | is_no_amount | rare) & (span[level] > 0)
        may[columns.of(Kind.SPREAD)] = ~(self.is_task | self.is_joint_velocity)
        may[columns.of(Kind.JUMP)] = ~(self.may_leap | self.is_joint_velocity)
        may[columns.of(Kind.RESIDUAL_SPREAD)] = ~self.is_joint_velocity
        may[columns.of_signals(self.is_sum, (Kind.LEVEL, Kind.SPREAD, Kind.JUMP))] = False
        return may

    def _may_be_phase(self, signal: int) -> bool:
        steps = self._rises[signal] + self._falls[signal]
        leaves_out = self._leaps[signal] >= max(_LEAPS, _LEAP_SHARE * steps)
        is_slow, values = self.changes[signal] < _SLOW, self._values[signal]
        few_whole = len(values) <= _PHASES and all(map(float.is_integer, values))
        return bool(leaves_out and is_slow and few_whole)

    def state(self, signals: Sequence[int]) -> dict[str, Any]:
        """Return the state of these signals."""
        chosen = list(signals)
        learned = {name: to_text(getattr(self, name)[chosen].astype(kind))
                   for name, (kind, _) in _LEARNED.items()}  # fmt: skip
        return {**learned, "values": [sorted(self._values[signal]) for signal in chosen]}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with a result of :meth:`state`; all signals exist already.

        Raises:
            ValueError: the state is damaged.
        """
        size = len(self._values)
        learned = {
            name: from_text(state[name], kind, (size,))
            for name, (kind, _) in _LEARNED.items()
            if name in state or name not in _LATER
        }
        values = [{float(value) for value in values} for values in state["values"]]
        if len(values) != size:
            raise ValueError(f"the values of {len(values)} signals are stored, expected {size}")
        self._values = values
        self._spacing = np.array([_spacing(one) for one in values])
        for name, array in learned.items():
            setattr(self, name, array)

    def forget(self, signals: Sequence[int]) -> None:
        """Forget signals whose parts were replaced."""
        for name, (_, begin) in _LEARNED.items():
            getattr(self, name)[list(signals)] = begin
        self._spacing[list(signals)] = np.inf
        for signal in signals:
            self._values[signal] = set()


def _spacing(values: Collection[float]) -> float:
    """Return the largest spacing of a grid with all these whole numbers, or infinity."""
    if len(values) < 2 or not all(map(float.is_integer, values)):
        return math.inf
    first = min(values)
    return float(math.gcd(*(int(value - first) for value in values)))


_KNOWN = 0.8  # of a window
_GOES_ON = 6  # samples without a change, after which a movement has ended
_LEAST_BEND = 1e-3  # of a change: even an even movement does not count as standing still


def known_in(window: Window, traits: SignalTraits, columns: Columns) -> Flags:
    """Tell which signals are known in a window.

    A signal that changes all the time is unknown while its topic is silent.
    """
    silent = {
        topic
        for topic, (interval, _, _) in zip(columns.topics, window.timing, strict=False)
        if np.isnan(interval)
    }
    heard = np.array([one.received_on not in silent for one in columns.signals], bool)
    known = np.isfinite(window.samples).mean(axis=0) >= _KNOWN
    return np.asarray(known & (heard | ~traits.is_noisy))


def measured(
    window: Window, steps: Floats, known: Flags, traits: SignalTraits, columns: Columns
) -> Floats:
    """Return the value of each column; NaN if it has none, or if its signal is not known.

    Noise is a change that differs from the change just before: an even movement has none. For a
    number that nearly always moves in one direction, steps back do not count: a tank is filled at
    once.
    """
    samples = window.samples
    is_back = steps * traits.drift < 0
    sizes = np.where(is_back, 0.0, _bends(steps))
    counted = np.maximum((~is_back).sum(axis=0), 1)
    mean = np.where(known, samples, 0.0)
    mean = np.nanmean(np.where(np.isfinite(mean), mean, np.nan), axis=0)
    level = np.where(traits.is_mode & ~traits.is_text, mean, median(samples))
    rise = np.where(np.isfinite(steps) & (steps > 0), steps, 0.0).sum(axis=0)
    level = np.where(traits.is_count, rise, level)
    is_noisy = known & traits.is_noisy
    values = np.full(len(columns), np.nan, np.float32)
    values[columns.of(Kind.LEVEL)] = np.where(known, level, np.nan)
    timing = np.full((len(columns.topics), 3), np.nan, np.float32)
    timing[: len(window.timing)] = window.timing
    values[columns.of(Kind.SPREAD)] = np.where(is_noisy, sizes.sum(axis=0) / counted, np.nan)
    values[columns.of(Kind.JUMP)] = np.where(is_noisy, sizes.max(axis=0), np.nan)
    for place, kind in enumerate((Kind.INTERVAL, Kind.GAP, Kind.AGE)):
        values[columns.of(kind)] = timing[:, place]
    return values


def _bends(steps: Floats) -> Floats:
    """Return how much each step differs from those before and after, at most its own size.

    The start or end of an even movement differs from only one of them, a jump from both.

    Args:
        steps: between samples, shape (49, signals).
    """
    sizes = np.where(np.isfinite(steps), np.abs(steps), 0.0)
    apart = np.minimum(_from_before(steps), _from_before(steps[::-1])[::-1])
    return np.maximum(np.minimum(sizes, apart), _LEAST_BEND * sizes)


def _from_before(steps: Floats) -> Floats:
    """Return each step's difference from the last one; infinity if that is before the window."""
    moves = np.isfinite(steps) & (steps != 0)
    row = np.arange(len(steps))[:, None]
    last = np.full(steps.shape, -1)  # row of the last nonzero step before each
    np.maximum.accumulate(np.where(moves, row, -1)[:-1], axis=0, out=last[1:])
    rests = row - last - 1 > _GOES_ON
    before = np.where(rests, 0.0, np.take_along_axis(steps, np.maximum(last, 0), axis=0))
    is_known = moves & (rests | (last >= 0))
    return np.where(is_known, np.abs(steps - before), np.inf).astype(steps.dtype)
