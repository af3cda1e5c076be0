"""Numbers of any message: which monitors judge each, by what its name says that it measures.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple, TypeVar

from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import DetectorContext, DetectorOption
from robot_memory.perception.findings.new_activity import ActivityRange
from robot_memory.perception.findings.signal_name import DIAGNOSTICS, WARMTH, SignalName
from robot_memory.perception.generic.actuated_component import ActuatedComponent
from robot_memory.perception.generic.field_detector import FieldDetector
from robot_memory.perception.generic.monitored_signal import (
    GrossMonitor,
    Monitor,
    MonitoredSignal,
)
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals import SIGNALS
from robot_memory.perception.signals.cumulative import Cumulative
from robot_memory.perception.signals.gross_deviation import GrossDeviation
from robot_memory.perception.signals.reading_interval import shortest_gap

_ACTIVITY = re.compile(
    r"(?<![a-z])(cpu|load|usage|utili[sz]ation|duty|throttle|set_?point|target|command|cmd|goal"
    r"|width|opening|velocity|angle"
    r"|position|heading|latitude|longitude|altitude|distance)(?![a-z])",
    re.IGNORECASE,
)
#: Of these it is known how much is much: a computer that works like never before, for long.
_BUSY = re.compile(r"(?<![a-z])(cpu|gpu|processor)(?![a-z])", re.IGNORECASE)
_SUSTAINED = {"share": 0.5, "sure": 0.4, "counts": 1.0}  # share of a half minute; widths; 1: yes
#: What begins the day as warm as the weather is.
_WARMS_UP, _WARMS_UP_ALONE = {"rises": 1.0}, {"rises": 1.0, "sure": 0.45}  # 1: yes; widths
#: How fast something goes, how evenly and how it brakes is its task's affair, unless it is absurd.
_PACE = re.compile(r"speed|velocity|rpm", re.IGNORECASE)
_OF_TASKS = {"sure": 3.0}  # widths
#: What serves the robot itself, and has no task.
_SERVES = re.compile(
    r"(?<![a-z])(fan|blower|pump|compressor|cool(er|ing))s?(?![a-z])", re.IGNORECASE
)
#: What runs low and is filled again; a percentage is a unit, unless nothing says of what it is.
_STOCK = re.compile(
    r"volt|charge|battery|capacity|remaining|^percent(age)?$|fuel|energy", re.IGNORECASE
)
_UNDER_LOAD = {"share": 0.1}  # of its mean: a battery gives way when the robot begins to work

#: The checks that are detectors by themselves.
SINGLE_CHECKS = (
    "bound", "counter", "drift", "envelope", "frozen", "gross", "level_shift", "out_of_range",
    "spike", "step", "variance",
)  # fmt: skip
_Learned = TypeVar("_Learned", bound=PersistentState)
#: What all have; each says its unit.
_COMMON: Mapping[str, DetectorOption] = {
    "score": DetectorOption(
        0.0, "score from which it is unusual; 0: the default of the check", high=1.0
    ),
    "every": DetectorOption(0.0, "s between two readings, at least"),
    "moving": DetectorOption(
        0.0, "1: only while odometry, if any, says that the robot moves", high=1.0
    ),
}


class _Watched(NamedTuple):
    """A number that is watched.

    Attributes:
        signal: its monitors.
        activity: what is known of what the robot does, where the number says that.
        kind: what redundant signals have in common: all but which of them it is.
    """

    signal: MonitoredSignal
    activity: ActivityRange | None
    kind: str


class MonitorDetector(FieldDetector):
    """Learns what is normal for each number that a field names, and tells what is not.

    The base of the detectors that make one check, as ``frozen``, and of ``signal``, which makes
    all checks that need no knowledge of what a number means.

    Attributes:
        CHECKS: names in :data:`SIGNALS`.
    """

    CHECKS: ClassVar[tuple[str, ...]] = ()
    JUDGES_SENSORS: ClassVar[bool] = True
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = _COMMON

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._gap = shortest_gap(self._options["every"])
        self._only_moving = bool(self._options["moving"])
        self._comes_in_parts = context.type == DIAGNOSTICS
        self._is_compared = self.is_compared
        self._watched: dict[str, _Watched] = {}
        self._read_at: dict[str, float] = {}

    def checks(self, name: SignalName) -> tuple[str, ...]:
        """Return the checks of a signal."""
        return self.CHECKS

    @property
    def is_compared(self) -> bool:
        """Whether a signal is compared with others of its kind."""
        return False

    def own_options(self, name: SignalName, check: str) -> Mapping[str, float]:
        """Return the settings of a check of a signal."""
        return {name: value for name, value in self._options.items() if name not in _COMMON}

    def symptom(self, name: SignalName, check: str) -> str:
        """Return what a check of a signal finds, a name in ``SYMPTOMS``."""
        return "warmth" if check == "envelope" and WARMTH.search(name.text) else check

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message; what is unusual is told to the findings."""
        if stamp < self.due:
            return ()
        if self._only_moving and self._context.shared.redundant_signals.is_standing(stamp):
            return ()
        comes_in_parts = self._comes_in_parts
        if not comes_in_parts:
            self.due = stamp + self._gap
        numbers = self.numbers(stamp, content)
        if len(numbers) > 1 and not any(value for _, value in numbers):
            numbers = [(name, math.nan) for name, _ in numbers]  # all zero: nothing measures
        for name, value in numbers:
            if not math.isfinite(value):
                self._compare(self._watched.get(name.text), name, stamp, math.nan)
            elif not comes_in_parts or self._is_due(name.text, stamp):
                self._take(name, stamp, value)
        return ()

    def renew(self, component: str) -> None:
        """Forget the signals of a component."""
        for name in [name for name in self._watched if is_of(component, name)]:
            self._watched.pop(name).signal.close()

    def _take(self, name: SignalName, stamp: float, value: float) -> None:
        watched = self._watched.get(name.text)
        if watched is None:
            watched = self._watched[name.text] = self._watch(name)
        if watched.activity is not None:
            self._context.shared.new_activity.observe(watched.activity, stamp, value)
        watched.signal.observe(stamp, value)
        self._compare(watched, name, stamp, value)

    def _compare(
        self, watched: _Watched | None, name: SignalName, stamp: float, value: float
    ) -> None:
        """Compare a value with redundant signals; NaN where nothing measures it any more."""
        if watched is None or not self._is_compared or watched.signal.counts:
            return
        redundant = self._context.shared.redundant_signals
        if redundant.is_mobile(stamp):
            redundant.note(watched.kind, name, self._context.topic, stamp, value)

    def _is_due(self, what: str, stamp: float) -> bool:
        """Tell whether to read a value of diagnostics, which come in parts, again."""
        if stamp - self._read_at.get(what, -math.inf) < self._gap:
            return False
        self._read_at[what] = stamp
        return True

    def _watch(self, name: SignalName) -> _Watched:
        baselines, topic = self._context.shared.baselines, self._context.topic

        def learn(what: str, learner: _Learned, *, goes_on: bool = True) -> _Learned:
            baselines.keep(f"{name.text} {what}", topic, learner, goes_on=goes_on)
            return learner

        def monitors(goes_on: bool) -> dict[str, Monitor]:
            made = {}
            for check in self.checks(name):
                signal = SIGNALS[check](**self.own_options(name, check))
                learn(check, signal, goes_on=goes_on)
                given = self._context, name, self.symptom(name, check)
                made[check] = (
                    GrossMonitor(*given, signal, self._options["score"])
                    if isinstance(signal, GrossDeviation)
                    else Monitor(*given, signal, self._options["score"])
                )
            return made

        activity = learn("activity", ActivityRange()) if _tells_activity(name) else None
        cumulative = learn("cumulative", Cumulative())
        if WARMTH.search(name.text):
            cumulative.counts = 0  # it only rises until it is warm
        kind = f"{self._context.type} {name.family}"
        return _Watched(MonitoredSignal(name, cumulative, monitors), activity, kind)


