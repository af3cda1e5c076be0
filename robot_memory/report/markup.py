"""HTML and SVG as a tree of elements: what is put in is text, whatever it holds.

The tree is written in one place, so that there is one place where texts are escaped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from copy import copy
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

#: What an element may hold: other elements, texts, and nothing at all.
Child = Element | str | None

_SPACES = ("Zs", "Zl", "Zp")
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn")


def tag(name: str, /, *children: Child, **attributes: str | float) -> Element:
    """Return an element.

    Args:
        name: of HTML or SVG.
        children: in order; texts need no escaping.
        attributes: ``class_`` for ``class``; other underscores stand for hyphens.
    """
    element = Element(name, {_name(key): _value(value) for key, value in attributes.items()})
    return put(element, children)


def put(element: Element, children: Iterable[Child]) -> Element:
    """Add to what an element holds, and return it."""
    for child in children:
        if child is None:
            continue
        if not isinstance(child, str):
            element.append(copy(child))  # what follows it here does not follow it elsewhere
        elif len(element):
            element[-1].tail = (element[-1].tail or "") + visible(child)
        else:
            element.text = (element.text or "") + visible(child)
    return element


def render(root: Element) -> str:
    """Return a document as text, with its document type."""
    text = ElementTree.tostring(root, encoding="unicode", method="html")
    return f"<!DOCTYPE html>\n{text}\n"


def visible(text: str) -> str:
    """Return a text in which nothing is hidden.

    White space of any kind becomes a space; control and format characters, which could turn the
    order of letters around, become their numbers: ``‹U+202E›``.
    """
    if text.isprintable():
        return text
    return "".join(map(_visible, text))


def _visible(char: str) -> str:
    category = unicodedata.category(char)
    if char in "\t\n\v\f\r" or category in _SPACES:
        return " "
    return f"‹U+{ord(char):04X}›" if category in _UNSEEN else char


def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _value(value: str | float) -> str:
    return visible(value) if isinstance(value, str) else f"{round(value, 2):.10g}"
