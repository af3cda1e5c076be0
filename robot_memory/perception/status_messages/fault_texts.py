"""Free texts that say that something is the matter, or that all is well: "Fehler behoben".

See docs/reference/detectors.md, "text".
"""

from __future__ import annotations

import re

from robot_memory.perception.status_messages.fault_words import is_well

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
#: Words that say that something is the matter, in some languages; "_" is a space.
_FAULT = re.compile(rf"\b((?P<name>{_NAME})|(?P<event>{_EVENT})|{_MANNER})\b")
_NONE_OF = r"\b(no|keine?[nmrs]?|aucune?|ning[uú]n|nessuna?|nenhuma?)[ -]"
_NOT = (
    r"(\b(not(?! (aus|halt)\b)|none|never|without|free of|nicht|nie|ohne|sans|sin|senza|sem)[ -]"
    r"|\bpas (de |d['’])|n['’]t )"
)
_BETWEEN = (
    r"(any|an?|in|longer|more|mehr|currently|active|aktive[nr]?|current|new|known|other|the|been)"
)
#: What stands right before a word for a fault and denies it, or says that it is over.
_DENIED = re.compile(
    rf"({_NONE_OF}|{_NOT})({_BETWEEN} ){{0,2}}$|\brecovered from (an? |the )?$|(^|[,;:(] ?)0 $"
)
#: The same, before errors, faults and alarms: "no motor error", but not "no response: timeout".
_NO_NAME = re.compile(
    rf"{_NONE_OF}(\w+ ){{1,2}}$|\b(cleared|reset|resolved|acknowledged) ((all|the) )?$"
)
_NO_NUMBER = re.compile(r"(?<![\d.,])0 $")  # "found 0 errors", but not "axis 0 error"
_END = r"(?= ?($|[,;.|)\]]))"
#: What stands right behind such a word and says that it is over, or none.
_OVER = re.compile(
    r"[ :=,(-]{0,3}((is|are|was|were|has been|have been|ist|sind|wurden?|now|all|successfully) )*"
    r"((cleared|recovered|resolved|released|acknowledged|behoben|beseitigt|quittiert|inactive"
    r"|inaktiv|deactivated|disabled|passed|bestanden|gone|(not|nicht|no longer|nicht mehr) "
    r"(active|present|aktiv|vorhanden))\b"
    r"|(reset|zurückgesetzt)\b(?! (required|needed|necessary|nötig|erforderlich|not|nicht)))"
    r"|([ -](code|state|status|flag|count)s?)?[ :=-]{0,3}"
    r"(0(?![.,]?\w)|(none|no|false|ok|okay|(?<!emergency )off|aus|keine?r?|aucune?|clear|normal)\b"
    rf"{_END})"
)
#: The same, of an alarm or an emergency stop that is only ready, or a time that is only set.
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
    """Tell whether a free text says that something is the matter: ``nozzle 4 blocked``."""
    said = _plain(text)
    return any(not _is_denied(said, word) for word in _FAULT.finditer(said))


def says_nothing(text: str) -> bool:
    """Tell whether a text stands for no text, or says that all is well: ``alarm off``."""
    said = _plain(text)
    if said in _NOTHING or is_well(text.strip()):
        return True
    words = list(_FAULT.finditer(said))
    return bool(words) and all(_is_denied(said, word) for word in words)


def _plain(text: str) -> str:
    return " ".join(text.replace("_", " ").lower().split())


def _is_denied(said: str, word: re.Match[str]) -> bool:
    """Tell whether what stands next to a word for a fault says that there is none."""
    start, end = word.span()
    after = max(0, start - _REACH)
    if _DENIED.search(said, after, start) or _OVER.match(said, end):
        return True
    if word["event"] and (word["event"].endswith("schutz") or _GUARDED.match(said, end)):
        return True
    if word["name"] is None:
        return False
    is_none = word["name"].endswith("s") and _NO_NUMBER.search(said, after, start)
    return bool(is_none or _NO_NAME.search(said, after, start) or _GUARDED.match(said, end))
