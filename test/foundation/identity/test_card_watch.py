"""Cards are read when their folder changed, and once more soon after a change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from federation_builders import NOON, talker

from robot_memory.foundation.identity.trust_store import CardWatch, TrustStore


class CountingStore(TrustStore):
    """Counts how often all cards are checked."""

    looks = 0

    def state(self) -> tuple[object, ...]:
        self.looks += 1
        return super().state()


@pytest.fixture
def store(tmp_path: Path) -> CountingStore:
    """A store with one card."""
    cards = CountingStore(tmp_path / "peers")
    cards.trust(talker(1).card, NOON)
    return cards


def test_cards_are_not_read_again_while_their_folder_is_unchanged(
    store: CountingStore,
) -> None:
    watch = CardWatch(store)

    states = [watch.state(float(second)) for second in range(30)]

    assert store.looks == 2  # again while a second change could have the same time stamp
    assert set(states) == {TrustStore(store.folder).state()}


def test_a_card_that_is_added_is_seen_at_once(store: CountingStore) -> None:
    watch = CardWatch(store)
    before = [watch.state(second) for second in (0.0, 5.0, 6.0)]

    store.trust(talker(2).card, NOON)

    assert watch.state(6.1) == TrustStore(store.folder).state() != before[-1]


def test_a_revocation_within_one_time_stamp_tick_is_noticed(
    store: CountingStore,
) -> None:
    watch = CardWatch(store)
    watch.state(0.0)
    tick = store.folder.stat()
    store.revoke(talker(1).rrn, NOON)
    os.utime(store.folder, ns=(tick.st_atime_ns, tick.st_mtime_ns))

    assert watch.state(0.5) == TrustStore(store.folder).state()


def test_a_card_that_is_edited_in_place_is_seen_after_half_a_minute(store: CountingStore) -> None:
    watch = CardWatch(store)
    before = [watch.state(second) for second in (0.0, 2.0)]
    (card,) = store.folder.glob("*.json")
    card.write_text(card.read_text() + "\n")

    assert watch.state(31.9) == before[-1]
    assert watch.state(32.0) == TrustStore(store.folder).state() != before[-1]
