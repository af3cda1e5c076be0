"""What the memory can be told or asked, declared once for the command line, HTTP, agents and ROS.

An operation and a question are frozen dataclasses. Their fields are what they take, their docstring
is their help; :meth:`Operation.run` does it, :meth:`Question.ask` answers it. See
docs/architecture.md, "An operation is declared once".
"""

from __future__ import annotations

import inspect
import typing
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar

from robot_memory.entries.field_limits import LIMITS, MOST_TAGS
from robot_memory.foundation.identity.tokens import TokenScope
from robot_memory.foundation.settings import Settings
from robot_memory.memory import RobotMemory


class FieldType(Enum):
    """The type of a field; a time is UTC, names are NAME=VALUE, an object is any JSON object."""

    STRING = "string"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    TIME = "time"
    STRINGS = "strings"
    NAMES = "names"
    OBJECT = "object"


_KINDS: Mapping[Any, FieldType] = {
    str: FieldType.STRING, int: FieldType.INTEGER, float: FieldType.NUMBER,
    bool: FieldType.BOOLEAN,
    datetime | None: FieldType.TIME, datetime: FieldType.TIME, tuple[str, ...]: FieldType.STRINGS,
    Mapping[str, str]: FieldType.NAMES, Mapping[str, Any]: FieldType.OBJECT,
}  # fmt: skip


@dataclass(frozen=True)
class Takes:
    """What a field of an operation or a question takes; stands in its annotation."""

    meaning: str  # in a few words, for the help of all faces
    least: float | None = None  # of a number; of a text the fewest characters
    # of a number; of a text the most characters, where it is not the limit of its name
    # (entries/field_limits.py)
    most: float | None = None
    choices: tuple[str, ...] = ()  # the only texts that are taken; empty: any
    option: str = ""  # on the command line, where it is another one than the name
    is_end: bool = False  # of a time that is the end of a period: a day that is typed counts whole
    is_entry: bool = False  # of a text: it is the id of an entry, which a shell completes
    # of a text: on the command line it stands by its place, and several words need no quotes.
    # Several texts stand there likewise.
    is_words: bool = False
    # whether only who is known to be a person may give it: neither agents nor callers over ROS are
    # offered it
    is_persons: bool = False
    # whether only callers over ROS may give it, whom the node knows by their names
    is_nodes: bool = False
    # of a boolean that must be given: what the command line takes for true, and for false
    words: tuple[str, str] = ("true", "false")


@dataclass(frozen=True)
class OperationField:
    """A field of an operation or a question, as its annotation and its default declare it."""

    name: str  # on all faces
    type: FieldType
    default: Any  # where it is not given
    is_required: bool  # whether it must be given
    takes: Takes  # its meaning and limits

    @property
    def summary(self) -> str:
        """The meaning as a sentence."""
        return f"{self.takes.meaning[0].upper()}{self.takes.meaning[1:]}."

    @property
    def option(self) -> str:
        """The option of the command line, without its dashes."""
        return self.takes.option or self.name.replace("_", "-")

    @property
    def is_of_period(self) -> bool:
        """Whether it is the beginning or the end of the period that is asked about."""
        return self.takes in (_SINCE, _UNTIL)

    @property
    def most(self) -> float | None:
        """The largest number; of a text, or each of several, the most characters."""
        is_number = self.type in (FieldType.NUMBER, FieldType.INTEGER)
        return self.takes.most if is_number or self.takes.most else LIMITS.get(self.name)

    @property
    def most_items(self) -> int | None:
        """How many texts or names there may be; None: any number."""
        is_several = self.type in (FieldType.STRINGS, FieldType.NAMES)
        return MOST_TAGS if is_several and self.name in LIMITS else None


