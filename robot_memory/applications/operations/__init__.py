"""What the memory can be told or asked, each declared once for all faces."""

from robot_memory.applications.operations.consolidate_operation import Consolidate
from robot_memory.applications.operations.context_question import GetContext
from robot_memory.applications.operations.entries_questions import ChangesSince, ListEntries, Why
from robot_memory.applications.operations.entry_history_questions import (
    ListEvents,
    ListOccurrences,
    ShowEntryHistory,
    ShowLimitMoments,
)
from robot_memory.applications.operations.entry_operations import (
    Confirm,
    Correct,
    Forget,
    Known,
    Mute,
    Remember,
    Repaired,
    Resolve,
    Undo,
    Unmute,
)
from robot_memory.applications.operations.knowledge_questions import ListChunks, ListFacts, Recall
from robot_memory.applications.operations.levels_questions import (
    CountLevels,
    ListSessions,
    PlanRetention,
    ReadLevelFile,
    ReadPage,
    SearchLevels,
)
from robot_memory.applications.operations.operation import Operation, Question
from robot_memory.applications.operations.outcome_operations import Outcomes, ReportOutcome
from robot_memory.applications.operations.peers_question import ListPeers
from robot_memory.applications.operations.places_question import GetPlaces
from robot_memory.applications.operations.proposal_operations import (
    ApproveProposal,
    ListProposals,
    ProposeSkill,
    RejectProposal,
    ShowProposal,
    ShowProposedChange,
)
from robot_memory.applications.operations.status_questions import (
    GetHealth,
    GetReliability,
    ListLimits,
    Review,
)

#: All operations; faces offer them in this order.
OPERATIONS: tuple[type[Operation], ...] = (
    Remember, Confirm, Resolve, Mute, Unmute, Known, Correct, Forget, Undo, Repaired, ReportOutcome,
    Consolidate, ProposeSkill, ApproveProposal, RejectProposal,
)  # fmt: skip
#: Questions that are declared likewise.
QUESTIONS: tuple[type[Question], ...] = (
    GetContext, ListEntries, ChangesSince, Recall, Why, Review, ListLimits, GetReliability,
    Outcomes, ListFacts, ListChunks, SearchLevels, ReadLevelFile, ReadPage, CountLevels,
    ListSessions, ListProposals, ShowProposal, ShowProposedChange, PlanRetention, ListPeers,
    GetHealth, ShowEntryHistory, ShowLimitMoments, ListOccurrences, ListEvents, GetPlaces,
)  # fmt: skip
