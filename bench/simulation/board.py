"""Reports of drivers about themselves: statuses with texts and numbers on ``/diagnostics``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from simulation import messages as ros
from simulation.signals import quantised
from simulation.stream import Probe, Stream
from simulation.timeline import Array
from simulation.truth import Target

OK, WARN, ERROR, STALE = range(4)


@dataclass
class Value:
    """A number in a status, or a word that never changes.

    Attributes:
        key: its name.
        form: its format string.
        values: one number a message; None for a word.
        quantity, part: names by which faults find it.
        scale, offset: conversion from SI units to the reported unit.
    """

    key: str
    form: str
    values: Array | None = None
    quantity: str = ""
    part: str = ""
    scale: float = 1.0
    offset: float = 0.0


@dataclass
class Status:
    """A component that a driver reports on."""

    name: str
    values: list[Value] = field(default_factory=list)
    hardware_id: str = ""
    text: str = "OK"


class Board:
    """All reports of a node, in one array.

    Args:
        node: the driver.
        topic: ``/diagnostics``, or in a namespace.
        stamps: when it reports.
        statuses: its components.
    """

    def __init__(self, node: str, topic: str, stamps: Array, statuses: Sequence[Status]) -> None:
        self.statuses = list(statuses)
        self.texts: dict[str, list[str]] = {one.name: [one.text] for one in statuses}
        fields: dict[str, Any] = {}
        for one in statuses:
            fields[f"{one.name}.level"] = np.zeros(len(stamps), dtype=int)
            fields[f"{one.name}.text"] = np.zeros(len(stamps), dtype=int)
            for value in one.values:
                if value.values is not None:
                    fields[f"{one.name}.{value.key}"] = value.values
        self.stream = Stream(
            topic, ros.DIAGNOSTICS, node, stamps, self._builder(), fields, is_shared=True
        )

    def target(self, name: str) -> Target:
        """Return the target of findings about a status."""
        return Target(self.stream.topic, (name.rpartition(":")[2].strip(), name))

    def probes(self) -> list[Probe]:
        """Return the numbers that faults may use."""
        return [
            Probe(
                value.quantity, value.part, self.stream, f"{one.name}.{value.key}",
                self.target(one.name), scale=value.scale, offset=value.offset,
            )
            for one in self.statuses
            for value in one.values
            if value.values is not None
        ]  # fmt: skip

    def say(self, name: str, when: Any, level: int, text: str) -> None:
        """Change level and text of a status in the messages of a mask."""
        texts = self.texts[name]
        if text not in texts:
            texts.append(text)
        self.stream.fields[f"{name}.level"][when] = level
        self.stream.fields[f"{name}.text"][when] = texts.index(text)

    def _builder(self) -> Callable[..., Any]:
        statuses, texts = self.statuses, self.texts

        def build(stamp: float, *row: Any) -> Any:
            found, cells = [], iter(row)
            for one in statuses:
                level, text = next(cells), next(cells)
                values = [
                    (value.key, value.form if value.values is None else value.form % next(cells))
                    for value in one.values
                ]
                said = texts[one.name][text]
                reading = values[0][1] if values else ""
                said = said.replace("{}", reading)
                if level < 0:  # this part is not reported in this message
                    continue
                found.append(ros.status(level, one.name, said, one.hardware_id, values))
            return ros.diagnostics(stamp, found)

        return build


def told(
    key: str,
    values: Array,
    step: float,
    *,
    unit: str = "",
    quantity: str = "",
    part: str = "",
    scale: float = 1.0,
    offset: float = 0.0,
) -> Value:
    """Return a number as a driver writes it: scaled, rounded, with or without a unit."""
    decimals = max(0, int(np.ceil(-np.log10(step * abs(scale)) - 1e-9)))
    form = f"%.{decimals}f{unit}"
    return Value(
        key, form, quantised(values * scale + offset, step * abs(scale)), quantity, part, scale,
        offset,
    )  # fmt: skip
