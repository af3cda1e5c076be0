"""The page of launch arguments, from launch/."""

from __future__ import annotations

import ast
from pathlib import Path

from reference.markdown import code, page, table

ROOT = Path(__file__).resolve().parents[2]
_INTRODUCTION = """\
An argument that is left empty is not given to the node. An argument that is given wins over the
parameter file. Remappings and a namespace of a launch file that includes these (`SetRemap`,
`PushRosNamespace`) apply too. An include takes what it is given, what was typed, and what the
including file set before it; it takes nothing that an include of these files before it was given.
[The node](node.md#starting-and-stopping) says when a node that has
ended is started again."""
_FILES = {
    "robot_memory.launch.py": "Starts the memory of one robot.",
    "fleet.launch.py": (
        "Starts the memories of several robots on one machine, which trust each other. It makes a "
        "home for each robot where there is none."
    ),
}


def launch_arguments(file: str) -> dict[str, tuple[str, str]]:
    """Return the arguments of a launch file by name, each with default and meaning."""
    tree = ast.parse((ROOT / "launch" / file).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "ARGUMENTS":
            found: dict[str, str | tuple[str, str]] = ast.literal_eval(node.value)
            return {
                name: ("", given) if isinstance(given, str) else given
                for name, given in found.items()
            }
    raise ValueError(f"{file} has no ARGUMENTS")


def launch_page() -> str:
    """Return the page."""
    parts = [_INTRODUCTION]
    for file, purpose in _FILES.items():
        rows = [
            (code(name), code(default), meaning)
            for name, (default, meaning) in launch_arguments(file).items()
        ]
        parts += [f"## {file}", purpose, table(("argument", "default", "meaning"), rows)]
    return page("Launch files", *parts)
