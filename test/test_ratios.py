"""Ratios of a bench run: their comparison with recorded ones, and their page."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
pytest.importorskip("mcp", reason="needs what requirements/test.txt lists")
pytest.importorskip("mcap", reason="needs what requirements/test.txt lists")

import ratio_run
from ratios.chart import charts
from ratios.measured import CostRatio, Growth
from ratios.page import PAGE, PICTURE, page
from ratios.run_record import FILE, RunRecord, changes

LOAD = CostRatio("Files", "load", "PyYAML", "ms", 10.0, 100.0, 0.1)
GROWTH = Growth("load", "entries", "ms", ((100, 1.0), (1_000, 10.0), (10_000, 100.0)))
RUN = RunRecord("2026-12-01", {"memory": "4 GiB"}, (LOAD,), (GROWTH,))


@pytest.mark.parametrize(
    ("costs", "exponent"), [((5.0, 5.0), 0.0), ((5.0, 50.0), 1.0), ((5.0, 500.0), 2.0)]
)
def test_the_exponent_is_the_power_of_the_size_in_the_cost(costs, exponent):
    growth = Growth("load", "entries", "ms", tuple(zip((10, 100), costs, strict=True)))

    assert growth.exponent == pytest.approx(exponent)


@pytest.mark.parametrize(("ratio", "said"), [(0.121, "+21 %"), (0.083, "-17 %")])
def test_a_ratio_that_changed_by_more_than_a_fifth_is_named(ratio, said):
    (change,) = changes(replace(RUN, ratios=(replace(LOAD, ratio=ratio),)), RUN)

    assert change == f"Files, load: {ratio:.3g} times PyYAML, recorded were 0.1: {said}"


@pytest.mark.parametrize("ratio", [0.119, 0.084])
def test_a_ratio_that_changed_by_less_is_not_named(ratio):
    assert list(changes(replace(RUN, ratios=(replace(LOAD, ratio=ratio),)), RUN)) == []


def test_a_ratio_without_a_recorded_value_is_not_reported():
    assert list(changes(RUN, replace(RUN, ratios=()))) == []


def test_a_written_run_is_read_back_equal(tmp_path):
    RUN.write(tmp_path / "run.json")

    assert RunRecord.read(tmp_path / "run.json") == RUN


def test_each_chart_states_its_exponent():
    picture = ElementTree.fromstring(charts([GROWTH, replace(GROWTH, size="topics")]))

    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("exponent 1.00") == 2
    assert {"entries", "topics"} <= set(texts)


def test_the_page_and_its_charts_show_the_recorded_run():
    recorded = RunRecord.read(FILE)

    assert PAGE.read_text(encoding="utf-8") == page(recorded)
    assert PICTURE.read_text(encoding="utf-8") == charts(recorded.growths)


@pytest.mark.parametrize(("ratio", "status"), [(0.1, 0), (0.2, 1)])
def test_a_run_with_a_changed_ratio_exits_with_1(ratio, status, tmp_path, monkeypatch, capsys):
    RUN.write(tmp_path / "recorded.json")
    monkeypatch.setattr(ratio_run, "FILE", tmp_path / "recorded.json")
    monkeypatch.setattr(ratio_run, "BUILD", tmp_path)
    monkeypatch.setattr(ratio_run, "PARTS", {"files": lambda: [replace(LOAD, ratio=ratio)]})

    assert ratio_run.main([]) == status
    assert ("MISS  Files, load" in capsys.readouterr().out) == bool(status)
    assert RunRecord.read(tmp_path / "ratios.json").ratios[0].ratio == ratio
