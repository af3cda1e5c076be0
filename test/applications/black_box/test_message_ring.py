"""The ring keeps the newest messages, by age and by size, and latched ones beyond that."""

from __future__ import annotations

from robot_memory.applications.black_box import MessageRing


def uptimes(ring: MessageRing, number: int = 0) -> list[float]:
    return [message.uptime for message in ring.newer_than(number)[0]]


def test_messages_leave_when_they_are_older_than_the_ring_is_long():
    ring = MessageRing(10.0, 1_000_000)
    for uptime in range(20):
        ring.add("/pump", "t", float(uptime), 0.0, b"x")
    assert uptimes(ring) == [float(uptime) for uptime in range(9, 20)]


def test_the_oldest_messages_leave_when_all_are_larger_than_the_limit():
    ring = MessageRing(100.0, 5_000)
    for uptime in range(20):
        ring.add("/pump", "t", float(uptime), 0.0, bytes(1000))
    assert uptimes(ring) == [16.0, 17.0, 18.0, 19.0]
    assert ring.size <= 5_000


def test_a_message_larger_than_the_ring_empties_it_and_is_not_kept():
    ring = MessageRing(100.0, 1_000)
    ring.add("/pump", "t", 1.0, 0.0, b"x")
    ring.add("/pump", "t", 2.0, 0.0, bytes(2000))
    assert (uptimes(ring), ring.size) == ([], 0)


def test_whoever_reads_on_is_told_how_many_messages_left_before_they_were_read():
    ring = MessageRing(2.0, 1_000_000)
    for uptime in range(10):
        ring.add("/pump", "t", float(uptime), 0.0, b"x")
    messages, missed = ring.newer_than(3)
    assert ([message.number for message in messages], missed) == ([8, 9, 10], 4)


def test_the_newest_message_of_a_latched_topic_stays_whatever_its_age():
    ring = MessageRing(2.0, 1_000_000)
    ring.add("/map_name", "t", 0.0, 0.0, b"first", is_latched=True)
    ring.add("/map_name", "t", 1.0, 0.0, b"second", is_latched=True)
    ring.add("/pump", "t", 50.0, 0.0, b"x")
    assert [message.data for message in ring.latched()] == [b"second"]
