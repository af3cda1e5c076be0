"""``~/speed_mask`` and ``~/keepout_mask``: place limits for Nav2's costmap filters.

Specification: rules.md §12.7.

See docs/reference/topics.md.
"""

from __future__ import annotations

import array
import hashlib
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from nav_msgs.msg import OccupancyGrid
from rclpy.node import Node

from robot_memory.applications.limits.filter_mask import (
    FilterMask,
    keep_out_mask,
    speed_mask,
)
from robot_memory.applications.limits.limit import SPEED_STEP, Circle, PlaceLimit
from robot_memory.applications.limits.signed_limits import SignedLimits
from robot_memory.applications.limits.standing_approvals import StandingApprovals
from robot_memory.faces.ros.held_topic import HeldMessage, Report, nav2_type
from robot_memory.faces.ros.limit_publisher import RepeatedLook
from robot_memory.foundation.errors import AssistRefused
from robot_memory.ledger.position import Position
from robot_memory.memory import RobotMemory

_MOST_CELLS = 20_000  # cells of the map that the robot has visited
# Types of nav2_msgs/CostmapFilterInfo.
_KEEP_OUT_FILTER, _SPEED_FILTER_ABSOLUTE = 0, 2

_MaskOf = Callable[[Iterable[PlaceLimit], Sequence[Circle]], FilterMask | None]


class FilterMaskPublisher:
    """Publishes the operator-approved limits at places as masks for Nav2's costmap filters.

    Raises:
        InvalidSettings: nav2_msgs is not installed.
    """

    def __init__(self, node: Node, memory: RobotMemory, report: Report) -> None:
        info = nav2_type("CostmapFilterInfo")
        self._memory = memory
        self._limits = SignedLimits(memory)
        self._standing = StandingApprovals(self._limits)
        self._masks = (
            _MaskTopic(
                node, "speed_mask", info, speed_mask, _SPEED_FILTER_ABSOLUTE, SPEED_STEP, report
            ),
            _MaskTopic(node, "keepout_mask", info, keep_out_mask, _KEEP_OUT_FILTER, 1.0, report),
        )
        self._looks = RepeatedLook(self._look)
        self._recorded: list[PlaceLimit] | None = None  # None: not read yet
        self._before: list[PlaceLimit] = []  # the limits that Nav2 has
        self._is_published = False

    def tick(self) -> None:
        """Publish the masks again if an approval or another publisher's mask came or went.

        Raises:
            RobotMemoryError, OSError, sqlite3.Error: the records cannot be read. It is raised at
                each tick until they can. Signed limits are still published, and each place already
                in the masks stays in them.
        """
        for mask in self._masks:
            mask.tick()
        self._looks.tick()

    def _look(self) -> None:
        unread = self._resume()
        frame, places = self._places()
        acting = [one for one in places if one.circle.frame == frame]
        if acting != self._before or (acting and not self._is_published):
            self._publish(acting)
        if unread is not None:
            raise unread
        if acting != self._recorded:
            self._limits.approvals.in_force.record_places(acting, self._memory.clock.now().time)
            self._recorded = acting
        if len(acting) < len(places):
            others = sorted({one.circle.frame for one in places} - {frame})
            raise AssistRefused(
                f"a filter mask has one frame, here {frame}; limits at places in "
                f"{', '.join(others)} are in none: withdraw those with "
                "`robot-memory limits withdraw ID --key FILE`"
            )
        self._standing.check_places()

    def _places(self) -> tuple[str, list[PlaceLimit]]:
        """Return the limits held at places, and the masks' frame.

        Anybody who may write in the home can add a place in another frame. So a frame with a valid
        signature comes first, then a frame the robot has visited, then the previous frame, then the
        frame with the most limits.
        """
        held = [(one, how) for one, how in self._standing.look() if isinstance(one, PlaceLimit)]
        frames = {one.circle.frame for one, _ in held}

        before = {one.circle.frame for one in self._before}

        def rank(frame: str) -> tuple[bool, bool, bool, int]:
            those = [how for one, how in held if one.circle.frame == frame]
            was_there = bool(self._memory.ledger.passes(frame, 1))
            is_signed = any(how.is_valid for how in those)
            return is_signed, was_there, frame in before, len(those)

        frame = max(sorted(frames), key=rank) if len(frames) > 1 else "".join(frames)
        return frame, [one for one, _ in held]

    def _resume(self) -> OSError | None:
        """Continue, once, with the limits that an earlier run published: Nav2 still has them.

        Return the error if they cannot be read now; until they can, the record is not rewritten.
        """
        if self._recorded is not None:
            return None
        self._standing.resume(self._limits.last_signed())
        try:
            left = self._limits.approvals.in_force.places(self._memory.rrn)
        except OSError as error:
            return error
        self._standing.resume(left)
        self._recorded = self._before = left
        self._is_published = False
        return None

    def _publish(self, acting: list[PlaceLimit]) -> None:
        known = self._known_cells(acting[0].circle.frame) if acting else []
        for mask in self._masks:
            mask.publish(acting, known, instead_of=self._before)
        self._before, self._is_published = acting, True

    def _known_cells(self, frame: str) -> list[Circle]:
        """Return the cells of a frame that the robot visited, each as its surrounding circle."""
        cells = self._memory.ledger.passes(frame, _MOST_CELLS)
        middles = (Position.of_cell(frame, cell) for cell in cells)
        return [Circle(frame, middle.x, middle.y, middle.sigma) for middle in middles]


