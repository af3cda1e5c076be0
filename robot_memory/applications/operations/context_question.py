"""What an agent should be told now: the context block (document 000 §5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from robot_memory.applications.operations.operation import Question, QuestionAnswer, Takes
from robot_memory.entries.context_block import MORE, NOTHING, ContextBlock
from robot_memory.entries.context_filter import ContextFilter
from robot_memory.entries.peer_context import peers_budget
from robot_memory.entries.tokens import estimate_tokens
from robot_memory.foundation.errors import InvalidPacket
from robot_memory.foundation.text.escaping import one_line
from robot_memory.memory import RobotMemory

_MOST_TOKENS = 20_000
_SHORT_AGES = "The clock is not trusted: ages leave out how long the robot was off."
_IN_FORCE = "Limits in force, signed by an operator"
_NO_CALLER = "no caller is named: all callers without a name share one list of what is new"


class ContextBlocks(NamedTuple):
    """The blocks that answer: the robot's own, that of peers, and by entry whose it is.

    Attributes:
        head: a line about an untrusted clock, and one about the signed limits that were published
            last; empty: there are none.
    """

    own: ContextBlock
    peers: ContextBlock
    whose: Mapping[str, str]
    head: str


@dataclass(frozen=True)
class ContextAnswer(QuestionAnswer):
    """The blocks as text, with the ids of their entries in order, and how many did not fit."""

    context: str
    peer_context: str  # empty unless peers are asked for
    tokens: int  # estimated size of both blocks
    entries: tuple[str, ...]
    peer_entries: tuple[str, ...]
    left_out: int
    peers_left_out: int

    @property
    def text(self) -> str:
        """Both blocks."""
        return "\n\n".join(filter(None, (self.context, self.peer_context)))

    @property
    def remark(self) -> str:
        """What the blocks do not tell: an own one with room for it says how much it leaves out."""
        is_said = self.context.endswith(MORE.format(self.left_out)) or not self.left_out
        return self.message if self.peers_left_out or not is_said or not self.text else ""


@dataclass(frozen=True)
class GetContext(Question):
    """Tell what the robot should know now: the context block, within a budget of tokens.

    It begins with the signed limits that the node published last, if there are any. While the clock
    is not trusted, a line before them says that ages leave out how long the robot was off.

    Ask at the start of a session. The block changes each session: keep it out of the cached, static
    part of a system prompt.
    """

    token_budget: Annotated[
        int,
        Takes(
            "at most so many tokens, as estimated; 0: the setting", 0, _MOST_TOKENS, option="budget"
        ),
    ] = 0
    min_confidence: Annotated[
        float, Takes("only entries of at least this confidence; it can only raise the limit", 0, 1)
    ] = 0.0
    tags: Annotated[
        tuple[str, ...], Takes("only entries with one of these tags", option="tag")
    ] = ()
    query: Annotated[
        str, Takes("entries that share words with this come first; of peers only these")
    ] = ""
    include_peers: Annotated[
        bool, Takes("the block of peers as well, in a quarter of the budget", option="peers")
    ] = False
    since_last: Annotated[
        bool, Takes("first what changed since the caller's last call", is_nodes=True)
    ] = False
    caller: Annotated[str, Takes("who asks", is_nodes=True)] = ""

    NAME: ClassVar[str] = "context"
    SERVICE: ClassVar[str] = "get_context"
    PATH: ClassVar[str] = "/context"
    IS_SERVICE: ClassVar[bool] = True
    EXAMPLES: ClassVar[tuple[str, ...]] = (
        "robot-memory context --budget 400",
        "robot-memory context --query doorway",
    )
    IS_TOOL: ClassVar[bool] = True
    NOTHING: ClassVar[str] = "Nothing is remembered that matters now."
    SOURCE: ClassVar[str] = "000 §5"

    def blocks(self, memory: RobotMemory) -> ContextBlocks:
        """Return the blocks; those of peers take their share of the budget.

        Raises:
            InvalidInput: the budget, the confidence or the caller's name cannot be used.
        """
        budget = self.token_budget or memory.settings.token_budget
        peers: ContextBlock = NOTHING
        whose: Mapping[str, str] = {}
        if self.include_peers:
            asked = ContextFilter(self.min_confidence, self.tags, self.query)
            peers, whose = memory.peers.context_by_author(peers_budget(budget), asked)
        doubt, limits = _doubt_of_ages(memory), _limits_in_force(memory)
        head = "\n".join(filter(None, (doubt, limits)))
        room = budget - peers.tokens
        if head:  # it is told whatever the budget
            room = max(1, room - estimate_tokens(head))
        own = memory.context(
            room, min_confidence=self.min_confidence, tags=self.tags, query=self.query,
            since_last=self.since_last, caller=self.caller,
        )  # fmt: skip
        has_ages = own.entries or peers.entries
        return ContextBlocks(own, peers, whose, head if has_ages else limits)

    def answer(self, blocks: ContextBlocks) -> ContextAnswer:
        """Return the blocks as text, with what is to say of them."""
        own, peers, _, head = blocks
        remarks = []
        if own.left_out:
            entries = "1 entry" if own.left_out == 1 else f"{own.left_out} entries"
            remarks.append(f"{entries} did not fit the token budget")
        if peers.left_out:
            remarks.append(f"{peers.left_out} notes of peers did not fit the token budget")
        if self.tags and not (own.entries or own.left_out or peers.entries or peers.left_out):
            tags = " or ".join(f"'{one_line(tag)}'" for tag in self.tags)
            remarks.append(f"no entry that agents get has the tag {tags}")
        if self.since_last and not self.caller:
            remarks.append(_NO_CALLER)
        return ContextAnswer(
            "; ".join(remarks), "\n".join(filter(None, (head, own.text))), peers.text,
            estimate_tokens(head) + own.tokens + peers.tokens,
            tuple(entry.id for entry in own.entries), tuple(entry.id for entry in peers.entries),
            own.left_out, peers.left_out,
        )  # fmt: skip

    def ask(self, memory: RobotMemory) -> ContextAnswer:
        """Answer it; see :class:`.Question`."""
        return self.answer(self.blocks(memory))


def _doubt_of_ages(memory: RobotMemory) -> str:
    """Return a sentence about wrong ages; without a time, so that the block stays the same."""
    is_trusted = memory.clock.now().trusted or not memory.clock.is_running
    return "" if is_trusted else _SHORT_AGES


def _limits_in_force(memory: RobotMemory) -> str:
    folder = memory.home.governance / "in_force"
    if not folder.is_dir():
        return ""
    # Most robots have no signed limit, and their callers do not wait for these modules.
    from robot_memory.applications.limits.limits_in_force import LimitsInForce

    try:
        found = LimitsInForce(folder, memory.long_term.levels.events).words(memory.rrn)
    except (InvalidPacket, OSError) as error:
        return f"{_IN_FORCE}, cannot be read: {one_line(str(error))}"
    return f"{_IN_FORCE}: {one_line('; '.join(found))}" if found else ""
