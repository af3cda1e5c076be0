"""The models that several detectors of one robot share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from robot_memory.foundation.settings import Settings
from robot_memory.perception.baselines import Baselines, State
from robot_memory.perception.definitions.message_definition import DefinitionCatalogue
from robot_memory.perception.duplicate_status_names import DuplicateStatusNames
from robot_memory.perception.fault_grouping.fault_grouping import FaultGrouping, FaultGroups
from robot_memory.perception.freeze_frames.recent_readings import RecentReadings
from robot_memory.perception.listening_time import ListeningTime
from robot_memory.perception.normal.signal_monitor import NUMBERS, SignalMonitor
from robot_memory.perception.occurrences.recent_onsets import RecentOnsets
from robot_memory.perception.robot_description.described_parts import DescribedParts
from robot_memory.perception.surroundings.frame_tree import FrameTree
from robot_memory.perception.surroundings.surroundings import Surroundings
from robot_memory.perception.version_watch import VersionWatch


class SharedModels:
    """One of each for all detectors.

    Attributes:
        definitions: what is known of message types.
        described: what the robot's description says of its parts.
        activity: for how long messages of this robot have come.
        readings: records every number that is read, for freeze frames.
        baselines: what is normal for this robot, across restarts.
        fault_grouping: groups sources that fall silent together into one fault.
        frames: which transform leads to which frame.
        monitor: learns what is normal for all numbers, and tells what is not.
        onsets: what has begun lately.
        surroundings: where the robot is and how it moves.
        goals: how many goals of each action ended since it was last asked; a goal that its client
            cancelled is no trial.
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
        groups = FaultGroups(namespace)
        self.fault_grouping = FaultGrouping(groups)
        self.frames = FrameTree()
        self.monitor = SignalMonitor(settings)
        self.onsets = RecentOnsets()
        self.surroundings = Surroundings()
        self.goals = Counter[str]()
        self.status_names = DuplicateStatusNames()
        self.versions = VersionWatch()
        self.baselines.keep("together", "", groups)
        self.baselines.keep(NUMBERS, "", self.monitor)
        self.baselines.keep("shared status names", "", self.status_names)
