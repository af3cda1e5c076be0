"""Every verb accepts times in words: "yesterday", "2 h ago", "in 3 days"."""

from __future__ import annotations

import pytest

NOTE = ("remember", "environment_note", "Ramp in the yard is slippery")
PERIOD = ("recall", "reliability", "outcomes", "report")


def test_recall_until_a_day_includes_the_whole_day(command):
    command(*NOTE, "--now", "2026-12-01T18:00Z")
    search = ("recall", "ramp yard slippery", "--json", "--now", "2026-12-03T12:00Z")

    assert command(*search, "--until", "2026-12-01").status == 0
    assert command(*search, "--until", "2 days ago").status == 1  # at noon
    assert command(*search, "--until", "2026-11-30").status == 1
    assert command(*search, "--since", "2026-12-02").status == 1


def test_relative_times_are_computed_from_the_now_option(command):
    command(*NOTE, "--now", "2026-12-01T18:00Z")
    search = ("recall", "ramp yard slippery", "--now", "2026-12-02T01:00Z", "--json")

    assert command(*search, "--since", "yesterday", "--until", "yesterday").status == 0
    assert command(*search, "--since", "today").status == 1


def test_a_note_until_a_relative_time_is_in_the_context_until_then(command):
    command(*NOTE, "--until", "in 3 days", "--now", "2026-12-01T18:00Z")

    assert "slippery" in command("context", "--now", "2026-12-04T17:00Z").out
    assert "slippery" not in command("context", "--now", "2026-12-04T19:00Z").out


def test_muting_for_a_relative_time_prints_the_end_of_the_mute(command, lip):
    told = command("mute", lip, "--until", "in 3 days", "--now", "2026-12-01T18:00Z")

    assert told.out == f"{lip} muted until 2026-12-04 18:00 UTC: Kitchen doorway has a 3 cm lip\n"


@pytest.mark.parametrize("verb", PERIOD)
@pytest.mark.parametrize("option", ["--since", "--until"])
def test_an_invalid_time_is_refused_with_its_value_and_the_accepted_formats(
    command, lip, verb, option
):
    given = {"recall": ["lip"], "report": ["-o", "-"]}.get(verb, [])
    refused = command(verb, *given, option, "someday")

    assert refused.status == 2
    assert f"{option}: 'someday' is no time; what is read: 2026-12-24, " in refused.err
    assert '"2 h ago"' in refused.err


def test_an_invalid_period_is_refused_with_the_text_that_was_typed(command, lip):
    refused = command("recall", "lip", "--since", "today", "--until", "yesterday")
    unread = command("recall", "lip", "--since", "soon", "--until", "later")

    assert "--until: yesterday is not after today" in refused.err
    assert "--since: 'soon' is no time" in unread.err and "--until: 'later' is" in unread.err
