"""The classes of faults, and the first step that holds for each fault of a class."""

from __future__ import annotations

from robot_memory.text_enum import TextEnum
from robot_memory.wording.remedies import REPORT
from robot_memory.wording.request_states import OFFERED
from robot_memory.wording.setting_faults import IN_FILE


class FaultClass(TextEnum):
    """What is wrong, as far as any sentence says it; the value is the first step."""

    EXCEPTION = REPORT
    NOT_INSTALLED = (
        "check that the package, plugin or library that is meant is installed, and its name in the"
        " configuration"
    )
    MODEL = "check the robot description (URDF), and what loads it"
    DEFAULT = "set the value in the configuration if the default does not fit"
    SETTING = f"find which setting is meant, and check its name, value and type {IN_FILE}"
    WRITE = (
        "check that the folder is there and may be written to, the free disk space, and the format"
        " of the file"
    )
    ACCESS = "check that what is opened is there, and that the user of the program may open it"
    FILE = "check the file that is meant: its path and name, its content, and that it may be read"
    CONTROL = (
        "compare controllers and interfaces in the configuration and the robot description with"
        " those that `ros2 control list_controllers` and `list_hardware_interfaces` show"
    )
    JOINTS = "compare the joint names of command, controller and robot description"
    PLAN = "check that the goal is free and within reach, and that nothing blocks the way"
    NOT_SEEN = "check that what is looked for is in view; check light, lens and sensor"
    SERVICE = OFFERED
    REFUSED = "check the request, and the state and mode of what refuses it; then ask again"
    ALREADY = (
        "nothing is to be done if it works; else find what asks for it or names it twice: a"
        " request, the configuration, or a program that was started twice"
    )
    LOAD = "check the load of the computer and of the network; reduce rates or sizes"
    NO_CONNECTION = (
        "check that the other side is on or runs, the cable or network to it, and the port or"
        " address"
    )
    NO_DATA = "check that what supplies it runs and is connected, and the name of the topic or port"
    UNSUPPORTED = "do without that function, or use a device or version that has it"
    NOT_UNDERSTOOD = (
        "check what arrives: its type and form, that it is complete, and that the versions of"
        " sender and receiver fit"
    )
    COMPUTED = "check what it is made from: that the data arrives, is complete and plausible"
    COUNT = "compare the size or number of what is sent or configured with the one that is expected"
    CALIBRATION = "calibrate again, as the manual says; look for what disturbs the measurement"
    HELD = "check the link to what takes or holds that value, and its mode, model and firmware"
    SENSED = "check the sensors that this value comes from: view, mounting, calibration and data"
    VALUE = (
        "find where that value comes from (command, configuration or sensor), and correct it there"
    )
    NOT_GIVEN = "give what is missing: in the launch or parameter file, or in the request"
    NOT_STARTED = (
        "check its settings, and that what it needs runs; the log lines before this one say what is"
        " missing"
    )
    NOT_READY = (
        "check that what is not ready was started, and has what it needs: settings, data and"
        " connection"
    )
    ENABLE = "check emergency stop, mode and the faults that are still active"
    MOTION = "look for what holds it back: an obstacle, a limit, a stop, the mode"
    NOT_FOUND = "check that what was not found is there, and its name in the configuration"
