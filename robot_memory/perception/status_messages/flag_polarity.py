"""Which value of a flag is a fault, by the flag's own name, and how rarely the flag has it.

The names of its topic's namespace, of its file and of its message are no evidence: an error monitor
has flags that are true in good health. A value in normal use is no fault.

See docs/reference/detectors.md, "flag".
"""

from __future__ import annotations

import math
import re

from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.perception.baselines import PersistentState
from robot_memory.perception.status_messages.fault_words import snake_case

_RARE = 0.1  # largest share of the time, and …
_FEW = 3.0  # … largest number of times in about a day, for a rare value
_KNOWN = 600.0  # s before its share is known
_MEMORY = 86_400.0  # s over which the share is averaged
_LONGEST_STEP = 5.0  # s; a longer pause counts as this


class Polarity(TextEnum):
    """What a flag's name says about its values."""

    FAULT = "fault"  # true is a fault
    HEALTH = "health"  # false is a fault, once it was true
    ACTIVITY = "activity"  # neither is a fault: the robot's activity, a request or a setting
    UNSAID = "unsaid"  # the name does not say; the usual value decides


_WRONG = (
    r"[a-z\d]*?(?:(?<!de)faults?|(?<!t)errors?|failures?|overflow|underflow)|faulty|faulted|errored|err"
    r"|(?:loop)?fail|fails|failed|failing|failsafe|lost|loss|alarms?|warn|wrn|warnings?|collisions?"
    r"|crash(?:ed)?|(?:protective|safety|safeguard)_?stop(?:ped)?|[a-z\d]*?over_?heat(?:ed|ing)?"
    r"|[a-z\d]*?over_?(?:load(?:ed)?|temp(?:erature)?|currents?|volt(?:age)?|speed|travel|run|pressure)"
    r"|[a-z\d]*?under_?(?:volt(?:age)?|temp(?:erature)?|current|run|pressure)|brown_?out|stall(?:ed|ing)?"
    r"|jam(?:med)?|[a-z\d]*?time_?outs?|timed_?out|expired|disconnect(?:ed|ion)?|unhealthy|invalid"
    r"|unavailable|unreachable|unresponsive|damaged?|broken|stuck|critical|slip(?:s|ping|ped)?"
    r"|leak(?:s|age|ing|ed)?|flood(?:ed|ing)?|smoke|tripped|(?:short|open)_circuit(?:ed)?"
    r"|shorted|locked_rotor|glitch|wheel_drop(?:ped)?|kidnapped|clipping|imbalanced?|breach(?:ed)?"
    r"|violat(?:ed|ions?)|reflex|discontinuity|instability|unstable|inconsistent"
    r"|nok|disturbed|insufficient|mismatch|corrupt(?:ed|ion)?|dead|degraded|malfunction|defect(?:ive)?|fatal|dropout"
    r"|out_of_(?:range|tolerance|bounds|memory|sync)|too_(?:hot|cold|high|low|fast|slow)"
    r"|(?:low|critical|empty)_(?:batt(?:ery)?|voltage|charge|fuel|oil|pressure|power)"
    r"|(?:batt(?:ery)?|voltage|charge|fuel|oil|pressure|power)_(?:too_)?low"
    r"|(?:high|hot)_temp(?:erature)?|temp(?:erature)?_high|thermal_(?:shutdown|throttling)"
    r"|(?:no|missing)_(?:signal|data|response|reply|heartbeat|power|comm(?:unication)?s?"
    r"|connection|link|feedback|telemetry)"
)
_WELL = (
    r"okay|ok|healthy|connected|alive|online|nominal|operational|functional|functioning|responding"
    r"|responsive|reachable|intact|good|no(?:faults?|errors?|alarms?)"
    r"|(?:faults?|errors?|failures?|alarms?|warnings?)_(?:clear(?:ed)?|free|none)"
)
#: A fault that is searched for, requested, set or reported is no fault.
_ABOUT = (
    r"enabled?|disabled?|detection|detector|avoidance|prevention|monitor(?:ing|ed)?|check(?:s|ed|ing)?"
    r"|reset(?:ting)?|acks?|acknowledged?|requests?|requested|required|recovery|recovering"
    r"|handl(?:er|ing|ed)|suppress(?:ed)?|muted?|ignored?|allowed|test(?:s|ing)?|simulated|history"
    r"|tolerance|threshold|limit|reason|logging|logged|report(?:ed|ing)|confirm(?:ed)?|armed"
    r"|on_(?:errors?|faults?|failures?|alarms?|warnings?|loss|time_?outs?)"
)
#: A possibility is no fault, but its loss may be.
_CAPABLE = (
    r"available|availability|clear(?:ed)?|free|ready|possible|supported|resolved|recovered|valid"
    r"|obtainable|attainable"
)
#: A part's ability, even with words for faults. ``can_error`` is a fault of a CAN bus.
_CAPABILITY = re.compile(
    r"_(?:supports?|supported|(?:ob|at)tainable|capable|capability|able_to"
    r"|can_(?:be|clear|detect|drive|handle|move|recover|report|sense|start|stop))_"
)
#: Connected to an external supply, or not: both are normal.
_CONNECTED = re.compile(r"_connected_")
_ONLY_CONNECTED = re.compile(r"_(?:is_)?connected_")
_SUPPLY = re.compile(r"_(?:power|supply|mains|ac|charg(?:er?|ing)|adapter|plug)_")
#: If these are rarely true, then true is the fault, not false.
_STOPPED = re.compile(r"_(?:stopped|halted|aborted)_")
_UNWANTED = re.compile(
    r"_(?:no|not|non|without|never|inhibit(?:ed)?|blind(?:ed)?|block(?:ed|ing)|obstructed|missing"
    r"|absent|unable|denied|refused|needed|pending)_"
)
_TOKEN = re.compile(
    rf"(?<=_)(?:(?P<health>{_WELL})|(?P<fault>{_WRONG})|(?P<activity>{_ABOUT})"
    rf"|(?P<unsaid>{_CAPABLE}))(?=_)"
)
_POWERED = re.compile(r"_(?:powered|energi[sz]ed|locali[sz]ed|calibrated|synchroni[sz]ed|synced)_")
_NOT = re.compile(r"_(?:no|not|non|without|never)_(?:(?:any|active|current|in|a|been)_)?$")
_NONE_OF = re.compile(r"_(?:(?:is|has)_)?(?:no|without)_")
#: Past, or not yet due.
_NOT_NOW = re.compile(r"_(?:last|previous|history|check|pre_?flt|pre_?flight|pre_?arm)_")
#: Requests and settings, unless they fail.
_ASKED = re.compile(
    r"^_clear_|_(?:reset|ack|cmd|command|request|commanded|desired|inject|simulated?|enabled?|disabled?|ignore|allow"
    r"|allowed|suppress|mute)_"
)
_FAILS = re.compile(r"_(?:time_?out|timed_out|lost|failed|failure|expired|rejected)_$")
#: True while a mode or a link is not used.
_OF_MODES = re.compile(
    r"offboard|mission_|home_position|relaxed"
    r"|_(?:usb|charger|shore|gcs|joystick|gamepad|client|dock|payload|trailer|rtcm|rc)_"
)
#: Activities, contents and observations of the robot, and actions of a person.
_DOES = re.compile(
    r"_(?:(?:in_)?mo(?:ving|tion)|driving|running|active|armed|dock(?:ed|ing)|charg(?:ed|ing)|plugged"
    r"|press(?:ed)?|released|button|switch|key|e_?stop(?:ped)?|emergency|kill|brakes?|open(?:ed)?"
    r"|closed?|locked|on|off|led|lights?|mode|auto|autonomous|manual|teleop|remote|paused|idle|busy"
    r"|working|executing|goal|target|task|reached|done|finished|complete|hold(?:s|ing)?|gripped"
    r"|contact|detected|visible|tracking|found|obstacles?|person|occupied|empty|full|loaded|attached"
    r"|landed|airborne|flying|home|standing|still|stationary|first|new|updated?|recording|streaming"
    r"|playing|direction|forward|state|gear|step|level|count|number|id|index)_"
)
_ONLY_A_STATE = re.compile(
    r"_(?:(?:is|active|detected|raised|present|triggered|set|occurred|state|status|data|value|flag)_)+"
)
_LIST_OF_FAULTS = re.compile(
    r"_(?:errors|faults|alarms|failures|(?:error|fault|failure)_(?:status|flags))_"
)
_NEGATED = {Polarity.FAULT: Polarity.HEALTH, Polarity.HEALTH: Polarity.FAULT}


