"""``/diagnostics``: what drivers say of their own components (diagnostic_msgs/DiagnosticArray)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Setting
from robot_memory.perception.masking import mask, readable
from robot_memory.perception.sighting import Debounce, Sighting

_LEVELS = {0: Severity.OK, 1: Severity.WARN, 2: Severity.ERROR, 3: Severity.STALE}
_VERBS = {
    Severity.WARN: "warns",
    Severity.ERROR: "reports an error",
    Severity.STALE: "reports stale data",
}


@dataclass
class _Component:
    """The last word on a component; times are on the axis of :class:`Activity`."""

    level: int
    message: str
    last: float
    key: Key | None = None
    interval: float = 0.0
    count: int = 0
    silent: bool = False
    sighting: Sighting | None = field(default=None, repr=False)


class DiagnosticsDetector:
    """Tells of components that report a level above OK, and of those that fall silent.

    A component is a status name. Its symptom is the masked message, so that "timeout after
    31 ms" and "timeout after 47 ms" are one. Components of one driver that fall silent together
    have one cause and are told once, under the driver's name.
    """

    OPTIONS: ClassVar[Mapping[str, float]] = {
        "onset": 0.5,  # s that a level must hold
        "end": 5.0,  # s of OK before an occurrence is over
        "silent": 10.0,  # s without a word before a component counts as silent, at least …
        "silent_intervals": 5.0,  # … and as many of its own longest intervals
    }
    READS_CONTENT: ClassVar[bool] = True
    _LEARNED = 5  # reports before a component's interval is known

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        self._scope = setting.scope
        self._confidence = {
            Severity.WARN: setting.settings.confidence_warn,
            Severity.ERROR: setting.settings.confidence_error,
            Severity.STALE: setting.settings.confidence_warn,
        }
        self._debounce = Debounce(options["onset"], options["end"], quiet=60.0)
        self._silent = options["silent"]
        self._silent_intervals = options["silent_intervals"]
        self._activity = setting.activity
        self._heard_at = 0.0
        self._components: dict[str, _Component] = {}
        self._silences: dict[str, list[str]] = {}

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Take in a DiagnosticArray."""
        self._heard_at = self._activity.running
        for status in content.status:
            level = status.level if isinstance(status.level, int) else status.level[0]
            yield from self._take(status.name, level, status.message, status.hardware_id)

    def _take(self, name: str, level: int, message: str, hardware_id: str) -> Iterator[Sighting]:
        known = self._components.get(name)
        if known is None:
            if not self._scope.keeps_status(name, hardware_id):
                return
            known = self._components[name] = _Component(0, "", self._heard_at)
        elif known.silent:
            known.silent, known.count, known.interval = False, 0, 0.0
            yield from self._is_back(name)
        else:
            known.interval = max(known.interval, self._heard_at - known.last)
        known.last = self._heard_at
        known.count += 1
        if level == known.level and message == known.message:
            if known.sighting is not None:
                yield known.sighting
            return
        known.level, known.message = level, message
        yield from self._changed(name, known, level, message)

    def _changed(
        self, name: str, known: _Component, level: int, message: str
    ) -> Iterator[Sighting]:
        severity = _LEVELS.get(level, Severity.ERROR)
        key = None if severity is Severity.OK else Key("diagnostics", name, _symptom(message))
        if known.key is not None and known.key != key:
            yield Sighting(known.key, present=False)
        known.key = key
        known.sighting = None if key is None else Sighting(
            key=key,
            present=True,
            text=_sentence(name, severity, message),
            severity=severity,
            confidence=self._confidence[severity],
            magnitude=float(level),
            detail={"message": message},
            debounce=self._debounce,
        )  # fmt: skip
        if known.sighting is not None:
            yield known.sighting

    def advance(self, stamp: float) -> Iterator[Sighting]:
        """Find components that have fallen silent while others still report."""
        newly: dict[str, list[str]] = {}
        for name, known in self._components.items():
            limit = max(self._silent, self._silent_intervals * known.interval)
            is_regular = known.count > self._LEARNED
            if is_regular and not known.silent and self._heard_at - known.last > limit:
                known.silent = True
                newly.setdefault(_driver(name), []).append(name)
        for driver, names in newly.items():
            self._silences.update(self._causes(driver, names))
        for component in self._silences:
            yield self._silence(component, present=True)

    def _causes(self, driver: str, names: list[str]) -> dict[str, list[str]]:
        """Return whom to name for these components: their driver, if all of its are silent."""
        siblings = [name for name in self._components if _driver(name) == driver]
        if len(siblings) > 1 and all(self._components[name].silent for name in siblings):
            return {driver: siblings}
        return {name: [name] for name in names}

    def _is_back(self, name: str) -> Iterator[Sighting]:
        for component in [told for told, names in self._silences.items() if name in names]:
            del self._silences[component]
            yield self._silence(component, present=False)

    def _silence(self, component: str, *, present: bool) -> Sighting:
        return Sighting(
            key=Key("diagnostics", component, "silent"),
            present=present,
            text=f"{component} stopped reporting while the robot ran",
            severity=Severity.STALE,
            confidence=self._confidence[Severity.STALE],
            debounce=self._debounce,
        )


def _symptom(message: str) -> str:
    """Return what identifies a message; parts joined by ``; `` may come in any order."""
    return "; ".join(sorted(mask(part) for part in message.split("; ")))


def _sentence(name: str, severity: Severity, message: str) -> str:
    words = readable(message)
    return f"{name} {_VERBS[severity]}: {words}" if words else f"{name} {_VERBS[severity]}"


def _driver(name: str) -> str:
    """Return who reports a status: what stands before the colon that diagnostic_updater writes."""
    head, colon, _ = name.partition(":")
    return head.strip() if colon else name
