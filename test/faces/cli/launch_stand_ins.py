"""As much of `launch` and `launch_ros` as a launch file uses: it decides what would be started.

Beside wheels of ROS there is no launch. Nothing is started here; what launch does with the files
themselves is tested where it is installed.
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
    """Keeps what it is made of."""

    def __init__(self, *given: Any, **named: Any) -> None:
        self.given = given
        self.__dict__.update(named)


class Parameter(Given):
    """A parameter's value and type; two of the same are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Parameter) and vars(self) == vars(other)

    __hash__ = None


class Context:
    """What all includes of one launch share."""

    def __init__(self, *typed: str) -> None:
        self.argv = list(typed)
        self.launch_configurations = dict(item.split(":=", 1) for item in typed)


#: What the launch file imports, by module. A name that is not here cannot be imported.
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
        """Include the file in a launch; give what it would start and log.

        What an include is given is set in the configurations of the launch, and stays there.
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
