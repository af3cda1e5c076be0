"""The documents agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reference.index import DOCS
from reference.pages import pages as generated_pages
from shell_blocks import ROOT, pages, setup_lines, shell_blocks, shows
from typing_reader import TypingReader

from robot_memory.faces.cli.verbs import VERBS
from robot_memory.foundation.settings import default_rules_file
from robot_memory.perception.detectors import DETECTORS
from robot_memory.perception.rules_file import load_rules

PAGES = pages()
WITH_SHELL = [page for page in PAGES if any(shell_blocks(page))]


def python_blocks(page: Path) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


FOR_USERS = [
    page
    for page in (ROOT / "README.md", DOCS / "tutorial.md", *sorted((DOCS / "how-to").glob("*.md")))
    if python_blocks(page)
]
"""Pages whose Python is whole; other pages show parts of it."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


# --- Commands -----------------------------------------------------------------------------------


#: Extras that a page's commands need, by words in the commands.
EXTRAS_IN_COMMANDS = {
    "cryptography": r"robot-memory (assist|peers|--home \w+ peers)|--key",
    "rosbags": r"demo/recording\.py",
}


@pytest.mark.parametrize("page", WITH_SHELL, ids=name_of)
def test_the_commands_of_a_page_work_as_printed(page, tmp_path, monkeypatch):
    text = page.read_text(encoding="utf-8")
    for module, words in EXTRAS_IN_COMMANDS.items():
        if re.search(words, text):
            pytest.importorskip(module, reason="an extra is not there")
    reader = TypingReader(tmp_path, monkeypatch)
    reader.set_up(setup_lines(page))
    for block in shell_blocks(page):
        if block.reason:
            continue
        said = reader.type_block(block)
        if block.shown is not None:
            assert shows(block.shown, said), f"{block} prints\n{said}\nand not\n{block.shown}"


def test_every_verb_of_the_command_line_is_shown_in_some_page():
    lines = [command for page in WITH_SHELL for block in shell_blocks(page)
             for command in block.commands]  # fmt: skip
    shown = {word for command in lines if command.line.startswith("robot-memory ")
             for word in command.words}  # fmt: skip

    assert set(VERBS) <= shown


@pytest.mark.parametrize("page", FOR_USERS, ids=name_of)
def test_the_python_of_a_page_for_users_runs(page, home, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    for block in python_blocks(page):
        exec(compile(block, page.name, "exec"), {})


# --- Pages --------------------------------------------------------------------------------------


def test_generated_pages_are_up_to_date():
    for path, text in generated_pages().items():
        assert path.read_text(encoding="utf-8") == text, f"{name_of(path)}: run `make docs`"


def test_links_between_pages_have_existing_targets():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{name_of(page)}: {target}"


def test_links_to_headings_have_existing_targets():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#([^)\s]+)\)", text):
            if "://" not in target:
                there = (page.parent / target if target else page).read_text(encoding="utf-8")
                headings = re.findall(r"^#+ (.*)$", there, re.M)
                known = {anchor_of(heading) for heading in headings}
                assert anchor in known, f"{name_of(page)}: {target}#{anchor}"


def anchor_of(heading: str) -> str:
    """Return a heading's link anchor, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_page_is_in_the_index():
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    decisions = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).as_posix()
        is_listed = f"]({name})" in index or f"]({page.name})" in decisions
        assert name == "README.md" or is_listed, f"{name}: run `make docs`"


def test_no_page_contains_a_path_outside_a_clone():
    for page in PAGES:
        assert "../shared" not in page.read_text(encoding="utf-8"), name_of(page)


def test_every_detector_is_used_by_a_rule_unless_it_reads_a_field():
    bound = {rule.detector for rule in load_rules(default_rules_file())}

    for name, detector in DETECTORS.items():
        assert name in bound or detector.READS_FIELD, name


def test_the_first_files_for_contributors_exist():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## Where to begin")[2].partition("\n## ")[0]
    files = re.findall(r"^\d+\. `([^`]+)`", section, re.M)

    assert len(files) == 12
    assert [file for file in files if not (ROOT / file).is_file()] == []


# --- The test itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "make nonsense",
        "systemctl start robot_memory",
        "robot-memory context | curl -d @- http://localhost",
        "ros2 service call /robot_memory/why robot_memory/srv/Why '{name: mem-72720dcf}'",
        "ros2 service call /robot_memory/who robot_memory/srv/Why '{id: mem-72720dcf}'",
        "ros2 param set /robot_memory token_budget 0",
        "ros2 launch robot_memory robot_memory.launch.py house:=/tmp",
        "ros2 run robot_memory robot_memory --ros-args -p hom:=/tmp",
        "ros2 topic echo /robot_memory/event",
        "robot-memory why mem-00000000",
    ],
)
def test_a_command_that_does_not_work_is_found(line, tmp_path, monkeypatch):
    page = tmp_path / "page.md"
    page.write_text(f"```sh\n{line}\n```\n")
    (block,) = shell_blocks(page)
    (tmp_path / "clone").mkdir()
    reader = TypingReader(tmp_path / "clone", monkeypatch)
    with pytest.raises(AssertionError):
        reader.type_block(block)


@pytest.mark.parametrize(
    ("shown", "said", "is_so"),
    [
        ("last 2026-01-01 12:00 UTC\n", "last 2026-11-21 08:04 UTC\n", True),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("[60%]\n", "[61%]\n", False),
    ],
)
def test_shown_output_is_compared_except_for_times(shown, said, is_so):
    assert shows(shown, said) is is_so


def test_each_make_target_that_the_documentation_names_has_a_recipe():
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    named = {
        target
        for page in pages
        for target in re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))
    }
    recipes = re.findall(
        r"^([a-z-]+):.*\n\t", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M
    )
    assert named - set(recipes) == set()
    assert "demo-limits" in named
