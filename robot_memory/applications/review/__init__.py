"""What waits for a person's decision, from everywhere in the memory."""

from robot_memory.applications.review.review_list import ReviewItem, ReviewKind, items_to_review

__all__ = ["ReviewItem", "ReviewKind", "items_to_review"]
