"""The audit reports procedural memory that differs from what operators signed."""

from __future__ import annotations

import hashlib
import json

import pytest
from audit_builders import CLOCK, change, copied, link_anew, name_of, part, told
from governance_builders import ADA, RRN, at

from robot_memory.governance.run_history import ChangeRun
from robot_memory.long_term.levels import Levels

TARGET = "skills/doorways/SKILL.md"


def propose(house, text="# Doorways\n\nSlow down.\n", target=TARGET):
    return Levels(house.folder, CLOCK).proposals.propose(target, text, at().time, by="night shift")


def teach(house, text):
    house.assist.approve_proposal(RRN, propose(house, text).id, ADA, at())


def take_back(house):
    house.assist.roll_back(newest_run(house), at(), ADA)


@pytest.fixture(scope="module")
def taught_once(lived_in, open_folder):
    """A home with an approved skill whose second version was rolled back."""
    house = copied(lived_in, open_folder / "taught")
    teach(house, "# Doorways\n\nSlow down.\n")
    teach(house, "# Doorways\n\nStop.\n")
    take_back(house)
    return house


@pytest.fixture
def taught(taught_once, home):
    return copied(taught_once, home)


def skill(house):
    return house.folder / "procedural" / TARGET


def proposal_file(house):
    return sorted((house.folder / "proposals").glob("*.json"))[0]


def newest_run(house):
    return house.assist.runs()[-1].id


def test_the_audit_finds_no_defect_in_approved_and_rolled_back_changes(taught):
    assert told(taught) == []
    assert dict(part(taught, "procedural").counts) == {"files": 1, "proposals": 2}
    assert dict(part(taught, "approvals").counts) == {
        "approvals": 6, "signatures that hold": 6, "runs applied": 4,
    }  # fmt: skip


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_file_that_differs_from_the_signed_one_is_reported_with_both_digests(taught):
    signed, edited = skill(taught).read_text(), "# Doorways\n\nHurry.\n"
    skill(taught).write_text(edited)
    first = next(run for run in taught.assist.runs() if isinstance(run, ChangeRun))

    (defect,) = told(taught)
    assert defect == (
        f"procedural/{TARGET}: is to be sha256 {sha256(signed)}, as the run {first.id} left it, "
        f"the newest that stands; it is sha256 {sha256(edited)}, for which no operator's word "
        "stands"
    )


def test_an_unsigned_edit_that_a_rollback_restored_is_still_reported(taught):
    skill(taught).write_text("# Doorways\n\nHurry.\n")
    teach(taught, "# Doorways\n\nCreep.\n")
    assert told(taught) == [], "what stands was signed, with the text that it replaced"
    take_back(taught)

    assert skill(taught).read_text() == "# Doorways\n\nHurry.\n"
    assert "for which no operator's word stands" in told(taught)[0]


def test_a_link_in_place_of_a_file_is_reported(taught, tmp_path):
    (tmp_path / "other.md").write_text(skill(taught).read_text())
    skill(taught).unlink()
    skill(taught).symlink_to(tmp_path / "other.md")

    assert told(taught) == [f"procedural/{TARGET}: leads out of the level"]


@pytest.mark.parametrize("field", ["content", "target", "content_sha256"])
def test_a_proposal_that_was_changed_is_reported(taught, field):
    change(proposal_file(taught), **{field: "x"})

    assert told(taught)[0].startswith(f"proposals/{proposal_file(taught).name}: ")


def test_a_proposal_that_is_not_json_is_reported(taught):
    proposal_file(taught).write_text("{")

    assert told(taught)[0].startswith(f"proposals/{proposal_file(taught).name}: ")
    assert proposal_file(taught).exists(), "an audit sets nothing aside"


def test_a_proposal_marked_as_applied_without_a_run_is_reported(taught):
    waiting = propose(taught, "# Doorways\n\nRun.\n")
    path = taught.folder / "proposals" / f"{waiting.id}.json"
    change(path, status="approved", decided_by="ada", applied_at="2026-12-01T12:00:00Z")

    assert told(taught) == [
        f"proposals/{path.name}: says that it was applied, but no receipt confirms it"
    ]


