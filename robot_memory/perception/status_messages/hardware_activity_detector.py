"""``controller_manager_msgs/ControllerManagerActivity``: ros2_control's failed hardware."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.masking.component_names import one_line
from robot_memory.perception.occurrences.detection import Debounce, Detection

#: lifecycle_msgs/State: ros2_control takes hardware that fails to read or write there; who switches
#: it off deactivates it first.
_UNCONFIGURED, _ACTIVE, _FINALIZED = 1, 3, 4
_WORDS = {_UNCONFIGURED: "unconfigured", _FINALIZED: "finalized"}
_MOST = 64  # components
_DEBOUNCE = Debounce(onset=5.0, end=5.0, quiet=86400.0)  # s


class HardwareActivityDetector(Detector):
    """Reports hardware of ros2_control that fell from active to unconfigured or finalized.

    The controller manager does this to hardware whose reading or writing fails. Hardware that is
    deactivated on purpose becomes inactive first. If all of it is finalized, the controller manager
    is shut down.
    """

    TYPE: ClassVar[str] = "controller_manager_msgs/msg/ControllerManagerActivity"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"hardware_components"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._states: dict[str, int] = {}
        self._fallen: dict[str, str] = {}

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in what state each component is in; it is told when one changes."""
        components = getattr(content, "hardware_components", ())[:_MOST]
        if all(component.state.id == _FINALIZED for component in components):
            return
        for component in components:
            name, state = one_line(component.name), int(component.state.id)
            before = self._states.get(name)
            self._states[name] = state
            if before == _ACTIVE and state in _WORDS:
                self._fallen[name] = _WORDS[state]
            if name in self._fallen:
                yield self._detection(name, present=state != _ACTIVE)
                if state == _ACTIVE:
                    del self._fallen[name]

    def advance(self, stamp: float) -> Iterator[Detection]:
        """Let time pass: what has fallen stays so until it is told otherwise."""
        for name in self._fallen:
            yield self._detection(name, present=True)

    def _detection(self, name: str, *, present: bool) -> Detection:
        return Detection(
            key=Key("hardware_activity", name, "fallen from active"),
            present=present,
            text=f"Hardware {name} of {self._context.topic} fell from active to "
            f"{self._fallen[name]}",
            severity=Severity.ERROR,
            confidence=self._context.settings.confidence_error,
            magnitude=1.0,
            kind="status",
            debounce=_DEBOUNCE,
        )
