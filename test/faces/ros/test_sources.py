"""Unusable sources are reported: on /diagnostics, in the log, and by ~/list_sources."""

from __future__ import annotations

import re
import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from sensor_msgs.msg import Temperature
from telling import WARN, Listening, diagnostics, heard

from robot_memory.faces.ros.diagnostic_statuses import IngestHealth, IngestStatus, items_set_aside
from robot_memory.faces.ros.source_warnings import SourceNotices, skew_words
from robot_memory.foundation.errors import Defect
from robot_memory.foundation.node_watch import Hearing, read_node_watch
from robot_memory.foundation.time.clock import read_uptime
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros

ONE = Scope(namespace="/robot1")


@pytest.fixture
def scope() -> Scope:
    return Scope(namespace="/robot1")


@pytest.fixture
def logged() -> list[str]:
    return []


def pass_over(scope: Scope, *names: str, times: int = 1, hardware_id: str = "") -> None:
    for name in names * times:
        scope.skip_status(name, hardware_id, "/diagnostics")


# -- in the log ----------------------------------------------------------------------------


def test_statuses_outside_the_namespace_are_logged_once_with_advice(scope, logged):
    notices = SourceNotices(scope, {}, logged.append)
    pass_over(scope, "lidar: scan", times=68, hardware_id="SICK 7")
    notices.check(100.0)
    assert logged == []  # it may belong to a robot that is not found yet
    for now in (106.0, 107.0):
        notices.check(now)

    (line,) = logged
    assert line == (
        "68 statuses of `lidar: scan` on /diagnostics are treated as another robot's, as the name "
        "does not begin with robot1: if they are this robot's, set hardware_ids to 'SICK 7', or "
        "start their driver in the namespace /robot1 with -r /diagnostics:=diagnostics"
    )


def test_a_shared_status_name_with_several_hardware_ids_advises_all_of_them(scope, logged):
    notices = SourceNotices(scope, {}, logged.append)
    for hardware_id in ("base-r1", "base-r2", "base-r10", "base-r2"):
        pass_over(scope, "base: motors", hardware_id=hardware_id)
    for now in (100.0, 106.0):
        notices.check(now)

    (line,) = logged
    ids = "set hardware_ids to 'base-r1' or 'base-r2' or 'base-r10', whichever is this robot's, or"
    assert ids in line


def test_many_sources_are_summed_up(scope, logged):
    notices = SourceNotices(scope, {}, logged.append)
    pass_over(scope, *(f"driver {number}: state" for number in range(300)))
    for now in (100.0, 110.0):
        notices.check(now)

    assert len(logged) == 21
    assert logged[-1] == "More statuses are treated as another robot's; ~/list_sources lists them"
    assert len(scope.skipped.sources()) == 256
    assert scope.skipped.rest == 44


def test_statuses_excluded_by_hardware_ids_are_not_logged(logged):
    scope = Scope(namespace="/robot1", hardware_ids=frozenset({"SICK 7"}))
    notices = SourceNotices(scope, {}, logged.append)
    pass_over(scope, "lidar: scan", hardware_id="SICK 8")
    for now in (100.0, 110.0):
        notices.check(now)

    assert logged == []
    (source,) = scope.skipped.sources()
    assert source.why == "its hardware id 'SICK 8' is not among hardware_ids"


def test_a_wrong_clock_is_logged_once_per_topic(scope, logged):
    skews = {"/imu": -11.0}
    notices = SourceNotices(scope, skews, logged.append)
    notices.check(1.0)
    notices.check(2.0)
    skews["/odom"] = 86400.0 * 3
    notices.check(3.0)

    assert len(logged) == 2
    assert "/imu (11 s behind); if a recording is played, use `ros2 bag play --clock`" in logged[0]
    assert "/odom (3 days ahead)" in logged[1]


@pytest.mark.parametrize(
    ("ahead", "words"),
    [(-11.04, "11 s behind"), (300.0, "5 min ahead"), (-7200.0, "2 h behind")],
)
def test_a_clock_offset_is_reported_in_words(ahead: float, words: str):
    assert skew_words(ahead) == words


# -- on /diagnostics -----------------------------------------------------------------------


def test_the_ingest_warns_if_nothing_was_received_for_longer_than_the_patience():
    of = IngestHealth(ONE).status
    silent = of(IngestStatus({}, [], 1e9, 0, [], heard(90.0)))
    assert (silent.level, silent.message) == (1, "nothing was heard for 90 s")
    assert not silent.is_logged  # no other component logs it
    both = of(IngestStatus({}, ["/imu: QoS is incompatible"], 1e9, 0, [], heard(90.0)))
    assert both.message == "nothing was heard for 90 s; /imu: QoS is incompatible"

    new = Hearing(read_uptime(), None, patience=30.0)
    health = of(IngestStatus({}, [], 1e9, 0, [], new))
    assert (health.level, health.message) == (0, "listening to 0 topics; nothing was heard yet")
    old = Hearing(read_uptime() - 31.0, None, patience=30.0)
    health = of(IngestStatus({}, [], 1e9, 0, [], old))
    assert (health.level, health.message) == (1, "nothing was heard yet")


