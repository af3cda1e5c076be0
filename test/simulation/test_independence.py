"""The simulated robots do not use the memory that they test."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2] / "bench" / "simulation"
GENERATOR = [path for path in ROOT.rglob("*.py") if "judge" not in path.parts]
_ALLOWED = {*sys.stdlib_module_names, "numpy", "simulation"}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            names.add(node.module or "")
    return names


def test_the_generator_imports_only_numpy_and_the_standard_library() -> None:
    assert len(GENERATOR) > 20
    for path in GENERATOR:
        assert {name.partition(".")[0] for name in imported(path)} <= _ALLOWED, path


def test_the_generator_does_not_import_its_judge() -> None:
    for path in GENERATOR:
        assert not any(name.startswith("simulation.judge") for name in imported(path)), path
