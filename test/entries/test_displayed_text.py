"""Entries use people's words, ledger rows the drivers' words (rules.md §1.12)."""

from __future__ import annotations

from dataclasses import replace

from entry_builders import NOON

from robot_memory.entries.entry_rules import new_entry
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText
from robot_memory.ledger import Key, Kind, Observation
from robot_memory.ledger.displayed_text import CALLED

SILENT = "/scan_2 falls silent while the robot runs"
ROW = Observation(
    Kind.ONSET, Instant(NOON, 1.0, "boot", trusted=True), SILENT, component="/scan_2",
    key=Key("rate", "/scan_2", "silent"), entry_type="hardware_observation", confidence=0.5,
)  # fmt: skip


def test_a_new_entry_uses_peoples_words():
    assert new_entry(ROW).text == "Lidar 2 falls silent while the robot runs"


def test_a_configured_topic_name_replaces_the_topics_own_words():
    row = replace(ROW, detail={CALLED: "rear lidar"})

    assert new_entry(row).text == "Rear lidar falls silent while the robot runs"


def test_a_topic_keeps_its_name_if_its_words_are_ambiguous():
    assert new_entry(replace(ROW, detail={CALLED: ""})).text == SILENT


def test_a_text_with_values_uses_peoples_words_too():
    varying = VaryingText.of("mavros: Battery warns: Low voltage of …", ["13.4 V"])
    key = Key("diagnostics", "mavros: Battery", "low")
    row = replace(
        ROW, key=key, component="mavros: Battery", summary=str(varying),
        detail={READINGS: varying.as_list()},
    )  # fmt: skip

    entry = new_entry(row)

    assert entry.text == "Flight controller (mavros): Battery warns: Low voltage of 13.4 V"
    assert str(entry.readings) == entry.text
