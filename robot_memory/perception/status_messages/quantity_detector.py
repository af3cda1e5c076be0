"""Temperatures, voltages, currents and the like in messages of any type."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.outside_text import LONGEST_NAME
from robot_memory.perception.baselines import is_of
from robot_memory.perception.definitions.definition_catalogue import DefinitionCatalogue
from robot_memory.perception.definitions.message_definition import MessageDefinition
from robot_memory.perception.detector import DetectorContext
from robot_memory.perception.fields.field_path import FieldPath
from robot_memory.perception.fields.number import reading
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitor_detector import AllMonitorsDetector
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.status_messages.leaf import Leaf, holds_named_values, leaves
from robot_memory.perception.status_messages.quantity_words import is_quantity
from robot_memory.perception.status_messages.status_types import is_called_status, may_be_status
from robot_memory.perception.zero_readings.zero_stretch import ZeroStretch

_MOST = 128  # signals of a topic
_NEVER_ZERO = re.compile(r"temp|celsius|deg_?c|pressure", re.IGNORECASE)
_DEBOUNCE = Debounce(onset=0.0, end=5.0, quiet=600.0)  # s


class QuantityDetector(AllMonitorsDetector):
    """Runs the checks of ``signal`` on quantities in messages of any type.

    A quantity is known by the name of its field (``motor_temperature``, ``bus_voltage``), by the
    unit in the name (``voltage_v``), or by the unit in the comment of its definition (``[degC]``).
    Values that somebody sets, such as a limit or a target, are no quantities.

    A temperature or a pressure that is exactly zero is reported too, if in an earlier minute, or in
    an earlier run, it was hardly ever zero, and something else of its message is not zero.
    """

    READS_FIELD: ClassVar[bool] = False

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(replace(context, field=FieldPath.parse("*")), options)
        self._definition = context.shared.definitions.of(context.type)
        self._known: dict[tuple[tuple[str, ...], str, int], SignalName | None] = {}
        self._latest: list[tuple[SignalName, float]] = []
        self._zeros: dict[str, ZeroStretch] = {}
        self._told: set[str] = set()

    @classmethod
    def reads_type(cls, message_type: str, definitions: DefinitionCatalogue) -> bool:
        """Tell whether a type has such fields, or may have where its definition is not known."""
        return may_be_status(message_type, definitions, _has_quantity, is_called_status)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a message; what is unusual is told to the findings, but for zeros."""
        self._latest = []
        yield from super().process(stamp, content)
        if not any(value for _, value in self._latest):
            return  # nothing measures
        for name, value in self._latest:
            if _NEVER_ZERO.search(name.quantity) is None or not math.isfinite(value):
                continue
            is_dead = self._is_dead(name, stamp, value)
            if is_dead or name.text in self._told:
                yield self._zero(name, present=is_dead)

    def _is_dead(self, name: SignalName, stamp: float, value: float) -> bool:
        zeros = self._zeros.get(name.text)
        if zeros is None:
            zeros = self._context.learn(f"{name.text} zero", ZeroStretch())
            self._zeros[name.text] = zeros
        zeros.observe(stamp, abs(value))
        return zeros.is_unusual()

    def _zero(self, name: SignalName, *, present: bool) -> Detection:
        (self._told.add if present else self._told.discard)(name.text)
        return Detection(
            key=Key("zero", name.component, f"{name.quantity} zero"),
            present=present,
            text=f"{name.text} is exactly zero",
            confidence=self._context.settings.first_confidence(score=0.9),
            magnitude=1.0,
            kind="zero",
            debounce=_DEBOUNCE,
        )

    def renew(self, component: str) -> None:
        """Forget the signals of a component."""
        super().renew(component)
        for name in [name for name in self._zeros if is_of(component, name)]:
            del self._zeros[name]

    def numbers(self, stamp: float, content: Any) -> list[tuple[SignalName, float]]:
        """Read a message, and return its quantities by name."""
        found = []
        for leaf in leaves(content, self._definition, self._context.type):
            if isinstance(leaf.value, bool):
                continue
            values = leaf.value if isinstance(leaf.value, list) else [leaf.value]
            for index, value in enumerate(values):
                name = self._signal(leaf, index if isinstance(leaf.value, list) else -1)
                if name is not None:
                    number = reading(float(value))
                    self._context.shared.readings.note(name.text, stamp, number)
                    found.append((name, number))
        self._latest = found
        return found

    def _signal(self, leaf: Leaf, index: int) -> SignalName | None:
        key = (leaf.parts, leaf.name, index)
        if key not in self._known:
            if len(self._known) >= 4 * _MOST:
                return None
            told = leaf.owner.fields.get(leaf.name) if leaf.owner is not None else None
            is_one = is_quantity(leaf.name, told.remark if told is not None else "")
            self._known[key] = self._named(leaf, index) if is_one else None
        return self._known[key]

    def _named(self, leaf: Leaf, index: int) -> SignalName | None:
        if sum(name is not None for name in self._known.values()) >= _MOST:
            return None
        parts = [self._context.topic, *leaf.parts, *([str(index)] if index >= 0 else [])]
        return SignalName(one_line(" ".join(parts))[:LONGEST_NAME], one_line(leaf.name))


def _has_quantity(definition: MessageDefinition) -> bool:
    own = (
        is_quantity(field.name, field.remark)
        for field in definition.fields.values()
        if field.is_integer or field.type.startswith("float")
    )
    return any(own) or holds_named_values(definition)