class AllMonitorsDetector(MonitorDetector):
    """Runs every check that needs no knowledge of what a number means.

    Each check can be switched off for numbers to which it does not apply: a turn rate, for
    instance, has no normal level.

    If a component publishes a command (a duty, a command, a target) together with a measurement,
    ``response`` reports a measurement that no longer follows the command.
    """

    CHECKS: ClassVar[tuple[str, ...]] = (
        "frozen", "bound", "counter", "gross", "envelope", "level_shift", "drift", "variance",
        "spike", "step",
    )  # fmt: skip
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        **_COMMON,
        **{
            check: DetectorOption(1.0, "0 switches this check off", high=1.0)
            for check in (*CHECKS, "redundancy", "response")
        },
    }

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._actuated: dict[str, ActuatedComponent] = {}

    def _take(self, name: SignalName, stamp: float, value: float) -> None:
        super()._take(name, stamp, value)
        if self._options["response"]:
            actuated = self._actuated.get(name.component)
            if actuated is None:
                actuated = self._actuated[name.component] = ActuatedComponent(self._context)
            actuated.note(name, stamp, value)

    def renew(self, component: str) -> None:
        """Forget the signals of a component, and how they answered."""
        super().renew(component)
        for name in [name for name in self._actuated if is_of(component, name)]:
            self._actuated.pop(name).close()

    def checks(self, name: SignalName) -> tuple[str, ...]:
        """Those that are not switched off, and that say how the robot is, not what it does.

        How much a computer has to do, or how far a gripper is open, has no level that is normal.
        """
        checks = tuple(check for check in self.CHECKS if self._options[check])
        left_out: tuple[str, ...] = ()
        if _ACTIVITY.search(name.quantity):
            known = ("frozen", "counter", "spike", *_is_busy(name))
            return tuple(check for check in checks if check in known)
        if _STOCK.search(name.quantity):
            left_out += ("envelope",)
        if WARMTH.search(name.text):
            left_out += ("level_shift", "variance")
        if _PACE.search(name.text):
            left_out += ("variance",)
        if _is_asked_for(name):
            left_out += ("step", "gross")
        return tuple(check for check in checks if check not in left_out)

    @property
    def is_compared(self) -> bool:
        """Unless that is switched off."""
        return bool(self._options["redundancy"])

    def own_options(self, name: SignalName, check: str) -> Mapping[str, float]:
        """Each check has its usual settings, but for how far something may reach."""
        if check == "gross" and _STOCK.search(name.quantity):
            return _UNDER_LOAD
        if check != "envelope":
            return {}
        if _is_busy(name):
            return _SUSTAINED
        if _is_asked_for(name):
            return _OF_TASKS
        if not WARMTH.search(name.text):
            return {}
        # A motor is as warm as its task makes it; a computer has a fan.
        return _WARMS_UP_ALONE if _BUSY.search(name.text) else _WARMS_UP


