"""docs/conformance: all files and tests that it names exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "conformance").glob("*.md"))
DOCUMENTS = ("000", "001", "002", "003", "004")
_NAMED = re.compile(r"`([\w./]+)`")


@cache
def known_tests() -> frozenset[str]:
    """The names of all test functions, and of all files with tests."""
    files = list((ROOT / "test").rglob("test_*.py"))
    functions = (
        name
        for file in files
        for name in re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)
    )
    return frozenset([*functions, *(file.name for file in files)])


def is_there(name: str) -> bool:
    """Whether a test or a path named on a page exists; other words are ignored."""
    if name.startswith("test_"):
        return name in known_tests()
    if name.startswith(("robot_memory/", "test/", "bench/", "docs/")):
        return (ROOT / name).exists()
    return True


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_and_test_that_a_conformance_page_names_exists(page: Path):
    named = _NAMED.findall(page.read_text(encoding="utf-8"))

    assert [name for name in named if not is_there(name)] == []


def test_every_source_document_has_a_page_with_at_least_ten_tests():
    assert {page.stem for page in PAGES} >= set(DOCUMENTS)
    for document in DOCUMENTS:
        page = (ROOT / "docs" / "conformance" / f"{document}.md").read_text(encoding="utf-8")
        assert len(re.findall(r"`test_\w+`", page)) >= 10, document


def without_module(page: str) -> list[str]:
    """The sections for which a page names no file of the package; "–" means that none is needed."""
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return [
        row[0].removeprefix("| ")
        for row in rows
        if row[2] not in ("–", "where")
        and not re.search(r"`(?:robot_memory|msg|srv|config)/", row[2])
    ]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_section_of_a_document_names_its_modules(document: str):
    page = (ROOT / "docs" / "conformance" / f"{document}.md").read_text(encoding="utf-8")

    assert without_module(page) == []
    assert without_module(page.replace("robot_memory/", "")) != []


def test_a_missing_name_is_detected():
    assert not is_there("test_that_nobody_wrote")
    assert not is_there("robot_memory/nowhere.py")
