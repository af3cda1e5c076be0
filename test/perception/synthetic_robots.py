"""Robots that there are none of, with faults that are known: a seed makes a day of one of them.

Nothing here knows how anything is detected. A robot is a set of streams (sensors, drivers that
report, nodes that log, batteries); faults are put into some of them at random, and nuisances, as
every robot has them, into the others. The truth is what an engineer beside it would write down.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import robot_messages as ros

Sent = tuple[float, str, str, Any]
"""When, on which topic, of which type, and what."""


@dataclass(frozen=True)
class Truth:
    """A lesson that the day holds: about whom, a word that must be in it, how often it was so."""

    subject: str
    word: str
    once: bool = True


@dataclass
class Day:
    """What happens on a robot.

    Attributes:
        name: of the robot.
        seconds: how long the day is.
        chance: what makes one day differ from another.
        healthy: whether nothing breaks.
        namespace: of all its topics and nodes.
    """

    name: str
    seconds: float
    chance: random.Random
    healthy: bool = False
    namespace: str = ""
    truths: list[Truth] = field(default_factory=list)
    _streams: list[Iterator[Sent]] = field(default_factory=list)
    _pauses: list[tuple[float, float]] = field(default_factory=list)
    _mute_topics: set[str] = field(default_factory=set)

    def messages(self) -> Iterator[Sent]:
        """All that is sent, in order; in a pause nothing is."""
        for sent in heapq.merge(*self._streams, key=lambda item: item[0]):
            if not any(begin <= sent[0] < end for begin, end in self._pauses):
                yield sent

    def add(self, stream: Iterator[Sent]) -> None:
        self._streams.append(stream)

    def breaks(self, chance: float = 0.5) -> bool:
        """Whether something breaks today."""
        return not self.healthy and self.chance.random() < chance

    def window(self, least: float, most: float, after: float = 0.4) -> tuple[float, float]:
        """A time in which something is broken; never in the first part of the day."""
        lasting = min(self.chance.uniform(least, most), 0.4 * self.seconds)
        begin = self.chance.uniform(after * self.seconds, self.seconds - lasting - 90.0)
        return begin, begin + lasting

    def pause(self, least: float, most: float) -> None:
        """All of the robot is silent for a while: switched off, or the recorder was."""
        begin = self.chance.uniform(0.05, 0.15) * self.seconds
        self._pauses.append((begin, begin + self.chance.uniform(least, most)))

    # -- sensors ---------------------------------------------------------------------------

    def sensor(
        self,
        topic: str,
        type_name: str,
        rate: float,
        *,
        jitter: float = 0.1,
        content: Callable[[float], Any] = ros.nothing,
        may_break: bool = True,
    ) -> None:
        """A sensor with a beat; it may die for a while, or get slow: that is not told so early."""
        topic = f"{self.namespace}{topic}"
        dead = slow = (math.inf, math.inf)
        least = max(30.0, 25.0 / rate)
        if may_break and self.breaks(0.3):
            if self.chance.random() < 0.6:
                dead = self.window(least, 2.0 * least)
                self.truths.append(Truth(topic, "falls silent"))
            else:
                slow = self.window(2.0 * least, 4.0 * least)
        noise = random.Random(self.chance.random())

        def stream() -> Iterator[Sent]:
            stamp = noise.uniform(0.0, 3.0)
            while stamp < self.seconds:
                late = noise.random() * jitter / rate
                if not dead[0] <= stamp < dead[1]:
                    yield stamp + late, topic, type_name, content(stamp)
                stamp += 1.0 / rate * (4.0 if slow[0] <= stamp < slow[1] else 1.0)

        self.add(stream())

    def events(self, topic: str, type_name: str, rate: float) -> None:
        """A topic on which something is sent when something happens; that is no fault."""
        noise = random.Random(self.chance.random())

        def stream() -> Iterator[Sent]:
            stamp = 0.0
            while (stamp := stamp + noise.expovariate(rate)) < self.seconds:
                yield stamp, f"{self.namespace}{topic}", type_name, ros.nothing()

        self.add(stream())

    # -- drivers ---------------------------------------------------------------------------

    def driver(
        self,
        name: str,
        parts: list[str],
        rate: float,
        *,
        complaints: tuple[str, ...] = ("Over temperature: {:.1f} °C", "No response", "Low rate"),
        topic: str = "/diagnostics",
        prefix: str = "",
    ) -> None:
        """A driver that reports on its parts; one may fail, flap or say no more, or the driver."""
        names = [f"{prefix}{name}: {part}" for part in parts]
        noise = random.Random(self.chance.random())
        fault = dict.fromkeys(names, (math.inf, math.inf))
        mute, flaps, level, complaint, gone = set[str](), set[str](), 1, "", (math.inf, math.inf)
        if topic not in self._mute_topics and self.breaks(0.25):
            self._mute_topics.add(topic)  # when all of a topic is silent, nobody can tell
            gone = self.window(40.0, 80.0)
            self.truths.append(
                Truth(prefix + name if len(names) > 1 else names[0], "stopped reporting")
            )
        elif self.breaks(0.6):
            full = self.chance.choice(names)
            fault[full] = self.window(20.0, 80.0)
            kind = self.chance.choice(["lasts", "flaps", "mute"])
            if kind == "mute" and len(names) > 1:
                mute.add(full)
                fault[full] = self.window(60.0, 90.0)
                self.truths.append(Truth(full, "stopped reporting"))
            else:
                flaps.update({full} if kind == "flaps" else ())
                level, complaint = self.chance.choice([1, 2]), self.chance.choice(complaints)
                once = full not in flaps  # of what comes and goes, opinions differ
                self.truths.append(Truth(full, complaint.partition("{")[0], once))

        def status(full: str, stamp: float, count: int) -> Any:
            begin, end = fault[full]
            is_bad = begin <= stamp < end and not (full in flaps and count // 3 % 2)
            if is_bad and full in mute:
                return None
            words = complaint.format(60.0 + 9.0 * noise.random()) if is_bad else "OK"
            return ros.status(full, level if is_bad else 0, words, value=f"{noise.random():.3f}")

        def stream() -> Iterator[Sent]:
            count = 0
            offset = noise.uniform(0.0, 1.0 / rate)
            while (stamp := offset + count / rate) < self.seconds:
                found = [status(full, stamp, count) for full in names]
                if not gone[0] <= stamp < gone[1]:
                    noise.shuffle(found)
                    array = ros.diagnostics(*filter(None, found))
                    yield stamp + noise.random() * 0.02, topic, ros.DIAGNOSTICS, array
                count += 1

        self.add(stream())

    def on_change(self, name: str) -> None:
        """A driver that reports now and then, and nothing is wrong with that."""
        noise = random.Random(self.chance.random())

        def stream() -> Iterator[Sent]:
            stamp = 0.0
            while (stamp := stamp + noise.uniform(5.0, 60.0)) < self.seconds:
                yield (
                    stamp,
                    "/diagnostics",
                    ros.DIAGNOSTICS,
                    ros.diagnostics(ros.status(name, 0, "calibrated")),
                )

        self.add(stream())

    # -- nodes -----------------------------------------------------------------------------

    def node(self, name: str, *complaints: str) -> None:
        """A node that logs: chatter at INFO, and perhaps a complaint of its own."""
        noise = random.Random(self.chance.random())
        said: list[float] = []
        complaint = self.chance.choice(complaints) if complaints else ""
        if complaint and self.breaks(0.6):
            begin, end = self.window(40.0, 100.0)
            style = self.chance.choice(["once", "burst", "throttled", "now and then"])
            step = {"once": end, "burst": 0.05, "throttled": 5.0, "now and then": 0.0}[style]
            stamp = begin
            while stamp < end and len(said) < 400:
                said.append(stamp)
                stamp += step or noise.uniform(4.0, 25.0)
            once = style != "now and then"
            self.truths.append(Truth(name, complaint.partition("{")[0].strip(), once))

        def stream() -> Iterator[Sent]:
            for count, stamp in enumerate(said):
                text = complaint.format(noise.uniform(10.0, 99.0))
                line = ros.log(name, text, 40, stamp=stamp, line=10)
                yield stamp, "/rosout", ros.LOG, line
                if count == 0:  # delivered once more by a late joiner's history
                    yield stamp + 0.5, "/rosout", ros.LOG, line

        def chatter() -> Iterator[Sent]:
            stamp = 0.0
            while (stamp := stamp + noise.expovariate(0.5)) < self.seconds:
                yield stamp, "/rosout", ros.LOG, ros.log(name, f"pose {stamp:.2f}", 20, line=11)

        self.add(stream())
        self.add(chatter())

    # -- batteries -------------------------------------------------------------------------

    def battery(
        self,
        topic: str,
        nominal: float,
        rate: float,
        *,
        full: float = 1.0,
        drop: float = 0.04,
        charges: bool = False,
    ) -> None:
        """A battery that empties; it may run low, sag or get ill."""
        topic = f"{self.namespace}{topic}"
        noise = random.Random(self.chance.random())
        begin, end = self.chance.uniform(0.6, 1.0), self.chance.uniform(0.4, 0.5)
        sag = ill = docked = (math.inf, math.inf)
        if self.breaks(0.35):
            end = 0.12
            self.truths.append(Truth(topic, "runs low"))
        if self.breaks(0.35):
            sag = self.window(max(25.0, 10.0 / rate), 60.0)
            self.truths.append(Truth(topic, "loses voltage"))
        elif self.breaks(0.25):
            ill = self.window(max(40.0, 10.0 / rate), 90.0)
            self.truths.append(Truth(topic, "overheating"))
        elif charges:
            docked = self.window(60.0, 90.0)

        def stream() -> Iterator[Sent]:
            count = 0
            while (stamp := count / rate) < self.seconds:
                charge = begin + (end - begin) * stamp / self.seconds
                load = 0.5 + 0.5 * math.sin(stamp / 17.0)
                volts = nominal * (0.9 + 0.1 * charge) * (1.0 - drop * load)
                is_docked = docked[0] <= stamp < docked[1]
                if sag[0] <= stamp < sag[1]:
                    volts *= 0.82
                if is_docked:
                    volts = nominal * 1.12
                yield (
                    stamp,
                    topic,
                    ros.BATTERY,
                    ros.battery(
                        volts + noise.gauss(0.0, 0.003 * nominal),
                        full * (charge + noise.gauss(0.0, 0.004)),
                        nominal * (1.0 if is_docked else -load),
                        health=2 if ill[0] <= stamp < ill[1] else 1,
                        supply=1 if is_docked else 2,
                    ),
                )
                count += 1

        self.add(stream())

    def dead_gauge(self, topic: str, volts: float, percentage: float) -> None:
        """A battery that nothing measures."""
        self.sensor(
            topic, ros.BATTERY, 2.0, may_break=False,
            content=lambda stamp: ros.battery(volts, percentage, 0.0),
        )  # fmt: skip

    def neighbour(self, namespace: str) -> None:
        """Another robot in the same domain, and all is wrong with it."""

        def stream() -> Iterator[Sent]:
            for second in range(int(self.seconds)):
                bad = ros.status(f"{namespace}/base: Motor", 2, "No response", "N2")
                yield second, "/diagnostics", ros.DIAGNOSTICS, ros.diagnostics(bad)
                name = f"{namespace.strip('/')}.base"
                yield second, "/rosout", ros.LOG, ros.log(name, "motor lost", 40)
                yield second, f"{namespace}/battery", ros.BATTERY, ros.battery(20.0, 0.1)

        self.add(stream())


# -- the robots ----------------------------------------------------------------------------


def rover(day: Day) -> None:
    day.sensor("/imu/data", ros.IMU, 50.0)
    day.sensor("/odom", ros.ODOMETRY, 20.0, content=lambda stamp: ros.odometry(0.4))
    day.sensor("/scan", ros.SCAN, 10.0)
    day.battery("/battery", 24.0, 1.0)
    day.driver("base", ["Left wheel encoder", "Right wheel encoder", "Motor driver"], 1.0)
    day.driver("imu_driver", ["Frequency Status"], 1.0)
    day.node("controller_server", "Control loop missed its desired rate of {:.4f} Hz")
    day.node("amcl", "Failed to transform: lookup would require extrapolation {:.3f} s")
    day.pause(40.0, 80.0)


def arm(day: Day) -> None:
    day.sensor("/joint_states", "sensor_msgs/msg/JointState", 60.0, jitter=0.4)
    day.sensor("/tool/temperature", ros.TEMPERATURE, 1.0,
               content=lambda stamp: ros.temperature(28.0 + stamp / 60.0))  # fmt: skip
    day.driver("ur_driver", [f"Joint {joint}" for joint in range(6)], 2.0)
    day.driver("gripper", ["Grip"], 1.0, complaints=("Object lost", "Finger {:.0f} mm apart"))
    day.node("move_group", "Solution found but controller failed during execution")
    day.node("gripper_driver", "Timeout after {:.1f} ms")
    day.on_change("cell: Calibration")


def multirotor(day: Day) -> None:
    day.sensor("/mavros/imu/data", ros.IMU, 50.0, jitter=0.5)
    day.sensor("/mavros/global_position/fix", "sensor_msgs/msg/NavSatFix", 5.0)
    day.battery("/mavros/battery", 16.0, 10.0, drop=0.05)
    day.driver("mavros", ["FCU connection", "GPS", "Heartbeat", "System", "Battery"], 1.0,
               complaints=("No satellites", "Low voltage", "Sensor health"))  # fmt: skip
    day.driver("companion", ["CPU", "Disk"], 1.0, complaints=("CPU load {:.0f} %", "Disk full"))
    day.node("mavros.param", "PR: request timed out after {:.1f} s")
    day.dead_gauge("/mavros/battery2", 0.0, -0.01)


def warehouse(day: Day) -> None:
    day.sensor("/front/scan", ros.SCAN, 15.0)
    day.sensor("/rear/scan", ros.SCAN, 15.0)
    day.battery("/power/battery_state", 48.0, 0.5, full=100.0, charges=True)
    day.driver("lidar_front", ["Connection", "Contamination", "Rate"], 0.5)
    day.driver("lidar_rear", ["Connection", "Contamination", "Rate"], 4.0)
    day.driver("lift", ["Motor 1", "Motor 2"], 10.0)
    day.node("fleet_adapter", "Lost connection to server, retry in {:.0f} s")
    day.dead_gauge("/spare/battery_state", 24.0, 0.0)
    day.on_change("safety: Field set")


def hexapod(day: Day) -> None:
    day.sensor("/joint_states", "sensor_msgs/msg/JointState", 25.0)
    day.battery("/battery", 11_100.0, 2.0, full=100.0)
    day.driver(
        "servos", [f"Leg {leg} servo {servo}" for leg in range(6) for servo in range(3)], 2.0
    )
    day.driver("power_board", ["Bus", "Relay 1", "Relay 2"], 1.0)
    day.sensor("/foot/range", "sensor_msgs/msg/Range", 8.0)
    day.node("gait", "Leg {:.0f} N over limit")
    day.events("/contact", ros.IMU, 3.0)


def boat(day: Day) -> None:
    day.sensor("/gps/fix", "sensor_msgs/msg/NavSatFix", 1.0)
    day.sensor("/water/temperature", ros.TEMPERATURE, 0.2,
               content=lambda stamp: ros.temperature(14.0))  # fmt: skip
    day.sensor("/imu", ros.IMU, 10.0)
    day.battery("/house_bank", 12.0, 0.2)
    day.driver("thruster", ["Port", "Starboard"], 0.5)
    day.driver("modem", ["Link"], 0.2)
    day.node("autopilot", "Heading error {:.1f} deg too large")


def forklift(day: Day) -> None:
    day.namespace = "/fork3"
    day.sensor("/imu", ros.IMU, 30.0)
    day.sensor("/scan", ros.SCAN, 12.0)
    day.battery("/battery", 48.0, 1.0, full=100.0)
    day.driver("fork", ["Height", "Tilt"], 1.0, topic="/fork3/diagnostics")
    day.driver("mast", ["Chain"], 1.0, topic="/fork3/diagnostics")
    day.driver("base", ["Motor", "Brake"], 1.0, prefix="/fork3/")
    day.driver("safety", ["Scanner"], 2.0, prefix="/fork3/")
    day.node("fork3.planner", "No valid path after {:.0f} iterations")
    day.neighbour("/fork30")
    day.neighbour("/fork2")


def gantry(day: Day) -> None:
    day.sensor("/axis/imu", ros.IMU, 20.0, jitter=1.5)
    day.sensor("/air/temperature", ros.TEMPERATURE, 0.5,
               content=lambda stamp: ros.temperature(22.0))  # fmt: skip
    day.events("/gate", ros.IMU, 0.3)
    day.driver("plc", ["Axis X", "Axis Y", "Axis Z", "Emergency stop"], 1.0)
    day.driver("pump", ["Pressure"], 1.0, complaints=("Pressure {:.2f} bar", "Dry running"))
    day.node("irrigation", "Valve did not open within {:.1f} s")
    day.pause(50.0, 120.0)


ROBOTS: dict[str, Callable[[Day], None]] = {
    "rover": rover,
    "arm": arm,
    "multirotor": multirotor,
    "warehouse": warehouse,
    "hexapod": hexapod,
    "boat": boat,
    "forklift": forklift,
    "gantry": gantry,
}


def make_day(name: str, seed: int, *, healthy: bool = False, seconds: float = 500.0) -> Day:
    """A day of a robot; equal seeds make equal days."""
    day = Day(name, seconds, random.Random(f"{name} {seed}"), healthy)
    ROBOTS[name](day)
    return day
