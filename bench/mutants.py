"""Break modules in small ways, and show the breaks that their tests do not notice (mutmut).

make mutants ARGS="robot_memory/entries/keep_rules.py test/entries/test_keep.py"

The package is copied; tests that need ROS cannot run there. Survivors are printed as changes. Some
have no visible effect; each of the others shows a missing test.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
_COPIED = ("robot_memory", "test", "tools", "config", "bench", "docs", "srv", "msg", "examples")
#: Caches, and generators that may have gigabytes of recordings beside them.
_NOT_COPIED = shutil.ignore_patterns("__pycache__", "strange_robots")
_SURVIVED = ": survived"


def main() -> int:
    """Break the named modules; return 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+", help="modules of robot_memory, and tests of theirs")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    modules = [path for path in args.paths if path.startswith("robot_memory/")]
    tests = [path for path in args.paths if path.startswith("test/")]
    if not modules or not tests or len(modules) + len(tests) < len(args.paths):
        parser.error("give modules (robot_memory/…) and their tests (test/…)")
    if missing := [path for path in args.paths if not (ROOT / path.partition("::")[0]).exists()]:
        parser.error(f"not there: {', '.join(missing)}")
    with tempfile.TemporaryDirectory() as folder:
        _copy(Path(folder), modules, tests)
        return _try(Path(folder), args.processes)


def _copy(folder: Path, modules: list[str], tests: list[str]) -> None:
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=_NOT_COPIED)
    told = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    chosen = {"source_paths": ["robot_memory"], "only_mutate": modules,
              "also_copy": [*_COPIED[1:], "pyproject.toml"],
              "pytest_add_cli_args_test_selection": tests}  # fmt: skip
    lines = [f"{name} = {value!r}" for name, value in chosen.items()]
    (folder / "pyproject.toml").write_text("\n".join([told, "[tool.mutmut]", *lines, ""]))


def _try(folder: Path, processes: int) -> int:
    environment = dict(os.environ)
    others = environment.get("PYTHONPATH", "").split(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join(path for path in others if path != str(ROOT))
    mutmut = [sys.executable, "-m", "mutmut"]
    run = [*mutmut, "run", "--max-children", str(processes)]
    if code := subprocess.run(run, cwd=folder, env=environment, check=False).returncode:
        return code
    results = [*mutmut, "results"]
    told = subprocess.check_output(results, cwd=folder, env=environment, text=True)
    survivors = [line.split(":")[0].strip() for line in told.splitlines() if _SURVIVED in line]
    for name in survivors:
        subprocess.run([*mutmut, "show", name], cwd=folder, env=environment, check=True)
    print(f"{len(survivors)} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
