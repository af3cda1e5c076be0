"""docs/conditions.md says what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.consolidation import comparison, grid, health_return, limits, operation, scan
from robot_memory.consolidation.looks import correction, looks
from robot_memory.ledger import moments as stored
from robot_memory.perception.conditions import moments
from robot_memory.ros import analyst

PAGE = (Path(__file__).parents[2] / "docs" / "conditions.md").read_text(encoding="utf-8")
LINE = " ".join(PAGE.split())
WORDS = {
    0.5: "half", 0.6: "six in ten", 1.0: "one", 2.0: "two", 3: "three", 4: "four", 5.0: "five",
    6: "six", 8: "eight", 10.0: "ten",
}  # fmt: skip


@pytest.mark.parametrize(
    "promise",
    [
        f"onsets | {WORDS[scan.FEWEST_ONSETS]} or more",
        f"in at least {WORDS[comparison._FEWEST_VISITS]} separate stays",
        f"{WORDS[scan._LEAST_WITHIN]} onsets lie beyond it",
        f"at least {WORDS[int(scan._LEAST_RATIO)]} times as often",
        f"lower bound of that rate ratio (95 %) is at least {comparison.LEAST_LOW:g}",
        f"p ≤ {comparison.LARGEST_P:g}",
        f"between its {100 * grid._TAIL:.0f}nd and",
        f"windows of {WORDS[operation._WINDOW]} hours",
        f"averaged over {WORDS[moments._AVERAGED]} seconds",
        f"taken {WORDS[moments._BEFORE]} seconds before it",
        f"up to {WORDS[moments._UP_TO]} second before it",
        f"at most {moments._MOST_CONDITIONS} conditions",
        f"each {WORDS[moments._LONGEST]} seconds of a long run",
        f"up to {stored._MOST_A_DAY} of the newest day",
        f"at least {stored._LEAST_A_DAY}, for {stored._DAYS} days",
        f"log likelihood ratio within {comparison._AS_GOOD:g}",
        f"nearly as good (within {comparison._NEXT_STEP:g})",
        f"(log likelihood ratio {limits._MOVES:g})",
        f"at least {WORDS[int(limits._HOLDS_RATIO)].replace('two', 'twice')} as often beyond it",
        f"came {WORDS[health_return._FEWEST]} times or more",
        f"at least {WORDS[int(health_return._LONGEST_GAPS)]} times as long as its longest gap",
        f"or {WORDS[health_return._LONG_EXERCISE / 3600]} hours of exercise",
        f"at most every {WORDS[analyst._INTERVAL / 60]} minutes",
    ],
)
def test_the_page_says_what_the_code_does(promise: str):
    assert promise in LINE


def test_the_page_tells_the_looks_and_their_correction():
    due = [count for count in range(1, 30) if looks(count) > looks(count - 1)]

    assert f"when there are {', '.join(map(str, due))} …" in LINE
    assert "multiplied by 2(n + 1)" in LINE
    assert correction(3) == 2 * (3 + 1)
