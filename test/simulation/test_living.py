"""The findings in the memory of a simulated robot."""

from __future__ import annotations

from limit_builders import learn
from simulation.judge.living import lessons_of

from robot_memory import RobotMemory


def test_a_limit_has_the_topics_and_onsets_of_the_fault_it_explains(home, clock) -> None:
    with RobotMemory.open(home, clock=clock) as memory:
        limit = learn(memory)
        found = {lesson.id: lesson for lesson in lessons_of(memory, 0.0)}

    (fault,) = (lesson for name, lesson in found.items() if name != limit)
    assert fault.onsets
    assert found[limit].type == "behavior_pattern"
    assert (found[limit].topics, found[limit].onsets) == (fault.topics, fault.onsets)
