"""How costs grow with topics, rules, peers and days; the shortest of several times counts."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

from month import kept, sizes

from ratios.measured import Growth
from ratios.turns import processor_time
from robot_memory import RobotMemory
from robot_memory.foundation.settings import Settings, default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.sample_table import OperatingSample
from robot_memory.perception.perception import Perception
from robot_memory.perception.rule import Rule
from robot_memory.perception.rules_file import load_rules

sys.path.insert(0, str(Path(__file__).parents[2] / "test"))  # its builders make the other robots

TOPICS = 10, 30, 100, 300
RULES = 10, 30, 100, 300
PEERS = 4, 16, 64, 256
DAYS = 4, 8, 16
DAYS_OF_OPERATION = 10, 30, 90, 270
_MESSAGES = 6_000
_WARM = 10  # messages of each topic that are not timed
_NOTES = 5  # of each peer
_CONTEXTS = 9
_FAULTS = 40  # more than the context block has room for
_TYPE = "std_msgs/msg/Float64"
_BEGIN = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)


def growths() -> Iterator[Growth]:
    """Measure all growths."""
    yield from with_topics()
    yield with_rules()
    yield with_peers()
    yield with_days()
    yield with_days_of_operation()


def with_topics() -> Iterator[Growth]:
    """Send the same number of messages to more and more topics."""
    rules = load_rules(default_rules_file())
    seconds, state = [], []
    for topics in TOPICS:
        feed = Feed(rules, topics)
        seconds.append((topics, feed.seconds_of_a_message() * 1e6))
        state.append((topics, kept(feed.perception) / 1e3))
    yield Growth("perceive a message", "topics", "µs", tuple(seconds))
    yield Growth("state of perception", "topics", "kB", tuple(state))


def with_rules() -> Growth:
    """Send the same messages to more and more rules, of which one matches."""
    points = []
    for count in RULES:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rules.yaml"
            path.write_text("rules:\n" + "".join(map(_rule, range(count))), encoding="utf-8")
            feed = Feed(load_rules(path), 1)
        points.append((count, feed.seconds_of_a_message() * 1e6))
    return Growth("perceive a message", "rules", "µs", tuple(points))


def _rule(number: int) -> str:
    return f"  - {{topic: /part_{number}/value, type: {_TYPE}, field: data, detector: signal}}\n"


class Feed:
    """Sends numbers to perception on several topics, ten a second on each.

    Args:
        rules: of perception.
        topics: the number of topics.
    """

    def __init__(self, rules: Sequence[Rule], topics: int) -> None:
        self._clock = ManualClock(_BEGIN, kind="recording", boot="bench")
        self.perception = Perception(rules, Settings(), self._clock, lambda row: None)
        self._topics = topics
        self._number = 0

    def seconds_of_a_message(self) -> float:
        """Return the processor time of a message, after a warm-up of each topic."""
        self._give(_WARM * self._topics)
        return min(processor_time(lambda: self._give(_MESSAGES)) for _ in range(3)) / _MESSAGES

    def _give(self, count: int) -> None:
        for _ in range(count):
            topic = f"/part_{self._number % self._topics}/value"
            self._clock.set(_BEGIN + timedelta(seconds=self._number / self._topics / 10))
            if self.perception.topics.wants(topic, _TYPE):
                self.perception.receive(topic, _TYPE, SimpleNamespace(data=5.0 + self._number % 7))
            self._number += 1


def with_peers() -> Growth:
    """Build the context block about peers, for more and more peers."""
    from federation_builders import Talker, note
    from robots import keys_of, rrn_of

    from robot_memory.foundation.identity.robot_keys import write_keys
    from robot_memory.foundation.identity.trust_store import TrustStore

    points = []
    for count in PEERS:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            write_keys(home / "keys" / "own.json", keys_of(count + 1))
            trust = TrustStore(home / "keys" / "peers")
            clock = ManualClock(_BEGIN, kind="wall", boot="bench")
            settings = Settings(rrn=rrn_of(count + 1))
            with RobotMemory.open(home, settings=settings, clock=clock) as memory:
                exchange = memory.federate(lambda news: None)
                talkers = [Talker(keys_of(number)) for number in range(count)]
                for talker in talkers:
                    trust.trust(talker.card, _BEGIN)
                exchange.reload_trust()
                for number, talker in enumerate(talkers):
                    said = [note(f"Door {number}-{place} sticks") for place in range(_NOTES)]
                    envelope = talker.says(*said)
                    exchange.receive_all([(envelope, 5000)])
                heard = sum(len(one.entries) for one in memory.peers.all().values())
                if heard != count * _NOTES:
                    raise SystemExit(f"{heard} notes were taken in of {count * _NOTES}")
                least = min(
                    processor_time(lambda: memory.peers.context(2000)) for _ in range(_CONTEXTS)
                )
                points.append((count, least * 1e3))
    return Growth("tell what peers share", "peers", "ms", tuple(points))


def with_days() -> Growth:
    """Let a robot live for several days, as :mod:`month` does."""
    found, _ = sizes(max(DAYS))
    points = tuple((day, found[day - 1] / 1e3) for day in DAYS)
    return Growth("state of perception", "days", "kB", points)


def with_days_of_operation() -> Growth:
    """Build the context block of a robot with more and more days of operation, round the clock."""
    points = []
    for days in DAYS_OF_OPERATION:
        with tempfile.TemporaryDirectory() as folder:
            clock = ManualClock(_BEGIN, kind="wall", boot="bench")
            with RobotMemory.open(folder, clock=clock) as memory:
                _live(memory, clock, days)
                block = memory.context()
                if "an hour of" not in block.text:
                    raise SystemExit(f"no rate is told after {days} days of operation")
                least = min(processor_time(memory.context) for _ in range(_CONTEXTS))
                points.append((days, least * 1e3))
    return Growth("build the context block", "days of operation", "ms", tuple(points))


def _live(memory: RobotMemory, clock: ManualClock, days: int) -> None:
    """Let a robot drive half of each hour; on its last day the faults occur, each once an hour."""
    for day in range(days):
        instants = []
        for hour in range(24):
            clock.set(_BEGIN + timedelta(days=day, hours=hour))
            instants.append(clock.now())
        samples = [
            OperatingSample(at, 1800.0, {"speed": speed}) for at in instants for speed in (0.0, 0.4)
        ]
        memory.ledger.add_exposure({}, instants[-1], samples)
        for at in instants if day == days - 1 else []:
            for number in range(_FAULTS):
                memory.observe(
                    Observation(
                        Kind.ONSET, at, f"motor {number} overheats", confidence=0.9,
                        key=Key("log", f"motor {number}", "overheats"),
                        entry_type="hardware_observation", context={"speed": 0.4},
                    )
                )  # fmt: skip
    memory.flush()
