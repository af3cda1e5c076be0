"""``~/list_sources``: which topics and reporters are used, which are not, and why."""

from __future__ import annotations

from typing import Any

from robot_memory.faces.ros.convert import to_text
from robot_memory.faces.ros.ingest_loop import IngestLoop
from robot_memory.faces.ros.service_server import ServiceServer
from robot_memory.msg import SourceReport
from robot_memory.srv import ListSources


class SourceService:
    """Offers the service.

    Args:
        server: offers it.
        loop: knows the topics, why one is not subscribed to, and which sources are skipped.
    """

    def __init__(self, server: ServiceServer, loop: IngestLoop) -> None:
        self._topics, self._perception, self._scope = (
            loop.subscriptions,
            loop.perception,
            loop.scope,
        )
        server.offer(ListSources, "list_sources", self._list)

    def _list(self, request: Any, response: Any) -> None:
        subscribed, skipped = self._subscribed(), self._skipped()
        speakers = self._speakers()
        response.sources = [*subscribed, *skipped, *speakers]
        rest = self._scope.skipped.rest
        response.message = (
            f"{len(subscribed)} topics are heard, "
            f"{len(skipped)} topics and {len(speakers)} speakers are skipped"
            + (f"; {rest} more statuses and lines are not listed" if rest else "")
        )

    def _subscribed(self) -> list[SourceReport]:
        subscriptions, problems = (
            dict(self._topics.by_topic),
            dict(self._topics.problems),
        )
        misdated = dict(self._perception.losses.misdated)
        return [
            SourceReport(
                kind="topic", name=to_text(topic), topic=to_text(topic), type=subscription.type,
                is_heard=True,
                why=to_text(problems.get(topic, "")), received=subscription.receiver.received,
                unreadable=subscription.receiver.unreadable, failed=subscription.receiver.failed,
                misdated=misdated.get(topic, 0), repeated=subscription.receiver.repeated,
            )
            for topic, subscription in sorted(subscriptions.items())
        ]  # fmt: skip

    def _skipped(self) -> list[SourceReport]:
        problems = dict(self._topics.problems)
        why_not = self._perception.topics.why_not
        return [
            SourceReport(
                kind="topic", name=to_text(topic), topic=to_text(topic), type=type_name,
                why=to_text(problems.get(topic) or why_not(topic, type_name)),
            )
            for topic, type_name in self._topics.skipped_topics()
        ]  # fmt: skip

    def _speakers(self) -> list[SourceReport]:
        return [
            SourceReport(
                kind=item.kind, name=to_text(item.name), topic=to_text(item.topic),
                why=to_text(item.why), received=item.count,
            )
            for item in self._scope.skipped.sources()
        ]  # fmt: skip
