"""The page that names the modules of each rule, from what they cite, and those of each page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reference.markdown import page, table
from reference.page_index import page_table, top_docstring

_ROOT = Path(__file__).resolve().parents[2]
_PACKAGE = _ROOT / "robot_memory"
_TITLE = "Where each rule is in the code"
_HEAD = """\
[The specification](../rules.md) has a number for each rule. A module that decides by a rule cites
it in the docstring at its top, and so does a module that a page describes. The column "module"
lists these modules. The column "cited in" lists other modules that mention the rule. All are in
`robot_memory/`."""
_TOPIC = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_RULE = re.compile(r"^\*\*(\d+)\.(\d+) ([^*]+?)\.?\*\*", re.MULTILINE)
_CITATION = re.compile(r"rules\.md,?\s(?:#:?\s+)?((?:§[\d.]*\d(?:,\s|\sand\s|\sto\s)?)+)")
_PAGES = """\
The modules that name a page, or a section of it, in the docstring at their top: `See
docs/reference/recall.md, "How it searches" and "Times".` A folder is a package as a whole. Of an
endpoint, a detector, a monitor, a service and a message the modules are those that the section is
made from, or that use it. Each verb of the command line is a file of its name in `cli/verbs`."""
_NUMBER = re.compile(r"§(\d+)\.(\d+)")

#: Topic and number within it: (2, 3) is §2.3.
RuleNumber = tuple[int, int]


@dataclass
class RuleModules:
    """The modules of one rule, as paths below the package.

    Attributes:
        deciding: those whose docstring cites it.
        citing: the others that cite it.
    """

    deciding: list[str] = field(default_factory=list)
    citing: list[str] = field(default_factory=list)


def rule_index_page() -> str:
    """Return the page."""
    text = (_ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    modules = rule_modules()
    parts = []
    for topic, title in _TOPIC.findall(text):
        rows = [
            (f"{topic}.{number}", name, _paths(found.deciding), _paths(found.citing))
            for of, number, name in _RULE.findall(text)
            if of == topic
            for found in [modules.get((int(of), int(number)), RuleModules())]
        ]
        parts += [f"## {topic}. {title}", table(("§", "rule", "module", "cited in"), rows)]
    parts += ["## Pages", _PAGES, page_table()]
    return page(_TITLE, _HEAD, *parts)


def rule_modules() -> Mapping[RuleNumber, RuleModules]:
    """Return the modules of each rule that is cited."""
    found: defaultdict[RuleNumber, RuleModules] = defaultdict(RuleModules)
    for path in sorted(_PACKAGE.rglob("*.py")):
        text, name = path.read_text(encoding="utf-8"), path.relative_to(_PACKAGE).as_posix()
        deciding = set(cited_rules(top_docstring(text)))
        for rule in deciding:
            found[rule].deciding.append(name)
        for rule in set(cited_rules(text)) - deciding:
            found[rule].citing.append(name)
    return found


def cited_rules(text: str) -> Iterator[RuleNumber]:
    """Yield the rules that a text cites; of "§2.3 to §2.5" all three."""
    for citation in _CITATION.findall(text):
        numbers = [(int(topic), int(number)) for topic, number in _NUMBER.findall(citation)]
        if " to " in citation and len(numbers) == 2:
            (topic, first), (_, last) = numbers
            numbers = [(topic, number) for number in range(first, last + 1)]
        yield from numbers


def _paths(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