def flag_polarity(name: str, beside: str = "") -> Polarity:
    """Return the polarity of a flag's own name; the last meaningful word in it decides.

    ``no_error`` and ``error_free`` are health, ``not_connected`` is a fault, and
    ``collision_detection_enabled`` neither. ``beside`` names the part, to find out to what it is
    connected.
    """
    told = _wrapped(name)
    is_asked = _ASKED.search(told) and not _FAILS.search(told)
    if is_asked or _NOT_NOW.search(told) or _OF_MODES.search(told):
        return Polarity.ACTIVITY
    tokens = list(_TOKEN.finditer(told))
    if not tokens:
        return Polarity.ACTIVITY if _DOES.search(told) else Polarity.UNSAID
    polarity, before = Polarity(tokens[-1].lastgroup), told[: tokens[-1].start()]
    if polarity is Polarity.FAULT and _CAPABILITY.search(told):
        return Polarity.UNSAID
    whole = f"{told}{_wrapped(beside)}" if _ONLY_CONNECTED.fullmatch(told) else told
    if _CONNECTED.match(told, tokens[-1].start() - 1) and _SUPPLY.search(whole):
        return Polarity.UNSAID
    if _NOT.search(before):
        return _NEGATED.get(polarity, polarity)
    if polarity is Polarity.FAULT and _NONE_OF.match(before):
        return Polarity.UNSAID  # "no communication error": an error, or the lack of one
    return polarity


