"""Messages as drivers send them: plain objects with the fields of the ROS 2 types.

Each function takes the header's stamp, seconds since 1970, and the measured values.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from types import SimpleNamespace as Message

BATTERY = "sensor_msgs/msg/BatteryState"
BOOL = "std_msgs/msg/Bool"
DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
FLOAT32 = "std_msgs/msg/Float32"
FLOAT64 = "std_msgs/msg/Float64"
ILLUMINANCE = "sensor_msgs/msg/Illuminance"
IMU = "sensor_msgs/msg/Imu"
JOINTS = "sensor_msgs/msg/JointState"
LOG = "rcl_interfaces/msg/Log"
MAGNETIC = "sensor_msgs/msg/MagneticField"
NAVSAT = "sensor_msgs/msg/NavSatFix"
ODOMETRY = "nav_msgs/msg/Odometry"
POSE = "geometry_msgs/msg/PoseWithCovarianceStamped"
PRESSURE = "sensor_msgs/msg/FluidPressure"
RANGE = "sensor_msgs/msg/Range"
SCAN = "sensor_msgs/msg/LaserScan"
TEMPERATURE = "sensor_msgs/msg/Temperature"
TWIST = "geometry_msgs/msg/Twist"
WRENCH = "geometry_msgs/msg/WrenchStamped"

_NAN = math.nan
_NINE = array("d", [1e-3, 0, 0, 0, 1e-3, 0, 0, 0, 1e-3])
_UNKNOWN = array("d", [-1.0] + 8 * [0.0])
_THIRTY_SIX = array("d", [1e-2 if i % 7 == 0 else 0.0 for i in range(36)])
_NONE = array("d")
_NO_RANGES = array("f")


def _time(stamp: float) -> Message:
    whole = math.floor(stamp)
    return Message(sec=whole, nanosec=int((stamp - whole) * 1e9))


def _header(stamp: float, frame: str) -> Message:
    return Message(stamp=_time(stamp), frame_id=frame)


def _vector(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Message:
    return Message(x=x, y=y, z=z)


def _yaw(angle: float) -> Message:
    return Message(x=0.0, y=0.0, z=math.sin(0.5 * angle), w=math.cos(0.5 * angle))


def imu(
    stamp: float, gx: float, gy: float, gz: float, ax: float, ay: float, az: float, yaw: float
) -> Message:
    """Return an Imu; without orientation where ``yaw`` is NaN."""
    has_yaw = yaw == yaw
    return Message(
        header=_header(stamp, "imu_link"),
        orientation=_yaw(yaw if has_yaw else 0.0),
        orientation_covariance=_NINE if has_yaw else _UNKNOWN,
        angular_velocity=_vector(gx, gy, gz),
        angular_velocity_covariance=_NINE,
        linear_acceleration=_vector(ax, ay, az),
        linear_acceleration_covariance=_NINE,
    )


def odometry(
    stamp: float, x: float, y: float, z: float, yaw: float, vx: float, vz: float, turn: float
) -> Message:
    """Return an Odometry: pose in ``odom``, speed in ``base_link``."""
    return Message(
        header=_header(stamp, "odom"),
        child_frame_id="base_link",
        pose=Message(
            pose=Message(position=_vector(x, y, z), orientation=_yaw(yaw)), covariance=_THIRTY_SIX
        ),
        twist=Message(
            twist=Message(linear=_vector(vx, 0.0, vz), angular=_vector(z=turn)),
            covariance=_THIRTY_SIX,
        ),
    )


def twist(stamp: float, speed: float, turn: float) -> Message:
    """Return a Twist, which has no header."""
    return Message(linear=_vector(x=speed), angular=_vector(z=turn))


def pose(stamp: float, x: float, y: float, yaw: float, variance: float) -> Message:
    """Return a PoseWithCovarianceStamped in ``map``."""
    covariance = array("d", bytes(36 * 8))
    covariance[0] = covariance[7] = variance
    covariance[35] = 0.3 * variance
    return Message(
        header=_header(stamp, "map"),
        pose=Message(
            pose=Message(position=_vector(x, y), orientation=_yaw(yaw)), covariance=covariance
        ),
    )


def joints(
    stamp: float,
    names: Sequence[str],
    position: Iterable[float],
    velocity: Iterable[float],
    effort: Iterable[float],
) -> Message:
    """Return a JointState; unmeasured fields are empty."""
    return Message(
        header=_header(stamp, ""),
        name=list(names),
        position=array("d", position),
        velocity=array("d", velocity),
        effort=array("d", effort),
    )


def battery(
    stamp: float,
    voltage: float,
    current: float,
    percentage: float,
    temperature: float,
    supply: int,
    present: bool,
) -> Message:
    """Return a BatteryState."""
    return Message(
        header=_header(stamp, ""), voltage=voltage, temperature=temperature, current=current,
        charge=_NAN, capacity=_NAN, design_capacity=_NAN, percentage=percentage,
        power_supply_status=supply, power_supply_health=1 if present else 0,
        power_supply_technology=2, present=present, cell_voltage=_NO_RANGES,
        cell_temperature=_NO_RANGES, location="", serial_number="",
    )  # fmt: skip


def navsat(
    stamp: float, latitude: float, longitude: float, altitude: float, status: int, variance: float
) -> Message:
    """Return a NavSatFix; ``status`` −1 is no fix."""
    covariance = array("d", [variance, 0, 0, 0, variance, 0, 0, 0, 4.0 * variance])
    return Message(
        header=_header(stamp, "gps"), status=Message(status=status, service=1),
        latitude=latitude, longitude=longitude, altitude=altitude,
        position_covariance=covariance, position_covariance_type=0 if status < 0 else 2,
    )  # fmt: skip


def scan(stamp: float, ranges: Iterable[float], field: float, longest: float) -> Message:
    """Return a LaserScan over ``field`` rad, ahead in its middle."""
    row = array("f", ranges)
    step = field / max(1, len(row) - 1)
    return Message(
        header=_header(stamp, "laser"), angle_min=-0.5 * field, angle_max=0.5 * field,
        angle_increment=step, time_increment=0.0, scan_time=0.1, range_min=0.05,
        range_max=longest, ranges=row, intensities=_NO_RANGES,
    )  # fmt: skip


def distance(stamp: float, value: float, least: float, most: float, frame: str) -> Message:
    """Return a Range of an ultrasonic sensor."""
    return Message(
        header=_header(stamp, frame), radiation_type=0, field_of_view=0.26, min_range=least,
        max_range=most, range=value, variance=0.0,
    )  # fmt: skip


def temperature(stamp: float, degrees: float) -> Message:
    """Return a Temperature, °C."""
    return Message(header=_header(stamp, ""), temperature=degrees, variance=0.0)


def illuminance(stamp: float, lux: float) -> Message:
    """Return an Illuminance."""
    return Message(header=_header(stamp, ""), illuminance=lux, variance=0.0)


def pressure(stamp: float, pascal: float) -> Message:
    """Return a FluidPressure."""
    return Message(header=_header(stamp, ""), fluid_pressure=pascal, variance=0.0)


def magnetic(stamp: float, x: float, y: float, z: float) -> Message:
    """Return a MagneticField, tesla."""
    return Message(
        header=_header(stamp, "imu_link"), magnetic_field=_vector(x, y, z),
        magnetic_field_covariance=_NINE,
    )  # fmt: skip


def wrench(
    stamp: float, fx: float, fy: float, fz: float, tx: float, ty: float, tz: float
) -> Message:
    """Return a WrenchStamped of the tool, N and Nm."""
    return Message(
        header=_header(stamp, "tool0"),
        wrench=Message(force=_vector(fx, fy, fz), torque=_vector(tx, ty, tz)),
    )


def data(stamp: float, value: float | bool) -> Message:
    """Return a Bool, Float32 or Float64."""
    return Message(data=value)


def status(
    level: int, name: str, text: str, hardware_id: str, values: Iterable[tuple[str, str]]
) -> Message:
    """Return a DiagnosticStatus."""
    return Message(
        level=bytes((level,)), name=name, message=text, hardware_id=hardware_id,
        values=[Message(key=key, value=value) for key, value in values],
    )  # fmt: skip


def diagnostics(stamp: float, statuses: list[Message]) -> Message:
    """Return a DiagnosticArray."""
    return Message(header=_header(stamp, ""), status=statuses)


def log(stamp: float, level: int, name: str, text: str, line: int) -> Message:
    """Return a Log."""
    return Message(
        stamp=_time(stamp), level=level, name=name, msg=text, file=f"{name}.cpp", function="run",
        line=line,
    )  # fmt: skip
