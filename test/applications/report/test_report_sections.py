"""The content of each section."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from page_reader import read_page
from report_builders import SETTINGS, START, WHEEL, Life, bare_facts, entry_of, facts_of

from robot_memory.applications.report import Period, gather, write_page
from robot_memory.applications.report.report_facts import MemoryRecord, RecordEvent
from robot_memory.applications.report.sections import decisions
from robot_memory.applications.report.sections.confidence import points_of
from robot_memory.entries import EntryType
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Instant, ManualClock
from robot_memory.ledger import Key, Kind, Observation, OperatingSample, Severity, Source
from robot_memory.memory import RobotMemory


def page_of(*entries, **fields):
    return read_page(write_page(bare_facts(*entries, **fields)))


def row_of(number, *, days=0.0, **fields):
    row = Observation(
        kind=Kind.ONSET, instant=Instant(START + timedelta(days=days), 0.0, "b", True),
        summary="Doorway has a lip", key=Key("log", "base", "x"), detector="log",
        topic="/rosout", component="base", entry_type="environment_note", id=number,
    )  # fmt: skip
    return replace(row, **fields)


def line_of(what, entry, number=0, *, days=0.0, **data):
    given = {"type": what, "id": entry.id, "text": entry.text, "row": number, **data}
    return RecordEvent(START + timedelta(days=days), what, given)


LIP = entry_of("Doorway has a lip")


# -- an empty memory -----------------------------------------------------------------------------


def test_an_empty_memory_is_shown_as_empty_in_every_section():
    text = page_of().text

    for words in (
        "no line was written yet", "there is no receipt",
        "The memory holds no hardware observations", "No place is known",
        "No data: no running time",
        "No limit has been found", "No entry is resolved.", "came back in the period.",
        "No fault is proposed as resolved.", "No entry left the memory file",
        "there is no confidence to draw",
        "No detector observed anything", "No baseline is kept", "the running time is unknown",
        "No trace was found", "No entry is muted", "Nobody said anything",
        "No packet was proposed", "There was no run", "No skill was proposed",
        "No robot is or was trusted.", "No other robot was heard.", "No update of another robot",
        "No night shift has written", "Nothing was moved to archives", "Recall was not probed",
        "No other file was noted", "Nothing was observed in the period.",
    ):  # fmt: skip
        assert words in text, words


# -- which record --------------------------------------------------------------------------------


def record_of(page):
    return dict(page.table("The extract and the record that it was made from"))


def test_a_report_has_the_dates_of_machine_and_record_if_they_differ():
    made = START + timedelta(days=900)
    page = page_of(rows=(row_of(1),), made_at=made)
    told = record_of(page)

    assert told["Made at"] == "2029-04-20 08:00:00 UTC by the machine’s clock"
    assert told["Time in the record then"].startswith("2026-12-12 08:00:00 UTC: the time of the")
    assert "Made 2029-04-20 08:00 UTC from 1 row of evidence" in page.text
    assert "record line 0, made 2029-04-20 08:00:00 UTC by robot_memory" in page.text


@pytest.mark.parametrize(
    ("fields", "dates", "none"),
    [
        ({"made_at": START + timedelta(days=40, seconds=5)},
         {"Made at": "2026-12-12 08:00:05 UTC by the machine’s clock"}, "Time in the record then"),
        ({"made_at": START, "now": Instant(START, 0.0, "reading", False)},
         {"Made at": "not known to be right"}, "Made as of"),
        ({}, {"Made as of": "2026-12-12 08:00:00 UTC, a time that was given"}, "Made at"),
    ],
    ids=["its clock is right", "its clock may be wrong", "the time was given"],
)  # fmt: skip
def test_a_report_has_one_date_if_machine_and_record_agree(fields, dates, none):
    told = record_of(page_of(**fields))

    assert all(words in told[name] for name, words in dates.items())
    assert none not in told


def test_a_period_before_the_first_row_is_reported_as_without_a_record():
    early = Period(until=START - timedelta(days=1))
    page = page_of(rows=(row_of(1),), period=early)

    told = record_of(page)["Period with a record"]
    assert told == "none: the first row is of 2026-11-02 08:00 UTC, after the period"
    assert "observed: nothing in the period asked for" in page.text


# -- reliability ---------------------------------------------------------------------------------


def test_failure_rates_are_shown_with_their_intervals(tmp_path):
    clock = ManualClock(START, kind="wall", boot="b")
    with RobotMemory.open(tmp_path / "home", settings=SETTINGS, clock=clock) as memory:
        memory.observe(Observation(
            Kind.ONSET, clock.now(), "Arm fails", key=Key("diagnostics", "arm", "fails"),
            component="arm", severity=Severity.ERROR, entry_type="hardware_observation",
            confidence=0.6,
        ))  # fmt: skip
        clock.set(START + timedelta(hours=10))
        memory.add_exposure({}, [OperatingSample(clock.now(), 36000.0, {})])
        memory.flush()
        page = read_page(write_page(gather(memory, Period())))

    robot, arm = page.table("Failures of the robot and of its components")
    assert (robot[0], arm[0]) == ("the robot", "arm")
    assert arm[1] == "1: 0.1 per hour (0.00253 to 0.557); 1 open"
    assert (arm[2], arm[3], arm[5]) == ("no data", "no data", "no data: none has ended")
    assert "Takeovers by a person: no data" in page.text
    assert "Alarms a robot-day: " in page.text


# -- hazards -------------------------------------------------------------------------------------


def test_a_muted_entry_is_shown_with_the_end_and_the_reason_of_the_mute(full):
    standing = [row[6] for row in full.page.table("Surroundings: ") if "3 cm lip" in row[0]]

    assert standing == ["muted by a person: agents are not told"]
    (muted,) = full.page.table("Entries that are muted")
    assert muted[2:] == ["2027-01-31 08:00", "the ramp is ordered"]


def test_an_entry_beyond_the_token_budget_is_marked(tmp_path):
    life = Life(tmp_path / "home", replace(SETTINGS, token_budget=20))
    for number in range(3):
        life.memory.remember("environment_note", f"Doorway {number} of the kitchen has a 3 cm lip")
    facts = gather(life.memory, Period())
    life.close()
    page = read_page(write_page(facts))
    standing = [row[6] for row in page.table("Surroundings: ")]

    beyond = "beyond 20 tokens: agents are told where they ask for it"
    assert standing == ["agents are told", beyond, beyond]
    assert page.table("How many entries there are")[1][1:3] == ["3", "1"]


def test_an_unconfirmed_note_of_an_agent_is_marked_as_unconfirmed(full):
    (standing,) = [row[6] for row in full.page.table("Surroundings: ") if "carpet" in row[0]]

    assert standing.endswith("an agent’s word that nobody has confirmed")


def test_a_recovered_fault_is_listed_as_waiting_for_a_person():
    entry = entry_of("x", extra={"recovered_note": "0 in 9 h", "recovered_at": START})
    page = page_of((0.7, entry))

    assert "waits for a person to resolve it: 0 in 9 h" in page.table("Surroundings: ")[0][6]
    assert page.table("Faults that stay away")[0][1:] == ["2026-11-02 08:00", "0 in 9 h"]


def test_a_folded_observation_counts_all_its_occurrences():
    folded = {"first": "2026-11-02T07:00:00.000000Z", "last": "2026-11-02T08:00:00.000000Z",
              "count": 7, "seconds": 21.5, "worst": "warn"}  # fmt: skip
    row = row_of(1, entry_id=LIP.id, detail={"folded": folded})
    page = page_of((0.7, LIP), rows=(row,))

    assert page.table("Surroundings: ")[0][3] == "7"
    assert page.table("Topics, components")[0][3:5] == ["7", "1"]
    assert "7 occurrences of faults began" in page.text
    assert "(7 occurrences that day, 21.5 s in all)" in page.text
    assert "1 row of the evidence speaks for 7 occurrences" in page.text


def test_a_bar_counts_folded_occurrences():
    row = row_of(1, entry_id=LIP.id, detail={"folded": {"count": 7}})
    (picture,) = [one for one in page_of((0.7, LIP), rows=(row,)).all("figure")
                  if one.attributes["id"] == "picture-activity"]  # fmt: skip

    assert "2026-11-02 00:00: 7 by detectors" in [title.text for title in picture.all("title")]


def test_open_entries_come_before_stronger_resolved_ones():
    strong = entry_of("Strong", type=EntryType.RESOLVED)
    rows = (row_of(1, entry_id=LIP.id), row_of(2, entry_id=strong.id))
    facts = bare_facts((0.9, strong), (0.4, LIP), rows=rows)

    assert [entry.text for entry in facts.chief_entries] == ["Doorway has a lip", "Strong"]


def test_limits_name_the_counted_onsets_and_running_time(full):
    assert "Counted are the newest onsets at which the condition was known" in full.page.text


# -- resolved ------------------------------------------------------------------------------------


def resolved(**extra):
    entry = entry_of("Doorway has a lip", type=EntryType.RESOLVED)
    given = {"resolved_from": "environment_note", "resolved_at": START + timedelta(days=3)}
    return replace(entry, extra={**given, **extra})


def test_a_resolved_entry_is_shown_with_who_resolved_it_and_how():
    row = row_of(5, kind=Kind.RESOLVE, source=Source.PERSON, entry_id=LIP.id, summary="ramp built",
                 detail={"by": "ada"})  # fmt: skip
    record = MemoryRecord(happenings=(line_of("entry_resolved", LIP, 5),))
    entry = resolved(resolved_note="ramp built")
    (told,) = page_of((0.1, entry), rows=(row,), record=record).table("Resolved: ")

    assert told[1] == "environment note"
    assert told[4:] == ["2026-11-05 08:00", "a person, ada: ramp built"]


def test_an_entry_resolved_by_a_repair_names_the_repair(full):
    (told,) = [row for row in full.page.table("Resolved: ") if "Battery" in row[0]]

    assert told[5] == "a person noted a repair of battery: new battery pack"


def test_a_reopened_entry_is_shown_with_its_time(full):
    ((time, what, confidence),) = full.page.table("of what was resolved, the newest first")

    assert (time, confidence) == ("2026-11-14 08:00", "0.450")
    assert what.startswith("The camera drops frames")


@pytest.mark.parametrize(
    ("what", "detail", "why"),
    [
        ("entry_pruned", "decayed", "decayed: there was no evidence for too long"),
        ("entry_archived", "deleted from the file", "taken out of the memory file by hand"),
        ("entry_archived", "part of mem-00000001", "one with another place"),
    ],
)
def test_an_entry_that_left_the_file_is_shown_with_the_reason(what, detail, why):
    record = MemoryRecord(happenings=(line_of(what, LIP, days=2, detail=detail),))
    (row,) = page_of(record=record).table("that left in the period")

    assert row[0] == "2026-11-04 08:00"
    assert row[2] == why


# -- confidence ----------------------------------------------------------------------------------


def test_a_curve_has_the_confidences_of_the_event_log_at_the_times_of_the_rows():
    rows = (row_of(1, entry_id=LIP.id), row_of(2, days=4, entry_id=LIP.id))
    entry = replace(LIP, confidence=0.75, last_reinforced=START + timedelta(days=4))
    record = MemoryRecord(happenings=(
        line_of("entry_created", LIP, 1, days=9, confidence=0.6),
        line_of("entry_created", LIP, 1, days=9, confidence=0.6),  # repeated after a crash
        line_of("entry_muted", LIP, 3, days=2, confidence=0.6),
        line_of("entry_reinforced", LIP, 2, days=9, confidence=0.75),
    ))  # fmt: skip
    facts = bare_facts((0.7, entry), rows=rows, record=record)

    assert points_of(facts, entry) == [(START, 0.6), (START + timedelta(days=4), 0.75)]


def test_a_curve_without_an_event_log_starts_at_the_confidence_of_the_entry():
    assert points_of(bare_facts(), LIP) == [(LIP.last_reinforced, LIP.confidence)]


def test_a_curve_has_a_point_for_a_folded_row_at_its_time_in_the_event_log():
    record = MemoryRecord(happenings=(line_of("entry_created", LIP, 1, days=1, confidence=0.6),))

    assert points_of(bare_facts(record=record), LIP)[0] == (START + timedelta(days=1), 0.6)


def test_a_curve_has_each_observation_and_ends_at_the_confidence_of_the_entry(full):
    (entry,) = [entry for _, entry in full.facts.entries if entry.text == WHEEL]
    points = points_of(full.facts, entry)

    assert len(points) == entry.observation_count
    assert points[-1] == (entry.last_reinforced, entry.confidence)


# -- monitoring ----------------------------------------------------------------------------------


def test_starts_of_the_robot_have_readable_names():
    boots = ("/home/ada/arm.csv", "c7d6c0a3-2462-45d0-8c3c-53bf9f3d74ff", "given with --now", "")
    rows = tuple(row_of(n, instant=Instant(START - timedelta(days=n), 0.0, boot, True))
                 for n, boot in enumerate(boots))  # fmt: skip
    page = page_of(rows=rows)

    names = [row[0] for row in page.table("Starts of the robot")]
    assert names == ["recording arm.csv", "boot c7d6c0a3…", "given with --now", "not noted"]
    assert "/home/ada" not in page.text


# -- changes -------------------------------------------------------------------------------------


def test_runs_are_shown_with_operator_result_and_fields(full):
    rows = full.page.table("runs in the period")

    assert [row[1].split(" of ")[0] for row in rows] == [
        "apply", "rollback", "apply", "trial, without effect",
    ]  # fmt: skip
    assert [row[2] for row in rows] == ["ada", "ada", "ada", "(nobody)"]
    trial = "nothing stands against it"
    assert [row[3] for row in rows] == ["applied", "rolled back", "applied", trial]
    (applied, back) = full.facts.changes.runs[1:3]
    assert rows[1][1] == (f"rollback of {applied.subject}run {back.id}rolls back "
                          f"{applied.id}receipt 000007-after")  # fmt: skip
    assert "add /importance/score to 0.6" in rows[2][4]
    assert "procedural/skills/doorway/SKILL.md" in rows[0][1]


def test_a_packet_is_shown_with_its_reason_and_result(full):
    (row,) = full.page.table("proposed in the period")

    assert row[2] == "ada: it came back every week"
    assert "/importance/score = 0.6" in row[3]
    assert row[4] == "rolled back"


def test_an_aborted_second_run_does_not_change_the_result_of_a_packet(full, tmp_path):
    home = Path(shutil.copytree(full.home, tmp_path / "copy"))
    clock = ManualClock(full.now + timedelta(days=1), kind="wall", boot="again")
    with RobotMemory.open(home, settings=SETTINGS, clock=clock) as memory:
        ((packet, _),) = full.facts.changes.packets
        outcome = memory.long_term.assist.apply(packet.id, clock.now())
    page = read_page(write_page(facts_of(home, clock.now().time)))

    assert outcome.violations
    assert page.table("proposed in the period")[0][4] == "rolled back"
    assert page.table("runs in the period")[0][3].startswith("aborted: ")


def test_decisions_on_skills_are_shown_with_who_made_them(full):
    rows = full.page.table("steps in the period")

    assert [(row[1], row[2].split("/")[1], row[3]) for row in rows] == [
        ("rejected", "ramp", "ada"), ("proposed", "ramp", "night shift"),
        ("approved", "doorway", "ada"), ("proposed", "doorway", "night shift"),
    ]  # fmt: skip


def test_a_skill_proposal_that_was_taken_back_is_shown_as_rolled_back():
    line = RecordEvent(START, "proposal_taken_back", {"id": "prop-1", "operator": "ada"})
    page = page_of(record=MemoryRecord(happenings=(line,)))

    assert page.table("1 step in the period")[0][1] == "rolled back"
    assert "taken back" not in page.text and "taken_back" not in page.text


def test_the_report_says_which_names_are_not_proven_by_a_signature(full):
    text = full.page.text

    assert "The name of who proposed a packet, or withdrew it, is the one that was given" in text
    assert "the names beside the other steps are those that were given" in text


def test_ids_are_not_broken_over_lines(full):
    names = [node.text for node in full.page.all("code", class_="id")]
    (packet,) = full.page.table("proposed in the period")

    assert packet[0] in names
    (style,) = full.page.all("style")
    assert "code.id { white-space: nowrap; }" in style.text


def test_a_very_long_id_is_broken_over_lines():
    line = RecordEvent(START, "proposal_made", {"id": "x" * 300})
    page = page_of(record=MemoryRecord(happenings=(line,)))

    assert "x" * 300 not in [node.text for node in page.all("code", class_="id")]


def test_gates_are_shown_with_their_results(full):
    rows = full.page.table("Gates, on the machine")

    assert [row[:2] for row in rows] == [
        [name, "passed"] for name in ("contract", "schemas", "rehearsal", "rollback")
    ]


def test_packets_and_runs_before_the_period_are_left_out(full):
    period = Period(START + timedelta(days=38))
    page = read_page(write_page(facts_of(full.home, full.now, period)))

    assert "No packet was proposed in the period." in page.text
    assert len(page.table("run in the period")) == 1


# -- people --------------------------------------------------------------------------------------


def test_statements_are_listed_with_author_and_subject(full):
    rows = {row[2]: row for row in full.page.table("statements of people and agents")}

    assert rows["muted until 2027-01-31 08:00"][1] == "a person"
    assert rows["noted a repair"][3:5] == ["battery", "new battery pack"]
    notes = [row[1] for row in full.page.table("statements of people") if row[2] == "noted"]
    assert notes == ["an agent, pilot", "a person, ada"]


def test_a_repeated_note_is_shown_as_not_counted(tmp_path):
    life = Life(tmp_path / "home")
    life.memory.remember("environment_note", "Doorway has a 3 cm lip")
    life.at(1)
    life.memory.remember("environment_note", "Doorway has a 3 cm lip", source="agent")
    life.close()
    page = read_page(write_page(facts_of(tmp_path / "home", START + timedelta(days=2))))

    assert page.table("statements of people")[0][2].endswith("not counted")


def test_a_claimed_person_is_shown_as_claimed(tmp_path):
    life = Life(tmp_path / "home")
    entry_id = life.memory.remember(
        "environment_note", "Doorway has a lip", source="claimed:eve"
    ).id
    life.memory.save()
    again = life.memory.correct(entry_id, "Doorway has a 3 cm lip", source="claimed:eve")
    life.memory.forget(again.id, "built over", source="agent:planner")
    life.memory.save()
    record = life.memory.long_term.levels.events.path.read_text()
    life.close()
    page = read_page(write_page(facts_of(tmp_path / "home", START + timedelta(days=2))))

    told = [(row[1], row[2]) for row in page.table("statements of people")]
    assert told == [
        ("an agent, planner", "forgotten: deleted from the memory file"),
        ("somebody said to be a person, over ROS, eve", "forgotten: deleted from the memory file"),
        ("somebody said to be a person, over ROS, eve", "noted"),
        ("somebody said to be a person, over ROS, eve", "noted"),
    ]
    assert "forgotten by an agent, planner: built over" in page.text
    assert "claimed" in record and "eve" in record  # which the audit chains


def test_a_detectors_withdrawal_is_not_listed_as_a_persons_statement():
    page = page_of(rows=(row_of(1, kind=Kind.RESOLVE, summary="withdrawn"),))

    assert "Nobody said anything to the memory in the period." in page.text
    assert "Limit or outcome withdrawn since later evidence contradicted it: 1 time." in page.text


# -- others, upkeep ------------------------------------------------------------------------------


def test_other_robots_are_shown_with_their_statements(full):
    (trusted,) = full.page.table("Cards that an operator put")
    (heard,) = full.page.table("What each robot said last")

    assert trusted[0] == "Alex (RRN-000000000005)"
    assert trusted[2:] == ["2026-12-02 08:00", "–"]
    assert heard[3].startswith("Ramp in the yard is slippery (0.700)")
    assert heard[4] == "too old: not told any more"


def test_the_state_of_the_night_shift_is_shown(full):
    rows = dict(full.page.table("as the last health check wrote it"))

    assert rows["Last full night shift"] == "2026-12-12T08:00:00Z"
    assert full.page.table("Questions with known answers")[0] == [
        "2026-12-11 08:00",
        "9 of 10",
        "dock",
    ]


# -- evidence ------------------------------------------------------------------------------------


def test_signals_before_an_onset_are_drawn(full):
    (figure,) = [one for one in full.page.all("figure") if "frame" in one.attributes["id"]]

    assert "/odom speed" in figure.text
    assert f"Signals before {WHEEL} began" in figure.text


MARKED = {
    "importance": {"score": 0.6, "label": "nice_to_have"},
    "lifecycle": {"stale_candidate": True, "stale_reason_code": "operator_override"},
    "optimization": {"assist": {"rollback_ref": "000002-rollback-x.json", "operator": "ada"}},
}


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("importance", "importance 0.6 (nice to have)"),
        ("lifecycle", "out of date (operator override)"),
    ],
)
def test_a_row_changed_by_an_operator_is_marked(part, told):
    detail = {name: MARKED[name] for name in (part, "optimization")}
    row = row_of(1, entry_id=LIP.id, detail={"message": "bump", **detail})
    (shown,) = page_of((0.7, LIP), rows=(row,)).table("Doorway has a lip (1 of 1 row)")

    assert shown[3] == f"bump; marked by ada: {told}"


def test_the_newest_observations_of_an_entry_are_shown(full):
    rows = full.page.table(WHEEL + " (5 of 10 rows)")

    assert [row[0] for row in rows][:2] == ["2026-12-08 08:00:00", "2026-12-01 08:00:00"]
    assert rows[0][3:5] == ["no pulses", "load 1.5, speed 0.42"]


def test_many_statements_of_agents_do_not_displace_those_of_persons(monkeypatch):
    monkeypatch.setattr(decisions, "_MOST", 4)
    rows = [row_of(1, kind=Kind.NOTE, summary="Lift 2 is out of order", source=Source.PERSON)]
    rows += [row_of(number, kind=Kind.NOTE, summary=f"Hall {number}", source=Source.AGENT)
             for number in range(2, 9)]  # fmt: skip
    page = page_of(rows=tuple(rows))

    told = [row[1] for row in page.table("statements of people")]
    assert len(told) == 4 and "a person" in told


# -- contents of tables --------------------------------------------------------------------------

KNOWN = {"known_since": START, "known_until": "worse", "known_by": "person:ada",
         "known_why": "the ramp is ordered"}  # fmt: skip
RESOLVED_BY = row_of(5, kind=Kind.RESOLVE, source=Source.PERSON, entry_id=LIP.id, summary="")
UNMARKED = {"message": "bump", "importance": {"score": 0.6}, "lifecycle": "x"}
ARCHIVED = RecordEvent(START, "archived", {"path": "sessions/a.jsonl", "reason": "31 days old"})


@pytest.mark.parametrize(
    ("page", "caption", "cells"),
    [
        (lambda: page_of((0.8, replace(LIP, extra=KNOWN))), "Entries that are declared known",
         {1: LIP.id, 2: f"{START:%Y-%m-%d %H:%M}", 3: "until it gets worse", 4: "person:ada",
          5: "the ramp is ordered"}),
        (lambda: page_of((0.29, LIP)), "Surroundings: ",
         {6: "weaker than 0.3: agents are not told"}),
        (lambda: page_of((0.7, LIP), rows=(
            row_of(1, kind=Kind.PLACE, entry_id=LIP.id, detail={"events": 6}),)),
         "Surroundings: ", {3: "6"}),
        (lambda: page_of((0.1, resolved())), "Resolved: ", {5: "not noted in the evidence"}),
        (lambda: page_of((0.1, resolved()), rows=(RESOLVED_BY,)), "Resolved: ",
         {5: "a person, without a word"}),
        (lambda: page_of(rows=(row_of(1), row_of(2, days=5))), "Times of more than a day",
         {0: "2026-11-07 08:00", 1: "2026-12-12 08:00", 2: "35 days"}),
        (lambda: page_of(signals=("base: Motor current drift",)), "Baselines kept",
         {0: "base", 1: "1", 2: "drift"}),
        (lambda: page_of(signals=("/imu ax frozen", "/imu ax step", "/imu ay step", "briefs")),
         "Baselines kept", {0: "/imu", 1: "2", 2: "frozen, step"}),
        (lambda: page_of(record=MemoryRecord(happenings=(ARCHIVED,))), "1 file in the period",
         {0: "2026-11-02 08:00", 1: "sessions/a.jsonl", 2: "31 days old"}),
        (lambda: page_of((0.7, LIP), rows=(row_of(1, entry_id=LIP.id, detail=UNMARKED),)),
         "Doorway has a lip (1 of 1 row)", {3: "bump"}),
    ],
    ids=["known, by whom and why", "too weak for the context", "a place counts its events",
         "resolved in an editor", "resolved by a person, without the record", "without any trace",
         "signals by part", "signals by topic", "moved to archives", "a row that nobody marked"],
)  # fmt: skip
def test_a_table_row_has_the_expected_cells(page, caption, cells):
    row = page().table(caption)[0]

    assert {place: row[place][: len(words)] for place, words in cells.items()} == cells


def test_provisional_times_and_the_sharing_policy_are_shown():
    early = row_of(1, instant=Instant(START, 0.0, "b", False))
    shares = Settings(federation_enabled=True, federation_trust="open")
    text = page_of(rows=(early,), settings=shares).text

    assert "1 row came while the robot did not know the time for certain" in text
    assert "hears any robot that signs" in text
