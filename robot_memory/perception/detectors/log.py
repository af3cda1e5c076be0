"""``/rosout``: warnings and errors that nodes log (rcl_interfaces/Log)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Setting
from robot_memory.perception.masking import mask, readable
from robot_memory.perception.sighting import Debounce, Sighting

_WARN, _ERROR = 30, 40
_REMEMBERED = 2048


class LogDetector:
    """Tells of messages at WARN and above.

    A logged message is a moment. Each is an occurrence of its own, unless it follows the last
    one closely, or comes at a steady beat as throttled messages do: then it goes on.
    """

    OPTIONS: ClassVar[Mapping[str, float]] = {
        "quiet": 3.0,  # s of silence after which the same message is a new occurrence
        "steadiness": 1.3,  # longest of three gaps over the shortest, to be a steady beat
    }
    READS_CONTENT: ClassVar[bool] = True

    def __init__(self, setting: Setting, options: Mapping[str, float]) -> None:
        self._scope = setting.scope
        self._settings = setting.settings
        self._seen_until = setting.seen_until
        self._quiet = options["quiet"]
        self._steadiness = options["steadiness"]
        self._heard: OrderedDict[Key, tuple[float, ...]] = OrderedDict()
        self._seen: OrderedDict[tuple[str, int, int, int], None] = OrderedDict()

    def update(self, stamp: float, content: Any) -> Iterator[Sighting]:
        """Take in a Log message."""
        if content.level < _WARN or not self._scope.keeps_logger(content.name):
            return
        if self._is_redelivered(content):
            return
        is_error = content.level >= _ERROR
        key = Key("log", content.name, mask(content.msg))
        yield Sighting(
            key=key,
            present=True,
            text=_sentence(content.name, content.msg, is_error=is_error),
            severity=Severity.ERROR if is_error else Severity.WARN,
            confidence=(self._settings.confidence_error if is_error
                        else self._settings.confidence_warn),
            magnitude=float(content.level),
            detail={"message": content.msg},
            debounce=Debounce(onset=0.0, end=0.0, quiet=self._quiet_of(key, stamp)),
        )  # fmt: skip

    def advance(self, stamp: float) -> Iterable[Sighting]:
        """Nothing follows from silence."""
        return ()

    def _is_redelivered(self, content: Any) -> bool:
        """Tell whether a message came before: /rosout is latched (rules.md §5.2)."""
        stamp = content.stamp
        identity = (content.name, stamp.sec, stamp.nanosec, content.line)
        if not (stamp.sec or stamp.nanosec):
            return False
        if identity in self._seen or stamp.sec + stamp.nanosec * 1e-9 <= self._seen_until:
            return True
        self._seen[identity] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        return False

    def _quiet_of(self, key: Key, stamp: float) -> float:
        times = (*self._heard.pop(key, ()), stamp)[-4:]
        self._heard[key] = times
        if len(self._heard) > _REMEMBERED:
            self._heard.popitem(last=False)
        gaps = [later - earlier for earlier, later in pairwise(times)]
        if len(gaps) == 3 and max(gaps) <= self._steadiness * min(gaps):
            return max(self._quiet, 2.5 * max(gaps))
        return self._quiet


def _sentence(name: str, message: str, *, is_error: bool) -> str:
    return f"{name} logs {'an error' if is_error else 'a warning'}: {readable(message)}"
