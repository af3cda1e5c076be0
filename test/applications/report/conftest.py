"""Fixtures shared by the tests of reports."""

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
    """A report on a home, and the facts it was made from."""

    home: Path
    now: datetime
    facts: ReportFacts
    html: str
    page: Node


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Extract:
    """The report on a home with content for every section; tests must not change it."""
    home = tmp_path_factory.mktemp("full") / "home"
    now = full_home(home)
    facts = facts_of(home, now)
    html = write_page(facts)
    return Extract(home, now, facts, html, read_page(html))
