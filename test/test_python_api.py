"""What a Python program needs is imported from `robot_memory`, and a page lists it."""

from __future__ import annotations

import ast
import inspect
import re

import pytest
from reference.python_api import METHODS, python_api_page

import robot_memory
from robot_memory import MemoryEntry, Query, RobotMemory

PAGE = python_api_page()


def words_of(annotation):
    """Return the names in an annotation that is a text."""
    return {node.id for node in ast.walk(ast.parse(annotation)) if isinstance(node, ast.Name)}


@pytest.mark.parametrize("name", METHODS)
def test_each_value_that_a_method_takes_or_returns_is_exported(name):
    member = inspect.getattr_static(RobotMemory, name)
    signature = inspect.signature(member.fget if isinstance(member, property) else member.__func__
                                  if isinstance(member, classmethod) else member)  # fmt: skip
    given = [one.annotation for one in signature.parameters.values() if one.annotation]
    told = [text for text in (*given, signature.return_annotation) if isinstance(text, str)]
    standard = {"bool", "int", "float", "str", "list", "tuple", "datetime", "Path", "Callable",
                "Collection"}  # fmt: skip

    assert set().union(*map(words_of, told)) - standard <= {*robot_memory.__all__}


@pytest.mark.parametrize("name", robot_memory.__all__)
def test_each_name_that_is_exported_is_there_and_documented(name):
    assert inspect.getdoc(getattr(robot_memory, name))
    assert re.search(rf"^(?:### `|from robot_memory import |[ │├└─]*){name}\b", PAGE, re.MULTILINE)


def test_an_unknown_name_is_no_part_of_the_package():
    with pytest.raises(AttributeError, match="no attribute 'Memory'"):
        _ = robot_memory.Memory


def test_words_alone_are_a_question(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")

        (hit,) = memory.recall("kitchen doorway")
        assert hit == memory.recall(Query("kitchen doorway"))[0]
        assert isinstance(memory.entries()[0][1], MemoryEntry)
