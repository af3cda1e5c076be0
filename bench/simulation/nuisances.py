"""Nuisances: events on every robot that are no faults, and that no memory should keep."""

from __future__ import annotations

import numpy as np

from simulation import messages as ros
from simulation.board import Board, Status, Value
from simulation.body import Body
from simulation.robot import Robot
from simulation.sensors import add_flag, add_number
from simulation.signals import lag
from simulation.site import visits
from simulation.stream import Stream
from simulation.timeline import inside
from simulation.truth import Interval, Target, Truth

_CHATTER = (
    "Received goal", "Goal reached", "Passing new path to controller", "Transform cached",
    "Pose {:.2f} {:.2f}", "Heartbeat {:.0f}", "Battery at {:.0f} %", "Client connected",
)  # fmt: skip
_MILD = ("controller_server", "planner", "bt_navigator", "bridge", "recorder")
#: Fields with one number a message, in which single readings may be far off.
_OUTLIERS = {
    ros.IMU: ("gx", "gy", "gz", "ax", "ay", "az"),
    ros.RANGE: ("value",),
    ros.TEMPERATURE: ("value",),
    ros.FLOAT32: ("value",),
    ros.BATTERY: ("voltage", "current"),
    ros.PRESSURE: ("pascal",),
    ros.ILLUMINANCE: ("lux",),
    ros.WRENCH: ("fx", "fz"),
    ros.NAVSAT: ("altitude",),
}


def add_extras(body: Body, robot: Robot, chance: np.random.Generator) -> None:
    """Add irrelevant topics: dead channels, a switching heater, log chatter, a neighbour.

    Args:
        body: of the robot.
        robot: to which they are added.
        chance: source of the differences between robots.
    """
    zero = np.zeros(len(robot.timeline.t))
    if chance.random() < 0.3:
        add_number(robot, "aux/temperature", "aux_driver", 1.0, zero, 0.0, chance,
                   quantity="nothing", part="aux", type_name=ros.TEMPERATURE)  # fmt: skip
        robot.notes.append("/aux/temperature is always 0: nothing is plugged in")
    if chance.random() < 0.3:
        _add_heater(body, robot, chance)
    _add_unknown(robot, chance)
    _add_chatter(robot, chance)
    if robot.namespace and chance.random() < 0.5:
        _add_neighbour(robot, chance)


def _add_heater(body: Body, robot: Robot, chance: np.random.Generator) -> None:
    """A thermostat: its temperature goes up and down, its flag on and off."""
    timeline = robot.timeline
    period = chance.uniform(90.0, 400.0)
    heats = (timeline.into % period) < chance.uniform(0.3, 0.6) * period
    degrees = lag(timeline, np.where(heats, 55.0, 32.0), 0.5 * period, body.ambient)
    add_number(robot, "enclosure/temperature", "enclosure", 1.0, degrees, 0.1, chance,
               quantity="nothing", part="heater", type_name=ros.TEMPERATURE)  # fmt: skip
    if chance.random() < 0.5:
        add_flag(robot, "enclosure/heater_on", "enclosure", 1.0, heats, chance)
    robot.notes.append(f"/enclosure has a heater that switches every {period:.0f} s")


def _add_unknown(robot: Robot, chance: np.random.Generator) -> None:
    """Add a driver that has no data, and says so at level OK."""
    stamps = robot.timeline.beats(1.0, chance)
    words = [Value("State", str(chance.choice(["unknown", "N/A", "idle"])))]
    numbers = [Value(key, str(chance.choice(["-1", "nan", "0", ""]))) for key in ("RSSI", "Age")]
    status = Status("modem: Link", [*words, *numbers], text="Not connected")
    board = robot.report(Board("modem", robot.name("diagnostics"), stamps, [status]))
    flips = chance.random(len(stamps)) < 0.002
    board.say(status.name, np.cumsum(flips) % 2 == 1, 0, "Standby")


def _add_chatter(robot: Robot, chance: np.random.Generator) -> None:
    """Nodes that log at INFO and DEBUG, some a lot."""
    often = float(np.exp(chance.uniform(np.log(0.02), np.log(0.5))))
    for session in robot.timeline.sessions:
        for stamp in np.arange(session.begin, session.end, 1.0 / often).tolist():
            text = str(chance.choice(_CHATTER)).format(*chance.uniform(0.0, 100.0, 2))
            level = int(chance.choice([10, 20, 20, 20]))
            robot.log(stamp + chance.uniform(0, 1), level, str(chance.choice(_MILD)), text)


