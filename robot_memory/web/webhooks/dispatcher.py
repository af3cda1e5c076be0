"""Follows the event log and sends events to webhooks, in order, with retries.

See docs/how-to/look-in-a-browser.md, "Tell other programs what happened".
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from robot_memory.logged_problem import LoggedProblem
from robot_memory.web.record_tail import RecordedEvent, RecordTail
from robot_memory.web.webhooks.delivery_state import DeliveryState
from robot_memory.web.webhooks.message import band_of, message_body, topic_of
from robot_memory.web.webhooks.signature import sign_request
from robot_memory.web.webhooks.webhook import Webhook

_LOG = logging.getLogger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 3600.0  # s

#: Sends a body with headers to an address; returns the status of HTTP. Raises OSError.
Send = Callable[[str, bytes, dict[str, str]], int]


@dataclass
class _Retry:
    due: float = 0.0
    pause: float = _FIRST_PAUSE


class WebhookDispatcher:
    """Tells programs of events, each at its own pace; one that is away holds up no other.

    What is not taken is sent again, after pauses that double up to an hour. The record is the
    queue: it is on the disk, so a restart loses nothing, and what was sent when a crash came is
    sent again under the same id.

    Args:
        state: how far each was told.
    """

    def __init__(
        self, hooks: list[Webhook], tail: RecordTail, state: DeliveryState, rrn: str, send: Send
    ) -> None:
        self._hooks = hooks
        self._tail = tail
        self._state = state
        self._rrn = rrn
        self._send = send
        self._retries = {hook.name: _Retry() for hook in hooks}
        self._logged = {hook.name: LoggedProblem() for hook in hooks}
        newest = tail.newest()
        for hook in hooks:  # who is new is told of what comes, not of all that ever was
            state.delivered[hook.name] = min(state.delivered.get(hook.name, newest), newest)
        if hooks:
            state.write()

    def run_once(self, now: float, wall_time: int) -> None:
        """Send what is due.

        Args:
            now: seconds of a clock that does not step.
            wall_time: seconds since 1970, for the signatures.
        """
        before = dict(self._state.delivered)
        for hook in self._hooks:
            if now >= self._retries[hook.name].due:
                self._serve(hook, now, wall_time)
        if self._state.delivered != before:
            self._state.write()

    def _serve(self, hook: Webhook, now: float, wall_time: int) -> None:
        bands = dict(self._state.bands)
        for event in self._tail.after(self._state.delivered[hook.name]):
            topic = topic_of(event, bands)
            entry, mark = str(event.data.get("id", "")), band_of(event)
            if topic in hook.events and not self._deliver(hook, topic, event, now, wall_time):
                break
            if entry and mark:
                bands[entry] = mark
            self._state.delivered[hook.name] = event.seq
        self._state.note_bands(bands)

    def _deliver(
        self, hook: Webhook, topic: str, event: RecordedEvent, now: float, wall_time: int
    ) -> bool:
        body = message_body(topic, event, self._rrn)
        message_id = f"{self._rrn}-{event.seq}"
        headers = sign_request(hook.secret, message_id, wall_time, body)
        try:
            status = self._send(hook.url, body, {**headers, "Content-Type": "application/json"})
            problem = "" if 200 <= status < 300 else f"it answered {status}"
        except OSError as error:
            problem = str(error) or type(error).__name__
        retry = self._retries[hook.name]
        if not problem:
            retry.due, retry.pause = 0.0, _FIRST_PAUSE
            if self._logged[hook.name].ended():
                _LOG.warning("webhook %s is accepted again", hook.name)
            return True
        retry.due, retry.pause = now + retry.pause, min(2 * retry.pause, _LONGEST_PAUSE)
        if self._logged[hook.name].found(now):
            _LOG.error("webhook %s: %s; it is sent again later", hook.name, problem)
        return False
