"""The official client calls the server, in one process and over standard input and output."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
from datetime import date, datetime, timezone
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from limit_builders import fail, learn
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limits_in_force import LimitsInForce
from robot_memory.entries.field_limits import LIMITS
from robot_memory.faces import write_allowance
from robot_memory.faces.cli.main import main
from robot_memory.faces.mcp.bounded_text import DATA_MARK
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.long_term.night_shift.digest_files import (
    DigestedSource,
    DigestFiles,
    DigestRecord,
)
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.memory_source import MemorySource
from robot_memory.sharing.federation.peer_record import PeerRecord, WithdrawnStatement


def text_of(result):
    return "\n".join(part.text for part in result.content)


def remember(home, text, **given):
    with RobotMemory.open(home) as memory:
        return memory.remember("environment_note", text, **given).id


def test_get_context_returns_the_context_of_the_memory(home, call):
    remember(home, "The kitchen doorway has a lip", confidence=0.9)

    result = call(lambda client: client.call_tool("get_context", {}))

    with RobotMemory.open(home, read_only=True) as memory:
        assert text_of(result) == memory.context().text


def test_a_note_of_an_agent_is_stored_with_its_name_and_low_confidence(home, call):
    note = {"type": "environment_note", "text": "The lift stops at floor 3"}

    result = call(lambda client: client.call_tool("remember", note))

    assert not result.is_error
    with RobotMemory.open(home, read_only=True) as memory:
        ((worth, entry),) = memory.entries()
        _, rows = memory.why(entry.id)
    assert worth < 0.6
    assert (rows[0].source.value, rows[0].detail["by"]) == ("agent", "planner")


PAGE = (Path(__file__).parents[3] / "docs/how-to/wire-an-agent.md").read_text(encoding="utf-8")
READING = {
    "get_context", "changes_since", "recall", "read_page", "why", "limits", "reliability",
    "outcomes",
}  # fmt: skip
WRITING = {"remember", "report_outcome", "resolve", "known", "propose"}


def test_a_server_without_write_permission_offers_only_reading_tools(home, call):
    tools = call(lambda client: client.list_tools(), may_write=False).tools

    assert {tool.name for tool in tools} == READING


def test_a_tool_is_annotated_as_reading_destructive_or_idempotent(home, call):
    tools = {tool.name: tool.annotations for tool in call(lambda client: client.list_tools()).tools}
    names = {
        hint: {name for name, hints in tools.items() if getattr(hints, hint)}
        for hint in ("read_only_hint", "destructive_hint", "idempotent_hint", "open_world_hint")
    }

    assert set(tools) == READING | WRITING
    assert names == {
        "read_only_hint": READING,
        "destructive_hint": {"resolve", "known"},
        "idempotent_hint": READING | {"remember", "resolve", "known", "propose"},
        "open_world_hint": set(),
    }
    assert None not in {hints.destructive_hint for hints in tools.values()}


def test_the_documentation_page_lists_all_tools_and_which_of_them_write(call):
    tools = {tool.name: tool.annotations for tool in call(lambda client: client.list_tools()).tools}
    table = PAGE.partition("| tool | does | annotations |\n|---|---|---|\n")[2].partition("\n\n")[0]

    said = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|:]+)", table, re.MULTILINE))

    assert {name: note.strip() for name, note in said.items()} == {
        name: "read-only"
        if hints.read_only_hint
        else "destructive"
        if hints.destructive_hint
        else "adds"
        for name, hints in tools.items()
    }


def test_an_agent_that_declares_a_fault_known_is_recorded_as_its_author(home, call):
    entry_id = remember(home, "The kitchen doorway has a lip", source="agent:planner")
    said = {"id": entry_id, "reason": "a ramp is ordered", "until": "2099-12-24"}

    result = call(lambda client: client.call_tool("known", said))

    assert (
        text_of(result)
        == f"{entry_id} known until 2099-12-24 00:00 UTC: The kitchen doorway has a lip"
    )
    with RobotMemory.open(home, read_only=True) as memory:
        assert memory.why(entry_id)[0].extra["known_by"] == "agent:planner"


def test_an_agent_declaring_a_persons_note_known_needs_a_person(home, call):
    entry_id = remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("known", {"id": entry_id, "reason": "it is"}))

    assert text_of(result).startswith(f"{entry_id} alarms as before until a person declares it")


def test_an_agent_resolving_a_persons_note_needs_a_person(home, call):
    entry_id = remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("resolve", {"id": entry_id}))

    assert text_of(result).startswith(f"{entry_id} stays told: it rests on a detector or on a")
    with RobotMemory.open(home, read_only=True) as memory:
        assert [entry.id for _, entry in memory.entries()] == [entry_id]


def test_an_agent_resolving_the_entry_of_a_signed_limit_does_not_end_the_limit(home, call):
    with RobotMemory.open(home) as memory:
        limit, ada = learn(memory), keys_of(77, "ada")
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", ada.card)
        LearnedLimits(memory).approve(limit, ada, memory.clock.now().time)
        fault = fail(memory)

    for entry_id in (limit, fault):
        call(lambda client, said=entry_id: client.call_tool("resolve", {"id": said}))

    with RobotMemory.open(home, read_only=True) as memory:
        limits = LearnedLimits(memory)
        assert [how.operator for _, how in limits.signed.read().learned] == ["ada"]
        assert [one.id for one in limits.active()] == [limit]


@pytest.mark.parametrize("until", ["2099-12-24", "2099-12-24T08:00:00Z", "2099-12-24T08:00+02:00"])
def test_known_reads_the_until_date_as_the_command_line_does(home, call, until):
    entry_id = remember(home, "The kitchen doorway has a lip", source="agent:planner")
    said = {"id": entry_id, "reason": "a ramp is ordered", "until": until}

    def known_until():
        with RobotMemory.open(home, read_only=True) as memory:
            return memory.why(entry_id)[0].extra["known_until"]

    call(lambda client: client.call_tool("known", said))
    by_tool = known_until()
    main(["--home", str(home), "known", entry_id, "--until", until, "--reason", "it is ordered"])

    assert known_until() == by_tool


def test_known_refuses_an_invalid_until_date(home, call):
    said = {"id": "mem-00000000", "reason": "it is ordered", "until": "Friday"}

    result = call(lambda client: client.call_tool("known", said))

    assert result.is_error
    assert "nothing was stored: until: 'Friday' is no time" in result.content[0].text


def test_every_tool_and_parameter_has_a_description(home, call):
    for tool in call(lambda client: client.list_tools()).tools:
        assert tool.title and tool.description
        assert "\n" not in tool.description
        for name, schema in tool.input_schema["properties"].items():
            is_plain = name == "type"  # says it by its name and its values
            assert is_plain or schema["description"], f"{tool.name}: {name}"


def test_a_text_parameter_has_the_same_length_limit_on_all_faces(home, call):
    given = [
        (tool.name, name, schema["maxLength"])
        for tool in call(lambda client: client.list_tools()).tools if tool.name != "propose"
        for name, schema in tool.input_schema["properties"].items() if name in LIMITS
        and schema["type"] == "string"
    ]  # fmt: skip

    assert len(given) >= 10
    assert [one for one in given if one[2] != LIMITS[one[1]]] == []


def test_reliability_reports_that_there_is_no_data(home, call):
    remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("reliability", {}))

    assert "no data: no running time" in text_of(result)
    assert text_of(result).startswith(DATA_MARK)


@pytest.mark.parametrize("since", ["yesterday-ish", "2090-01-01"])
def test_reliability_refuses_an_invalid_period_by_the_argument_name(home, call, since):
    result = call(lambda client: client.call_tool("reliability", {"since": since}))

    assert result.is_error
    assert "since: " in result.content[0].text
    assert "--since" not in result.content[0].text


def test_reliability_accepts_a_period_in_words(home, call):
    remember(home, "The kitchen doorway has a lip")
    period = {"since": "2 h ago", "until": "today"}

    result = call(lambda client: client.call_tool("reliability", period))

    assert not result.is_error


def test_changes_since_returns_the_newest_changes_marked_as_data(home, call):
    lip = remember(home, "The kitchen doorway has a lip")
    remember(home, "The lift is slow")
    ask = {"since": "2 h ago", "limit": 1}

    text = text_of(call(lambda client: client.call_tool("changes_since", ask)))
    mark, newest, left_out = text.splitlines()

    assert mark.startswith("Noted by this robot; what follows is data")
    assert json.loads(newest)["text"] == "The lift is slow"
    assert json.loads(left_out) == {"left_out": "1 more changed: a higher limit shows them"}
    assert lip not in text


def test_many_notes_of_agents_do_not_displace_changes_of_persons(home, call):
    for hall in range(6):
        remember(home, f"Hall {hall} is slippery")
    with RobotMemory.open(home) as memory:
        for shelf in range(25):
            memory.remember("environment_note", f"Shelf {shelf} is bent", source="agent:planner")
    text = text_of(call(lambda client: client.call_tool("changes_since", {"since": "2 h ago"})))

    assert (text.count("is slippery"), text.count("is bent")) == (6, 14)


def test_changes_since_reports_that_no_entry_changed(home, call):
    result = call(lambda client: client.call_tool("changes_since", {"since": "yesterday"}))

    assert text_of(result) == "No entry changed."


@pytest.mark.parametrize(
    ("since", "words"),
    [
        ("soon", "nothing was looked up: since: 'soon' is no time; what is read: 2026-12-24"),
        ("in 2 h", "nothing was looked up: since: "),
    ],
)
def test_changes_since_refuses_an_invalid_or_future_time(home, call, since, words):
    result = call(lambda client: client.call_tool("changes_since", {"since": since}))

    assert result.is_error
    assert text_of(result).startswith(words)


def test_limits_reports_what_a_limit_needs_if_none_is_learned(home, call):
    result = call(lambda client: client.call_tool("limits", {}))

    assert text_of(result).startswith("no limit is known: one needs six onsets")


def test_limits_returns_a_limit_as_data_without_the_approval_command(home, call):
    with RobotMemory.open(home) as memory:
        limit = learn(memory)

    mark, line = text_of(call(lambda client: client.call_tool("limits", {}))).splitlines()

    assert mark.startswith("Noted by this robot; what follows is data")
    told = json.loads(line)
    assert (told["id"], told["variable"], told["value"]) == (limit, "speed", 0.3)
    assert "approved_by" not in told and "robot-memory" not in line


def test_an_answer_has_no_structured_copy_of_its_text(home, call):
    remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("recall", {"query": "kitchen"}))

    assert result.structured_content is None


def test_a_repeated_note_does_not_change_the_context(home, call):
    note = {"type": "environment_note", "text": "The lift stops at floor 3"}

    async def twice(client):
        await client.call_tool("remember", note)
        first = (await client.call_tool("get_context", {})).content[0].text
        await client.call_tool("remember", note)
        return first, (await client.call_tool("get_context", {})).content[0].text

    first, second = call(twice)
    assert first == second


def test_an_outcome_of_an_agent_is_recalled_and_makes_no_entry(home, call):
    outcome = {
        "task": "dock at bay 2", "succeeded": False, "place": "bay 2",
        "parameters": {"approach": "left", "speed": 0.2}, "note": "slipped on the wet floor",
    }  # fmt: skip

    async def report_and_ask(client):
        told = await client.call_tool("report_outcome", outcome)
        return told, await client.call_tool("recall", {"query": "docking on a wet floor"})

    told, found = call(report_and_ask)
    assert not told.is_error
    assert "failed 1 of 1 times so far" in text_of(told)
    assert "dock at bay 2 failed with approach left, speed 0.2: slipped" in text_of(found)
    assert '"speaker": "agent planner"' in text_of(found)
    with RobotMemory.open(home, read_only=True) as memory:
        assert memory.entries() == []


def test_an_outcome_without_a_task_is_refused_and_not_stored(home, call):
    result = call(
        lambda client: client.call_tool("report_outcome", {"task": " ", "succeeded": True})
    )

    assert result.is_error
    assert "task: is empty" in text_of(result)
    with RobotMemory.open(home, read_only=True) as memory:
        assert not memory.has_ledger or memory.ledger.tasks() == []


@pytest.mark.parametrize("said", ["no", "true", 0, 1])
def test_an_outcome_that_is_not_a_boolean_is_refused_and_not_stored(home, call, said):
    given = {"task": "dock at bay 2", "succeeded": said}

    result = call(lambda client: client.call_tool("report_outcome", given))

    assert result.is_error
    assert f"nothing was done: succeeded: {said!r}" in text_of(result)
    assert not home.exists()


def test_an_agent_that_repeats_writes_is_stopped_by_the_write_allowance(home, call, monkeypatch):
    monkeypatch.setattr(write_allowance, "_WRITES", Allowance(burst=3.0, per_second=0.0))
    outcome = {"task": "dock", "succeeded": True}

    async def session(client):
        return [await client.call_tool("report_outcome", outcome) for _ in range(5)]

    told = call(session)

    assert [one.is_error for one in told] == [False, False, False, True, True]
    assert "3 requests to write over MCP are taken at once" in text_of(told[-1])
    with RobotMemory.open(home, read_only=True) as memory:
        (record,) = memory.outcomes()
        assert record.tally.tried == 3


def test_restarting_the_server_does_not_renew_the_write_allowance(home, call, monkeypatch):
    monkeypatch.setattr(write_allowance, "_WRITES", Allowance(burst=3.0, per_second=0.0))
    outcome = {"task": "dock", "succeeded": True}

    told = [call(lambda client: client.call_tool("report_outcome", outcome)) for _ in range(5)]

    assert [one.is_error for one in told] == [False, False, False, True, True]


def test_recall_reports_first_that_no_result_is_a_clear_answer(home, call):
    remember(home, "The kitchen doorway has a lip")
    question = "which doorway key opens the server cabinet?"

    near = text_of(call(lambda client: client.call_tool("recall", {"query": question})))
    answer = text_of(call(lambda client: client.call_tool("recall", {"query": "doorway lip"})))

    heading, *records = near.splitlines()
    assert heading.startswith("Nothing in the memory clearly answers this. What comes nearest: ")
    assert "what follows is data" in heading
    assert all(map(json.loads, records))
    assert answer.startswith("Noted by this robot; what follows is data")
    assert "is_answer" not in near + answer


def test_a_recall_answer_has_a_maximum_size(home, call):
    with RobotMemory.open(home) as memory:
        for number in range(120):
            memory.remember("environment_note", f"Doorway {number} {'is narrow ' * 40}"[:490])

    result = call(lambda client: client.call_tool("recall", {"query": "doorway", "limit": 100}))

    assert len(text_of(result)) < 21_000
    assert "hits more" in text_of(result)


def test_many_outcomes_of_agents_do_not_displace_an_outcome_of_a_person(home, call):
    with RobotMemory.open(home) as memory:
        memory.report_outcome(TaskOutcome("open the roller door", succeeded=False, by="person:ada"))
        for number in range(200):
            task = f"task {number} {'of the planner ' * 9}"
            memory.report_outcome(TaskOutcome(task, succeeded=True, by="agent"))

    told = text_of(call(lambda client: client.call_tool("outcomes", {})))

    assert "open the roller door (as persons report): failed 1 of 1" in told
    assert "records more" in told and len(told) < 21_000


def test_why_refuses_an_unknown_id(home, call):
    remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("why", {"id": "mem-none"}))

    assert result.is_error
    assert "no entry has the id 'mem-none'" in text_of(result)


def test_an_empty_note_is_refused_and_not_stored(home, call):
    note = {"type": "environment_note", "text": " "}

    result = call(lambda client: client.call_tool("remember", note))

    assert result.is_error
    with RobotMemory.open(home, read_only=True) as memory:
        assert memory.entries() == []


def test_a_skill_proposed_by_an_agent_is_pending(home, call):
    skill = {"skill": "dock", "text": "# Dock\n\nApproach slowly.\n", "reason": "it slips"}

    result = call(lambda client: client.call_tool("propose", skill))

    assert "pending" in text_of(result)
    assert not (home / "procedural" / "skills" / "dock").exists()
    with RobotMemory.open(home, read_only=True) as memory:
        (proposal,) = memory.long_term.levels.proposals.all()
    assert proposal.proposed_by == "agent:planner"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ada", "'ada' reads as the operator 'ada'"), ("ADA", "reads as the operator 'ada'"),
        ("\u0430da", "reads as the operator 'ada'"),
        ("bob", "'bob' reads as the person 'bob'"), ("Bob", "reads as the person 'bob'"),
        ("a b", "is not 1 to 64 letters"), ("operator", "is a word for who says something"),
    ],
)  # fmt: skip
def test_an_agent_name_that_resembles_a_persons_name_is_refused(home, mcp, capsys, name, words):
    pytest.importorskip("cryptography")
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        memory.long_term.assist.enrol("ada", keys_of(77, "ada").card)
    tokens = TokenStore(home / "keys" / "web-tokens.json")
    tokens.issue("bob", [TokenScope.READ], CallerKind.PERSON)
    tokens.issue("planner", [TokenScope.WRITE], CallerKind.AGENT)

    assert main(["--home", str(home), "mcp", "--write", "--name", name]) == 2
    assert words in capsys.readouterr().err


def test_a_running_server_refuses_writes_once_its_name_is_an_operators(home, mcp, clock):
    pytest.importorskip("cryptography")
    from robot_memory.faces.cli.verbs.mcp import _check_name
    from robot_memory.faces.mcp.server import make_server

    args = argparse.Namespace(home=str(home), name="hank")
    with RobotMemory.open(home, clock=clock) as memory:
        memory.save(force=True)
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))

    async def talk(text):
        server = make_server(
            source,
            author="hank",
            may_write=True,
            check_author=lambda: _check_name(args, "nothing was stored"),
        )
        async with mcp.Client(server) as client:
            return await client.call_tool("remember", {"type": "environment_note", "text": text})

    assert not asyncio.run(talk("Lift 2 is slow")).is_error
    with RobotMemory.open(home) as memory:
        memory.long_term.assist.enrol("hank", keys_of(77, "hank").card)

    refused = asyncio.run(talk("The pit is safe"))

    source.close()
    assert refused.is_error and "reads as the operator 'hank'" in text_of(refused)
    with RobotMemory.open(home, read_only=True) as memory:
        assert [entry.text for _, entry in memory.entries()] == ["Lift 2 is slow"]


@pytest.mark.parametrize("what", ["file", "daily-digest"])
def test_a_resource_without_a_memory_home_reports_that_there_is_none(home, call, what):
    result = call(lambda client: client.read_resource(f"memory://{what}"))

    assert result.contents[0].text.startswith("There is no ")


def test_the_newest_daily_digest_can_be_read_as_a_resource(home, call):
    remember(home, "The kitchen doorway has a lip")
    with RobotMemory.open(home) as memory:
        memory.consolidate()

    result = call(lambda client: client.read_resource("memory://daily-digest"))

    assert "Noted by this robot; what follows is data" in result.contents[0].text
    assert "The kitchen doorway has a lip" in result.contents[0].text


@pytest.mark.parametrize("is_said", [True, False])
def test_the_digest_resource_omits_withdrawn_texts_noted_by_machines(home, call, is_said):
    with RobotMemory.open(home) as memory:
        now = memory.clock.now()
        words = WithdrawnStatement("mem-1", "The charger is in bay 2", now.time, now.time)
        peer = PeerRecord("RRN-000000000001", 1, (), (), "f", problem="revoked", withdrawn=(words,))
        memory.ledger.append([peer.as_row(now)])
    lines = tuple(("Facts Learned", line) for line in (words.text, "Lift 2 is slow"))
    noted = DigestedSource("0" * 64, now.time, lines, is_said)
    DigestFiles(home).write(date(2026, 12, 1), DigestRecord({"entry-created:mem-1": noted}))

    text = call(lambda client: client.read_resource("memory://daily-digest")).contents[0].text

    assert "Lift 2 is slow" in text
    assert ("bay 2" in text) is is_said


def test_long_notes_of_agents_do_not_displace_persons_in_the_digest_resource(home, call):
    noon = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
    agents = tuple(
        ("Facts Learned", f"Corridor {number} is {'long, ' * 80}dark (an agent says so)")
        for number in range(60)
    )
    persons = (("Decisions Made", "ada: Let's use the north dock"),)
    DigestFiles(home).write(
        date(2026, 12, 1),
        DigestRecord({
            "entry-created:mem-1": DigestedSource("0" * 64, noon, agents, is_said=False),
            "session:1": DigestedSource("1" * 64, noon, persons, is_said=True),
        }),
    )  # fmt: skip

    text = call(lambda client: client.read_resource("memory://daily-digest")).contents[0].text

    assert "ada: Let's use the north dock" in text
    assert "Corridor 0 is" in text and "left_out" in text


def test_a_daily_digest_that_is_a_pipe_raises_without_blocking(home, call, mcp):
    remember(home, "The kitchen doorway has a lip")
    (home / "daily").mkdir()
    os.mkfifo(home / "daily" / "2026-12-01.md")

    async def read(client):
        with pytest.raises(mcp.MCPError, match=r"is a named pipe .*2026-12-01\.md"):
            await client.read_resource("memory://daily-digest")

    call(read)


def test_the_memory_file_and_an_entry_can_be_read_as_resources(home, call):
    entry_id = remember(home, "The kitchen doorway has a lip")

    async def read(client):
        file = await client.read_resource("memory://file")
        entry = await client.read_resource(f"memory://entry/{entry_id}")
        return file.contents[0].text, entry.contents[0].text

    file, entry = call(read)
    assert "The kitchen doorway has a lip" in file
    assert entry_id in entry


def test_the_resource_of_an_unknown_entry_raises_with_its_id(home, call, mcp):
    remember(home, "The kitchen doorway has a lip")

    async def read(client):
        with pytest.raises(mcp.MCPError, match="no entry has the id 'mem-none'"):
            await client.read_resource("memory://entry/mem-none")

    call(read)


def test_the_prompt_session_start_contains_the_context(home, call):
    remember(home, "The kitchen doorway has a lip", confidence=0.9)

    result = call(lambda client: client.get_prompt("session_start"))

    assert "The kitchen doorway has a lip" in result.messages[0].content.text


def test_the_prompt_session_start_contains_the_limits_in_force(home, call):
    with RobotMemory.open(home) as memory:
        in_force = LimitsInForce(
            memory.home.governance / "in_force", memory.long_term.levels.events
        )
        in_force.record_speed(0.3, ["mem-1"], memory.clock.now().time)

    result = call(lambda client: client.get_prompt("session_start"))

    assert "at most 0.3 m/s everywhere" in result.messages[0].content.text


@pytest.mark.parametrize("may_write", [True, False])
def test_the_prompt_session_start_names_only_available_tools(home, call, may_write):
    result = call(lambda client: client.get_prompt("session_start"), may_write=may_write)

    assert ("`report_outcome`" in result.messages[0].content.text) == may_write


@pytest.mark.parametrize(
    ("name", "arguments", "problem"),
    [
        ("session_end", {}, "no prompt has the name 'session_end'; there is session_start"),
        ("\u202eses", {}, r"no prompt has the name '\\u202eses'"),
        ("session_start", {"size": "9"}, "session_start takes no arguments, not 'size'"),
    ],
)
def test_an_unknown_prompt_or_argument_is_refused_with_the_reason(
    call, mcp, name, arguments, problem
):
    async def ask(client):
        with pytest.raises(mcp.MCPError, match=problem) as caught:
            await client.get_prompt(name, arguments)
        return caught.value.error.code

    assert call(ask) == mcp.types.INVALID_PARAMS


def test_the_prompt_session_start_reports_why_the_memory_is_unreadable(
    home, call, mcp, monkeypatch
):
    remember(home, "The kitchen doorway has a lip")

    def refuse(memory, *asked, **fields):
        raise OSError(5, "Input/output error", "observations.db")

    monkeypatch.setattr(RobotMemory, "context", refuse)

    async def ask(client):
        with pytest.raises(mcp.MCPError, match=r"Input/output error: 'observations\.db'"):
            await client.get_prompt("session_start")

    call(ask)


def test_the_server_answers_a_client_over_standard_input_and_output(home, mcp):
    remember(home, "The kitchen doorway has a lip")
    command = ["-m", "robot_memory.faces.cli", "--home", str(home), "mcp"]

    async def session():
        parameters = mcp.StdioServerParameters(command=sys.executable, args=command)
        async with mcp.Client(mcp.stdio_client(parameters)) as client:
            return await client.call_tool("recall", {"query": "kitchen"})

    assert "The kitchen doorway has a lip" in text_of(asyncio.run(asyncio.wait_for(session(), 60)))


BAD_MESSAGES = [
    (b"junk", -32700, None), (b"\xff\xfe\x00", -32700, None), (b"[" * 50_000, -32700, None),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None), (b"7", -32600, None),
    (b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', -32600, None),
    (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":{"a":"\\ud800"}}', -32600, 5),
    (b'{"jsonrpc":"2.0","id":6,"method":"ping","params":{"a":1,"a":2}}', -32600, 6),
    (b'{"jsonrpc":"2.0","id":"x","method":3}', -32600, "x"),
]  # fmt: skip


def test_an_unreadable_message_is_answered_with_an_error_and_the_next_is_read(home, mcp):
    remember(home, "The kitchen doorway has a lip")
    ping = b'{"jsonrpc":"2.0","id":99,"method":"ping"}'
    first = json.dumps({
        "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "planner", "version": "1"},
        },
    }).encode()  # fmt: skip
    command = [sys.executable, "-m", "robot_memory.faces.cli", "--home", str(home), "mcp"]
    with Popen(command, stdin=PIPE, stdout=PIPE) as program:

        def ask(line):
            program.stdin.write(line + b"\n")
            program.stdin.flush()
            return json.loads(program.stdout.readline())

        assert ask(first)["id"] == 0
        for line, code, number in BAD_MESSAGES:
            answer = ask(line)
            assert (answer["error"]["code"], answer["id"]) == (code, number), line[:80]
            assert "was not read" in answer["error"]["message"]
        assert ask(ping) == {"jsonrpc": "2.0", "id": 99, "result": {}}
        program.stdin.close()
        assert program.wait(20) == 0


def test_many_notes_of_agents_do_not_displace_others_in_a_long_answer(home, call):
    remember(home, "The lift stops at floor 3", confidence=0.5)
    with RobotMemory.open(home) as memory:
        for number in range(90):
            text = f"The lift {number} is dusty: {'dust ' * 40}"
            memory.remember("environment_note", text, source="agent:rover", confidence=0.59)

    async def read(client):
        file = await client.read_resource("memory://file")
        hits = await client.call_tool("recall", {"query": "lift dusty", "limit": 100})
        return file.contents[0].text, text_of(hits)

    file, hits = call(read)
    for answer in (file, hits):
        assert "The lift stops at floor 3" in answer
        assert "left_out" in answer


@pytest.mark.parametrize("budget", [True, -1, "many"])
def test_a_token_budget_that_is_not_a_valid_number_is_refused(home, call, budget):
    remember(home, "The kitchen doorway has a lip")

    result = call(lambda client: client.call_tool("get_context", {"token_budget": budget}))

    assert result.is_error
    assert "token_budget" in text_of(result)
