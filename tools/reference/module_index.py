"""The page that says in one line what each module is, from the beginning of its docstring."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from reference.markdown import code, page, table
from reference.page_index import top_docstring

_PACKAGE = Path(__file__).resolve().parents[2] / "robot_memory"
_TITLE = "What each module is"
_HEAD = """\
For somebody who looks for the code of something and does not know its name: search this page for a
word of it. A rule with a number, or what a page describes, is found faster in
[where each rule is in the code](rule-index.md)."""
_ROLE = re.compile(r":\w+:`[.~!]*([^`]+)`")


def module_index_page() -> str:
    """Return the page: a table for each package, in the order of their names."""
    parts = []
    for package in sorted(path.parent for path in _PACKAGE.rglob("__init__.py")):
        rows = [(code(path.name), _purpose(path)) for path in sorted(_modules(package))]
        if rows:
            name = package.relative_to(_PACKAGE.parent).as_posix()
            purpose = _purpose(package / "__init__.py")
            parts += [f"## {name}", purpose, table(("module", "what it is"), rows)]
    return page(_TITLE, _HEAD, *filter(None, parts))


def _modules(package: Path) -> Iterator[Path]:
    return (path for path in package.glob("*.py") if not path.name.startswith("__"))


def _purpose(path: Path) -> str:
    """Return the first sentence of a module's docstring, as Markdown."""
    docstring = top_docstring(path.read_text(encoding="utf-8")).split("\n\n")[0]
    words = _ROLE.sub(r"`\1`", " ".join(docstring.split())).replace("``", "`")
    return re.split(r"(?<=\.)\s(?=[A-Z])", words)[0]
