"""Reports need Jinja2, which not every robot has."""

from __future__ import annotations

import sys

import pytest
from report_builders import bare_facts

from robot_memory.applications.report import write_page
from robot_memory.foundation.errors import InvalidInput


def test_without_jinja_one_sentence_says_what_to_install(monkeypatch):
    for name in [one for one in sys.modules if one.split(".")[0] in ("jinja2", "markupsafe")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, "robot_memory.applications.report.markup", raising=False)
    monkeypatch.setitem(sys.modules, "jinja2", None)

    with pytest.raises(
        InvalidInput,
        match=r"library jinja2.*`pip install '\.\[report\]'` in the folder of the source$",
    ):
        write_page(bare_facts())
