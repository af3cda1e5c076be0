"""~/speed_mask and ~/keepout_mask: what the node publishes to Nav2's costmap filters."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from builtin_interfaces.msg import Time
from limit_builders import learn_place
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.errors import AssistRefused, InvalidInput, InvalidPacket
from robot_memory.limits.place_limit_approvals import PlaceLimitApprovals
from robot_memory.limits.signed_limits import SignedLimits
from robot_memory.ros import filter_mask_publisher
from robot_memory.ros.filter_mask_publisher import FilterMaskPublisher

pytestmark = pytest.mark.ros


@dataclass
class FilterInfo:
    """What nav2_msgs/CostmapFilterInfo has; the package itself is not among the wheels."""

    type: int
    filter_mask_topic: str
    base: float
    multiplier: float
    header: Any = field(default_factory=lambda: SimpleNamespace(frame_id=""))


class Topics:
    """A node of which a test reads what it published, by topic."""

    def __init__(self) -> None:
        self.sent: dict[str, list[Any]] = {}

    def create_publisher(self, kind: object, name: str, *_: object) -> Any:
        messages = self.sent.setdefault(name, [])
        return SimpleNamespace(
            topic_name=name.replace("~", "/robot_memory"), publish=messages.append
        )

    def resolve_topic_name(self, name: str) -> str:
        return name

    def get_parameters_by_prefix(self, prefix: str) -> dict[str, Any]:
        return {}

    def get_clock(self) -> Any:
        return SimpleNamespace(now=lambda: SimpleNamespace(to_msg=Time))


@pytest.fixture
def topics() -> Topics:
    return Topics()


@pytest.fixture
def memory(home, clock) -> Iterator[RobotMemory]:
    with RobotMemory.open(home, clock=clock) as opened:
        opened.save(force=True)
        yield opened


@pytest.fixture
def ada(memory):
    pytest.importorskip("cryptography")
    keys = keys_of(77, "ada")
    memory.long_term.assist.enrol("ada", keys.card)
    return keys


@pytest.fixture
def end(memory, clock, ada):
    """Let the operator sign that a limit ends."""
    approvals = SignedLimits(memory).approvals
    return lambda entry_id: approvals.withdraw(memory.rrn, entry_id, ada, clock.now().time)


@pytest.fixture
def approve(memory, clock, ada):
    def approve(entry_id, speed=0.2):
        PlaceLimitApprovals(memory).approve(entry_id, ada, clock.now().time, speed=speed)

    return approve


@pytest.fixture
def start(topics, memory, monkeypatch):
    """Return what starts a publisher that looks at each tick, as a run of the node."""
    monkeypatch.setattr(filter_mask_publisher, "nav2_type", lambda _: FilterInfo)
    monkeypatch.setattr(filter_mask_publisher, "_LOOK_INTERVAL", 0.0)
    return lambda: FilterMaskPublisher(topics, memory)


def test_where_no_place_is_limited_nothing_is_published(start, memory, topics):
    learn_place(memory)
    start().tick()

    assert not any(topics.sent.values())


def test_an_approved_place_is_published_with_how_to_read_it(start, memory, topics, approve):
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


def test_a_place_to_stay_out_of_goes_to_the_keepout_filter(start, memory, topics, approve):
    approve(learn_place(memory), speed=None)
    start().tick()

    (info,) = topics.sent["~/keepout_mask_info"]
    (mask,) = topics.sent["~/keepout_mask"]
    assert info.type == 0 and set(mask.data) == {0, 100}
    assert not topics.sent["~/speed_mask"]


def test_a_mask_that_did_not_change_is_not_published_again(start, memory, topics, approve):
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)), speed=None)
    masks.tick()

    assert len(topics.sent["~/speed_mask"]) == len(topics.sent["~/keepout_mask"]) == 1


def test_a_place_whose_end_was_signed_is_free_again(start, memory, topics, approve, end):
    entry_id = learn_place(memory)
    approve(entry_id)
    masks = start()
    masks.tick()
    end(entry_id)
    masks.tick()

    before, after = topics.sent["~/speed_mask"]
    assert any(before.data) and not any(after.data)


@pytest.mark.parametrize("loss", ["damaged", "deleted", "edited"])
@pytest.mark.parametrize("restarts", [False, True])
def test_a_place_whose_approval_counts_no_longer_stays_in_the_mask_and_others_come_and_go(
    start, memory, topics, approve, loss, restarts
):
    approve(entry_id := learn_place(memory))
    masks = start()
    masks.tick()
    path = memory.home.governance / "approvals" / f"{entry_id}.json"
    text = path.read_text()
    path.unlink()
    if loss != "deleted":
        path.write_text(text[:50] if loss == "damaged" else text.replace(": 0.2", ": 5.0"))
    if restarts:
        masks = start()
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)))
    with pytest.raises(InvalidPacket, match=f"(?s)goes on acting.*{entry_id}"):
        masks.tick()

    before, after = topics.sent["~/speed_mask"]
    assert any(before.data) and sum(map(bool, after.data)) > sum(map(bool, before.data))


def test_a_place_whose_end_was_signed_while_the_node_was_off_is_free_at_its_start(
    start, memory, topics, approve, end
):
    entry_id = learn_place(memory)
    approve(entry_id)
    start().tick()  # and stopped
    end(entry_id)
    start().tick()

    assert not any(topics.sent["~/speed_mask"][-1].data)


def test_after_a_crash_a_place_that_still_holds_is_published_again(start, memory, topics, approve):
    approve(learn_place(memory))
    start().tick()  # and killed
    start().tick()

    first, second = topics.sent["~/speed_mask"]
    assert first.data == second.data


@pytest.mark.parametrize("kind", ["a folder", "a link in a circle", "a pipe"])
def test_what_is_signed_is_published_where_what_an_earlier_run_published_cannot_be_opened(
    start, memory, topics, approve, monkeypatch, kind
):
    approve(learn_place(memory))
    approve(learn_place(memory, "Slips on the ramp", at=(9.0, 5.0)), speed=None)
    path = memory.home.governance / "in_force" / "places.json"
    path.parent.mkdir()
    make = {"a folder": os.mkdir, "a pipe": os.mkfifo}
    make.get(kind, lambda path: path.symlink_to(path.name))(path)
    masks = start()
    for interval in (0.0, 60.0, 60.0):  # s; the problem stands between two looks as well
        monkeypatch.setattr(filter_mask_publisher, "_LOOK_INTERVAL", interval)
        with pytest.raises(OSError):
            masks.tick()

    assert any(topics.sent["~/speed_mask"][-1].data)
    assert any(topics.sent["~/keepout_mask"][-1].data)
    path.rmdir() if kind == "a folder" else path.unlink()
    monkeypatch.setattr(filter_mask_publisher, "_LOOK_INTERVAL", 0.0)
    masks.tick()
    assert len(json.loads(path.read_text())["places"]) == 2


def test_a_place_that_an_earlier_run_published_is_taken_over_once_that_can_be_read(
    start, memory, topics, approve, end
):
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


@pytest.mark.parametrize("places", [[], "none", [{"id": "mem-1"}], 7])
def test_nothing_that_an_agent_may_append_to_drops_a_place_at_the_next_start(
    start, memory, topics, approve, places
):
    approve(learn_place(memory), speed=None)
    start().tick()  # and killed
    event = {"type": "places_applied", "places": places}
    levels = memory.long_term.levels
    with pytest.raises(InvalidInput, match="for what the memory itself did"):
        levels.write("episodic", "events/events.jsonl", json.dumps(event), by="agent over HTTP")
    levels.events.append([event], memory.clock.now().time)  # as an earlier version let it
    start().tick()

    first, second = topics.sent["~/keepout_mask"]
    assert any(second.data) and first.data == second.data


def test_places_in_two_frames_are_told_and_the_masks_stay(
    start, memory, topics, approve, monkeypatch
):
    monkeypatch.setattr(
        PlaceLimitApprovals, "_check_frame", lambda *_, **__: None
    )  # as files copied here
    approve(learn_place(memory))
    masks = start()
    masks.tick()
    approve(learn_place(memory, "Bumps upstairs", frame="map_2"))
    with pytest.raises(AssistRefused, match="several frames"):
        masks.tick()

    assert len(topics.sent["~/speed_mask"]) == 1
