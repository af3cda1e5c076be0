"""A wheeled robot that drives rounds on a site, indoors or outdoors."""

from __future__ import annotations

from functools import partial

import numpy as np

from simulation import messages as ros
from simulation.board import Board, Status, told
from simulation.body import Body
from simulation.computer import add_computer, add_supply
from simulation.driving import Style, drive
from simulation.motors import Motor, add_motors, warmth
from simulation.power import add_absent_battery, add_battery, draw_pack, run_battery
from simulation.robot import Robot
from simulation.sensors import Movement, add_flag, add_gps, add_imu, add_light
from simulation.signals import noise, quantised, smooth, wander
from simulation.site import draw_site
from simulation.stream import Probe
from simulation.timeline import Array, Timeline
from simulation.truth import Target

_TWO = (("left_wheel_joint", "right_wheel_joint"), ("wheel_left", "wheel_right"))
_FOUR = (
    ("front_left_wheel", "front_right_wheel", "rear_left_wheel", "rear_right_wheel"),
    ("wheel_fl", "wheel_fr", "wheel_rl", "wheel_rr"),
)
_SONARS = (("front", 0.0), ("left", 1.4), ("right", -1.4))
_FORMS = ("{0}: {{}}", "{0}: Motor {{}}", "{0}: {{}} drive")


