"""Times in a question asked on Friday, 20 November 2026."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from robot_memory.long_term.recall.question_words import with_english_times
from robot_memory.long_term.recall.time_span import spans_in

UTC = timezone.utc
NOW = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)
DAYS = {
    "today": ("11-20", "11-21"),
    "yesterday": ("11-19", "11-20"),
    "the day before yesterday": ("11-18", "11-19"),
    "last Tuesday": ("11-17", "11-18"),
    "on Friday": ("11-20", "11-21"),
    "on Saturday": ("11-14", "11-15"),
    "this Monday": ("11-16", "11-17"),
    "last week": ("11-09", "11-16"),
    "last weekend": ("11-14", "11-16"),
    "last month": ("10-01", "11-01"),
    "3 days ago": ("11-17", "11-18"),
    "two weeks ago": ("11-03", "11-10"),
    "a month ago": ("10-01", "11-01"),
    "in May": ("05-01", "06-01"),
    "the 15th of May": ("05-15", "05-16"),
    "May 15, 2026": ("05-15", "05-16"),
    "2026-05-15": ("05-15", "05-16"),
    "15.05.2026": ("05-15", "05-16"),
    "on the 19th": ("11-19", "11-20"),
    "on the 25th, or later": ("10-25", "10-26"),
    "May 2026": ("05-01", "06-01"),
    "between May and July": ("05-01", "08-01"),
    "from 2026-05-01 to 2026-05-03": ("05-01", "05-04"),
}


@pytest.mark.parametrize("words", DAYS)
def test_a_time_expression_in_a_question_is_recognised(words):
    (span,) = spans_in(f"What broke {words}?", NOW, UTC)

    first, after = DAYS[words]
    assert span.start == datetime.fromisoformat(f"2026-{first}T00:00:00+00:00")
    assert span.end == datetime.fromisoformat(f"2026-{after}T00:00:00+00:00")


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("this morning", "2026-11-20T05:00", "2026-11-20T12:00"),
        ("last night", "2026-11-19T18:00", "2026-11-20T06:00"),
        ("yesterday evening", "2026-11-19T17:00", "2026-11-20T00:00"),
        ("2 hours ago", "2026-11-20T14:30", "2026-11-20T15:30"),
        ("in the last 3 days", "2026-11-17T17:00", "2026-11-20T17:00"),
        ("in the last hour", "2026-11-20T16:00", "2026-11-20T17:00"),
        ("last year", "2025-01-01T00:00", "2026-01-01T00:00"),
        ("in late June", "2026-06-21T00:00", "2026-07-01T00:00"),
        ("in December", "2025-12-01T00:00", "2026-01-01T00:00"),
        ("since yesterday", "2026-11-19T00:00", "2026-11-20T17:00"),
        ("after May 15, 2026", "2026-05-16T00:00", "2026-11-20T17:00"),
        ("before last Tuesday", "1970-01-01T00:00", "2026-11-17T00:00"),
        ("in the first half of October", "2026-10-01T00:00", "2026-10-16T00:00"),
        ("in mid October", "2026-10-11T08:00", "2026-10-21T16:00"),
        ("in the second week of October", "2026-10-08T00:00", "2026-10-15T00:00"),
        ("last Tuesday morning", "2026-11-17T05:00", "2026-11-17T12:00"),
        ("on November 3 in the evening", "2026-11-03T17:00", "2026-11-04T00:00"),
        ("in the week before November 12", "2026-11-05T00:00", "2026-11-12T00:00"),
        ("two days after 2026-11-12", "2026-11-13T00:00", "2026-11-15T00:00"),
        ("on November 3 around noon", "2026-11-03T11:00", "2026-11-03T14:00"),
        ("on November 3 at 14:30", "2026-11-03T13:30", "2026-11-03T15:30"),
        ("at 14:30 on November 3", "2026-11-03T13:30", "2026-11-03T15:30"),
        ("around 3 pm on Monday", "2026-11-16T14:00", "2026-11-16T16:00"),
        ("yesterday around 12 am", "2026-11-18T23:00", "2026-11-19T01:00"),
        ("in the first days of October", "2026-10-01T00:00", "2026-10-08T00:00"),
        ("in the week of November 12", "2026-11-09T00:00", "2026-11-16T00:00"),
        ("on the last weekend of October", "2026-10-31T00:00", "2026-11-02T00:00"),
        ("on the second Friday in October", "2026-10-09T00:00", "2026-10-10T00:00"),
        ("on the last Saturday of October", "2026-10-31T00:00", "2026-11-01T00:00"),
    ],
)
def test_parts_of_months_weeks_and_days_and_open_periods_are_recognised(words, start, end):
    (span,) = spans_in(f"what happened {words}?", NOW, UTC)

    assert span.start.isoformat()[:16] == start
    assert span.end.isoformat()[:16] == end


@pytest.mark.parametrize(
    ("words", "day", "hour"),
    [("at 16:36", 20, 16), ("today at 16:36", 20, 16), ("yesterday at 09:36", 19, 9),
     ("at 18:36", 19, 18)],
)  # fmt: skip
def test_a_time_of_day_is_recognised_with_a_tolerance_of_five_minutes(words, day, hour):
    (span,) = spans_in(f"what happened {words}?", NOW, UTC)

    moment = datetime(2026, 11, day, hour, 36, tzinfo=UTC)
    assert (span.start, span.end) == (moment - timedelta(minutes=5), moment + timedelta(minutes=5))
    assert span.words == words


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("between 08:20 and 08:26", "20T08:20", "20T08:26"),
        ("between 18:00 and 19:00", "19T18:00", "19T19:00"),
        ("from 22:00 to 6:00", "19T22:00", "20T06:00"),
        ("yesterday between 08:20 and 08:26", "19T08:20", "19T08:26"),
        ("on Tuesday from 8 to 9", "17T08:00", "17T09:00"),
        ("since 08:05", "20T08:05", "20T17:00"),
    ],
)
def test_a_period_between_two_times_of_a_day_is_found(words, start, end):
    (span,) = spans_in(f"what happened {words}?", NOW, UTC)

    assert span.start.isoformat()[8:16] == start
    assert span.end.isoformat()[8:16] == end
    assert span.words == words


@pytest.mark.parametrize(
    "text",
    ["from 3 to 5 m/s", "between 2 and 3 degrees", "from 8 to 9.5 bar",
     "When did it happen?", "may I go in?", "march to the gate", "the last time", "31 April",
     "the second robot", "9999 years ago", "99999999999 days ago", "sun on the lens", "at 5",
     "in 30 minutes", "on the 5th floor", "the 3rd", "of the 40th", "in the 2nd aisle",
     "2026-13-45", "99.99.2026", "how late may robots drive?", "how early may it start?"],
)  # fmt: skip
def test_words_that_only_resemble_a_time_give_no_time(text):
    assert spans_in(text, NOW, UTC) == []


def test_days_are_those_of_the_configured_time_zone():
    (span,) = spans_in("today", datetime(2026, 11, 20, 23, 30, tzinfo=UTC), ZoneInfo("Asia/Tokyo"))

    assert span.start == datetime(2026, 11, 20, 15, tzinfo=UTC)


moments = st.datetimes(datetime(1980, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@given(now=moments, name=st.sampled_from("monday tuesday wednesday sunday".split()))
def test_last_weekday_means_one_of_the_seven_days_before_today(now, name):
    (span,) = spans_in(f"last {name}", now, UTC)

    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    assert f"{span.start:%A}".lower() == name
    assert timedelta(days=1) <= today - span.start <= timedelta(days=7)


@example(text="last week before Tuesday", now=datetime(2000, 1, 1, tzinfo=UTC))
@given(text=st.text(max_size=80) | st.lists(st.sampled_from(
    "between since before after last on in from to and ago 3 days May 15 2026 Tuesday week the a "
    "yesterday weekend until by".split()), max_size=12).map(" ".join), now=moments)  # fmt: skip
def test_recognised_periods_never_end_before_they_begin_and_never_overlap(text, now):
    spans = spans_in(text, now, UTC)

    assert all(span.start <= span.end for span in spans)
    assert all(one.at[1] <= other.at[0] for one, other in pairwise(spans))
    assert all(span.words in text for span in spans)


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Was ist gestern mit dem Greifer passiert?", "yesterday"),
        ("Was ging vor drei Tagen kaputt?", "3 days ago"),
        ("Was war in der zweiten Hälfte des Oktober?", "in the second half of october"),
        ("¿Qué pasó la semana pasada con la batería?", "last week"),
        ("Que s'est-il passé il y a deux semaines ?", "2 weeks ago"),
        ("先週ブレーキはどうでしたか", "last week"),
    ],
)
def test_a_time_expression_in_another_language_is_translated_to_english(question, english):
    assert english in with_english_times(question)


def test_an_english_question_is_not_translated():
    question = "What did it hier in den Haag, en route to mid May?"

    assert with_english_times("What was in the fin of May?") == "What was in the fin of May?"
    assert "May" in with_english_times(question)
