"""How long a robot may be silent before it counts as not heard."""

from __future__ import annotations

import pytest

from robot_memory.perception.shared_models import ListeningTime


@pytest.mark.parametrize(("gap", "patience"), [(0.01, 30.0), (2.0, 30.0), (20.0, 100.0)])
def test_the_silence_timeout_is_longer_for_a_robot_with_rare_messages(gap: float, patience: float):
    activity = ListeningTime()
    assert activity.last is None

    for number in range(50):
        activity.note_message(number * gap)

    assert activity.last == 49 * gap
    assert activity.patience == pytest.approx(patience)
