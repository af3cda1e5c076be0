"""The tunables of what is heard without a diagnostic, a part of :class:`.settings.Settings`."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.tunable import setting


@dataclass(frozen=True)
class OutcomeSettings:
    """Whether actions, the graph and outcomes are watched, and what that costs."""

    actions_enabled: bool = setting(
        True,
        "whether goals that action servers abort, or that take too long, are noticed; costs a "
        "subscription for each action, and one request for the result of each aborted goal",
        "actions",
        fixed=True,
    )
    graph_enabled: bool = setting(
        True,
        "whether publishers and subscriptions whose QoS do not match, nodes of the same name, "
        "topics that lost a publisher and clocks that differ are noticed; costs about 0.1 % of a "
        "core at 200 topics, and 1.2 us for each message",
        "graph",
        fixed=True,
    )
    graph_parameters: bool = setting(
        True,
        "whether each node is asked for its parameters 30 s after it has come, to tell which "
        "differ from its last good start; costs two requests for each start of a node",
        "graph",
        fixed=True,
    )
    outcomes_enabled: bool = setting(
        True,
        "whether goals of actions that succeed or are aborted count as attempts, whether "
        "~/report_outcome is offered, and whether attempts that show something make entries; costs "
        "a row of about 0.3 kB in the database for each goal, at most one a second",
        "outcomes",
        fixed=True,
    )
