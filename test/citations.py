"""Citations in modules: rules of docs/rules.md, and pages with their sections."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS, PACKAGE = ROOT / "docs", ROOT / "robot_memory"
_RULES = re.compile(r"rules\.md,?\s(?:#:?\s+)?((?:§[\d.]*\d(?:,\s|\sand\s|\sto\s)?)+)")
_NUMBER = re.compile(r"§(\d+)\.(\d+)")
_PAGES = re.compile(
    r"\bdocs/((?:explanation|reference|how-to)/[\w-]+\.md)\b"
    r'((?:,?\s(?:and\s)?"[^"]+")*)'
)
_NAME = re.compile(r'"([^"]+)"')
_HEADING = re.compile(r"^##+ (.+)$")
_TOP = re.compile(r'"""(.*?)"""', re.DOTALL)

#: Topic and number within it: (2, 3) is §2.3.
RuleNumber = tuple[int, int]


def deciding_modules() -> Mapping[RuleNumber, list[str]]:
    """Return for each rule the modules whose docstring cites it."""
    found: defaultdict[RuleNumber, list[str]] = defaultdict(list)
    for name, docstring in top_docstrings().items():
        for rule in set(cited_rules(docstring)):
            found[rule].append(name)
    return found


def top_docstrings() -> dict[str, str]:
    """Return the top docstring of each module, by its path."""
    return {
        path.relative_to(PACKAGE).as_posix(): found[1]
        for path in sorted(PACKAGE.rglob("*.py"))
        if (found := _TOP.match(path.read_text(encoding="utf-8")))
    }


def cited_rules(text: str) -> Iterator[RuleNumber]:
    """Yield the rules that a text cites; of "§2.3 to §2.5" all three."""
    for citation in _RULES.findall(text):
        numbers = [(int(topic), int(number)) for topic, number in _NUMBER.findall(citation)]
        if " to " in citation and len(numbers) == 2:
            (topic, first), (_, last) = numbers
            numbers = [(topic, number) for number in range(first, last + 1)]
        yield from numbers


def cited_sections(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that a docstring cites, each with a section; empty for the whole page."""
    for page, names in _PAGES.findall(docstring):
        cited = _NAME.findall(names)
        yield from ((page, " ".join(name.split())) for name in cited or [""])


def sections(page: str) -> list[str]:
    """Return the headings of a page below docs/, without its title, in order."""
    found, is_code = [], False
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        is_code ^= line.lstrip().startswith("```")
        heading = None if is_code else _HEADING.match(line)
        if heading:
            found.append(heading[1])
    return found
