"""What detectors read, told to all: the board on which the robot's numbers stand."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.frames.traces import Sample, Traces

_FRESH = 5.0


class Readings:
    """The numbers that signal detectors read from messages, by name, and how they went lately.

    A name tells topic, field and component as a person would: ``/joint_states effort[elbow]``,
    ``/diagnostics base: Motor Temperature``. Memory is bounded: 256 signals, whatever their rates.
    """

    def __init__(self) -> None:
        self._traces = Traces()

    def note(self, name: str, stamp: float, value: float) -> None:
        """Tell what was read.

        Args:
            name: of which signal.
            stamp: when, seconds on the detectors' time axis.
            value: SI units where the message says so; NaN and infinity are no readings.
        """
        self._traces.note(name, stamp, value)

    def now(self, stamp: float) -> Mapping[str, float]:
        """Return what was read within the last five seconds."""
        return self._traces.latest(stamp - _FRESH)

    def before(self, onset: float) -> dict[str, list[Sample]]:
        """Return the ten seconds before an onset, by signal; it may be over a minute ago."""
        return self._traces.before(onset)
