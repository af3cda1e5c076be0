"""The list of mutations, ``bench/mutants/*.yaml``: one file for each test module.

For example::

    tests: test/long_term/chunks/test_document_001.py
    mutations:
      - name: a retrieval is not counted
        place: 001 §Metadata Fields, access_count
        file: robot_memory/long_term/chunks/chunk_store.py
        replace: access_count=chunk.metadata.access_count + times,
        by: access_count=chunk.metadata.access_count,
        fails: [test_a_retrieval_is_counted_and_dated]

The name says what is wrong then, and no other mutation has it; the place is the sentence of a
document that is broken. What is replaced occurs once in the file. Each test that is named must
fail; of one with cases at least one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "bench" / "mutants"
_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FIELDS = {"name", "place", "file", "replace", "by", "fails"}


class DoesNotApplyError(Exception):
    """The code is not what a mutation changes; says how."""


@dataclass(frozen=True)
class Mutation:
    """A change that makes the code wrong.

    Attributes:
        name: what is wrong then, as a sentence.
        place: the document and the section that forbid it.
        file: what is changed, below the root of the sources.
        replace, by: the text that occurs there once, and what comes in its place.
        tests: ids of the test functions that must fail.
    """

    name: str
    place: str
    file: str
    replace: str
    by: str
    tests: tuple[str, ...]

    def apply_to(self, text: str) -> str:
        """Return the mutated text of the file.

        Raises:
            DoesNotApplyError: what is to be replaced does not occur once, or nothing changes.
        """
        found = text.count(self.replace)
        if found != 1:
            raise DoesNotApplyError(f"{self.file} has the text to replace {found} times, not once")
        if self.replace == self.by:
            raise DoesNotApplyError("it replaces a text by itself")
        return text.replace(self.replace, self.by)


def modules(folder: Path = FOLDER) -> list[str]:
    """Return the test modules that there are mutations for, in order of their lists."""
    return [_load(path)["tests"] for path in _lists(folder)]


def read_mutations(folder: Path = FOLDER) -> list[Mutation]:
    """Read all mutations, in the order of the lists.

    Raises:
        ValueError: an item has not the fields that it needs; says which item of which file.
    """
    found = []
    for path in _lists(folder):
        data = _load(path)
        for number, item in enumerate(data["mutations"]):
            found.append(_mutation(item, data["tests"], f"{path.name}, mutation {number}"))
    return found


def _lists(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.yaml"))


def _load(path: Path) -> Mapping[str, Any]:
    data: Mapping[str, Any] = yaml.load(path.read_text(encoding="utf-8"), _LOADER)
    return data


def _mutation(item: Mapping[str, Any], module: str, where: str) -> Mutation:
    if set(item) != _FIELDS or not item["fails"]:
        raise ValueError(f"{where} has {sorted(item)}; it takes {sorted(_FIELDS)}, none empty")
    tests = tuple(f"{module}::{name}" for name in item["fails"])
    texts = (str(item[name]) for name in ("name", "place", "file", "replace", "by"))
    return Mutation(*texts, tests=tests)
