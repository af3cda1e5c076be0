"""What signals did in the seconds before an occurrence began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from robot_memory.report.markup import Child, tag
from robot_memory.report.pictures.canvas import figure, line, path, text, wrapped

_LEFT, _RIGHT, _ROW, _LONGEST = 262.0, 600.0, 34.0, 46
_SPAN = 10.0  # seconds that a freeze-frame holds
#: Seconds before the onset (negative), and the value.
Samples = Sequence[tuple[float, float]]


def draw_frame(anchor: str, words: str, signals: Mapping[str, Samples], *caption: Child) -> Element:
    """Return the picture.

    Args:
        anchor: names it in the page.
        words: the sentence of what began.
        signals: their readings, oldest first, by name; each has at least one.
        caption: what stands below it.
    """
    bottom = 6.0 + _ROW * len(signals)
    shapes = [shape for place, (name, samples) in enumerate(signals.items())
              for shape in _signal(name, samples, 6.0 + _ROW * place)]  # fmt: skip
    shapes += [*_axis(bottom)]
    description = f"{len(signals)} signals in the ten seconds before it began."
    title = f"Before it began: {words}"
    return figure(anchor, title, description, bottom + 18.0, shapes, *caption)


def _signal(name: str, samples: Samples, top: float) -> Iterator[Element]:
    values = [value for _, value in samples]
    low, high = min(values), max(values)
    lines = wrapped(name, _LONGEST)
    for number, words in enumerate(lines):
        y = top + _ROW / 2.0 + 4.0 + 12.0 * number - 6.0 * (len(lines) - 1)
        yield text(2.0, y, words, "label")
    yield path([(_x(since), _y(value, low, high, top)) for since, value in samples], "curve")
    since, value = samples[-1]
    yield tag("circle", cx=_x(since), cy=_y(value, low, high, top), r=2.4, class_="now")
    words = f"{low:.4g} to {high:.4g}" if high > low else f"{low:.4g}"
    yield text(_RIGHT + 8.0, top + _ROW / 2.0 + 4.0, words, "tick")
    yield line(_LEFT, top + _ROW, _RIGHT, top + _ROW, "faint")


def _axis(bottom: float) -> Iterator[Element]:
    for seconds in (-10.0, -5.0, 0.0):
        yield line(_x(seconds), 4.0, _x(seconds), bottom, "grid")
        words = f"{seconds:.0f} s".replace("-", "\N{MINUS SIGN}") if seconds else "it began"
        yield text(_x(seconds), bottom + 13.0, words, "tick middle")


def _x(since: float) -> float:
    return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, 1.0 + since / _SPAN))


def _y(value: float, low: float, high: float, top: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return top + _ROW - 5.0 - (_ROW - 10.0) * share
