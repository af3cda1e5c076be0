"""A deviation from normal, from its start to its end, and the sentence that reports it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.foundation.wording.varying_text import SLOT, VaryingText
from robot_memory.perception.normal.columns import RELATIVE, TIMES, ColumnKind, Signal
from robot_memory.perception.normal.regression import Fit


@dataclass(eq=False)
class Deviation:
    """A number or a timing that is not normal.

    Attributes:
        signal: the signal that deviates; None: the timing of a topic does.
        topic: where it is read; for diagnostics the status.
        sign: 1: too high, -1: too low.
        begin, last, end: of windows, seconds; end is None while the deviation lasts.
        onset: the time within the first window at which it began, seconds, as far as it is known.
        told: when it was detected, as the evidence was enough, seconds.
        at_begin: the value in the window in which it began; NaN: not known.
        value: the value when it was detected, or a more extreme one since.
        nats: the evidence when it was detected.
        stands_at: the value at which a number stands still; NaN: it does not stand still.
        clarity: what a second look found then, as a multiple of what it must find; infinity if none
            was needed.
        since: the number of the window in which it was detected.
        before: the difference of the windows before from the expected value.
        size: its difference from both when it was detected.
        extent: its difference at ``value``.
        unusual_for: windows from when it became unusual until it was detected.
        fit: the prediction by other signals; None if there is none.
        is_calm: whether the part that other signals do not predict hardly changes from second to
            second.
        lasted_before: seconds for which the same was reported shortly before.
        condition: the condition under which it shows; empty: there is none; None: not known.
    """

    kind: ColumnKind
    signal: Signal | None
    topic: str
    column: int
    sign: int
    begin: float
    told: float
    circumstances: tuple[Signal, ...]
    nats: float
    since: int
    onset: float
    at_begin: float = math.nan
    stands_at: float = math.nan
    clarity: float = math.inf
    usual: float = 0.0
    low: float = 0.0
    high: float = 0.0
    before: float = 0.0
    size: float = 0.0
    value: float = 0.0
    last_value: float = 0.0
    extent: float = 0.0
    end: float | None = None
    over: int = 0
    last: float = 0.0
    unusual_for: int = 0
    fit: Fit | None = None
    condition: str | None = None
    is_calm: bool = False
    lasted_before: float = 0.0

    @property
    def lasted(self) -> float:
        """Seconds for which it lasted, including the same deviation shortly before."""
        return self.lasted_before + self.last - self.begin

    @property
    def stands_still(self) -> bool:
        """Whether the number no longer changes."""
        return self.kind is ColumnKind.SPREAD and self.sign < 0


_SAYS_LITTLE = re.compile(r"^(data|value|[xyzw]|reading|level)?$")
_MOST_NAMED = 2  # signals named in a sentence
_FINER = 0.01  # of a deviation: the smallest step shown if the normal range is small
_SHOWN = 0.1  # of a difference: the size of the last digit shown
_MOST_DECIMALS = 9
_DIGITS = 4  # significant ones of a number that stands still
_LARGEST = 1e7  # a number from here on is written with an exponent
_SHARE = 0.2  # the constant term on the scale of ratios, log(0.8 v/u + 0.2)


_RANGE = "(normal {low} to {high}{unit}{given})"
_STRAYS = "it strays by {now}{unit} from second to second "
_INSTEAD = "{now} instead of {usual}{unit} " + _RANGE
#: The symptom in the key of a deviation, and its sentence: with the usual and the present value,
#: and the normal range. A kind that deviates to one side only has the wording of sign 1.
_WORDINGS = {
    (ColumnKind.LEVEL, 1): ("high", "{name} is too high: " + _INSTEAD),
    (ColumnKind.LEVEL, -1): ("low", "{name} is too low: " + _INSTEAD),
    (ColumnKind.SPREAD, 1): (
        "shaking",
        "{name} is noisier than usual: it changes by {now}{unit} from reading to reading " + _RANGE,
    ),
    (ColumnKind.SPREAD, -1): ("frozen", "{name} stands still at {at}{unit}"),
    (ColumnKind.JUMP, 1): ("leaping", f"{{name}} leaps by {{now}}{{unit}} at once {_RANGE}"),
    (ColumnKind.RESIDUAL, 1): (
        "above", "{name} no longer follows {others}: it is {now}{unit} too high",
    ),
    (ColumnKind.RESIDUAL, -1): (
        "below", "{name} no longer follows {others}: it is {now}{unit} too low",
    ),
    (ColumnKind.RESIDUAL_SPREAD, 1): (
        "erratic",
        "{name} follows {others} less closely than usual: " + _STRAYS + _RANGE,
    ),
    (ColumnKind.INTERVAL, 1): ("slow", "{name} comes every {now} s instead of every {usual} s"),
    (ColumnKind.INTERVAL, -1): ("fast", "{name} comes every {now} s instead of every {usual} s"),
    (ColumnKind.GAP, 1): (
        "gaps", "{name} has gaps of {now} s between messages (normal up to {high} s)",
    ),
    (ColumnKind.AGE, 1): ("late", "{name} is stamped {now} s late (normal {low} to {high} s)"),
    (ColumnKind.AGE, -1): ("early", "{name} is stamped {now} s late (normal {low} to {high} s)"),
}  # fmt: skip
#: For numbers that only count up.
_OF_COUNTS = {
    1: ("fast", "{name} counts {now} in 10 s instead of {usual}"),
    -1: ("slow", "{name} counts {now} in 10 s instead of {usual}"),
}
_VALUE = re.compile(r"\{(usual|now|low|high|at)\}")


@dataclass(frozen=True)
class SignalFacts:
    """Facts about a signal that the wording of a sentence depends on.

    Attributes:
        follows: the signals that predict it.
    """

    counts: bool = False
    follows: tuple[Signal, ...] = ()


def symptom_of(one: Deviation, facts: SignalFacts) -> str:
    """Return the part of the key that names the symptom."""
    return _wording(one, facts)[0]


def name_of(one: Deviation) -> str:
    """Return the name of the signal, or of the topic if its timing deviates."""
    return one.topic if one.signal is None else one.signal.text


def text_of(one: Deviation, facts: SignalFacts) -> VaryingText:
    """Return the sentence that reports a deviation, with its values."""
    sentence = _wording(one, facts)[1]
    unit = "" if one.signal is None or not one.signal.unit else f" {one.signal.unit}"
    alike = _joined(one.circumstances, one.signal)  # "speed and mode"
    given = f" at this {alike}" if one.circumstances else ""
    pattern = _VALUE.sub(SLOT, sentence).format(
        name=name_of(one).replace(SLOT, "*"), unit=unit, given=given,
        others=_joined(facts.follows, one.signal) or "what it depends on",
    )  # fmt: skip
    return VaryingText.of(pattern, _values(one, _VALUE.findall(sentence)))


def _wording(one: Deviation, facts: SignalFacts) -> tuple[str, str]:
    if one.kind is ColumnKind.LEVEL and facts.counts:
        return _OF_COUNTS[one.sign]
    return _WORDINGS.get((one.kind, one.sign)) or _WORDINGS[one.kind, 1]


def _values(one: Deviation, names: Sequence[str]) -> list[str]:
    if one.stands_still:
        return [f"{one.stands_at:.{_DIGITS}g}"]
    values = dict(zip(("usual", "low", "high"), _as_measured(one), strict=True))
    values["now"] = one.value
    if one.kind is ColumnKind.RESIDUAL:
        values["now"] = abs(values["now"] - values["usual"])
    told = [values[name] for name in names]
    difference = values["now"] - values["usual"] or values["high"] - values["low"]
    texts = rounded(told, difference)
    if "low" in names and texts[-2] == texts[-1]:  # the ends of the normal range
        finer = max(values["high"] - values["low"], _FINER * abs(difference))
        return rounded(told, min(abs(difference), finer))
    return texts


def _as_measured(one: Deviation) -> tuple[float, float, float]:
    """Return the usual value and the normal range, in the units of the measurement."""
    drift = one.before
    low, high = (edge + drift if math.isfinite(edge) else one.usual for edge in (one.low, one.high))
    scaled = one.usual, min(low, one.usual), max(high, one.usual)
    if one.kind in TIMES:
        return tuple(map(math.exp, scaled))  # type: ignore[return-value]
    if one.kind not in RELATIVE:
        return scaled
    # On the scale of ratios a value v is log((v + u/4) / (5u/4)), where u is the usual value.
    at_first = math.exp(one.usual + one.sign * one.extent)
    unit = one.value / max(at_first - _SHARE, 1e-6)
    return tuple(max(unit * (math.exp(value) - _SHARE), 0.0) for value in scaled)  # type: ignore[return-value]


def _joined(signals: Sequence[Signal], told: Signal | None) -> str:
    names = list(dict.fromkeys(short_name(signal, told) for signal in signals))[:_MOST_NAMED]
    return " and ".join(names).replace(SLOT, "*")


def short_name(signal: Signal, told: Signal | None) -> str:
    """Return a signal's short name for a sentence about another signal, or about a topic.

    The parts that both have in common are left out: their topic, or their component.
    """
    fields = signal.quantity.split(".")
    leaf = ".".join(fields[-2:]) if _SAYS_LITTLE.match(fields[-1]) else fields[-1]
    part = signal.component
    if told is not None and leaf:
        part = "" if part == told.component else part.removeprefix(f"{told.topic} ")
    return f"{part.strip('/')} {leaf}".strip()


def rounded(values: Sequence[float], difference: float) -> list[str]:
    """Format values with as many decimals as a difference needs, the same for all.

    Args:
        difference: the difference that must remain visible.
    """
    if max(map(abs, values), default=0.0) >= _LARGEST:
        return [f"{value:.4g}" for value in values]
    size = abs(difference) * _SHOWN
    decimals = max(0, min(_MOST_DECIMALS, -math.floor(math.log10(size)))) if size > 0.0 else 3
    texts = (f"{value:.{decimals}f}" for value in values)
    return [text.lstrip("-") if float(text) == 0.0 else text for text in texts]
