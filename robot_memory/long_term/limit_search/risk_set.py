"""When an onset could have come at all, which is what onsets are compared with.

See docs/explanation/conditions.md, "What is compared with what".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robot_memory.long_term.limit_search.operating_history import OperatingHistory

DRIVING, RUNNING = "driving", "running"
_SPEED = "speed"
_LEAST_SPEED = 0.02  # m/s
_OF_FAST = 0.05  # share of a speed that is fast for the robot
_NEARLY_ALL = 0.9


class RiskSet(NamedTuple):
    """Onsets, and the operation in which they could have come.

    Attributes:
        onsets: the conditions a little before each.
        operation: normal running, without the time in which the fault was there already.
        time: what that time is called, driving or running.
    """

    onsets: OperatingHistory
    operation: OperatingHistory
    time: str


def at_risk(
    onsets: OperatingHistory, operation: OperatingHistory, faulty: Iterable[tuple[float, float]]
) -> RiskSet:
    """Return what is to be compared.

    A fault that nearly always comes while the robot drives is compared with driving: that it does
    not come at the charger is no limit of speed.

    Args:
        onsets: the conditions a little before each.
        faulty: from when to when the fault was there, seconds since the epoch.
    """
    operation = operation.outside(faulty)
    if _SPEED not in operation.columns or _SPEED not in onsets.columns:
        return RiskSet(onsets, operation, RUNNING)
    fast = np.nanquantile(_speed(operation), 0.95) if len(operation) else np.nan
    least = max(_LEAST_SPEED, _OF_FAST * float(fast))
    drove = _speed(onsets) >= least
    has_speed = np.isfinite(_speed(onsets))
    if (
        2 * has_speed.sum() < len(onsets)
        or drove.sum() < _NEARLY_ALL * has_speed.sum()
        or not drove.any()
    ):
        return RiskSet(onsets, operation, RUNNING)
    return RiskSet(onsets.at(drove), operation.at(_speed(operation) >= least), DRIVING)


def _speed(operation: OperatingHistory) -> NDArray[np.float64]:
    return np.asarray(operation.columns[_SPEED], float)