@dataclass(frozen=True)
class OperationAnswer:
    """What an operation answers."""

    message: str  # what became of it, in one sentence

    @property
    def line(self) -> str:
        """The message, for who is shown nothing else."""
        return self.message

    @property
    def lines(self) -> Sequence[str]:
        """What a person at a terminal is shown."""
        return (self.line,)

    @property
    def is_found(self) -> bool:
        """Whether there was anything to do."""
        return True

    @property
    def has_failed(self) -> bool:
        """Whether a part of it was tried, and failed."""
        return False

    @property
    def is_made(self) -> bool:
        """Whether something new is kept by it."""
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether nothing changed yet, as a person has to decide about it."""
        return False

    def as_record(self) -> Any:
        """Return it as JSON data; an answer that says no type of it returns its own fields."""
        return asdict(self)


@dataclass(frozen=True)
class Declared(ABC):
    """What the memory can be told or asked."""

    # the verb of the command line, with its subcommand where it is one; empty: none
    NAME: ClassVar[str] = ""
    PATH: ClassVar[str] = ""  # of the HTTP API, below ``/api/memory``; empty: none
    SCOPE: ClassVar[TokenScope]  # what a caller over HTTP must be allowed
    SOURCE: ClassVar[str] = ""  # the document and section that asks for it; empty: none
    EXAMPLES: ClassVar[tuple[str, ...]] = ()  # lines to type, as of :class:`.verbs.Verb`
    # the ROS service and the MCP tool; empty: the name, with ``_`` for ``-``
    SERVICE: ClassVar[str] = ""
    IS_TOOL: ClassVar[bool] = False  # whether agents get it over MCP
    TITLE: ClassVar[str] = ""  # of that tool; empty: its name
    FOR_AGENTS: ClassVar[str] = ""  # what the help does not say, and only agents need
    # whether the node offers it over ROS, where nobody can prove who calls
    IS_SERVICE: ClassVar[bool] = False
    WAITING: ClassVar[str]  # what a person reads who waits for it
    REFUSAL: ClassVar[str]  # what did not happen where it cannot be taken

    @classmethod
    def service(cls) -> str:
        """Return the name of the ROS service and of the MCP tool."""
        return cls.SERVICE or cls.NAME.replace("-", "_")

    @classmethod
    def summary(cls) -> str:
        """Return what it does, in a line."""
        return cls.help().partition("\n")[0]

    @classmethod
    def help(cls) -> str:
        """Return what it does."""
        return inspect.getdoc(cls) or ""


@dataclass(frozen=True)
class Operation(Declared):
    """Something that people and agents tell the memory, which it stores."""

    SCOPE: ClassVar[TokenScope] = TokenScope.WRITE
    WAITING: ClassVar[str] = "storing"
    REFUSAL: ClassVar[str] = "nothing was stored"
    # whether something is told no more, or alarms no more, because of it
    IS_DESTRUCTIVE: ClassVar[bool] = False
    # whether it is one thing more each time that the same is said
    ADDS_EACH_TIME: ClassVar[bool] = False
    MAKES_HOME: ClassVar[bool] = False  # whether the command line makes a home that does not exist
    # whether it may take a minute: HTTP does one at a time, the node beside other work
    IS_LONG: ClassVar[bool] = False
    HAS_AUTHOR: ClassVar[bool] = True  # whether it is kept who says so

    @abstractmethod
    def run(self, memory: RobotMemory, by: str) -> OperationAnswer:
        """Do it; stored durably when this returns.

        Args:
            by: who says so: 'person', 'agent' or 'claimed', with a name where there is one.

        Raises:
            RobotMemoryError: it was refused; nothing was stored.
        """

    def check(self, settings: Settings, by: str) -> None:
        """Refuse, before a home is made, what no memory would store; raises as :meth:`run`."""
        return


@dataclass(frozen=True)
class QuestionAnswer:
    """What a question is answered with."""

    message: str  # a remark beside the answer; empty: none

    @property
    def text(self) -> str:
        """The answer for who reads it: a person at a terminal, an agent."""
        return self.message

    @property
    def remark(self) -> str:
        """What the text does not tell, for who reads no more than that; empty: nothing."""
        return ""

    @property
    def is_found(self) -> bool:
        """Whether it answers what was asked."""
        return True

    def as_record(self) -> Any:
        """Return it as JSON data; an answer that says no type of it returns its own fields."""
        return asdict(self)


@dataclass(frozen=True)
class RecordAnswer(QuestionAnswer):
    """An answer without a remark: its fields are its JSON data."""

    message: str = field(default="", init=False)

    def as_record(self) -> Any:
        """Return it as JSON data."""
        names = (one.name for one in fields(self) if one.name != "message")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class ListAnswer(QuestionAnswer):
    """A list, of which HTTP answers with a part."""

    items: tuple[Any, ...]  # in order

    @property
    def remark(self) -> str:
        """What was left out, or why the list is empty."""
        return self.message

    @abstractmethod
    def record_of(self, item: Any) -> Any:
        """Return an item as JSON data, of the type that it says."""

    def is_own(self, item: Any) -> bool:
        """Tell whether a person, an operator or a detector says so (rules.md §2.14)."""
        return True

    def as_record(self) -> Any:
        """Return it as JSON data."""
        return list(map(self.record_of, self.items))


@dataclass(frozen=True)
class Question(Declared):
    """Something that people and agents ask the memory; what is told stays as it is."""

    NOTHING: ClassVar[str] = ""  # what is told where the answer is empty
    SCOPE: ClassVar[TokenScope] = TokenScope.READ
    WAITING: ClassVar[str] = "reading"
    REFUSAL: ClassVar[str] = "nothing was answered"

    @abstractmethod
    def ask(self, memory: RobotMemory) -> QuestionAnswer:
        """Answer it.

        Raises:
            RobotMemoryError: it cannot be asked so.
        """


@cache
def fields_of(
    declared: type[Declared], *, is_person: bool = True, is_node: bool = False
) -> tuple[OperationField, ...]:
    """Return what an operation or a question takes from a person, or from a node, in order."""
    hints = typing.get_type_hints(declared, include_extras=True)
    found = (
        _field(one.name, hints[one.name], one.default, one.default_factory)
        for one in fields(declared)
    )
    return tuple(
        one
        for one in found
        if (is_person or not one.takes.is_persons) and (is_node or not one.takes.is_nodes)
    )


def _field(name: str, hint: Any, default: Any, factory: Any) -> OperationField:
    kind, takes = typing.get_args(hint)
    if factory is not MISSING:
        default = factory()
    return OperationField(name, _KINDS[kind], default, default is MISSING, takes)


#: Fields of several operations and questions.
EntryId = Annotated[str, Takes("the id of the entry, or its first digits", 1, is_entry=True)]
_SINCE = Takes("from this day or time on")
_UNTIL = Takes("up to this time; a day that is typed counts whole", is_end=True)
Since = Annotated[datetime | None, _SINCE]
Until = Annotated[datetime | None, _UNTIL]