def test_the_status_of_two_hundred_topics_has_few_values():
    topics = {f"/motor{number}/temperature": number for number in range(200)}
    counts = dict.fromkeys(("received", "unreadable", "failed", "misdated"), topics)

    health = IngestHealth(ONE).status(IngestStatus(counts, [], 1e9, 0, [], heard()))

    assert len(health.values) <= 6
    assert health.values["received"] == str(sum(range(200)))
    assert health.values["topics"] == "200"


def test_many_problems_are_cut_and_the_rest_is_counted():
    problems = [f"/motor{number}: QoS is incompatible" for number in range(200)]

    health = IngestHealth(ONE).status(IngestStatus({}, problems, 1e9, 0, [], heard()))

    assert health.message.endswith("/motor9: QoS is incompatible; and 190 more: see ~/list_sources")


def test_the_ingest_warns_while_all_statuses_are_skipped(scope):
    pass_over(scope, "lidar: scan", times=3)
    quiet = IngestStatus({}, [], 1e9, 0, [], heard())

    health = IngestHealth(scope).status(quiet)
    assert health.level == 1
    assert health.message.startswith("3 statuses of `lidar: scan` are treated as another robot's")
    assert health.values["skipped"] == "3 statuses of 1 sources"

    scope.skipped.statuses_kept += 1
    health = IngestHealth(scope).status(quiet)
    assert (health.level, health.values["skipped"]) == (0, "3 statuses of 1 sources")


def test_an_item_with_several_defects_is_counted_once():
    paths = ["entries[0].id", "entries[0].type", "entries[0].text", "entries[1]", "entries[1].id",
             "entries[1].text", "rrn", "peer_memory[0].entries[2].id"]  # fmt: skip

    assert items_set_aside([Defect(path, "is missing") for path in paths]) == 3


# -- in a real node ------------------------------------------------------------------------


def test_a_node_reports_what_it_does_not_use_and_why(start_node, robot):
    began = time.clock_gettime(time.CLOCK_BOOTTIME)
    node = start_node(namespace="/robot7")
    listening = Listening(robot, "robot7/robot_memory")
    shared = robot.publisher(DiagnosticArray, "/diagnostics", heard_by=1)
    robot.node.create_publisher(Temperature, "/probe", 10)
    words = r"nothing was heard yet, and \d+ topics? outside /robot7 (is|are) ignored"
    robot.spin_until(lambda: re.search(words, getattr(listening.ingest(), "message", "")))
    robot.spin_until(lambda: re.fullmatch(words, read_node_watch(node.home).words))
    probe = robot.publisher(Temperature, "/robot7/probe")
    status, late = diagnostics("lidar: scan"), Temperature()

    def publish() -> None:
        late.header.stamp = robot.node.get_clock().now().to_msg()
        late.header.stamp.sec -= 11
        shared.publish(status)
        probe.publish(late)

    robot.node.create_timer(0.1, publish)
    robot.spin_until(lambda: read_node_watch(node.home).words == "a node watches")
    robot.spin_until(lambda: node.logged("statuses of `lidar: scan` on /diagnostics are treated"))
    robot.spin_until(lambda: listening.says(WARN, "none for this one's"))
    robot.spin_until(lambda: listening.source("/probe").why)

    assert node.log.read_text().count("Header stamps are more than 10 s off") == 1
    assert re.search(r"/robot7/probe \(1[12](\.\d)? s behind\)", node.log.read_text())
    heard, passed = listening.source("/robot7/probe"), listening.source("lidar: scan")
    assert (heard.is_heard, heard.type) == (True, "sensor_msgs/msg/Temperature")
    assert heard.received >= heard.misdated > 30
    assert (passed.kind, passed.is_heard, passed.topic) == ("status", False, "/diagnostics")
    assert passed.why == "it is not in /robot7"
    assert passed.received > 30
    assert listening.source("/probe").why == "it is not in /robot7"
    values = {pair.key: pair.value for pair in listening.status("time").values}
    ended = time.clock_gettime(time.CLOCK_BOOTTIME)
    of_node, of_machine = (float(values[name].split()[0]) for name in ("uptime", "machine uptime"))
    assert 0.0 < of_node < ended - began
    assert began + of_node < of_machine < ended + 0.1  # reported in tenths
