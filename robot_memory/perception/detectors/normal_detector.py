"""Passes the numbers of any message to the model of what is normal for the robot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.foundation.text.outside_text import LONGEST_NAME
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.field_path import level_of, number, reading
from robot_memory.perception.generic.message_numbers import MessageNumbers
from robot_memory.perception.generic.readable_types import (
    holds_numbers,
    is_standard,
    numeric_fields,
)
from robot_memory.perception.generic.signal_name import DIAGNOSTICS, is_shown, unit_of_signal
from robot_memory.perception.masking.masking import one_line, status_name
from robot_memory.perception.message_definition import DefinitionCatalogue
from robot_memory.perception.normal.columns import TEXT, Signal
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.operating_record import TABLE

_MOST_SHAPES = 8  # variants of a topic's messages: with other names, or longer lists
_MOST_STATUS_SIGNALS = 4096  # values of statuses that are remembered
_LONGEST_NAMES = 1024  # characters in the names of a value
_LONGEST_VALUE = 60  # characters of a status value that may be a number
_NOT_READ = -1
_ERROR = 2  # level of a DiagnosticStatus; STALE is 3


class NormalDetector(Detector):
    """Learns what is normal for each number of a message, and for the rate and age of messages.

    All numbers of the robot have one model ([perception](../explanation/perception.md)). A topic is
    read at most five times a second, and every message counts for its rate. Numbers whose name is
    that of a secret are not read, nor values of statuses of other robots.

    Not read: pictures, clouds, maps, plans, and other types without measurements.
    """

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._monitor = context.shared.monitor
        self._timing = self._monitor.grid.topic(context.topic)
        self._definition = context.shared.definitions.of(context.type)
        self._is_standard = is_standard(context.type)
        self._is_diagnostics = context.type == DIAGNOSTICS
        self._shapes: list[tuple[MessageNumbers, list[int]]] = []
        self._statuses: dict[tuple[str, str, str], int] = {}
        self._shown: dict[int, str] = {}

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether its messages hold measurements."""
        return holds_numbers(message_type, definitions.of(message_type))

    @property
    def fields(self) -> frozenset[str] | None:
        """All numbers, with the names of their elements."""
        if self._is_diagnostics:
            return frozenset({"status.values"})
        return numeric_fields(self._definition)

    def note_reception(self, stamp: float) -> None:
        """Note that a message arrived, read or not."""
        if self._timing is not None:
            self._timing.note_reception(stamp)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message; deviations are reported later, as time passes."""
        self._note_age(stamp, content)
        if self._is_diagnostics:
            self._read_statuses(stamp, content)
            return ()
        self._read(stamp, content)
        # Another message before the next sample would change nothing.
        self.due = self._monitor.grid.next_sample(stamp)
        return ()

    def _read(self, stamp: float, content: Any) -> None:
        for plan, places in self._shapes:
            numbers = plan.read(content)
            if numbers is not None:
                self._put(stamp, places, numbers)
                return
        if len(self._shapes) < _MOST_SHAPES:
            self._shapes.append(self._shape(content))
            plan, places = self._shapes[-1]
            if (numbers := plan.read(content)) is not None:
                self._put(stamp, places, numbers)

    def _note_age(self, stamp: float, content: Any) -> None:
        time = getattr(getattr(content, "header", None), "stamp", None)
        seconds = getattr(time, "sec", 0) + 1e-9 * getattr(time, "nanosec", 0)
        if seconds > 0 and self._timing is not None:
            self._timing.note_age(self._monitor.epoch + stamp - seconds)

    def _shape(self, content: Any) -> tuple[MessageNumbers, list[int]]:
        """Return the plan for reading messages like this one, and the places of their numbers."""
        is_table = self._context.type == TABLE
        plan = MessageNumbers(content, has_paths=self._is_standard, has_texts=is_table)
        return plan, [
            self._place(*name, is_text=at in plan.texts) for at, name in enumerate(plan.names)
        ]

    def _put(self, stamp: float, places: list[int], numbers: list[float]) -> None:
        self._monitor.grid.put(stamp, places, numbers)
        shown = self._shown
        if shown:
            note = self._context.shared.readings.note
            for place, value in zip(places, numbers, strict=True):
                if place in shown:
                    note(shown[place], stamp, reading(value))

    def _place(self, labels: tuple[str, ...], quantity: str, *, is_text: bool) -> int:
        topic = self._context.topic
        if names_a_secret(quantity) or any(map(names_a_secret, labels)):
            return _NOT_READ
        component = one_line(" ".join([topic, *labels]))[:LONGEST_NAME]
        quantity = one_line(quantity)
        remark = self._remark(quantity)
        unit = unit_of_signal(quantity, is_standard=self._is_standard, remark=remark)
        if is_text:
            unit = TEXT
        told = "" if quantity == "data" and self._is_standard else quantity
        is_one = not is_text and is_shown(self._context.type, quantity, remark)
        return self._follow(Signal(component, told, topic, topic, unit), is_one_to_show=is_one)

    def _follow(self, signal: Signal, *, is_one_to_show: bool) -> int:
        place = self._monitor.grid.place(signal)
        if is_one_to_show and place >= 0:
            self._shown[place] = signal.text
        return place

    def _remark(self, quantity: str) -> str:
        told = None if self._definition is None else self._definition.fields.get(quantity)
        return "" if told is None else told.remark

    def _read_statuses(self, stamp: float, content: Any) -> None:
        if not getattr(content, "has_values", True):
            return  # they were read a moment ago
        places, numbers = [], []
        reported: dict[bool, list[int]] = {True: [], False: []}  # key: whether it is an error
        for status in content.status:
            of_status = reported[level_of(status) >= _ERROR]
            for pair in status.values:
                value = number(pair.value[:_LONGEST_VALUE])
                if value is not None:
                    place = self._place_of(status, pair.key)
                    if place >= 0:
                        places.append(place)
                        numbers.append(value)
                        of_status.append(place)
        self._put(stamp, places, numbers)
        for is_error, told in reported.items():
            self._monitor.grid.note_reported(told, is_error=is_error)

    def _place_of(self, status: Any, key: str) -> int:
        names = self._context.shared.status_names
        device = names.name_of(status.name, status.hardware_id)  # two may turn out to share a name
        known = device, status.hardware_id, key
        place = self._statuses.get(known)
        if place is None:
            is_long = sum(map(len, known)) > _LONGEST_NAMES
            if is_long or len(self._statuses) >= _MOST_STATUS_SIGNALS:
                return _NOT_READ
            place = self._statuses[known] = self._place_in_status(status, device, key)
        return place

    def _place_in_status(self, status: Any, device: str, key: str) -> int:
        context = self._context
        is_ours = context.scope.keeps_status(status.name, status.hardware_id, context.topic)
        if names_a_secret(key) or not is_ours:
            return _NOT_READ
        component = status_name(device) or context.topic
        unit = unit_of_signal(quantity := one_line(key), is_standard=False)
        signal = Signal(component, quantity, component, context.topic, unit)
        return self._follow(signal, is_one_to_show=True)