class Rover(Body):
    """A rover before it runs."""

    kind = "rover"

    def __init__(self, seed: int, timeline: Timeline, chance: np.random.Generator) -> None:
        super().__init__(seed, timeline, chance)
        names = _FOUR if chance.random() < 0.4 else _TWO
        self.motors = names[int(chance.integers(len(names)))]
        self.site = draw_site(chance, outdoors=bool(chance.random() < 0.5))
        self.radius = chance.uniform(0.06, 0.17)
        self.width = chance.uniform(0.35, 0.7)
        self.style = self._draw_style()
        self.motion = drive(timeline, self.site, self.style, chance)
        self.busy = self.motion.speed > 0.1
        self.imu_rate = float(chance.choice([50.0, 50.0, 100.0, 200.0]))
        self.joint_rate = float(chance.choice([10.0, 20.0]))
        self.scan_rate = float(chance.choice([4.0, 5.0, 8.0]))
        self.robot.busy = self.busy

    def _draw_style(self) -> Style:
        chance, timeline = self.chance, self.timeline
        stops = []
        if chance.random() < 0.6:
            for session in timeline.sessions:
                if session.end - session.begin < 200.0:
                    continue
                begin = chance.uniform(session.begin + 60.0, session.end - 60.0)
                stops.append((begin, begin + chance.uniform(8.0, 40.0)))
        return Style(
            fastest=chance.uniform(0.5, 1.4),
            push=chance.uniform(0.3, 0.8),
            rest=chance.uniform(3.0, 12.0),
            loads=float(chance.choice([0.0, 0.4, 0.8])),
            charges_every=float(chance.choice([0.0, 700.0, 1500.0])),
            charge=chance.uniform(120.0, 300.0),
            stops=tuple(stops),
        )

    def position(self) -> tuple[Array, Array]:
        """Return where it is in the map."""
        return self.motion.x, self.motion.y

    def conditions(self) -> dict[str, Array]:
        """Return its speed."""
        return {"speed": self.motion.speed}

    # -- physics ---------------------------------------------------------------------------

    def _wheel_speeds(self) -> dict[str, Array]:
        """Return the rim speed of each wheel, m/s: a slipping wheel turns faster."""
        motion, found = self.motion, {}
        for number, name in enumerate(self.motors):
            side = -0.5 if number % 2 == 0 else 0.5
            rim = motion.speed + side * self.width * motion.turn
            found[name] = rim * self.mods.factor("slip") * self.mods.factor(f"slip {name}")
        return found

    def _currents(self, rims: dict[str, Array]) -> dict[str, Array]:
        """Friction, acceleration of the mass, and the floor: A."""
        motion, chance, t = self.motion, self.chance, self.timeline.t
        mass = 1.0 + motion.payload
        push = self.timeline.slope(motion.speed)
        floor = wander(chance, 0.7 * motion.x + 1.3 * motion.y + 0.001 * t, 6.0, 0.12)
        found = {}
        for name, rim in rims.items():
            moves = np.tanh(np.abs(rim) / 0.03)
            friction = chance.uniform(0.9, 1.1) * self.mods.factor(f"friction {name}")
            drag = moves * (0.5 + 0.7 * np.abs(rim)) * friction * (1.0 + 0.5 * motion.payload)
            pull = 1.2 * mass * push * np.sign(rim) + moves * (floor + 0.05)
            found[name] = np.maximum(drag + pull, 0.0) * (2.0 / len(rims)) + 0.05
        return found

    # -- what is measured ------------------------------------------------------------------

    def _build(self) -> Robot:
        robot, chance = self.robot, self.chance
        rims = self._wheel_speeds()
        currents = self._currents(rims)
        load = np.sum(list(currents.values()), axis=0) + chance.uniform(0.8, 1.6)
        base = str(chance.choice(["base_driver", "base_controller", "motor_controller"]))
        self._add_wheels(robot, base, rims, currents)
        self._add_odometry(robot, base, rims)
        self._add_power(robot, load)
        self._add_motors(robot, base, currents, rims)
        self._add_imu(robot)
        self._add_localisation(robot)
        self._add_ranging(robot)
        work = (self.motion.speed > 0.02).astype(float)
        add_computer(robot, work, self.ambient, self.mods, chance)
        if chance.random() < 0.8:
            add_supply(robot, load / load.max(), self.ambient, self.mods, chance)
        if chance.random() < 0.5:
            shade = smooth(self.mods.factor("light"), 10)
            outdoors = self.site is not None and self.site.outdoors
            add_light(robot, "light", "light_driver", shade, chance, outdoors=outdoors)
        if self.style.stops or chance.random() < 0.3:
            add_flag(robot, "e_stop", base, 5.0, self.motion.stopped, chance)
        return robot

    def _add_wheels(
        self, robot: Robot, node: str, rims: dict[str, Array], currents: dict[str, Array]
    ) -> None:
        chance, timeline = self.chance, self.timeline
        stamps = timeline.beats(self.joint_rate, chance)
        speeds = np.stack([timeline.on(stamps, rims[name]) for name in self.motors], axis=1)
        velocity = speeds / self.radius
        velocity += chance.standard_normal(velocity.shape) * 0.01 * np.abs(velocity)
        position = np.stack(
            [timeline.on(stamps, np.cumsum(rims[name]) * 0.1) for name in self.motors], axis=1
        )
        effort = np.stack([timeline.on(stamps, currents[name]) for name in self.motors], axis=1)
        effort += chance.standard_normal(effort.shape) * 0.03
        tells_effort = chance.random() < 0.4
        stream = robot.add(
            "joint_states", ros.JOINTS, node, stamps, partial(_joints, list(self.motors)),
            is_shared=True,
            position=quantised(position / self.radius, 2 * np.pi / 2048),
            velocity=quantised(velocity, chance.choice([0.0, 0.01, 0.05])),
            effort=effort if tells_effort else np.empty((len(stamps), 0)),
        )  # fmt: skip
        for column, name in enumerate(self.motors):
            target = Target(stream.topic, (name, f"[{column}]"))
            for quantity in ("position", "velocity", *(("effort",) if tells_effort else ())):
                robot.probes.append(
                    Probe(f"wheel {quantity}", f"motor {name}", stream, quantity, target, column)
                )

    def _add_odometry(self, robot: Robot, node: str, rims: dict[str, Array]) -> None:
        """Add the wheels' odometry, which is wrong where they slip."""
        chance, timeline, motion = self.chance, self.timeline, self.motion
        left = np.mean([rims[name] for name in self.motors[0::2]], axis=0)
        right = np.mean([rims[name] for name in self.motors[1::2]], axis=0)
        speed, turn = 0.5 * (left + right), (right - left) / self.width
        over = (speed - motion.speed) * 0.1
        first = np.flatnonzero(np.diff(timeline.session)) + 1
        gone = np.cumsum(over * np.cos(motion.yaw)), np.cumsum(over * np.sin(motion.yaw))
        starts = np.concatenate([[0], first])[timeline.session]
        stamps = timeline.beats(float(chance.choice([10.0, 20.0])), chance)
        on = partial(timeline.on, stamps)
        count = len(stamps)
        robot.add(
            str(chance.choice(["odom", "odometry/filtered", "wheel_odom"])), ros.ODOMETRY, node,
            stamps, ros.odometry,
            x=on(motion.x + gone[0] - gone[0][starts]), y=on(motion.y + gone[1] - gone[1][starts]),
            z=np.zeros(count), yaw=on(motion.yaw), vx=on(speed) + noise(chance, count, 0.004),
            vz=np.zeros(count), turn=on(turn) + noise(chance, count, 0.006),
        )  # fmt: skip
        stamps = timeline.beats(10.0, chance)
        stream = robot.add(
            "cmd_vel", ros.TWIST, "controller_server", stamps, ros.twist,
            speed=timeline.on(stamps, motion.wished), turn=timeline.on(stamps, motion.wished_turn),
        )  # fmt: skip
        moving = np.abs(stream.fields["speed"]) + np.abs(stream.fields["turn"]) > 1e-3
        if chance.random() < 0.7:  # silent without a command
            stream.drop(~moving)

    def _add_power(self, robot: Robot, load: Array) -> None:
        chance, motion = self.chance, self.motion
        nominal = float(chance.choice([12.0, 24.0, 36.0, 48.0]))
        hours = self.timeline.seconds / 3600.0
        pack = draw_pack(chance, nominal, float(load.mean()), float(load.max()), max(2.0, hours))
        full = np.zeros(len(load), dtype=bool)
        battery = run_battery(
            robot, pack, load, motion.docked, full, self.ambient, self.mods, chance
        )
        topic = str(chance.choice(["battery", "battery_state", "power/battery"]))
        rate = float(chance.choice([1.0, 2.0, 5.0]))
        add_battery(robot, topic, "battery_driver", rate, battery, chance)
        if chance.random() < 0.2:
            add_absent_battery(robot, f"{topic}_2", "battery_driver", chance)

    def _add_motors(
        self, robot: Robot, node: str, currents: dict[str, Array], rims: dict[str, Array]
    ) -> None:
        chance = self.chance
        rise, tau = chance.uniform(12.0, 25.0), chance.uniform(150.0, 350.0)
        found = []
        for name, current in currents.items():
            heat = (current / 1.2) ** 2
            degrees = warmth(self.timeline, name, heat, rise, tau, self.ambient, self.mods)
            found.append(Motor(name, current, degrees, rims[name] / self.radius))
        form = str(chance.choice(_FORMS)).format(node)
        add_motors(robot, node, found, chance, form=form)

    def _add_imu(self, robot: Robot) -> None:
        chance, motion, t = self.chance, self.motion, self.timeline.t
        zero = np.zeros(len(t))
        shaking = chance.uniform(0.2, 0.8) * np.abs(motion.speed) * self.mods.factor("shaking")
        bumps = self.mods.extra("bumps")
        movement = Movement(
            forward=self.timeline.slope(motion.speed),
            sideways=motion.speed * motion.turn,
            up=bumps,
            roll_rate=zero,
            pitch_rate=0.08 * bumps,
            yaw_rate=motion.turn,
            yaw=motion.yaw,
            shaking=shaking,
        )
        topic = str(chance.choice(["imu/data", "imu", "imu/data_raw"]))
        rate = self.imu_rate
        add_imu(robot, topic, "imu_driver", rate, movement, chance)
        if chance.random() < 0.6:
            stamps = self.timeline.beats(1.0, chance)
            on, into = self.timeline.on, self.timeline.into
            warm = self.ambient + 8.0 * (1.0 - np.exp(-into / 300.0))
            values = [
                told("Temperature", on(stamps, warm), 0.1, quantity="temperature", part="IMU"),
                told("Rate", rate + noise(chance, len(stamps), 0.02 * rate), 0.01),
            ]
            status = Status("imu_driver: IMU", values, text="Calibrated")
            robot.report(Board("imu_driver", robot.name("diagnostics"), stamps, [status]))

    def _add_localisation(self, robot: Robot) -> None:
        chance, motion, timeline = self.chance, self.motion, self.timeline
        if self.site is not None and self.site.outdoors:
            topic = str(chance.choice(["gps/fix", "fix", "navsat/fix"]))
            rate = float(chance.choice([1.0, 2.0, 5.0]))
            add_gps(robot, topic, "gps_driver", rate, motion.x, motion.y, 0 * motion.x, chance)
            return
        stamps = timeline.beats(2.0, chance)
        on, count = partial(timeline.on, stamps), len(stamps)
        stream = robot.add(
            "amcl_pose", ros.POSE, "amcl", stamps, ros.pose,
            x=on(motion.x) + noise(chance, count, 0.02),
            y=on(motion.y) + noise(chance, count, 0.02),
            yaw=on(motion.yaw) + noise(chance, count, 0.01),
            variance=0.02 * np.exp(wander(chance, stamps, 40.0, 0.4)),
        )  # fmt: skip
        if chance.random() < 0.7:  # sent only while the robot moves
            stream.drop(on(np.abs(motion.speed) + np.abs(motion.turn)) < 0.05)

    def _add_ranging(self, robot: Robot) -> None:
        chance, motion, timeline, site = self.chance, self.motion, self.timeline, self.site
        assert site is not None
        if chance.random() < 0.8:
            stamps = timeline.beats(self.scan_rate, chance)
            beams = int(chance.choice([48, 72, 96]))
            field, longest = float(chance.choice([np.pi, 1.5 * np.pi])), chance.uniform(10.0, 25.0)
            x, y, yaw = (timeline.on(stamps, one) for one in (motion.x, motion.y, motion.yaw))
            angles = yaw[:, None] + np.linspace(-field / 2, field / 2, beams)[None, :]
            ranges = site.distance(x[:, None], y[:, None], angles)
            ranges += chance.standard_normal(ranges.shape) * 0.015
            _let_people_pass(ranges, stamps, chance)
            ranges[ranges > longest] = np.inf
            ranges[chance.random(ranges.shape) < 0.004] = np.inf
            robot.add(
                str(chance.choice(["scan", "lidar/scan", "front/scan"])), ros.SCAN, "lidar_driver",
                stamps, partial(_scan, field, longest), ranges=ranges.astype(np.float32),
            )  # fmt: skip
        if chance.random() < 0.6:
            longest = float(chance.choice([2.5, 4.0, 5.0]))
            for name, angle in _SONARS[: chance.integers(2, 4)]:
                stamps = timeline.beats(float(chance.choice([5.0, 10.0])), chance)
                x, y, yaw = (timeline.on(stamps, one) for one in (motion.x, motion.y, motion.yaw))
                read = site.distance(x, y, yaw + angle) + noise(chance, len(stamps), 0.01)
                read = np.where(read > longest, longest, np.maximum(read, 0.03))
                robot.add(
                    f"sonar/{name}", ros.RANGE, f"sonar_{name}", stamps,
                    partial(_range, 0.02, longest, name), value=quantised(read, 0.001),
                )  # fmt: skip


