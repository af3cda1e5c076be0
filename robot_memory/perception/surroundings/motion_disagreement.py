"""Whether two measurements of a motion differ more than they usually do on this robot.

See docs/reference/detectors.md, "slip".
"""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.perception.surroundings.robust_baseline import RobustBaseline

_LEARNED = 40  # pairs before one is judged
_REMEMBERED = 0.99  # factor by which the learned scale decays with each pair


@dataclass(frozen=True)
class DisagreementScore:
    """How far a pair is off.

    Attributes:
        expected: what the reference would say, by what was claimed.
        off: how far it is from that.
        limit: how far it may be, by what is usual.
    """

    expected: float
    off: float
    limit: float

    @property
    def is_off(self) -> bool:
        """Whether it is beyond what is usual."""
        return abs(self.off) > self.limit


class MotionDisagreement:
    """Learns how a claimed and a measured motion go together: their ratio, and how well they do.

    Odometry of a skid-steered robot is off by a factor when it turns; that is usual for it.

    Args:
        least: what is no disagreement in any case, in the motion's own unit.
        spreads: how many spreads of what is usual are none.
    """

    def __init__(self, least: float, spreads: float = 6.0) -> None:
        self._least, self._spreads = least, spreads
        self._both = self._claimed = 0.0
        self._usual = RobustBaseline(_LEARNED)

    def judge(self, claimed: float, measured: float) -> DisagreementScore | None:
        """Take in a pair; None while too little is known, and of a pair at rest."""
        if max(abs(claimed), abs(measured)) < self._least:
            return None
        scale = self._both / self._claimed if self._claimed else 1.0
        off = measured - scale * claimed
        judgement = None
        if self._usual.is_known:
            limit = max(self._least, abs(self._usual.middle) + self._spreads * self._usual.spread)
            judgement = DisagreementScore(scale * claimed, off, limit)
        if judgement is None or not judgement.is_off:
            self._both = _REMEMBERED * self._both + claimed * measured
            self._claimed = _REMEMBERED * self._claimed + claimed * claimed
        self._usual.observe(off)
        return judgement
