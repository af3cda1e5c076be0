"""Names and contents that differ from ROS 2: the log of ROS 1 and Foxglove, the goals of ROS 1.

A ROS 1 action reports the end of a goal on two topics: ``/move_base/result`` has its result, and
``/move_base/status`` lists the recent goals. Both are converted to the messages of a ROS 2 action
server.

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from robot_memory.perception.detectors.goal_end import (
    ABORTED,
    ACCEPTED,
    CANCELED,
    CANCELING,
    EXECUTING,
    REPLACED,
    STATUS_OF_ROS1,
    STATUS_TYPE,
    SUCCEEDED,
    GoalEnd,
    GoalId,
    GoalResult,
    read_result,
)
from robot_memory.perception.message_definition import MessageDefinition
from robot_memory.perception.replay.bags.block import Channel
from robot_memory.perception.replay.bags.decode import Undecodable
from robot_memory.perception.replay.fields import (
    LOG,
    LOG_OF_ROS1,
    LOGS_OF_FOXGLOVE,
    Fields,
    log_of_foxglove,
    log_of_ros1,
)

_GOALS, _RESULT_TYPE, _RESULT = "actionlib_msgs/msg/GoalStatusArray", "ActionResult", "/result"
_UNKNOWN = 0  # of action_msgs/msg/GoalStatus
#: Of actionlib_msgs/GoalStatus; rejected and lost goals were not tried.
_STATUSES = {0: ACCEPTED, 1: EXECUTING, 2: CANCELED, 3: SUCCEEDED, 4: ABORTED, 6: CANCELING,
             7: CANCELING, 8: CANCELED}  # fmt: skip

_Reader = Callable[[Any], Any]
#: The readers of logs that are no log of ROS 2, by type.
_LOGS: dict[str, _Reader] = {LOG_OF_ROS1: log_of_ros1}
_LOGS |= dict.fromkeys(LOGS_OF_FOXGLOVE, log_of_foxglove)


def topic_of(channel: Channel) -> str:
    """Return the topic of a channel; for a goal's result the status topic of the action."""
    if _is_result(channel):
        return channel.topic.removesuffix(_RESULT) + STATUS_OF_ROS1
    return channel.topic


def type_of(channel: Channel) -> str:
    """Return the type of a channel's messages in ROS 2."""
    if channel.type == _GOALS or _is_result(channel):
        return STATUS_TYPE
    return LOG if channel.type in _LOGS else channel.type


def adapted(channel: Channel, decode: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Return a function that decodes a channel's messages to those of ROS 2."""
    if _is_result(channel):
        codes = _codes(channel)
        return lambda data: _end(decode(data), codes)
    reader = _goals if channel.type == _GOALS else _LOGS.get(channel.type)
    return decode if reader is None else _after(decode, reader)


def _after(decode: Callable[[bytes], Any], reader: _Reader) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        content = decode(data)
        try:
            return reader(content)
        except (AttributeError, TypeError, ValueError) as error:  # JSON may hold anything
            raise Undecodable(f"its fields are not those of its type ({error})") from None

    return read


def _is_result(channel: Channel) -> bool:
    return channel.type.endswith(_RESULT_TYPE) and channel.topic.endswith(_RESULT)


def _goals(content: Any) -> Fields:
    """Return an ``actionlib_msgs/GoalStatusArray`` as an ``action_msgs/msg/GoalStatusArray``.

    A goal that was preempted while another one waits or runs was replaced by that goal.
    """
    statuses = [_STATUSES.get(one.status, _UNKNOWN) for one in content.status_list]
    if ACCEPTED in statuses or EXECUTING in statuses:
        statuses = [REPLACED if status == CANCELED else status for status in statuses]
    goals = [
        Fields(
            goal_info=Fields(goal_id=Fields(uuid=_id(one)), stamp=one.goal_id.stamp),
            status=status,
            text=one.text.strip(),
        )
        for one, status in zip(content.status_list, statuses, strict=True)
    ]
    return Fields(status_list=goals)


def _codes(channel: Channel) -> list[type]:
    """Return the constants of a result and of its nested messages, as attributes of types."""
    whole = MessageDefinition.parse(channel.type, channel.definition)
    own = None if whole is None else whole.of("result")
    found = [] if own is None else [own, *filter(None, map(own.of, own.fields))]
    return [type("Codes", (), {it.name: it.value for it in one.constants}) for one in found]


def _end(content: Any, codes: Iterable[type]) -> GoalEnd:
    """Return an ``ActionResult`` as the end of its goal; replaced goals are only in the list."""
    status = _STATUSES.get(content.status.status, _UNKNOWN)
    if status not in (SUCCEEDED, ABORTED):
        return GoalEnd(_UNKNOWN)
    result = read_result(content.result, codes)
    message = result.message or content.status.text.strip()
    return GoalEnd(
        status, result=GoalResult(result.code, result.name, message), goal=_id(content.status)
    )


def _id(status: Any) -> GoalId:
    return tuple(status.goal_id.id.encode())
