"""docs/rules.md: each cited rule exists, each decision is listed, and each page exists."""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from pathlib import Path

from citations import cited_rules, cited_sections, deciding_modules, sections, top_docstrings

ROOT = Path(__file__).parents[1]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
DECISIONS = ROOT / "docs" / "decisions"
_CITED = re.compile(r"\brules(?:\.md\)?)?,? ?((?:§\d+(?:\.\d+)*(?:, | and | to |; )?)+)", re.I)
_RULE = re.compile(r"^\*\*(\d+)\.(\d+) ", re.MULTILINE)
_NUMBER = re.compile(r"§(\d+(?:\.\d+)*)")
_PAGE = re.compile(r"\bdocs/[\w/-]+\.md\b")
_FOLDERS = ("robot_memory", "test", "bench", "tools", "demo", "docs", "srv", "msg", "launch")
_TEXTS = {".py", ".yaml", ".md", ".msg", ".srv", ".xml"}


@cache
def texts() -> dict[Path, str]:
    """All text files of the project, by path."""
    files = chain.from_iterable((ROOT / folder).rglob("*") for folder in _FOLDERS)
    return {
        file: file.read_text(encoding="utf-8", errors="replace")
        for file in files
        if file.suffix in _TEXTS and file != Path(__file__)
    }


@cache
def numbers() -> set[str]:
    """The numbers of all rules and of their topics."""
    return {
        *re.findall(r"^## (\d+)\. ", RULES, re.MULTILINE),
        *re.findall(r"^\*\*(\d+\.\d+) ", RULES, re.MULTILINE),
    }


def test_every_rule_that_code_tests_and_pages_cite_exists():
    cited = {
        (str(file.relative_to(ROOT)), number)
        for file, text in texts().items()
        for citation in _CITED.findall(text)
        for number in _NUMBER.findall(citation)
    }

    assert len(cited) > 100
    assert [one for one in sorted(cited) if one[1] not in numbers()] == []


def test_every_rule_is_cited_by_a_module_that_applies_it():
    rules = {(int(topic), int(number)) for topic, number in _RULE.findall(RULES)}

    assert sorted(rules - deciding_modules().keys()) == []


def test_every_section_that_code_names_is_on_its_page():
    named = {
        (module, page, section)
        for module, docstring in top_docstrings().items()
        for page, section in cited_sections(docstring)
        if section
    }

    assert len(named) > 100
    assert [one for one in sorted(named) if one[2] not in sections(one[1])] == []


def test_a_citation_of_several_sections_is_split_into_each_section():
    text = (
        'See docs/reference/recall.md, "Times" and\n"How it\nsearches". In docs/reference/node.md.'
    )

    assert list(cited_sections(text)) == [
        ("reference/recall.md", "Times"),
        ("reference/recall.md", "How it searches"),
        ("reference/node.md", ""),
    ]


def test_a_range_of_rules_cites_all_of_them():
    assert list(cited_rules("rules.md §2.3 to §2.5, and\nrules.md §10.11 and §4.1")) == [
        (2, 3), (2, 4), (2, 5), (10, 11), (4, 1),
    ]  # fmt: skip


def test_rules_are_numbered_in_order_without_a_gap():
    found = [tuple(map(int, one.split("."))) for one in numbers() if "." in one]

    for topic in {topic for topic, _ in found}:
        assert sorted(rule for of, rule in found if of == topic) == list(
            range(1, sum(of == topic for of, _ in found) + 1)
        )


def test_every_decision_is_listed_and_has_the_three_sections():
    listed = (DECISIONS / "README.md").read_text(encoding="utf-8")

    for number, page in enumerate(sorted(DECISIONS.glob("[0-9]*.md")), start=1):
        text = page.read_text(encoding="utf-8")
        assert page.name.startswith(f"{number:04d}-")
        assert f"({page.name})" in listed
        assert re.findall(r"^## (\w+)$", text, re.MULTILINE) == [
            "Context", "Decision", "Consequences",
        ]  # fmt: skip
        for rule in _NUMBER.findall(text):
            assert rule in numbers()


def test_every_page_that_code_names_exists():
    named = {
        (str(file.relative_to(ROOT)), page)
        for file, text in texts().items()
        for page in _PAGE.findall(text)
    }

    assert [one for one in sorted(named) if not (ROOT / one[1]).exists()] == []
