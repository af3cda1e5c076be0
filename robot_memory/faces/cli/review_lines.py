"""What waits for a decision, as a person reads it in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from robot_memory.applications.operations.review_question import ReviewAnswer
from robot_memory.applications.review.review_list import ReviewKind
from robot_memory.foundation.text.escaping import one_line


def review_lines(answer: ReviewAnswer) -> Iterator[str]:
    """Yield for each thing that waits what it is, the question, and what to type."""
    for item in answer.items:
        since = f"  since {item.since:%Y-%m-%d %H:%M} UTC" if item.since else ""
        where = f"{item.id}: " if item.kind is ReviewKind.DEFECT and item.id else ""
        yield f"{item.kind:13} {one_line(where + item.text)}{since}"
        yield f"   {one_line(item.question)}"
        yield f"   $ {item.command}"
