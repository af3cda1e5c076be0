"""What is known of a robot's updates survives a restart, in one row of the ledger."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from federation_builders import BLOCKED, LIP, NOON, at, instant, talker
from hypothesis import given
from hypothesis import strategies as st
from test_written_update import UPDATES

from robot_memory.ledger.observation import from_row, stamp_from_text, to_row
from robot_memory.sharing.federation.peer_record import PeerRecord, disputed, record_of_update

WORDS = st.text("ab ä\n", max_size=8)


def after_a_restart(seen: PeerRecord, **later: float) -> PeerRecord:
    return PeerRecord.of_row(from_row((7, *to_row(seen.as_row(instant(**later))))))


@given(UPDATES, WORDS)
def test_what_was_taken_in_reads_back_as_it_was(update, name):
    seen = record_of_update(update, "digest", "fingerprint", name, None, NOON)

    assert after_a_restart(seen) == seen


@given(UPDATES, UPDATES)
def test_a_contradiction_reads_back_as_it_was(one, other):
    seen = disputed(
        record_of_update(one, "d1", "f", "", None, NOON), other, "d2", "two stories", NOON
    )

    assert after_a_restart(seen) == seen
    assert seen.entries == ()


@given(UPDATES, UPDATES, st.integers(0, 10**6))
def test_evidence_is_never_later_than_when_it_was_first_heard(one, other, seconds):
    now = NOON + timedelta(seconds=seconds)
    first = record_of_update(one, "d1", "f", "", None, NOON)
    second = record_of_update(other, "d2", "f", "", first, now)

    for entry in second.entries:
        evidence = stamp_from_text(entry["last_reinforced"])
        assert evidence <= min(now, stamp_from_text(entry["claimed"]))
        assert stamp_from_text(entry["first_seen"]) <= evidence


def test_the_time_of_the_row_is_when_the_robot_was_heard():
    seen = record_of_update(talker().update(BLOCKED), "d", "f", "Alex", None, NOON)

    assert after_a_restart(seen, hours=2).at == at(hours=2)


def test_the_row_says_in_words_what_happened():
    seen = record_of_update(talker().update(BLOCKED, LIP), "d", "f", "Alex", None, NOON)
    row = seen.as_row(instant())

    assert row.summary == "Alex (RRN-000000000001): shares 2 notes"
    assert (row.topic, row.component) == ("/robot_memory/peers", "RRN-000000000001")
    assert replace(seen, problem="revoked").as_row(instant()).summary.endswith(": revoked")


def test_only_the_last_starts_of_a_robot_are_kept():
    alex, seen = talker(), None
    for number in range(50):
        update = replace(alex, session=f"s{number}").update(BLOCKED)
        seen = record_of_update(update, "d", "f", "", seen, NOON)

    assert seen is not None
    assert seen.sessions == tuple(f"s{number}" for number in range(42, 50))
