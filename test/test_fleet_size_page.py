"""docs/reference/fleet-size.md says what the model computes and small sites showed."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from robot_memory.foundation.config_files import config_file
from robot_memory.sharing.federation.peer_record import TOPIC

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

import fleet_model  # noqa: E402  it is no package: its folder had to be found first
from fleet_model import MEASURED, Site, per_hour  # noqa: E402
from zenoh_measurement import read_measurements  # noqa: E402
from zenoh_tables import page_part  # noqa: E402

PAGE = (ROOT / "docs" / "reference" / "fleet-size.md").read_text(encoding="utf-8")
PROFILE = ElementTree.parse(config_file("fastdds.xml"))
NAMES = {"dds": "http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles"}


@pytest.mark.parametrize("robots", MEASURED)
def test_the_model_agrees_with_what_was_measured(robots):
    site, (sent, received) = Site(robots), MEASURED[robots]

    assert per_hour(site.sent) == pytest.approx(sent, rel=0.1)
    assert per_hour(site.received) == pytest.approx(received, rel=0.1)


@pytest.mark.parametrize("table", ["comparison_table", "site_table", "fleet_table"])
def test_the_page_has_the_tables_of_the_model(table):
    assert getattr(fleet_model, table)() in PAGE, "run python bench/fleet_model.py"


def test_the_profile_announces_as_often_as_the_model_assumes():
    seconds = PROFILE.findtext(".//dds:leaseAnnouncement/dds:sec", namespaces=NAMES)

    assert float(seconds) == fleet_model.SHIPPED


def test_the_profile_is_for_the_topic_of_the_peers_and_four_megabytes():
    writer = PROFILE.find("dds:data_writer", NAMES)

    assert writer.get("profile_name") == TOPIC
    assert PROFILE.findtext(".//dds:listenSocketBufferSize", namespaces=NAMES) == str(4 * 2**20)


def test_the_page_has_what_the_bench_of_many_robots_over_zenoh_wrote():
    assert page_part(read_measurements()) in PAGE, "run python bench/zenoh_tables.py"
