"""A moment of normal running, with its operating conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from robot_memory.clock import Instant


@dataclass(frozen=True)
class OperatingSample:
    """How the robot ran at some moment.

    Attributes:
        instant: when.
        seconds: how much running time, up to then, it stands for.
        values: operating conditions by name: numbers, or words such as a mode.
    """

    instant: Instant
    seconds: float
    values: Mapping[str, float | str] = field(default_factory=dict)

    @property
    def time(self) -> datetime:
        """When it was, UTC."""
        return self.instant.time
