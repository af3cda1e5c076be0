"""A multirotor that flies waypoints."""

from __future__ import annotations

from functools import partial

import numpy as np

from simulation import messages as ros
from simulation.body import Body
from simulation.computer import add_computer, add_supply
from simulation.flying import fly
from simulation.motors import Motor, add_motors, warmth
from simulation.power import add_absent_battery, add_battery, draw_pack, run_battery
from simulation.robot import Robot
from simulation.sensors import GRAVITY, Movement, add_flag, add_gps, add_imu, add_light
from simulation.signals import noise, quantised, smooth, wander
from simulation.timeline import Array, Timeline

_FORMS = ("esc_driver: ESC {}", "esc_driver: Motor {}", "{{}}: ESC {}")


class Multirotor(Body):
    """A multirotor before it runs."""

    kind = "multirotor"

    def __init__(self, seed: int, timeline: Timeline, chance: np.random.Generator) -> None:
        super().__init__(seed, timeline, chance)
        count = 6 if chance.random() < 0.3 else 4
        self.motors = tuple(str(number + 1) for number in range(count))
        self.flight = fly(timeline, chance)
        self.busy = self.flight.flies
        self.robot.busy = self.busy
        self.imu_rate = float(chance.choice([50.0, 50.0, 100.0, 200.0]))
        self.prefix = str(chance.choice(["", "mavros/", "fmu/"]))
        self.hover = chance.uniform(3500.0, 7000.0)

    def position(self) -> tuple[Array, Array]:
        """Return where it is over the ground."""
        return self.flight.position[0], self.flight.position[1]

    def conditions(self) -> dict[str, Array]:
        """Return its speed over the ground."""
        return {"speed": np.hypot(self.flight.velocity[0], self.flight.velocity[1])}

    # -- physics ---------------------------------------------------------------------------

    def _rotors(self) -> dict[str, Array]:
        """Return the speed of each rotor, 1/min."""
        chance, flight, t = self.chance, self.flight, self.timeline.t
        push = np.stack([self.timeline.slope(one) for one in flight.velocity])
        thrust = np.sqrt((1.0 + push[2] / GRAVITY) ** 2 + (push[0] ** 2 + push[1] ** 2) / 96.0)
        gusts = wander(chance, t, 3.0, 0.02)
        base = np.sqrt(np.clip(thrust, 0.3, 2.0)) * (1.0 + gusts)
        ups = np.where(flight.flies, base, np.where(flight.armed, 0.35, 0.0))
        ups = smooth(ups, 5)
        found = {}
        for number, name in enumerate(self.motors):
            angle = 2.0 * np.pi * (number + 0.5) / len(self.motors)
            mix = 0.02 * (push[0] * np.cos(angle) + push[1] * np.sin(angle))
            own = chance.normal(1.0, 0.012) + mix + wander(chance, t, 2.0, 0.012)
            found[name] = self.hover * ups * own * self.mods.factor(f"rotor {name}")
        return found

    # -- what is measured ------------------------------------------------------------------

    def _build(self) -> Robot:
        robot, chance, flight = self.robot, self.chance, self.flight
        rotors = self._rotors()
        currents = {
            name: 4.0 * (speed / self.hover) ** 3 * self.mods.factor(f"friction {name}")
            for name, speed in rotors.items()
        }
        load = np.sum(list(currents.values()), axis=0) + 0.6
        driver = "mavros" if self.prefix == "mavros/" else "fcu_bridge"
        self._add_motors(robot, driver, rotors, currents)
        self._add_power(robot, driver, load)
        self._add_imu(robot, driver, rotors)
        self._add_navigation(robot, driver)
        self._add_altitude(robot, driver)
        if chance.random() < 0.5:
            self._add_compass(robot, driver, load)
        add_computer(robot, flight.flies.astype(float), self.ambient, self.mods, chance)
        if chance.random() < 0.6:
            add_supply(robot, load / load.max(), self.ambient, self.mods, chance)
        if chance.random() < 0.4:
            shade = smooth(self.mods.factor("light"), 10)
            add_light(robot, "light", "light_driver", shade, chance, outdoors=True)
        if chance.random() < 0.5:
            add_flag(robot, f"{self.prefix}armed", driver, 2.0, flight.armed, chance)
        return robot

    def _add_motors(
        self, robot: Robot, driver: str, rotors: dict[str, Array], currents: dict[str, Array]
    ) -> None:
        chance, found = self.chance, []
        rise, tau = chance.uniform(20.0, 35.0), chance.uniform(60.0, 120.0)
        for name, current in currents.items():
            heat = (current / 4.0) ** 1.5
            degrees = warmth(self.timeline, name, heat, rise, tau, self.ambient, self.mods)
            found.append(Motor(name, current, degrees, rotors[name]))
        form = str(chance.choice(_FORMS)).replace("{{}}", driver)
        add_motors(robot, "esc_driver", found, chance, form=form)
        for probe in robot.probes:
            if probe.quantity == "shaft speed":
                probe.quantity = "rotor speed"

    def _add_power(self, robot: Robot, driver: str, load: Array) -> None:
        chance, flight = self.chance, self.flight
        nominal = float(chance.choice([11.1, 14.8, 22.2]))
        pack = draw_pack(chance, nominal, float(load.mean()), float(load.max()), 0.4)
        never = np.zeros(len(load), dtype=bool)
        battery = run_battery(
            robot, pack, load, never, flight.swapped, self.ambient, self.mods, chance
        )
        add_battery(robot, f"{self.prefix}battery", driver, 5.0, battery, chance)
        if chance.random() < 0.3:
            add_absent_battery(robot, f"{self.prefix}battery2", driver, chance)

    def _add_imu(self, robot: Robot, driver: str, rotors: dict[str, Array]) -> None:
        chance, flight, t = self.chance, self.flight, self.timeline.t
        push = np.stack([self.timeline.slope(one) for one in flight.velocity])
        speed = np.mean(list(rotors.values()), axis=0) / self.hover
        shaking = chance.uniform(0.3, 1.2) * speed**2 * self.mods.factor("shaking")
        sway = flight.flies * 0.06
        movement = Movement(
            forward=push[0] * np.cos(flight.yaw) + push[1] * np.sin(flight.yaw),
            sideways=push[1] * np.cos(flight.yaw) - push[0] * np.sin(flight.yaw),
            up=push[2],
            roll_rate=sway * wander(chance, t, 1.5, 1.0),
            pitch_rate=sway * wander(chance, t, 1.5, 1.0),
            yaw_rate=self.timeline.slope(flight.yaw),
            yaw=flight.yaw,
            shaking=shaking,
        )
        add_imu(robot, f"{self.prefix}imu/data", driver, self.imu_rate, movement, chance)

    def _add_navigation(self, robot: Robot, driver: str) -> None:
        chance, flight, timeline = self.chance, self.flight, self.timeline
        x, y, up = flight.position
        rate = float(chance.choice([2.0, 5.0]))
        topic = f"{self.prefix}global_position/fix" if self.prefix else "gps/fix"
        add_gps(robot, topic, driver, rate, x, y, up, chance)
        if chance.random() < 0.8:
            stamps = timeline.beats(10.0, chance)
            on, count = partial(timeline.on, stamps), len(stamps)
            ground = np.hypot(flight.velocity[0], flight.velocity[1])
            robot.add(
                f"{self.prefix}local_position/odom", ros.ODOMETRY, driver, stamps, ros.odometry,
                x=on(x) + wander(chance, stamps, 60.0, 0.2),
                y=on(y) + wander(chance, stamps, 60.0, 0.2),
                z=on(up) + noise(chance, count, 0.03), yaw=on(flight.yaw),
                vx=on(ground) + noise(chance, count, 0.03),
                vz=on(flight.velocity[2]) + noise(chance, count, 0.03),
                turn=on(timeline.slope(flight.yaw)) + noise(chance, count, 0.01),
            )  # fmt: skip

    def _add_altitude(self, robot: Robot, driver: str) -> None:
        chance, timeline, up = self.chance, self.timeline, self.flight.position[2]
        stamps = timeline.beats(10.0, chance)
        ground = chance.uniform(95_000.0, 102_000.0)
        weather = wander(chance, stamps, 4000.0, 15.0)
        pascal = ground * np.exp(-timeline.on(stamps, up) / 8434.0) + weather
        pascal += noise(chance, len(stamps), 2.0) + timeline.on(stamps, self.mods.extra("pressure"))
        robot.add(
            f"{self.prefix}static_pressure", ros.PRESSURE, driver, stamps, ros.pressure,
            pascal=quantised(pascal, 1.0),
        )  # fmt: skip
        if chance.random() < 0.7:
            longest = float(chance.choice([8.0, 12.0, 40.0]))
            stamps = timeline.beats(10.0, chance)
            read = timeline.on(stamps, up) + 0.15 + noise(chance, len(stamps), 0.02)
            robot.add(
                "rangefinder", ros.RANGE, "range_driver", stamps, partial(_range, 0.1, longest),
                value=quantised(np.clip(read, 0.1, longest), 0.01),
            )  # fmt: skip

    def _add_compass(self, robot: Robot, driver: str, load: Array) -> None:
        chance, timeline = self.chance, self.timeline
        stamps = timeline.beats(10.0, chance)
        yaw, draw = timeline.on(stamps, self.flight.yaw), timeline.on(stamps, load / load.max())
        level, deep, hiss = chance.uniform(18e-6, 30e-6), chance.uniform(-45e-6, -30e-6), 0.15e-6
        count, iron = len(stamps), timeline.on(stamps, self.mods.extra("magnetic"))
        robot.add(
            f"{self.prefix}imu/mag", ros.MAGNETIC, driver, stamps, ros.magnetic,
            x=level * np.cos(yaw) + 1e-6 * draw + noise(chance, count, hiss) + iron,
            y=-level * np.sin(yaw) + noise(chance, count, hiss) - 0.6 * iron,
            z=deep + 0.5e-6 * draw + noise(chance, count, hiss) + 0.4 * iron,
        )  # fmt: skip


def _range(least: float, most: float, stamp: float, value: float) -> object:
    return ros.distance(stamp, value, least, most, "rangefinder")
