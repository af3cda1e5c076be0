"""What waits to be told: bounded, and what leaves for want of room is counted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from robot_memory.faces.ros.bounded_queue import BoundedQueue

ACTIONS = st.lists(st.sampled_from(["append", "pop", "put back"]))


def test_the_oldest_leaves_where_there_is_no_room():
    queue = BoundedQueue[int](2)
    for number in range(5):
        queue.append(number)

    assert [queue.pop(), queue.pop(), queue.pop()] == [3, 4, None]
    assert queue.take_lost() == 3
    assert queue.take_lost() == 0


def test_what_is_put_back_comes_first_again():
    queue = BoundedQueue[int](2)
    queue.append(0)
    queue.append(1)
    queue.put_back(queue.pop())

    assert [queue.pop(), queue.pop()] == [0, 1]


def test_what_is_put_back_is_lost_where_newer_items_took_its_place():
    queue = BoundedQueue[int](2)
    queue.append(0)
    oldest = queue.pop()
    queue.append(1)
    queue.append(2)
    queue.put_back(oldest)

    assert queue.take_lost() == 1
    assert [queue.pop(), queue.pop(), queue.pop()] == [1, 2, None]


@given(ACTIONS, st.integers(1, 3))
def test_each_item_is_taken_once_waits_or_is_counted_as_lost(actions, most):
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
