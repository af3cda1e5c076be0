"""Lists the package's regular expressions as JSON, with their use.

Run as a program, in its own process: it records all compilations while it imports all modules.
"""

from __future__ import annotations

import ast
import gc
import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

#: Scans a text with ``match`` from position to position, and skips what does not match.
SCANNER = "robot_memory.perception.masking.masking"
ROS = ("robot_memory.faces.ros", "robot_memory.faces.cli.ros2_")


class PackagePattern(NamedTuple):
    """A regular expression: its module, and how it is used."""

    module: str
    pattern: str
    flags: int
    search: bool
    full: bool


def main() -> None:
    """Print the patterns."""
    found: dict[re.Pattern[Any], str] = {}
    compile_pattern = re._compile

    def note(pattern: Any, flags: Any) -> Any:
        made = compile_pattern(pattern, flags)
        caller = sys._getframe(2).f_globals["__name__"]
        if caller.startswith("robot_memory"):
            found.setdefault(made, caller)
        return made

    re._compile = note
    modules = list(_modules())
    _use_late_ones()
    re._compile = compile_pattern
    uses = _uses(modules)
    json.dump(
        [_listed(made, name, uses.get(made, {"?"})) for made, name in found.items()], sys.stdout
    )


def _modules() -> Iterator[ModuleType]:
    package = importlib.import_module("robot_memory")
    for info in pkgutil.walk_packages(package.__path__, "robot_memory."):
        if info.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(info.name)
        except ImportError:  # a missing extra
            if not info.name.startswith(ROS):
                raise


def _use_late_ones() -> None:
    """Compile the patterns that are compiled at first use."""
    from robot_memory.foundation.secrets import secret_patterns
    from robot_memory.foundation.wording import known_nodes
    from robot_memory.long_term.recall import question_words

    for made in gc.get_objects():
        if isinstance(made, secret_patterns.SecretPattern):
            made.compiled  # noqa: B018
    question_words._time_patterns()
    question_words.question_words()
    for name in known_nodes._OF:
        known_nodes.part_of_node(name)


def _uses(modules: list[ModuleType]) -> dict[re.Pattern[Any], set[str]]:
    """Return the methods called on each named pattern."""
    uses: dict[re.Pattern[Any], set[str]] = {}
    for module in modules:
        path = Path(module.__file__ or "")
        names = {name: it for name, it in vars(module).items() if isinstance(it, re.Pattern)}
        if not names or path.suffix != ".py":
            continue
        called = set()
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        is_scanner = module.__name__ == SCANNER
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                called.add(id(node.value))
                if node.value.id in names:
                    how = "search" if is_scanner else node.attr
                    uses.setdefault(names[node.value.id], set()).add(how)
        for node in nodes:
            is_other = isinstance(node, ast.Name) and id(node) not in called
            if is_other and node.id in names and isinstance(node.ctx, ast.Load):
                uses.setdefault(names[node.id], set()).add("?")
    return uses


def _listed(made: re.Pattern[Any], module: str, uses: set[str]) -> PackagePattern:
    text, flags = made.pattern, made.flags & ~re.UNICODE
    if isinstance(text, bytes):
        text, flags = text.decode("latin-1"), flags | re.ASCII
    is_anchored = uses <= {"match", "fullmatch", "pattern"}
    return PackagePattern(module, text, int(flags), not is_anchored, uses == {"fullmatch"})


if __name__ == "__main__":
    main()
