"""docs/reference/fleet-size.md agrees with the measurements of sites and with the profile."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

from robot_memory.foundation.config_files import config_file
from robot_memory.sharing.federation.peer_record import TOPIC

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "bench"))

from zenoh_measurement import read_measurements  # noqa: E402  needs the path
from zenoh_tables import page_part  # noqa: E402

PAGE = (ROOT / "docs" / "reference" / "fleet-size.md").read_text(encoding="utf-8")
PROFILE = ElementTree.parse(config_file("fastdds.xml"))
NAMES = {"dds": "http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles"}


def test_the_profile_announces_as_often_as_the_page_says():
    seconds = PROFILE.findtext(".//dds:leaseAnnouncement/dds:sec", namespaces=NAMES)

    assert (float(seconds), "announces itself once a second" in PAGE) == (1.0, True)


def test_the_profile_applies_to_the_peer_topic_with_a_four_megabyte_buffer():
    writer = PROFILE.find("dds:data_writer", NAMES)

    assert writer.get("profile_name") == TOPIC
    assert PROFILE.findtext(".//dds:listenSocketBufferSize", namespaces=NAMES) == str(4 * 2**20)


def test_the_page_contains_the_measurements_of_the_zenoh_bench():
    assert page_part(read_measurements()) in PAGE, "run python bench/zenoh_tables.py"
