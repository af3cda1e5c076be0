"""What goes to a model and comes back, without any one provider's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class ToolCall:
    """A tool call that a model asks for."""

    id: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """A model's answer: text and the tool calls that it needs first; without calls it is done."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class ToolResult:
    """The answer of a tool."""

    call_id: str
    text: str
    is_error: bool = False


@dataclass(frozen=True)
class Request:
    """A complete request to a model.

    Attributes:
        system: the same bytes in every session, so a provider's cache holds it.
        tools: JSON schemas; they come before the system prompt in a cache, and are constant too.
        messages: of this session: the user's first message (a text), replies, and tool results.
    """

    system: str
    tools: Sequence[Mapping[str, Any]]
    messages: Sequence[str | Reply | tuple[ToolResult, ...]]


class Model(Protocol):
    """A model that answers requests."""

    async def answer(self, request: Request) -> Reply:
        """Return the next reply."""
