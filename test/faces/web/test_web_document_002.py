"""The endpoints of document 002, "API Endpoints"."""

from __future__ import annotations

import json
import threading
from datetime import timedelta

import pytest

from robot_memory import RobotMemory
from robot_memory.faces import write_allowance
from robot_memory.faces.web import application
from robot_memory.foundation.errors import NightShiftBusy
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope
from robot_memory.foundation.text.conversation import read_conversation
from robot_memory.foundation.token_bucket import Allowance
from robot_memory.long_term.graph import Statement
from robot_memory.long_term.levels import RETENTION_POLICY
from robot_memory.long_term.levels.record_tail import RecordTail
from robot_memory.long_term.recall.query import Query

FILE = "/api/memory/write/semantic/knowledge/docks.md"


def test_002_api_endpoints_a_file_that_is_written_is_read_back(site):
    client = site.writer()

    assert client.post(FILE, json={"content": "# Docks\n\nDock 3 is worn.\n"}).status_code == 200

    read = client.get("/api/memory/read/semantic/knowledge/docks.md").json()
    assert "Dock 3 is worn." in read["content"]


def test_002_api_endpoints_a_semantic_file_without_versions_is_not_replaced(site):
    taught = site.home / "semantic" / "behaviors" / "behaviors.json"
    taught.parent.mkdir(parents=True, exist_ok=True)
    taught.write_text('{"behaviors": []}')

    answer = site.writer().post(
        "/api/memory/write/semantic/behaviors/behaviors.json", json={"content": "gone"}
    )

    assert 400 <= answer.status_code < 500
    assert "takes knowledge/<key>.md only" in answer.text
    assert taught.read_text() == '{"behaviors": []}'


def test_002_api_endpoints_search_finds_what_was_written_in_the_levels_that_are_named(site):
    client = site.writer()
    client.post(FILE, json={"content": "# Docks\n\nDock 3 is worn by trolleys.\n"})

    found = client.get("/api/memory/search", params={"q": "trolleys", "levels": "semantic"}).json()
    missed = client.get("/api/memory/search", params={"q": "trolleys", "levels": "episodic"}).json()

    assert len(found["hits"]) >= 1
    assert missed["hits"] == []


def test_002_api_endpoints_search_returns_what_a_higher_level_overrides(site):
    client = site.writer()
    event = {"content": '{"key": "dock_3", "text": "the dock has trolleys"}'}
    client.post("/api/memory/write/episodic/events/events.jsonl", json=event)
    client.post(
        "/api/memory/write/semantic/knowledge/dock_3.md", json={"content": "# D\n\nNo trolleys.\n"}
    )

    found = client.get("/api/memory/search", params={"q": "trolleys"}).json()

    assert [hit["text"] for hit in found["hits"]] == ["No trolleys."]
    assert [hit["source"] for hit in found["overridden"]] == ["event"]


def test_002_api_endpoints_a_procedural_file_becomes_a_proposal_for_a_person(site):
    client = site.writer()

    answer = client.post(
        "/api/memory/write/procedural/skills/dock/SKILL.md", json={"content": "# Dock\n"}
    )

    assert answer.status_code == 202
    assert answer.json()["proposal"]["status"] == "pending"
    assert not (site.home / "procedural" / "skills" / "dock").exists()
    waiting = client.get("/api/memory/proposals").json()
    assert waiting["total"] == 1


def test_002_api_endpoints_consolidate_runs_the_steps_that_are_named(site):
    site.remember("The kitchen doorway has a lip")

    report = site.writer().post("/api/memory/consolidate", json={"steps": ["decay"]}).json()

    assert [step["name"] for step in report["steps"]] == ["decay"]


def test_002_api_endpoints_stats_counts_the_files_of_each_level(site):
    client = site.writer()
    client.post(FILE, json={"content": "# Docks\n"})

    stats = client.get("/api/memory/stats").json()

    assert set(stats["levels"]) == {"procedural", "semantic", "episodic"}
    assert stats["levels"]["semantic"]["file_count"] >= 1


def test_002_api_endpoints_retention_gives_the_policy_and_what_is_due(site):
    site.remember("The kitchen doorway has a lip")

    answer = site.client().get("/api/memory/retention").json()

    assert answer["policy"] == RETENTION_POLICY
    assert answer["due"] == []


