"""An option out of its limits is refused with the value and the limits; nothing is guessed."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("days", ["800000", "36526", "0", "-5", "many"])
def test_a_timeline_of_no_days_or_of_more_than_a_century_is_refused(command, lip, days):
    refused = command("timeline", f"--days={days}")

    assert refused.status == 2
    assert f"--days: '{days}' is not a whole number from 1 to 36525" in refused.err


@pytest.mark.parametrize("days", ["1", "36525"])
def test_a_timeline_of_one_day_or_of_a_century_is_shown(command, lip, days):
    assert command("timeline", f"--days={days}").status == 0


def test_a_timeline_of_a_time_near_the_first_year_ends_there(command, lip):
    shown = command("timeline", "--now", "0001-01-02T00:00:00Z")

    assert shown.status == 0
