"""Texts that report a fault, or that all is well."""

from __future__ import annotations

import pytest

from robot_memory.perception.status_messages.fault_words import is_fault_text, says_nothing

FAULTS = """
    brake not released: fault | no response timeout | communication lost, no answer
    error reset failed | error not cleared | recovered 3 failed units | kein Signal: Ausfall
    Fehler nicht behoben | fault: no signal | fault: off track | Alarm off, motor blocked
    leak test failed | overload protection tripped | timeout after 30 s | FAULT: 0x12 | 10 errors
    north pump fault | axis 0 error | nozzle 0 blocked | motor not ready error | alarm on
    EMERGENCY OFF | collision detected | NOZZLE_BLOCKED | error reset required
    overload protection triggered | FAULT: motor without load | No response: timeout
"""
WELL = """
    Alarm off | alarm_off | alarm inactive | alarm armed | Alarm aus | Leak test passed
    E-Stop OK | E-Stop ok, motor ready | emergency stop released | collision avoidance on
    overload protection active | Überlastschutz aktiv | timeout 30 s | timeout: 500 ms
    nicht blockiert | nicht mehr blockiert | never failed | pas de défaut | pas d'erreur
    no active motor faults | free of errors | no-fault | no motor error | found 0 errors
    keine Fehler | 0 errors, 0 warnings | errors: 0 | fault code = 0 | packets lost: 0
    Fehler: keine | Fehler nicht aktiv | error has been cleared | cleared all faults
    Störung behoben | error-free | it isn't blocked
"""


def texts(lines: str) -> list[str]:
    return [text.strip() for line in lines.strip().splitlines() for text in line.split(" | ")]


@pytest.mark.parametrize("text", texts(FAULTS))
def test_a_negation_elsewhere_in_the_text_does_not_deny_a_fault(text: str):
    assert is_fault_text(text)
    assert not says_nothing(text)


@pytest.mark.parametrize("text", texts(WELL))
def test_an_absent_cleared_or_prevented_fault_is_not_a_fault_text(text: str):
    assert not is_fault_text(text)
    assert says_nothing(text)
