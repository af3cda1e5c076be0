"""Every tunable with its default, unit, range and source."""

from __future__ import annotations

import re

import pytest

from robot_memory.foundation.errors import InvalidSettings
from robot_memory.foundation.settings import Settings, read_settings, tunables

#: The settings' names in the documents and the contract.
DEFAULTS = {
    "decay_per_day": 0.05,
    "reinforce_step": 0.10,
    "inject_min": 0.30,
    "prune_min": 0.10,
    "reinforce_interval": 600.0,
    "token_budget": 800,
    "save_interval": 60.0,
    "recurrence": True,
    "confidence_error": 0.60,
    "confidence_warn": 0.45,
    "confidence_statistical": 0.35,
    "confidence_score_gain": 0.20,
    "confidence_person": 0.80,
    "confidence_agent": 0.40,
    "still_present": 86400.0,
    "urgent_save_interval": 2.0,
}


@pytest.mark.parametrize(("name", "value"), DEFAULTS.items())
def test_the_default_is_the_one_of_the_documents(name, value):
    assert getattr(Settings(), name) == value
    assert type(getattr(Settings(), name)) is type(value)


@pytest.mark.parametrize("tunable", tunables(), ids=lambda tunable: tunable.name)
def test_each_setting_is_documented_and_its_default_is_in_range(tunable):
    assert tunable.meaning
    assert tunable.source
    assert tunable.problem_with(tunable.default) is None


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_a_statistical_finding_starts_at_035_plus_02_times_its_score(score):
    assert Settings().first_confidence(score=score) == pytest.approx(0.35 + 0.2 * score)


def test_a_group_of_settings_may_be_nested_below_its_name():
    given = {"federation": {"enabled": True, "share_types": ["environment_note"]}}

    assert read_settings(given) == read_settings(
        {"federation.enabled": True, "federation.share_types": ("environment_note",)}
    )
    assert read_settings(given).federation_enabled


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"federation.trust": "all"}, "federation.trust: 'all' is not one of listed, open"),
        ({"federation": {"share_types": ["secrets"]}}, "'secrets' is not one of environment_note"),
        ({"federation.share_types": []}, "federation.share_types: is an empty list"),
        ({"federation.share_types": "all"}, "'all' is not a list of strings"),
        ({"federation.floor": 2}, """2 is not a string: quote it ('2', in a shell "'2'")"""),
        ({"federation.enabled": "yes"}, "'yes' is not true or false"),
        (
            {"federation.share_types": "environment_note"},
            """'environment_note' is not a list of strings: write "['environment_note']\"""",
        ),
        ({"hardware_ids": "a" * 5000}, "hardware_ids: 5000 characters is above 4096"),
        ({"rules_file": "a\0b"}, "rules_file: 'a\\x00b' has a NUL"),
        ({"federation.share_types": ["b" * 5000]}, "share_types: 5000 characters is above 4096"),
        ({"federation.share_types": ["hardware_observation"] * 101}, "101 texts are above 100"),
        ({"federation": {"nonsense": 1}}, "federation.nonsense: there is no such setting"),
        ({"federation_enabled": True}, "federation_enabled: there is no such setting"),
    ],
)
def test_an_invalid_value_in_a_group_is_refused_with_the_reason(given, words):
    with pytest.raises(InvalidSettings, match=re.escape(words)):
        read_settings(given)


def test_a_whole_number_is_accepted_for_a_float_setting():
    settings = read_settings({"save_interval": 30})

    assert settings.save_interval == 30.0
    assert isinstance(settings.save_interval, float)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("decay_per_day", -0.1, "-0.1 1/day is below 0 1/day"),
        ("decay_per_day", 1.5, "1.5 1/day is above 1 1/day"),
        ("decay_per_day", float("nan"), "nan is not a finite number"),
        ("decay_per_day", "fast", "'fast' is not a number"),
        ("decay_per_day", True, "True is not a number"),
        ("token_budget", 1.5, "1.5 is not a whole number"),
        ("token_budget", 0, "0 tokens is below 1 tokens"),
        ("recurrence", 1, "1 is not true or false"),
        ("rrn", "robot-1", "'robot-1' is not RRN-"),
        ("no_such", 1, "there is no such setting"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_with_its_name_and_reason(name, value, problem):
    with pytest.raises(InvalidSettings) as caught:
        read_settings({name: value})

    (defect,) = caught.value.defects
    assert defect.path == name
    assert defect.problem.startswith(problem)


def test_all_defects_are_reported_at_once():
    with pytest.raises(InvalidSettings) as caught:
        read_settings({"decay_per_day": 2.0, "nonsense": 1, "save_interval": "soon"}, "params.yaml")

    assert {defect.path for defect in caught.value.defects} == {
        "decay_per_day", "nonsense", "save_interval",
    }  # fmt: skip
    assert "params.yaml" in str(caught.value)


def test_a_prune_min_above_inject_min_is_refused():
    with pytest.raises(InvalidSettings, match="prune_min"):
        read_settings({"prune_min": 0.5})
