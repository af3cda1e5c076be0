"""A rover whose left encoder fails above an unknown speed."""

from __future__ import annotations

from simulation import messages as ros

from gains.advisor import Advisor
from gains.robot_memory_advisor import START
from gains.simulated_task import SimulatedTask

_FAST, _SLOW = 24.0 / 3600.0, 0.5 / 3600.0  # faults a second, above and below that speed
_LASTS, _WELL = 20, 60  # s that a fault lasts, and s without a fault after it
_METRES = 75.0
_STRETCH = 30.0  # s that a requested speed lasts, on average


class RoverDrives(SimulatedTask):
    """Drives 75 m at the requested speeds, which are high for a quarter of the time."""

    name = "rover: drive 75 m"
    tasks = 120

    def __init__(self, advisor: Advisor, seed: int) -> None:
        super().__init__(advisor, seed)
        self._fails_above = self.random.uniform(0.28, 0.36)
        self._speed = self._wanted = self._left = 0.0
        self._fails, self._well_from = False, 60.0

    def attempt(self, number: int) -> bool:
        """Drive; obey the highest safe speed if one is known."""
        highest = max(0.1, self.advisor.highest("speed"))
        metres, before = 0.0, self.faults
        while metres < _METRES:
            self._speed = min(self._asked(), highest)
            rate = _FAST if self._speed > self._fails_above else _SLOW
            if self.now > self._well_from and self.random.random() < rate:
                self._break_down()
            metres += self._speed
            self.pass_time(1.0)
        return self.faults == before

    def _break_down(self) -> None:
        failed_at = self._speed
        self.faults += 1
        self._speed, self._fails = 0.0, True
        self.pass_time(_LASTS)
        self._fails = False
        self._well_from = self.now + _WELL
        self.advisor.tell("drive", "encoder: no pulses", speed=round(failed_at, 2))

    def _asked(self) -> float:
        self._left -= 1.0
        if self._left <= 0.0:
            self._left = max(1.0, self.random.exponential(_STRETCH))
            is_fast = self.random.random() < 0.25
            self._wanted = self.random.uniform(0.37, 0.6) if is_fast else (
                self.random.uniform(0.15, 0.27))  # fmt: skip
        return self._wanted

    def send(self) -> None:
        """Send odometry and diagnostics."""
        stamp = START.timestamp() + self.now
        speed = self._speed
        self.hears("/odom", ros.ODOMETRY, ros.odometry(stamp, 0, 0, 0, 0, speed, 0, 0))
        status = ros.status(
            2 if self._fails else 0, "base: Left wheel encoder",
            "no pulses" if self._fails else "ok", "", [],
        )  # fmt: skip
        self.hears("/diagnostics", ros.DIAGNOSTICS, ros.diagnostics(stamp, [status]))
