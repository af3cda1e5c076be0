"""The endpoints, in the order of the documentation."""

from robot_memory.web.endpoint import Endpoint
from robot_memory.web.endpoints.decisions import ENDPOINTS as _DECISIONS
from robot_memory.web.endpoints.document_002 import ENDPOINTS as _DOCUMENT_002
from robot_memory.web.endpoints.entries import ENDPOINTS as _ENTRIES
from robot_memory.web.endpoints.history import ENDPOINTS as _HISTORY
from robot_memory.web.endpoints.notes import ENDPOINTS as _NOTES
from robot_memory.web.endpoints.outcomes import ENDPOINTS as _OUTCOMES
from robot_memory.web.endpoints.peers import ENDPOINTS as _PEERS
from robot_memory.web.endpoints.places import ENDPOINTS as _PLACES
from robot_memory.web.endpoints.proposals import ENDPOINTS as _PROPOSALS
from robot_memory.web.endpoints.reliability import ENDPOINTS as _RELIABILITY

ENDPOINTS: tuple[Endpoint, ...] = (
    *_DOCUMENT_002, *_ENTRIES, *_HISTORY, *_RELIABILITY, *_OUTCOMES, *_PLACES, *_PEERS, *_NOTES,
    *_DECISIONS, *_PROPOSALS,
)  # fmt: skip
