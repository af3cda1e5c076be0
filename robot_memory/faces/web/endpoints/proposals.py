"""Proposals for skills, which wait for a decision."""

from __future__ import annotations

from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.foundation.time.clock import machine_clock
from robot_memory.governance.file_change import record_to_sign
from robot_memory.long_term.levels.proposal import proposal_difference


def _proposal(call: Call) -> Answer:
    proposal = call.memory.long_term.levels.proposals.get(call["id"])
    change = call.memory.long_term.assist.to_sign(call.memory.rrn, proposal)
    return Answer(record_to_sign(proposal, change))


def _change(call: Call) -> Answer:
    memory = call.memory
    proposal = memory.long_term.levels.proposals.get(call["id"])
    return Answer({
        "id": proposal.id,
        "difference": proposal_difference(proposal),
        "subject_sha256": memory.long_term.assist.to_sign(memory.rrn, proposal).digest,
        "operators": memory.long_term.assist.operators(),
    })  # fmt: skip


def _approve(call: Call) -> Answer:
    memory = call.memory
    now = machine_clock(memory.clock).now()
    approved = memory.long_term.assist.take_signed_approval(
        memory.rrn, call["id"], call["approval"], now, call["note"], by=call.caller.source
    )
    return Answer(approved.as_record())


def _reject(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    return Answer(levels.reject(call["id"], call.caller.source, call["note"]).as_record())


HANDLERS: Handlers = {
    "GET /api/memory/proposals/{id}": _proposal,
    "GET /api/memory/proposals/{id}/change": _change,
    "POST /api/memory/proposals/{id}/approve": _approve,
    "POST /api/memory/proposals/{id}/reject": _reject,
}