def _add_neighbour(robot: Robot, chance: np.random.Generator) -> None:
    """Add another robot in the same domain, with many faults."""
    stamps = robot.timeline.beats(1.0, chance)
    other = f"{robot.namespace}0"
    board = Board("neighbour", "/diagnostics", stamps, [Status(f"{other}/base: Motor")])
    board.say(f"{other}/base: Motor", chance.random(len(stamps)) < 0.5, 2, "No response")
    robot.streams.append(board.stream)
    name = f"{other.strip('/')}.base"
    robot.logs.extend((stamp, 40, name, "motor lost") for stamp in stamps[::97].tolist())
    robot.notes.append(f"{other} is another robot")


# -- what is measured --------------------------------------------------------------------------


def disturb(robot: Robot, chance: np.random.Generator) -> None:
    """Let sensors start up, and read far off once in a while."""
    for stream in robot.streams:
        if chance.random() < 0.35:
            _start_up(robot, stream, chance)
        names = _OUTLIERS.get(stream.type, ())
        if names and chance.random() < 0.4:
            _outliers(robot, stream, names, chance)


def _start_up(robot: Robot, stream: Stream, chance: np.random.Generator) -> None:
    """Add the readings of a sensor before it is ready."""
    if stream.type in (*_OUTLIERS, ros.MAGNETIC):
        robot.notes.append(f"{stream.topic} says nonsense at each start")
    for session in robot.timeline.sessions:
        lasting = chance.uniform(0.5, 25.0 if stream.type == ros.NAVSAT else 4.0)
        early = inside(stream.stamps, [(session.begin, session.begin + 2.0 + lasting)])
        fields = stream.fields
        if stream.type == ros.NAVSAT:
            fields["status"][early] = -1
            fields["variance"][early] = 0.0
            for name in ("latitude", "longitude", "altitude"):
                fields[name][early] = np.nan
        elif stream.type == ros.BATTERY:
            fields["voltage"][early] = fields["current"][early] = fields["percentage"][early] = 0.0
        elif stream.type in (ros.FLOAT32, ros.TEMPERATURE, ros.RANGE):
            fields["value"][early] = chance.choice([np.nan, 0.0])
        elif stream.type in (ros.IMU, ros.WRENCH, ros.MAGNETIC):
            for values in fields.values():
                values[early] = 0.0


def _outliers(
    robot: Robot, stream: Stream, names: tuple[str, ...], chance: np.random.Generator
) -> None:
    """Add single readings that are far off."""
    minutes = robot.timeline.seconds / 60.0
    for _ in range(int(chance.poisson(minutes / chance.uniform(15.0, 60.0)))):
        values = stream.fields[str(chance.choice(names))]
        at = int(chance.integers(5, len(values)))
        known = values[np.isfinite(values)]
        size = float(np.std(known)) if len(known) else 0.0
        if size == 0.0:
            continue  # the channel is dead
        values[at] += chance.choice([-1.0, 1.0]) * chance.uniform(4.0, 25.0) * size
        robot.notes.append(f"{stream.topic} has an outlier at {stream.stamps[at]:.0f} s")


# -- how it is sent ----------------------------------------------------------------------------


def hinder(body: Body, robot: Robot, chance: np.random.Generator) -> None:
    """Let the link stall, the recorder pause, drivers save power, and statuses flap."""
    _stumble(robot, chance)
    if chance.random() < 0.3:
        _pause(robot, chance)
    if chance.random() < 0.3:
        _flap(robot, chance)
    if chance.random() < 0.25:
        _slow_on_purpose(body, robot, chance)
    if chance.random() < 0.15:
        _rest_on_purpose(body, robot, chance)
    _stops(robot)
    _run_low(robot)
    for stream in robot.streams:
        if chance.random() < 0.06 and not stream.shift.any():
            stream.shift = -(robot.timeline.epoch + stream.stamps)
            robot.notes.append(f"{stream.topic} leaves its header empty")


def _stumble(robot: Robot, chance: np.random.Generator) -> None:
    """For about a second no message arrives; then all arrive at once."""
    for session in robot.timeline.sessions:
        for _ in range(int(chance.poisson((session.end - session.begin) / 600.0))):
            begin = float(chance.uniform(session.begin, session.end - 3.0))
            end = begin + float(chance.uniform(0.4, 1.6))
            robot.notes.append(f"the link stumbles at {begin:.0f} s")
            for stream in robot.streams:
                late = (stream.sent >= begin) & (stream.sent < end)
                stream.sent[late] = end + np.arange(int(late.sum())) * 1e-5


