"""What a deviation is called, and the sentence that tells it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.perception.normal.columns import RELATIVE, ColumnKind, Signal
from robot_memory.perception.normal.deviation import Deviation
from robot_memory.perception.normal.rounding import rounded
from robot_memory.wording.varying_text import SLOT, VaryingText

_SAYS_LITTLE = re.compile(r"^(data|value|[xyzw]|reading|level)?$")
_MOST_NAMED = 2  # signals that a sentence names
_FINER = 0.01  # of a deviation, that is told where the normal range is small
_SHARE = 0.2  # that was added to what is compared as a ratio, of what it became


@dataclass(frozen=True)
class _Wording:
    """How a deviation is told.

    Attributes:
        symptom: the part of the key that tells it.
        pattern: the sentence; {name}, {unit}, {given} and {others} are filled in, and each … with a
            value: the usual one, the present one, the least and the greatest that are normal, as
            far as ``values`` names them.
        values: of "usual", "now", "low", "high".
    """

    symptom: str
    pattern: str
    values: tuple[str, ...] = ("usual", "now", "low", "high")


_NORMAL = f"(normal {SLOT} to {SLOT}{{unit}}{{given}})"
_NOW = ("now", "low", "high")
_WORDINGS = {
    (ColumnKind.LEVEL, 1): _Wording(
        "high", f"{{name}} rose from {SLOT} to {SLOT}{{unit}} {_NORMAL}"
    ),
    (ColumnKind.LEVEL, -1): _Wording(
        "low", f"{{name}} fell from {SLOT} to {SLOT}{{unit}} {_NORMAL}"
    ),
    (ColumnKind.SPREAD, 1): _Wording(
        "shaking", f"{{name}} is noisier than usual: it changes by {SLOT}{{unit}} from reading to"
        f" reading {_NORMAL}", _NOW,
    ),
    (ColumnKind.SPREAD, -1): _Wording("frozen", "{name} stands still at one value", ()),
    (ColumnKind.JUMP, 1): _Wording(
        "leaping", f"{{name}} leaps by {SLOT}{{unit}} at once {_NORMAL}", _NOW
    ),
    (ColumnKind.RESIDUAL, 1): _Wording(
        "above",
        f"{{name}} no longer follows {{others}}: it is {SLOT}{{unit}} too high", ("now",),
    ),
    (ColumnKind.RESIDUAL, -1): _Wording(
        "below",
        f"{{name}} no longer follows {{others}}: it is {SLOT}{{unit}} too low", ("now",),
    ),
    (ColumnKind.RESIDUAL_SPREAD, 1): _Wording(
        "erratic", "{name} follows {others} less closely than usual", ()
    ),
    (ColumnKind.INTERVAL, 1): _Wording(
        "slow", f"{{name}} comes every {SLOT} s instead of every {SLOT} s", ("now", "usual")
    ),
    (ColumnKind.INTERVAL, -1): _Wording(
        "fast", f"{{name}} comes every {SLOT} s instead of every {SLOT} s", ("now", "usual")
    ),
    (ColumnKind.GAP, 1): _Wording(
        "gaps", f"{{name}} has gaps of {SLOT} s between messages (normal up to {SLOT} s)",
        ("now", "high"),
    ),
    (ColumnKind.AGE, 1): _Wording(
        "late", f"{{name}} is stamped {SLOT} s late (normal {SLOT} to {SLOT} s)", _NOW
    ),
    (ColumnKind.AGE, -1): _Wording(
        "early", f"{{name}} is stamped {SLOT} s late (normal {SLOT} to {SLOT} s)", _NOW
    ),
}  # fmt: skip
#: Of what only counts up.
_OF_COUNTS = {
    1: _Wording("fast", f"{{name}} counts {SLOT} in 10 s instead of {SLOT}",
                ("now", "usual")),
    -1: _Wording("slow", f"{{name}} counts {SLOT} in 10 s instead of {SLOT}",
                 ("now", "usual")),
}  # fmt: skip
_ONE_SIDED = {ColumnKind.JUMP: 1, ColumnKind.GAP: 1, ColumnKind.RESIDUAL_SPREAD: 1}


@dataclass(frozen=True)
class SignalFacts:
    """What a sentence about a signal depends on.

    Attributes:
        counts: it only counts up.
        follows: the signals that tell what it should be.
    """

    counts: bool = False
    follows: tuple[Signal, ...] = ()


def symptom_of(one: Deviation, facts: SignalFacts) -> str:
    """Return the part of the key that tells what is the matter."""
    return _wording(one, facts).symptom


def name_of(one: Deviation) -> str:
    """Return the name of the signal, or of the topic whose timing it is."""
    return one.topic if one.signal is None else one.signal.text


def text_of(one: Deviation, facts: SignalFacts) -> VaryingText:
    """Return the sentence that tells a deviation, with its values."""
    wording = _wording(one, facts)
    unit = "" if one.signal is None or not one.signal.unit else f" {one.signal.unit}"
    pattern = wording.pattern.format(
        name=name_of(one).replace(SLOT, "*"), unit=unit,
        given=_given(one.circumstances, one.signal),
        others=_joined(facts.follows, one.signal) or "what it depends on",
    )  # fmt: skip
    return VaryingText.of(pattern, _values(one, wording))


def _wording(one: Deviation, facts: SignalFacts) -> _Wording:
    if one.kind is ColumnKind.LEVEL and facts.counts:
        return _OF_COUNTS[one.sign]
    return _WORDINGS[one.kind, _ONE_SIDED.get(one.kind, one.sign)]


def _values(one: Deviation, wording: _Wording) -> list[str]:
    values = dict(zip(("usual", "low", "high"), _as_measured(one), strict=True))
    values["now"] = one.values[0]  # when there was enough evidence
    if one.kind is ColumnKind.RESIDUAL:
        values["now"] = abs(values["now"] - values["usual"])
    told = [values[name] for name in wording.values]
    difference = values["now"] - values["usual"] or values["high"] - values["low"]
    texts = rounded(told, difference)
    if "low" in wording.values and texts[-2] == texts[-1]:  # the least and the greatest
        finer = max(values["high"] - values["low"], _FINER * abs(difference))
        return rounded(told, min(abs(difference), finer))
    return texts


def _as_measured(one: Deviation) -> tuple[float, float, float]:
    """Return what is usual, and the least and the greatest normal value, as they are measured."""
    drift = one.before
    low, high = (edge + drift if math.isfinite(edge) else one.usual for edge in (one.low, one.high))
    scaled = one.usual, min(low, one.usual), max(high, one.usual)
    if one.kind in (ColumnKind.INTERVAL, ColumnKind.GAP):
        return tuple(map(math.exp, scaled))  # type: ignore[return-value]
    if one.kind not in RELATIVE:
        return scaled
    # On the scale of ratios a value v is log((v + u/4) / (5u/4)), where u is what is usual.
    at_first = math.exp(one.usual + one.sign * one.size)
    unit = one.values[0] / max(at_first - _SHARE, 1e-6)
    return tuple(max(unit * (math.exp(value) - _SHARE), 0.0) for value in scaled)  # type: ignore[return-value]


def _given(circumstances: Sequence[Signal], told: Signal | None) -> str:
    """Return under which circumstances that is normal: "at this speed and mode"."""
    return f" at this {_joined(circumstances, told)}" if circumstances else ""


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
