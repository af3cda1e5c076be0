"""An arm that picks and places in a cell."""

from __future__ import annotations

from functools import partial

import numpy as np

from simulation import messages as ros
from simulation.board import Board, Status, told
from simulation.body import Body
from simulation.computer import add_computer, add_supply
from simulation.job import draw_job, draw_pace
from simulation.motors import Motor, add_motors, warmth
from simulation.robot import Robot
from simulation.sensors import add_flag, add_number
from simulation.signals import noise, quantised, wander
from simulation.stream import Probe
from simulation.timeline import STEP, Array, Timeline
from simulation.truth import Target

_NAMES = (
    ("shoulder_pan_joint", "shoulder_lift_joint", "elbow_joint", "wrist_1_joint", "wrist_2_joint",
     "wrist_3_joint"),
    ("joint_1", "joint_2", "joint_3", "joint_4", "joint_5", "joint_6", "joint_7"),
    ("axis_a1", "axis_a2", "axis_a3", "axis_a4", "axis_a5", "axis_a6"),
)  # fmt: skip
_FORMS = ("{0}: {{}}", "{0}: Drive {{}}")


class Arm(Body):
    """An arm before it runs."""

    kind = "arm"

    def __init__(self, seed: int, timeline: Timeline, chance: np.random.Generator) -> None:
        super().__init__(seed, timeline, chance)
        self.motors = _NAMES[int(chance.integers(len(_NAMES)))]
        self.pace = draw_pace(timeline, chance)
        self.job = draw_job(chance, len(self.motors), timeline.seconds)
        self.work = np.cumsum(self.pace) * STEP
        self.busy = self.pace > 0.0
        self.robot.busy = self.busy
        self.joint_rate = float(chance.choice([20.0, 25.0, 40.0]))
        count = len(self.motors)
        self.gravity = np.array([2.0, 45.0, 25.0, 6.0, 4.0, 1.0, 0.8])[:count]
        self.gravity = self.gravity * chance.uniform(0.7, 1.3, count)
        self.friction = np.array([9.0, 10.0, 7.0, 2.5, 2.2, 1.5, 1.0])[:count]
        self.friction = self.friction * chance.uniform(0.8, 1.2, count)

    def conditions(self) -> dict[str, Array]:
        """Return the payload, and the speed of work if it varies."""
        found = {"payload": self.job.payload(self.work)}
        if np.ptp(self.pace[self.busy]) > 0.1:
            found["speed"] = self.pace
        return found

    # -- physics ---------------------------------------------------------------------------

    def _efforts(self, stamps: Array, work: Array) -> tuple[Array, Array, Array]:
        """Return angles, speeds and torques of all joints, rad, rad/s and Nm."""
        angles = self.job.angles(work)
        step = np.gradient(stamps)[:, None]
        speeds = np.gradient(angles, axis=0) / step
        speeds[np.abs(speeds) > 6.0] = 0.0
        pushes = np.clip(np.gradient(speeds, axis=0) / step, -20.0, 20.0)
        lift = np.cumsum(angles[:, 1:4], axis=1)
        lean = np.stack(
            [np.zeros(len(work)), np.cos(lift[:, 0]), np.cos(lift[:, 1]), np.cos(lift[:, 2]),
             *[0.3 * np.sin(angles[:, j]) for j in range(4, angles.shape[1])]], axis=1
        )  # fmt: skip
        payload = self.job.payload(work)[:, None]
        torque = self.gravity * lean * (1.0 + 0.12 * payload) + 0.03 * self.gravity * pushes
        for column, name in enumerate(self.motors):
            stiff = np.interp(stamps, self.timeline.t, self.mods.factor(f"friction {name}"))
            rub = np.tanh(speeds[:, column] / 0.02) + 0.5 * speeds[:, column]
            torque[:, column] += self.friction[column] * stiff * rub
        return angles, speeds, torque

    # -- what is measured ------------------------------------------------------------------

    def _build(self) -> Robot:
        robot, chance, t = self.robot, self.chance, self.timeline.t
        pace = self.pace * self.mods.factor("pace")
        self.work = np.cumsum(pace) * STEP
        node = str(chance.choice(["ur_driver", "arm_driver", "joint_state_broadcaster"]))
        self._add_joints(robot, node)
        _, speeds, torque = self._efforts(t, self.work)
        self._add_motors(robot, node, torque, speeds)
        self._add_gripper(robot)
        self._add_safety(robot, node, pace)
        if chance.random() < 0.5:
            self._add_wrench(robot)
        busy = (pace > 0.0).astype(float)
        add_computer(robot, busy, self.ambient, self.mods, chance)
        if chance.random() < 0.8:
            add_supply(robot, busy, self.ambient, self.mods, chance)
        if chance.random() < 0.4:
            add_number(
                robot, "speed_scaling", node, 5.0, pace * 100.0, 0.0, chance,
                quantity="pace", part="pace", type_name=ros.FLOAT64,
            )  # fmt: skip
        return robot

    def _add_joints(self, robot: Robot, node: str) -> None:
        chance, timeline = self.chance, self.timeline
        stamps = timeline.beats(self.joint_rate, chance)
        angles, speeds, torque = self._efforts(stamps, timeline.on(stamps, self.work))
        for column, name in enumerate(self.motors):
            shake = timeline.on(stamps, self.mods.extra(f"oscillation {name}"))
            wave = np.sin(2.0 * np.pi * 6.3 * stamps) * shake
            angles[:, column] += 0.02 * wave
            speeds[:, column] += 0.5 * wave + noise(chance, len(stamps), 0.05) * np.abs(shake)
            torque[:, column] += self.friction[column] * 0.8 * wave
        factor = chance.choice([1.0, 0.05])  # some drivers report the current, A, as effort
        shape = angles.shape
        stream = robot.add(
            "joint_states", ros.JOINTS, node, stamps, partial(_joints, list(self.motors)),
            is_shared=True,
            position=quantised(angles + chance.standard_normal(shape) * 2e-4, 1e-4),
            velocity=quantised(speeds + chance.standard_normal(shape) * 2e-3, 1e-4),
            effort=(torque + chance.standard_normal(shape) * 0.02 * self.gravity) * factor,
        )  # fmt: skip
        for column, name in enumerate(self.motors):
            target = Target(stream.topic, (name, f"[{column}]"))
            for quantity in ("position", "velocity", "effort"):
                robot.probes.append(
                    Probe(f"joint {quantity}", f"motor {name}", stream, quantity, target, column)
                )

    def _add_motors(self, robot: Robot, node: str, torque: Array, speeds: Array) -> None:
        chance, found = self.chance, []
        rise, tau = chance.uniform(8.0, 16.0), chance.uniform(500.0, 900.0)
        usual = np.mean(torque**2, axis=0) + 1e-6
        for column, name in enumerate(self.motors):
            heat = torque[:, column] ** 2 / usual[column]
            degrees = 4.0 + warmth(
                self.timeline, name, heat, rise, tau, self.ambient, self.mods
            )  # fmt: skip
            found.append(Motor(name, np.abs(torque[:, column]) * 0.06, degrees, speeds[:, column]))
        add_motors(robot, node, found, chance, form=str(chance.choice(_FORMS)).format(node))

    def _add_gripper(self, robot: Robot) -> None:
        chance, timeline = self.chance, self.timeline
        payload = self.job.payload(self.work)
        holds = (payload > 0.0) & (self.mods.factor("grip") > 0.5)
        lost = (payload > 0.0) & ~holds
        add_flag(robot, "gripper/object_detected", "gripper_driver", 10.0, holds, chance)
        self.tells_lost = chance.random() < 0.6
        if self.tells_lost:
            add_flag(robot, "gripper/grip_lost", "gripper_driver", 10.0, lost, chance)
        stamps = timeline.beats(1.0, chance)
        width = np.where(payload > 0.0, np.where(holds, 0.04, 0.0), 0.085)
        values = [
            told("Width", timeline.on(stamps, width), 0.001, quantity="width", part="gripper")
        ]
        status = Status("gripper_driver: Gripper", values)
        robot.report(Board("gripper_driver", robot.name("diagnostics"), stamps, [status]))
        if chance.random() < 0.5:
            level = -chance.uniform(55.0, 75.0) * (payload > 0.0) * self.mods.factor("vacuum")
            add_number(
                robot, "gripper/vacuum", "vacuum_driver", 10.0, level, 0.4, chance,
                quantity="vacuum", part="vacuum", step=0.1,
            )  # fmt: skip

    def _add_safety(self, robot: Robot, node: str, pace: Array) -> None:
        """Add the arm's own protective stops, and whether its program runs."""
        chance = self.chance
        stopped = self.mods.factor("pace") < 0.5
        topic = str(chance.choice(["protective_stop", "safety/protective_stop", "robot_stopped"]))
        add_flag(robot, topic, node, 10.0, stopped, chance)
        if chance.random() < 0.5:
            add_flag(robot, "program_running", node, 2.0, pace > 0.0, chance)

    def _add_wrench(self, robot: Robot) -> None:
        chance, timeline = self.chance, self.timeline
        stamps = timeline.beats(20.0, chance)
        payload = self.job.payload(timeline.on(stamps, self.work))
        moves = np.abs(np.gradient(self.job.angles(timeline.on(stamps, self.work))[:, 1]))
        count = len(stamps)
        drift = [wander(chance, stamps, 2000.0, 0.15) for _ in range(6)]
        bias = timeline.on(stamps, self.mods.extra("wrench"))
        force = [drift[i] + noise(chance, count, 0.3) + 4.0 * moves for i in range(3)]
        torque = [0.1 * drift[i] + noise(chance, count, 0.02) for i in range(3, 6)]
        robot.add(
            str(chance.choice(["wrench", "ft_sensor/wrench"])), ros.WRENCH, "ft_driver", stamps,
            ros.wrench, fx=force[0] + 0.3 * bias, fy=force[1], fz=force[2] - 9.81 * payload + bias,
            tx=torque[0], ty=torque[1], tz=torque[2],
        )  # fmt: skip


def _joints(names: list[str], stamp: float, *rows: list[float]) -> object:
    return ros.joints(stamp, names, *rows)