def _let_people_pass(ranges: Array, stamps: Array, chance: np.random.Generator) -> None:
    """Let a person walk through the view now and then, for seconds, not too close."""
    beams = ranges.shape[1]
    for _ in range(int(chance.poisson(len(stamps) * float(np.median(np.diff(stamps))) / 90.0))):
        begin = float(chance.choice(stamps))
        seen = np.flatnonzero((stamps >= begin) & (stamps < begin + chance.uniform(1.0, 5.0)))
        width = int(beams * chance.uniform(0.03, 0.12)) + 1
        begins, ends = chance.uniform(0, beams - width, 2).tolist()
        first = np.linspace(begins, ends, len(seen)).astype(int)
        columns = first[:, None] + np.arange(width)[None, :]
        legs = np.minimum(ranges[seen[:, None], columns], chance.uniform(0.6, 3.0))
        ranges[seen[:, None], columns] = legs


def _joints(names: list[str], stamp: float, *rows: list[float]) -> object:
    return ros.joints(stamp, names, *rows)


def _scan(field: float, longest: float, stamp: float, ranges: list[float]) -> object:
    return ros.scan(stamp, ranges, field, longest)


def _range(least: float, most: float, frame: str, stamp: float, value: float) -> object:
    return ros.distance(stamp, value, least, most, frame)
