"""What goes to a model and comes back, without any one provider's names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class ToolCall:
    """A model asks for a tool."""

    id: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """What a model answers: words, and the tools that it wants first; without any it is done."""

    text: str
    calls: tuple[ToolCall, ...] = ()


@dataclass(frozen=True)
class ToolResult:
    """What a tool answered."""

    call_id: str
    text: str
    is_error: bool = False


@dataclass(frozen=True)
class Request:
    """All that a model is sent.

    Attributes:
        system: the same bytes in every session, so a provider's cache holds it.
        tools: JSON schemas; they come before the system prompt in a cache, and are constant too.
        messages: of this session: the user's first message (a text), replies, results of tools.
    """

    system: str
    tools: Sequence[Mapping[str, Any]]
    messages: Sequence[str | Reply | tuple[ToolResult, ...]]


class Model(Protocol):
    """Anything that answers a request."""

    async def answer(self, request: Request) -> Reply:
        """Return the next reply."""
