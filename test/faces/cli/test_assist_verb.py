"""``robot-memory assist``: from a proposal to its rollback, as an operator types it."""

from __future__ import annotations

import json
import sqlite3

import pytest

from robot_memory import RobotMemory


@pytest.fixture
def key(tmp_path):
    return str(tmp_path / "ada.key")


@pytest.fixture
def noted(command):
    """A home with a note, which is row 1."""
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


def test_a_packet_is_proposed_dry_run_approved_applied_and_rolled_back(ready, proposed, key):
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


def test_a_forged_approval_and_an_edited_packet_are_reported(ready, proposed, key):
    ready("assist", "approve", proposed, "--key", key)
    approval = ready.home / "governance" / "approvals" / f"{proposed}.json"
    record = json.loads(approval.read_text())
    approval.write_text(json.dumps({**record, "operator": "bob"}))
    assert "proposed; its approval is not valid" in ready("assist", "show").out
    assert proposed in ready("review").out

    (packet,) = (ready.home / "governance" / "packets").glob("*.json")
    packet.write_text("{}")

    assert "no packet can be read" in ready("assist", "show").err


def test_an_approval_that_replaces_another_operators_names_that_operator(
    ready, proposed, key, tmp_path
):
    other = str(tmp_path / "bob.json")
    ready("assist", "key", "--operator", "bob", "--file", other)
    ready("assist", "approve", proposed, "--key", key)
    again = ready("assist", "approve", proposed, "--key", key)
    assert "in place of" not in again.out

    replacing = ready("assist", "approve", proposed, "--key", other)

    assert f"{proposed} is approved by bob, in place of ada's approval" in replacing.out
    with RobotMemory.open(ready.home, read_only=True) as memory:
        lines = memory.long_term.levels.events.path.read_text().splitlines()
    (told,) = [json.loads(line) for line in lines if '"replaces"' in line]
    assert (told["operator"], told["replaces"]) == ("bob", "ada")
    assert (
        told["sha256"]
        == ready("assist", "approve", proposed, "--key", other, "--json").json["sha256"]
    )


def test_a_rollback_is_refused_until_an_operator_signs_it(ready, proposed, key):
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


def test_a_ledger_removed_after_a_run_is_reported_by_both_verifications(ready, proposed, key):
    ready("assist", "approve", proposed, "--key", key)
    assert ready("assist", "apply", proposed).status == 0
    (ready.home / "observations.db").unlink()
    checks = [ready(*words) for words in (("assist", "receipts", "--verify"), ("audit", "verify"))]

    assert [done.status for done in checks] == [1, 1]
    (told,) = [line for line in checks[0].out.splitlines() if "observations.db" in line]
    assert told.endswith("that runs changed: 1; restore it from a backup")
    assert told in checks[1].out.splitlines()


def test_apply_is_refused_with_the_reasons_until_the_gates_are_passed(noted, proposed, key):
    noted("assist", "key", "--operator", "ada", "--file", key)
    noted("assist", "approve", proposed, "--key", key)
    done = noted("assist", "apply", proposed)

    assert done.status == 2
    for word in ("parked", "assist.enabled", "contract", "schemas", "rehearsal", "rollback"):
        assert word in done.err


def test_gates_that_are_not_passed_exit_with_1_and_show_how_to_sign_them(noted):
    done = noted("assist", "gate")

    assert done.status == 1
    assert [line.split()[:2] for line in done.out.splitlines()[:4]] == [
        ["open", name] for name in ("contract", "schemas", "rehearsal", "rollback")
    ]
    for name in ("contract", "schemas"):
        assert f"`robot-memory assist gate --sign {name} --key FILE`" in done.out


@pytest.mark.parametrize("subcommand", ["apply", "approve"])
def test_the_now_option_is_refused_for_apply_and_approve(noted, proposed, key, subcommand):
    noted("assist", "key", "--operator", "ada", "--file", key)
    given = ("--key", key) if subcommand == "approve" else ()
    done = noted("assist", subcommand, proposed, *given, "--now", "2030-01-01")

    assert done.status == 2
    assert "cannot be pretended" in done.err


