"""Enrolled operators, by the exact names of their files."""

from __future__ import annotations

import pytest
from approving import keys_for
from robots import keys_of

from robot_memory.faces.cli.main import main
from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope, TokenStore
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.governance import AssistPath
from robot_memory.governance.operators import Operators


@pytest.fixture(name="place")
def home_of_a_robot(tmp_path):
    return Home(tmp_path / "home", tmp_path / "home" / "robot-memory.md")


def token(place, name, kind=CallerKind.AGENT):
    TokenStore(place.web_tokens).issue(name, [TokenScope.WRITE], kind)


@pytest.mark.parametrize("name", ["planner", "Planner", "\u0440lanner", "PLA\u039dNER"])
def test_the_name_of_an_agent_with_a_token_cannot_become_an_operator_name(place, tmp_path, name):
    token(place, name)
    assist = AssistPath(place, enabled=False)

    told = f"planner reads as the agent {name!r}, who has a token; nothing was made or changed"
    with pytest.raises(AssistRefused, match=told):
        assist.enrol("planner", keys_for("planner").card)
    with pytest.raises(AssistRefused, match=told):
        assist.make_operator("planner", tmp_path / "planner.json")
    assert (assist.operators(), (tmp_path / "planner.json").exists()) == ([], False)

    TokenStore(place.web_tokens).revoke(name)
    assist.enrol("planner", keys_for("planner").card)
    assert assist.operators() == ["planner"]


def test_a_person_with_a_token_can_become_an_operator_only_under_the_identical_name(place):
    assist = AssistPath(place, enabled=False)
    token(place, "ada", CallerKind.PERSON)
    token(place, "Bob", CallerKind.PERSON)

    assist.enrol("ada", keys_for("ada").card)
    with pytest.raises(AssistRefused, match="bob reads as the person 'Bob', who has a token"):
        assist.enrol("bob", keys_for("bob").card)


def test_the_name_of_a_trusted_robot_cannot_become_an_operator_name(place, clock):
    robot = keys_of(5, "RRN-000000000005")
    TrustStore(place.peers).trust(robot.card, clock.now().time, name="Carl")

    with pytest.raises(AssistRefused, match="carl reads as the robot "):
        AssistPath(place, enabled=False).enrol("carl", keys_for("carl").card)


def test_an_operators_keys_are_not_enrolled_under_a_second_name(place):
    assist = AssistPath(place, enabled=False)
    card, other = keys_for("ada").card, keys_for("eve").card
    enrolled = assist.enrol("ada", card)

    for shared in (card, Card("eve", card.ed25519, other.ml_dsa)):
        with pytest.raises(AssistRefused, match=r"keys of the operator ada.*nothing was made"):
            assist.enrol("eve", shared)
    assert assist.operators() == ["ada"]

    (enrolled.parent / "former").mkdir()
    enrolled.rename(enrolled.parent / "former" / "ada.json")
    assist.enrol("eve", card)  # from now on the name is hers
    assert assist.operators() == ["eve"]


def test_no_agent_gets_a_token_under_a_former_operators_name(place, capsys):
    enrolled = AssistPath(place, enabled=False).enrol("ada", keys_for("ada").card)
    (enrolled.parent / "former").mkdir()
    enrolled.rename(enrolled.parent / "former" / "ada.json")
    agent = ["web", "issue", "Ada", "--agent", "--scope", "write"]

    assert main(["--home", str(place.folder), *agent]) == 2
    assert "reads as the operator 'ada'" in capsys.readouterr().err


def test_a_card_file_with_another_spelling_enrols_no_operator(tmp_path, monkeypatch):
    (tmp_path / "rogue.JSON").write_text("{}")
    # As on a case-insensitive disk: the name with .json opens that file.
    monkeypatch.setattr(Operators, "_path", lambda self, name: tmp_path / f"{name}.JSON")

    assert not Operators(tmp_path, lambda is_strict: []).is_enrolled("rogue")


def test_no_operator_is_enrolled_beside_a_file_with_a_lookalike_name(tmp_path):
    operators = Operators(tmp_path, lambda is_strict: [])
    (tmp_path / "Ada.json").write_text("{}")

    with pytest.raises(AssistRefused, match=r"Ada\.json reads as the file of ada"):
        operators.check_free("ada")
    with pytest.raises(AssistRefused, match=r"Ada\.json reads as the file of ada"):
        operators.enrol("ada", keys_for("ada").card)
    assert operators.names() == ["Ada"]


@pytest.mark.parametrize(
    "name", ["operator ada", "The Operator ada", "person:a-d-a", "ADA.", "operator.ada"]
)
def test_a_decision_under_a_name_that_resembles_an_operator_name_is_refused(tmp_path, name):
    operators = Operators(tmp_path, lambda is_strict: [])
    operators.enrol("ada", keys_for("ada").card)

    with pytest.raises(AssistRefused, match="ada is an operator"):
        operators.check_no_operator(name)
    operators.check_no_operator("ada smith")
