"""Updates over Zenoh, with a real router on this machine."""

from __future__ import annotations

import time

import zenoh
from zenoh_network import session_at, shared_memory_of, turn_until

from robot_memory.sharing.carriers.zenoh_config import update_key
from robot_memory.sharing.federation.signed_envelope import MAX_SAMPLE, digest_of

ALEX, BOB = "RRN-000000000001", "RRN-000000000002"


def test_an_update_reaches_other_robots_with_its_origin_and_does_not_return_to_its_sender(connect):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"blocked")

    assert turn_until(lambda: (ALEX, b"blocked") in bob.heard, alex, bob)
    assert alex.heard == []
    assert shared_memory_of("self") == []  # otherwise a kill would leave its files


def test_a_late_joiner_receives_only_the_latest_update(connect):
    alex = connect()
    for words in (b"old", b"new"):
        alex.carrier.publish(ALEX, words)
        assert turn_until(lambda: alex.carrier.status().values, alex)
    late = connect()

    assert turn_until(lambda: late.heard, alex, late)
    assert late.heard == [(ALEX, b"new")]


def test_only_the_latest_update_published_without_a_router_is_sent_after_reconnection(
    connect, router
):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"before")
    assert turn_until(lambda: bob.heard, alex, bob)
    router.stop()
    turn_until(lambda: False, alex, bob, patience=0.5)
    for words in (b"first", b"second"):
        alex.carrier.publish(ALEX, words)
    bob.carrier.publish(BOB, b"me too")
    turn_until(lambda: False, alex, bob, patience=0.5)
    assert (len(bob.heard), alex.heard) == (1, [])

    router.start()

    assert turn_until(lambda: (ALEX, b"second") in bob.heard, alex, bob)
    assert turn_until(lambda: (BOB, b"me too") in alex.heard, alex, bob)
    assert (ALEX, b"first") not in bob.heard


def test_listening_again_after_a_pause_delivers_the_latest_update(connect):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"words")
    assert turn_until(lambda: bob.heard, alex, bob)

    bob.carrier.pause()
    alex.carrier.publish(ALEX, b"not heard")
    turn_until(lambda: False, alex, bob, patience=0.5)
    assert len(bob.heard) == 1
    bob.carrier.listen(lambda origin, data: bob.heard.append((origin, data)))

    assert turn_until(lambda: bob.heard[1:] == [(ALEX, b"not heard")], alex, bob)


def test_a_withdrawn_update_is_not_delivered_to_later_joiners(connect):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"own")
    alex.carrier.publish(BOB, b"passed on")
    assert turn_until(lambda: len(bob.heard) == 2, alex, bob)

    alex.carrier.withdraw(BOB)
    late = connect()

    assert turn_until(lambda: late.heard, alex, late)
    turn_until(lambda: False, alex, late, patience=1.0)
    assert late.heard == [(ALEX, b"own")]


def test_a_message_above_the_maximum_update_size_is_not_delivered(connect, router):
    bob = connect()
    hostile = session_at(router)

    def speak() -> bool:
        for size in (MAX_SAMPLE + 1, 10 * MAX_SAMPLE, MAX_SAMPLE):
            hostile.put(update_key(ALEX), bytes(size))
        return len(bob.heard) >= 3

    assert turn_until(speak, bob)
    hostile.close()
    assert {len(data) for _, data in bob.heard} == {MAX_SAMPLE}


def test_a_flood_of_messages_is_held_in_a_bounded_queue(connect, router):
    bob = connect()
    assert turn_until(lambda: bob.carrier.status().values, bob)
    bob.turn()
    hostile = session_at(router)
    told = hostile.declare_publisher(
        update_key(ALEX), congestion_control=zenoh.CongestionControl.BLOCK
    )
    assert turn_until(lambda: told.matching_status.matching)
    for _ in range(20_000):
        told.put(b"words")
    time.sleep(0.5)

    bob.carrier.deliver(0.0)

    hostile.close()
    assert 0 < len(bob.heard) <= 600


def test_an_announced_robot_is_awaited_until_its_update_is_received(connect):
    alex, bob = connect(), connect()
    assert bob.carrier.awaits(set())  # the other robots are not known yet
    alex.carrier.publish(ALEX, b"words")
    bob.carrier.publish(BOB, b"own")
    assert turn_until(lambda: bob.heard, alex, bob)

    assert turn_until(lambda: not bob.carrier.awaits({ALEX}), alex, bob)
    assert bob.carrier.awaits(set())


def test_only_the_latest_update_of_another_robot_counts_as_offered_while_connected(connect, router):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"words")
    assert turn_until(lambda: bob.heard, alex, bob)
    words, others = digest_of(b"words"), digest_of(b"others")
    assert turn_until(lambda: not bob.carrier.offers(ALEX, others), alex, bob)
    assert bob.carrier.offers(ALEX, words)

    router.stop()
    assert turn_until(lambda: bob.carrier.offers(ALEX, others), alex, bob)  # unknown
    router.start()
    assert turn_until(lambda: not bob.carrier.offers(ALEX, others), alex, bob)
    assert bob.carrier.offers(ALEX, words)
    alex.carrier.close()

    assert turn_until(lambda: not bob.carrier.offers(ALEX, words), bob)


def test_a_client_that_sends_too_many_queries_receives_a_limited_number_of_answers(connect, router):
    alex, bob = connect(), connect()
    alex.carrier.publish(ALEX, b"words")
    assert turn_until(lambda: bob.heard, alex, bob)
    somebody, answers = session_at(router), []

    for _ in range(1500):
        somebody.get(update_key(ALEX), answers.append, timeout=2.0)
    time.sleep(1.0)

    somebody.close()
    assert 512 <= sum(answer.ok is not None for answer in answers) <= 800
