"""The tree of frames: each frame's current parent; bounded, whatever is published."""

from __future__ import annotations

import pytest

from robot_memory.perception.shared_models import FrameTree


@pytest.mark.parametrize("hang", [FrameTree.fix, FrameTree.move])
def test_a_parent_has_no_child_after_its_only_frame_moves_to_another_parent(hang):
    tree = FrameTree()
    hang(tree, "left_camera", "tag")
    hang(tree, "right_camera", "tag")

    assert not tree.carries("left_camera")
    assert tree.carries("right_camera")


@pytest.mark.parametrize("hang", [FrameTree.fix, FrameTree.move])
def test_frames_beyond_two_thousand_are_not_kept(hang):
    tree = FrameTree()
    for number in range(2001):
        hang(tree, f"parent_{number}", f"child_{number}")

    assert tree.carries("parent_1999")
    assert not tree.carries("parent_2000")
