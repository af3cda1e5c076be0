"""What tests of extracts share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest
from page_reader import Node, read_page
from report_builders import facts_of, full_home

from robot_memory.applications.report import ReportFacts, write_page


@dataclass(frozen=True)
class Extract:
    """An extract of a home, and what it was made of."""

    home: Path
    now: datetime
    facts: ReportFacts
    html: str
    page: Node


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Extract:
    """The extract of a home that has something for every section; nobody may change it."""
    home = tmp_path_factory.mktemp("full") / "home"
    now = full_home(home)
    facts = facts_of(home, now)
    html = write_page(facts)
    return Extract(home, now, facts, html, read_page(html))
