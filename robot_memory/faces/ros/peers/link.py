"""The link to other robots: publishes this robot's updates and receives those of others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from robot_memory.faces.ros.spinning import Stop, ThreadStep, spin_loop
from robot_memory.sharing.carriers.carrier import Carrier, CarrierStatus
from robot_memory.sharing.carriers.relay import Relay
from robot_memory.sharing.carriers.update_channel import UpdateChannel
from robot_memory.sharing.federation.signed_envelope import write_envelope
from robot_memory.sharing.federation.update_verdict import IN_USE, UpdateVerdict

if TYPE_CHECKING:  # a robot that does not federate needs no cryptography
    from robot_memory.sharing.federation.peer_exchange import PeerExchange

_TICK = 0.2  # s
_TRUST_INTERVAL, _PUBLISH_INTERVAL = 1.0, 0.5  # s; each costs more than a tick
_LOOK = 0.05  # s between two checks while waiting for others


class PeerLink:
    """Connects an exchange with the other robots, in its own thread.

    Updates are judged alike, whichever carrier brings them. With several carriers, updates are
    passed on from each to the others.

    Args:
        exchange: judges updates; only this thread may use it.
        carriers: bring updates; at least one.
        report: called with errors that no message should be able to cause.
    """

    def __init__(
        self,
        exchange: PeerExchange,
        carriers: Sequence[Carrier],
        report: Callable[[str, Exception], None],
    ) -> None:
        self._exchange = exchange
        self._carriers = carriers
        self._report = report
        self._relay = Relay(carriers, exchange.is_in_use) if len(carriers) > 1 else None
        self._channels = [
            UpdateChannel(carrier, exchange, partial(self._note_heard, carrier))
            for carrier in carriers
        ]
        self._trust_due = self._publish_at = 0.0
        for channel in self._channels:
            channel.start()

    # -- this thread -------------------------------------------------------------------------

    def run(self, stop: Stop) -> None:
        """Publish and receive until ``stop`` is requested."""
        spin_loop(self._deliver, self._tick, step=ThreadStep("peers"), every=_TICK, stop=stop,
                  report=self._report)  # fmt: skip

    def _deliver(self, patience: float) -> None:
        """Handle received updates; block only on the first carrier."""
        for channel in self._channels[1:]:
            channel.deliver(0.0)
        self._channels[0].deliver(patience)

    def _tick(self) -> None:
        now = time.monotonic()
        if now >= self._trust_due:
            self._trust_due = now + _TRUST_INTERVAL
            if self._exchange.reload_trust() or self._exchange.should_read_again():
                self._read_anew()
        for channel in self._channels:
            channel.tick(now)
        if self._relay is not None:
            self._relay.tick(now)
        if now >= self._publish_at:
            self._publish_at = now + _PUBLISH_INTERVAL
            self._publish_due()

    def _publish_due(self) -> None:
        envelope = self._exchange.due()
        if envelope is not None:
            data = write_envelope(envelope)
            for carrier in self._carriers:
                carrier.publish(envelope.card.rrn, data)

    def _note_heard(self, carrier: Carrier, rrn: str, data: bytes) -> None:
        if self._relay is not None:
            self._relay.note(carrier, rrn, data, time.monotonic())

    def _read_anew(self) -> None:
        for channel in self._channels:
            channel.read_anew()

    # -- any thread --------------------------------------------------------------------------

    def sync(self, rrns: Iterable[str], timeout: float) -> Mapping[str, UpdateVerdict]:
        """Read the fleet again, wait for some robots, and return the verdicts on their updates.

        Args:
            timeout: seconds to wait at most; it ends earlier once all wanted robots, or all present
                robots, were heard.
        """
        wanted, until = set(rrns), time.monotonic() + timeout
        self._read_anew()
        while time.monotonic() < until and not self._is_done(wanted):
            time.sleep(_LOOK)
        return self._verdicts()

    def _is_done(self, wanted: set[str]) -> bool:
        if wanted and wanted <= self._verdicts().keys():
            return True
        now = time.monotonic()
        return all(channel.is_settled(now) for channel in self._channels)

    def _verdicts(self) -> dict[str, UpdateVerdict]:
        """Return the verdict on each robot's update; acceptance through one carrier is enough."""
        found: dict[str, UpdateVerdict] = {}
        for channel in self._channels:
            for rrn, verdict in channel.verdicts().items():
                if rrn not in found or verdict.outcome in IN_USE:
                    found[rrn] = verdict
        return found

    def statuses(self) -> Mapping[str, CarrierStatus]:
        """Return each carrier's status, by name."""
        return {carrier.name: carrier.status() for carrier in self._carriers}

    @property
    def relayed(self) -> int | None:
        """The number of updates passed on between carriers; None with a single carrier."""
        return None if self._relay is None else self._relay.count

    @property
    def left_out(self) -> Mapping[str, int]:
        """The number of robots not passed on, by the carrier that has no room for them."""
        return {} if self._relay is None else self._relay.left_out

    def close(self) -> None:
        """Close the carriers; call it once :meth:`run` has returned."""
        for carrier in self._carriers:
            carrier.close()
