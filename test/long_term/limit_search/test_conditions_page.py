"""docs/explanation/conditions.md agrees with the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.repeated_looks import correction, looks
from robot_memory.ledger import sample_table as stored
from robot_memory.long_term.limit_search import (
    evidence_analysis,
    healed_fault,
    limit_finding,
    limit_lifecycle,
    operating_history,
    region,
)
from robot_memory.perception import operating_record

FOLDER = Path(__file__).parents[3] / "docs" / "explanation"
PAGE = (FOLDER / "conditions.md").read_text(encoding="utf-8")
LINE = " ".join(PAGE.split())
WORDS = {
    0.5: "half", 0.6: "six in ten", 1.0: "one", 2.0: "two", 3: "three", 4: "four", 5.0: "five",
    6: "six", 8: "eight", 10.0: "ten",
}  # fmt: skip
TIMES = {2: "twice"}
_LEAST, _MOST = 100 * region.LEAST_TIME, 100 * region.MOST_TIME
_SHARES = f"use | {_LEAST:g} % to {_MOST:g} % of the running time"


@pytest.mark.parametrize(
    "promise",
    [
        f"onsets | at least {WORDS[region.FEWEST_ONSETS]};",
        f"into at least {WORDS[region.FEWEST_VISITS]} separate stays",
        f"at least {WORDS[region.LEAST_WITHIN]} onsets are beyond it",
        f"at least {WORDS[int(region.LEAST_RATIO)]} times as high beyond it",
        f"lower bound of that rate ratio (95 %) is at least {region.LEAST_LOW:g}",
        _SHARES,
        f"p ≤ {region.LARGEST_P:g}",
        f"between the {100 * region._TAIL:.0f}nd and",
        f"windows of {WORDS[operating_history._WINDOW]} hours",
        f"averaged over {WORDS[operating_record._AVERAGED]} seconds",
        f"conditions of {WORDS[operating_record._BEFORE]} seconds before it",
        f"up to {WORDS[operating_record._UP_TO]} second before it",
        f"at most {operating_record._MOST_CONDITIONS} conditions",
        f"each {WORDS[operating_record._LONGEST]} seconds of a long run",
        f"up to {stored._MOST_A_DAY} samples of the newest day",
        f"at least {stored._LEAST_A_DAY} samples",
        f"keeps samples for {stored._DAYS} days",
        f"log likelihood ratio within {limit_finding._AS_GOOD:g}",
        f"nearly as good (within {limit_finding._NEXT_STEP:g})",
        f"(log likelihood ratio {limit_lifecycle._MOVES:g})",
        f"at least {TIMES[int(limit_lifecycle._HOLDS_RATIO)]} as high beyond it",
        f"occurred at least {WORDS[healed_fault._FEWEST]} times",
        f"at least {WORDS[int(healed_fault._LONGEST_GAPS)]} times as long as the longest gap",
        f"or {WORDS[healed_fault._LONG_EXERCISE / 3600]} hours of exercise",
        f"at most every {WORDS[int(evidence_analysis.INTERVAL) / 60]} minutes",
    ],
)
def test_the_page_states_the_thresholds_of_the_code(promise: str):
    assert promise in LINE


def test_the_page_states_when_tests_are_repeated_and_their_correction():
    due = [count for count in range(1, 30) if looks(count) > looks(count - 1)]

    assert f"when it has {', '.join(map(str, due))} …" in LINE
    assert "multiplied by 2(n + 1)" in LINE
    assert correction(3) == 2 * (3 + 1)
