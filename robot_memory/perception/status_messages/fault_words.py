"""Words for faults: in names and values of fields (rules.md §10.12), and in free text.

See docs/reference/detectors.md, "status"; docs/reference/detectors.md, "text".
"""

from __future__ import annotations

import re

_WHAT = r"(errors?|err|faults?|failures?|fails?|alarms?|warnings?|protections?|protect)"
_WHICH = r"(flags?|bits?|bitmask|bitfield|status|state|codes?|word|register|id|number|no)"
_FAULT_FIELD = re.compile(rf"(^|_){_WHAT}(_{_WHICH})*$")
_HEALTH_FIELD = re.compile(rf"(^|_)({_WHAT}|detector)_{_WHICH}$")
#: A number that is a control deviation or a total.
_DEVIATION = re.compile(
    r"(^|_)(max|min|mean|avg|average|std|rms|sum|total|position|pos|velocity|vel|speed|tracking"
    r"|track|following|heading|yaw|pitch|roll|lateral|cross|control|distance|angle|angular|linear"
    r"|estimation|prediction|output|quantization)(_|$)"
)
#: Words for past faults, requests and settings, and for batteries' own reports.
_NOT_NOW = re.compile(
    r"(^|_)(battery_warning|last|previous|first|latest|history|reason|clear|reset|ack|cmd|command|request|inject"
    r"|enable|enabled|allow|allowed|ignore|tolerance|threshold|limit|simulated)(_|$)"
)
_COUNTER = re.compile(r"(^|_)(count(er)?s?|cnt|num|number_of|total|n)\d*(_|$)")
_SAYS_COUNTER = re.compile(r"\bcounter\b|\bnumber of\b|\bcount of\b", re.IGNORECASE)
#: "crc_errors" are counted, "active_errors" are codes.
_COUNTED = re.compile(r"(?<!active)(?<!current)(?<!present)(?<!latched)_errors$")
_ERROR = re.compile(rf"(^|_){_WHAT}(count|s)?(_|$)")
_RADIO = re.compile(r"(^|_)(comm|rx|tx|rssi|radio|packets?|link)(_|$)")
_CLIPPING = re.compile(r"(^|_)clip(ping|ped|s)?(_|$)")
#: Faults that are normal until a driver, a receiver or a link is up.
_UNTIL_READY = re.compile(
    r"lost|loss|invalid|time(d_)?out|disconnect|unavailable|unhealthy|check|arming|gps|gnss|fix"
    r"|missing|failsafe|(^|_)not?_"
)
#: Fields that are no state, or the state of something else: a request, another vehicle.
_NO_STATE = re.compile(
    r"(^|_)(time|timestamp|stamp|seq|sequence|id|ids|version|result|reason|volume|priority|severity"
    r"|action|cause)$|(?<=.)_type$"
)
_BAD_STATE = re.compile(
    r"FAULT|FAIL(?!SAFE)|ERROR|VIOLATION|PROTECTIVE_?STOP|EMERGENCY|CRITICAL|OVER_?HEAT"
    r"|OVER_?(TEMP|CURRENT|VOLT|LOAD|SPEED)|UNDER_?VOLT|STALL|CLIFF|WHEEL_?DROP|BUMP|COLLISION"
    r"|UNHEALTHY|REFLEX|(^|_)DEAD($|_)|BROKEN"
    r"|(BELOW|ABOVE)_(NOMINAL|NORMAL|MIN|MAX|LIMIT)|MISFIRE|DETONATION"
    r"|(BATTERY|VOLTAGE|CHARGE|PRESSURE|FUEL|OIL|WARNING)_(TOO_)?LOW($|_)"
    r"|(^|_)(TOO_)?LOW_(BATTERY|VOLTAGE|CHARGE|STATE_OF_CHARGE|PRESSURE|FUEL)"
    r"|(^|_)STUCK($|_)|JAMMED|DAMAGED|(JAMMING|SPOOFING)\w{0,40}DETECTED"
)
_WELL = re.compile(
    r"(^|_)(NONE|OK|NO_\w{1,80}|SUCCESS\w{0,80}|SUCCEEDED|(?<!BELOW_)(?<!ABOVE_)(NORMAL|NOMINAL)|GOOD|HEALTHY|UNKNOWN"
    r"|(?<!NOT_)SUPPORTED|CAPABLE|INACTIVE|NOT_\w{1,80}|DISABLED|OFF|UNDEFINED|UNSPECIFIED|CHARGING|CHARGED|IDLE|READY|RUNNING"
    r"|\w{0,80}RECOVERY|FREE|CLEARED|RELEASED|RESOLVED|RECOVERED)$"
)
_FAULT_COLUMN = re.compile(rf"(^|_)({_WHAT}|fehler|störung|alarme?|erreur|défaut|fallo)(_|$)")
_MILD = re.compile(r"warn|(^|_)low(_|$)|limit|degraded|jamming|spoofing|glitch", re.IGNORECASE)
_GRAVE = re.compile(r"critical|emergency|fail|fault|dead", re.IGNORECASE)
_OVER = re.compile(r"(^|_)(last|previous|history|historical|past)(_|$)")
_NO_WORD = re.compile(r"\W+")
_UPPER = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def snake_case(name: str) -> str:
    """Return ``motorError`` and ``motor.error`` as ``motor_error``."""
    return _NO_WORD.sub("_", _UPPER.sub("_", name)).lower()


