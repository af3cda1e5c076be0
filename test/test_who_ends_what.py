"""No agent can end or reword what a detector or a person said, on any face (§2.12)."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from limit_builders import fail

from robot_memory import RobotMemory
from robot_memory.applications.review.review_list import items_to_review
from robot_memory.entries.memory_entry import EntryType
from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.long_term.recall.query import Query
from robot_memory.memory_source import MemorySource

ADA, AGENT = "person:ada", "agent:planner"
OTHER_WORDS = "All is well"

#: How each face performs an action on entries: given the home, the action and their ids.
Face = Callable[[Any, str, Iterable[str]], None]


def over_python(home, deed: str, ids: Iterable[str], source: str = AGENT) -> None:
    with RobotMemory.open(home) as memory:
        deeds: dict[str, Callable[[str], object]] = {
            "resolve": lambda entry_id: memory.resolve(entry_id, source=source),
            "forget": lambda entry_id: memory.forget(entry_id, source=source),
            "correct": lambda entry_id: memory.correct(entry_id, OTHER_WORDS, source=source),
            "known": lambda entry_id: memory.declare_known(entry_id, "seen", source=source),
            "withdraw": lambda entry_id: memory.withdraw_known(entry_id, "why", source=source),
            "repaired": lambda _: memory.repaired("left encoder", source=source),
        }
        for entry_id in ids:
            try:
                deeds[deed](entry_id)
            except RobotMemoryError as error:
                assert "nothing was stored" in str(error)


def over_the_command_line(home, deed: str, ids: Iterable[str]) -> None:
    for entry_id in ids:
        words = {
            "correct": ["correct", entry_id, OTHER_WORDS],
            "known": ["known", entry_id, "--reason", "seen"],
            "withdraw": ["known", entry_id, "--withdraw"],
            "repaired": ["repaired", "left encoder"],
        }.get(deed, [deed, entry_id])
        main(["--home", str(home), *words, "--source", AGENT])


def over_http(home, deed: str, ids: Iterable[str]) -> None:
    testclient = pytest.importorskip("starlette.testclient", reason="needs the extra `web`")
    from robot_memory.faces.web.access import AccessRules, RateLimit
    from robot_memory.faces.web.application import WebApplication
    from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore

    tokens = TokenStore(home / "keys" / "web-tokens.json")
    token = tokens.issue("planner", (TokenScope.WRITE,), CallerKind.AGENT)
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))
    app = WebApplication(source, AccessRules(tokens, True), RateLimit(burst=1e6))
    client = testclient.TestClient(
        app.asgi(), base_url="http://localhost", headers={"Authorization": f"Bearer {token}"}
    )
    for entry_id in ids:
        path, body = f"/api/memory/entries/{entry_id}/{deed}", {}
        if deed == "correct":
            body = {"text": OTHER_WORDS}
        elif deed in ("known", "withdraw"):
            path = f"/api/memory/entries/{entry_id}/known"
            body = {"reason": "seen", "withdraw": deed == "withdraw"}
        elif deed == "repaired":
            path, body = "/api/memory/repaired", {"component": "left encoder"}
        assert client.post(path, json=body).status_code in (200, 202, 403, 409, 422)
    source.close()


def over_mcp(home, deed: str, ids: Iterable[str]) -> None:
    client = pytest.importorskip("mcp", reason="needs the extra `agent`").Client
    from robot_memory.faces.mcp.server import make_server

    asked = {"resolve": ("resolve", {}), "known": ("known", {"reason": "seen"})}.get(deed)
    source = MemorySource(lambda write: RobotMemory.open(home, read_only=not write))

    async def session() -> None:
        async with client(make_server(source, author="planner", may_write=True)) as session:
            tools = {tool.name for tool in (await session.list_tools()).tools}
            assert tools.isdisjoint({"forget", "correct", "repaired", "mute", "withdraw_known"})
            for entry_id in ids if asked else ():
                await session.call_tool(asked[0], {"id": entry_id, **asked[1]})

    asyncio.run(session())
    source.close()


def over_ros(home, deed: str, ids: Iterable[str], source: str = AGENT) -> None:
    pytest.importorskip("rclpy", reason="no rclpy")
    from robot_memory.faces.ros.operation_services import OperationServices

    fields = {
        "correct": {"text": OTHER_WORDS}, "known": {"reason": "seen"},
        "withdraw": {"reason": "why", "withdraw": True}, "repaired": {"component": "left encoder"},
    }.get(deed, {})  # fmt: skip
    offered: dict[str, Any] = {}
    with RobotMemory.open(home) as memory:

        def offer(kind: Any, name: str, do: Any) -> None:
            offered[name] = (kind, do)

        OperationServices(SimpleNamespace(offer=offer, offer_write=offer), memory)
        kind, do = offered["known" if deed == "withdraw" else deed]
        for entry_id in ids:
            named = {} if deed == "repaired" else {"id": entry_id}
            try:
                do(kind.Request(source=source, **named, **fields), kind.Response())
            except RobotMemoryError as error:
                assert "nothing was stored" in str(error)


FACES: dict[str, Face] = {
    "python, an agent": over_python,
    "python, a claimed person": partial(over_python, source="claimed:ada"),
    "command line": over_the_command_line,
    "http": over_http,
    "mcp": over_mcp,
    "ros, an agent": over_ros,
    "ros, somebody without a name": partial(over_ros, source=""),
    "ros, who says to be a person": partial(over_ros, source="person:ada"),
}
DEEDS = ("resolve", "forget", "correct", "known", "withdraw", "repaired")
#: The actions that need a person: on unknown entries, and on those that a person declared known.
WAIT = {"resolve": (True, True), "forget": (True, True), "withdraw": (False, True)}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Path, dict[str, str]]:
    """A home with entries that no agent may end, and their ids by kind."""
    home = tmp_path_factory.mktemp("made") / "home"
    with RobotMemory.open(home) as memory:
        memory.save(force=True)
        note = partial(memory.remember, "environment_note")
        ids = {
            "a fault": fail(memory, "front lidar"),
            "a known fault": fail(memory),
            "a person's note": note("The kitchen doorway has a lip", source=ADA).id,
            "an agent's note that a person declared known": note("Lift stops", source=AGENT).id,
            "a resolved note": note("The ramp is wet", source=ADA).id,
            "an agent's note that a person corrected": note("Ramp E holds", source=AGENT).id,
            "an agent's note that a person edited": note("Ramp F holds", source=AGENT).id,
            "an agent's note that a person muted": note("Ramp G holds", source=AGENT).id,
            "an agent's note that a person resolved": note("Ramp H holds", source=AGENT).id,
        }
        memory.mute(ids["an agent's note that a person muted"], source=ADA)
        memory.resolve(ids["an agent's note that a person resolved"], source=ADA)
        for name in ("a known fault", "an agent's note that a person declared known"):
            memory.declare_known(ids[name], "a part is ordered", source=ADA)
        memory.resolve(ids["a resolved note"], source=ADA)
        corrected = ids["an agent's note that a person corrected"]
        memory.correct(corrected, "Ramp E breaks", source=ADA)
        memory.save(force=True)
    file, edited = home / "robot-memory.md", home / "edited"
    edited.write_text(file.read_text().replace("Ramp F holds", "Ramp F breaks"))
    edited.replace(file)  # by renaming: an edit in place would be waited for
    return home, ids


@pytest.fixture
def entries(home, made) -> dict[str, str]:
    """The ids of entries that no agent may end, by kind."""
    shutil.copytree(made[0], home, symlinks=True)
    return made[1]


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("deed", DEEDS)
def test_an_agent_cannot_end_or_reword_what_a_person_or_detector_said(home, entries, face, deed):
    FACES[face](home, deed, entries.values())
    with RobotMemory.open(home) as memory:
        found = {what: memory.why(entry_id, limit=1)[0] for what, entry_id in entries.items()}
        waiting = {item.id for item in items_to_review(memory)}
    for what, entry_id in entries.items():
        entry = found[what]
        now = entry.first_seen
        assert (entry.type is EntryType.RESOLVED) == ("resolved" in what), what
        assert entry.text != OTHER_WORDS, what
        is_known = "known" in what
        if is_known:
            assert entry.is_known(now) and entry.extra["known_by"] == "person:ada", what
        if deed in WAIT and (face != "mcp" or deed == "resolve") and "resolved" not in what:
            assert not WAIT[deed][is_known] or entry_id in waiting, what


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("deed", ["resolve", "forget", "correct"])
def test_an_agent_can_end_its_own_note(home, face, deed):
    with RobotMemory.open(home) as memory:
        entry_id = memory.remember("environment_note", "The lift stops", source=AGENT).id
    FACES[face](home, deed, [entry_id])

    with RobotMemory.open(home) as memory:
        told = [entry.text for _, entry in memory.entries()]
    kept = face == "mcp" and deed != "resolve"
    assert told == (["The lift stops"] if kept else [OTHER_WORDS] if deed == "correct" else [])


@pytest.mark.parametrize("decision", ["mute", "resolve"])
@pytest.mark.parametrize("source", [AGENT, "claimed:ada"])
@pytest.mark.parametrize("words", ["The lift stops", "the lift  stops!"])
def test_an_agent_cannot_repeat_a_note_that_a_person_muted_or_resolved(
    home, decision, source, words
):
    with RobotMemory.open(home) as memory:
        entry_id = memory.remember("environment_note", "The lift stops", source=source).id
        getattr(memory, decision)(entry_id, source=ADA)
        for kind in ("environment_note", "behavior_pattern"):
            for deed in (
                lambda: memory.correct(entry_id, OTHER_WORDS, source=source),
                lambda: memory.forget(entry_id, source=source),
                lambda kind=kind: memory.remember(kind, words, source=source),
            ):
                with suppress(RobotMemoryError):
                    deed()
        assert "lift" not in str(memory.context()).lower()
        entry = memory.why(entry_id)[0]
        assert (entry.type is EntryType.RESOLVED) == (decision == "resolve")
        assert entry.is_muted(entry.first_seen) == (decision == "mute")


def test_an_agent_can_delete_its_own_note_after_resolving_it(home):
    with RobotMemory.open(home) as memory:
        entry_id = memory.remember("environment_note", "The lift stops", source=AGENT).id
        memory.resolve(entry_id, source=AGENT)
        memory.forget(entry_id, source=AGENT)
        assert not list(memory.entries(include_resolved=True))


@pytest.mark.parametrize("source", [AGENT, "claimed:ada"])
@pytest.mark.parametrize("deed", ["resolve", "repaired", "mute", "correct"])
def test_an_agent_cannot_change_its_resolved_note_after_a_person_decided(home, source, deed):
    said = {"tags": ["lift"], "source": source}
    with RobotMemory.open(home) as memory:
        entry_id = memory.remember("environment_note", "The lift stops", **said).id
        memory.resolve(entry_id, source=source)
        {
            "resolve": lambda: memory.resolve(entry_id, "it runs", source=ADA),
            "repaired": lambda: memory.repaired("lift", "it runs", source=ADA),
            "mute": lambda: memory.mute(entry_id, source=ADA),
            "correct": lambda: memory.correct(entry_id, "The lift stops", source=ADA),
        }[deed]()
        for again in (memory.forget, lambda *_, **who: memory.correct(entry_id, "No", **who)):
            with suppress(RobotMemoryError):
                again(entry_id, source=source)
        memory.remember("environment_note", "The lift stops", **said)

        is_told = deed == "correct"  # the words are a person's now, and an agent only asks (§2.12)
        assert ("The lift stops" in memory.context().text) is is_told
        (found,) = [entry for _, entry in memory.entries(include_resolved=True)]
        assert (found.id, found.text) == (entry_id, "The lift stops")
        kind = found.type if is_told else found.resolved_from
        assert kind is EntryType.ENVIRONMENT_NOTE


def test_an_agents_request_to_forget_is_reviewed_and_done_by_a_person(home, entries):
    entry_id = entries["a person's note"]
    with RobotMemory.open(home) as memory:
        memory.forget(entry_id, "it is wrong", source=AGENT)
        (item,) = [one for one in items_to_review(memory) if one.id == entry_id]
        assert "agent:planner asks to forget it: it is wrong" in item.question
        assert memory.forget(entry_id, source=ADA).id == entry_id
        assert entry_id not in {entry.id for _, entry in memory.entries(include_resolved=True)}


def test_a_persons_line_stays_after_an_agent_resolves_its_note_of_the_same(home):
    said = "The crane hook is cracked and unsafe"
    with RobotMemory.open(home) as memory:
        levels = memory.long_term.levels
        levels.write(
            "semantic", "knowledge/crane.md", f"# Crane\n\n- {said}\n", by=f"{ADA} over HTTP"
        )
        note = memory.remember("environment_note", said, source=AGENT)
        memory.resolve(note.id, source=AGENT)

        assert "knowledge" in [str(hit.source) for hit in memory.recall(Query("crane hook"))]
        memory.resolve(memory.remember("environment_note", said, source=ADA).id, source=ADA)
        assert "knowledge" not in [str(hit.source) for hit in memory.recall(Query("crane hook"))]


@pytest.mark.parametrize("is_resolved", [False, True])
def test_recall_returns_a_persons_statement_beside_an_agents_equal_note(home, is_resolved):
    said = "The crane hook is cracked and unsafe"
    with RobotMemory.open(home) as memory:
        note = memory.remember("environment_note", said, source=AGENT)
        if is_resolved:
            memory.resolve(note.id, source=AGENT)
        now = memory.clock.now().time
        session = memory.long_term.levels.sessions.start(now)
        session.add_turn("user", f"{said}.", now, speaker="Ada")
        hits = memory.recall(Query("Is the crane hook unsafe?"))

    assert ("chunk", "Ada") in [(str(hit.source), hit.speaker) for hit in hits]
    assert "entry" in [str(hit.source) for hit in hits]


def test_a_persons_event_about_an_agents_note_stays_after_its_resolution(home):
    with RobotMemory.open(home) as memory:
        note = memory.remember("environment_note", "The crane hook is fine", source=AGENT)
        event = json.dumps({"text": f"{note.id} is wrong: the crane hook is cracked"})
        memory.long_term.levels.write(
            "episodic", "events/events.jsonl", event, by=f"{ADA} over HTTP"
        )
        memory.resolve(note.id, source=AGENT)
        hits = memory.recall(Query("Is the crane hook cracked?"))

    assert any("is wrong" in hit.text for hit in hits)
