"""Outcomes of tasks over HTTP."""

from __future__ import annotations

import pytest


@pytest.fixture
def report(site):
    client = site.writer()
    return lambda **given: client.post("/api/memory/outcomes", json=given)


def test_a_reported_outcome_returns_the_counts_and_is_listed(site, report):
    given = {"task": "dock", "parameters": {"speed": 0.2}, "note": "slipped"}
    report(succeeded=True, **given)

    answer = report(succeeded=False, **given)
    (listed,) = site.client().get("/api/memory/outcomes").json()["items"]

    assert answer.status_code == 201
    assert (answer.json()["tried"], answer.json()["failed"]) == (2, 1)
    assert (listed["task"], listed["tried"], listed["failed"]) == ("dock", 2, 1)
    assert listed["last"]["parameters"] == {"speed": "0.2"}


def test_a_report_without_its_result_is_refused(report):
    assert report(task="dock").status_code == 400
