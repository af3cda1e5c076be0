"""Types defined in IDL in a recording are watched like those defined in `.msg` text."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.perception.message_definition import MessageDefinition
from robot_memory.perception.replay import open_recording

TYPE = "mill_msgs/msg/Spindle"
RULER = "=" * 80 + "\n"
TIME_MSG = f"{RULER}MSG: builtin_interfaces/Time\nint32 sec\nuint32 nanosec\n"
MSG = f"""\
uint8 MODE_RUN=1
uint8 MODE_BEARING_FAILURE=9
builtin_interfaces/Time stamp
float64 speed  # [rpm] of the tool, "as measured"
# not as set
uint8 mode
float64[] loads
float32[3] vibration
string<=9 tool
bool coolant_low
mill_msgs/Door[<=2] doors
{RULER}MSG: mill_msgs/Door
bool jammed
{TIME_MSG}"""
DOOR = """\
module mill_msgs {
  module msg {
    struct Door {
      boolean jammed;
    };
  };
};
"""
IDL = (
    f"{RULER}IDL: {TYPE}\n"
    r"""// generated from rosidl_adapter/resource/msg.idl.em
// with input from mill_msgs/msg/Spindle.msg
// generated code does not contain a copyright notice

#include "builtin_interfaces/msg/Time.idl"
#include "mill_msgs/msg/Door.idl"

module mill_msgs {
  module msg {
    typedef float float__3[3];
    module Spindle_Constants {
      @verbatim (language="comment", text=
        "It turns; the door is closed.")
      const uint8 MODE_RUN = 1;
      const uint8 MODE_BEARING_FAILURE = 9;
    };
    @verbatim (language="comment", text=
      "What a spindle { does }")
    struct Spindle {
      builtin_interfaces::msg::Time stamp;

      @verbatim (language="comment", text=
        "of the tool, \"as measured\"" "\n"        "not as set")
      @unit (value="rpm")
      double speed;

      @default (value=1)
      uint8 mode;

      sequence<double> loads;

      float__3 vibration;

      string<9> tool;

      boolean coolant_low;

      sequence<mill_msgs::msg::Door, 2> doors;
    };
  };
};
"""
    f"{RULER}IDL: mill_msgs/msg/Door\n{DOOR}"
    f"{RULER}IDL: builtin_interfaces/msg/Time\n"
    """module builtin_interfaces {
  module msg {
    struct Time {
      int32 sec;

      uint32 nanosec;
    };
  };
};
"""
)


def content(second: int, mode: int) -> bytes:
    """Return a little-endian message without loads and doors."""
    head = struct.pack("<iIdB3xI", second, 0, 8000.0, mode, 0)
    tool = struct.pack("<I4sB3x", 4, b"T12\0", 0)
    return b"\0\1\0\0" + head + struct.pack("<3f", 1.0, 2.0, 3.0) + tool + struct.pack("<I", 0)


def spindle(mcap: Any, encoding: str, definition: str) -> Path:
    """A recording of ten minutes in which the bearing fails for twenty seconds."""
    mcap.data += mcap.schema(1, TYPE, encoding, definition)
    mcap.data += mcap.channel(1, 1, "/mill/spindle", "cdr")
    for second in range(600):
        mode = 9 if 300 <= second < 320 else 1
        time = 1_772_000_000 + second
        mcap.data += mcap.message(1, time * 10**9, content(time, mode))
    path: Path = mcap.closed()
    return path


def test_an_idl_definition_gives_the_same_fields_as_the_msg_text(mcap: Any) -> None:
    recording = open_recording(spindle(mcap, "ros2idl", IDL))
    assert said_by(recording.definition(TYPE)) == said_by(MSG)


def said_by(text: str) -> list[Any]:
    told = MessageDefinition.parse(TYPE, text)
    assert told is not None
    inner = {name: one.fields for name, one in told.inner.items()}
    return [told.fields, told.constants, inner]


@pytest.mark.parametrize(
    ("encoding", "definition"), [("ros2msg", MSG), ("ros2idl", IDL)], ids=["msg", "idl"]
)
def test_a_fault_is_learned_from_a_type_defined_in_msg_or_idl(
    mcap: Any, capsys: pytest.CaptureFixture[str], encoding: str, definition: str
) -> None:
    path = spindle(mcap, encoding, definition)
    (first, *_) = open_recording(path).messages()
    assert (first.content.tool, list(first.content.vibration)) == ("T12", [1.0, 2.0, 3.0])
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr()
    assert "/mill/spindle spindle mode: bearing failure (once, lasted 20 s" in told.out
    assert "600 messages watched" in told.err


@pytest.mark.parametrize(
    ("encoding", "definition", "why"),
    [
        ("ros2idl", IDL.replace("double speed", "map<string, double> speed"),
         "cannot be read (it makes no sense from '@verbatim"),
        ("ros2idl", IDL.replace("struct Spindle", "struct Spin"), "defines but mill_msgs/msg/Spin"),
        ("ros2msg", "float64 ??? speed\n",
         "cannot be read (it makes no sense from 'float64 ??? speed' on)"),
    ],
    ids=["a map", "another type", "no name"],
)  # fmt: skip
def test_an_unreadable_definition_is_reported_with_topic_type_and_reason(
    mcap: Any, capsys: pytest.CaptureFixture[str], encoding: str, definition: str, why: str
) -> None:
    path = spindle(mcap, encoding, definition)
    assert main(["replay", str(path), "--json"]) == 1
    told = capsys.readouterr()
    reason = f"/mill/spindle: left out: its definition of {TYPE} {why}"
    assert reason in told.err
    assert "source the workspace that has the package mill_msgs and replay again" in told.err
    assert "no rule is about it" not in told.err
    assert json.loads(told.out)["defects"][str(path)][0].startswith(reason)