def test_agents_get_at_most_half_of_a_page_of_facts_or_chunks(site):
    with RobotMemory.open(site.home) as memory:
        now, facts = memory.clock.now().time, memory.long_term.facts
        yesterday = now - timedelta(days=1)
        facts.learn([Statement("dock", "located_in", "bay 2", "ada")], now=yesterday)
        stated = [Statement(f"crate {n}", "weighs", "9 kg", "agent:bot") for n in range(8)]
        facts.learn(stated, now=now)
        chunks = memory.long_term.chunks
        for number in range(8):
            chunks.create_chunks(f"Crate {number} is heavy", chunk_type="note")
        chunks.create_chunks("Ramp is slippery", chunk_type="note", by="person")
    client = site.client()

    facts = client.get("/api/memory/facts", params={"limit": 4}).json()["items"]
    chunks = client.get("/api/memory/chunks", params={"limit": 4}).json()["items"]

    assert "ada" in [one["source"] for one in facts]
    assert "Ramp is slippery" in [one["content"] for one in chunks]


def test_facts_are_filtered_by_name_and_chunks_by_tag_and_type(site):
    with RobotMemory.open(site.home) as memory:
        now = memory.clock.now().time
        memory.long_term.facts.learn([Statement("dock", "located_in", "bay 2", "ada")], now=now)
        memory.long_term.chunks.create_chunks("Ramp is slippery", chunk_type="note", tags=["yard"])
    client = site.client()

    facts = client.get("/api/memory/facts", params={"name": "dock"}).json()
    chunks = client.get("/api/memory/chunks", params={"tags": ["yard"]}).json()

    assert [one["object"] for one in facts["items"]] == ["bay 2"]
    assert [one["content"] for one in chunks["items"]] == ["Ramp is slippery"]
    assert client.get("/api/memory/chunks", params={"type": "fact"}).json()["items"] == []


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fkeys%2fown.json",
        "knowledge/../../keys/own.json",
        "knowledge%2f..%2f..%2fkeys%2fown.json",
        "%2fetc%2fpasswd",
        "knowledge/.hidden",
        "archive/knowledge/docks.md",
        "..%5c..%5ckeys",
        "a%00b",
    ],
)
def test_a_path_that_leaves_the_level_is_refused(site, path):
    (site.home / "keys").mkdir(parents=True)
    (site.home / "keys" / "own.json").write_text("SECRET")

    answer = site.client().get(f"/api/memory/read/semantic/{path}")

    assert answer.status_code in (400, 404, 422)
    assert "SECRET" not in answer.text


def test_a_link_that_leads_out_of_the_level_is_not_followed(site, tmp_path):
    outside = tmp_path / "outside.md"
    outside.write_text("SECRET")
    (site.home / "semantic" / "knowledge").mkdir(parents=True)
    (site.home / "semantic" / "knowledge" / "link.md").symlink_to(outside)

    answer = site.client().get("/api/memory/read/semantic/knowledge/link.md")

    assert answer.status_code == 422
    assert "SECRET" not in answer.text


def test_overwriting_a_file_changed_meanwhile_is_refused_by_its_etag(site):
    client = site.writer()
    client.post(FILE, json={"content": "# Docks\n\nOne.\n"})
    tag = client.get(FILE.replace("write", "read")).headers["etag"]
    client.post(FILE, json={"content": "# Docks\n\nTwo.\n"})

    answer = client.post(FILE, json={"content": "# Docks\n\nThree.\n"}, headers={"If-Match": tag})

    assert answer.status_code == 412
    assert "Two." in client.get(FILE.replace("write", "read")).json()["content"]


def test_if_none_match_refuses_to_replace_an_existing_file(site):
    client, is_new = site.writer(), {"If-None-Match": "*"}

    first = client.post(FILE, json={"content": "# Docks\n\nOne.\n"}, headers=is_new)
    second = client.post(FILE, json={"content": "# Docks\n\nTwo.\n"}, headers=is_new)

    assert (first.status_code, second.status_code) == (200, 412)
    assert "One." in client.get(FILE.replace("write", "read")).json()["content"]


def test_the_etag_of_a_written_file_equals_that_of_the_stored_file(site):
    client = site.writer()
    secret = {"content": "# Docks\n\npassword: hunter2-xyz\n"}
    tag = client.post(FILE, json=secret).headers["etag"]

    assert client.get(FILE.replace("write", "read")).headers["etag"] == tag
    assert client.post(FILE, json=secret, headers={"If-Match": tag}).status_code == 200


@pytest.mark.parametrize("kind", ["places_applied", "packet_withdrawn", "Limit_Applied"])
def test_an_event_type_of_the_memory_itself_cannot_be_written(site, kind):
    content = json.dumps({"type": kind, "places": []})
    url = "/api/memory/write/episodic/events/events.jsonl"
    answer = site.writer().post(url, json={"content": content})

    assert answer.status_code == 422
    assert "use a type of your own" in answer.text


