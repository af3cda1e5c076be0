"""Rows folded into entries (rules.md §1 and §2)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import (
    KEY,
    NOON,
    TEXT,
    at,
    fold,
    fold_one,
    make_entry,
    make_row,
)

from robot_memory import EntryType
from robot_memory.entries.entry_event import ArchivedEntry
from robot_memory.entries.entry_id import agents_id, mint_id
from robot_memory.entries.fold import Fold
from robot_memory.entries.mute_rules import is_silenced, mute_asker
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Key, Kind, Source
from robot_memory.ledger.observation import stamp_text

#: Two texts whose ids share eight digits, found by trying.
TWINS = ("Joint 20747 stutters", "Joint 97208 stutters")


def kinds(changes):
    return [change.kind for change in changes]


# -- creation (000 §4.1) -------------------------------------------------------------------------


def test_the_first_onset_makes_an_entry():
    entries, changes = fold([], [make_row(1, NOON, tags=("encoder",))])
    (entry,) = entries.values()

    assert entry == make_entry(tags=("encoder",), extra={"key": KEY.as_list()})
    assert entry.observation_count == 1
    assert entry.first_seen == entry.last_reinforced == NOON
    assert kinds(changes) == ["created"]


@pytest.mark.parametrize("kind", [Kind.PRESENT, Kind.END, Kind.ECHO, Kind.RESOLVE, Kind.MUTE])
def test_only_an_onset_or_a_note_makes_an_entry(kind):
    assert fold([], [make_row(1, NOON, kind)]) == ({}, [])


# -- identity (§1.1, §1.2) -----------------------------------------------------------------------


def test_evidence_without_an_entry_of_its_key_uses_the_id_of_its_text():
    hand_written = make_entry(TEXT)
    entry = fold_one([hand_written], [make_row(1, at(1))])

    assert entry.id == hand_written.id
    assert entry.key == KEY


def test_a_colliding_id_has_twelve_digits():
    first, second = TWINS
    assert mint_id("hardware_observation", first) == mint_id("hardware_observation", second)
    entry = make_entry(first, extra={"key": Key("d", "20747", "s").as_list()})
    folding = Fold({entry.id: entry}, Settings())
    key = Key("d", "97208", "s")
    new_id = folding.identify(key, "hardware_observation", second)
    folding.add([make_row(1, NOON, summary=second, key=key, entry_id=new_id)])

    assert new_id == mint_id("hardware_observation", second, long=True)
    assert len(new_id) == len("mem-") + 12
    assert [entry.text for entry in folding.entries.values()] == [first, second]
    assert folding.identify(key, "hardware_observation", second) == new_id


# -- reinforcement (000 §4.2, §2.3) --------------------------------------------------------------


def test_evidence_does_not_change_text_type_tags_or_foreign_fields():
    mine = make_entry(
        "My own words", type=EntryType.BEHAVIOR_PATTERN, tags=("mine",),
        extra={"key": KEY.as_list(), "owner": {"name": "Ada"}},
    )  # fmt: skip
    entry = fold_one([mine], [make_row(1, at(1), tags=("encoder",))])

    assert (entry.text, entry.type, entry.tags) == (mine.text, mine.type, mine.tags)
    assert entry.extra["owner"] == {"name": "Ada"}


def test_a_lasting_fault_counts_as_new_evidence_once_in_24_hours():
    hourly = [make_row(1 + hour, at(hours=hour), Kind.PRESENT) for hour in range(1, 73)]
    entries, changes = fold([], [make_row(1, NOON), *hourly])
    (entry,) = entries.values()

    assert entry.observation_count == 4
    assert kinds(changes) == ["created"] + 3 * ["reinforced"]
    assert [change.row.time for change in changes[1:]] == [at(1), at(2), at(3)]


# -- recurrence (§2.4) ---------------------------------------------------------------------------


def test_a_weekly_fault_is_remembered_despite_decay():
    """0.5 on days 0 and 7, pruned on day 16, back on day 21 with a higher floor."""
    second = fold_one([], [make_row(n, at(7 * n - 7), confidence=0.5) for n in (1, 2)])
    assert second.confidence == 0.5
    pruned = ArchivedEntry(second, pruned=True, seq=2)
    third = fold_one([], [make_row(3, at(21), confidence=0.5)], archived=[pruned])

    assert third.confidence == 0.7  # 0.5 + 0.1 × (3 - 1)
    assert third.first_seen == NOON
    assert third.observation_count == 3
    fourth = fold_one([third], [make_row(4, at(28), confidence=0.5)])
    assert fourth.confidence == 0.8


# -- deletion (§1.6) -----------------------------------------------------------------------------


def test_only_an_onset_after_its_deletion_creates_an_entry_again():
    old = make_entry(observation_count=5, extra={"key": KEY.as_list()})
    deleted = [ArchivedEntry(old, pruned=False, seq=8)]

    assert fold([], [make_row(7, NOON), make_row(8, at(1))], archived=deleted)[0] == {}
    assert fold([], [make_row(9, at(2), Kind.PRESENT)], archived=deleted)[0] == {}
    entry = fold_one([], [make_row(9, at(2))], archived=deleted)
    assert (entry.observation_count, entry.first_seen, entry.confidence) == (1, at(2), 0.6)


# -- resolving (§1.5) ----------------------------------------------------------------------------


def resolve(number, time, entry_id, note=""):
    return make_row(number, time, Kind.RESOLVE, entry_id=entry_id, summary=note, key=None)


def known(**fields):
    return make_entry(extra={"key": KEY.as_list()}, **fields)


def test_a_resolved_entry_keeps_its_id_and_stores_its_type_and_time():
    entries, changes = fold([known()], [resolve(1, at(1), known().id, "cable replaced")])
    entry = entries[known().id]

    assert entry.type is EntryType.RESOLVED
    assert entry.extra["resolved_from"] == "hardware_observation"
    assert entry.extra["resolved_at"] == at(1)
    assert entry.extra["resolved_note"] == "cable replaced"
    assert (entry.text, entry.confidence, entry.observation_count) == (TEXT, 0.6, 1)
    assert kinds(changes) == ["resolved"]


def test_a_resolved_fault_still_present_after_24_hours_reopens_with_its_history():
    rows = [resolve(1, at(1), known().id, "done"), make_row(2, at(2), Kind.PRESENT)]
    entries, changes = fold([known(observation_count=7)], rows)
    entry = entries[known().id]

    assert entry.type is EntryType.HARDWARE_OBSERVATION
    assert (entry.observation_count, entry.first_seen) == (8, NOON)
    assert not {"resolved_from", "resolved_at", "resolved_note"} & entry.extra.keys()
    assert kinds(changes) == ["resolved", "reopened"]


@pytest.mark.parametrize(
    ("was", "rows", "kind"),
    [
        ("hardware_observation", [(1, Kind.RESOLVE), (1.99, Kind.PRESENT)], EntryType.RESOLVED),
        # 24 hours are counted from the resolve, not from the last evidence
        ("hardware_observation", [(5, Kind.RESOLVE), (5.1, Kind.PRESENT)], EntryType.RESOLVED),
        ("environment_note", [(1, Kind.RESOLVE), (2, Kind.ONSET)], EntryType.ENVIRONMENT_NOTE),
        ("resolved", [(1, Kind.ONSET)], EntryType.HARDWARE_OBSERVATION),  # by hand, in the file
    ],
)
def test_new_evidence_reopens_a_resolved_entry_with_its_former_type(was, rows, kind):
    entry = make_entry(type=EntryType(was), extra={"key": KEY.as_list()})
    told = [
        resolve(n, at(days), entry.id) if what is Kind.RESOLVE else make_row(n, at(days), what)
        for n, (days, what) in enumerate(rows, 1)
    ]

    assert fold_one([entry], told).type is kind


@pytest.mark.parametrize(("again", "since"), [(Source.AGENT, at(1)), (Source.PERSON, at(2))])
def test_a_second_resolve_has_no_effect_unless_a_person_follows_an_agent(again, since):
    note = replace(known(), extra={"source": "agent"})
    rows = [said(resolve(1, at(1), note.id), Source.AGENT), said(resolve(2, at(2), note.id), again)]

    assert fold_one([note], rows).extra["resolved_at"] == since


def test_a_repair_resolves_all_entries_of_the_component_and_no_others():
    by_key = known()
    by_tag = make_entry("Odometry drifts", tags=("left encoder",))
    other = make_entry("Left bumper sticks", tags=("left bumper",))
    repair = make_row(1, at(1), Kind.REPAIRED, component="left encoder", key=None, summary="new")
    entries, _ = fold([by_key, by_tag, other], [repair])

    assert [e.type is EntryType.RESOLVED for e in entries.values()] == [True, True, False]


# -- muting (§1.6) -------------------------------------------------------------------------------


def mute(number, until=None, kind=Kind.MUTE):
    detail = {"until": stamp_text(until)} if until else {}
    return make_row(
        number, at(1), kind, entry_id=known().id, summary="known", key=None, detail=detail
    )


UNPROVEN = [Source.AGENT, Source.CLAIMED]


def said(row, source):
    """Return a row with the words of a source."""
    return replace(row, source=source, detail={**row.detail, "by": "ada"})


@pytest.mark.parametrize("source", UNPROVEN)
@pytest.mark.parametrize("word", [Source.DETECTOR, Source.PERSON])
def test_an_agents_mute_ends_with_new_evidence_or_a_persons_statement(source, word):
    rows = [said(mute(1), source), replace(make_row(2, at(2)), source=word)]
    entries, changes = fold([known()], rows)

    assert not entries[known().id].is_muted(at(2))
    assert kinds(changes) == ["mute_asked", "reinforced"]
    assert mute_asker(entries[known().id], at(2)) == ""


def test_a_resolved_entry_has_no_request_to_mute_it():
    rows = [said(mute(1), Source.AGENT), resolve(2, at(2), known().id, "cable replaced")]

    assert mute_asker(fold_one([known()], rows), at(2)) == ""


@pytest.mark.parametrize(("kind", "end"), [(Kind.MUTE, Kind.UNMUTE), (Kind.KNOWN, Kind.NOT_KNOWN)])
@pytest.mark.parametrize("by_whom", [Source.PERSON, Source.DETECTOR])
def test_an_agent_cannot_decide_again_about_an_entry_after_a_persons_decision_ended(
    kind, end, by_whom
):
    note = replace(known(), extra={"source": "agent"})
    rows = [said(mute(1, kind=kind), Source.PERSON), said(mute(2, kind=end), by_whom)]
    later = make_row(3, at(3), Kind.FORGET, summary="No", entry_id=known().id, key=None)
    entry = fold_one([note], [*rows, said(later, Source.AGENT)])

    assert "asks to forget" in entry.extra["recovered_note"]


def test_a_persons_known_declaration_ends_an_agents_mute():
    note = replace(known(), extra={"source": "agent"})
    rows = [said(mute(1), Source.AGENT), said(mute(2, kind=Kind.KNOWN), Source.PERSON)]
    _, changes = fold([note], rows)
    assert kinds(changes) == ["muted", "unmuted", "known"]


@pytest.mark.parametrize("kind", [Kind.RESOLVE, Kind.FORGET, Kind.CORRECT, Kind.MUTE])
@pytest.mark.parametrize("decision", [Kind.MUTE, Kind.KNOWN])
def test_an_agent_cannot_decide_again_after_the_date_of_a_persons_decision(kind, decision):
    note = replace(known(), extra={"source": "agent"})
    decided = said(mute(1, at(1.5), kind=decision), Source.PERSON)
    later = said(
        make_row(2, at(3), kind, summary="No", entry_id=known().id, key=None), Source.AGENT
    )
    entry = fold_one([note], [decided, later])

    assert (entry.text, entry.type) == (known().text, known().type)
    assert not is_silenced(entry, at(3))


@pytest.mark.parametrize("source", UNPROVEN)
def test_a_persons_correction_ends_an_agents_mute(source):
    words = make_row(2, at(2), Kind.CORRECT, entry_id=known().id, summary="It is so", key=None)
    entry = fold_one([known()], [said(mute(1), source), said(words, Source.PERSON)])

    assert (entry.text, entry.is_muted(at(2))) == ("It is so", False)


def test_a_pruned_entry_muted_by_an_agent_returns_unmuted():
    gone = replace(known(), extra={**known().extra, "muted_until": "unmuted",
                                   "muted_by": "agent:planner"})  # fmt: skip
    entry = fold_one([], [make_row(2, at(1))], archived=[ArchivedEntry(gone, pruned=True, seq=1)])

    assert not entry.is_muted(at(1))


# -- times that become right (§4.2) --------------------------------------------------------------


def retime(number, moves):
    detail = {"moves": {stamp_text(old): stamp_text(new) for old, new in moves.items()}}
    return make_row(number, at(400), Kind.RETIME, key=None, summary="", detail=detail)


def test_wrong_times_are_corrected_in_all_fields():
    wrong, right = at(seconds=30), at(365)
    entry = make_entry(
        first_seen=wrong, last_reinforced=wrong, extra={"resolved_at": wrong, "theirs": NOON}
    )
    moved = fold_one([entry], [retime(1, {wrong: right})])

    assert moved.first_seen == moved.last_reinforced == moved.extra["resolved_at"] == right
    assert moved.extra["theirs"] == NOON


def test_correct_times_among_wrong_ones_stay_unchanged():
    moves = {at(seconds=30): at(seconds=60), at(seconds=80): at(seconds=110)}
    first = make_entry("a", first_seen=at(seconds=30), last_reinforced=at(seconds=60))
    moved = fold_one([first], [retime(1, moves)])

    assert (moved.first_seen, moved.last_reinforced) == (at(seconds=60), at(seconds=60))


# -- a detector and an agent's word (§1.2, §1.6, §2.7) --------------------------------------------


def agents_word(**extra):
    return make_entry(TEXT, id=agents_id(TEXT), confidence=0.55,
                      extra={"source": "agent", **extra})  # fmt: skip


def confirming(number, time, **fields):
    return make_row(number, time, entry_id=agents_id(TEXT), **fields)


@pytest.mark.parametrize("text", [TEXT, TEXT.upper()])
def test_an_agents_note_confirmed_by_evidence_takes_the_text_of_the_evidence(text):
    entry = fold_one([agents_word()], [confirming(1, at(1), summary=text)])

    assert (entry.text, entry.key, entry.is_agents_word) == (text, KEY, False)


def test_a_fault_that_confirms_a_hidden_agents_note_is_not_hidden():
    hidden = agents_word(muted_until="unmuted", muted_why="x", known_since=NOON,
                         known_until="worse", known_by="agent:planner", known_why="x")  # fmt: skip
    entries, changes = fold([hidden], [confirming(1, at(1))])

    assert entries[hidden.id].extra == {"key": KEY.as_list()}
    assert kinds(changes) == ["unmuted", "not_known", "created"]


def test_counts_and_tags_of_an_agents_note_do_not_pass_to_the_detector_that_confirms_it():
    told = replace(agents_word(), tags=("tool",), observation_count=60, confidence=0.59)
    told = replace(told, extra={**told.extra, "days_observed": 4})
    (row,) = [confirming(1, at(1))]

    entry = fold_one([told], [row])
    assert (entry.confidence, entry.observation_count, entry.days_observed) == (
        row.confidence, 1, 1,
    )  # fmt: skip
    assert entry.tags == row.tags


def test_a_pruned_agents_note_returns_visible_with_the_detectors_text():
    old = ArchivedEntry(agents_word(muted_until="unmuted"), pruned=True, seq=1)
    entry = fold_one([], [confirming(2, at(1))], archived=[old])

    assert (entry.text, entry.is_agents_word, entry.is_muted(at(1))) == (TEXT, False, False)


@pytest.mark.parametrize("source", UNPROVEN)
@pytest.mark.parametrize("kind", EntryType)
def test_the_id_of_an_agents_note_differs_from_ids_of_evidence(source, kind):
    given = Fold({known().id: known()}, Settings()).identify(None, kind.value, TEXT, source)

    assert given == agents_id(TEXT) not in (mint_id(kind, TEXT), mint_id(kind, TEXT, long=True))
