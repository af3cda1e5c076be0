"""What waits for a person's decision."""

from __future__ import annotations

from robot_memory.levels import ProposalStatus
from robot_memory.web.endpoint import Answer, Call, Endpoint, Page, Parameter
from robot_memory.web.tokens import TokenScope

_ID = Parameter("id", "path", "string", "The proposal.", is_required=True, least=1, most=100)


def _proposals(call: Call) -> Answer:
    status = None if call["all"] else ProposalStatus.PENDING
    found = call.memory.long_term.levels.proposals.all(status)
    part = found[call["offset"] : call["offset"] + call["limit"]]
    return Answer(Page([proposal.as_record() for proposal in part], len(found)))


def _proposal(call: Call) -> Answer:
    return Answer(call.memory.long_term.levels.proposals.get(call["id"]).as_record())


def _reject(call: Call) -> Answer:
    levels = call.memory.long_term.levels
    return Answer(levels.reject(call["id"], call.caller.name, call["note"]).as_record())


ENDPOINTS = (
    Endpoint(
        "GET", "/api/memory/proposals", TokenScope.READ, "What waits for a person's decision.",
        _proposals,
        (Parameter("all", "query", "boolean", "Decided ones as well.", default=False),),
        is_paged=True,
    ),
    Endpoint(
        "GET", "/api/memory/proposals/{id}", TokenScope.READ, "One proposal, with its whole text.",
        _proposal, (_ID,),
    ),
    Endpoint(
        "POST", "/api/memory/proposals/{id}/reject", TokenScope.APPROVE, "Turn a proposal down.",
        _reject,
        (_ID, Parameter("note", "body", "string", "The reason.", default="", most=500)),
    ),
)  # fmt: skip
