"""The services that answer at once: context, entries, evidence.

Specification: rules.md §5.6. See docs/reference/services.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from robot_memory.applications.operations import (
    context_question,
    entries_questions,
)
from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import effective
from robot_memory.faces.ros.convert import (
    entry_message,
    evidence_message,
    to_text,
    to_time,
)
from robot_memory.faces.ros.file_defects import items_set_aside
from robot_memory.faces.ros.operation_services import read_request
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.memory import RobotMemory
from robot_memory.msg import MemoryEntry as EntryMessage
from robot_memory.srv import (
    GetContext,
    ListEntries,
    Why,
)


class ReadingServices:
    """What people and agents ask of the memory while the robot runs."""

    def __init__(self, server: ServiceServer, memory: RobotMemory) -> None:
        self._memory = memory
        server.offer(GetContext, "get_context", self._get_context)
        server.offer(ListEntries, "list_entries", self._list_entries)
        server.offer(Why, "why", self._why)

    def _now(self) -> datetime:
        return self._memory.clock.now().time

    def _messages(self, entries: Iterable[tuple[MemoryEntry, str]]) -> list[EntryMessage]:
        """Return entries, each with the robot whose it is, as they are at one moment."""
        now, decay_per_day = self._now(), self._memory.settings.decay_per_day
        hours = self._memory.running_hours()
        return [
            entry_message(
                effective(entry, now, decay_per_day), entry, now, rrn,
                None if rrn else hours.presence_of(entry),
            )
            for entry, rrn in entries
        ]  # fmt: skip

    def _get_context(self, request: Any, response: Any) -> None:
        question = read_request(context_question.GetContext, request)
        blocks = question.blocks(self._memory)
        answer = question.answer(blocks)
        response.context, response.tokens = storable(answer.context), answer.tokens
        response.peer_context = storable(answer.peer_context)
        response.entries = self._messages((entry, "") for entry in blocks.own.entries)
        response.peers = self._messages(
            (entry, blocks.whose[entry.id]) for entry in blocks.peers.entries
        )
        remarks = [answer.message] if answer.message else []
        if unused := items_set_aside(self._memory.defects):
            remarks.append(f"not used of the file: {unused} damaged items; run robot-memory check")
        response.message = "; ".join(remarks)

    def _list_entries(self, request: Any, response: Any) -> None:
        answer = read_request(entries_questions.ListEntries, request).ask(self._memory)
        response.entries = self._messages((entry, "") for _, entry in answer.items)
        response.message = answer.message

    def _why(self, request: Any, response: Any) -> None:
        memory = self._memory
        answer = read_request(entries_questions.Why, request).ask(memory)
        found = answer.found
        (response.entry,) = self._messages([(found.entry, memory.peers.whose(found.entry.id))])
        response.evidence = [evidence_message(row) for row in found.rows]
        response.recordings = [to_text(str(one.path)) for one in found.recordings]
        if found.check is not None and found.check.last_checked is not None:
            response.last_checked = to_time(found.check.last_checked)
            response.exercised_hours = found.check.exercised_hours
        response.message = answer.message
