"""What the documents promise is what the code does."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from robot_memory.cli.main import main
from robot_memory.cli.verbs import VERBS
from robot_memory.identity.card import write_card
from robot_memory.identity.robot_keys import make_keys
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rules.rule import load_rules
from robot_memory.settings import default_rules_file

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def shell_lines(program: str) -> list[str]:
    blocks = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    return [line for line in "".join(blocks).splitlines() if line.startswith(f"{program} ")]


def test_the_table_of_parameters_is_the_one_that_the_code_has(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    from parameters import PAGE, parameter_table

    assert parameter_table() in PAGE.read_text(), "run python tools/parameters.py"


def test_every_verb_of_the_command_line_is_in_the_readme():
    shown = {shlex.split(line)[1] for line in shell_lines("robot-memory")}

    assert shown == set(VERBS)


def test_every_command_of_the_readme_works_as_printed(home, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    Path("alex.json").write_text(write_card(make_keys("RRN-000000000005").card))
    lines = [line for line in shell_lines("robot-memory") if " replay " not in line]
    assert len(lines) >= 10
    # In the order printed, but for `remember`, which makes the entry that the others name.
    lines.sort(key=lambda line: " remember " not in line)
    for line in lines:
        status = main(shlex.split(line.partition("#")[0])[1:])
        said = capsys.readouterr()
        expected = 1 if " repaired " in line else 0  # nothing of that part is known in this home
        assert status == expected, f"{line}\n{said.err}"


def test_the_python_of_the_readme_runs(home, monkeypatch, capsys):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))
    for block in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
    assert "Kitchen doorway" in (home / "robot-memory.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


def test_every_detector_is_documented_and_bound_by_a_rule_where_it_can_be():
    page = (ROOT / "docs" / "reference" / "detector-behaviour.md").read_text(encoding="utf-8")
    table = [line for line in page.splitlines() if line.startswith("| `")]
    bound = {rule.detector for rule in load_rules(default_rules_file())}

    for name, detector in DETECTORS.items():
        assert any(f"`{name}`" in line.split("|")[1] for line in table), name
        assert name in bound or detector.READS_FIELD, name
