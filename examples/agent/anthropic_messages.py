"""A request as the Messages API takes it: shows where the cached part ends.

A provider caches the beginning of a request, up to a mark: tools first, then the system prompt,
then messages. One changed byte in it makes all of it be read anew. So nothing that the memory says
stands before the mark.
"""

from __future__ import annotations

from typing import Any

from conversation import Reply, Request, ToolResult


def messages_request(request: Request, model: str, max_tokens: int = 1024) -> dict[str, Any]:
    """Return the body of a request."""
    return {
        "model": model,
        "max_tokens": max_tokens,
        "tools": [
            {
                "name": tool["name"],
                "description": tool["description"],
                "input_schema": tool["inputSchema"],
            }
            for tool in request.tools
        ],
        "system": [
            {"type": "text", "text": request.system, "cache_control": {"type": "ephemeral"}}
        ],
        "messages": [_message(message) for message in request.messages],
    }


def _message(message: str | Reply | tuple[ToolResult, ...]) -> dict[str, Any]:
    if isinstance(message, str):
        return {"role": "user", "content": message}
    if isinstance(message, Reply):
        text = [{"type": "text", "text": message.text}] if message.text else []
        calls = [
            {"type": "tool_use", "id": call.id, "name": call.name, "input": dict(call.arguments)}
            for call in message.calls
        ]
        return {"role": "assistant", "content": [*text, *calls]}
    results = [
        {
            "type": "tool_result",
            "tool_use_id": result.call_id,
            "content": result.text,
            "is_error": result.is_error,
        }
        for result in message
    ]
    return {"role": "user", "content": results}
