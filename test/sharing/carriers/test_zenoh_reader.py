"""Which announcements a robot believes, and whose updates it requests. No session is opened."""

from __future__ import annotations

import zenoh
from zenoh_network import anybody

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.sharing.carriers.zenoh_config import latest_key, update_key
from robot_memory.sharing.carriers.zenoh_reader import ZenohReader
from robot_memory.sharing.federation.signed_envelope import digest_of

ALEX, MADE_UP = "RRN-000000000001", "RRN-999999999999"
DIGEST = digest_of(b"words")


class Token:
    """A received liveliness token."""

    kind = zenoh.SampleKind.PUT

    def __init__(self, rrn: str, digest: str = DIGEST) -> None:
        self.key_expr = zenoh.KeyExpr(latest_key(rrn, digest))


class Subscription:
    """A subscriber's ring buffer."""

    def __init__(self, waiting: list[Token]) -> None:
        self.waiting = waiting

    def try_recv(self) -> Token | None:
        return self.waiting.pop() if self.waiting else None

    def undeclare(self) -> None: ...


class Network:
    """The parts of a session that a reader uses; each new subscriber gets all current tokens."""

    def __init__(self, *tokens: Token) -> None:
        self.there = list(tokens)
        self.asked: list[str] = []
        self.subscriptions: list[Subscription] = []

    def declare_subscriber(self, key: str, handler: object, **given: object) -> Subscription:
        wanted = zenoh.KeyExpr(key)
        told = [each for each in self.there if wanted.includes(each.key_expr)]
        self.subscriptions.append(Subscription(told))
        return self.subscriptions[-1]

    def liveliness(self) -> Network:
        return self

    def lose(self) -> None:
        """Drop all waiting tokens, as a full ring buffer does."""
        for each in self.subscriptions:
            each.waiting.clear()

    def get(self, key: str, answer: object, **given: object) -> None:
        self.asked.append(key)


def reader_of(network: Network, expects=anybody) -> ZenohReader:
    questions = TokenBucket(Allowance(1000.0, 1000.0), 0.0)
    return ZenohReader(network, lambda *came: None, lambda *own: False, expects, questions)


def test_an_expected_robot_is_asked_for_its_announced_update():
    network = Network(Token(ALEX))
    reader = reader_of(network, lambda: {ALEX})
    reader.tick(0.0)
    reader.tick(1.0)

    assert network.asked == [update_key(ALEX)]
    assert set(reader.latest.robots()) == {ALEX}


def test_the_announcement_of_an_unexpected_robot_is_ignored():
    network = Network(Token(MADE_UP))
    reader = reader_of(network, lambda: {ALEX})
    reader.tick(0.0)
    reader.tick(1.0)

    assert network.asked == []
    assert set(reader.latest.robots()) == set()


def test_a_token_with_an_invalid_digest_is_ignored():
    digests = ("f" * 60_000, DIGEST[:-1], DIGEST + "0", DIGEST.upper(), "g" * 16)
    reader = reader_of(Network(*(Token(ALEX, digest) for digest in digests)))
    reader.tick(0.0)

    assert set(reader.latest.robots()) == set()


def read_in_parts(reader: ZenohReader, since: float) -> None:
    """Tick until a reading in parts is complete: 100 parts, four every 0.6 s."""
    for number in range(2, 30):
        reader.tick(since + 0.6 * number)


def test_all_tokens_are_queried_again_in_parts_after_a_flood():
    network = Network(*[Token(MADE_UP, f"{number:016x}") for number in range(2_048)])
    reader = reader_of(network, lambda: {ALEX})
    network.there = [Token(ALEX)]  # Zenoh's ring buffer dropped it
    reader.tick(0.0)
    assert set(reader.latest.robots()) == set()

    read_in_parts(reader, 0.0)

    assert set(reader.latest.robots()) == {ALEX}


def test_during_a_long_flood_tokens_are_queried_again_at_most_every_half_minute():
    network = Network()
    reader = reader_of(network, lambda: {ALEX})
    for number in range(27):
        network.subscriptions[1].waiting = [Token(MADE_UP)] * 2_048
        reader.tick(1.1 * number)

    assert len(network.subscriptions) == 2 + 100  # updates, tokens, and each part once


def test_more_robots_are_found_than_a_ring_buffer_holds():
    network = Network(*[Token(f"RRN-{number:012d}") for number in range(3_000)])
    reader = reader_of(network)
    network.subscriptions[-1].waiting = network.subscriptions[-1].waiting[:2_048]
    reader.tick(0.0)

    read_in_parts(reader, 0.0)

    assert len(reader.latest.robots()) == 3_000
