"""What signals did in the seconds before an occurrence began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from robot_memory.applications.report.pictures.canvas import label

_LEFT, _RIGHT, _ROW, _TOP = 262.0, 600.0, 34.0, 6.0  # units of the canvas
_SPAN = 10.0  # seconds that a freeze-frame holds
#: Seconds before the onset (negative), and the value.
Samples = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class FrameChart:
    """The signals of a freeze-frame.

    Attributes:
        signals: their readings, oldest first, by name; each has at least one.
    """

    signals: Mapping[str, Samples]

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return _TOP + _ROW * len(self.signals)

    def x(self, since: float) -> float:
        """Return where a time before the onset is."""
        return _LEFT + (_RIGHT - _LEFT) * min(1.0, max(0.0, 1.0 + since / _SPAN))

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield what is drawn of each signal."""
        for place, (name, samples) in enumerate(self.signals.items()):
            top = _TOP + _ROW * place
            values = [value for _, value in samples]
            low, high = min(values), max(values)
            yield {
                "label": label(name, top + _ROW / 2.0), "middle": top + _ROW / 2.0,
                "end": top + _ROW,
                "points": [(self.x(since), _y(value, low, high, top)) for since, value in samples],
                "range": f"{low:.4g} to {high:.4g}" if high > low else f"{low:.4g}",
            }  # fmt: skip


def _y(value: float, low: float, high: float, top: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return top + _ROW - 5.0 - (_ROW - 10.0) * share