def _pause(robot: Robot, chance: np.random.Generator) -> None:
    """Let the recorder pause while no fault shows."""
    session = robot.timeline.sessions[int(chance.integers(len(robot.timeline.sessions)))]
    if session.end - session.begin < 300.0:
        return
    begin = float(chance.uniform(session.begin + 60.0, session.end - 150.0))
    end = begin + float(chance.uniform(20.0, 120.0))
    near = (begin - 120.0, end + 120.0)
    taken = [one for truth in robot.truths for one in truth.intervals if truth.must]
    if any(near[0] < one[1] and one[0] < near[1] for one in taken):
        return
    for stream in robot.streams:
        stream.drop((stream.sent >= begin) & (stream.sent < end))
    robot.logs = [row for row in robot.logs if not begin <= row[0] < end]
    robot.notes.append(f"the recorder paused from {begin:.0f} to {end:.0f} s")


def _flap(robot: Robot, chance: np.random.Generator) -> None:
    """Let a status warn in single messages, which is debatable."""
    boards = [one for one in robot.boards if one.statuses]
    board = boards[int(chance.integers(len(boards)))]
    status = board.statuses[int(chance.integers(len(board.statuses)))]
    stamps = board.stream.stamps
    at = chance.integers(60, len(stamps), int(chance.integers(1, 4)))
    once = np.zeros(len(stamps), dtype=bool)
    once[at] = True
    once &= board.stream.fields[f"{status.name}.level"] == 0
    board.say(status.name, once, 1, "Transient")
    found = [(stamp, stamp + 5.0) for stamp in stamps[once].tolist()]
    robot.truths.append(may("status flaps", [board.target(status.name)], found))


def _slow_on_purpose(body: Body, robot: Robot, chance: np.random.Generator) -> None:
    """A sensor sends a third less while the robot rests, and its driver logs it."""
    streams = list(robot.of_type(ros.IMU, ros.SCAN, ros.RANGE, ros.WRENCH))
    if not streams:
        return
    stream = streams[int(chance.integers(len(streams)))]
    rests = visits(~body.busy, robot.timeline.t)
    long_rests = [one for one in rests if one[1] - one[0] > 20.0]
    stream.drop(stream.during(long_rests) & (np.arange(len(stream.stamps)) % 3 == 0))
    for begin, end in long_rests:
        robot.log(begin, 20, stream.node, "Power save: reducing rate")
        robot.log(end, 20, stream.node, "Power save off: nominal rate")
    robot.notes.append(f"{stream.topic} sends a third less while the robot rests")


def _rest_on_purpose(body: Body, robot: Robot, chance: np.random.Generator) -> None:
    """A sensor is switched off in long rests, and its driver logs it, which is debatable."""
    streams = [one for one in robot.of_type(ros.SCAN, ros.RANGE, ros.WRENCH) if one.kept.all()]
    if not streams:
        return
    stream = streams[int(chance.integers(len(streams)))]
    rests = visits(~body.busy, robot.timeline.t)
    off = [(begin + 20.0, end - 2.0) for begin, end in rests if end - begin > 40.0]
    stream.drop(stream.during(off))
    for begin, end in off:
        robot.log(begin, 20, stream.node, "Deactivating")
        robot.log(end, 20, stream.node, "Activating")
    if off:
        robot.truths.append(may("switched off on purpose", [stream.target()], off))


def _stops(robot: Robot) -> None:
    """An emergency stop that an operator pressed may be remembered or not."""
    for stream in robot.streams:
        if stream.type == ros.BOOL and stream.topic.endswith("/e_stop"):
            pressed = visits(stream.fields["value"], stream.stamps)
            if pressed:
                robot.truths.append(may("emergency stop", [stream.target()], pressed))


def _run_low(robot: Robot) -> None:
    """A battery that gets low in normal use may be remembered or not."""
    for stream in robot.of_type(ros.BATTERY):
        charge = stream.fields["percentage"]
        full = 100.0 if np.nanmax(charge) > 1.5 else 1.0
        low = visits((charge > 0.01 * full) & (charge < 0.25 * full), stream.stamps)
        if low:
            robot.truths.append(may("battery gets low", [stream.target()], low))


def may(family: str, targets: list[Target], intervals: list[Interval]) -> Truth:
    """Return a debatable truth."""
    return Truth(family, tuple(targets), tuple(intervals), must=False)
