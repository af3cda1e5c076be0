"""From messages to a limit, and from an approved limit to fewer faults."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import numpy as np
import pytest
from robots import keys_of

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.foundation.time.clock import ManualClock

_DEMO = Path(__file__).parents[3] / "demo" / "limits.py"
#: The encoder fails this many times oftener than in the demo, so less driving shows the effect.
_OFTENER = 4.0
_LEARNING, _SHIFT = 3 * 3600, 9000  # s of driving


@pytest.fixture(scope="module")
def demo():
    specification = importlib.util.spec_from_file_location("demo_limits", _DEMO)
    module = importlib.util.module_from_spec(specification)
    sys.modules["demo_limits"] = module  # its dataclasses need it there
    specification.loader.exec_module(module)
    module.FAST_RATE *= _OFTENER
    return module


@pytest.mark.timeout(400)  # three simulated hours of a rover: takes longer beside other tests
def test_a_rover_that_obeys_its_learned_limit_has_fewer_faults_and_drives_less(demo, home):
    pytest.importorskip("cryptography")
    clock = ManualClock(demo.START, kind="recording", boot="b1")
    with RobotMemory.open(home, clock=clock) as memory:
        memory.save(force=True)  # sets the robot's name
        demo.Rover(memory, clock, np.random.default_rng(1)).drive(_LEARNING)
        (limit,) = LearnedLimits(memory).active()
        assert demo.learned_maximum(memory) == float("inf")  # not approved

        ada = keys_of(77, "ada")
        memory.long_term.assist.enrol("ada", ada.card)
        LearnedLimits(memory).approve(limit.id, ada, clock.now().time)
        maximum = demo.learned_maximum(memory)

    # The events of these shifts depend on the speed alone, so nobody has to watch them.
    shifts = ((2, maximum), (3, float("inf")))
    obedient, free = (
        demo.shift_of(list(demo.simulate(np.random.default_rng(seed), _SHIFT, highest)))
        for seed, highest in shifts
    )

    assert limit.text == (
        "Above 0.3 m/s: base: Left wheel encoder reports an error: no pulses — prefer ≤ 0.3 m/s"
    )
    assert maximum == 0.3
    assert demo.compare(obedient, free).high < 1.0
    assert 0.7 < obedient.metres / free.metres < 1.0