def rare_matter(name: str) -> bool | None:
    """Return the value that is reported if it is rare; None for an activity of the robot.

    For ``path_clear`` it is false, for ``inhibited`` and ``no_battery`` true. It is None for a
    meaningless name: a gate that is open once is no fault.
    """
    told = _wrapped(name)
    if _STOPPED.search(told):
        return True
    if flag_polarity(name) is Polarity.ACTIVITY:
        return None
    if _UNWANTED.search(told):
        return True
    return False if _TOKEN.search(told) or _POWERED.search(told) else None


def own_name(topic: str) -> str:
    """Return the name of a flag that is a topic of its own, without its namespace.

    ``/gripper/leak/detected`` is ``leak/detected``, as ``detected`` alone means nothing. A list of
    faults (``/failure_status/engines``) gives a meaning to a part's name that has none.
    """
    above, _, name = topic.rpartition("/")
    container = above.rpartition("/")[2]
    if _ONLY_A_STATE.fullmatch(_wrapped(name)):
        return f"{container}/{name}"
    says_nothing = flag_polarity(name) is Polarity.UNSAID and not _TOKEN.search(_wrapped(name))
    if says_nothing and _LIST_OF_FAULTS.fullmatch(_wrapped(container)):
        return f"{name}/{container}"
    return name


def verb_of(matter: bool, *, is_said: bool) -> str:
    """Return the words that report a flag; a rare value is not judged as a fault."""
    if is_said:
        return "is raised" if matter else "is lost"
    return f"is {str(matter).lower()}, which it was rarely before"


class FlagRarity(PersistentState):
    """Counts how often, and for how long, a flag has its raised value, which may be false."""

    KEPT = ("_known_for", "_share", "_times")

    def __init__(self) -> None:
        self._known_for = self._share = self._times = 0.0
        self._begin()

    def _begin(self) -> None:
        self._received = math.nan
        self._was_raised = False

    def observe(self, stamp: float, *, is_raised: bool) -> None:
        """Take in the state of the flag."""
        step = stamp - self._received
        self._received = stamp
        self._times += is_raised and not self._was_raised
        self._was_raised = is_raised
        if not step > 0.0:
            return
        step = min(step, _LONGEST_STEP)
        self._known_for += step
        share = step / min(self._known_for, _MEMORY)
        self._share += (is_raised - self._share) * share
        self._times *= math.exp(-step / _MEMORY)

    @property
    def is_rare(self) -> bool:
        """Whether it is raised for less than a tenth of the time; known after ten minutes."""
        is_seldom = self._share <= _RARE and self._times <= _FEW
        return is_seldom and self._known_for >= _KNOWN

    @property
    def score(self) -> float:
        """How surely a rare value is unusual, in [0, 1): 0.5 after one day of observation."""
        return self._known_for / (self._known_for + _MEMORY)


def _wrapped(name: str) -> str:
    return f"_{snake_case(name).strip('_')}_"
