"""What to do about a plan, a goal or a motion that fails, where the text says why.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`.
"""

from __future__ import annotations

from robot_memory.wording.fault_table import FaultKind
from robot_memory.wording.remedies import JOINT_HELD

KINDS_OF_PLANNING = (
    FaultKind(
        r"\bgrasp(?:ing)? (?:has |attempt )?(?:failed|unsuccessful)\b|\bfailed to grasp\b",
        "check that the object is where it is expected, and the pose, width and force of the"
        " gripper; then try again",
    ),
    FaultKind(
        r"\b(?:position|velocity|acceleration|path|effort) error:? .{0,20}\btolerance\b",
        JOINT_HELD,
    ),
    FaultKind(
        r"\bcontroller patience exceeded\b|\bno valid control\b(?! mode)"
        r"|\bno valid trajectories\b(?! (?:received|given|set|provided))"
        r"|\bno valid trajectory (?:(?:could be|was) )?(?:found(?! in)|out of)\b"
        r"|\bfailed to find (?:a )?(?:valid|legal) (?:control|trajector\w+)\b",
        "clear the way round the robot or drive it to a free place, and check its costmap; then"
        " send the goal again",
    ),
    FaultKind(
        r"\b(?:by|broke|lost) bond\b|\bbond (?:broken|lost|timed? ?out)\b|\bhave crashed\b",
        "read the log of the node that is named, then restart it",
    ),
    FaultKind(
        r"\bexecution is taking too long\b|\btrajectory execution timed out\b",
        "look for what holds the arm back, or allow it more time",
    ),
    FaultKind(
        r"\bstart (?:point|state)\b.{0,15}\b(?:deviat\w*|does ?n[o']t match|differs?)\b"
        r"|\bfirst way ?point does ?n[o']t match\b",
        "plan again from where the arm is now",
    ),
    FaultKind(
        r"\b(?:start|robot)\b.{0,40}\b(?:outside (?:of )?(?:the )?(?:map|costmap)|off the"
        r" (?:global )?(?:map|costmap))\b",
        "check that the robot is localised, and that the map covers the place where it is",
    ),
    FaultKind(
        r"\b(?:start|goal|robot|pose|footprint|target)\b.{0,40}\b(?:in collision|occupied|lethal"
        r"|blocked|in an? obstacle|outside (?:of )?(?:the )?(?:map|costmap|bounds)|off the"
        r" (?:global )?(?:map|costmap))\b|\bcollides? with\b|\bin self ?collision\b"
        r"|\b(?:potential|possible) collision\b|\bcollision ahead\b"
        r"|\bobstacle\b.{0,30}\b(?:detected|blocks?|ahead|in the way|too"
        r" close)\b|\bfall within the bounds\b",
        "clear that place, or choose another goal",
    ),
    FaultKind(
        r"\b(?:dock\w*|undock\w*)\b.{0,40}\b(?:fail\w*|not (?:found|detected|visible)|lost"
        r"|timed? ?out)\b",
        "check that the dock is free, in view and powered",
    ),
    FaultKind(
        r"\btimed? ?out (?:while )?(?:moving|reaching|homing|executing)\b"
        r"|\b(?:movement|motion|move|homing)\b.{0,20}\btimed? ?out\b",
        "look for what holds it back, then try again",
    ),
)