@pytest.mark.parametrize("kind", CallerKind)
def test_an_external_event_has_its_true_author_and_time_on_every_face(site, kind):
    forged = {
        "type": "observation", "text": "The zebra press is safe", "by": "boss", "operator": "ada",
        "source": "person", "outside": "", "written_at": "2001-01-01T00:00:00Z", "seq": 1,
        "timestamp": "2099-01-01T00:00:00Z",
    }  # fmt: skip
    client = site.writer("eve", kind)
    url = "/api/memory/write/episodic/events/events.jsonl"
    assert client.post(url, json={"content": json.dumps(forged)}).status_code == 200

    author = f"{kind}:eve over HTTP"
    event = client.get("/api/memory/events").json()["events"][-1]
    with RobotMemory.open(site.home, read_only=True) as memory:
        levels = memory.long_term.levels
        *_, line = levels.events.read()
        (told,) = RecordTail(levels.events).after(line.data["chain"]["seq"] - 1)
        hits = memory.recall(Query("zebra press"))
    assert (event["outside"], event["written_at"]) == (author, line.data["chain"]["at"])
    assert (event["timestamp"], event["seq"]) == (event["written_at"], line.data["chain"]["seq"])
    assert (told.type, told.data["outside"]) == ("event", author)
    assert any(author in hit.where for hit in hits)
    assert not event["written_at"].startswith(("2001", "2099"))


@pytest.mark.parametrize("kind", CallerKind)
def test_a_proposal_or_file_records_if_a_person_or_an_agent_wrote_it(site, kind):
    client = site.writer("ada", kind)
    procedural = "/api/memory/write/procedural/skills/dock/SKILL.md"
    made = client.post(procedural, json={"content": "# Dock\n"}).json()
    client.post(FILE, json={"content": "# Docks\n"})

    by = f"{kind}:ada over HTTP"
    assert made["proposal"]["proposed_by"] == by
    with RobotMemory.open(site.home, read_only=True) as memory:
        noted = memory.long_term.levels.events.find('"knowledge_written"', after=0)
    assert [event["by"] for event in noted] == [by]


def test_a_file_that_a_person_rewrote_unchanged_cannot_be_changed_by_an_agent(site):
    ada, planner = site.writer("ada"), site.writer("planner", CallerKind.AGENT)
    planner.post(FILE, json={"content": "# Docks\n"})
    assert ada.post(FILE, json={"content": "# Docks\n"}).status_code == 200
    assert planner.post(FILE, json={"content": "# Docks\n"}).status_code == 200
    assert planner.post(FILE, json={"content": "# Other\n"}).status_code == 403


def test_an_agent_cannot_replace_a_file_that_a_person_wrote_last(site):
    ada, planner = site.writer("ada"), site.writer("planner", CallerKind.AGENT)
    path = site.home / "semantic" / "knowledge" / "docks.md"
    planner.post(FILE, json={"content": "# Docks\n\nI was here.\n"})
    ada.post(FILE, json={"content": "# Docks\n\nDock 3 is worn.\n"})
    with RobotMemory.open(site.home) as memory:  # the night adds its findings
        memory.long_term.levels.write_memory({"Seen": "Dock 2 slips."}, "semantic", "docks")
    before = path.read_text()
    assert "Dock 2 slips" in before

    answer = planner.post(FILE, json={"content": "# Docks\n\nAll is well.\n"})
    assert answer.status_code == 403
    assert "was written by person:ada over HTTP" in answer.text
    assert "write another file, or ask that person" in answer.text
    assert path.read_text() == before

    other = FILE.replace("docks", "docks-planner")
    assert planner.post(other, json={"content": "# Docks\n"}).status_code == 200
    assert ada.post(FILE, json={"content": "# Docks\n\nDock 3 is new.\n"}).status_code == 200


@pytest.mark.parametrize("writer", [None, "ada", "planner"])
@pytest.mark.parametrize("is_damaged", [False, True])
def test_an_agent_cannot_replace_a_file_written_at_the_machine(site, writer, is_damaged):
    planner = site.writer("planner", CallerKind.AGENT)
    path = site.home / "semantic" / "knowledge" / "docks.md"
    if writer is not None:
        client = planner if writer == "planner" else site.writer(writer)
        client.post(FILE, json={"content": "# Docks\n\nDock 3 is worn.\n"})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("# Docks\n\nDock 4 is worn, too.\n")
    if is_damaged:
        author = path.parent / ".versions" / "docks" / "author.json"
        author.parent.mkdir(parents=True, exist_ok=True)
        author.write_text("[7]")

    answer = planner.post(FILE, json={"content": "# Docks\n"})
    assert answer.status_code == 403
    assert "was written by a person at the machine" in answer.text
    with RobotMemory.open(site.home) as memory:  # the night adds its findings
        memory.long_term.levels.write_memory({"Seen": "Dock 2 slips."}, "semantic", "docks")
    assert planner.post(FILE, json={"content": "# Docks\n"}).status_code == 403


