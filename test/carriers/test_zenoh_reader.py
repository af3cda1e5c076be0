"""Which announcements a robot believes, and for whose updates it asks. No session is opened."""

from __future__ import annotations

import zenoh
from zenoh_network import anybody

from robot_memory.carriers import zenoh_reader
from robot_memory.carriers.update_digest import digest_of
from robot_memory.carriers.zenoh_config import latest_key, update_key
from robot_memory.carriers.zenoh_reader import ZenohReader
from robot_memory.token_bucket import Allowance, TokenBucket

ALEX, MADE_UP = "RRN-000000000001", "RRN-999999999999"
DIGEST = digest_of(b"words")


class Token:
    """A liveliness token that came."""

    kind = zenoh.SampleKind.PUT

    def __init__(self, rrn: str, digest: str = DIGEST) -> None:
        self.key_expr = latest_key(rrn, digest)


class Network:
    """What a reader uses of a session; each subscriber to tokens is told of those there are."""

    def __init__(self, *tokens: Token) -> None:
        self.there = list(tokens)
        self.asked: list[str] = []
        self._waiting: list[Token] = []

    def declare_subscriber(self, key: str, handler: object, **given: object) -> Network:
        self._waiting = list(self.there)
        return self

    def liveliness(self) -> Network:
        return self

    def try_recv(self) -> Token | None:
        return self._waiting.pop() if self._waiting else None

    def get(self, key: str, answer: object, **given: object) -> None:
        self.asked.append(key)

    def undeclare(self) -> None: ...


def reader_of(network: Network, expects=anybody) -> ZenohReader:
    questions = TokenBucket(Allowance(1000.0, 1000.0), 0.0)
    return ZenohReader(network, lambda *came: None, lambda *own: False, expects, questions)


def test_a_robot_that_is_expected_is_asked_for_what_it_announces():
    network = Network(Token(ALEX))
    reader = reader_of(network, lambda: {ALEX})
    reader.tick(0.0)
    reader.tick(1.0)

    assert network.asked == [update_key(ALEX)]
    assert reader.robots() == {ALEX}


def test_a_robot_that_nobody_expects_is_neither_asked_nor_waited_for():
    network = Network(Token(MADE_UP))
    reader = reader_of(network, lambda: {ALEX})
    reader.tick(0.0)
    reader.tick(1.0)

    assert network.asked == []
    assert reader.robots() == set()


def test_where_anybody_is_believed_anybody_is_asked():
    network = Network(Token(MADE_UP))
    reader = reader_of(network)
    reader.tick(0.0)
    reader.tick(1.0)

    assert network.asked == [update_key(MADE_UP)]


def test_a_token_whose_digest_is_none_of_ours_is_not_kept():
    digests = ("f" * 60_000, DIGEST[:-1], DIGEST + "0", DIGEST.upper(), "g" * 16)
    reader = reader_of(Network(*(Token(ALEX, digest) for digest in digests)))
    reader.tick(0.0)

    assert reader.robots() == set()


def test_after_a_flood_of_tokens_all_are_asked_for_again(monkeypatch):
    monkeypatch.setattr(zenoh_reader, "_MOST_TOKENS", 4)
    network = Network(*[Token(ALEX), *[Token(MADE_UP, f"{number:016x}") for number in range(4)]])
    reader = reader_of(network, lambda: {ALEX})
    reader.tick(0.0)
    assert reader.robots() == set()
    network._waiting.clear()  # the ring of Zenoh has lost it
    network.there = [Token(ALEX)]

    reader.tick(29.0)
    assert reader.robots() == set()
    reader.tick(30.0)

    assert reader.robots() == {ALEX}


def test_in_a_tick_no_more_tokens_are_read_than_the_ring_holds():
    network = Network(*[Token(f"RRN-{number:012d}") for number in range(5_000)])
    reader = reader_of(network)
    reader.tick(0.0)

    assert len(reader.robots()) == 2_048
