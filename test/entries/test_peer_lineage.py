"""Whose words a text repeats, and how that changes its weight."""

from __future__ import annotations

from datetime import timedelta

import pytest
from entry_builders import NOON, at
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust, digests_of

BLOCKED = "East corridor is blocked by a construction barrier"
LIP = "Kitchen doorway has a 3 cm lip"
ALEX, BOB = "RRN-000000000005", "RRN-000000000006"


def said(
    text: str = BLOCKED, trust: StatementTrust = StatementTrust.REVOKED, **fields
) -> PeerStatement:
    given = {"rrn": ALEX, "label": ALEX, "entry_id": "mem-peer-1", "heard": NOON, **fields}
    return PeerStatement(text=text, trust=trust, **given)


@pytest.mark.parametrize(
    "text",
    [BLOCKED, BLOCKED.upper(), f"As Ada says: “{BLOCKED}”!",
     "The east corridor blocked by a construction barrier", f"🔴 [92%] {BLOCKED}",
     BLOCKED.replace("c", "c\u200b"),
     f"{LIP}. {BLOCKED}"],
)  # fmt: skip
def test_a_text_that_repeats_or_quotes_a_statement_has_it_as_its_source(text):
    assert PeerLineage([said()]).source_of(text) == said()


@pytest.mark.parametrize(
    "text",
    ["", "East corridor", "West corridor is blocked by a construction barrier",
     "East corridor is not blocked by a construction barrier", LIP],
)  # fmt: skip
def test_a_text_that_says_something_else_has_no_source(text):
    assert PeerLineage([said()]).source_of(text) is None


@pytest.mark.parametrize("text", ["Fire", "Lift stuck"])
def test_a_short_statement_is_recognised_only_if_it_is_the_whole_text(text):
    lineage = PeerLineage([said(text)])

    assert lineage.source_of(text) is not None
    assert lineage.source_of(f"There was no sign of {text} in hall 3") is None


@pytest.mark.parametrize(("days", "is_source"), [(-1, False), (0, True), (1, True)])
def test_a_text_older_than_a_statement_is_not_derived_from_it(days, is_source):
    assert (PeerLineage([said()]).source_of(BLOCKED, at(days)) is not None) is is_source


def test_a_text_with_two_sources_has_the_lower_trust_of_both():
    revoked = said(LIP, rrn=BOB)
    lineage = PeerLineage([said(trust=StatementTrust.CURRENT), revoked])

    assert lineage.source_of(f"{BLOCKED}, and: {LIP}") == revoked


def test_a_copy_by_another_robot_does_not_lower_the_trust_of_a_statement():
    first = said(trust=StatementTrust.CURRENT)
    copied = said(rrn=BOB, heard=NOON + timedelta(hours=1))

    assert PeerLineage([copied, first]).source_of(BLOCKED) == first


def test_a_statement_that_is_also_in_own_evidence_has_no_peer_as_source():
    lineage = PeerLineage([said(), said(LIP)]).with_own([BLOCKED.upper()])

    assert lineage.source_of(f"Ada: {BLOCKED}") is None
    assert lineage.source_of(f"Ada: {LIP}") == said(LIP)


@pytest.mark.parametrize(
    ("standing", "days", "may"),
    [(StatementTrust.WITHDRAWN, 7, False), (StatementTrust.WITHDRAWN, 7.01, True),
     (StatementTrust.REVOKED, 100, False), (StatementTrust.CURRENT, 100, False)],
)  # fmt: skip
def test_an_agent_may_repeat_a_withdrawn_statement_after_a_week_but_no_revoked_one(
    standing, days, may
):
    assert said(trust=standing, left=NOON).may_be_repeated(at(days)) is may


@pytest.mark.parametrize("trust", StatementTrust)
def test_a_short_phrase_within_a_longer_sentence_has_no_source(trust):
    lineage = PeerLineage([said("before you open", trust)])

    assert lineage.source_of("Call the fire desk before you open valve 4. It is hot.") is None
    assert lineage.source_of("It is hot. Before you open!") is not None
    assert lineage.source_of("Alex said: before you open") is not None


def test_a_deleted_short_phrase_within_a_longer_sentence_is_not_recognised():
    gone = said("", StatementTrust.WITHDRAWN, words=digests_of(["before you open"]))
    lineage = PeerLineage([gone])

    assert not lineage.repeats_deleted("Call the fire desk before you open valve 4", NOON)
    assert lineage.repeats_deleted("It is hot. Before you open!", NOON)


WORDS = st.lists(st.sampled_from("east west door lift blocked barrier hot 3 7 not".split()),
                 min_size=6, max_size=8)  # fmt: skip


@given(WORDS, WORDS, WORDS)
def test_a_revoked_robots_statement_is_found_within_any_text(before, words, after):
    text = " ".join((*before, *words, *after))

    assert PeerLineage([said(" ".join(words))]).is_distrusted(text)


FAULT = "crane: hook reports an error: latch opens under load"
PART = "latch opens under load"


@pytest.mark.parametrize("before", ["", "Resolved: ", "Declared known by person: ", "I learned: "])
@pytest.mark.parametrize("is_deleted", [False, True])
def test_a_line_that_ends_with_an_own_sentence_has_no_peer_as_source(before, is_deleted):
    words = digests_of([PART]) if is_deleted else ()
    peers = said("" if is_deleted else PART, StatementTrust.WITHDRAWN, words=words)
    lineage = PeerLineage([peers]).with_own([FAULT])

    assert lineage.source_of(before + FAULT) is None
    assert not lineage.repeats_deleted(before + FAULT, at(1))
    assert lineage.source_of(PART) is not None
