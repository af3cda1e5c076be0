"""Builds a robot's memory: the happenings, with hundreds of everyday messages between them."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace as Message

from robot_memory.entries.normal_words import normal_words
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.graph import Statement
from robot_memory.memory import RobotMemory
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules
from robot_questions import Happening, Ordinary, Robot

_ORDINARY = 300
_STEP = timedelta(hours=12)  # a longer silence would keep entries from being pruned
_DAYS = 31
_ANYWHERE = Ordinary((
    "arm_driver", "battery_monitor", "camera_front", "charger", "conveyor_client", "door_client",
    "fan_controller", "fleet_client", "gripper_io", "imu_driver", "lidar_rear", "localizer",
    "map_server", "motor_controller", "planner", "power_supply", "safety_monitor", "speaker",
    "task_manager", "wifi_monitor",
), (
    "queue length {} above watermark", "retry {} of request succeeded", "parameter {} overridden",
    "calibration is {} days old", "heartbeat {} ms late", "buffer {} percent full",
    "checksum mismatch in packet {}", "waited {} s for the service", "value {} clamped",
    "firmware reports code {}", "temperature rose by {} K", "voltage ripple {} mV",
    "charge cycle {} completed late", "goal {} reached with tolerance exceeded",
    "current limit {} A active", "map tile {} reloaded", "frame {} dropped",
    "signal quality {} percent", "speed reduced to {} percent", "contact switch bounced {} times",
))  # fmt: skip


class _Life:
    """A memory that takes in the happenings, in the order of time."""

    def __init__(self, memory: RobotMemory, clock: ManualClock) -> None:
        self.memory, self.clock = memory, clock
        self._heard: dict[str, None] = {}  # parts seen so far, which go on reporting as drivers do
        self.perception = Perception(
            load_rules(default_rules_file()), memory.settings, clock, memory.observe
        )

    def wait_until(self, time: datetime) -> None:
        """Let time pass; the memory saves, prunes and consolidates meanwhile."""
        while self.clock.now().time + _STEP < time:
            self.clock.set(self.clock.now().time + _STEP)
            self._pass()
        self.clock.set(time)

    def _pass(self) -> None:
        self.perception.advance()
        self.memory.flush()
        self.memory.save(force=True)

    def status(self, name: str, message: str) -> None:
        """Receive a fault for two seconds, and its end ten seconds later."""
        for level, wait in ((2, 1), (2, 1), (0, 6), (0, 6)):
            self._heard[name] = None
            said = [
                _status(part, *((level, message) if part == name else (0, "OK")))
                for part in self._heard
            ]
            content = Message(header=_header(self.clock), status=said)
            self.perception.receive("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", content)
            self.clock.set(self.clock.now().time + timedelta(seconds=wait))
            self.perception.advance()

    def log(self, node: str, message: str) -> None:
        """Receive an error in the log."""
        content = Message(stamp=_header(self.clock).stamp, level=40, name=node, msg=message,
                          file="", function="", line=1)  # fmt: skip
        self.perception.receive("/rosout", "rcl_interfaces/msg/Log", content)
        for _ in range(3):
            self.clock.set(self.clock.now().time + timedelta(seconds=4))
            self.perception.advance()

    def take_in(self, name: str, one: Happening) -> None:
        """Take in a happening at its time."""
        if one.way == "status":
            self.status(*one.said)
        elif one.way == "log":
            self.log(*one.said)
        elif one.way == "note":
            self.memory.remember("environment_note", one.said, source=one.source)
        elif one.way == "fact":
            self.memory.long_term.facts.learn(
                [Statement(*one.said, "operator")], now=self.clock.now().time
            )
        else:
            self._talk(name, one)

    def _talk(self, name: str, one: Happening) -> None:
        start = one.times[0]
        turns = [
            {"timestamp": (start + timedelta(seconds=20 * number)).isoformat(),
             "role": "assistant" if speaker == "robot" else "user",
             "speaker": speaker, "content": text}
            for number, (speaker, text) in enumerate(one.said)
        ]  # fmt: skip
        record = {"session_id": name, "start_time": start.isoformat(), "turns": turns}
        path = self.memory.home.folder / "episodic" / "conversations" / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(record))

    def resolve(self, one: Happening) -> None:
        """Resolve the entry of a happening, as a person does.

        Raises:
            ValueError: no entry contains its words.
        """
        said = set(normal_words(one.words[0]))  # its entry may have more words
        about = [entry.id for _, entry in self.memory.entries()
                 if said.issubset(normal_words(entry.text))]  # fmt: skip
        if not about:
            raise ValueError(f"{one.words[0]!r} ended at {one.ended}, and no entry says it then")
        for entry_id in about:
            self.memory.resolve(entry_id, "replaced", source=one.source)


def _status(name: str, level: int, message: str) -> Message:
    shown = message if level else "OK"
    return Message(name=name, level=level, message=shown, hardware_id="", values=[])


def _header(clock: ManualClock) -> Message:
    seconds = clock.now().time.timestamp()
    return Message(stamp=Message(sec=int(seconds), nanosec=0))


def _ordinary(robot: Robot) -> Iterator[tuple[datetime, str, str]]:
    """Yield the everyday messages: time, part and text."""
    random_, ordinary = random.Random(robot.name), robot.ordinary or _ANYWHERE
    for _ in range(_ORDINARY):
        when = robot.now - timedelta(minutes=random_.randint(60, _DAYS * 24 * 60))
        words = random_.choice(ordinary.says).format(random_.randint(2, 99))
        yield when, random_.choice(ordinary.parts), words


@contextmanager
def lived(robot: Robot, folder: Path) -> Iterator[RobotMemory]:
    """Let a robot live its month in a folder; yield its memory at the time of the questions.

    Everyday messages come as diagnostics, since only a few log entries are made each day.
    """
    sync, os.fsync = os.fsync, lambda descriptor: None  # a lost memory can be made again
    due = [(time, name, one) for name, one in robot.happened.items() for time in one.times]
    steps = [(time, lambda life, n=name, o=one: life.take_in(n, o)) for time, name, one in due]
    steps += [(one.ended, lambda life, o=one: life.resolve(o))
              for one in robot.happened.values() if one.ended is not None]  # fmt: skip
    steps += [(time, lambda life, p=part, w=words: life.status(p, w))
              for time, part, words in _ordinary(robot)]  # fmt: skip
    steps.sort(key=lambda step: step[0])
    clock = ManualClock(steps[0][0] - _STEP, kind="wall", boot="month")
    try:
        with RobotMemory.open(folder, clock=clock) as memory:
            life, day = _Life(memory, clock), steps[0][0].date()
            for time, take_in in steps:
                life.wait_until(time)
                take_in(life)
                if time.date() != day:
                    day = time.date()
                    memory.flush()
                    memory.consolidate()
            life.wait_until(robot.now)
            life._pass()
            memory.consolidate()
            yield memory
    finally:
        os.fsync = sync
