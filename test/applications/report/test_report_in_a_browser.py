"""The page in a real browser, if one is installed: layout, print, and that no script runs."""

from __future__ import annotations

import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from test_report_page import NASTY, facts_that_say

from robot_memory.applications.report import write_page

BROWSER = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)

pytestmark = pytest.mark.skipif(not BROWSER, reason="no Chromium on this machine")


@functools.cache
def starts() -> bool:
    """Whether the browser can be started here."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "empty.html"
        page.write_text("<!DOCTYPE html><title>x</title>")
        try:
            return "<title>x</title>" in browse(page, "--dump-dom").stdout
        except subprocess.TimeoutExpired:
            return False


def browse(page: Path, *options: str) -> subprocess.CompletedProcess[str]:
    given = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             f"--user-data-dir={page.parent / 'profile'}", *options, page.as_uri()]  # fmt: skip
    return subprocess.run(
        [BROWSER, *given], capture_output=True, text=True, timeout=40, check=False
    )


@pytest.fixture
def browser():
    if not starts():
        pytest.skip("Chromium is there, and does not start")
    return browse


def test_the_whole_extract_is_printed_on_a4(browser, full, tmp_path):
    page, pdf = tmp_path / "report.html", tmp_path / "report.pdf"
    page.write_text(full.html, encoding="utf-8")
    browser(page, "--no-pdf-header-footer", f"--print-to-pdf={pdf}")

    data = pdf.read_bytes()
    sheets = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", data)
    assert 10 <= len(re.findall(rb"/Type /Page\b", data)) <= 40
    assert sheets
    assert {(round(float(w)), round(float(h))) for w, h in sheets} <= {(595, 842), (594, 842)}


def test_no_text_in_the_memory_is_executed(browser, tmp_path):
    page = tmp_path / "report.html"
    words = "<script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">"
    page.write_text(write_page(facts_that_say(words + NASTY)), encoding="utf-8")
    shown = browser(page, "--dump-dom").stdout

    assert "<title>Operational memory of" in shown
    assert "<script" not in shown and "<img" not in shown


def test_the_browser_keeps_the_structure_of_the_page(browser, full, tmp_path):
    page = tmp_path / "report.html"
    page.write_text(full.html, encoding="utf-8")
    shown = browser(page, "--dump-dom").stdout

    for name in ("table", "svg", "figure", "h2", "h3", "tr"):
        assert shown.count(f"<{name}") == full.html.count(f"<{name}"), name
