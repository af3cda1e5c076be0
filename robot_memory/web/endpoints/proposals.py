"""List proposals that wait for a decision."""

from __future__ import annotations

from robot_memory.clock import machine_clock
from robot_memory.governance.file_change import change_of
from robot_memory.levels import Proposal, ProposalStatus
from robot_memory.levels.proposal_difference import proposal_difference
from robot_memory.web.endpoint import Answer, Call, Endpoint, Parameter
from robot_memory.web.tokens import TokenScope

_ID = Parameter("id", "path", "string", "The proposal.", is_required=True, least=1, most=100)


def _proposals(call: Call) -> Answer:
    status = None if call["all"] else ProposalStatus.PENDING
    found = call.memory.long_term.levels.proposals.all(status)
    return Answer(call.page(found, Proposal.as_record))


def _proposal(call: Call) -> Answer:
    return Answer(call.memory.long_term.levels.proposals.get(call["id"]).as_record())


def _change(call: Call) -> Answer:
    memory = call.memory
    proposal = memory.long_term.levels.proposals.get(call["id"])
    return Answer({
        "id": proposal.id,
        "difference": proposal_difference(proposal),
        "subject_sha256": change_of(proposal).digest,
        "operators": memory.long_term.assist.operators(),
    })  # fmt: skip


def _approve(call: Call) -> Answer:
    memory = call.memory
    now = machine_clock(memory.clock).now()
    approved = memory.long_term.assist.take_signed_approval(
        call["id"], call["approval"], now, call["note"]
    )
    return Answer(approved.as_record())


def _reject(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    return Answer(levels.reject(call["id"], call.caller.name, call["note"]).as_record())


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/proposals", TokenScope.READ, "List proposals that wait for a decision.",
        _proposals,
        (Parameter("all", "query", "boolean", "Decided ones as well.", default=False),),
        is_paged=True,
    ),
    Endpoint(
        "GET", "/api/memory/proposals/{id}", TokenScope.READ,
        "Return one proposal, with its whole text.", _proposal, (_ID,),
    ),
    Endpoint(
        "GET", "/api/memory/proposals/{id}/change", TokenScope.READ,
        "Return what a proposal changes, the digest that is signed, and who may approve it.",
        _change, (_ID,),
    ),
    Endpoint(
        "POST", "/api/memory/proposals/{id}/approve", TokenScope.APPROVE,
        "Apply a proposal that an operator signed with `robot-memory levels sign`.",
        _approve,
        (
            _ID,
            Parameter("approval", "body", "object", "What `robot-memory levels sign` printed.",
                      is_required=True),
            Parameter("note", "body", "string", "What the operator says of it.", default="",
                      most=500),
        ),
        source="002 §Decay Implementation",
    ),
    Endpoint(
        "POST", "/api/memory/proposals/{id}/reject", TokenScope.APPROVE, "Reject a proposal.",
        _reject,
        (_ID, Parameter("note", "body", "string", "The reason.", default="", most=500)),
    ),
)  # fmt: skip
