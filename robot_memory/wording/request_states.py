"""What to do where the state of an action, an order or a request is in the way.

English, as nodes write it, in the form of :func:`.plain_words.plain_words`. Only for what nobody
reaches is a missing node the cause; what is busy, idle or in another state was reached.
"""

from __future__ import annotations

import re

from robot_memory.wording.fault_table import FaultKind, FaultTable

OFFERED = "check that the node that offers it runs and is active; start it if not"
WAIT = "wait until what runs has ended, or end it first"
_STOPPED = "see that the robot has stopped; then "
_WORK = (
    r"(?:action|goal|order|task|mission|job|request|motion|trajectory|behaviou?r|command"
    r"|calibration|program)"
)
_ACTIVE = r"(?:active|running|executing|executed|in progress|processed|pending|ongoing)"

_TABLE = FaultTable(
    FaultKind(
        r"^(?!.*\bmethod\b).*\b(?:modif\w+|updat\w+|chang\w+|on modify)\b.{0,30}"
        r"\bnot (?:yet )?implemented\b",
        "do not send a change while it runs: cancel it, then send a new goal",
    ),
    FaultKind(
        rf"\b(?:{_WORK}|pause|resume|cancel\w*|takeoff|take off|land|service|call)\b.{{0,30}}"
        r"\bnot (?:yet )?implemented\b",
        "do not send that request: this version of the node cannot do it",
    ),
    FaultKind(
        rf"\b(?:while|because|since|as) (?:an? |the |another )?{_WORK} (?:is|was) (?:still )?"
        rf"(?:being )?{_ACTIVE}\b"
        rf"|\banother {_WORK} (?:is |was )?(?:already |still )?(?:being )?{_ACTIVE}\b",
        WAIT,
    ),
    FaultKind(
        r"\b(?:can ?not|can't|unable to|not (?:allowed|possible"
        r"|permitted))\b[^.:]{0,60}\bwhile (?:the )?"
        r"(?:\w+ is )?(?:docking|undocking|moving|running|executing|driving|charging|mapping"
        r"|navigating|recording|streaming|flying|armed|active)\b",
        WAIT,
    ),
    FaultKind(
        r"\b(?:called|requested|commanded) while\b.{0,40}\bnot (?:running|ready|active|started)\b",
        "start what is not running, then ask again",
    ),
    FaultKind(
        r"\b(?:no|without an?) (?:currently )?(?:active|running|current|pending) (?:order|goal"
        r"|action|task|mission|job|request)\b|\bno (?:order|goal|action|task|mission|job|request)"
        rf" (?:is |was )?(?:currently )?(?:{_ACTIVE}|to cancel)\b",
        "check what sent the request: nothing is active that it could change or cancel",
    ),
    FaultKind(
        rf"\b{_WORK}\b.{{0,60}}\bnot in (?:the |an? )?(?:\w+ ){{0,2}}state\b"
        rf"|\b{_WORK}\b.{{0,30}}\bin (?:an? |the )?(?:wrong|invalid|unexpected|terminal) state\b",
        "let the old one end or cancel it, then send it again; if that repeats, restart the node"
        " while nothing moves",
    ),
    FaultKind(
        r"\bnavigat(?:ion|e|ing) (?:request|goal|action|to)\b.{0,50}\b(?:fail\w*|abort\w*"
        r"|reject\w*)\b|\bfail\w* to navigate\b",
        "check that navigation is active, that the robot is localised, and that the goal is free"
        " and on the map",
    ),
    FaultKind(
        r"\baction (?!server|client)(?:\S+ ){0,3}?(?:was |is |has |got )?(?:aborted|failed(?! to))",
        "read in the log of the node that offers the action why it failed",
    ),
)
_LOST = re.compile(
    r"\b(?:connection|contact) (?:is |was )?lost (?:to|with) (?:the )?(?:action|service)\b"
    r"|\b(?:lost|losing) (?:the )?(?:connection|contact) (?:to|with) (?:the )?(?:action|service)\b"
    r"|\bconnection to (?:the )?(?:action|service)(?: server)? (?:\S+ )?(?:is |was )?lost\b"
    r"|\bdisconnected from (?:the )?(?:action|service)\b"
)
#: Which node offers an action, in Nav2, Move Base Flex and MoveIt.
_OFFERS = {
    "planner_server": "compute_path_to_pose compute_path_through_poses",
    "controller_server": "follow_path",
    "bt_navigator": "navigate_to_pose navigate_through_poses",
    "behavior_server": "spin backup drive_on_heading assisted_teleop",
    "smoother_server": "smooth_path",
    "docking_server": "dock_robot undock_robot",
    "waypoint_follower": "follow_waypoints",
    "Move Base Flex": "get_path exe_path recovery move_base",
    "move_group": "move_action execute_trajectory",
}
_NODE_OF = {action: node for node, actions in _OFFERS.items() for action in actions.split()}
#: They drive the robot.
_DRIVES = frozenset(
    "exe_path follow_path navigate_to_pose navigate_through_poses move_base follow_waypoints spin"
    " backup drive_on_heading dock_robot undock_robot execute_trajectory".split()
)
_NAMED = re.compile(r"\b([Aa]ction|[Ss]ervice)(?: server)? ['\"`]/?(\w+(?:/\w+)*)['\"`]")


def advice_of_request(text: str, said: str) -> str:
    """Return what to do about the state of a request, or a lost server; empty: it is none.

    Args:
        text: the text of an entry; actions and services keep the spelling that they have there.
        said: what a node said, as plain words.
    """
    found = _TABLE.advice(said)
    if found or not _LOST.search(said):
        return found
    named = _NAMED.search(text)
    is_driven = named is not None and _name_of(named) in _DRIVES
    return f"{_STOPPED}{OFFERED}" if is_driven else OFFERED


def with_server(advice: str, text: str) -> str:
    """Return advice about "the node that offers it" with what it offers and, if known, its name."""
    named = _NAMED.search(text)
    if OFFERED not in advice or named is None:
        return advice
    node = _NODE_OF.get(_name_of(named), "")
    offers = f"offers the {named[1].lower()} {named[2]}{f' ({node})' if node else ''}"
    return advice.replace("offers it", offers, 1)


def _name_of(named: re.Match[str]) -> str:
    return named[2].rpartition("/")[2]
