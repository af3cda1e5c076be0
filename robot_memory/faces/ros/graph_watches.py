"""What follows the ROS graph beside the subscriptions, as far as settings enable it."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.faces.ros.action_watch import ActionWatch
from robot_memory.faces.ros.clock_offset_watch import ClockOffsetWatch
from robot_memory.faces.ros.graph_watch import GraphWatch
from robot_memory.faces.ros.ingest_context import IngestContext
from robot_memory.faces.ros.parameter_reader import ParameterReader
from robot_memory.faces.ros.topic_subscriptions import GraphListener
from robot_memory.foundation.settings import Settings
from robot_memory.perception import Perception, Scope


@dataclass(frozen=True)
class GraphWatches:
    """The watches of the graph; None stands for one that is not enabled.

    Attributes:
        actions: goals of actions, and how they end.
        parameters: parameters of nodes that came.
        graph: incompatible QoS, names used twice, publishers that left.
        clocks: header stamps beside reception times.
    """

    actions: ActionWatch | None
    parameters: ParameterReader | None
    graph: GraphWatch | None
    clocks: ClockOffsetWatch | None

    @classmethod
    def enabled(
        cls,
        context: IngestContext,
        perception: Perception,
        scope: Scope,
        settings: Settings,
        seen_until: float,
    ) -> GraphWatches:
        """Make those that settings enable.

        Args:
            context: nodes, clock, log.
            perception: is told what is the matter.
            scope: which robot this is.
            settings: what is enabled.
            seen_until: when a node was here last, seconds since the epoch.
        """
        checks_graph = settings.graph_enabled
        return cls(
            ActionWatch(context, perception, scope, seen_until)
            if settings.actions_enabled else None,
            ParameterReader(context, perception, scope) if settings.graph_parameters else None,
            GraphWatch(context, perception, scope, settings) if checks_graph else None,
            ClockOffsetWatch(context, perception, settings) if checks_graph else None,
        )  # fmt: skip

    @property
    def asking(self) -> tuple[ActionWatch | ParameterReader, ...]:
        """Those that ask nodes, which only the main thread may do."""
        return tuple(item for item in (self.actions, self.parameters) if item is not None)

    @property
    def listeners(self) -> list[GraphListener]:
        """Who is told the topics of the graph."""
        others = (item for item in (self.graph, self.clocks) if item is not None)
        return [item.update for item in (*self.asking, *others)]
