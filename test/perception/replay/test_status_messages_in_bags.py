"""Messages of custom types in a bag: the definition in the bag explains their status fields."""

from __future__ import annotations

import struct
from datetime import datetime, timezone
from typing import Any

from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Kind, Observation
from robot_memory.perception.perception import Perception
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.player import play
from robot_memory.perception.rules_file import load_rules

DRIVE = """\
# A drive.
uint32 FAULT_OVER_CURRENT = 1
uint32 FAULT_OVER_TEMP = 2
uint32 FAULT_ENCODER = 8
uint32 fault_flags
float32 voltage
"""


def test_a_fault_of_a_custom_message_is_named_by_the_definition_in_the_bag(mcap: Any) -> None:
    mcap.data += mcap.schema(1, "acme_msgs/msg/Drive", "ros2msg", DRIVE)
    mcap.data += mcap.channel(1, 1, "/drive", "cdr")
    for second in range(1, 30):
        data = b"\0\1\0\0" + struct.pack("<If", 8 if second > 15 else 0, 24.0)
        mcap.data += mcap.message(1, second * 10**9, data)
    recording = open_recording(mcap.closed())
    clock = ManualClock(datetime.fromtimestamp(1.0, timezone.utc), kind="recording", boot="")
    rows: list[Observation] = []
    perception = Perception(
        load_rules(default_rules_file()), Settings(), clock, rows.append,
        definition_of=recording.definition,
    )  # fmt: skip
    played = play(recording, perception, clock)

    assert played == {"/drive": 29}
    onsets = [row.summary for row in rows if row.kind is Kind.ONSET]
    assert onsets == ["/drive fault flags: encoder (0x8)"]
