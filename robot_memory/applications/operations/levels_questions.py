"""The levels of memory (document 002): what they know, their files, sizes, what is due."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypedDict, cast

from robot_memory.applications.operations.operation import (
    ListAnswer,
    Question,
    QuestionAnswer,
    RecordAnswer,
    Takes,
)
from robot_memory.entries.field_limits import LIMITS
from robot_memory.foundation.errors import NotThere
from robot_memory.foundation.text.conversation import Conversation
from robot_memory.foundation.text.escaping import one_line
from robot_memory.long_term.levels import RETENTION_POLICY
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.levels import LevelStats, StatsRecord
from robot_memory.long_term.levels.retention import RetentionPlan
from robot_memory.memory import RobotMemory

if TYPE_CHECKING:
    from robot_memory.long_term.recall.query import LevelContext

_DOCUMENT = "002 §API Endpoints"
_LEVELS = tuple(level.value for level in MemoryLevel)
_PART = 19_000  # characters of a file in one answer of an agent


@dataclass(frozen=True)
class LevelsFound(QuestionAnswer):
    """What the levels know of a query."""

    found: LevelContext

    def as_record(self) -> Annotated[dict[str, Any], LevelContext]:
        """Return it as JSON data."""
        return asdict(self.found)


@dataclass(frozen=True)
class SearchLevels(Question):
    """Search the levels of memory."""

    q: Annotated[str, Takes("words", least=1, most=LIMITS["query"])]
    levels: Annotated[
        tuple[str, ...], Takes("the levels to search; default: all", choices=_LEVELS)
    ] = ()
    limit: Annotated[int, Takes("how many hits to return", 1, 1000)] = 10

    PATH: ClassVar[str] = "/search"
    SOURCE: ClassVar[str] = _DOCUMENT

    def ask(self, memory: RobotMemory) -> LevelsFound:
        """Answer it; see :class:`.Question`."""
        levels = self.levels or _LEVELS
        found = memory.long_term.recall.read_memory(self.q, levels, limit=self.limit)
        return LevelsFound("", found)


@dataclass(frozen=True)
class LevelFile(RecordAnswer):
    """A file of a level."""

    level: str
    path: str
    content: str


@dataclass(frozen=True)
class ReadLevelFile(Question):
    """Read a file of a level."""

    level: Annotated[str, Takes("the level of memory", choices=_LEVELS)]
    path: Annotated[str, Takes("the file, below the level", least=1, most=1000)]

    PATH: ClassVar[str] = "/read/{level}/{path:path}"
    SOURCE: ClassVar[str] = _DOCUMENT

    def ask(self, memory: RobotMemory) -> LevelFile:
        """Answer it; see :class:`.Question`.

        Raises:
            InvalidInput: there is no such level, or the path leaves it.
            NotThere: it has no such file.
        """
        text = memory.long_term.levels.read(self.level, self.path)
        if text is None:
            raise NotThere(f"there is no file {self.path!r:.200} in the {self.level} level")
        return LevelFile(self.level, self.path, text)


@dataclass(frozen=True)
class PagePart(LevelFile):
    """A file of a level, or as much of it as one answer of an agent holds."""

    offset: int  # where in the file it begins
    left: int  # characters that follow it

    @property
    def text(self) -> str:
        """What the file says, and how to read on."""
        if not self.left:
            return self.content
        end = self.offset + len(self.content)
        return f"{self.content}\n[{self.left} characters more: ask again with offset {end}]"


@dataclass(frozen=True)
class ReadPage(ReadLevelFile):
    """Read a skill whole, with all its steps in order; or another file of a level of the memory.

    The approved skill NAME is the path skills/NAME/SKILL.md of the procedural level, a learned one
    the same path of the semantic level. Of what `recall` found in a file, the id is the level, a
    slash and the path.
    """

    offset: Annotated[int, Takes("begin after so many characters", 0, 10**9)] = 0

    SERVICE: ClassVar[str] = "read_page"
    PATH: ClassVar[str] = ""  # of HTTP it is no bound how long an answer is
    IS_TOOL: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Read a skill or a page"
    NOTHING: ClassVar[str] = "The file has no more text."

    def ask(self, memory: RobotMemory) -> PagePart:
        """Answer it; see :meth:`ReadLevelFile.ask`."""
        content = super().ask(memory).content
        end = self.offset + _PART
        part, left = content[self.offset : end], max(0, len(content) - end)
        return PagePart(self.level, self.path, part, self.offset, left)


@dataclass(frozen=True)
class LevelsAnswer(QuestionAnswer):
    """How many files each level has, and how large they are."""

    stats: LevelStats

    @property
    def text(self) -> str:
        """A line for each level, and one for the archives."""
        levels = {level.value: usage for level, usage in self.stats.levels.items()}
        return "\n".join(
            f"{name:<10}  {usage.files:6} files  {usage.size / 1e3:10.1f} kB"
            for name, usage in {**levels, "archives": self.stats.archives}.items()
        )

    def as_record(self) -> StatsRecord:
        """Return it as JSON data."""
        return self.stats.as_record()


@dataclass(frozen=True)
class CountLevels(Question):
    """Count the files of the levels."""

    NAME: ClassVar[str] = "levels stats"
    PATH: ClassVar[str] = "/stats"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels stats",)
    SOURCE: ClassVar[str] = _DOCUMENT

    def ask(self, memory: RobotMemory) -> LevelsAnswer:
        """Answer it; see :class:`.Question`."""
        return LevelsAnswer("", memory.long_term.levels.stats())


class DueRecord(TypedDict):
    """A file that is due to leave."""

    path: str
    reason: str


class RetentionRecord(TypedDict):
    """What retention would archive now, and by which rules."""

    policy: Annotated[dict[str, dict[str, dict[str, Any]]], "The rules, by level and folder."]
    held: Annotated[str, "Why nothing leaves now; else empty."]
    due: list[DueRecord]


@dataclass(frozen=True)
class RetentionAnswer(QuestionAnswer):
    """What retention would archive now."""

    plan: RetentionPlan

    @property
    def text(self) -> str:
        """Why nothing leaves, if something holds it; then a line for each file that is due."""
        held = [f"nothing leaves now: {self.plan.held}"] if self.plan.held else []
        return "\n".join([*held, *(f"{step.path}: {step.reason}" for step in self.plan.steps)])

    def as_record(self) -> RetentionRecord:
        """Return it as JSON data."""
        due: list[DueRecord] = [
            {"path": step.path, "reason": step.reason} for step in self.plan.steps
        ]
        return {"policy": RETENTION_POLICY, "held": self.plan.held, "due": due}


@dataclass(frozen=True)
class PlanRetention(Question):
    """List what retention would archive now; nothing is changed."""

    NAME: ClassVar[str] = "levels retention"
    PATH: ClassVar[str] = "/retention"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels retention",)
    NOTHING: ClassVar[str] = "nothing is due"
    SOURCE: ClassVar[str] = _DOCUMENT

    def ask(self, memory: RobotMemory) -> RetentionAnswer:
        """Answer it; see :class:`.Question`."""
        return RetentionAnswer("", memory.long_term.levels.plan_retention())


class SessionRecord(TypedDict):
    """A conversation without its turns; fields of other tools stand beside it."""

    session_id: str
    start_time: Annotated[str, datetime]
    end_time: Annotated[Annotated[str, datetime] | None, "Null while it goes on."]
    behaviors_taught: list[str]
    sandbox_denials: Annotated[int, "How often what was asked for was not allowed."]
    success: bool
    turn_count: int
    first_words: Annotated[str, "Of its first turn, with who spoke."]


@dataclass(frozen=True)
class SessionsAnswer(ListAnswer):
    """Conversations, newest first."""

    items: tuple[Conversation, ...]

    @property
    def text(self) -> str:
        """A line for each."""
        return "\n".join(
            f"{one.session_id}  {one.start:%Y-%m-%d %H:%M} UTC, {len(one.turns)} turns: "
            f"{one_line(_first_words(one))}"
            for one in self.items
        )

    def record_of(self, item: Any) -> SessionRecord:
        """Return a conversation as JSON data, without its turns: ``levels read`` gives these."""
        record: dict[str, Any] = item.as_record()
        turns = record.pop("turns")
        more = {"turn_count": len(turns), "first_words": _first_words(item)}
        return cast(SessionRecord, {**record, **more})


@dataclass(frozen=True)
class ListSessions(Question):
    """List the conversations that are kept, newest first."""

    NAME: ClassVar[str] = "levels sessions"
    PATH: ClassVar[str] = "/sessions"
    EXAMPLES: ClassVar[tuple[str, ...]] = ("robot-memory levels sessions",)
    NOTHING: ClassVar[str] = "no conversation is kept"

    def ask(self, memory: RobotMemory) -> SessionsAnswer:
        """Answer it; see :class:`.Question`."""
        store = memory.long_term.levels.conversations
        read = [one for one in map(store.read, store.paths()) if one is not None]
        return SessionsAnswer("", tuple(sorted(read, key=lambda one: one.start, reverse=True)))


def _first_words(conversation: Conversation) -> str:
    turn = next(iter(conversation.turns), None)
    return f"{turn.role}: {turn.content:.200}" if turn else ""