def test_a_suggestion_from_the_evidence_is_proposed_only_once(noted):
    noted("remember", "environment_note", "kitchen doorway  has a 3 cm lip")
    first, again = noted("assist", "propose"), noted("assist", "propose")

    assert "row 1: /lifecycle/stale_candidate = true" in first.out
    assert again.err.strip() == "nothing to propose"
    assert noted("assist", "show").out == first.out


def test_verifying_changed_receipts_exits_with_1(noted, proposed):
    noted("assist", "dry-run", proposed)
    (first, _) = sorted((noted.home / "governance" / "receipts").glob("*.json"))
    first.write_text(first.read_text().replace("0.6", "0.5"))
    done = noted("assist", "receipts", "--verify")

    assert done.status == 1
    assert "does not follow on" in done.out


def test_setting_a_score_also_sets_the_label_of_that_score(noted):
    done = noted(
        "assist", "propose", "--row", "1", "--set", "/importance/score=0.6",
        "--evidence", "observation:1",
    )  # fmt: skip

    assert done.status == 0, done.err
    assert '/importance/label = "nice_to_have"' in done.out
    assert "added /importance/label = nice_to_have, the label of a score of 0.6" in done.err


def test_a_withdrawn_packet_cannot_be_approved(noted, proposed, key):
    noted("assist", "key", "--operator", "ada", "--file", key)
    forged = noted("assist", "withdraw", proposed, "--by", "ada")
    assert (forged.status, "ada is an operator" in forged.err) == (2, True)
    done = noted("assist", "withdraw", proposed, "--key", key)

    assert (done.status, f"{proposed} is withdrawn" in done.out) == (0, True)
    assert f"{proposed}  withdrawn by ada" in noted("assist", "show").out
    refused = noted("assist", "approve", proposed, "--key", key)
    assert (refused.status, "was withdrawn by ada" in refused.err) == (2, True)


def test_a_dry_run_reports_whether_applying_would_be_refused(noted, proposed):
    fine = noted("assist", "dry-run", proposed)
    with sqlite3.connect(noted.home / "observations.db") as connection:
        connection.execute("UPDATE observations SET detail_json = '{\"x\": 1}' WHERE id = 1")
    connection.close()
    refused = noted("assist", "dry-run", proposed)

    assert fine.out.splitlines()[0].endswith(": dry run: nothing stands against it")
    assert refused.out.splitlines()[0].endswith(": dry run: would be refused")
    assert (fine.status, refused.status, "row_unchanged" in refused.out) == (0, 1, True)
    assert noted("assist", "dry-run", proposed, "--json").json["result"] == "aborted"
    first, second, _ = noted("assist", "receipts").out.splitlines()
    assert f"dry run of {proposed}: nothing stands against it" in first
    assert f"dry run of {proposed}: would be refused" in second


PACKET, RUN = "pkt-0123456789ab", "1b4e28ba-2fa1-4d52-883f-0016d3cca427"


@pytest.mark.parametrize(
    "words",
    [f"withdraw {PACKET}", f"dry-run {PACKET}", f"apply {PACKET}", f"approve {PACKET} --key",
     f"approve {RUN} --key", f"rollback {RUN} --key"],
)  # fmt: skip
def test_an_unknown_packet_or_run_creates_no_home(command, key, words):
    given = [key] if words.endswith("--key") else []
    done = command("assist", *words.split(), *given)

    what = "run" if RUN in words else "packet"
    assert (done.status, f"there is no {what}" in done.err) == (2, True)
    assert not command.home.exists()


SCORE = "--set /importance/score=0.6"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (f"propose {SCORE}", "--row: is missing"),
        (f"propose --row 1 {SCORE}", "--evidence: is missing"),
        ("propose --row 1 --evidence observation:1", "--set: is missing"),
        ("propose --row 1 --set /summary=x --evidence observation:1", "(whitelist)"),
        ("propose --row 1 --set /x --evidence observation:1", "is not POINTER=VALUE"),
        (f"propose --row 9 {SCORE} --evidence observation:1", "there is no row 9"),
        (f"propose --row 1 {SCORE} --evidence mem-1", "'mem-1' is not one of observation:12, "),
        ("gate --sign contract", "--key"),
    ],
)
def test_an_incomplete_or_forbidden_assist_command_is_refused_with_the_reason(noted, words, why):
    done = noted("assist", *words.split())

    assert (done.status, why in done.err) == (2, True), done.err
    assert noted("assist", "show", "--json").json == []