def test_a_run_with_a_forged_approval_is_reported(taught):
    (approval, *_) = sorted((taught.folder / "governance" / "approvals").glob("prop-*.json"))
    change(approval, approved_at="2020-01-01T00:00:00Z")

    assert f"governance/approvals/{approval.name}: signature: is not ada's" in told(taught)[0]


@pytest.mark.parametrize("state", ["before_text", "after_text"])
def test_rollback_texts_that_contradict_their_hashes_are_reported(taught, state):
    path = taught.receipts[14]
    assert "rollback" in path.name
    change(path, **{state: "x"})
    link_anew(taught.receipts)
    found = told(taught)

    assert f"{name_of(path)}: {state} has another hash" in found
    before = f"{name_of(taught.receipts[13])}: change_sha256 is not that of the change in its"
    assert any(one.startswith(before) for one in found)


PLANNER = "agent:planner over HTTP"


def altered(path, **fields):
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"proposed_by": "ada"}, "is by ada; "),
        ({"status": "rejected", "decided_by": "ada", "decided_at": "2026-12-01T13:00:00Z"},
         "says that ada rejected it, and no line after "),
    ],
)  # fmt: skip
def test_a_proposal_that_contradicts_the_event_log_is_a_defect(house, change, problem):
    levels = Levels(house.folder, CLOCK)
    levels.propose(TARGET, "# Doorways\n", by=PLANNER)
    assert told(house) == []

    altered(proposal_file(house), **change)
    (defect,) = told(house)
    assert problem in defect and "events.jsonl:" in defect


def test_a_rejection_that_was_erased_is_a_defect(house):
    levels = Levels(house.folder, CLOCK)
    before = levels.propose(TARGET, "# Doorways\n", by=PLANNER)
    kept = proposal_file(house).read_text()
    levels.reject(before.id, "person:ada")
    assert told(house) == []

    proposal_file(house).write_text(kept)
    (defect,) = told(house)
    assert "is not decided; " in defect and "says that person:ada rejected it" in defect


def test_a_signed_rejection_that_was_edited_or_replaced_is_a_defect(house):
    levels = Levels(house.folder, CLOCK)
    proposal = levels.propose(TARGET, "# Doorways\n", by=PLANNER)
    levels.reject(proposal.id, "ada")
    assert told(house) == []

    altered(proposal_file(house), refused_at=None)
    (defect,) = told(house)
    assert "does not say that an operator refused it at " in defect
    proposal_file(house).unlink()
    levels.propose(TARGET, "# Doorways\n", by=PLANNER)
    (defect,) = told(house)
    assert "does not say that an operator refused it at " in defect


def test_a_decider_name_that_contradicts_the_event_log_or_receipts_is_reported(taught):
    levels = Levels(taught.folder, CLOCK)
    rejected = levels.propose("skills/other/SKILL.md", "# Doorways\n", by=PLANNER)
    levels.reject(rejected.id, "person:ada")
    assert told(taught) == []

    for path in (taught.folder / "proposals").glob("*.json"):
        altered(path, decided_by="bob")
    found = "\n".join(told(taught))
    assert "says by bob; its receipts say ada" in found
    assert "says by bob; " in found and "says by person:ada" in found


@pytest.mark.parametrize("is_rejected", [False, True])
def test_restoring_an_older_proposal_file_does_not_hide_a_signed_change(house, is_rejected):
    proposal = propose(house)
    (path,) = (house.folder / "proposals").glob("*.json")
    before = path.read_bytes()
    house.assist.approve_proposal(RRN, proposal.id, ADA, at())
    path.write_bytes(before)
    if is_rejected:
        Levels(house.folder, CLOCK).reject(proposal.id, "eve", "")

    (defect,) = [one for one in told(house) if "applied it, and stands" in one]
    assert path.name in defect


def test_a_deleted_proposal_is_a_defect(house):
    Levels(house.folder, CLOCK).propose(TARGET, "# Doorways\n", by=PLANNER)
    proposal_file(house).unlink()

    (defect,) = told(house)
    assert "is gone; " in defect