def test_an_agent_can_replace_a_file_written_by_an_agent_or_the_memory(site):
    with RobotMemory.open(site.home) as memory:
        memory.long_term.levels.write_memory({"Seen": "Dock 2 slips."}, "semantic", "docks")
    for name in ("planner", "painter"):
        client = site.writer(name, CallerKind.AGENT)
        assert client.post(FILE, json={"content": f"# Docks of {name}\n"}).status_code == 200


def test_files_written_by_agents_are_limited_by_an_allowance(site, monkeypatch):
    monkeypatch.setattr(application, "TEXTS", Allowance(burst=3000.0, per_second=0.0))
    planner = site.writer("planner", CallerKind.AGENT)

    answers = [planner.post(FILE, json={"content": f"# {n}\n{'x' * 1900}"}) for n in range(2)]

    assert [one.status_code for one in answers] == [200, 429]


def test_events_written_by_agents_are_limited_by_a_common_allowance(site, monkeypatch):
    monkeypatch.setattr(application, "TEXTS", Allowance(burst=3000.0, per_second=0.0))
    url = "/api/memory/write/episodic/events/events.jsonl"
    names = (("a", CallerKind.AGENT), ("b", CallerKind.AGENT), ("ada", CallerKind.PERSON))
    tokens = [site.tokens.issue(name, (TokenScope.WRITE,), kind) for name, kind in names]
    server, event = site.client(), json.dumps({"text": "x" * 1900})
    answers = [
        server.post(url, json={"content": event}, headers={"Authorization": f"Bearer {token}"})
        for token in tokens
    ]

    assert [one.status_code for one in answers] == [200, 429, 200]
    assert "3,000 bytes of agents' files and events over HTTP are taken at once" in answers[1].text


def test_write_requests_of_agents_share_the_allowance_of_mcp(site, monkeypatch):
    monkeypatch.setattr(write_allowance, "_WRITES", Allowance(burst=2.0, per_second=0.0))
    tokens = [
        site.tokens.issue(name, (TokenScope.WRITE,), kind)
        for name, kind in (("a", CallerKind.AGENT), ("ada", CallerKind.PERSON))
    ]
    server, statuses = site.client(), []
    for number, token in enumerate([tokens[0]] * 3 + [tokens[1]]):
        note = {"type": "environment_note", "text": f"Shelf {number} is high"}
        headers = {"Authorization": f"Bearer {token}"}
        statuses.append(server.post("/api/memory/entries", json=note, headers=headers).status_code)

    assert statuses == [201, 201, 429, 201]


def test_a_second_consolidation_is_refused_and_blocks_no_other_write(site, monkeypatch):
    site.remember("The lip is high")
    client, begun, ends = site.writer(), threading.Event(), threading.Event()

    def long_night(*_args: object, **_options: object) -> None:
        begun.set()
        assert ends.wait(10)
        raise NightShiftBusy("this one is over")

    monkeypatch.setattr(RobotMemory, "consolidate", long_night)
    first = threading.Thread(target=lambda: client.post("/api/memory/consolidate", json={}))
    first.start()
    try:
        assert begun.wait(10)
        second = client.post("/api/memory/consolidate", json={})
        note = {"type": "environment_note", "text": "A person is in bay 2"}
        noted = client.post("/api/memory/entries", json=note)
    finally:
        ends.set()
        first.join()

    assert second.status_code == 409
    assert "a night shift that was asked for before is at work" in second.text
    assert noted.status_code == 201


def test_a_conversation_is_listed_without_its_turns(site):
    turn = {"timestamp": "2026-12-01T12:00:00Z", "role": "user", "content": "Dock 3 is worn"}
    talk = read_conversation({"session_id": "docks", "turns": [turn]}, "docks.json")
    with RobotMemory.open(site.home) as memory:
        memory.long_term.levels.conversations.write(talk)

    (listed,) = site.client().get("/api/memory/sessions").json()["items"]

    assert listed["first_words"] == "user: Dock 3 is worn"
    assert (listed["turn_count"], "turns" in listed) == (1, False)
