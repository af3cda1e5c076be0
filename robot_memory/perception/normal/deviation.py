"""A deviation from what is normal, from its begin to its end, and the sentence that reports it."""

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
    """What is not normal.

    Attributes:
        signal: whose number it is; None: it is a topic's timing.
        topic: where it is read; of diagnostics the status.
        sign: 1: too high, -1: too low.
        begin, last, end: of windows, seconds; end is None while it is so.
        onset: when in the first window it began, seconds, as far as that is known.
        told: when there was enough evidence, seconds.
        at_begin: what it was in the window in which it began; NaN: that is not known.
        value: what it was when it was told, or when it went further since.
        nats: the evidence when it was told.
        clarity: what a second look found then, as a multiple of what it must find; infinity where
            none was needed.
        since: the window in which it was told.
        before: how far the windows before were from it.
        size: how far it was from both when it was told.
        extent: how far it was when it had the value.
        unusual_for: windows from when it became unusual until it was told.
        fit: what it should be by other signals; None where that is not known.
        is_calm: whether what others do not tell of it hardly changes from second to second.
        lasted_before: seconds for which the same was told shortly before.
        condition: under which it shows; empty: there is none; None: it is not known.
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
        """Seconds for which it was so, with the same shortly before."""
        return self.lasted_before + self.last - self.begin

    @property
    def stands_still(self) -> bool:
        """Whether it is that a number does not change any more."""
        return self.kind is ColumnKind.SPREAD and self.sign < 0


_SAYS_LITTLE = re.compile(r"^(data|value|[xyzw]|reading|level)?$")
_MOST_NAMED = 2  # signals that a sentence names
_FINER = 0.01  # of a deviation, that is told where the normal range is small
_SHOWN = 0.1  # of a difference, that a digit still shows
_MOST_DECIMALS = 9
_LARGEST = 1e7  # from which a number is written with an exponent
_SHARE = 0.2  # that was added to what is compared as a ratio, of what it became


_RANGE = "(normal {low} to {high}{unit}{given})"
_INSTEAD = "{now} instead of {usual}{unit} " + _RANGE
#: The part of the key that tells a deviation, and its sentence: with what is usual and what is now,
#: and the least and the greatest that are normal. What deviates to one side only is that of 1.
_WORDINGS = {
    (ColumnKind.LEVEL, 1): ("high", "{name} is too high: " + _INSTEAD),
    (ColumnKind.LEVEL, -1): ("low", "{name} is too low: " + _INSTEAD),
    (ColumnKind.SPREAD, 1): (
        "shaking",
        "{name} is noisier than usual: it changes by {now}{unit} from reading to reading " + _RANGE,
    ),
    (ColumnKind.SPREAD, -1): ("frozen", "{name} stands still at one value"),
    (ColumnKind.JUMP, 1): ("leaping", f"{{name}} leaps by {{now}}{{unit}} at once {_RANGE}"),
    (ColumnKind.RESIDUAL, 1): (
        "above", "{name} no longer follows {others}: it is {now}{unit} too high",
    ),
    (ColumnKind.RESIDUAL, -1): (
        "below", "{name} no longer follows {others}: it is {now}{unit} too low",
    ),
    (ColumnKind.RESIDUAL_SPREAD, 1): (
        "erratic", "{name} follows {others} less closely than usual",
    ),
    (ColumnKind.INTERVAL, 1): ("slow", "{name} comes every {now} s instead of every {usual} s"),
    (ColumnKind.INTERVAL, -1): ("fast", "{name} comes every {now} s instead of every {usual} s"),
    (ColumnKind.GAP, 1): (
        "gaps", "{name} has gaps of {now} s between messages (normal up to {high} s)",
    ),
    (ColumnKind.AGE, 1): ("late", "{name} is stamped {now} s late (normal {low} to {high} s)"),
    (ColumnKind.AGE, -1): ("early", "{name} is stamped {now} s late (normal {low} to {high} s)"),
}  # fmt: skip
#: Of what only counts up.
_OF_COUNTS = {
    1: ("fast", "{name} counts {now} in 10 s instead of {usual}"),
    -1: ("slow", "{name} counts {now} in 10 s instead of {usual}"),
}
_VALUE = re.compile(r"\{(usual|now|low|high)\}")


@dataclass(frozen=True)
class SignalFacts:
    """What a sentence about a signal depends on.

    Attributes:
        follows: the signals that tell what it should be.
    """

    counts: bool = False
    follows: tuple[Signal, ...] = ()


def symptom_of(one: Deviation, facts: SignalFacts) -> str:
    """Return the part of the key that tells what is the matter."""
    return _wording(one, facts)[0]


def name_of(one: Deviation) -> str:
    """Return the name of the signal, or of the topic whose timing it is."""
    return one.topic if one.signal is None else one.signal.text


def text_of(one: Deviation, facts: SignalFacts) -> VaryingText:
    """Return the sentence that tells a deviation, with its values."""
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
    values = dict(zip(("usual", "low", "high"), _as_measured(one), strict=True))
    values["now"] = one.value
    if one.kind is ColumnKind.RESIDUAL:
        values["now"] = abs(values["now"] - values["usual"])
    told = [values[name] for name in names]
    difference = values["now"] - values["usual"] or values["high"] - values["low"]
    texts = rounded(told, difference)
    if "low" in names and texts[-2] == texts[-1]:  # the least and the greatest
        finer = max(values["high"] - values["low"], _FINER * abs(difference))
        return rounded(told, min(abs(difference), finer))
    return texts


def _as_measured(one: Deviation) -> tuple[float, float, float]:
    """Return what is usual, and the least and the greatest normal value, as they are measured."""
    drift = one.before
    low, high = (edge + drift if math.isfinite(edge) else one.usual for edge in (one.low, one.high))
    scaled = one.usual, min(low, one.usual), max(high, one.usual)
    if one.kind in TIMES:
        return tuple(map(math.exp, scaled))  # type: ignore[return-value]
    if one.kind not in RELATIVE:
        return scaled
    # On the scale of ratios a value v is log((v + u/4) / (5u/4)), where u is what is usual.
    at_first = math.exp(one.usual + one.sign * one.extent)
    unit = one.value / max(at_first - _SHARE, 1e-6)
    return tuple(max(unit * (math.exp(value) - _SHARE), 0.0) for value in scaled)  # type: ignore[return-value]


def _joined(signals: Sequence[Signal], told: Signal | None) -> str:
    names = list(dict.fromkeys(short_name(signal, told) for signal in signals))[:_MOST_NAMED]
    return " and ".join(names).replace(SLOT, "*")


def short_name(signal: Signal, told: Signal | None) -> str:
    """Return what a signal is called within a sentence about another one, or about a topic.

    What both have in common is left out: their topic, or their part of it.
    """
    fields = signal.quantity.split(".")
    leaf = ".".join(fields[-2:]) if _SAYS_LITTLE.match(fields[-1]) else fields[-1]
    part = signal.component
    if told is not None and leaf:
        part = "" if part == told.component else part.removeprefix(f"{told.topic} ")
    return f"{part.strip('/')} {leaf}".strip()


def rounded(values: Sequence[float], difference: float) -> list[str]:
    """Return values with the decimals that show a difference, the same of all.

    Args:
        difference: between two of them, by which they are told apart.
    """
    if max(map(abs, values), default=0.0) >= _LARGEST:
        return [f"{value:.4g}" for value in values]
    size = abs(difference) * _SHOWN
    decimals = max(0, min(_MOST_DECIMALS, -math.floor(math.log10(size)))) if size > 0.0 else 3
    texts = (f"{value:.{decimals}f}" for value in values)
    return [text.lstrip("-") if float(text) == 0.0 else text for text in texts]
