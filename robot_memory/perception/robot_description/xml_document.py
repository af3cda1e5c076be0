"""XML of others: bounded, and without document types, which could name files or never end.

Specification: rules.md §1.12.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

MOST_CHARACTERS = 4_000_000  # of a document
MOST_ELEMENTS = 20_000  # of a document
_DEEPEST = 64  # elements inside one another


def parse_xml(text: str) -> Element:
    """Return the elements of a document, with their attributes and without their texts.

    Raises:
        ValueError: it is too long, has too many elements or too many inside one another, has a
            document type, or is no XML; says where.
    """
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"has {len(text)} characters, which is above {MOST_CHARACTERS}")
    reader = _Reader()
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _refuse_type
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        raise ValueError(f"is no XML: {error}") from None
    return reader.root()


class _Reader:
    """Builds the elements, and counts them."""

    def __init__(self) -> None:
        self._builder = TreeBuilder()
        self._count = self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        self._depth += 1
        if self._count > MOST_ELEMENTS:
            raise ValueError(f"has more than {MOST_ELEMENTS} elements")
        if self._depth > _DEEPEST:
            raise ValueError(f"has more than {_DEEPEST} elements inside one another")
        self._builder.start(tag, attributes)

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._builder.end(tag)

    def root(self) -> Element:
        return self._builder.close()


def _refuse_type(*_: object) -> None:
    raise ValueError("has a document type (<!DOCTYPE …>), which is not read")
