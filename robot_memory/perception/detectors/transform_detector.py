"""Transforms that stop, jump, have two publishers, or have stamps of another time.

Specification: rules.md §5.12.

See docs/explanation/perception.md, "Faults that no driver reports".
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Mapping
from statistics import median
from typing import Any, ClassVar

from robot_memory.ledger import Key, Severity
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.detectors.transform_track import (
    LOCALISATION,
    ODOMETRY,
    Step,
    TransformTrack,
)
from robot_memory.perception.fault_grouping.fault_grouping import LATE, SilentSource
from robot_memory.perception.occurrences.detection import Debounce, Detection

_MOST = 500  # transforms of one topic
_LONGEST_NAME = 200  # characters of two frames
_FRESH = 5.0  # s since a transform was received, within which its stamp is compared with others
_FEWEST = 3  # transforms that are needed to call a stamp odd
# s within which a localisation that is shut down has left the graph, which is checked every 5 s;
# DDS lists a killed node for longer
_LEAVING = 7.0
_SETTING = 10.0  # s after somebody set the robot's pose, in which a jump is intended
_OFTEN = 3600.0  # s within which jumps of localisation count together
_SWITCHES, _SWITCHING = 4, 10.0  # changes of the parent, and s
_LASTING = Debounce(onset=10.0, end=10.0, quiet=60.0)  # s
_GONE = Debounce(onset=0.0, end=5.0, quiet=60.0)  # s
_MOMENT = Debounce(onset=0.0, end=1.0, quiet=60.0, momentary=True)  # s
_FIXED = "tf_static"


class TransformDetector(Detector):
    """Reports transforms that stop, that jump, that two nodes publish, or with odd stamps.

    A transform is judged only if other frames depend on its child. So a marker that is seen now and
    then, or by two cameras, is not judged. Odometry jumps if one step is faster than 5 m/s or 10
    rad/s and three times as fast as ever before, and the next step is not as fast. Jumps of
    localisation are normal now and then, so only repeated ones are reported. Jumps of other frames
    are not reported, nor jumps within 10 s of a pose that somebody sets. A frame that is fixed to
    one parent and moves below another is always reported.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "silent": DetectorOption(5.0, "s without a value, at least", low=1.0),
        "silent_intervals": DetectorOption(10.0, "times its usual interval, at least", low=2.0),
        "odometry": DetectorOption(0.2, "m, or rad, of a jump of odometry, at least"),
        "localisation": DetectorOption(0.5, "m, or rad, of a jump of localisation, at least"),
        "jumps": DetectorOption(
            3.0, "jumps of localisation within an hour that are reported", low=1.0, high=20.0
        ),
        "stamps": DetectorOption(
            2.0, "s by which its stamps differ from those of other transforms", low=0.1
        ),
    }
    TYPE: ClassVar[str] = "tf2_msgs/msg/TFMessage"
    FIELDS: ClassVar[frozenset[str]] = frozenset(
        {"transforms.header", "transforms.child_frame_id", "transforms.transform"}
    )

    def _set_up(self) -> None:
        self._tree = self._context.shared.frames
        self._is_fixed = self._context.topic.endswith(_FIXED)
        self._tracks: dict[tuple[str, str], TransformTrack] = {}
        self._switches: dict[str, deque[float]] = {}
        self._told: dict[Key, Detection] = {}
        self._departures: deque[float] = deque(maxlen=20)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in the transforms of one message."""
        now = self._context.shared.activity.running
        for transform in content.transforms:
            parent = transform.header.frame_id.lstrip("/")
            child = transform.child_frame_id.lstrip("/")
            if self._is_fixed:
                if _is_named(parent, child):
                    self._tree.fix(parent, child)
                continue
            track = self._track(parent, child, now)
            if track is None:
                continue
            jump = track.observe(stamp, now, transform)
            if self._tree.parent(child) != parent:
                self._switch(parent, child, stamp)
            if jump is not None and self._tree.carries(child):
                yield from self._jumped(stamp, track, jump)

    def _track(self, parent: str, child: str, now: float) -> TransformTrack | None:
        track = self._tracks.get((parent, child))
        if track is None:
            if not _is_named(parent, child) or len(self._tracks) >= _MOST:
                return None
            least = {role: self._options[role] for role in (ODOMETRY, LOCALISATION)}
            track = self._tracks[parent, child] = TransformTrack(parent, child, now, least)
        return track

    def _switch(self, parent: str, child: str, stamp: float) -> None:
        if self._tree.parent(child):
            self._switches.setdefault(child, deque(maxlen=_SWITCHES)).append(stamp)
        self._tree.move(parent, child)

    # -- jumps -----------------------------------------------------------------------------

    def _jumped(self, stamp: float, track: TransformTrack, jump: Step) -> Iterator[Detection]:
        if stamp - self._context.shared.surroundings.pose_set <= _SETTING:
            return
        readings = {"metres": jump.metres, "radians": jump.radians}
        if track.role == ODOMETRY:
            text = f"The transform {track.name} jumps: a fault of odometry"
            yield self._detection(track.name, "jump", text, _MOMENT, readings)
            return
        yield self._event(
            Key("transforms", "localisation", "jump"), "Localisation jumps", score=0.5,
            magnitude=jump.metres, kind="jump", readings=readings,
        )  # fmt: skip
        track.jumps.append(stamp)
        times = int(self._options["jumps"])
        if len(track.jumps) >= times and stamp - track.jumps[-times] <= _OFTEN:
            text = f"The transform {track.name} jumps again and again: localisation is not sure"
            yield self._detection(track.name, "jump", text, _MOMENT, readings)

    # -- what lasts ------------------------------------------------------------------------

    def advance(self, stamp: float) -> Iterator[Detection]:
        """Judge lasting faults; transforms that stop may be grouped with other silent sources."""
        if self._is_fixed:
            return
        now = self._context.shared.activity.running
        self._report_missing(now)
        found = {item.key: item for item in self._lasting(now, stamp)}
        for key in self._told.keys() - found.keys():
            yield Detection(key, present=False, text=self._told[key].text, debounce=_LASTING)
        yield from found.values()
        self._told = found

    def publisher_left(self) -> None:
        """Note when a node stopped publishing transforms."""
        self._departures.append(self._context.shared.activity.running)

    def _is_shut_down(self, track: TransformTrack) -> bool:
        """Tell whether it belongs to localisation, and its publisher left the graph in order."""
        if track.role != LOCALISATION:
            return False
        return any(0.0 <= left - track.heard <= _LEAVING for left in self._departures)

    def _report_missing(self, now: float) -> None:
        options = self._options
        for track in self._tracks.values():
            missed, usual = now - track.heard, track.interval
            if missed <= LATE or not (usual.is_known and usual.is_periodic):
                continue
            is_last = self._tree.parent(track.child) == track.parent
            if not (is_last and self._tree.carries(track.child)) or self._is_shut_down(track):
                continue
            silence = max(options["silent"], options["silent_intervals"] * usual.seconds)
            if track.role == LOCALISATION:
                silence = max(silence, _LEAVING)
            text = f"The transform {track.name} is not published any more while the robot runs"
            alone = self._detection(track.name, "silent", text, _GONE, {"seconds": missed})
            self._context.shared.fault_grouping.report(
                SilentSource(
                    f"transform {track.name}", self._context.topic, alone, missed,
                    usual.seconds, is_sure=missed > silence,
                )
            )  # fmt: skip

    def _lasting(self, now: float, stamp: float) -> Iterator[Detection]:
        fresh = [track for track in self._tracks.values() if now - track.heard <= _FRESH]
        for track in fresh:
            if track.alternates and self._tree.carries(track.child):
                text = f"The transform {track.name} has two publishers, misconfigured"
                yield self._detection(track.name, "two publishers", text, _LASTING)
            parents = self._two_parents(track, stamp)
            if parents:
                text = f"Frame {track.child} has two parents: {parents}, misconfigured"
                yield self._detection(track.child, "two parents", text, _LASTING)
        yield from self._odd_stamps(fresh)

    def _two_parents(self, track: TransformTrack, stamp: float) -> str:
        fixed = self._tree.fixed_parent(track.child)
        if fixed and fixed != track.parent:
            return " and ".join(sorted((fixed, track.parent)))
        switches = self._switches.get(track.child)
        if switches is None or len(switches) < _SWITCHES or stamp - switches[0] > _SWITCHING:
            return ""
        if not self._tree.carries(track.child):
            return ""  # a marker seen by two cameras
        heard = sorted(
            (other for other in self._tracks.values() if other.child == track.child),
            key=lambda other: other.heard,
        )
        return " and ".join(sorted(other.parent for other in heard[-2:]))

    def _odd_stamps(self, fresh: list[TransformTrack]) -> Iterator[Detection]:
        stamped = [track for track in fresh if not math.isnan(track.offset)]
        if len(stamped) < _FEWEST:
            return
        usual = median(track.offset for track in stamped)
        for track in stamped:
            ahead = track.offset - usual
            if abs(ahead) > self._options["stamps"]:
                where = "ahead of" if ahead > 0.0 else "behind"
                text = f"The transform {track.name} has stamps {where} those of other transforms"
                yield self._detection(
                    track.name, f"stamps {where}", text, _LASTING, {"seconds": ahead}
                )

    def _detection(
        self,
        component: str,
        symptom: str,
        text: str,
        debounce: Debounce,
        readings: Mapping[str, float] | None = None,
    ) -> Detection:
        readings = readings or {}
        return self._fault(
            Key("transforms", component, symptom),
            text,
            severity=Severity.WARN,
            magnitude=max(map(abs, readings.values()), default=1.0),
            kind="transform",
            readings=readings,
            debounce=debounce,
        )


def _is_named(parent: str, child: str) -> bool:
    return bool(parent and child) and len(parent) + len(child) <= _LONGEST_NAME
