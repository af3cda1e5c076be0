"""The names that a robot's description gives to its parts, as of the description that came last."""

from __future__ import annotations

from robot_memory.errors import Defect, InvalidInput
from robot_memory.part_names import MOST_NAMES, PartNames
from robot_memory.perception.robot_description.joint_names import names_of_parts
from robot_memory.perception.robot_description.robot_description import read_description
from robot_memory.perception.robot_description.sensor_places import SensorPlace, sensors_by_frame


class DescribedParts:
    """The parts in a robot's description; none before one was received.

    Attributes:
        names: what people call joints, motors and drives, by the names in the description.
    """

    def __init__(self) -> None:
        self.names = PartNames({})
        self._sensors: dict[str, SensorPlace] = {}
        self._text = ""

    def learn(self, text: str, topic: str) -> None:
        """Use a URDF, from a topic, from now on.

        Raises:
            InvalidInput: it cannot be used; the names of the one before stay.
        """
        if text == self._text:
            return
        self._text = text
        try:
            description = read_description(text)
        except ValueError as error:
            raise InvalidInput(
                "parts are not named by the robot's description; correct it, and publish it again",
                [Defect(topic, str(error))],
            ) from None
        names = sorted(names_of_parts(description).items())
        self.names = PartNames(dict(names[:MOST_NAMES]))
        self._sensors = sensors_by_frame(description)

    def sensor_at(self, frame: str) -> SensorPlace | None:
        """Return the sensor whose messages are in a frame; None where none is known."""
        return self._sensors.get(frame.removeprefix("/"))
