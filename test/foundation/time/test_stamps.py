"""Times as text: ISO 8601 in UTC (document 000 §3.3)."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.foundation.time import stamps

UTC = timezone.utc
TWO_O_CLOCK = datetime(2026, 4, 1, 2, tzinfo=UTC)
ANY_TIME = st.datetimes(datetime(1970, 1, 1), datetime(9999, 12, 30), timezones=st.just(UTC))


def test_a_time_is_written_in_the_format_of_document_000():
    assert stamps.to_text(TWO_O_CLOCK) == "2026-04-01T02:00:00Z"


@given(ANY_TIME)
def test_a_written_time_reads_back_the_same(time):
    assert stamps.from_text(stamps.to_text(time)) == time


@given(ANY_TIME)
def test_a_written_time_is_a_yaml_timestamp_and_ends_with_z(time):
    text = stamps.to_text(time)

    assert yaml.safe_load(text) == time
    assert yaml.load(text, yaml.BaseLoader) == text
    assert "T" in text
    assert text.endswith("Z")


@pytest.mark.parametrize(
    "text",
    [
        "2026-04-01t02:00:00z", "2026-04-01   02:00:00", "2026-04-01T02:00:00",
        "2026-04-01T07:30:00+05:30", "2026-04-01T07:30:00+0530", "2026-03-31 21:00:00 -5",
        "2026-4-1 2:00:00 Z", "2026-04-01T02:00:00,0Z", "2026-04-01T02:00Z",
        "  2026-04-01T02:00:00Z\n",
    ],
)  # fmt: skip
def test_every_form_of_iso_8601_and_yaml_is_read(text):
    assert stamps.from_text(text) == TWO_O_CLOCK


def test_a_date_without_a_time_reads_as_midnight_utc():
    assert stamps.from_text("2026-04-01") == datetime(2026, 4, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("fraction", "microsecond"), [(".5", 500000), (",25", 250000), (".1234567891", 123456)]
)
def test_a_fraction_is_kept_to_the_microsecond(fraction, microsecond):
    assert stamps.from_text(f"2026-04-01T02:00:00{fraction}Z").microsecond == microsecond


@given(ANY_TIME, st.integers(-14 * 60, 14 * 60))
def test_a_time_with_a_zone_offset_reads_back_exactly(time, minutes):
    there = time.astimezone(timezone(timedelta(minutes=minutes)))

    assert stamps.from_text(there.isoformat()) == time


@pytest.mark.parametrize(
    "text",
    [
        "", "yesterday", "1775008800", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
        "2026-04-01T25:00:00Z", "2026-04-01T02:00:00Zulu", "٢٠٢٦-٠٤-٠١T٠٢:٠٠:٠٠Z",
        "2026-04-01T02:00:00Z 2026-04-01T02:00:00Z", "0001-01-01T00:00:00+05:00",
        "9999-12-31T23:59:59-05:00",
    ],
)  # fmt: skip
def test_a_text_that_is_not_a_time_is_refused(text):
    with pytest.raises(ValueError):
        stamps.from_text(text)
