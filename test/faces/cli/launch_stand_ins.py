"""The part of `launch` and `launch_ros` that a launch file uses: it shows what would be started.

Wheels of ROS do not include launch. Nothing is started here; tests with the real launch run where
it is installed.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


class Given:
    """Keeps its arguments."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.given = given
        self.__dict__.update(named)


class Parameter(Given):
    """A parameter with value and type; equal if both are."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parameter) and vars(self) == vars(other)

    __hash__ = None


class Context:
    """The state shared by all includes of one launch."""

    def __init__(self, *typed: str) -> None:
        self.argv = list(typed)
        self.launch_configurations = dict(item.split(":=", 1) for item in typed)


#: The names imported by the launch file, by module; any other import fails.
NAMES = {
    "launch": ("LaunchContext", "LaunchDescription"),
    "launch.actions": (
        "DeclareLaunchArgument", "EmitEvent", "ExecuteProcess", "GroupAction", "LogInfo",
        "OpaqueFunction",
    ),
    "launch.events": ("matches_action",),
    "launch.events.process": ("ProcessExited", "ShutdownProcess"),
    "launch_ros": (),
    "launch_ros.actions": ("Node",),
    "launch_ros.parameter_descriptions": ("ParameterValue",),
    "launch_ros.substitutions": ("ExecutableInPackage",),
}  # fmt: skip


class StandIns:
    """Executes a launch file as `launch` would."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
        for name, members in NAMES.items():
            module = ModuleType(name)
            for member in members:
                base = Parameter if member == "ParameterValue" else Given
                setattr(module, member, type(member, (base,), {"__hash__": None}))
            monkeypatch.setitem(sys.modules, name, module)
        self._generate = runpy.run_path(str(file))["generate_launch_description"]

    def include(self, context: Context, **arguments: str) -> list[Given]:
        """Include the file in a launch; return the actions that it would start or log.

        The arguments of an include are set in the launch's configurations, and stay there.
        """
        context.launch_configurations.update(arguments)
        (entities,) = self._generate().given
        return list(self._run(entities, context))

    def _run(self, entities: Sequence[Given], context: Context) -> Iterable[Given]:
        for entity in entities:
            kind = type(entity).__name__
            if kind == "GroupAction":
                before = dict(context.launch_configurations)
                yield from self._run(entity.given[0], context)
                context.launch_configurations.clear()
                context.launch_configurations.update(before)
            elif kind == "DeclareLaunchArgument":
                context.launch_configurations.setdefault(entity.given[0], entity.default_value)
            elif kind == "OpaqueFunction":
                yield from self._run(entity.function(context), context)
            else:
                yield entity
