"""What is shown after an entry's text when it is read (rules.md §1.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_builders import (
    KEY,
    at,
    fold_one,
    make_entry,
    make_row,
)  # fmt: skip

from robot_memory.entries.entry_readings import is_a_persons_wording
from robot_memory.entries.near_duplicates import find_echo
from robot_memory.entries.text_as_read import advice_of, ago, text_now
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key, Kind

SAID = VaryingText.of("pulses came late by …", ["15 ms"])
WIDER = SAID.with_(VaryingText.of(SAID.pattern, ["35 ms"]))


def seen(said: VaryingText, **fields: object):
    extra = {"key": KEY.as_list(), READINGS: said.as_list()}
    return make_entry(str(said), extra=extra, **fields)


def of(key: list[str], text: str):
    return make_entry(text, extra={"key": key})


@pytest.mark.parametrize(
    ("entry", "behind"),
    [
        (seen(WIDER, observation_count=14), " (last 35 ms, 14 times, 5 h ago)"),
        (seen(SAID), " (once, 5 h ago)"),  # a value that never varied is not shown twice
        (of(KEY.as_list(), "arm offline"),
         " — check the arm's cable and power (once, 5 h ago)"),
        (of(KEY.as_list(), "wheels turn"), " (once, 5 h ago)"),  # a text of two words
        (of(["limit", "base", "mem-1 speed"], "prefer ≤ 0.3 m/s"), ""),
        (of(["outcome", "arm", "outcomes"], "arm offline"), ""),
        (make_entry("/front/scan falls silent while the robot runs"), ""),  # a note
        (make_entry("no data from the arm"), ""),
        (replace(seen(SAID), text="no data from the wheel for 15 ms"), ""),  # a person's words
    ],
)  # fmt: skip
def test_a_finding_is_followed_by_advice_last_value_frequency_and_age(entry, behind):
    assert text_now(entry, at(hours=5)) == entry.text + behind
    assert advice_of(entry) in behind
    assert find_echo(text_now(entry, at(hours=5)), [entry]) is entry


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-5, "just now"), (59, "just now"), (60, "1 min ago"), (271, "5 min ago"),
     (599, "10 min ago"), (600, "10 min ago"), (3599, "1 h ago"), (5000, "90 min ago"),
     (7199, "2 h ago"), (9500, "3 h ago"), (172_799, "48 h ago"), (172_800, "2 days ago"),
     (240_000, "3 days ago")],
)  # fmt: skip
def test_an_age_is_given_in_coarse_steps(seconds, words):
    assert ago(seconds) == words


def test_a_part_name_inserted_by_the_memory_is_not_a_persons_correction():
    driver_said = "/front/scan falls silent"
    key = Key("rate", "/front/scan", "silent")
    fields = {"key": key, "component": "/front/scan"}
    entry = make_entry(driver_said, extra={"key": key.as_list()})

    told = fold_one([entry], [make_row(1, at(1), summary=driver_said, **fields)])

    assert told.text == "Front lidar falls silent"
    assert advice_of(told) == "check the lidar's cable and power"


def test_a_finding_with_changed_values_is_not_a_persons_correction():
    key = Key("outcome", "dock", "fails")
    rows = [
        make_row(number, at(number), Kind.OUTCOME, summary=text, key=key, entry_id="mem-11111111",
                 detail={"was": was})
        for number, text, was in ((1, "Docking: 4 of 6 failed", ""),
                                  (2, "Docking: 6 of 9 failed", "Docking: 4 of 6 failed"))
    ]  # fmt: skip

    told = fold_one([], rows)

    assert told.text == "Docking: 6 of 9 failed"
    assert not is_a_persons_wording(told)
