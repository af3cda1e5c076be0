"""Exceptions that nodes log with stack traces: which are the same fault, and the text shown."""

from __future__ import annotations

import time
import traceback
from pathlib import Path

import pytest
from watching import Watching

from robot_memory.perception.masking.masking import mask
from robot_memory.perception.masking.stack_trace import shortened

HEADER = "Traceback (most recent call last):\n"
SPIN = """\
  File "/home/u/ws/install/arm/lib/arm/node", line 33, in <module>
    sys.exit(load_entry_point('arm==0.1', 'console_scripts', 'node')())
  File "/home/u/ws/install/arm/lib/python3.10/site-packages/arm/node.py", line 80, in main
    rclpy.spin(node)
  File "/opt/ros/humble/local/lib/python3.10/dist-packages/rclpy/executors.py", line 739, in spin
    self.spin_once()
  File "/usr/lib/python3.10/concurrent/futures/thread.py", line 58, in run
    result = self.fn(*self.args, **self.kwargs)
"""
OWN = """\
  File "/home/u/ws/install/arm/lib/python3.10/site-packages/arm/{file}.py", line {line}, in {name}
    do_it()
"""
LIBRARY = """\
  File "/usr/local/lib/python3.10/dist-packages/serial/serialposix.py", line 500, in read
    raise SerialException(
"""


def trace(
    said: str, file: str = "driver", line: int = 12, name: str = "read", more: str = ""
) -> str:
    return HEADER + SPIN * 4 + OWN.format(file=file, line=line, name=name) + more + said


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (trace("KeyError: 'elbow'"), "KeyError: 'elbow' (arm/driver.py:12, in read)"),
        (
            "Exception in timer:\n" + trace("serial.SerialException: no data", more=LIBRARY),
            "Exception in timer: serial.SerialException: no data (arm/driver.py:12, in read)",
        ),
        (
            trace("OSError: [Errno 5] Input/output error")
            + "\n\nThe above exception was the direct cause of the following exception:\n\n"
            + trace("RuntimeError: driver failed\nwhile it started", "node", 44, "start"),
            ("RuntimeError: driver failed while it started (arm/node.py:44, in start), caused by "
            "OSError: [Errno 5] Input/output error (arm/driver.py:12, in read)"),
        ),
        (
            trace("ZeroDivisionError: division by zero")
            + "\n\nDuring handling of the above exception, another exception occurred:\n\n"
            + trace("ValueError: bad", "node", 50, "stop"),
            ("ValueError: bad (arm/node.py:50, in stop), while handling "
            "ZeroDivisionError: division by zero (arm/driver.py:12, in read)"),
        ),
        (HEADER + SPIN, "exception (arm/node.py:80, in main)"),
        ("motor 3 is hot\nsee the manual", "motor 3 is hot\nsee the manual"),
    ],
)  # fmt: skip
def test_a_stack_trace_is_shortened_to_the_exception_and_its_location(message: str, told: str):
    assert shortened(message) == told


def test_an_exception_group_is_shortened_to_its_last_exception():
    lines = (
        "  + Exception Group Traceback (most recent call last):\n"
        '  |   File "/home/u/a.py", line 3, in work\n  |     raise group\n'
        "  | ExceptionGroup: several (1 sub-exception)\n"
        "  +-+---------------- 1 ----------------\n"
        '    | Traceback (most recent call last):\n    |   File "/home/u/b.py", line 9, in read\n'
        "    |     raise ValueError\n    | ValueError: no data\n"
        "    +------------------------------------\n"
    )
    assert shortened(lines) == "Exception Group ValueError: no data (u/b.py:9, in read)"


def test_a_trace_printed_by_python_is_shortened():
    def fail() -> None:
        raise RuntimeError("no such joint")

    try:
        fail()
    except RuntimeError:
        text = traceback.format_exc()
    place = f"{Path(__file__).parent.name}/{Path(__file__).name}:"
    assert shortened(text).startswith(f"RuntimeError: no such joint ({place}")
    assert shortened(text).endswith(", in fail)")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (trace("ValueError: bad angle 1.5 rad"), trace("ValueError: bad angle 2.5 rad")),
        (trace("KeyError: 'elbow'", line=12), trace("KeyError: 'elbow'", line=14)),
    ],
)
def test_two_traces_of_one_fault_have_the_same_template(one: str, other: str):
    assert mask(shortened(one)) == mask(shortened(other))


@pytest.mark.parametrize(
    "other",
    [
        trace("ValueError: bad"),
        trace("KeyError: 'wrist'"),
        trace("KeyError: 'elbow'", file="node"),
        trace("KeyError: 'elbow'", name="write"),
    ],
)
def test_a_different_exception_has_a_different_template(other: str):
    assert mask(shortened(trace("KeyError: 'elbow'"))) != mask(shortened(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("got 18 from <Frame object at 0x7f3a1c04d5e0>", "got 18 from <Frame object at 0x7f3a>"),
        ("stale pointer 0x55d0c8e8ab", "stale pointer 0x7ffdeadbeef0"),
    ],
)
def test_a_memory_address_is_not_shown_and_does_not_create_another_entry(one: str, other: str):
    robot = Watching()
    for message in (one, other):
        robot.log("arm", message, 40)
        robot.wait(robot.now + 10.0)

    assert len(robot.lessons) == 1
    assert not [row.summary for row in robot.rows if "0x" in row.summary]


def test_the_end_of_a_very_long_trace_is_read():
    text = HEADER + SPIN * 3000 + OWN.format(file="driver", line=1, name="read") + "KeyError: 'x'"
    assert shortened(text) == "KeyError: 'x' (arm/driver.py:1, in read)"


@pytest.mark.parametrize(
    "line",
    [
        "f(" * 199,
        '  File "' + "/install" * 45 + '", line 1, in f',
        "| > " * 100,
    ],
    ids=["brackets", "folders", "code"],
)
def test_a_hostile_trace_is_read_within_two_seconds(line: str):
    text = HEADER + f"{line}\n" * 10_000
    begun = time.process_time()
    shortened(text)
    shortened(text.removeprefix(HEADER))
    assert time.process_time() - begun < 2.0
