"""Times are read as people type them; other text is refused with the accepted forms."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from robot_memory.foundation.time.period import FORMS, read_typed

NOW = datetime(2026, 12, 1, 9, 30, 15, tzinfo=timezone.utc)
MIDNIGHT = datetime(2026, 12, 1, tzinfo=timezone.utc)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "time", "lasts"),
    [
        ("now", NOW, timedelta()),
        ("today", MIDNIGHT, DAY),
        (" Yesterday ", MIDNIGHT - DAY, DAY),
        ("tomorrow", MIDNIGHT + DAY, DAY),
        ("17:36", MIDNIGHT + timedelta(hours=17, minutes=36), timedelta()),
        ("8:05z", MIDNIGHT + timedelta(hours=8, minutes=5), timedelta()),
        ("2 h ago", NOW - timedelta(hours=2), timedelta()),
        ("90min ago", NOW - timedelta(minutes=90), timedelta()),
        ("1.5 hours ago", NOW - timedelta(minutes=90), timedelta()),
        ("an hour ago", NOW - timedelta(hours=1), timedelta()),
        ("30 s ago", NOW - timedelta(seconds=30), timedelta()),
        ("in 3 days", NOW + 3 * DAY, timedelta()),
        ("in  a  week", NOW + 7 * DAY, timedelta()),
        ("2026-11-30", MIDNIGHT - DAY, DAY),
        ("2026-11-30T08:00Z", MIDNIGHT - timedelta(hours=16), timedelta()),
        ("2026-11-30 10:00+02:00", MIDNIGHT - timedelta(hours=16), timedelta()),
    ],
)  # fmt: skip
def test_a_time_in_words_or_iso_8601_is_read(text, time, lasts):
    assert read_typed(text, NOW) == (time, lasts)


@pytest.mark.parametrize(
    "text",
    ["", "Friday", "yesterday-ish", "3 days", "in 3 days ago", "2 lightyears ago", "-2 h ago",
     "2026-02-30", "2026-12-01T25:00", "9999-12-31", "in 999999 weeks", "999999 weeks ago",
     "٣ days ago"],
)  # fmt: skip
def test_a_text_that_is_not_a_time_is_refused_with_the_accepted_forms(text):
    with pytest.raises(ValueError, match="is no time") as refused:
        read_typed(text, NOW)

    assert f"{text!r} is no time; what is read: {FORMS}" == str(refused.value)


def test_today_means_the_day_in_utc_in_each_time_zone():
    east = NOW.replace(hour=23).astimezone(timezone(timedelta(hours=5)))

    assert read_typed("today", east) == (MIDNIGHT, DAY)
