"""An endpoint's declaration: its path, rights, parameters, action and answer.

Also entity tags, which show that a resource changed since it was read.

See docs/reference/http-api.md.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from robot_memory.applications.operations.operation import (
    Declared,
    OperationField,
    Takes,
    fields_of,
)
from robot_memory.faces.write_allowance import WriteAllowance
from robot_memory.foundation.disk.shared_room import in_shared_pages
from robot_memory.foundation.identity.tokens import Caller, TokenScope

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory


Item = TypeVar("Item")


@dataclass(frozen=True)
class Parameter:
    """One value that an endpoint takes.

    Attributes:
        place: the value's place: the path, the query (where several texts from a fixed list may
            also be separated by commas) or the body (a JSON object; null means the default).
    """

    place: Literal["path", "query", "body"]
    field: OperationField


@dataclass(frozen=True)
class Call:
    """One request after all checks.

    Attributes:
        values: the values of the declared parameters, with defaults.
        if_match: the entity tag that the caller expects of the changed file; empty if none.
        is_for_new: whether the caller expects that the written file does not exist yet.
        bytes_of_agents: the allowance of bytes that all agents together may write into levels.
    """

    memory: RobotMemory
    caller: Caller
    values: Mapping[str, Any]
    if_match: str
    is_for_new: bool
    bytes_of_agents: WriteAllowance

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def page(
        self,
        found: Sequence[Item],
        record: Callable[[Item], Any],
        is_own: Callable[[Item], bool] = lambda item: True,
    ) -> Page:
        """Return the requested part of a list.

        Args:
            record: returns an item as JSON data.
            is_own: whether an item comes from a person, an operator or a detector. Other items get
                half of each page if these need the other half (rules.md §2.14).
        """
        first, size = self["offset"], self["limit"]
        part = islice(in_shared_pages(found, size, is_own), first, first + size)
        return Page([record(item) for item in part], len(found))


@dataclass(frozen=True)
class Page:
    """A part of a longer list."""

    items: list[Any]
    total: int


@dataclass(frozen=True)
class Answer:
    """An endpoint's answer: JSON data, or a :class:`Page`."""

    data: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Endpoint:
    """A path and method of the API.

    Attributes:
        path: with ``{name}`` for one segment, ``{name:path}`` for the rest.
        scope: the right that a caller needs.
        handle: the action; its errors become answers (:mod:`.problem`).
        parameters: all parameters; any other is refused.
        is_paged: whether it answers with a :class:`Page`, chosen by ``limit`` and ``offset``.
        is_long: whether it may take a minute; only one such request runs at a time, others are
            refused.
        writes_file: whether it checks the caller's file version (If-Match, If-None-Match).
        source: the document and section that requires it; empty if it is our own.
        answers: the type of the answer, or of each item of a page (:mod:`.record_schemas`).
    """

    method: Literal["GET", "POST"]
    path: str
    scope: TokenScope
    summary: str
    handle: Callable[[Call], Answer]
    parameters: tuple[Parameter, ...] = ()
    is_paged: bool = False
    is_long: bool = False
    writes_file: bool = False
    source: str = ""
    answers: Any = field(kw_only=True)

    def __post_init__(self) -> None:
        """Refuse a parameter that is declared twice, such as ``limit`` in a paged list.

        Raises:
            ValueError: names the parameter.
        """
        counts = Counter(one.field.name for one in self.all_parameters())
        if twice := [name for name, count in counts.items() if count > 1]:
            raise ValueError(f"{self.method} {self.path}: {', '.join(twice)} is declared twice")

    def all_parameters(self) -> tuple[Parameter, ...]:
        """Return all parameters, including those of a paged list."""
        return (*self.parameters, *_PAGING) if self.is_paged else self.parameters


@dataclass(frozen=True)
class _Paging(Declared):
    limit: Annotated[int, Takes("how many items to return", 1, 1000)] = 100
    offset: Annotated[int, Takes("how many items to skip", 0, 10**9)] = 0


_PAGING = tuple(Parameter("query", one) for one in fields_of(_Paging))


def tag_of(content: str | bytes) -> str:
    """Return the strong entity tag of a text (RFC 9110 §8.8.3)."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return f'"{hashlib.sha256(data).hexdigest()[:32]}"'


def matches(header: str, tag: str) -> bool:
    """Whether a list of tags, as in ``If-None-Match``, contains a tag (weak comparison)."""
    given = [part.strip().removeprefix("W/") for part in header.split(",")]
    return "*" in given or tag.removeprefix("W/") in given