def is_fault_number(name: str) -> bool:
    """Tell whether an integer field is zero without a fault: ``active_errors``."""
    told = snake_case(name)
    is_fault = _FAULT_FIELD.search(told) or _HEALTH_FIELD.search(told)
    is_other = (
        _DEVIATION.search(told)
        or _RADIO.search(told)
        or _NOT_NOW.search(told)
        or _COUNTER.search(told)
    )
    return bool(is_fault) and not is_other


def may_measure(name: str) -> bool:
    """Tell whether a field's name ends in error only, so that it may be a control deviation."""
    return snake_case(name).rpartition("_")[2] in ("err", "error")


def is_error_counter(name: str, comment: str = "") -> bool:
    """Tell whether a field counts errors, except those of a radio, which are normal."""
    told = snake_case(name)
    counts = _COUNTER.search(told) or _COUNTED.search(told) or _SAYS_COUNTER.search(comment)
    return bool(counts and _ERROR.search(told)) and not _RADIO.search(told)


def may_be_state(name: str) -> bool:
    """Tell by a field's name whether it may hold a state of the robot."""
    told = snake_case(name)
    return _NO_STATE.search(told) is None and _NOT_NOW.search(told) is None


def is_clipping(name: str) -> bool:
    """Tell whether a field counts how often a sensor reached the end of its range."""
    return bool(_CLIPPING.search(snake_case(name)))


def is_over(part: str) -> bool:
    """Tell whether a part of a message is about the past: ``last_motion_errors``."""
    return _OVER.search(snake_case(part)) is not None


def matters_from_start(name: str) -> bool:
    """Tell whether it is a fault from the first message on, not only after a healthy phase."""
    return _UNTIL_READY.search(snake_case(name)) is None


def is_bad_state(value_name: str) -> bool:
    """Tell whether a value's name, such as ``PROTECTIVE_STOP``, names a fault."""
    return not is_well(value_name) and _BAD_STATE.search(value_name.upper()) is not None


def is_well(value_name: str) -> bool:
    """Tell whether a value's name, such as ``ERROR_NONE``, says that there is no fault."""
    return _WELL.search(value_name.upper()) is not None


def names_a_fault(name: str) -> bool:
    """Tell by its field's name whether any text in the field is a fault."""
    told = snake_case(name)
    return _FAULT_COLUMN.search(told) is not None and _NOT_NOW.search(told) is None


def is_mild(words: str) -> bool:
    """Tell whether words name a warning rather than a fault."""
    return _MILD.search(words) is not None and _GRAVE.search(words) is None