class _MaskTopic:
    """One mask, and the message that tells Nav2 how to read it."""

    def __init__(
        self, node: Node, name: str, info: Any, make: _MaskOf, kind: int, step: float,
        report: Report,
    ) -> None:  # fmt: skip
        self._make = make
        self._mask = HeldMessage(node, OccupancyGrid, f"~/{name}", _grid_content, report)
        self._info = HeldMessage(node, info, f"~/{name}_info", _info_content, report)
        self._how = info(type=kind, filter_mask_topic=self._mask.topic, base=0.0, multiplier=step)
        self._newest: FilterMask | None = None

    def publish(
        self, acting: Sequence[PlaceLimit], known: Sequence[Circle], *,
        instead_of: Sequence[PlaceLimit],
    ) -> None:  # fmt: skip
        """Publish the mask of the acting limits; once there are none, a mask without limits."""
        mask = self._make(acting, known)
        if mask is None:
            before = self._make(instead_of, known)
            mask = before.cleared() if before is not None else None
        if mask is None or (self._newest is not None and mask.is_same_as(self._newest)):
            return  # Nav2 logs a warning at each new mask
        self._newest = mask
        self._how.header.frame_id = mask.frame
        self._info.publish(self._how)
        self._mask.publish(_grid_message(mask))

    def tick(self) -> None:
        self._mask.tick()
        if self._info.tick():
            # Nav2 then subscribes to the mask again and may receive another publisher's.
            self._mask.replace()


def _grid_message(mask: FilterMask) -> OccupancyGrid:
    message = OccupancyGrid()
    message.header.frame_id = mask.frame
    message.info.resolution = mask.resolution
    message.info.height, message.info.width = mask.cells.shape
    message.info.origin.position.x, message.info.origin.position.y = mask.x, mask.y
    message.data = array.array("b", mask.cells.tobytes())
    return message


def _grid_content(message: OccupancyGrid) -> Hashable:
    info, origin = message.info, message.info.origin
    turn = origin.orientation
    return (
        message.header.frame_id, np.float32(info.resolution), info.width, info.height,
        origin.position.x, origin.position.y, turn.x, turn.y, turn.z, turn.w,
        hashlib.sha256(message.data).digest(),
    )  # fmt: skip


def _info_content(message: Any) -> Hashable:
    return (
        message.header.frame_id, message.type, message.filter_mask_topic,
        np.float32(message.base), np.float32(message.multiplier),
    )  # fmt: skip
