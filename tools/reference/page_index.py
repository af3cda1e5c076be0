"""The modules of each page and of its sections: what the modules cite, and what pages are made of.

A module cites a page, and its sections, in the docstring at its top:
``See docs/reference/recall.md, "How it searches" and "Times".``
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from reference.interfaces import interfaces, service_name
from reference.markdown import code, table
from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.perception.detectors import DETECTORS

_DOCS = Path(__file__).resolve().parents[2] / "docs"
_PACKAGE = _DOCS.parent / "robot_memory"
_CITATION = re.compile(
    r"\bdocs/((?:explanation|reference|how-to)/[\w-]+\.md)\b"
    r'((?:,?\s(?:and\s)?"[^"]+")*)'
)
_NAME = re.compile(r'"([^"]+)"')
_HEADING = re.compile(r"^##+ (.+)$")
_MESSAGES = re.compile(r"from robot_memory\.msg import (\([^)]*\)|[^(\n]*)")
_TOP = re.compile(r'"""(.*?)"""', re.DOTALL)

#: Modules by the path of a page below docs/ and by section; the section of a whole page is empty.
PageModules = Mapping[str, Mapping[str, Sequence[str]]]


def page_table() -> str:
    """Return the table of pages; successive sections of the same modules share a row."""
    rows: list[tuple[str, str, str]] = []
    for name, found in page_modules().items():
        first = f"[{name}](../{name})"
        if "" in found:
            rows.append((first, "", _paths(found[""])))
            first = ""
        cited = [section for section in sections(name) if section in found]
        for modules, same in groupby(cited, key=lambda section: found[section]):
            links = ", ".join(f"[{one}](../{name}#{_anchor(one)})" for one in same)
            rows.append((first, links, _paths(modules)))
            first = ""
    return table(("page", "section", "module"), rows)


def page_modules() -> PageModules:
    """Return the modules of the pages below docs/ and of their sections."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for page, section, name in _generated():
        found[f"reference/{page}.md"][section].append(_path_of(name))
    for path in sorted(_PACKAGE.rglob("*.py")):
        module = path.parent if path.name == "__init__.py" else path
        docstring = top_docstring(path.read_text(encoding="utf-8"))
        for page, section in sorted(set(cited_sections(docstring))):
            found[page][section].append(module.relative_to(_PACKAGE).as_posix())
    return {page: dict(found[page]) for page in sorted(found)}


def sections(page: str) -> list[str]:
    """Return the headings of a page below docs/, but for its title, in their order."""
    found, is_code = [], False
    for line in (_DOCS / page).read_text(encoding="utf-8").splitlines():
        is_code ^= line.lstrip().startswith("```")
        heading = None if is_code else _HEADING.match(line)
        if heading:
            found.append(heading[1])
    return found


def top_docstring(text: str) -> str:
    """Return the docstring at the top of a module; to parse all modules would take seconds."""
    found = _TOP.match(text)
    return found[1] if found else ""


def cited_sections(docstring: str) -> Iterator[tuple[str, str]]:
    """Yield the pages that a docstring cites, each with a section; empty: the page as a whole."""
    for page, names in _CITATION.findall(docstring):
        cited = _NAME.findall(names)
        yield from ((page, " ".join(name.split())) for name in cited or [""])


def _generated() -> Iterator[tuple[str, str, str]]:
    """Yield page, section and module of what generated pages are made of."""
    for endpoint in ENDPOINTS:
        yield "http-api", f"{endpoint.method} {endpoint.path}", endpoint.handle.__module__
    for name in sorted(DETECTORS):
        yield "detectors", name, DETECTORS[name].__module__
    nodes = {
        path: path.read_text(encoding="utf-8")
        for path in (_PACKAGE / "faces" / "ros").rglob("*.py")
    }
    for path, text in sorted(nodes.items()):
        module = ".".join(path.relative_to(_PACKAGE.parent).with_suffix("").parts)
        is_server = ".offer(" in text or ".offer_write(" in text
        for one in interfaces("srv"):
            if is_server and f'"{service_name(one.name)}"' in text:
                yield "services", service_name(one.name), module
        imported = " ".join(_MESSAGES.findall(text))
        for one in interfaces("msg"):
            if re.search(rf"\b{one.name}\b", imported):
                yield "topics", one.name, module


def _path_of(module: str) -> str:
    return f"{module.removeprefix('robot_memory.').replace('.', '/')}.py"


def _anchor(heading: str) -> str:
    """Return the name of a heading in a link, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _paths(names: Sequence[str]) -> str:
    return ", ".join(map(code, names))
