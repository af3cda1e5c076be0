"""What tests of governance share."""

from __future__ import annotations

from pathlib import Path

import pytest
from governance_builders import House, make_house


@pytest.fixture
def house(home: Path) -> House:
    """A home with a ledger of thirty rows, an operator, and all gates passed."""
    return make_house(home, {"peak": 3.5}, {"importance": {"label": "nice_to_have", "score": 0.6}})
