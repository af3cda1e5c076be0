"""Asks each node of the robot for its parameters, once after it starts (rules.md §5.14)."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rcl_interfaces.srv import GetParameters, ListParameters
from rclpy.client import Client

from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.perception.detectors.parameter_detector import NodeParameters, value_text
from robot_memory.perception.perception import Perception
from robot_memory.perception.ros_graph.graph_faults import is_tool
from robot_memory.perception.scope import Scope

_TOPIC, _TYPE = "/parameter_events", "rcl_interfaces/msg/ParameterEvent"
_INTERVAL = 5.0  # s between two checks of the graph
_SETTLED = 30.0  # s after which a new node has declared its parameters
_PATIENCE = 5.0  # s for both answers of a node
_MOST_TIMES = 4  # requests to a node that does not answer: it may be busy starting
_MOST_NAMES = 1000
_MOST_WAITING = 1000  # nodes; further ones wait in the graph


@dataclass
class _Question:
    """A node that is being asked.

    Attributes:
        times: the number of requests so far, with this one.
        is_over: whether it has answered or was given up.
    """

    node: str
    times: int
    until: float
    clients: list[Client]
    is_over: bool = False


class ParameterReader:
    """Reads the parameters of nodes through their services, one node after another.

    Parameter events reach only subscribers that exist when a node declares its parameters. The
    ingest thread calls :meth:`update` and :meth:`hand_over`; the main thread calls :meth:`ask`.
    """

    def __init__(self, context: IngestContext, perception: Perception, scope: Scope) -> None:
        self._context, self._perception, self._scope = context, perception, scope
        self._due = 0.0
        self._seen: dict[str, float] = {}
        self._asked: set[str] = set()
        self._waiting: deque[tuple[str, int]] = deque()
        self._answers: deque[NodeParameters] = deque()
        self._question: _Question | None = None

    # -- the ingest thread -------------------------------------------------------------------

    def update(self, topics: Sequence[tuple[str, Sequence[str]]]) -> None:
        """Look for new nodes; a node that left and came back is asked again."""
        now = time.monotonic()
        if now < self._due or not self._perception.topics.wants(_TOPIC, _TYPE):
            return
        self._due = now + _INTERVAL
        names = self._context.ingest_node.get_node_names_and_namespaces()
        nodes = {
            f"{space.rstrip('/')}/{name}" for name, space in names if self._is_part(name, space)
        }
        self._seen = {node: self._seen.get(node, now) for node in nodes}
        self._asked &= nodes
        for node, since in sorted(self._seen.items()):
            has_room = len(self._waiting) < _MOST_WAITING
            if has_room and now - since >= _SETTLED and node not in self._asked:
                self._asked.add(node)
                self._waiting.append((node, 1))

    def _is_part(self, name: str, namespace: str) -> bool:
        full_name = f"{namespace.strip('/')}/{name}".lstrip("/")
        return not is_tool(name) and self._scope.keeps_logger(full_name, _TOPIC)

    def hand_over(self) -> None:
        """Give the nodes' answers to perception."""
        while self._answers:
            self._perception.receive(_TOPIC, _TYPE, self._answers.popleft())

    # -- the main thread ---------------------------------------------------------------------

    def ask(self) -> None:
        """Ask the next node once the last one has answered or timed out.

        A node that times out is asked again after the others, four times in all while it exists.
        """
        question = self._question
        if question is not None:
            if not question.is_over and time.monotonic() < question.until:
                return
            self._close(question)
            is_there = question.node in self._asked
            if not question.is_over and is_there and question.times < _MOST_TIMES:
                self._waiting.append((question.node, question.times + 1))
        while self._waiting and self._waiting[0][0] not in self._asked:
            self._waiting.popleft()  # the node has gone
        if self._waiting:
            node, times = self._waiting.popleft()
            self._question = _Question(node, times, time.monotonic() + _PATIENCE, [])
            self._try(self._question, self._ask_names)

    def _close(self, question: _Question) -> None:
        self._question = None
        for client in question.clients:
            self._context.node.destroy_client(client)

    def _ask_names(self, question: _Question) -> None:
        client = self._client(question, ListParameters, "list_parameters")
        future = client.call_async(ListParameters.Request())
        future.add_done_callback(partial(self._named, question))

    def _named(self, question: _Question, future: Any) -> None:
        names = future.result().result.names[:_MOST_NAMES]
        self._try(question, partial(self._ask_values, names=names))

    def _ask_values(self, question: _Question, names: Sequence[str]) -> None:
        client = self._client(question, GetParameters, "get_parameters")
        future = client.call_async(GetParameters.Request(names=names))
        future.add_done_callback(partial(self._answered, question, names))

    def _answered(self, question: _Question, names: Sequence[str], future: Any) -> None:
        texts = {
            name: value_text(name, value)
            for name, value in zip(names, future.result().values, strict=False)
        }
        values = {name: text for name, text in texts.items() if text is not None}
        self._answers.append(NodeParameters(question.node, values))
        question.is_over = True

    def _client(self, question: _Question, kind: Any, service: str) -> Client:
        client = self._context.node.create_client(kind, f"{question.node}/{service}")
        question.clients.append(client)
        return client

    def _try(self, question: _Question, action: Any) -> None:
        """Run one step of a question; an error, such as a security refusal, ends the question."""
        try:
            action(question)
        except Exception as error:  # any error of rcl
            question.is_over = True
            words = f"the parameters of {question.node} cannot be asked for"
            self._context.issues.note_ingest(words, error)
