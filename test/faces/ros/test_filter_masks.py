"""~/speed_mask and ~/keepout_mask: the node's messages to Nav2's costmap filters."""

from __future__ import annotations

import copy
import importlib.util
import json
import os
import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from builtin_interfaces.msg import Time
from limit_builders import learn_place
from nav_msgs.msg import OccupancyGrid
from robots import keys_of
from telling import ERROR, LATCHED, Listening, NodeStandIn

from robot_memory import RobotMemory
from robot_memory.applications.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.faces.ros import filter_mask_publisher, held_topic, limit_publisher
from robot_memory.faces.ros.filter_mask_publisher import FilterMaskPublisher
from robot_memory.faces.ros.held_topic import HeldMessage
from robot_memory.foundation.errors import AssistRefused, InvalidInput, InvalidPacket
from robot_memory.foundation.time.clock import SystemClock

pytestmark = pytest.mark.ros


@dataclass
class FilterInfo:
    """The fields of nav2_msgs/CostmapFilterInfo; its package is not among the wheels."""

    type: int
    filter_mask_topic: str
    base: float
    multiplier: float
    header: Any = field(default_factory=lambda: SimpleNamespace(frame_id="", stamp=Time()))


class Topics(NodeStandIn):
    """A node that keeps published messages by topic, and delivers them to its own subscribers."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[str, list[Any]] = {}
        self.others: list[str] = []
        self._hear: dict[str, list[Any]] = {}

    def create_publisher(self, kind: object, name: str, *_: object) -> Any:
        self.sent.setdefault(name, [])
        return SimpleNamespace(
            topic_name=name.replace("~", "/robot_memory"),
            publish=lambda message: self.publish(name, message),
        )

    def create_subscription(self, kind: object, name: str, callback: Any, *_: object) -> None:
        self._hear.setdefault(name, []).append(callback)

    def publish(self, name: str, message: Any) -> None:
        """Publish as any publisher; each subscriber gets its own copy."""
        self.sent[name].append(copy.deepcopy(message))
        for callback in self._hear.get(name, ()):
            callback(copy.deepcopy(message))

    def get_publishers_info_by_topic(self, name: str) -> list[Any]:
        names = ["robot_memory", *self.others]
        return [SimpleNamespace(node_namespace="/", node_name=name) for name in names]

    def get_fully_qualified_name(self) -> str:
        return "/robot_memory"


@pytest.fixture
def topics() -> Topics:
    return Topics()


@pytest.fixture
def approve(memory, clock, ada):
    def approve(entry_id, speed=0.2):
        PlaceLimitApprovals(memory).approve(entry_id, ada, clock.now().time, speed=speed)

    return approve


@pytest.fixture
def told() -> list[str]:
    """The publishers' reports, with their topics."""
    return []


@pytest.fixture
def start(topics, memory, monkeypatch, told):
    """A function that starts a publisher that checks at each tick, as in a new run of the node."""
    monkeypatch.setattr(filter_mask_publisher, "nav2_type", lambda _: FilterInfo)
    monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", 0.0)
    return lambda: FilterMaskPublisher(
        topics, memory, lambda what, error: told.append(f"{what}: {error}")
    )


def test_no_mask_is_published_while_no_place_is_approved(start, memory, topics):
    learn_place(memory)
    start().tick()

    assert not any(topics.sent.values())


def test_an_approved_place_is_published_as_a_speed_mask_with_its_filter_info(
    start, memory, topics, approve
):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    masks.tick()

    (info,) = topics.sent["~/speed_mask_info"]
    (mask,) = topics.sent["~/speed_mask"]
    assert (info.type, info.filter_mask_topic) == (2, "/robot_memory/speed_mask")
    assert (info.base, info.multiplier, info.header.frame_id) == (0.0, 0.05, "map")
    assert mask.header.frame_id == "map" and set(mask.data) == {0, 4}
    assert len(mask.data) == mask.info.width * mask.info.height
    assert not topics.sent["~/keepout_mask"]


def test_a_mask_that_did_not_change_is_not_published_again(start, memory, topics, approve):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)), speed=None)
    masks.tick()

    assert len(topics.sent["~/speed_mask"]) == len(topics.sent["~/keepout_mask"]) == 1


