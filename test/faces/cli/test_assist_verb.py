"""``robot-memory assist``: from a proposal to the way back, as an operator types it."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import pytest

from robot_memory.governance.mutation_contract import contract_digest
from robot_memory.governance.schemas import schemas_digest


@pytest.fixture
def key(tmp_path):
    return str(tmp_path / "ada.key")


@pytest.fixture
def noted(command):
    """A home with a note, row 1."""
    command("remember", "environment_note", "Kitchen doorway has a 3 cm lip")
    return command


@pytest.fixture
def proposed(noted):
    """The id of a packet for row 1."""
    done = noted(
        "assist", "propose", "--row", "1", "--set", "/importance/score=0.6",
        "--set", "/importance/label=nice_to_have", "--evidence", "observation:1", "--json",
    )  # fmt: skip
    assert done.status == 0, done.err
    return done.json[0]["packet_id"]


@pytest.fixture
def ready(noted, key):
    """A home in which packets may be applied."""
    (noted.home / "settings.yaml").write_text("assist: {enabled: true}\n")
    for words in (
        ("key", "--operator", "ada", "--file", key),
        ("gate", "--sign", "contract", "--key", key),
        ("gate", "--sign", "schemas", "--key", key),
        ("gate", "--rehearse"),
        ("gate",),
    ):
        done = noted("assist", *words)
        assert done.status == 0, done.err
    return noted


def detail(home):
    with sqlite3.connect(home / "observations.db") as connection:
        found = connection.execute("SELECT detail_json FROM observations WHERE id = 1").fetchone()
    connection.close()
    return found[0]


def test_a_packet_is_proposed_tried_approved_applied_and_taken_back(ready, proposed, key):
    before = detail(ready.home)
    assert ready("assist", "dry-run", proposed).status == 0
    assert ready("assist", "approve", proposed, "--key", key).status == 0
    assert detail(ready.home) == before
    applied = ready("assist", "apply", proposed)
    assert (applied.status, ": applied" in applied.out) == (0, True)
    assert "row 1: add /importance/score to 0.6" in applied.out
    assert detail(ready.home) != before
    run_id = applied.out.split()[1].rstrip(":")
    back = ready("assist", "rollback", run_id, "--key", key)

    assert (back.status, ": rolled_back" in back.out) == (0, True)
    assert detail(ready.home) == before
    listed = ready("assist", "receipts", "--verify")
    assert listed.status == 0
    *lines, verdict = listed.out.splitlines()
    assert verdict == "receipts and rows: whole"
    assert [line.split("  ")[2].split(" of ")[0] for line in lines] == [
        "dry run", "apply", "rollback",
    ]  # fmt: skip


def test_a_rollback_can_be_signed_first_and_is_refused_unsigned(ready, proposed, key):
    before = detail(ready.home)
    ready("assist", "approve", proposed, "--key", key)
    run_id = ready("assist", "apply", proposed, "--json").json["run_id"]
    refused = ready("assist", "rollback", run_id)
    assert (refused.status, detail(ready.home) == before) == (2, False)
    assert f"`robot-memory assist approve {run_id} --key FILE`" in refused.err
    signed = ready("assist", "approve", run_id, "--key", key)
    assert (signed.status, detail(ready.home) == before) == (0, False)

    assert ready("assist", "rollback", run_id).status == 0
    assert detail(ready.home) == before


def test_a_ledger_that_was_removed_after_a_run_is_reported_by_both_who_check(ready, proposed, key):
    ready("assist", "approve", proposed, "--key", key)
    assert ready("assist", "apply", proposed).status == 0
    (ready.home / "observations.db").unlink()
    checks = [ready(*words) for words in (("assist", "receipts", "--verify"), ("audit", "verify"))]

    assert [done.status for done in checks] == [1, 1]
    (told,) = [line for line in checks[0].out.splitlines() if "observations.db" in line]
    assert told.endswith("that runs changed: 1; restore it from a backup")
    assert told in checks[1].out.splitlines()


def test_without_the_gates_nothing_is_applied_and_the_reasons_are_reported(noted, proposed, key):
    noted("assist", "key", "--operator", "ada", "--file", key)
    noted("assist", "approve", proposed, "--key", key)
    done = noted("assist", "apply", proposed)

    assert done.status == 2
    for word in ("parked", "assist.enabled", "contract", "schemas", "rehearsal", "rollback"):
        assert word in done.err


def test_the_gates_that_are_open_are_reported_by_the_exit_status(noted):
    done = noted("assist", "gate")

    assert done.status == 1
    assert [line.split()[:2] for line in done.out.splitlines()[:4]] == [
        ["open", name] for name in ("contract", "schemas", "rehearsal", "rollback")
    ]


def test_a_packet_that_the_contract_forbids_exits_with_1(noted, proposed):
    with sqlite3.connect(noted.home / "observations.db") as connection:
        connection.execute("UPDATE observations SET detail_json = '{\"x\": 1}' WHERE id = 1")
    connection.close()
    done = noted("assist", "dry-run", proposed)

    assert done.status == 1
    assert "row_unchanged" in done.out


@pytest.mark.parametrize("subcommand", ["apply", "approve"])
def test_a_pretended_time_is_refused_where_caps_count_by_it(noted, proposed, key, subcommand):
    noted("assist", "key", "--operator", "ada", "--file", key)
    given = ("--key", key) if subcommand == "approve" else ()
    done = noted("assist", subcommand, proposed, *given, "--now", "2030-01-01")

    assert done.status == 2
    assert "cannot be pretended" in done.err


def test_what_the_evidence_suggests_is_proposed_once(noted):
    noted("remember", "environment_note", "kitchen doorway  has a 3 cm lip")
    first, again = noted("assist", "propose"), noted("assist", "propose")

    assert "row 1: /lifecycle/stale_candidate = true" in first.out
    assert again.err.strip() == "nothing to propose"
    assert noted("assist", "show").out == first.out


def test_subcommands_say_in_json_what_they_did(noted, proposed, key):
    made = noted("assist", "key", "--operator", "ada", "--file", key, "--json").json
    signed = noted("assist", "approve", proposed, "--key", key, "--json").json

    assert (made["operator"], len(made["kid"])) == ("ada", 8)
    assert (signed["packet_id"], signed["operator"]) == (proposed, "ada")
    assert [gate["passed"] for gate in noted("assist", "gate", "--json").json["gates"]] == [
        False
    ] * 4


def test_a_packet_is_printed_as_json(noted, proposed):
    assert noted("assist", "show", proposed).json["candidates"][0]["observation_id"] == 1


def test_what_breaks_the_contract_is_not_proposed(noted):
    done = noted(
        "assist", "propose", "--row", "1", "--set", "/summary=x", "--evidence", "observation:1"
    )
    assert done.status == 2
    assert "(whitelist)" in done.err


def test_a_row_that_there_is_not_is_not_proposed(noted):
    done = noted("assist", "propose", "--row", "9", "--set", "/importance/score=0.6",
                 "--evidence", "observation:1")  # fmt: skip
    assert (done.status, "there is no row 9" in done.err) == (2, True)


def test_a_sign_off_takes_a_key(noted):
    done = noted("assist", "gate", "--sign", "contract")
    assert (done.status, "--key" in done.err) == (2, True)


def test_receipts_that_were_changed_exit_with_1(noted, proposed):
    noted("assist", "dry-run", proposed)
    (first, _) = sorted((noted.home / "governance" / "receipts").glob("*.json"))
    first.write_text(first.read_text().replace("0.6", "0.5"))
    done = noted("assist", "receipts", "--verify")

    assert done.status == 1
    assert "does not follow on" in done.out


def test_without_a_ledger_nothing_can_be_proposed(command):
    done = command("assist", "propose")
    assert (done.status, done.err.splitlines()[-1]) == (0, "nothing to propose")
    assert not command.home.exists()


def test_a_score_brings_the_label_that_it_asks_for(noted):
    done = noted(
        "assist", "propose", "--row", "1", "--set", "/importance/score=0.6",
        "--evidence", "observation:1",
    )  # fmt: skip

    assert done.status == 0, done.err
    assert '/importance/label = "nice_to_have"' in done.out
    assert "added /importance/label = nice_to_have, the label of a score of 0.6" in done.err


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (("--set", "/importance/score=0.6"), ("--row", "--evidence")),
        (("--row", "1"), ("--set", "--evidence")),
        (("--row", "1", "--set", "/importance/score=0.6"), ("--evidence",)),
        (("--note", "why"), ("--row", "--set", "--evidence")),
    ],
)
def test_half_a_packet_is_none_and_what_is_missing_is_named(noted, words, missing):
    done = noted("assist", "propose", *words)

    assert done.status == 2
    assert [line.split(":")[0].strip() for line in done.err.splitlines()[1:]] == list(missing)
    assert noted("assist", "show", "--json").json == []


def test_evidence_without_its_kind_is_none_and_the_kinds_are_named(noted):
    done = noted("assist", "propose", "--row", "1", "--set", "/importance/score=0.6",
                 "--evidence", "mem-72720dcf")  # fmt: skip
    assert done.status == 2
    assert "'mem-72720dcf' is not one of observation:12, entry:mem-72720dcf" in done.err


def test_a_change_without_a_value_is_none(noted):
    done = noted("assist", "propose", "--row", "1", "--set", "/x", "--evidence", "observation:1")
    assert (done.status, "is not POINTER=VALUE" in done.err) == (2, True)


def test_a_packet_is_withdrawn_and_nobody_can_approve_it(noted, proposed, key):
    noted("assist", "key", "--operator", "ada", "--file", key)
    forged = noted("assist", "withdraw", proposed, "--by", "ada")
    assert (forged.status, "ada is an operator" in forged.err) == (2, True)
    done = noted("assist", "withdraw", proposed, "--key", key)

    assert (done.status, f"{proposed} is withdrawn" in done.out) == (0, True)
    assert f"{proposed}  withdrawn by ada" in noted("assist", "show").out
    refused = noted("assist", "approve", proposed, "--key", key)
    assert (refused.status, "was withdrawn by ada" in refused.err) == (2, True)


def test_who_withdraws_is_the_user_unless_said_otherwise(noted, proposed):
    done = noted("assist", "withdraw", proposed, "--json")
    assert done.json == {"packet_id": proposed, "rows": [1], "state": "withdrawn"}
    assert "on the command line" in noted("assist", "show", "--json").json[0]["state"]


def test_a_full_queue_is_reported(command):
    for number in range(22):
        words = " ".join("Kitchen doorway has a 3 cm lip".split()[: 7 - number % 2])
        command("remember", "environment_note", words + " " * number)
    command("assist", "propose")
    waiting = sum(len(one["candidates"]) for one in command("assist", "show", "--json").json)
    again = command("assist", "propose")

    assert waiting == 20
    assert "20 rows wait for an operator already" in again.err


def test_of_a_dry_run_it_is_told_what_applying_would_do(noted, proposed):
    fine = noted("assist", "dry-run", proposed)
    with sqlite3.connect(noted.home / "observations.db") as connection:
        connection.execute("UPDATE observations SET detail_json = '{\"x\": 1}' WHERE id = 1")
    connection.close()
    refused = noted("assist", "dry-run", proposed)

    assert fine.out.splitlines()[0].endswith(": dry run: nothing stands against it")
    assert refused.out.splitlines()[0].endswith(": dry run: would be refused")
    assert noted("assist", "dry-run", proposed, "--json").json["result"] == "aborted"
    first, second, _ = noted("assist", "receipts").out.splitlines()
    assert f"dry run of {proposed}: nothing stands against it" in first
    assert f"dry run of {proposed}: would be refused" in second


def test_an_operator_reads_the_contract_and_the_schemas_by_their_hashes(noted):
    read = noted("assist", "gate", "--json").json

    assert len(read["schemas"]) == 12
    for one in read["schemas"]:
        assert hashlib.sha256(Path(one["path"]).read_bytes()).hexdigest() == one["sha256"]
    assert (read["contract_sha256"], read["schemas_sha256"]) == (
        contract_digest(), schemas_digest(),
    )  # fmt: skip


def test_what_a_gate_asks_for_can_be_typed(noted):
    said = noted("assist", "gate").out

    for name in ("contract", "schemas"):
        assert f"`robot-memory assist gate --sign {name} --key FILE`" in said
    assert "`robot-memory assist gate --rehearse`" in said


def test_keys_of_a_name_that_is_taken_are_not_made(noted, key, tmp_path):
    noted("assist", "key", "--operator", "ada", "--file", key)
    done = noted("assist", "key", "--operator", "ada", "--file", str(tmp_path / "second.key"))

    assert (done.status, "ada is enrolled with other keys" in done.err) == (2, True)
    assert not (tmp_path / "second.key").exists()


@pytest.mark.parametrize("subcommand", ["approve", "rollback"])
def test_a_run_that_there_is_not_makes_no_home(command, key, subcommand):
    run_id = "1b4e28ba-2fa1-4d52-883f-0016d3cca427"
    done = command("assist", subcommand, run_id, "--key", key)

    assert (done.status, "there is no run" in done.err) == (2, True)
    assert not command.home.exists()


@pytest.mark.parametrize("subcommand", ["withdraw", "dry-run", "apply", "approve"])
def test_a_packet_that_there_is_not_makes_no_home(command, key, subcommand):
    given = ("--key", key) if subcommand == "approve" else ()
    done = command("assist", subcommand, "pkt-0123456789ab", *given)

    assert (done.status, "there is no packet" in done.err) == (2, True)
    assert not command.home.exists()
