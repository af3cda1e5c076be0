"""Detectors of the numbers that a rule's field names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.generic.signal_name import DIAGNOSTICS, SignalName

_MOST_SIGNALS = 256  # of one field of one topic
_LONGEST_LABELS = 1024  # characters that name a number; what has longer names is not read


class FieldDetector(Detector):
    """Reads the numbers that a rule's field names, and tells them to all.

    A message of statuses is read as far as the statuses are this robot's.
    """

    READS_FIELD: ClassVar[bool] = True

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        if context.field is None:
            raise ValueError(f"{type(self).__name__} on {context.topic} needs a field")
        self._path = context.field
        self._names: dict[tuple[str, ...], SignalName | None] = {}

    @property
    def fields(self) -> frozenset[str] | None:
        """Those of its path."""
        return self._path.fields

    def numbers(self, stamp: float, content: Any) -> list[tuple[SignalName, float]]:
        """Read a message, and return its numbers by name."""
        if not getattr(content, "has_values", True):
            return []  # statuses whose values were read a moment ago
        names, note = self._names, self._context.shared.readings.note
        devices = self._devices(content)
        numbers = []
        for said, value in self._path.read(content):
            labels = (devices.get(said[0], said[0]), *said[1:]) if devices and said else said
            if labels not in names:
                if len(names) >= _MOST_SIGNALS or sum(map(len, labels)) > _LONGEST_LABELS:
                    continue
                names[labels] = self._name(labels, said, content)
            name = names[labels]
            if name is not None:
                note(name.text, stamp, value)
                numbers.append((name, value))
        return numbers

    def _devices(self, content: Any) -> Mapping[str, str]:
        """Return what devices are called that share the name of a status."""
        context = self._context
        return context.shared.status_names.names_of(content) if context.type == DIAGNOSTICS else {}

    def _name(
        self, labels: tuple[str, ...], said: tuple[str, ...], content: Any
    ) -> SignalName | None:
        """Name a number; None for one of another robot, and for a secret that has digits only."""
        context = self._context
        if labels and names_a_secret(labels[-1]):
            return None
        if context.type == DIAGNOSTICS and labels:
            ids = [status.hardware_id for status in content.status if status.name == said[0]]
            if not context.scope.keeps_status(said[0], ids[0] if ids else "", context.topic):
                return None
        return SignalName.of(context.topic, context.type, self._path, labels)
