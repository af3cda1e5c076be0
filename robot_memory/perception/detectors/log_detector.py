"""``/rosout``: warnings and errors that nodes log (rules.md §2.9 and §5.2).

Nodes throttle a lasting message (``RCLCPP_WARN_THROTTLE``), so it is logged at a steady interval.
A message at irregular intervals reports separate events.
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from robot_memory.foundation.text.outside_text import LONGEST_NAME, OutsideText, take_in
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.foundation.wording.plain_words import plain_words
from robot_memory.foundation.wording.subject import verb_for
from robot_memory.foundation.wording.varying_text import VaryingText
from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.masking.lost_telemetry import NO_TELEMETRY, says_zero_volts
from robot_memory.perception.masking.masking import UNNAMED, mask, node_name, phrase, shown
from robot_memory.perception.masking.stack_trace import shortened
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.occurrences.occurrence_limiter import Quota

#: The log text of rcl, on both sides, for a publisher and a subscription with incompatible QoS.
_OF_THE_GRAPH = re.compile(r"discovered on topic '[^']*', (?:requesting|offering) incompatible QoS")
_WARN, _ERROR, _FATAL = 30, 40, 50  # of rcl_interfaces/msg/Log
_MOST_KEYS = 512  # keys of messages that are tracked
_MOST_TEXTS = 256  # texts whose reading is cached
_MOST_SEEN = 2048  # messages that are recognised if they are delivered again
_MOST_CHARACTERS = 1000  # characters of a message that identify it, and that the evidence shows
_BEGINNING = 12  # characters of a message that stand for its source line if that is unknown
#: New texts that are read: for one source line 10 at once and 5 a second, for all 1000 and 50.
_EACH, _TOGETHER = Allowance(10.0, 5.0), Allowance(1000.0, 50.0)
_NOTHING = OutsideText("")

_NORMAL = re.compile(
    r"^(?:the )?(?:goal|task|action|request|trajectory|mission|plan|job|behaviou?r)(?: [\d#]\S*)?"
    r" (?:is |was |has been )?(?:now |currently |still )?(?:being )?(?:executing|executed|accepted"
    r"|pending|in progress|queued|running|active|completed|finished|reached)(?: successfully)?\W*$"
    r"|^(?:ros is )?shutting down(?: now)?\W*(?:exiting(?: now)?\W*)?$"
    r"|^preempting [\w ]{2,40}\W*$"
    r"|^(?:starting|resuming|entering|leaving) (?:\w+ )?(?:behaviou?r|task|mission|docking"
    r"|undocking|mapping|exploration|idle(?: state)?)\W*$"
)


class LogDetector(Detector):
    """Reports log messages at WARN and above.

    Each message is an occurrence of its own, unless it follows the last one closely, or at a steady
    interval as throttled messages do. The first other interval ends that.

    The symptom is the masked message.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "apart": DetectorOption(3.0, "s between two equal messages that make them two occurrences"),
        "steadiness": DetectorOption(
            1.25, "ratio of longest to shortest of five gaps, up to which they are steady", low=1.0
        ),
    }
    TYPE: ClassVar[str] = "rcl_interfaces/msg/Log"
    IS_SHARED: ClassVar[bool] = True
    FIELDS: ClassVar[frozenset[str]] = frozenset({"stamp", "level", "name", "msg", "line"})

    def _set_up(self) -> None:
        self._messages: OrderedDict[Key, _LoggedMessage] = OrderedDict()
        self._waiting: dict[Key, None] = {}
        self._texts: OrderedDict[tuple[str, str], _Read | None] = OrderedDict()
        self._seen: OrderedDict[tuple[str, int, int, int, int], None] = OrderedDict()
        self._quota = Quota(_EACH, _TOGETHER, everyone=self._context.topic)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a Log message."""
        scope, topic = self._context.scope, self._context.topic
        name = content.name[:LONGEST_NAME]
        if not scope.keeps_logger(name, topic):
            scope.skip_logger(name, topic)
            return
        self._context.shared.activity.note_message(stamp)
        if content.level < _WARN or self._is_redelivered(name, content):
            return
        if scope.sees_graph and _OF_THE_GRAPH.search(content.msg[:_MOST_CHARACTERS]):
            return
        read = self._read(name, content, stamp)
        if read is None:
            return
        logged = self._update(read, content.level)
        moments = logged.throttled.observe(stamp)
        yield from self._detections(read.key, logged, moments)

    def advance(self, stamp: float) -> Iterator[Detection]:
        """Yield messages that waited for a next one, which did not come."""
        for key in list(self._waiting):
            logged = self._messages[key]
            yield from self._detections(key, logged, logged.throttled.expire(stamp))

    def finish(self) -> Iterator[Detection]:
        """Yield all messages that waited."""
        return self.advance(math.inf)

    def _is_redelivered(self, name: str, content: Any) -> bool:
        """Tell whether a message was received before: /rosout is latched (rules.md §5.2)."""
        stamp = content.stamp
        if not (stamp.sec or stamp.nanosec):
            return False
        identity = (name, stamp.sec, stamp.nanosec, content.line, hash(content.msg))
        if identity in self._seen:
            return True
        if stamp.sec + stamp.nanosec * 1e-9 <= self._context.seen_until:
            return True
        _put(self._seen, identity, None, _MOST_SEEN)
        return False

    def _read(self, name: str, content: Any, stamp: float) -> _Read | None:
        """Read a message; None if it reports no fault, or if too many new texts arrive."""
        message = shortened(content.msg)
        text = (name, message[:_MOST_CHARACTERS])
        if text in self._texts:
            read = self._texts[text]
        else:
            # A source line that logs other numbers each time need not be read or judged each time:
            # a node may log normal states as fast as faults.
            source = f"{name} {content.line or message[:_BEGINNING]}"
            if self._quota.refuses(source, stamp):
                return None
            read = None if is_normal(text[1]) else _read_anew(name, message, content.msg)
        _put(self._texts, text, read, _MOST_TEXTS)
        return read

    def _update(self, read: _Read, level: int) -> _LoggedMessage:
        key = read.key
        logged = self._messages.get(key)
        if logged is None:
            throttled = ThrottledMessages(self._options["apart"], self._options["steadiness"])
            logged = _LoggedMessage(read.text, throttled)
        logged.text = read.text if logged.is_reported else logged.text.with_(read.text)
        logged.level, logged.message, logged.is_reported = level, read.message, False
        dropped = _put(self._messages, key, logged, _MOST_KEYS)
        if dropped is not None:
            self._waiting.pop(dropped, None)
        return logged

    def _detections(
        self, key: Key, logged: _LoggedMessage, moments: Iterable[MessageTime]
    ) -> Iterator[Detection]:
        for moment in moments:
            yield self._detection(key, logged, moment)
            logged.is_reported = True
        if logged.throttled.is_waiting:
            self._waiting[key] = None
        else:
            self._waiting.pop(key, None)

    def _detection(self, key: Key, logged: _LoggedMessage, moment: MessageTime) -> Detection:
        is_error = logged.level >= _ERROR
        who, words = shown(key.component), logged.text
        if logged.act is None:
            logged.act = verb_for(who, str(words), "")
        what = "a fatal error" if logged.level >= _FATAL else "an error"
        verb = logged.act or f"logs {what if is_error else 'a warning'}"
        if key.symptom.startswith(NO_TELEMETRY):
            who, verb = f"No telemetry from the battery: {who}", "logs"
        return self._fault(
            key,
            f"{who} {verb}: {words.pattern}" if words.pattern else f"{who} {verb}",
            severity=Severity.ERROR if is_error else Severity.WARN,
            spreads=words.spreads,
            magnitude=float(logged.level),
            detail={"message": logged.message.shown(_MOST_CHARACTERS), **logged.message.losses},
            debounce=Debounce(
                onset=0.0, end=moment.apart, momentary=True,
                # Until it is known how moments follow one another, they may wait.
                quiet=max(_GOES_ON if moment.is_settled else _TELLS * LONGEST, moment.apart),
            ),
            at=moment.stamp,
        )  # fmt: skip


def is_normal(message: str) -> bool:
    """Tell whether a log message is about a normal state; it knows English only.

    Such a message reports no fault, even at WARN or ERROR. Only whole messages count: the usual
    events of a goal, a task or a behaviour.
    """
    return _NORMAL.search(plain_words(message)) is not None


@dataclass(slots=True)
class _LoggedMessage:
    """A log message: its text since its last report, its times, and whether it is reported."""

    text: VaryingText
    throttled: ThrottledMessages
    is_reported: bool = False
    act: str | None = None  # an operator's act, or "": judged once for each template
    level: int = 0
    message: OutsideText = _NOTHING


@dataclass(frozen=True, slots=True)
class _Read:
    """A text that was read: its key, and the message for the evidence."""

    key: Key
    message: OutsideText
    text: VaryingText


def _read_anew(name: str, message: str, whole: str) -> _Read:
    """Read a message; the evidence shows the shortened message before the whole one."""
    received = take_in(message)
    symptom, words = mask(received.text), phrase(received.text)
    if says_zero_volts(received.text):
        symptom = f"{NO_TELEMETRY}: {symptom}"
    key = Key("log", node_name(name) or UNNAMED, symptom)
    if message != whole:
        received = take_in(f"{message}\n{whole}")
    return _Read(key, received, VaryingText.of(words.pattern, words.values))


def _put(kept: OrderedDict[Any, Any], key: Any, value: Any, most: int) -> Any:
    """Put an item at the end; return the key that was dropped for it, if any."""
    kept[key] = value
    kept.move_to_end(key)
    return kept.popitem(last=False)[0] if len(kept) > most else None


_GOES_ON = 30.0  # s after the last moment during which a repeated message continues
LONGEST = 75.0  # s between two moments; nodes throttle to a minute at most
_TELLS = 6  # moments that prove a steady interval: fewer are often steady by chance
_MOST_WAITING = 12  # moments that wait until they can be sorted


class MessageTime(NamedTuple):
    """A moment, and the gap before it, in s, from which it is an occurrence of its own.

    Attributes:
        is_settled: whether it is known how moments follow one another.
    """

    stamp: float
    apart: float
    is_settled: bool = False


class ThrottledMessages:
    """Sorts the moments at which one message was logged into occurrences.

    A second moment may stand alone, or belong to a steady sequence; only the sixth moment shows
    which. So moments wait until this is known, at most 1.25 intervals longer than needed. The first
    moment never waits, and moments that follow closely belong to the one before. A sequence ends at
    the first gap that is not as steady as its last five. The arguments are the detector's options.
    """

    __slots__ = ("_apart", "_is_beat", "_last", "_starts", "_steadiness", "_waiting")

    def __init__(self, apart: float, steadiness: float) -> None:
        self._apart = apart
        self._steadiness = steadiness
        self._last = 0.0
        self._is_beat = False
        self._starts: list[float] = []
        self._waiting: list[float] = []

    @property
    def is_waiting(self) -> bool:
        """Whether moments still wait."""
        return bool(self._waiting)

    def observe(self, stamp: float) -> list[MessageTime]:
        """Take in a moment, and return the moments that can be sorted now."""
        gap = stamp - self._last
        self._last = stamp
        if not self._starts or gap > LONGEST:
            return self._start_anew(stamp)
        if gap <= self._apart:
            return self._follow(stamp)
        return self._go_on(stamp) if self._is_beat else self._consider(stamp)

    def expire(self, stamp: float) -> list[MessageTime]:
        """Return moments that waited in vain for a next one, as separate occurrences."""
        if not self._waiting:
            return []
        if stamp - self._last <= min(LONGEST, self._steadiness * min(self._gaps())):
            return []
        released = self._release()
        self._starts = [self._last]
        return released

    def _start_anew(self, stamp: float) -> list[MessageTime]:
        released = self._release()
        self._starts, self._is_beat = [stamp], False
        return [*released, MessageTime(stamp, self._apart)]

    def _follow(self, stamp: float) -> list[MessageTime]:
        if self._waiting and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(stamp)
            return []
        if self._waiting:
            return []
        return [MessageTime(stamp, self._longest_gap(), is_settled=True)]

    def _go_on(self, stamp: float) -> list[MessageTime]:
        self._starts.append(stamp)
        if not self._is_steady():
            return self._start_anew(stamp)
        del self._starts[0]
        return [MessageTime(stamp, self._longest_gap(), is_settled=True)]

    def _consider(self, stamp: float) -> list[MessageTime]:
        self._starts.append(stamp)
        self._waiting.append(stamp)
        released: list[MessageTime] = []
        while not self._is_steady():
            del self._starts[0]
            released += self._release(before=self._starts[1])
        if len(self._starts) == _TELLS:
            self._is_beat = True
            released += self._release()
        return released

    def _release(self, before: float = float("inf")) -> list[MessageTime]:
        """Release waiting moments: all, or those before a stamp."""
        apart, is_beat = self._longest_gap(), self._is_beat
        released = [MessageTime(stamp, apart, is_beat) for stamp in self._waiting if stamp < before]
        self._waiting = self._waiting[len(released) :]
        return released

    def _longest_gap(self) -> float:
        """Return the gap from which a moment is an occurrence of its own."""
        return self._steadiness * max(self._gaps()) if self._is_beat else self._apart

    def _gaps(self) -> list[float]:
        return [later - earlier for earlier, later in pairwise(self._starts)]

    def _is_steady(self) -> bool:
        gaps = self._gaps()
        return max(gaps) <= self._steadiness * min(gaps)
