"""003 §Monitoring and Health: health.json, its warnings, and the quality probe."""

from __future__ import annotations

import json
import shutil
from types import SimpleNamespace

import pytest
from night_homes import NIGHT, Night, at, talk

from robot_memory.long_term.graph import FactCounts
from robot_memory.long_term.night_shift import NightSettings
from robot_memory.long_term.night_shift.health_check import (
    DiskUsage,
    LastConsolidation,
    document_warnings,
    measure_disk,
    own_warnings,
)
from robot_memory.long_term.night_shift.schedule import ProbeResult

FIELDS = (
    "timestamp status disk_usage_bytes disk_usage_percent total_facts active_facts archived_facts "
    "avg_activation daily_files_count session_files_count embedding_index_size_bytes "
    "memory_md_lines last_consolidation consolidation_duration_seconds warnings"
).split()
FINE = {"disk": DiskUsage(percent=3.3), "counts": FactCounts(2103, 744, 0.42, 87),
        "last": LastConsolidation(NIGHT, 142)}  # fmt: skip


@pytest.fixture
def night(home):
    return Night(home)


def test_health_json_has_the_documents_fields_in_its_order(night, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(total=800, used=27))
    talk(night.home, "I live in Graz.")
    night.run()
    health = night.health()
    assert list(health) == FIELDS
    assert (health["timestamp"], health["last_consolidation"]) == ("2026-12-01T23:30:00Z",) * 2
    assert (health["total_facts"], health["active_facts"], health["archived_facts"]) == (1, 1, 0)
    assert health["daily_files_count"] == 1
    assert health["disk_usage_bytes"] > 1000
    assert health["disk_usage_percent"] == 3.4
    assert health["memory_md_lines"] == len(night.read("MEMORY.md").splitlines())


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({"disk": DiskUsage(percent=80.1)}, "Disk usage high"),
        ({"disk": DiskUsage(percent=80.0)}, None),
        ({"counts": FactCounts(9001, 0, 0.5, 87)}, "Approaching fact limit"),
        ({"counts": FactCounts(9000, 0, 0.5, 87)}, None),
        ({"counts": FactCounts(100, 90000, 0.5, 87)}, None),  # archived facts take no room
        (
            {"counts": FactCounts(10, 0, 0.19, 87)},
            "Most facts are decaying; consider lowering half_life",
        ),
        ({"counts": FactCounts(0, 0, 0.0, 0)}, None),
        (
            {"counts": FactCounts(10, 0, 0.81, 87)},
            "Facts not decaying enough; consider raising half_life",
        ),
        ({"counts": FactCounts(10, 0, 0.2, 181)}, "MEMORY.md approaching 200-line limit"),
        ({"counts": FactCounts(10, 0, 0.8, 180)}, None),
        ({"last": LastConsolidation(NIGHT, 601)}, "Consolidation taking too long"),
        ({"last": LastConsolidation(NIGHT, 600)}, None),
        ({"last": None}, None),
    ],
)
def test_the_warnings_of_the_document_appear_above_its_thresholds(change, warning):
    assert document_warnings(**{**FINE, **change}) == ([warning] if warning else [])


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        ({}, None),
        ({"failed": {"prune": "disk full"}}, "Step prune failed: disk full"),
        (
            {"probe": ProbeResult(NIGHT, 2, 3)},
            "Recall answered 2 of 3 canaries (67%), below 70%",
        ),
        ({"probe": ProbeResult(NIGHT, 7, 10)}, None),
        ({"probe": ProbeResult(NIGHT, 0, 0)}, None),
        ({"trusted": False}, "The clock is not trusted: nothing is pruned and nothing leaves"),
        (
            {"disk": DiskUsage(home_bytes=81_000_000)},
            "The memory takes 81.0 MB of the 100.0 MB that it may take",
        ),
        ({"disk": DiskUsage(home_bytes=80_000_000)}, None),
        (
            {"disk": DiskUsage(archive_bytes=1_200_000_000)},
            (
                "Archives take 1.2 GB of the 1.0 GB that they may take; the oldest are removed "
                "beyond that: copy what you need from */archive/ in the memory home"
            ),
        ),
    ],
)
def test_additional_warnings_state_the_problem_with_value_and_limit(change, warning):
    given = {"disk": DiskUsage(), "probe": None, "failed": {}, "trusted": True, **change}
    settings = NightSettings(home_limit_bytes=100_000_000)
    assert own_warnings(settings=settings, **given) == ([warning] if warning else [])


def test_the_health_check_between_nights_writes_nothing_else(night):
    talk(night.home, "I live in Graz.")
    night.run()
    before = {path: path.read_bytes() for path in night.home.rglob("*") if path.is_file()}
    night.clock.set(at(0, hours=6))
    night.shift.check_health()
    changed = [path.name for path, data in before.items() if path.read_bytes() != data]
    assert changed == ["health.json"]
    assert night.health()["timestamp"] == "2026-12-02T05:30:00Z"
    assert night.health()["last_consolidation"] == "2026-12-01T23:30:00Z"


def test_running_only_some_steps_does_not_count_as_a_consolidation(night):
    night.run()
    night.clock.set(at(1))
    night.run("decay", "health")
    assert night.health()["last_consolidation"] == "2026-12-01T23:30:00Z"


def test_archives_are_measured_separately_and_links_are_not_followed(home, tmp_path):
    (home / "sessions" / "archive").mkdir(parents=True)
    (home / "sessions" / "archive" / "a.gz").write_bytes(b"x" * 100)
    (home / "embeddings").mkdir()
    (home / "embeddings" / "index.bin").write_bytes(b"x" * 10)
    (tmp_path / "large").write_bytes(b"x" * 9999)
    (home / "link").symlink_to(tmp_path / "large")
    disk = measure_disk(home, 3, 4)
    assert (disk.home_bytes, disk.archive_bytes, disk.index_bytes) == (110, 100, 10)
    assert (disk.daily_files, disk.session_files) == (3, 4)


def test_a_damaged_health_json_is_replaced(night):
    night.home.mkdir(parents=True)
    (night.home / "health.json").write_text("{torn")
    night.shift.check_health()
    assert (night.health()["status"], night.health()["last_consolidation"]) == ("healthy", None)


def canaries(night, *pairs: tuple[str, str]) -> None:
    folder = night.home / "knowledge-graph"
    folder.mkdir(parents=True, exist_ok=True)
    items = [{"query": query, "expected_contains": wanted} for query, wanted in pairs]
    (folder / "canary-facts.json").write_text(json.dumps(items))


def probing(home, answers: dict[str, list[str]]) -> Night:
    return Night(home, search=lambda query: answers.get(query, []))


def test_recall_below_70_percent_is_a_warning_until_the_next_good_probe(home):
    answers = {"a": ["one"]}
    night = probing(home, answers)
    canaries(night, ("a", "one"), ("b", "two"))
    assert night.shift.probe().ratio == 0.5
    night.run()
    night.run()
    assert "Recall answered 1 of 2 canaries (50%), below 70%" in night.health()["warnings"]

    answers["b"] = ["two"]
    night.shift.probe()
    night.shift.check_health()
    assert night.health()["warnings"] == []
