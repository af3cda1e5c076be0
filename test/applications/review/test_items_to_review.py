"""Items that wait for a person, from every part of the memory."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import timedelta

import pytest
from limit_builders import fail, learn
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.review.review_item import ReviewItem, ReviewKind
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import NotYours
from robot_memory.ledger import Kind, Observation
from robot_memory.long_term.graph import Statement


@pytest.fixture
def memory(home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        opened.save(force=True)  # sets the robot's name
        yield opened


def of_kind(memory: RobotMemory, kind: ReviewKind) -> list[ReviewItem]:
    return [item for item in items_to_review(memory) if item.kind is kind]


def test_a_memory_without_open_decisions_has_no_items_to_review(memory):
    fail(memory)

    assert items_to_review(memory) == []


def test_a_recovered_fault_is_listed_with_the_command_that_resolves_it(memory, clock):
    fault = fail(memory)
    memory.observe(
        Observation(Kind.RECOVERED, clock.now(), "0 occurrences in 11.2 h", entry_id=fault)
    )
    memory.flush()

    (item,) = of_kind(memory, ReviewKind.RECOVERED)
    assert item.command == f"robot-memory resolve {fault}"
    assert "0 occurrences in 11.2 h" in item.question
    memory.resolve(fault)
    assert items_to_review(memory) == []


AGENT, WORDED = "agent:planner", "The fire door is blocked by a pallet"


@pytest.mark.parametrize("source", [AGENT, "claimed:ada"])
def test_correcting_an_entry_that_an_agent_resolved_reopens_it_and_asks_the_person(memory, source):
    noted = memory.remember("environment_note", "Fire door is blocked", source=source).id
    memory.resolve(noted, "it is free", source=source)

    corrected = memory.correct(noted, WORDED, source="person:ada")

    assert (corrected.type.value, corrected.is_agents_word) == ("environment_note", False)
    assert WORDED in memory.context().text
    (item,) = items_to_review(memory)
    assert item.question == f"is it over ({source} asks to resolve it: it is free)?"
    assert item.command == f"robot-memory resolve {noted}"
    memory.resolve(noted, source="person:ada")
    assert items_to_review(memory) == []


def test_correcting_an_entry_that_a_person_resolved_keeps_it_resolved(memory):
    noted = memory.remember("environment_note", "Fire door is blocked", source=AGENT).id
    memory.resolve(noted, source=AGENT)
    memory.resolve(noted, source="person:ada")

    assert memory.correct(noted, WORDED, source="person:ada").type.value == "resolved"
    assert items_to_review(memory) == []


def test_a_note_resolved_by_an_agent_waits_for_review_after_a_person_edits_it_in_the_file(memory):
    noted = memory.remember("environment_note", "Fire door is blocked", source=AGENT).id
    memory.resolve(noted, "it is free", source=AGENT)
    memory.save()
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("Fire door is blocked", WORDED))
    memory.save()

    (item,) = items_to_review(memory)
    assert (item.kind, item.text) == (ReviewKind.RECOVERED, WORDED)
    assert "resolved by agent:planner: it is free; is it over?" in item.question
    memory.resolve(noted, source="person:ada")
    assert items_to_review(memory) == []


@pytest.mark.parametrize("by_whom", ["person:ada", AGENT])
def test_an_agents_repetition_of_a_resolved_note_is_listed(memory, clock, by_whom):
    blocked = memory.remember("environment_note", WORDED, source=by_whom).id
    memory.resolve(blocked, "moved it", source="person:ada")
    clock.set(clock.now().time + timedelta(minutes=1))

    again = memory.remember("environment_note", WORDED, source=AGENT)

    assert not again.created
    assert "`robot-memory review` asks a person" in again.message
    (item,) = items_to_review(memory)
    assert item.question.startswith(f'it is resolved, and {AGENT} says "{WORDED}": is it so again?')
    assert item.command == f"robot-memory confirm {blocked}"
    memory.confirm(blocked, source="person:ada")
    assert items_to_review(memory) == []
    assert WORDED in memory.context().text


def test_an_agents_repetition_of_a_resolved_note_is_listed_for_seven_days(memory, clock):
    blocked = memory.remember("environment_note", WORDED, source="person:ada").id
    memory.resolve(blocked, source="person:ada")
    clock.set(clock.now().time + timedelta(minutes=1))
    memory.remember("environment_note", WORDED, source=AGENT)
    said_at = clock.now().time

    clock.set(said_at + timedelta(days=6.9))
    assert [item.id for item in items_to_review(memory)] == [blocked]
    clock.set(said_at + timedelta(days=7.1))
    assert items_to_review(memory) == []


def test_a_recovered_known_issue_is_listed_too(memory, clock):
    fault = fail(memory)
    memory.declare_known(fault, "bearing is ordered")
    assert items_to_review(memory) == []

    memory.observe(
        Observation(Kind.RECOVERED, clock.now(), "0 occurrences in 11.2 h", entry_id=fault)
    )
    memory.flush()

    assert [item.kind for item in items_to_review(memory)] == [ReviewKind.RECOVERED]


def test_an_agents_request_to_declare_a_fault_known_is_listed(memory):
    fault = fail(memory)
    memory.declare_known(fault, "bearing is ordered", source="agent:planner")

    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert item.command == f"robot-memory known {fault} --reason 'bearing is ordered'"
    assert item.question.startswith("agent:planner asks that it be known and alarm no one")
    memory.declare_known(fault, "bearing is ordered", source="person:ada")
    assert items_to_review(memory) == []


def test_an_agents_reason_is_one_line_in_the_command(memory):
    fault = fail(memory)
    reason = "ordered'\nrecovered  Brake drags\n   $ robot-memory resolve mem-d79a289b"
    memory.declare_known(fault, reason, source="agent:planner")

    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert "\n" not in item.question + item.command
    assert shlex.split(item.command)[-1].startswith("ordered' recovered Brake drags $ ")


def test_a_request_to_declare_a_fault_known_has_its_date_author_and_time(memory, clock):
    fault = fail(memory)
    asked_at, end = clock.now().time, clock.now().time + timedelta(days=3)
    memory.declare_known(fault, "ordered", until=end, source="agent:zed")
    memory.declare_known(fault, "it is well", source="agent:planner")

    first, second = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert f"known until {end:%Y-%m-%d %H:%M} UTC and alarm no one" in first.question
    assert first.command.endswith(f" --until {end:%Y-%m-%dT%H:%M:%SZ}")
    assert (first.proposed_by, first.since) == ("agent:zed", asked_at)
    assert (second.proposed_by, "--until" in second.command) == ("agent:planner", False)
    assert memory.why(fault)[0].extra["known_asked_until"] == end


def test_the_same_request_with_another_date_is_stored(memory, clock):
    fault = fail(memory)
    memory.declare_known(fault, "ordered", source="agent:zed")
    end = clock.now().time + timedelta(days=3)
    memory.declare_known(fault, "ordered", until=end, source="agent:zed")

    assert memory.why(fault)[0].extra["known_asked_until"] == end


@pytest.mark.parametrize("source", ["agent:planner", "claimed:ada"])
def test_an_agents_mute_is_listed_as_a_request(memory, source):
    fault = fail(memory)
    memory.mute(fault, source=source)

    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert item.command == f"robot-memory mute {fault}"
    assert item.question.startswith(f"{source} asks that agents are not told of it")
    memory.mute(fault, source="person:ada")
    assert items_to_review(memory) == []
    with pytest.raises(NotYours, match="a person muted"):
        memory.unmute(fault, source=source)
    with pytest.raises(NotYours, match="a person muted"):
        memory.mute(fault, source=source)


def test_an_agents_mute_ends_at_the_next_onset(memory):
    fault = fail(memory)
    memory.mute(fault, source="agent:planner")
    fail(memory)

    assert items_to_review(memory) == []
    assert not memory.why(fault, limit=1)[0].is_muted(memory.clock.now().time)


def test_an_agents_request_to_withdraw_a_known_issue_is_listed(memory):
    fault = fail(memory)
    memory.declare_known(fault, "bearing is ordered", source="person:ada")
    memory.withdraw_known(fault, "it howls", source="agent:planner")

    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert "agent:planner: it howls" in item.question
    assert item.command == f"robot-memory known {fault} --withdraw"
    memory.withdraw_known(fault, source="person:ada")
    assert items_to_review(memory) == []


def test_an_agents_note_is_listed_until_a_person_notes_the_same(memory):
    noted = memory.remember("environment_note", "The ramp is slippery", source="agent:planner")

    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert (item.id, item.proposed_by) == (noted.id, "agent:planner")
    memory.remember("environment_note", "The ramp is slippery", source="person:ada")
    assert items_to_review(memory) == []


def test_a_learned_limit_is_listed_until_an_operator_approves_it(memory, clock):
    pytest.importorskip("cryptography")
    limit = learn(memory)

    assert [item.id for item in of_kind(memory, ReviewKind.LIMIT)] == [limit]
    ada = keys_of(77, "ada")
    memory.long_term.assist.enrol("ada", ada.card)
    LearnedLimits(memory).approve(limit, ada, clock.now().time)
    assert items_to_review(memory) == []


def test_a_proposal_is_listed_until_it_is_decided(memory):
    levels = memory.long_term.levels
    proposal = levels.propose("skills/docking/SKILL.md", "# Docking\n", by="agent:planner")

    assert [item.id for item in of_kind(memory, ReviewKind.PROPOSAL)] == [proposal.id]
    levels.reject(proposal.id, "ada", "")
    assert items_to_review(memory) == []


def test_requests_of_agents_are_listed_after_those_of_others(memory):
    faults = [fail(memory, f"part {number}") for number in range(3)]
    for fault in faults:
        memory.resolve(fault, "all is well", source="agent:planner")
    levels = memory.long_term.levels
    for number in range(3):
        levels.propose(f"skills/a{number}/SKILL.md", "# A\n", by="agent:planner over HTTP")
    own = levels.propose("skills/docking/SKILL.md", "# Docking\n", by="person:ada over HTTP")

    assert items_to_review(memory)[0].id == own.id
    asked = of_kind(memory, ReviewKind.RECOVERED)
    assert {item.proposed_by for item in asked} == {"agent:planner"}


def test_a_packet_names_its_rows_and_their_weight_before_and_after(memory, clock):
    for _ in range(3):  # a fault on three days matters more than a single one
        fail(memory)
        clock.set(clock.now().time + timedelta(days=1))
    memory.save(force=True)
    rows = memory.ledger.after(0)
    memory.long_term.assist.suggest(rows, by="the night shift", now=clock.now())

    (item,) = of_kind(memory, ReviewKind.PACKET)
    named = f'"{rows[-1].summary}" (row {rows[-1].id})'
    assert item.text == f"the night shift proposes: {named} weighs 0.65 instead of 0.5"


def test_a_proposal_names_its_author_before_the_reason(memory):
    reason = "known for 30 days; rests on notes of people (operator ada agreed)"
    memory.long_term.levels.propose(
        "skills/docking/SKILL.md", "# Docking\n", by="agent:planner over MCP", reason=reason
    )

    (item,) = of_kind(memory, ReviewKind.PROPOSAL)
    assert item.text == f"agent:planner over MCP proposes skills/docking/SKILL.md: {reason}"
    assert item.as_record()["proposed_by"] == "agent:planner over MCP"


def state_height(memory: RobotMemory, size: str) -> None:
    command = ["facts", "learn", "kitchen doorway", "height", size]
    assert main(["--home", str(memory.home.folder), *command]) == 0


def test_an_agents_fact_that_contradicts_a_persons_is_listed_even_if_repeated(memory):
    facts = ("facts", "learn", "fire door", "is")
    home = ("--home", str(memory.home.folder))
    main([*facts, "locked", "--source", "ada", *home])
    for _ in range(2):
        main([*facts, "open", "--source", AGENT, *home])

        (item,) = of_kind(memory, ReviewKind.CONTRADICTION)
        assert item.question == f'{AGENT} says "fire door is open": state the true one again'
        assert item.command == "robot-memory facts learn 'fire door' is locked"
        assert item.proposed_by == AGENT
    main([*facts, "locked", "--source", "ada", *home])
    assert items_to_review(memory) == []


def test_contradicting_facts_are_listed_until_one_is_stated_again(memory):
    for size in ("3 cm", "5 cm"):
        state_height(memory, size)

    (item,) = of_kind(memory, ReviewKind.CONTRADICTION)
    assert "5 cm" in item.text
    assert item.command == "robot-memory facts learn 'kitchen doorway' height '5 cm'"

    _, *command = shlex.split(item.command)
    assert main(["--home", str(memory.home.folder), *command]) == 0
    assert items_to_review(memory) == []


def test_a_denied_fact_is_listed_until_it_is_stated_again(memory):
    state_height(memory, "3 cm")
    now = memory.clock.now().time
    denied = Statement("kitchen doorway", "height", "3 cm", "session:talk")
    memory.long_term.facts.deny([denied], now=now, said=now)

    (item,) = of_kind(memory, ReviewKind.CONTRADICTION)
    assert item.question == "session:talk says otherwise: state the true one again"

    _, *command = shlex.split(item.command)
    assert main(["--home", str(memory.home.folder), *command]) == 0
    assert items_to_review(memory) == []


def test_stating_the_earlier_of_two_contradicting_facts_settles_them(memory):
    for size in ("3 cm", "5 cm", "3 cm"):
        state_height(memory, size)

    assert items_to_review(memory) == []
    state_height(memory, "7 cm")  # a third one
    assert [item.kind for item in items_to_review(memory)] == [ReviewKind.CONTRADICTION]


def test_a_defect_of_the_file_is_listed_first_with_its_path(memory, capsys):
    learn(memory)
    memory.save()
    file = memory.home.memory_file
    file.write_text(file.read_text().replace("confidence: ", "confidence: surely ", 1))
    with RobotMemory.open(memory.home.folder, read_only=True, clock=memory.clock) as reader:
        assert items_to_review(reader)[0].kind is ReviewKind.DEFECT

    main(["--home", str(memory.home.folder), "review"])

    assert "defect        entries[0].confidence: " in capsys.readouterr().out


def test_a_defect_names_the_entry_the_field_and_the_limit(memory):
    learn(memory)
    memory.save()
    file = memory.home.memory_file
    text = file.read_text()
    value = text.partition("confidence: ")[2].split()[0]
    file.write_text(text.replace(f"confidence: {value}", "confidence: 7", 1))
    memory.save(force=True)

    first, *_ = items_to_review(memory)
    assert first.text.endswith(": entries[0].confidence: 7 is above 1.0")
    assert first.text.split(":")[0] in text
    assert first.question.startswith("agents are not told of this entry: correct the field")


def test_a_review_of_a_missing_home_creates_none(tmp_path, capsys):
    assert main(["--home", str(tmp_path / "none"), "review"]) == 0
    assert "nothing waits" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("source", [AGENT, "claimed:ada"])
def test_a_request_does_not_replace_the_memorys_own_finding(memory, clock, source):
    fault = fail(memory)
    memory.resolve(fault, "no fault at all", source=source)
    assert of_kind(memory, ReviewKind.RECOVERED)[0].proposed_by == source

    memory.observe(Observation(Kind.RECOVERED, clock.now(), "0 in 11.2 h", entry_id=fault))
    memory.flush()
    memory.resolve(fault, "really", source=source)
    memory.repaired("left encoder", "new", source=source)

    item, asked = of_kind(memory, ReviewKind.RECOVERED)
    assert (item.question, item.proposed_by) == ("is it over (0 in 11.2 h)?", "")
    assert (asked.proposed_by, source in asked.question) == (source, True)
    memory.undo(fault, source="person:ada")
    assert "no fault at all" not in str(items_to_review(memory))


def test_agents_requests_about_their_own_notes_come_after_those_about_others(memory):
    for number in range(5):
        note = memory.remember("environment_note", f"Shelf {number} is dusty", source=AGENT)
        memory.declare_known(note.id, "it is", source=AGENT)
    fault = fail(memory)
    memory.mute(fault, source=AGENT)

    first, *rest = of_kind(memory, ReviewKind.UNCONFIRMED)

    assert first.id == fault
    assert {item.proposed_by for item in rest} == {AGENT}


LIP = "Kitchen doorway has a 3 cm lip"


@pytest.mark.parametrize(("days", "asks"), [(7.9, False), (8.1, True), (11.0, True)])
def test_a_persons_fading_note_is_listed_before_agents_no_longer_get_it(memory, clock, days, asks):
    memory.remember("environment_note", LIP)
    clock.set(clock.now().time + timedelta(days=days))

    assert [item.text for item in of_kind(memory, ReviewKind.FADING)] == [LIP] * asks


def test_requests_to_delete_and_to_mute_are_listed_with_command_and_reason(memory):
    deleted, muted = (memory.remember("environment_note", text).id for text in (LIP, "Lift stops"))
    memory.forget(deleted, "it is flat", source="agent:planner")
    for _ in range(2):  # a repeated request in the same words stays one request
        memory.mute(muted, why="noise", source="agent:planner")

    (item,) = of_kind(memory, ReviewKind.RECOVERED)
    assert (item.command, item.asks) == (f"robot-memory forget {deleted}", "forget")
    (item,) = of_kind(memory, ReviewKind.UNCONFIRMED)
    assert item.asks == "mute"
    assert "agent:planner asks that agents are not told of it (noise)" in item.question
    kinds = [row.kind for row in memory.ledger.of_entry(muted)]
    assert kinds.count(Kind.MUTE_ASKED) == 1


def test_the_listed_command_confirms_a_fading_note(memory, clock, capsys):
    noted = memory.remember("environment_note", LIP).id
    clock.set(clock.now().time + timedelta(days=9))
    (item,) = of_kind(memory, ReviewKind.FADING)
    told = "agents are told of it until 2026-12-11 12:00 UTC"
    assert item.question == f"{told}: if it is still so, confirm it, or keep it"
    words = shlex.split(item.command)[1:]
    memory.close()

    home, now = str(memory.home.folder), clock.now().time.isoformat()
    assert main(["--home", home, "--now", now, *words]) == 0
    assert f"{noted} confirmed" in capsys.readouterr().out


def test_an_agents_fading_note_is_not_listed(memory, clock):
    memory.remember("environment_note", LIP, source="agent:planner")
    clock.set(clock.now().time + timedelta(days=2))

    assert of_kind(memory, ReviewKind.FADING) == []


def test_an_agents_note_muted_by_a_person_is_not_listed(memory, clock):
    noted = memory.remember("environment_note", "Porch bulb is dark at night", source=AGENT).id
    assert [item.id for item in of_kind(memory, ReviewKind.UNCONFIRMED)] == [noted]

    memory.mute(noted, until=clock.now().time + timedelta(days=2), source="person:ada")
    assert items_to_review(memory) == []

    clock.set(clock.now().time + timedelta(days=3))
    assert [item.id for item in of_kind(memory, ReviewKind.UNCONFIRMED)] == [noted]


@pytest.mark.parametrize(
    ("noted", "says"),
    [
        (
            "Diesel is stored in the green shed by the barn",
            "Diesel is not stored in the green shed",
        ),
        ("The bridge carries at most 7 tons", "The bridge carries at most 12 tons"),
        ("Kitchen doorway has a 3 cm lip", "The kitchen doorway has no lip"),
    ],
)
def test_an_agents_note_that_contradicts_a_persons_is_listed(memory, noted, says):
    known = memory.remember("environment_note", noted, source="person:ada").id
    against = memory.remember("environment_note", says, source=AGENT).id

    (item,) = items_to_review(memory)
    assert (item.kind, item.id) == (ReviewKind.CONTRADICTION, against)
    assert item.question == f'a person says otherwise ({known}: "{noted}"): which is true?'


@pytest.mark.parametrize(
    ("noted", "says"),
    [
        ("Motor 3 runs hot", "Motor 4 runs hot"),
        ("Kitchen doorway has a 3 cm lip", "The lip of the kitchen doorway was hit again"),
        ("Kitchen doorway has a 3 cm lip", "Garage doorway has a 5 cm lip and no ramp"),
        ("Loading bay is blocked", "Loading bay is blocked"),
    ],
)
def test_an_agents_note_that_does_not_deny_a_persons_note_is_not_a_contradiction(
    memory, noted, says
):
    memory.remember("environment_note", noted, source="person:ada")
    memory.remember("environment_note", f"{says} today", source=AGENT)

    assert of_kind(memory, ReviewKind.CONTRADICTION) == []


def test_contradicting_notes_of_agents_are_listed(memory):
    first = memory.remember("environment_note", "Gate 4 is open at night", source=AGENT).id
    other = memory.remember("environment_note", "Gate 4 is not open at night", source=AGENT).id

    items = of_kind(memory, ReviewKind.CONTRADICTION)
    assert {item.id for item in items} == {first, other}
    assert f'another note of an agent says otherwise ({first}: "Gate' in " ".join(
        item.question for item in items
    )


def test_successive_measurements_noted_by_agents_are_not_a_contradiction(memory):
    for bay, seconds in ((3, 40), (4, 45)):
        memory.remember("environment_note", f"Scan of bay {bay} took {seconds} s", source=AGENT)

    assert {item.kind for item in items_to_review(memory)} == {ReviewKind.UNCONFIRMED}