@pytest.mark.parametrize("restarts", [False, True])
def test_a_place_without_its_approval_stays_in_the_mask_while_others_change(
    start, memory, topics, approve, restarts
):
    approve(entry_id := learn_place(memory))
    masks = start()
    masks.tick()
    (memory.home.governance / "approvals" / f"{entry_id}.json").unlink()
    if restarts:
        masks = start()
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)))
    with pytest.raises(InvalidPacket, match=f"(?s)goes on acting.*{entry_id}"):
        masks.tick()

    before, after = topics.sent["~/speed_mask"]
    assert any(before.data) and sum(map(bool, after.data)) > sum(map(bool, before.data))


def test_a_place_withdrawn_while_the_node_was_off_is_free_at_the_next_start(
    start, memory, topics, approve, end
):
    entry_id = learn_place(memory)
    approve(entry_id)
    start().tick()  # and stopped
    end(entry_id)
    start().tick()

    assert not any(topics.sent["~/speed_mask"][-1].data)


@pytest.mark.parametrize("kind", ["a folder", "a pipe"])
def test_signed_masks_are_published_although_the_last_state_is_unreadable(
    start, memory, topics, approve, monkeypatch, kind
):
    approve(learn_place(memory))
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)), speed=None)
    path = memory.home.governance / "in_force" / "places.json"
    path.parent.mkdir()
    {"a folder": os.mkdir, "a pipe": os.mkfifo}[kind](path)
    masks = start()
    for interval in (0.0, 60.0, 60.0):  # s; the problem also persists between two checks
        monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", interval)
        with pytest.raises(OSError):
            masks.tick()

    assert any(topics.sent["~/speed_mask"][-1].data)
    assert any(topics.sent["~/keepout_mask"][-1].data)
    path.rmdir() if kind == "a folder" else path.unlink()
    monkeypatch.setattr(limit_publisher, "_LOOK_INTERVAL", 0.0)
    masks.tick()
    assert len(json.loads(path.read_text())["places"]) == 2


def test_the_last_state_is_taken_over_once_it_is_readable(start, memory, topics, approve, end):
    approve(learn_place(memory))
    approve(ended := learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)), speed=None)
    start().tick()  # and killed
    end(ended)
    path = memory.home.governance / "in_force" / "places.json"
    path.rename(path.with_name("kept"))
    path.mkdir()
    masks = start()
    with pytest.raises(OSError):
        masks.tick()
    path.rmdir()
    path.with_name("kept").rename(path)
    masks.tick()

    assert any(topics.sent["~/speed_mask"][-1].data)
    assert not any(topics.sent["~/keepout_mask"][-1].data)


def test_places_in_two_frames_are_reported_and_the_masks_stay(
    start, memory, topics, approve, monkeypatch
):
    monkeypatch.setattr(
        PlaceLimitApprovals, "_check_frame", lambda *_, **__: None
    )  # like files copied to this home
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    approve(learn_place(memory, "Bumps upstairs", frame="map_2"))
    with pytest.raises(AssistRefused, match=r"a filter mask has one frame, here map; .* in map_2"):
        masks.tick()

    assert len(topics.sent["~/speed_mask"]) == 1


@pytest.mark.parametrize("places", [[], 7])
def test_an_event_written_by_an_agent_removes_no_place_at_the_next_start(
    start, memory, topics, approve, places
):
    approve(learn_place(memory), speed=None)
    start().tick()  # and killed
    event = {"type": "places_applied", "places": places}
    levels = memory.long_term.levels
    with pytest.raises(InvalidInput, match="for what the memory itself did"):
        levels.write("episodic", "events/events.jsonl", json.dumps(event), by="agent over HTTP")
    levels.events.append([event], memory.clock.now().time)  # which an earlier version allowed
    start().tick()

    first, second = topics.sent["~/keepout_mask"]
    assert any(second.data) and first.data == second.data


# -- other publishers ----------------------------------------------------------------------


@pytest.fixture
def later(monkeypatch):
    """A function that lets seconds pass."""

    def later(seconds: float) -> None:
        now = time.monotonic() + seconds
        monkeypatch.setattr(held_topic.time, "monotonic", lambda: now)

    return later


def emptied(mask: OccupancyGrid) -> OccupancyGrid:
    return OccupancyGrid(header=mask.header, info=mask.info, data=[0] * len(mask.data))


def test_an_empty_foreign_mask_is_replaced_by_the_signed_one_and_reported(
    start, memory, topics, approve, told
):
    approve(learn_place(memory), speed=None)
    masks = start()
    masks.tick()
    assert told == []
    topics.others = ["mapper"]
    topics.publish("~/keepout_mask", emptied(topics.sent["~/keepout_mask"][0]))
    masks.tick()

    first, _, again = topics.sent["~/keepout_mask"]
    assert again.data == first.data and any(again.data)
    assert len(topics.sent["~/keepout_mask_info"]) == 1
    assert all("/robot_memory/keepout_mask: /mapper publishes here" in one for one in told)
    assert told


