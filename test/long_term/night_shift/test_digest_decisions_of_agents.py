"""An agent's decision never appears under a person's decisions (docs/reference/night-shift.md)."""

from __future__ import annotations

import pytest

from robot_memory.long_term.night_shift.digest_survey import _LINE_MAKERS


@pytest.mark.parametrize(("by", "is_told"), [("person:ada", True), ("agent:boss", False)])
def test_an_agents_rejection_is_not_listed_as_a_decision(by, is_told):
    line = _LINE_MAKERS["proposal_rejected"]({"by": by, "target": "skills/dock/SKILL.md"})

    assert (line is not None) == is_told
