"""Lifecycle nodes: a node that fell out of its state by an error (rules.md §5.11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorContext
from robot_memory.perception.occurrences.detection import Debounce, Detection

_TOPIC = "/transition_event"
_ACTIVE, _ERROR, _FAILURE = "active", "errorprocessing", "transition_failure"
_EACH = Debounce(onset=0.0, end=0.0, quiet=86400.0)  # s


class LifecycleDetector(Detector):
    """Reports a lifecycle node whose transition failed: it is over when the node is active again.

    A node that somebody deactivates or shuts down is no fault.
    """

    TYPE: ClassVar[str] = "lifecycle_msgs/msg/TransitionEvent"

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._node = context.topic.removesuffix(_TOPIC)
        self._failed: Detection | None = None

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a transition."""
        before, after = content.start_state.label, content.goal_state.label
        transition = content.transition.label
        if after == _ERROR or transition == _FAILURE:
            self._failed = self._fault(
                Key("lifecycle", self._node.strip("/"), f"error while {before}"),
                f"{self._node} failed while {before}",
                severity=Severity.ERROR,
                kind="lifecycle",
                detail={"transition": transition},
                debounce=_EACH,
            )
            yield self._failed
        elif after == _ACTIVE and self._failed is not None:
            failed, self._failed = self._failed, None
            yield Detection(failed.key, present=False, text=failed.text, debounce=_EACH)