def test_a_foreign_filter_info_is_replaced_and_the_mask_published_after_it(
    start, memory, topics, approve, told
):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    forged = copy.deepcopy(topics.sent["~/speed_mask_info"][0])
    forged.filter_mask_topic = "/elsewhere"
    topics.publish("~/speed_mask_info", forged)
    masks.tick()

    *_, newest = topics.sent["~/speed_mask_info"]
    assert newest.filter_mask_topic == "/robot_memory/speed_mask"
    assert "/robot_memory/speed_mask_info: a node that has left publishes" in told[0]
    assert len(topics.sent["~/speed_mask"]) == 1
    masks.tick()
    assert len(topics.sent["~/speed_mask"]) == 2


@pytest.mark.parametrize("change", ["map", "corner", "turn", "size of a cell", "stricter"])
def test_a_different_foreign_mask_is_replaced_by_the_signed_one(
    start, memory, topics, approve, change
):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    forged = copy.deepcopy(topics.sent["~/speed_mask"][0])
    if change == "map":
        forged.header.frame_id = "elsewhere"
    elif change == "corner":
        forged.info.origin.position.x += 50.0
    elif change == "turn":
        forged.info.origin.orientation.z = 1.0
    elif change == "size of a cell":
        forged.info.resolution = 0.0001
    else:
        forged.data = [1] * len(forged.data)
    topics.publish("~/speed_mask", forged)
    masks.tick()

    first, _, again = topics.sent["~/speed_mask"]
    assert (again.header.frame_id, again.info, again.data) == ("map", first.info, first.data)


def test_an_equal_foreign_mask_is_ignored(start, memory, topics, approve, told):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    topics.others = ["mapper"]
    topics.publish("~/speed_mask", topics.sent["~/speed_mask"][0])
    masks.tick()

    assert len(topics.sent["~/speed_mask"]) == 2 and told == []


def test_a_replayed_old_mask_of_our_own_is_replaced_by_the_newest(
    start, memory, topics, approve, end
):
    approve(first := learn_place(memory))
    masks = start()
    masks.tick()
    end(first)
    masks.tick()
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)))
    masks.tick()
    topics.publish("~/speed_mask", topics.sent["~/speed_mask"][1])  # the empty mask, with its stamp
    masks.tick()

    *_, before, replayed, newest = topics.sent["~/speed_mask"]
    assert not any(replayed.data) and newest.data == before.data


def test_a_flood_of_foreign_masks_is_answered_once_per_tick(start, memory, topics, approve):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    forged = emptied(topics.sent["~/speed_mask"][0])
    for _ in range(50):
        topics.publish("~/speed_mask", forged)
    masks.tick()

    assert len(topics.sent["~/speed_mask"]) == 52 and any(topics.sent["~/speed_mask"][-1].data)


def test_a_mask_is_repeated_only_while_another_publisher_exists(
    start, memory, topics, approve, told, later
):
    topics.others = ["mapper"]
    approve(learn_place(memory))
    masks = start()
    topics.publish("~/speed_mask", OccupancyGrid())  # latched before the node started
    for _ in range(3):
        later(2.1)
        masks.tick()
        masks.tick()
    assert len(topics.sent["~/speed_mask"]) == 1 + 3 and told

    topics.others = []
    later(61.0)
    masks.tick()
    masks.tick()
    assert len(topics.sent["~/speed_mask"]) == 1 + 3
    assert len(topics.sent["~/speed_mask_info"]) == 1


@pytest.mark.parametrize("has_left", [False, True])
@pytest.mark.parametrize("kind", ["", "_info"])
@pytest.mark.parametrize(("name", "signed"), [
    ("speed_mask", "nothing"), ("speed_mask", "a place to stay out of"),
    ("keepout_mask", "nothing"), ("keepout_mask", "a speed"),
])  # fmt: skip
def test_a_foreign_mask_is_reported_but_stays_if_no_such_limit_is_signed(
    start, memory, topics, approve, told, later, has_left, kind, name, signed
):
    if signed != "nothing":
        approve(learn_place(memory), speed=0.2 if signed == "a speed" else None)
    masks = start()
    masks.tick()
    topics.others = [] if has_left else ["mapper"]
    foreign = FilterInfo(7, "/elsewhere", 0.0, 0.0) if kind else OccupancyGrid(data=[100])
    topics.publish(f"~/{name}{kind}", foreign)
    for _ in range(3):
        later(2.1)
        masks.tick()

    assert topics.sent[f"~/{name}{kind}"] == [foreign]
    who = "a node that has left" if has_left else "/mapper"
    assert told[0].startswith(f"/robot_memory/{name}{kind}: {who} publishes here")
    assert "nothing is signed here, so it stays" in told[0]


