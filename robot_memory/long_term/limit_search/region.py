"""Part of a variable's range, in which something may happen more often than elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray


class RegionSide(str, Enum):
    """On which side of its limit a region lies."""

    ABOVE = "above"
    BELOW = "below"
    IS = "is"  # of a variable that is told in words, such as a mode, and of flags


@dataclass(frozen=True)
class Region:
    """Where a variable is above or below a limit, or has a certain value.

    Attributes:
        side: on which side of the limit.
        limit: the limit; of a variable that is told in words, and of flags, the value itself.
    """

    variable: str
    side: RegionSide
    limit: float | str

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Tell for each value whether it lies within; NaN, '' and other kinds do not."""
        if (values.dtype.kind == "U") != isinstance(self.limit, str):
            return np.zeros(len(values), bool)
        if self.side is RegionSide.ABOVE:
            return np.asarray(values > self.limit)
        if self.side is RegionSide.BELOW:
            return np.asarray(values < self.limit)
        return np.asarray(values == self.limit)
