"""A delivery robot in a building: a lip in a doorway, two lifts, a battery that may be weak."""

from __future__ import annotations

from simulation import messages as ros

from gains.advisor import Advisor
from gains.robot_memory_advisor import START
from gains.simulated_task import SimulatedTask

_CRUISE, _CAREFUL = 0.8, 0.3  # m/s
_LIP, _LIP_WIDTH = 10.0, 0.08  # m from the depot, m
_SPILLS_ABOVE, _SPILLS = 0.5, 0.3  # m/s; share of the faster crossings that spill
_LIFT_X, _OTHER_LIFT_Y = 20.0, 12.0  # m
_RIDE, _PATIENCE = 30.0, 60.0  # s
_PER_ROUND, _WEAK_BELOW, _BROWNS_OUT = 0.09, 0.4, 0.4
_CHARGES_BELOW, _CHARGES_EARLY = 0.15, 0.45
_CHARGING = 120.0  # s


class DeliveryRounds(SimulatedTask):
    """Carries a load from the depot through the doorway to a lift, and returns empty.

    In every second building the near lift is mostly out of order, in the others hardly ever. Every
    second pair of buildings has a robot whose battery is weak below 40 %.
    """

    name = "delivery round"
    tasks = 25
    step = 0.1

    def __init__(self, advisor: Advisor, seed: int) -> None:
        super().__init__(advisor, seed)
        self._stuck = 0.6 if seed % 2 else 0.05
        self._is_weak = bool(seed // 2 % 2)
        self._charge = 1.0
        self._x = self._y = self._speed = self._jolt = 0.0
        self._message = "ok"
        self._beat = 0

    def attempt(self, number: int) -> bool:
        """Charge if due, go to a lift, ride, and return."""
        if self._charge < (
            _CHARGES_EARLY if self.advisor.warns_of("undervoltage") else _CHARGES_BELOW
        ):
            self.pass_time(_CHARGING)
            self._charge = 1.0
        is_done = self._keeps_power()
        self._charge -= _PER_ROUND
        is_done &= self._goes(_LIFT_X, 0.0, carries=True)
        if self.advisor.is_bad(_LIFT_X, 0.0):
            self._goes(_LIFT_X, _OTHER_LIFT_Y, carries=True)
        elif self.random.random() < self._stuck:
            self._waits_in_vain()
            self._goes(_LIFT_X, _OTHER_LIFT_Y, carries=True)
        self.pass_time(_RIDE)
        self._goes(_LIFT_X, 0.0, carries=False)
        self._goes(0.0, 0.0, carries=False)
        return is_done

    def _keeps_power(self) -> bool:
        if not (self._is_weak and self._charge < _WEAK_BELOW):
            return True
        if self.random.random() >= _BROWNS_OUT:
            return True
        self._fails("undervoltage")
        self._message = "undervoltage"
        self.pass_time(40.0)
        self._message = "ok"
        return False

    def _waits_in_vain(self) -> None:
        self._fails("lift does not come")
        self.pass_time(_PATIENCE)
        if self.advisor.listens:
            stamp = START.timestamp() + self.now
            line = ros.log(stamp, 20, "behavior_server", "Running backup", 1)
            self.hears("/rosout", ros.LOG, line)
        self.pass_time(5.0)

    def _fails(self, what: str) -> None:
        self.faults += 1
        self.advisor.tell("round", what, place=f"{self._x:.1f} {self._y:.1f}")

    def _goes(self, x: float, y: float, *, carries: bool) -> bool:
        """Go straight to a point; return whether the load stayed on."""
        stays = True
        length = max(abs(x - self._x), abs(y - self._y))
        begin, gone = (self._x, self._y), 0.0
        is_bad = self.advisor.is_bad(_LIP, 0.0)
        crosses = begin[1] == y == 0.0
        has_crossed = False
        while gone < length:
            near = crosses and abs(self._x - _LIP) < 1.0
            self._speed = _CAREFUL if near and is_bad else _CRUISE
            share = gone / length
            self._x, self._y = (one + share * (other - one) for one, other
                                in zip(begin, (x, y), strict=True))  # fmt: skip
            self._jolt = 0.0
            passed = (self._x - _LIP) * (1 if x > begin[0] else -1) >= 0.0
            if crosses and passed and not has_crossed:
                has_crossed, self._jolt = True, 8.0 * self._speed / _CRUISE
                spills = carries and self._speed > _SPILLS_ABOVE
                if spills and self.random.random() < _SPILLS:
                    stays = False
                    self._fails("load spilled")
            self.pass_time(self.step)
            gone += self._speed * self.step
        self._x, self._y, self._speed, self._jolt = x, y, 0.0, 0.0
        if not stays:
            self.pass_time(40.0)
        return stays

    def send(self) -> None:
        """Send IMU data, and less often odometry, pose, battery and diagnostics."""
        stamp = START.timestamp() + self.now
        shake = self.noise.normal(0.0, 0.3 if self._speed else 0.02, 3)
        up = 9.81 + shake[2] + self._jolt
        self.hears("/imu/data", ros.IMU, ros.imu(stamp, 0, 0, 0, shake[0], shake[1], up, 0.0))
        self._beat += 1
        if self._beat % 5 == 0:
            x, y = self._x, self._y
            odometry = ros.odometry(stamp, x, y, 0, 0, self._speed, 0, 0)
            self.hears("/odom", ros.ODOMETRY, odometry)
            self.hears("/amcl_pose", ros.POSE, ros.pose(stamp, x, y, 0.0, 0.0025))
        if self._beat % 10 == 0:
            volts = 21.0 + 4.0 * self._charge - (1.0 if self._speed else 0.0)
            battery = ros.battery(stamp, volts, -3.0, self._charge, 30.0, 2, True)
            self.hears("/battery", ros.BATTERY, battery)
            is_well = self._message == "ok"
            status = ros.status(
                0 if is_well else 2, "base: Motor controller", self._message, "", []
            )
            self.hears("/diagnostics", ros.DIAGNOSTICS, ros.diagnostics(stamp, [status]))