_NAME = (
    r"(errors?|faults?|failures?|alarms?|\w*(fehler|störung|ausfall)(en|s)?"
    r"|erreurs?|défauts?|pannes?|fallos?|fallas?|averías?|errore|guasto|erros?|falhas?)"
)
_EVENT = (
    r"(over(load|heat|current|voltage|temp)\w*|under(voltage|current)|time-?out"
    r"|leak(s|ing|age)?|emergency|e-?stop|collision|\w*(notaus|nothalt)|überlast\w*|überhitz\w*"
    r"|überstrom)"
)
_MANNER = (
    r"(faulty|fail(ed|s)?|blocked|jam(med)?|clogged|stuck|lost|broken|timed out|disconnected"
    r"|too (low|high|hot|cold|slow|fast)|crashed|tripped|damaged|gestört|ausgefallen|blockiert"
    r"|defekt|verloren|verstopft|zu (niedrig|hoch|heiß|heiss|kalt|gering)|bloqué|bloqueado"
    r"|bloccato)"
)
#: Words that report a fault, in some languages; "_" is a space.
_FAULT_IN_TEXT = re.compile(rf"\b((?P<name>{_NAME})|(?P<event>{_EVENT})|{_MANNER})\b")
_NONE_OF = r"\b(no|keine?[nmrs]?|aucune?|ning[uú]n|nessuna?|nenhuma?)[ -]"
_NOT = (
    r"(\b(not(?! (aus|halt)\b)|none|never|without|free of|nicht|nie|ohne|sans|sin|senza|sem)[ -]"
    r"|\bpas (de |d['’])|n['’]t )"
)
_BETWEEN = (
    r"(any|an?|in|longer|more|mehr|currently|active|aktive[nr]?|current|new|known|other|the|been)"
)
#: Text directly before a word for a fault that denies it, or says that it is over.
_DENIED = re.compile(
    rf"({_NONE_OF}|{_NOT})({_BETWEEN} ){{0,2}}$|\brecovered from (an? |the )?$|(^|[,;:(] ?)0 $"
)
#: The same before errors, faults and alarms: "no motor error", but not "no response: timeout".
_NO_NAME = re.compile(
    rf"{_NONE_OF}(\w+ ){{1,2}}$|\b(cleared|reset|resolved|acknowledged) ((all|the) )?$"
)
_NO_NUMBER = re.compile(r"(?<![\d.,])0 $")  # "found 0 errors", but not "axis 0 error"
_END = r"(?= ?($|[,;.|)\]]))"
#: Text directly after such a word that says that it is over, or that there is none.
_SAID_OVER = re.compile(
    r"[ :=,(-]{0,3}((is|are|was|were|has been|have been|ist|sind|wurden?|now|all|successfully) )*"
    r"((cleared|recovered|resolved|released|acknowledged|behoben|beseitigt|quittiert|inactive"
    r"|inaktiv|deactivated|disabled|passed|bestanden|gone|(not|nicht|no longer|nicht mehr) "
    r"(active|present|aktiv|vorhanden))\b"
    r"|(reset|zurückgesetzt)\b(?! (required|needed|necessary|nötig|erforderlich|not|nicht)))"
    r"|([ -](code|state|status|flag|count)s?)?[ :=-]{0,3}"
    r"(0(?![.,]?\w)|(none|no|false|ok|okay|(?<!emergency )off|aus|keine?r?|aucune?|clear|normal)\b"
    rf"{_END})"
)
#: The same for an alarm or an emergency stop that is only ready, or a timeout that is only set.
_GUARDED = re.compile(
    r"( (stop|button|circuit|chain))?[ :=-]{0,3}((ok|okay|ready|bereit|released|armed|scharf)\b"
    rf"{_END}|free\b|(protection|prevention|avoidance|detection|monitoring|recovery|test)\b"
    r"(?! (has |was )?(triggered|activated|engaged)))"
    rf"|(?<=out)[ :=]{{1,3}}\d+([.,]\d+)? ?(ms|s|sec|seconds|min|h){_END}"
)
_NOTHING = frozenset(
    """- -- 0 none null nan n/a na ok okay good normal healthy running idle kein keine""".split()
) | {"", "in ordnung"}
_REACH = 40  # characters before a word in which it may be denied


def is_fault_text(text: str) -> bool:
    """Tell whether a free text reports a fault: ``nozzle 4 blocked``."""
    said = _plain(text)
    return any(not _is_denied(said, word) for word in _FAULT_IN_TEXT.finditer(said))


def says_nothing(text: str) -> bool:
    """Tell whether a text is empty in meaning, or says that all is well: ``alarm off``."""
    said = _plain(text)
    if said in _NOTHING or is_well(text.strip()):
        return True
    words = list(_FAULT_IN_TEXT.finditer(said))
    return bool(words) and all(_is_denied(said, word) for word in words)


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").lower().split())


def _is_denied(said: str, word: re.Match[str]) -> bool:
    """Tell whether the text next to a word for a fault says that there is none."""
    start, end = word.span()
    after = max(0, start - _REACH)
    if _DENIED.search(said, after, start) or _SAID_OVER.match(said, end):
        return True
    if word["event"] and (word["event"].endswith("schutz") or _GUARDED.match(said, end)):
        return True
    if word["name"] is None:
        return False
    is_none = word["name"].endswith("s") and _NO_NUMBER.search(said, after, start)
    return bool(is_none or _NO_NAME.search(said, after, start) or _GUARDED.match(said, end))
