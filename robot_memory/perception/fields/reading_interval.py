"""How often a signal is read, where its rule says so."""

from __future__ import annotations

_SHARE = 0.005  # of the interval by which a message may come sooner
_LEAST = 0.001  # s by which it may in any case


def shortest_gap(every: float) -> float:
    """Return the seconds after a reading from which the next message is read.

    That is a little less than the interval that a rule asks for: the stamps of a topic that comes
    exactly so often are rounded, and every second message would come too soon.

    Args:
        every: seconds between two readings, as a rule says.
    """
    return max(0.0, every - max(_SHARE * every, _LEAST))
