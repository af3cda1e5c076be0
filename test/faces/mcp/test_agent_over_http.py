"""Agents over HTTP: only on this machine, and writing needs proof of the agent's name."""

from __future__ import annotations

from socket import socket

import pytest

from robot_memory.faces.cli.main import main
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore

INITIALIZE = {
    "jsonrpc": "2.0", "id": 1, "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "planner", "version": "1"},
    },
}  # fmt: skip
ACCEPT = {"Accept": "application/json, text/event-stream"}


@pytest.fixture
def served(mcp, home, monkeypatch):
    """A function that starts the verb; it returns what would be served, and where."""
    from robot_memory.faces.mcp import http_server

    given = {}

    def run(*arguments):
        monkeypatch.setattr(http_server, "open_socket", lambda *at: given.update(at=at) or socket())
        monkeypatch.setattr(http_server, "serve_application", lambda app, *_: given.update(app=app))
        assert main(["--home", str(home), "mcp", "--port", "8124", *arguments]) == 0
        return given

    return run


@pytest.fixture
def tokens(home):
    return TokenStore(home / "keys" / "web-tokens.json")


def status_of(app, token="", first=INITIALIZE, **headers):
    """Return the status of a server's answer to a session's first message."""
    from starlette.testclient import TestClient

    if token:
        headers["Authorization"] = f"Bearer {token}"
    with TestClient(app, base_url="http://127.0.0.1:8124") as client:
        answer = client.post("/mcp", json=first, headers={**ACCEPT, **headers})
    return answer.status_code, answer.text


def test_the_server_listens_on_localhost_only(served):
    assert served()["at"] == ("127.0.0.1", 8124)


def test_reading_needs_no_token(served):
    status, text = status_of(served()["app"])

    assert status == 200
    assert "get_context" in text  # in the instructions


def test_the_server_keeps_no_session_and_opens_no_stream(served):
    from starlette.testclient import TestClient

    app = served()["app"]
    with TestClient(app, base_url="http://127.0.0.1:8124") as client:
        answer = client.post("/mcp", json=INITIALIZE, headers=ACCEPT)
        assert answer.status_code == 200
        assert "mcp-session-id" not in answer.headers
        stream = client.get("/mcp", headers=ACCEPT)

    assert (stream.status_code, stream.headers["allow"]) == (405, "POST")


def test_a_request_that_is_too_large_is_refused(served):
    first = {**INITIALIZE, "padding": "x" * 1_000_000}

    assert status_of(served()["app"], first=first)[0] == 413


def test_a_request_of_a_page_of_another_site_is_refused(served):
    assert status_of(served()["app"], Origin="http://evil.example")[0] == 403


def test_a_foreign_host_header_is_refused(served):
    assert status_of(served()["app"], Host="evil.example")[0] == 421


def test_writing_without_a_token_is_refused_with_the_command_that_issues_one(served):
    status, text = status_of(served("--write", "--name", "planner")["app"])

    assert status == 401
    assert "robot-memory web issue planner --agent --scope write" in text


def test_the_write_token_of_the_agent_is_accepted(served, tokens):
    token = tokens.issue("planner", [TokenScope.WRITE], CallerKind.AGENT)

    assert status_of(served("--write", "--name", "planner")["app"], token)[0] == 200


@pytest.mark.parametrize(
    ("name", "scope", "kind"),
    [
        ("other", TokenScope.WRITE, CallerKind.AGENT),
        ("planner", TokenScope.READ, CallerKind.AGENT),
        ("planner", TokenScope.WRITE, CallerKind.PERSON),
    ],
)
def test_a_token_of_another_name_scope_or_kind_cannot_write_for_the_agent(
    served, tokens, name, scope, kind
):
    app = served("--write", "--name", "planner")["app"]
    token = tokens.issue(name, [scope], kind)  # issued after the server's start

    assert status_of(app, token)[0] == 401


def test_a_revoked_token_is_refused_at_once(served, tokens):
    token = tokens.issue("planner", [TokenScope.WRITE], CallerKind.AGENT)
    app = served("--write", "--name", "planner")["app"]
    tokens.revoke("planner")

    assert status_of(app, token)[0] == 401


def test_a_message_with_a_duplicate_key_is_refused(served):
    from starlette.testclient import TestClient

    twice = b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":1,"name":2}}'
    headers = {**ACCEPT, "Content-Type": "application/json"}
    with TestClient(served()["app"], base_url="http://127.0.0.1:8124") as client:
        answer = client.post("/mcp", content=twice, headers=headers)

    assert answer.status_code == 400
    assert (answer.json()["id"], answer.json()["error"]["code"]) == (6, -32600)
    assert "stands in one object twice" in answer.json()["error"]["message"]