def _is_busy(name: SignalName) -> tuple[str, ...]:
    """Return the checks of how much a computer has to do; none for all else."""
    is_load = _ACTIVITY.search(name.quantity) and _BUSY.search(name.text)
    return ("envelope",) if is_load else ()


def _tells_activity(name: SignalName) -> bool:
    """Tell whether it says what the robot does: how fast, how far, by which command."""
    is_load = _BUSY.search(name.text)
    return bool(_ACTIVITY.search(name.quantity) and not is_load) or _is_asked_for(name)


def _is_asked_for(name: SignalName) -> bool:
    """Tell whether a task asks for it, as for a speed; not what a speed controller measures."""
    is_pace = _PACE.search(name.quantity or name.component)
    return bool(is_pace and not _SERVES.search(name.text))


def detector_for(check: str) -> type[MonitorDetector]:
    """Return the detector that makes one check only.

    Args:
        check: a name in :data:`SIGNALS`, whose own settings are its options.
    """
    given = inspect.signature(SIGNALS[check]).parameters.values()
    own = {
        item.name: DetectorOption(item.default, SIGNALS[check].__name__, low=-math.inf)
        for item in given
    }
    return type(
        f"{SIGNALS[check].__name__}Detector",
        (MonitorDetector,),
        {
            "CHECKS": (check,),
            "OPTIONS": {**_COMMON, **own},
            "__doc__": SIGNALS[check].__doc__,
        },
    )
