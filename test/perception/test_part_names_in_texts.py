"""Texts use people's names for parts; keys and tags keep the drivers' names."""

from __future__ import annotations

from entries_of import entries_of
from robot_messages import OK, WARN, status
from watching import Watching

from robot_memory.foundation.text.part_names import PartNames
from robot_memory.perception.baselines import PriorMemory

NAMES = PartNames({"odrive: axis0": "left drive"})


def test_the_entry_text_has_the_given_part_name_and_the_key_the_driver_name():
    robot = Watching(known=PriorMemory(names=NAMES))
    for volts in ("21.4 V", "20.4 V"):
        robot.every(1.0, robot.now + 5.0, lambda now, volts=volts: robot.diagnose(
            status("odrive: axis0", WARN, f"bus at {volts}")))  # fmt: skip

    robot.every(1.0, robot.now + 10.0, lambda now: robot.diagnose(status("odrive: axis0", OK)))

    (entry,) = entries_of(robot)
    assert entry.text == "left drive warns: bus at 20.4–21.4 V"
    assert entry.key is not None
    assert entry.key.component == "odrive: axis0"
    assert entry.tags == ("odrive", "axis", "warn")
