"""docs/explanation: the examples agree with the code's results."""

from __future__ import annotations

import re
from datetime import datetime, timezone
from pathlib import Path

import pytest

from robot_memory.entries.confidence import band, effective, reinforce
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.secrets.secrets_filter import mark, without_secrets
from robot_memory.foundation.settings import Settings
from robot_memory.perception.masking.masking import mask

FOLDER = Path(__file__).parents[1] / "docs" / "explanation"
SETTINGS = Settings()


def page(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def worked_example() -> list[tuple[str, str, str, str, str]]:
    """The rows of the worked example: time, event, confidence, band, count."""
    rows = re.findall(
        r"^\| (\d+ June \d\d:\d\d) \| (.*?) \| (\S+) \| (\S+) \| (\d+) \|$",
        page("confidence"),
        re.MULTILINE,
    )
    assert len(rows) >= 8
    return rows


def test_the_worked_example_of_confidence_is_what_the_code_computes():
    entry: MemoryEntry | None = None
    for when, what, confidence, mark_of_band, count in worked_example():
        now = datetime.strptime(f"2026 {when}", "%Y %d %B %H:%M").replace(tzinfo=timezone.utc)
        if entry is None:
            entry = MemoryEntry(
                "mem-00000000", EntryType.HARDWARE_OBSERVATION, "Encoder fails",
                SETTINGS.confidence_error, now, now,
            )  # fmt: skip
        elif "report" in what:
            entry = reinforce(entry, now, SETTINGS.confidence_error, SETTINGS)
        value = effective(entry, now, SETTINGS.decay_per_day)
        told = value >= SETTINGS.inject_min

        assert (when, f"{value:.3f}", band(value) if told else "–", entry.observation_count) == (
            when, confidence, mark_of_band, int(count),
        )  # fmt: skip


@pytest.mark.parametrize(
    "promise",
    [
        f"ERROR or FATAL | {SETTINGS.confidence_error:.2f} |",
        f"WARN | {SETTINGS.confidence_warn:.2f} |",
        f"| {SETTINGS.confidence_statistical:g} + {SETTINGS.confidence_score_gain:g} × its score |",
        f"a person | {SETTINGS.confidence_person:.2f} |",
        f"an agent | {SETTINGS.confidence_agent:.2f} |",
        f"loses {SETTINGS.decay_per_day:g} a day",
        f"adds {SETTINGS.reinforce_step:.2f}",
        f"{SETTINGS.inject_min:.2f} to 0.50 | told to agents",
        f"below {SETTINGS.prune_min:.2f} | moves to",
    ],
)
def test_the_page_on_confidence_has_the_values_of_the_settings(promise: str):
    assert promise in " ".join(page("confidence").split())


def test_messages_are_masked_as_the_page_shows():
    rows = re.findall(r"^\| (Motor .*?) \| (Motor .*?) \|$", page("perception"), re.MULTILINE)

    assert len(rows) == 3
    for message, template in rows:
        assert mask(message) == template


def test_the_secret_of_the_page_is_removed_and_a_text_about_one_is_not():
    assert "`mqtt://robot:hunter2@broker`" in page("privacy")
    assert (
        without_secrets("mqtt://robot:hunter2@broker") == f"mqtt://robot:{mark('password')}@broker"
    )
    assert without_secrets("token expired") == "token expired"
