"""Who may read and write over HTTP."""

from __future__ import annotations

import json

import pytest
from approving import keys_for

from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope
from robot_memory.governance import AssistPath

NOTE = {"type": "environment_note", "text": "The kitchen doorway has a lip"}


def test_reading_on_this_machine_needs_no_token(site):
    assert site.client().get("/api/memory/entries").status_code == 200


def test_writing_on_this_machine_needs_a_token(site):
    answer = site.client().post("/api/memory/entries", json=NOTE)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "robot-memory web issue" in answer.json()["detail"]
    assert not site.home.exists()


def test_reading_over_a_network_needs_a_token(site):
    outside = {"is_local": False, "base_url": "http://robot.example"}

    assert site.client(**outside).get("/api/memory/entries").status_code == 401
    reader = site.writer("eve", scopes=[TokenScope.READ], **outside)
    assert reader.get("/api/memory/entries").status_code == 200


def test_a_token_for_reading_does_not_write(site):
    answer = site.writer(scopes=[TokenScope.READ]).post("/api/memory/entries", json=NOTE)

    assert answer.status_code == 403
    assert "does not allow write" in answer.json()["detail"]


def test_a_token_for_writing_does_not_decide_about_proposals(site):
    answer = site.writer().post("/api/memory/proposals/p-1/reject", json={})

    assert answer.status_code == 403


def test_an_unknown_token_is_refused_even_for_reading_on_this_machine(site):
    assert site.client("rmt_guessed").get("/api/memory/entries").status_code == 401


def test_a_revoked_token_is_refused_from_the_next_request_on(site):
    client = site.writer("ada")
    assert client.get("/api/memory/entries").status_code == 200

    site.tokens.revoke("ada")

    assert client.get("/api/memory/entries").status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1:80@evil.example", "localhost:x"])
def test_a_foreign_host_header_is_refused(site, host):
    answer = site.client().get("/api/memory/entries", headers={"Host": host})

    assert answer.status_code == 421


def test_a_foreign_origin_gets_no_cors_permission(site):
    answer = site.client().get("/api/memory/entries", headers={"Origin": "http://evil.example"})

    assert "access-control-allow-origin" not in answer.headers


def test_requests_beyond_the_rate_limit_are_refused_with_retry_after(site):
    client = site.client(burst=3.0, rate=0.001)

    answers = [client.get("/api/memory/health") for _ in range(4)]

    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].headers["retry-after"] == "1"


def test_the_file_of_tokens_holds_no_token_and_is_private(site):
    token = site.tokens.issue("ada", [TokenScope.WRITE], CallerKind.PERSON)
    path = site.home / "keys" / "web-tokens.json"

    assert token not in path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    assert json.loads(path.read_text())["tokens"][0]["name"] == "ada"


def test_a_name_can_have_only_one_token(site):
    site.tokens.issue("ada", [TokenScope.READ], CallerKind.PERSON)

    with pytest.raises(InvalidInput, match="has a token already"):
        site.tokens.issue("ada", [TokenScope.WRITE], CallerKind.PERSON)


@pytest.mark.parametrize("twin", ["Ada", "ADA", "\uff41da", "\u0430da", "\u0430\u0501\u0430"])
def test_a_name_that_looks_like_an_existing_one_gets_no_token(site, twin):
    site.tokens.issue("ada", [TokenScope.READ], CallerKind.PERSON)

    with pytest.raises(InvalidInput, match="'ada' has a token already"):
        site.tokens.issue(twin, [TokenScope.WRITE], CallerKind.PERSON)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Ada", "person"), ("ada", "agent"), ("ADA", "agent"), ("a.d-a", "agent"), ("ada.", "person"),
     ("operator.ada", "agent"), ("person_ada", "agent")],
)  # fmt: skip
def test_a_name_that_looks_like_an_operators_gets_no_token(site, name, kind):
    with pytest.raises(InvalidInput, match="reads as the operator 'ada'"):
        site.tokens.issue(name, [TokenScope.WRITE], CallerKind(kind), ["ada"])

    assert site.tokens.callers() == []
    site.tokens.issue("ada", [TokenScope.WRITE], CallerKind.PERSON, ["ada"])


@pytest.mark.parametrize("kind", CallerKind)
@pytest.mark.parametrize("name", ["operator", "Detector", "MEMORY", "peer", "person", "ａgent"])
def test_a_reserved_source_name_gets_no_token(site, name, kind):
    with pytest.raises(InvalidInput, match="is a word for who says something"):
        site.tokens.issue(name, [TokenScope.WRITE], kind)


def test_web_issue_refuses_the_name_of_an_operator(site, capsys):
    keys = keys_for("ada")
    home = Home(site.home, site.home / "robot-memory.md")
    AssistPath(home, enabled=False).enrol("ada", keys.card)
    status = main(["--home", str(site.home), "web", "issue", "Ada", "--scope", "write"])

    assert status == 2
    assert "reads as the operator 'ada'" in capsys.readouterr().err


def test_a_damaged_token_file_grants_no_access_and_is_reported(site):
    token = site.tokens.issue("ada", [TokenScope.WRITE], CallerKind.PERSON)
    path = site.home / "keys" / "web-tokens.json"
    path.write_text('{"tokens": [{"name": "ada", "scopes": "all"')

    answer = site.client(token).post("/api/memory/entries", json=NOTE)

    assert answer.status_code == 422
    assert "web-tokens.json is damaged" in answer.json()["detail"]


def test_a_token_file_that_is_nested_too_deep_is_reported_as_damaged(site):
    path = site.home / "keys" / "web-tokens.json"
    path.parent.mkdir(parents=True)
    path.write_text("[" * 100_000)

    with pytest.raises(InvalidInput, match=r"web-tokens\.json is damaged"):
        site.tokens.callers()


@pytest.mark.parametrize(
    ("kind", "least"), [(CallerKind.PERSON, 0.6), (CallerKind.AGENT, 0.0)], ids=str
)
def test_a_persons_token_gives_a_note_more_confidence_than_an_agents(site, kind, least):
    client = site.writer("r2", kind)

    made = client.post("/api/memory/entries", json=NOTE | {"confidence": 0.9}).json()

    entry = client.get(f"/api/memory/why/{made['id']}").json()["entry"]
    assert (entry["confidence"] >= 0.6) == (least >= 0.6)
