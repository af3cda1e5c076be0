"""Robot Resource Names (RCAN §4.1)."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.identity import is_rrn, local_rrn


@pytest.mark.parametrize(
    "name",
    ["RRN-00000001", "RRN-0123456789012345", "RRN-AB-00000001", "RRN-LOCAL-000000000042",
     "RRN-ABCDEFG1-12345678"],
)  # fmt: skip
def test_a_name_of_the_rcan_form_is_an_rrn(name):
    assert is_rrn(name)


@pytest.mark.parametrize(
    "name",
    [
        "", "RRN-", "RRN-1234567", "RRN-01234567890123456", "rrn-00000001", "RRN-A-00000001",
        "RRN-ABCDEFGHI-00000001", "RRN-ab-00000001", "RRN-00000001\n", "\nRRN-00000001",
        " RRN-00000001", "RRN-00000001 ", "xRRN-00000001", "RRN-00000001-", "RRN-0000000१",
        "RRN-٠٠٠٠٠٠٠١", "RRN-ÄB-00000001", "RRN--00000001", "RRN-00000001\x00", "RRN‐00000001",
    ],
)  # fmt: skip
def test_a_name_of_another_form_is_not_an_rrn(name):
    assert not is_rrn(name)


@given(st.integers(0, 10**12 - 1))
def test_a_generated_local_rrn_is_valid(number):
    with patch("secrets.randbelow", return_value=number):
        assert is_rrn(local_rrn())
