"""An arm that drops one kind of part when it is fast, and whose joint 3 overheats."""

from __future__ import annotations

from simulation import messages as ros

from gains.advisor import Advisor
from gains.robot_memory_advisor import START
from gains.simulated_task import SimulatedTask

PARTS = ("bolt", "cover", "valve")
_SECONDS = {"fast": 8.0, "slow": 12.0}
_HEAT = {"fast": 7.0, "slow": 3.0}  # °C a pick
_WAITS = 45.0  # s between two parts
_COOLS = 0.0025  # share of the distance to room temperature lost each second
_ROOM, _TRIPS, _RESTS = 25.0, 75.0, 180.0  # °C, °C, s
_LOSES, _SELDOM = 0.4, 0.03
_PAUSE = 20.0  # s
_MARGIN = 7.0  # °C that the agent stays below a limit: the heat of a fast pick
_JOINTS = ["joint_1", "joint_2", "joint_3"]


class ArmPicks(SimulatedTask):
    """Picks parts; seven in ten are to be picked fast."""

    name = "arm: pick a part"
    tasks = 300
    step = 2.0

    def __init__(self, advisor: Advisor, seed: int) -> None:
        super().__init__(advisor, seed)
        self._delicate = PARTS[seed % len(PARTS)]
        self._trips = self.random.uniform(70.0, 80.0)
        self._heat, self._speed = _ROOM, 0.0
        self._joint, self._gripper = "ok", "ok"

    def attempt(self, number: int) -> bool:
        """Pause while the joint is too hot; pick slowly the parts that get lost in fast picks."""
        self._speed = 0.0
        self.pass_time(_WAITS)
        part = str(self.random.choice(PARTS))
        how = "fast" if self.random.random() < 0.7 else "slow"
        highest = self.advisor.highest("temperature") - _MARGIN
        while self._heat > max(highest, _ROOM + 20.0):
            self.pass_time(_PAUSE)
        is_blamed = self.advisor.fails_with(f"pick {part}", "speed", "fast")
        how = "slow" if is_blamed else how
        if part != self._delicate:
            self.judges(part, is_blamed=is_blamed)
        self._heat += _HEAT[how]
        self._speed = 1.0 if how == "fast" else 0.6
        self.pass_time(_SECONDS[how])
        if self._heat > self._trips:
            self._overheats()
            return False
        is_lost = self.random.random() < (
            _LOSES if part == self._delicate and how == "fast" else _SELDOM
        )
        self.advisor.tell(f"pick {part}", "grip lost" if is_lost else "", speed=how)
        if is_lost:
            self.faults += 1
            self._gripper, self._speed = "grip lost", 0.0
            self.pass_time(30.0)
            self._gripper = "ok"
        return not is_lost

    def _overheats(self) -> None:
        self.faults += 1
        self.advisor.tell("arm", "joint 3 over temperature", temperature=round(self._heat, 1))
        self._joint, self._speed = "over temperature", 0.0
        self.pass_time(_RESTS)
        self._joint = "ok"

    def evolve(self) -> None:
        """Cool down."""
        self._heat -= (self._heat - _ROOM) * _COOLS * self.step

    def send(self) -> None:
        """Send temperatures, joints and diagnostics."""
        stamp = START.timestamp() + self.now
        warm = self._heat + self.noise.normal(0.0, 0.3)
        self.hears("/joint_3/temperature", ros.TEMPERATURE, ros.temperature(stamp, warm))
        moves = self.noise.normal(0.0, 0.01, 3) + self._speed
        joints = ros.joints(stamp, _JOINTS, moves, moves, 2.0 + moves)
        self.hears("/joint_states", ros.JOINTS, joints)
        statuses = [
            ros.status(0 if text == "ok" else 2, name, text, "", [])
            for name, text in (("arm: Joint 3", self._joint), ("arm: Gripper", self._gripper))
        ]
        self.hears("/diagnostics", ros.DIAGNOSTICS, ros.diagnostics(stamp, statuses))
