"""What tables of the extract call things, from ``section_words.yaml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from robot_memory import yaml_reading
from robot_memory.ledger import Kind

#: Words by what they name, by table.
WORDS: Mapping[str, Mapping[str, str]] = yaml_reading.load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)


def words_of_kinds(table: str) -> dict[Kind, str]:
    """Return a table about kinds of rows."""
    return {Kind(kind): words for kind, words in WORDS[table].items()}
