"""Charts of growth, side by side, with both axes in powers of ten: an SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from ratios.measured import Growth, shown

_ACROSS, _WIDTH, _HEIGHT = 2, 360, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 62, 16, 44, 40
_LABEL = 12  # height
_STYLE = """<style>
text { font: 12px sans-serif; fill: #24292f } .small { font-size: 11px; fill: #57606a }
.axis { stroke: #8c959f; fill: none } .line { stroke: #0969da; stroke-width: 2; fill: none }
.dot { fill: #0969da } .back { fill: #ffffff }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .small { fill: #8d96a0 } .line { stroke: #4493f8 } .dot { fill: #4493f8 }
.back { fill: #0d1117 } }
</style>"""


def charts(growths: Sequence[Growth]) -> str:
    """Return all charts as one picture; each states its exponent."""
    rows = math.ceil(len(growths) / _ACROSS)
    size = f"{_ACROSS * _WIDTH} {rows * _HEIGHT}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" role="img">',
        "<title>How costs grow</title>", _STYLE, '<rect class="back" width="100%" height="100%"/>',
    ]  # fmt: skip
    for number, growth in enumerate(growths):
        row, column = divmod(number, _ACROSS)
        parts.append(f'<g transform="translate({column * _WIDTH} {row * _HEIGHT})">')
        parts += [*_chart(growth), "</g>"]
    return "\n".join([*parts, "</svg>", ""])


def _chart(growth: Growth) -> list[str]:
    sizes, costs = zip(*growth.points, strict=True)
    places = [(_along(size, sizes), _up(cost, costs)) for size, cost in growth.points]
    low, high = min(costs), max(costs)
    labelled = [low, high] if _up(low, costs) - _up(high, costs) >= _LABEL else [high]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    floor, end = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    return [
        f'<text x="{_LEFT}" y="16">{escape(growth.name)}, {escape(growth.unit)}</text>',
        f'<text class="small" x="{_LEFT}" y="32">exponent {growth.exponent:.2f}</text>',
        f'<path class="axis" d="M{_LEFT} {_TOP}V{floor}H{end}"/>',
        f'<polyline class="line" points="{line}"/>',
        *(f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places),
        *(_small(f"{size:,g}", x, floor + 15) for size, (x, _) in zip(sizes, places, strict=True)),
        *(_small(shown(cost), _LEFT - 6, _up(cost, costs) + 4, anchor="end") for cost in labelled),
        _small(growth.size, (_LEFT + end) / 2, floor + 32),
    ]


def _small(words: str, x: float, y: float, anchor: str = "middle") -> str:
    place = f'text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="small" {place}>{escape(words)}</text>'


def _along(value: float, values: Sequence[float]) -> float:
    return _LEFT + 10 + _share(value, values, 0.0) * (_WIDTH - _LEFT - _RIGHT - 20)


def _up(value: float, values: Sequence[float]) -> float:
    return _HEIGHT - _BOTTOM - 8 - _share(value, values, 1.0) * (_HEIGHT - _TOP - _BOTTOM - 16)


def _share(value: float, values: Sequence[float], least: float) -> float:
    """Return the place of a value between the smallest and the largest, on a logarithmic axis.

    Args:
        least: smallest span of the axis in powers of ten, so that noise does not look like growth.
    """
    low, high = math.log10(min(values)), math.log10(max(values))
    room = max(0.0, least - (high - low))
    return (math.log10(value) - low + room / 2) / (high - low + room)
