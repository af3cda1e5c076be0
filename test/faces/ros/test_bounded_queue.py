"""The queue of pending events is bounded, and dropped events are counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.faces.ros.bounded_queue import BoundedQueue


def test_a_full_queue_drops_its_oldest_item():
    queue = BoundedQueue[int](2)
    for number in range(3):
        queue.append(number)

    assert [queue.pop(), queue.pop(), queue.pop()] == [1, 2, None]


ACTIONS = st.lists(st.sampled_from(["append", "pop", "put back"]))


@given(ACTIONS, st.integers(1, 3))
def test_each_item_is_taken_once_still_queued_or_counted_as_lost(actions, most):
    queue, number, taken, lost = BoundedQueue[int](most), 0, [], 0
    for action in actions:
        if action == "append":
            queue.append(number)
            number += 1
        elif (item := queue.pop()) is not None:
            taken.append(item)
            if action == "put back":
                queue.put_back(taken.pop())
        lost += queue.take_lost()

    assert len(queue) <= most
    assert len(taken) + len(queue) + lost == number
    assert taken == sorted(set(taken))
