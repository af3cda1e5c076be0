"""Whether procedural memory is what operators signed (document 002: approval by a person)."""

from __future__ import annotations

from collections.abc import Iterator

from robot_memory.audit.part import Part, defects_in
from robot_memory.errors import Defect, InvalidInput
from robot_memory.governance.change import digest_of
from robot_memory.governance.changing import read_file
from robot_memory.governance.desk import Desk
from robot_memory.governance.history import History
from robot_memory.governance.run import ChangeRun
from robot_memory.levels.disk import own_files, parse_line
from robot_memory.levels.proposal import read_proposal
from robot_memory.levels.tree import Level


def audit_procedural(desk: Desk, history: History | None) -> Part:
    """Compare files and proposals with receipts; what a crash cut off is left to its recovery.

    Files that no run has written are whoever's put them there, and nothing is said of them.

    Args:
        desk: where they are.
        history: the runs; None where the receipts are not what was written.
    """
    proposals = own_files(desk.tree.proposals, "*.json")
    if history is None:
        remark = "is not compared with receipts that are not what was written"
        return Part("procedural", {"files": 0, "proposals": 0}, remarks=(remark,))
    expected = _expected(history)
    cut_off = {run.target for run in history.unfinished() if isinstance(run, ChangeRun)}
    defects = [
        defect
        for target, (run, sha256) in expected.items()
        if target not in cut_off
        for defect in _file_defects(desk, run, sha256)
    ]
    known = {run.id for run in history.runs}
    for path in proposals:
        try:
            proposal = read_proposal(parse_line(path.read_bytes()), str(path))
        except InvalidInput as error:
            defects.extend(defects_in(path, error))
            continue
        if proposal.applied_at is not None and proposal.run_id not in known:
            defects.append(Defect(str(path), "says that it was applied, and no receipt does"))
    counts = {"files": len(expected), "proposals": len(proposals)}
    return Part("procedural", counts, defects=tuple(defects))


def _expected(history: History) -> dict[str, tuple[ChangeRun, str]]:
    """Return the newest run that wrote each file, and the SHA-256 that it left."""
    found = {}
    for run in history.runs:
        of = run if run.reverses is None else history.get(run.reverses)
        if isinstance(run, ChangeRun) and isinstance(of, ChangeRun) and of.change is not None:
            if run.result == "applied":
                found[run.target] = run, digest_of(of.change.content)
            elif run.result == "rolled_back":
                found[run.target] = run, digest_of(of.change.previous)
    return found


def _file_defects(desk: Desk, run: ChangeRun, sha256: str) -> Iterator[Defect]:
    try:
        path = desk.tree.resolve(Level.PROCEDURAL, run.target)
        found = digest_of(read_file(path))
    except InvalidInput as error:
        yield from error.defects
        return
    if found != sha256:
        problem = f"is not as the run {run.id} left it: no operator signed what it holds now"
        yield Defect(str(path), problem)