def test_a_mask_signed_later_replaces_the_mask_of_another_publisher(start, memory, topics, approve):
    masks = start()
    masks.tick()
    topics.publish("~/keepout_mask", OccupancyGrid(data=[100]))
    masks.tick()
    approve(learn_place(memory), speed=None)
    masks.tick()

    assert set(topics.sent["~/keepout_mask"][-1].data) == {0, 100}
    assert topics.sent["~/keepout_mask_info"][-1].type == 0


def test_over_dds_own_masks_are_recognized_and_foreign_masks_are_reported(robot):
    told: list[str] = []
    node = robot.make_node("holds")
    held = HeldMessage(
        node, OccupancyGrid, "/held_mask", filter_mask_publisher._grid_content,
        lambda what, error: told.append(f"{what}: {error}"),
    )  # fmt: skip
    mask = OccupancyGrid(data=[100] * 4)
    mask.info.resolution, mask.info.width, mask.info.height = 0.1, 2, 2
    held.publish(mask)
    heard = robot.listen(OccupancyGrid, "/held_mask", LATCHED)
    robot.spin_until(lambda: heard)
    robot.spin(0.3)
    assert not held.tick() and told == []
    first = copy.copy(mask.header.stamp)

    robot.publisher(OccupancyGrid, "/held_mask", LATCHED, heard_by=2).publish(emptied(mask))
    robot.spin_until(lambda: told)
    assert held.tick()
    # Each keeps only the newest message: a slow subscriber never gets the replaced one.
    robot.spin_until(lambda: heard[-1].header.stamp == mask.header.stamp != first)
    assert list(heard[-1].data) == [100] * 4
    assert told[0].startswith("/held_mask: /driver publishes here")


@pytest.mark.skipif(importlib.util.find_spec("nav2_msgs") is None, reason="needs Nav2's messages")
@pytest.mark.parametrize("name", ["speed_mask"])
def test_the_node_republishes_signed_masks_that_another_node_replaced(
    start_node, robot, tmp_path, name
):
    from nav2_msgs.msg import CostmapFilterInfo

    pytest.importorskip("cryptography")
    with RobotMemory.open(tmp_path / "home") as memory:
        memory.save(force=True)  # sets the robot's name
        ada, now = keys_of(77, "ada"), SystemClock().now().time
        memory.long_term.assist.enrol("ada", ada.card)
        approvals = PlaceLimitApprovals(memory)
        approvals.approve(learn_place(memory), ada, now, speed=0.2)
        at = {"text": "Slips on the ramp", "at": (9.0, 5.0)}
        approvals.approve(learn_place(memory, **at), ada, now, speed=None)
    start_node("-p", "limits.apply:=true")
    topic = f"/robot_memory/{name}"
    masks = robot.listen(OccupancyGrid, topic, LATCHED)
    infos = robot.listen(CostmapFilterInfo, f"{topic}_info", LATCHED)
    health = Listening(robot)
    robot.spin_until(lambda: masks and infos)
    robot.spin(3.0)
    assert len(masks) == len(infos) == 1

    robot.publisher(OccupancyGrid, topic, LATCHED, heard_by=2).publish(emptied(masks[0]))
    robot.spin_until(lambda: len(masks) >= 4)  # the forged one, the answer, and its repetition
    assert masks[-1].data == masks[0].data and any(masks[0].data)
    robot.spin_until(lambda: health.says(ERROR, f"{topic}: /driver publishes here", "memory"))

    forged = CostmapFilterInfo(type=0, filter_mask_topic="/elsewhere", base=0.0, multiplier=1.0)
    robot.publisher(CostmapFilterInfo, f"{topic}_info", LATCHED, heard_by=2).publish(forged)
    robot.spin_until(lambda: len(infos) >= 3)
    assert (infos[-1].type, infos[-1].filter_mask_topic) == (infos[0].type, topic)
    assert infos[-1].multiplier == infos[0].multiplier
