"""docs/reference, docs/how-to and docs/rules.md: numbers and lists agree with the code."""

from __future__ import annotations

import re
from pathlib import Path

from reference.interfaces import WRITING_SERVICES

from robot_memory.applications.reliability.known_issue_check import FEWEST_ENDED, LONGER, SHORTEST
from robot_memory.foundation.settings import Settings
from robot_memory.long_term.limit_search.region import MOST_NAMES
from robot_memory.sharing.federation.flood_guard import MOST_PEERS

DOCS = Path(__file__).parents[1] / "docs"


def page(name: str) -> str:
    """Return a page's text, with spaces for line breaks."""
    return " ".join((DOCS / f"{name}.md").read_text(encoding="utf-8").split())


def test_the_page_of_peer_updates_has_the_depth_of_readers():
    assert f"Readers have depth {MOST_PEERS:,}," in page("reference/peer-updates")


def test_the_security_page_lists_each_service_that_accept_writes_leaves_out():
    row = next(
        line
        for line in (DOCS / "reference/security.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| `accept_writes` |")
    )

    assert re.findall(r"`~/(\w+)`", row) == list(WRITING_SERVICES)


def test_the_page_of_topics_has_the_topic_of_the_speed_limit():
    assert f"| `{Settings().limits_speed_topic}` | `nav2_msgs/msg/SpeedLimit` |" in page(
        "reference/topics"
    )


def test_the_rule_of_known_faults_says_when_one_lasts_too_long():
    assert (SHORTEST, LONGER, FEWEST_ENDED) == (60.0, 3.0, 3)
    assert (
        "lasts longer than a minute, and longer than three times the longest one before. At least "
        "three occurrences must have ended before."
    ) in page("rules")


def test_the_page_of_conditions_says_how_many_names_of_a_mode_are_tested():
    assert f"only the {MOST_NAMES} commonest values are candidates" in page(
        "explanation/conditions"
    )


def test_the_page_of_detectors_says_in_words_what_each_option_means():
    lines = (DOCS / "reference/detectors.md").read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if re.match(r"\| `\w+` \| -?[\w.]+ \| ", line)]

    assert len(rows) > 60
    assert [row for row in rows if " " not in row[2].removesuffix(" |")] == []
