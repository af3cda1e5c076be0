"""The services of the node (docs/reference/services.md); each answers success and message.

Specification: rules.md §2.7 and §5.6.

See docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import partial
from typing import Any

from robot_memory.applications.entry_explanation import DEFAULT_ROWS, explain_entry
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.context_block import NOTHING
from robot_memory.entries.known_rules import until_words, withdrawal_words
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.mute_rules import mute_words
from robot_memory.entries.note import read_source
from robot_memory.entries.others_words import correct_words
from robot_memory.entries.peer_context import peers_budget
from robot_memory.entries.resolve_rules import forget_words, repair_words, resolve_words
from robot_memory.faces.ros.convert import (
    entry_message,
    evidence_message,
    from_time,
    to_text,
    to_time,
)
from robot_memory.faces.ros.file_defects import items_set_aside
from robot_memory.faces.ros.service_server import ServiceServer, check_time
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.errors import InvalidEntry, InvalidInput, RobotMemoryError
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.ledger import Source
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome, read_parameters
from robot_memory.memory import RobotMemory
from robot_memory.msg import MemoryEntry as EntryMessage
from robot_memory.srv import (
    Correct,
    Forget,
    GetContext,
    Known,
    ListEntries,
    Mute,
    Remember,
    Repaired,
    ReportOutcome,
    Resolve,
    Unmute,
    Why,
)

_AGENT = Source.AGENT.value
_NO_CALLER = "no caller is named: all callers without a name share one list of what is new"


class Services:
    """What people and agents ask of the memory while the robot runs, and what they tell it.

    Args:
        server: offers it.
        memory: what answers.
        on_echo: told the RRN of a robot whose words an agent noted as its own.
        on_refusal: told what was to be written and was refused, and why.
        on_repair: told of a repair that no entry is about: the part, a note, and who says so.
    """

    def __init__(
        self,
        server: ServiceServer,
        memory: RobotMemory,
        on_echo: Callable[[str], None] = lambda rrn: None,
        on_refusal: Callable[[str], None] = lambda what: None,
        on_repair: Callable[[str, str, tuple[Source, str]], None] = lambda *repair: None,
    ) -> None:
        self._on_echo, self._on_refusal, self._on_repair = on_echo, on_refusal, on_repair
        self._memory = memory
        server.offer(GetContext, "get_context", self._get_context)
        server.offer(ListEntries, "list_entries", self._list_entries)
        server.offer(Why, "why", self._why)
        if memory.settings.accept_writes:
            for kind, name, answer in (
                (Remember, "remember", self._remember), (Resolve, "resolve", self._resolve),
                (Mute, "mute", self._mute), (Unmute, "unmute", self._unmute),
                (Known, "known", self._known),
                (Forget, "forget", self._forget), (Correct, "correct", self._correct),
                (Repaired, "repaired", self._repaired),
            ):  # fmt: skip
                server.offer_write(kind, name, partial(self._write, name, answer))
            if memory.settings.outcomes_enabled:
                report = partial(self._write, "report_outcome", self._report_outcome)
                server.offer_write(ReportOutcome, "report_outcome", report)

    def _write(
        self, name: str, answer: Callable[[Any, Any], None], request: Any, response: Any
    ) -> None:
        check_time(self._memory, ", so this would have no time; nothing was stored")
        try:
            answer(request, response)
        except RobotMemoryError as error:
            self._on_refusal(f"{name}: {error}")
            raise

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
        _check_share("min_confidence", request.min_confidence)
        memory = self._memory
        chosen = {"min_confidence": request.min_confidence, "tags": request.tags,
                  "query": request.query}  # fmt: skip
        budget = request.token_budget or memory.settings.token_budget
        share = peers_budget(budget) if request.include_peers else 0
        peers, whose = memory.peers.context_by_author(share, **chosen) if share else (NOTHING, {})
        context = memory.context(
            token_budget=budget - peers.tokens, since_last=request.since_last,
            caller=request.caller, **chosen,
        )  # fmt: skip
        response.context = storable(context.text)
        response.peer_context = storable(peers.text)
        response.tokens = context.tokens + peers.tokens
        response.entries = self._messages((entry, "") for entry in context.entries)
        response.peers = self._messages((entry, whose[entry.id]) for entry in peers.entries)
        remarks = []
        if left_out := context.left_out + peers.left_out:
            remarks.append(f"{left_out} weaker entries did not fit the token budget")
        if request.since_last and not request.caller:
            remarks.append(_NO_CALLER)
        if unused := items_set_aside(memory.defects):
            remarks.append(f"not used of the file: {unused} damaged items; run robot-memory check")
        response.message = "; ".join(remarks)

    def _list_entries(self, request: Any, response: Any) -> None:
        _check_share("min_confidence", request.min_confidence)
        unknown = set(request.types) - {kind.value for kind in EntryType}
        if unknown:
            raise InvalidInput(f"types: there is no type {', '.join(sorted(unknown))}")
        entries = self._memory.entries(
            types=request.types,
            tags=request.tags,
            include_resolved=request.include_resolved,
            min_confidence=request.min_confidence,
        )
        shown = in_shared_room(
            entries, request.limit or len(entries), lambda valued: not valued[1].is_agents_word
        )
        response.entries = self._messages((entry, "") for _, entry in shown)
        if left_out := len(entries) - len(shown):
            response.message = f"{left_out} weaker entries were left out: the limit is {len(shown)}"

    def _why(self, request: Any, response: Any) -> None:
        memory, limit = self._memory, request.limit or DEFAULT_ROWS
        found = explain_entry(memory, request.id, limit=limit)
        (response.entry,) = self._messages([(found.entry, memory.peers.whose(found.entry.id))])
        response.evidence = [evidence_message(row) for row in found.rows]
        response.recordings = [to_text(str(one.path)) for one in found.recordings]
        if found.check is not None and found.check.last_checked is not None:
            response.last_checked = to_time(found.check.last_checked)
            response.exercised_hours = found.check.exercised_hours
        if not found.rows:
            response.message = "no evidence in this ledger: the entry came with the file"

    def _remember(self, request: Any, response: Any) -> None:
        noted = self._memory.remember(
            request.type,
            request.text,
            confidence=request.confidence,
            tags=request.tags,
            source=_source(request),
        )
        response.id, response.created, response.message = noted.id, noted.created, noted.message
        if noted.echo_of:
            self._on_echo(noted.echo_of)

    def _resolve(self, request: Any, response: Any) -> None:
        entry = self._memory.resolve(request.id, request.note, source=_source(request))
        response.message = resolve_words(entry)

    def _mute(self, request: Any, response: Any) -> None:
        until = from_time(request.until)
        if until is not None and until <= self._now():
            self._memory.unmute(request.id, source=_source(request))
            response.message = "until lies in the past: the entry is shown to agents again"
            return
        entry = self._memory.mute(request.id, until=until, why=request.why, source=_source(request))
        response.message = mute_words(entry, self._now())

    def _unmute(self, request: Any, response: Any) -> None:
        entry = self._memory.unmute(request.id, source=_source(request))
        response.message = f"told again: {entry.text}"

    def _known(self, request: Any, response: Any) -> None:
        source = _source(request)
        if request.withdraw:
            entry = self._memory.withdraw_known(request.id, request.reason, source=source)
            response.message = withdrawal_words(entry, self._now())
            return
        entry = self._memory.declare_known(
            request.id, request.reason, until=from_time(request.until), source=source
        )
        response.message = f"known {until_words(entry)}: {entry.text}"

    def _forget(self, request: Any, response: Any) -> None:
        source = _source(request)
        entry = self._memory.forget(request.id, request.why, source=source)
        response.message = forget_words(entry, read_source(source)[0])

    def _correct(self, request: Any, response: Any) -> None:
        entry = self._memory.correct(request.id, request.text, source=_source(request))
        response.message = correct_words(request.id, entry)

    def _repaired(self, request: Any, response: Any) -> None:
        if not request.component.strip():
            raise InvalidEntry("component is empty: name the part, as evidence names it")
        entries = self._memory.repaired(request.component, request.note, source=_source(request))
        response.ids = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
        if not entries:
            self._on_repair(request.component, request.note, read_source(_source(request)))
        response.message = repair_words(entries)

    def _report_outcome(self, request: Any, response: Any) -> None:
        outcome = TaskOutcome(
            request.task, request.succeeded, _source(request), request.place,
            read_parameters(request.parameters), request.note,
        )  # fmt: skip
        receipt = self._memory.report_outcome(outcome)
        response.message, response.entry_id = receipt.message, receipt.entry_id
        response.tried, response.failed = receipt.tally.tried, receipt.tally.failed


def _source(request: Any) -> str:
    """Return who a request says that it is from; a person is no more than said to be one.

    Anybody on the network can give any name (docs/reference/security.md).
    """
    word, colon, name = (request.source or _AGENT).partition(":")
    if word != Source.PERSON.value:
        return str(request.source or _AGENT)
    return f"{Source.CLAIMED.value}{colon}{name}"


def _check_share(name: str, value: float) -> None:
    if not 0.0 <= value <= 1.0:
        raise InvalidInput(f"{name}: {value} is not between 0 and 1")
