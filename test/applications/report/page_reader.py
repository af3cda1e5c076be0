"""Reads a page as a strict HTML reader: every element must be closed in order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

#: White space in templates; the words inserted into them have no line breaks.
_LINE_BREAK = re.compile(r"\s*\n\s*")
_VOID = {"meta", "br", "link", "img", "hr", "input", "base", "source", "area", "embed"}


@dataclass
class Node:
    """An element."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    parts: list[Node | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    def all(self, *names: str, class_: str = "") -> Iterator[Node]:
        """Yield the elements with these names and this class (if given), in order."""
        for part in self.parts:
            if isinstance(part, Node):
                is_named = not names or part.name in names
                if is_named and (not class_ or class_ in part.attributes.get("class", "").split()):
                    yield part
                yield from part.all(*names, class_=class_)

    def structure(self, without: tuple[str, ...] = ()) -> list[str]:
        """Return the names of all elements within, in order, without those in ``without``."""
        return [node.name for node in self.all() if node.name not in without]

    def table(self, caption: str) -> list[list[str]]:
        """Return the body cells of the table whose caption contains ``caption``."""
        found = [node for node in self.all("table") if caption in next(node.all("caption")).text]
        assert len(found) == 1, (caption, [next(n.all("caption")).text for n in self.all("table")])
        rows = next(found[0].all("tbody")).all("tr")
        return [[cell.text for cell in row.all("th", "td")] for row in rows]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice: {names}"
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].parts.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self._open[-1].name == tag, f"</{tag}> ends <{self._open[-1].name}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].parts.append(_LINE_BREAK.sub(" ", data))

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def end(self) -> Node:
        self.close()
        assert self._open == [self.root], f"not ended: {[node.name for node in self._open]}"
        return self.root


def read_page(html: str) -> Node:
    """Parse a page.

    Raises:
        AssertionError: elements are not ended in order.
    """
    reader = _Reader()
    reader.feed(html)
    return reader.end()
