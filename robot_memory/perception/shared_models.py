"""The models that several detectors of one robot share."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.perception.baselines import Baselines, State
from robot_memory.perception.definitions.definition_catalogue import DefinitionCatalogue
from robot_memory.perception.duplicate_status_names import DuplicateStatusNames
from robot_memory.perception.fault_grouping.fault_group import FaultGroups
from robot_memory.perception.fault_grouping.fault_grouping import FaultGrouping
from robot_memory.perception.findings.alarm_budget import AlarmBudget
from robot_memory.perception.findings.findings import Findings
from robot_memory.perception.findings.new_activity import ActivityRange, NewActivity
from robot_memory.perception.findings.redundant_signals import RedundantSignals
from robot_memory.perception.findings.signal_pairs import SignalPairs
from robot_memory.perception.freeze_frames.recent_readings import RecentReadings
from robot_memory.perception.goal_counts import GoalCounts
from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.normal.signal_monitor import SignalMonitor
from robot_memory.perception.occurrences.recent_onsets import RecentOnsets
from robot_memory.perception.robot_description.described_parts import DescribedParts
from robot_memory.perception.surroundings.frame_tree import FrameTree
from robot_memory.perception.surroundings.recovery_rate import RecoveryRate
from robot_memory.perception.surroundings.surroundings import Surroundings
from robot_memory.perception.version_watch import VersionWatch
from robot_memory.settings import Settings


class SharedModels:
    """One of each for all detectors.

    Args:
        settings: first confidences.
        baselines: what was normal for this robot before a restart, by signal.
        namespace: this robot's, in the ROS graph.
        definitions: of message types.

    Attributes:
        definitions: what is known of message types.
        described: what the robot's description says of its parts.
        activity: for how long messages of this robot have come.
        readings: records every number that is read, for freeze frames.
        baselines: what is normal for this robot, across restarts.
        findings: groups what is unusual in several signals, so that one cause is reported once.
        fault_grouping: groups sources that fall silent together into one fault.
        frames: which transform leads to which frame.
        monitor: learns what is normal for all numbers, and tells what is not.
        new_activity: tells when the robot does something that it never did.
        onsets: what has begun lately.
        pairs: signals that measure the same, as rules name them.
        recoveries: how often navigation has to recover.
        redundant_signals: compares signals of one kind.
        surroundings: where the robot is and how it moves.
        goals: counts the goals of actions.
        status_names: tells devices apart whose diagnostics have one name.
        versions: notices which versions parts tell.
    """

    def __init__(
        self,
        settings: Settings,
        baselines: Mapping[str, State],
        namespace: str,
        definitions: DefinitionCatalogue | None = None,
    ) -> None:
        self.definitions = definitions or DefinitionCatalogue()
        self.described = DescribedParts()
        self.activity = ListeningTime()
        self.readings = RecentReadings()
        self.baselines = Baselines(baselines)
        self.findings = Findings(AlarmBudget(settings.false_alarms_per_day))
        groups = FaultGroups(namespace)
        self.fault_grouping = FaultGrouping(groups)
        self.frames = FrameTree()
        self.monitor = SignalMonitor(settings)
        self.new_activity = NewActivity()
        self._speed, self._turn_rate = ActivityRange(), ActivityRange()
        self.onsets = RecentOnsets()
        self.pairs = SignalPairs()
        self.recoveries = RecoveryRate(self.activity)
        self.redundant_signals = RedundantSignals(self.baselines, self.findings, settings)
        self.surroundings = Surroundings()
        self.goals = GoalCounts()
        self.status_names = DuplicateStatusNames()
        self.versions = VersionWatch()
        self.baselines.keep("briefs", "", self.findings)
        self.baselines.keep("together", "", groups)
        self.baselines.keep("all signals", "", self.monitor)
        self.baselines.keep("recoveries", "", self.recoveries)
        self.baselines.keep("shared status names", "", self.status_names)
        self.baselines.keep("speed activity", "", self._speed)
        self.baselines.keep("turn rate activity", "", self._turn_rate)

    def move(self, stamp: float, speed: float, turn_rate: float) -> None:
        """Take in how the robot moves by its odometry, m/s and rad/s; NaN tells nothing."""
        self.redundant_signals.move(stamp, speed, turn_rate)
        self.new_activity.observe(self._speed, stamp, speed)
        self.new_activity.observe(self._turn_rate, stamp, turn_rate)
